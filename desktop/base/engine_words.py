"""The engine's messages in the user's language: notes of an answer, chips of a query, why a file cannot be read.

The engine returns values (`engine.base.messages`); their English sentences are the translation sources that
`make translations` collects. Text from the user stays as it is.
"""

import os

from msgspec.structs import replace

from desktop.base import translation
from desktop.base.translation import translate
from engine.base.chips import Chip
from engine.base.errors import AudioError, EngineError, RowRefused
from engine.base.events import JobAborted
from engine.base.file_messages import IT, THE_FILE, FileFault, FileProblem
from engine.base.messages import Amount, Message, Unit, Value
from engine.base.query_messages import QueryMessage
from engine.base.training_events import Failure
from engine.library.answers import DamagedCounts

CONTEXT = "EngineWords"
"""Translation context of the engine's sentences."""


def note(said: Message | None) -> str:
    """A note of an answer; "" for None."""
    return "" if said is None else _words(said)


def unheard(what: DamagedCounts) -> str:
    """What could not be compared, and how to mend it; "" if everything was."""
    told = []
    if what.sounds:
        told.append(translate("DamagedCounts", "%n sound(s) cannot be found by how they sound.", n=what.sounds))
    if what.names:
        told.append(translate("DamagedCounts", "%n sound(s) cannot be found by what their names mean.", n=what.names))
    if told:
        told.append(translate("DamagedCounts", "Stored data is damaged: press F5 to have these sounds read again."))
    return " ".join(told)


def line(said: Message) -> str:
    """A training note as a line of its own, with a capital."""
    words = _words(said)
    return words[:1].upper() + words[1:]


def sentence(said: Message) -> str:
    """One message as a complete sentence."""
    return _ended(line(said))


def error(err: EngineError) -> tuple[str, str]:
    """What happened and what to do. Files are referred to by their base name."""
    if isinstance(err, AudioError):
        return of_file(err.trouble, err.name), advice(err.trouble)
    if isinstance(err, RowRefused):
        return reason(err.trouble), advice(err.trouble)
    return _words(err.what), _words(err.to_do)


def in_full(err: EngineError) -> str:
    """What happened and what to do, as one text."""
    what, to_do = error(err)
    return f"{_ended(what)} {to_do}".strip()


def broke(event: JobAborted | Failure) -> tuple[str, str]:
    """Why a job or training ended, and what to do."""
    if isinstance(event, JobAborted) and event.trouble is not None:
        return of_file(event.trouble, event.name), advice(event.trouble)
    return note(event.said) or event.message, note(event.said_advice) or event.advice


def of_file(told: FileProblem, path: str) -> str:
    """What is wrong with a file, referred to by its base name; without a full stop."""
    return _words(told.of(os.path.basename(path.rstrip("/\\"))))


def reason(told: FileProblem) -> str:
    """What is wrong with a file named beside the text, as a sentence."""
    words = _words(told.of(THE_FILE)).rstrip(".")
    return f"{words[:1].upper()}{words[1:]}."


def clause(told: FileProblem) -> str:
    """What is wrong with a file the sentence has named, such as "it is empty"; without the kind of damage."""
    brief = replace(told, what=FileFault.IS_DAMAGED, values=()) if told.what is FileFault.DAMAGED else told
    return _words(brief.of(IT)).rstrip(".")


def advice(told: FileProblem) -> str:
    """What to do about it; may be empty."""
    return _words(told.advice)


def chip(shown: Chip) -> str:
    """A chip's text."""
    return shown.text if shown.words is None else _words(shown.words)


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?", ":", "…")) else f"{words}."


def _words(said: Message) -> str:
    values = [_value(value) for value in said.values]
    return translation.translate(CONTEXT, said.what.text, *values, comment=said.what.comment)


def _value(value: Value) -> object:
    match value:
        case Message():
            return _words(value)
        case Amount():
            return f"{_number(value)} {_unit(value.unit)}".rstrip()
        case _:
            return value


def _number(amount: Amount) -> str:
    if amount.places is not None:
        return translation.number(amount.value, amount.places)
    places = len(amount.number.partition(".")[2])
    return amount.number if "e" in amount.number else translation.number(float(amount.number), places)


def _unit(unit: Unit) -> str:
    """A unit's symbol; bytes is the only one that is a translated word."""
    return _words(Message(QueryMessage.BYTES)) if unit is Unit.BYTES else unit.value
