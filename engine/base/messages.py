"""Messages of the engine: a code with its English beside it, and the values that fill it.

A `Message` crosses every border unchanged and is worded once, at the edge: by `str` in English for the shell; in the
window's language by desktop/base/engine_words.py, which translates the same sentences. Other processes and files get
its record: {"what": code, "values": [...]}.

The codes of the core are in engine/base/*_messages.py and in `messages` of a room, those of a feature in `messages` of
its folder. They are found there; no list names them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache, reduce
from importlib import import_module
from pathlib import PurePath
from pkgutil import iter_modules
from typing import Any

from msgspec import Struct

MOST_SHOWN = 200
"""Characters shown of a name or of typed words inside a sentence."""

_PLACE = re.compile(r"%([1-9])")
_MOST_DIGITS = 17
"""Of a double; a damaged record may ask for any number."""


class Unit(StrEnum):
    """The unit of an amount."""

    NONE = ""
    SECONDS = "s"
    MINUTES = "min"
    HERTZ = "Hz"
    KILOHERTZ = "kHz"
    LUFS = "LUFS"
    DBFS = "dBFS"
    DBTP = "dBTP"
    BPM = "BPM"
    BITS = "bit"
    BYTES = "bytes"
    KILOBYTES = "kB"
    MEGABYTES = "MB"
    GIGABYTES = "GB"


class Amount(Struct, frozen=True):
    """A number with its unit."""

    value: float
    unit: Unit = Unit.NONE
    digits: int = 6
    """Significant digits; trailing zeros are omitted."""
    places: int | None = None
    """Decimal places, zeros included; overrides `digits`."""
    is_grouped: bool = False
    """Whether English groups thousands; only with `places`."""

    @property
    def number(self) -> str:
        """The number in English: 0.5, -20; with places 0.50, grouped 1,200."""
        if self.places is not None:
            grouping = "," if self.is_grouped else ""
            return f"{self.value:{grouping}.{self.places}f}"
        return f"{self.value:.{self.digits}g}"


class MessageCode(Enum):
    """A set of messages; each value is its English text with %1 to %9 for values.

    Two that read alike in English have a comment each, for translators.
    """

    def __init__(self, text: str, comment: str = "") -> None:
        self.text = text
        self.comment = comment


class PlainText(MessageCode):
    """Text from elsewhere, unchanged."""

    AT = "%1"


@dataclass(frozen=True, slots=True)
class Message:
    """A message and its values."""

    what: MessageCode
    values: "tuple[Value, ...]" = ()

    def __str__(self) -> str:
        """In English, for the shell; a place without a value stays."""
        return _PLACE.sub(lambda place: _filled(place, self.values), self.what.text)


Value = str | int | Amount | Message
"""Fills a place: text as typed or named, a count, an amount, or another message."""


def said(what: MessageCode, *values: Value) -> Message:
    """Builds a message; shortens long text values to `MOST_SHOWN`."""
    return Message(what, tuple(shortened(value) if isinstance(value, str) else value for value in values))


def told(what: MessageCode, *values: "Value | PurePath") -> Message:
    """Builds a message with whole values; paths become text."""
    return Message(what, tuple(str(value) if isinstance(value, PurePath) else value for value in values))


def joined(joint: MessageCode, values: "Sequence[Value]") -> Value:
    """Joins values: "red or blue".

    Args:
        joint: OR or AND.
        values: at least one.
    """
    return reduce(lambda left, right: said(joint, left, right), values)


def shortened(text: str) -> str:
    """Cuts a text to `MOST_SHOWN`."""
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


@cache
def kinds() -> tuple[type[MessageCode], ...]:
    """Returns every set of messages, in the order of their modules' names."""
    modules = [import_module(name) for name in sorted([__name__, *_names_of_modules()])]
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, MessageCode) and kind.__module__ == module.__name__
        if kind is not MessageCode
    )


def record_of(message: Message) -> dict[str, Any]:
    """Returns a message as JSON types."""
    return {"what": message.what.name, "values": [plain(value) for value in message.values]}


def message_in(record: object, *first: type[MessageCode]) -> Message:
    """Reads a record; a plain text or an unknown code becomes the text itself.

    Args:
        record: of `record_of`, or anything else.
        first: sets whose codes go before others of the same name.
    """
    if not isinstance(record, dict):
        return Message(PlainText.AT, (str(record),))
    values = values_in(record, *first)
    what = code_of(str(record.get("what")), *first)
    if what is None:
        return Message(PlainText.AT, (values or (str(record.get("what")),))[:1])
    return Message(what, values)


def code_of(name: str, *first: type[MessageCode]) -> MessageCode | None:
    """Returns the code of a name; None for one of another version."""
    return next((kind[name] for kind in first if name in kind.__members__), _codes().get(name))


def values_in(record: Mapping[str, Any], *first: type[MessageCode]) -> tuple[Value, ...]:
    """Reads a record's values; none if it has no list of them."""
    values = record.get("values")
    return tuple(_value(value, first) for value in values) if isinstance(values, list) else ()


def plain(value: Value) -> str | int | dict[str, Any]:
    """Converts a value to JSON types."""
    if isinstance(value, Message):
        return record_of(value)
    if isinstance(value, Amount):
        record: dict[str, Any] = {"amount": value.value, "unit": value.unit.value, "digits": value.digits}
        fixed = {} if value.places is None else {"places": value.places}
        return {**record, **fixed, **({"grouped": True} if value.is_grouped else {})}
    return value


@cache
def _codes() -> Mapping[str, MessageCode]:
    """Every code by its name; of two, that of the earlier module."""
    return {code.name: code for kind in reversed(kinds()) for code in kind}


def _names_of_modules() -> Iterator[str]:
    for package in (import_module("engine"), import_module("engine.features")):
        for room in iter_modules(package.__path__, f"{package.__name__}."):
            if room.ispkg:
                ending = "_messages" if room.name == "engine.base" else ".messages"
                modules = iter_modules(import_module(room.name).__path__, f"{room.name}.")
                yield from (module.name for module in modules if module.name.endswith(ending))


def _filled(place: re.Match[str], values: "tuple[Value, ...]") -> str:
    at = int(place[1]) - 1
    return _english(values[at]) if at < len(values) else place[0]


def _english(value: Value) -> str:
    if isinstance(value, Amount):
        return f"{value.number} {value.unit}".rstrip()
    return str(value)


def _value(record: object, first: tuple[type[MessageCode], ...]) -> Value:
    if isinstance(record, dict):
        return _amount(record) if "amount" in record else message_in(record, *first)
    return record if isinstance(record, int) else str(record)


def _amount(record: Mapping[str, Any]) -> Value:
    try:
        digits = min(max(int(record.get("digits", 6)), 1), _MOST_DIGITS)
        places = None if record.get("places") is None else min(max(int(record["places"]), 0), _MOST_DIGITS)
        return Amount(
            float(record["amount"]), Unit(record.get("unit", "")), digits, places, record.get("grouped") is True
        )
    except (ValueError, TypeError, OverflowError):  # its unit is unknown here
        return str(record["amount"])
