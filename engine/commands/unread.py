"""Parts of a query that could not be read, in a shell's words: said beside an answer, or refused before a change."""

from collections.abc import Iterable

from engine.chips import Chip, ChipKind, Unread
from engine.commands.show import printable, say
from engine.errors import QueryError
from engine.search import filtering


def say_unread(chips: Iterable[Chip]) -> bool:
    """Says which parts were not read and how each is written; whether any took no part in the answer."""
    left_out = False
    for chip in chips:
        if chip.why is not None:
            err = _error(chip)
            say(f"earshot: {printable(str(err))}")
            say(f"  {err.advice}")
            left_out = left_out or chip.is_left_out
    return left_out


def refuse_unread(chips: Iterable[Chip]) -> None:
    """For commands that do something with all they find: more sounds than were meant must not be changed.

    Raises:
        QueryError: a part was left out.
    """
    for chip in chips:
        if chip.is_left_out:
            raise _error(chip)


def unknown_words(chips: Iterable[Chip]) -> list[dict[str, str | None]]:
    """Words that are not known, for `--json`: each with the one that may be meant, None for none."""
    return [{"word": chip.source, "meant": chip.key or None} for chip in chips if chip.why is Unread.UNKNOWN_WORD]


def translations(chips: Iterable[Chip]) -> list[dict[str, str]]:
    """Words that were read from another language, for `--json`: each with its language and what was searched."""
    return [
        {"word": chip.source, "language": chip.key, "english": str(chip.words.values[1])}
        for chip in chips
        if chip.kind is ChipKind.TRANSLATION and chip.words is not None
    ]


def say_translated(chips: Iterable[Chip]) -> None:
    """Says what was searched in the place of words of other languages."""
    for one in translations(chips):
        say(f"“{printable(one['word'])}” ({one['language']}) was searched as “{one['english']}”")


def _meant(chip: Chip) -> str:
    return f"Perhaps “{chip.key}” was meant." if chip.key else "No word that is known is near it."


def _error(chip: Chip) -> QueryError:
    shown = chip.source if len(chip.source) <= 40 else chip.source[:39] + "…"
    if chip.why is Unread.MINUS:
        return QueryError(
            f"“{shown}” was left out: a filter cannot be taken away with a minus.",
            advice=f"Write the opposite filter, such as dur:>2 for -dur:<=2, or leave “{chip.key}:” out.",
        )
    if chip.why is Unread.UNKNOWN_KEY:
        meant = f"Perhaps {chip.key}: was meant." if chip.key else "Quote it to look for it in names."
        return QueryError(f"“{shown}” is no filter; it was searched as words.", advice=meant)
    if chip.why is Unread.UNKNOWN_WORD:
        return QueryError(f"“{shown}” is not known; it was searched as it stands.", advice=_meant(chip))
    if chip.why is Unread.OPEN_QUOTE:
        done = "it was left out" if chip.is_left_out else "its words were searched without it"
        return QueryError(f"The quotation mark in “{shown}” is not closed; {done}.", advice="Close it.")
    value = chip.source.partition(":")[2].strip('"“”„«»')
    try:
        filtering.read(chip.key, value)
    except QueryError as err:
        return QueryError(f"{err} It was left out.", advice=err.advice)
    except KeyError:
        pass
    return QueryError(f"“{shown}” cannot be read as a filter. It was left out.", advice="For example say:seven.")
