"""What the engine says, in the user's language: the notes of an answer and the chips of a query.

The engine gives values (`engine.wording`); its English sentences are the sources of the translations, which
`make translations` collects from there. What the user typed or named stays as it is.
"""

from desktop import translation
from desktop.translation import translate
from engine.chips import Chip
from engine.search.ranking import Unheard
from engine.wording import Amount, Said, Saying, Unit, Value

CONTEXT = "EngineWords"
"""Of the engine's sentences among the translations."""


def note(said: Said | None) -> str:
    """A note of an answer; "" for none."""
    return "" if said is None else _words(said)


def unheard(what: Unheard) -> str:
    """What could not be compared, and what mends it; empty where all could."""
    told = []
    if what.sounds:
        told.append(translate("Unheard", "%n sound(s) cannot be found by how they sound.", n=what.sounds))
    if what.names:
        told.append(translate("Unheard", "%n sound(s) cannot be found by what their names mean.", n=what.names))
    if told:
        told.append(translate("Unheard", "Stored data is damaged: press F5 to have these sounds read again."))
    return " ".join(told)


def line(said: Said) -> str:
    """What a training notes: a line of its own."""
    words = _words(said)
    return words[:1].upper() + words[1:]


def chip(shown: Chip) -> str:
    """What a chip says."""
    return shown.text if shown.words is None else _words(shown.words)


def _words(said: Said) -> str:
    values = [_value(value) for value in said.values]
    return translation.translate(CONTEXT, said.what.text, *values, comment=said.what.comment)


def _value(value: Value) -> object:
    match value:
        case Said():
            return _words(value)
        case Amount():
            places = len(value.number.partition(".")[2])
            number = value.number if "e" in value.number else translation.number(float(value.number), places)
            return f"{number} {_unit(value.unit)}".rstrip()
        case _:
            return value


def _unit(unit: Unit) -> str:
    """A unit's sign; the only one that is a word is translated."""
    return _words(Said(Saying.BYTES)) if unit is Unit.BYTES else unit.value
