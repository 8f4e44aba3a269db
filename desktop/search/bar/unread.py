"""Messages for unreadable parts of a query, in their chips and in the note."""

from collections.abc import Iterable

from desktop.base.translation import translate
from engine.base.chips import Chip, UnreadReason
from engine.library.filters import FILTERS

_LETTERS = 40


def left_out(chips: Iterable[Chip]) -> str:
    """One line about ignored parts; empty if there are none."""
    return " ".join(sentence(chip) for chip in chips if chip.is_left_out)


def sentence(chip: Chip) -> str:
    """What is wrong with a part, and how to write it."""
    shown = chip.source if len(chip.source) <= _LETTERS else chip.source[: _LETTERS - 1] + "…"
    match chip.why:
        case UnreadReason.NO_VALUE:
            return translate("UnreadParts", "“%1” has no value and was left out. Write it like %2.", shown, _like(chip))
        case UnreadReason.MINUS:
            return translate(
                "UnreadParts", "“%1” was left out: a filter takes no minus. Ask for the opposite instead.", shown
            )
        case UnreadReason.NO_SOUND:
            return translate("UnreadParts", "“%1” was left out: its file, or the stretch, cannot be read.", shown)
        case UnreadReason.OPEN_QUOTE if chip.is_left_out:
            return translate("UnreadParts", "“%1” was left out: its quotation mark is not closed.", shown)
        case UnreadReason.OPEN_QUOTE:
            return translate("UnreadParts", "The quotation mark is not closed, so it was left out.")
        case UnreadReason.UNKNOWN_WORD if chip.key:
            return translate("UnreadParts", "“%1” is not known. Did you mean “%2”?", shown, chip.key)
        case UnreadReason.UNKNOWN_WORD:
            return translate("UnreadParts", "“%1” is not known, and no known word is similar.", shown)
        case UnreadReason.UNKNOWN_KEY if chip.key:
            return translate(
                "UnreadParts", "“%1” was searched as words. The filter is written like %2.", shown, _like(chip)
            )
        case UnreadReason.UNKNOWN_KEY:
            return translate("UnreadParts", "“%1” is not a filter, so Earshot searched for it as words.", shown)
        case _:
            return translate("UnreadParts", "“%1” was left out. Write it like %2.", shown, _like(chip))


def label(chip: Chip) -> str:
    """Text of the part's chip."""
    if chip.why is UnreadReason.OPEN_QUOTE and not chip.is_left_out:
        return translate("UnreadParts", "quotation mark not closed")
    if chip.why is UnreadReason.UNKNOWN_WORD and chip.key:
        return translate("UnreadParts", "“%1” is not known: %2? (Ctrl+.)", chip.source, chip.key)
    if chip.why is UnreadReason.UNKNOWN_WORD:
        return translate("UnreadParts", "“%1” is not known", chip.source)
    if chip.is_left_out:
        return translate("UnreadParts", "%1 left out", chip.source)
    return translate("UnreadParts", "%1 is not a filter", chip.source)


def _like(chip: Chip) -> str:
    """Two examples of the filter's syntax."""
    return ", ".join(FILTERS[chip.key].examples[:2]) if chip.key in FILTERS.keys_typed else ""
