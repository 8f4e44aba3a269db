"""Parses a filter's timecodes: one, a range, or an open range.

A timecode may be abbreviated: 10:02 means every second of that minute, and a range ends with the last frame that its
end includes. Frames are numbers at each file's own rate.
"""

import math
import re

from msgspec import Struct

from engine.audio.slate import clock_place
from engine.base.messages import Message, said
from engine.base.query_messages import QueryMessage
from engine.search.value_parsers import InvalidValue

_ONE = re.compile(r"(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:[:;](\d{1,3})|\.\d{1,3})?)?)?")
_LAST_FRAME = 999
"""Above every rate's frames."""


class ClockSpan(Struct, frozen=True):
    """A range on the clock, inclusive; None leaves a side open."""

    low: float | None
    high: float | None
    words: Message
    name: str
    """The value in a canonical form."""


def clock_span(value: str) -> ClockSpan:
    """Parses a value.

    Raises:
        InvalidValue: not a timecode.
    """
    text = "".join(value.split())
    for sign in ("<=", ">=", "<", ">"):
        if text.startswith(sign):
            return _side(sign, text[len(sign) :])
    first, mark, last = text.partition(".." if ".." in text else "-")
    if mark and first and not last:
        return _side(">=", first)
    if mark and last and not first:
        return _side("<=", last)
    low, shown = _first(first), _tidy(first)
    if not mark:
        return ClockSpan(low, _last(first), said(QueryMessage.TIMECODE_IS, shown), shown)
    high, end = _last(last), _tidy(last)
    if high < low:
        raise InvalidValue
    return ClockSpan(low, high, said(QueryMessage.TIMECODE_BETWEEN, shown, end), f"{shown}-{end}")


def _side(sign: str, text: str) -> ClockSpan:
    shown = _tidy(text)
    if sign == "<":
        below = math.nextafter(_first(text), -math.inf)
        return ClockSpan(None, below, said(QueryMessage.TIMECODE_BEFORE, shown), f"<{shown}")
    if sign == "<=":
        return ClockSpan(None, _last(text), said(QueryMessage.TIMECODE_UNTIL, shown), f"<={shown}")
    if sign == ">":
        above = math.nextafter(_last(text), math.inf)
        return ClockSpan(above, None, said(QueryMessage.TIMECODE_AFTER, shown), f">{shown}")
    return ClockSpan(_first(text), None, said(QueryMessage.TIMECODE_FROM, shown), f">={shown}")


def _parts(text: str) -> list[int]:
    found = _ONE.fullmatch(text)
    if found is None:
        raise InvalidValue
    parts = [int(part) for part in found.groups() if part is not None]
    if parts[0] > 23 or any(part > 59 for part in parts[1:3]):
        raise InvalidValue
    return parts


def _tidy(text: str) -> str:
    return ":".join(f"{part:02d}" for part in _parts(text))


def _first(text: str) -> float:
    return _place((*_parts(text), 0, 0, 0)[:4])


def _last(text: str) -> float:
    parts = _parts(text)
    return _place((*parts, *(0, 59, 59, _LAST_FRAME)[len(parts) :]))


def _place(parts: tuple[int, ...]) -> float:
    hours, minutes, seconds, frame = parts
    place = clock_place(f"{hours:02d}:{minutes:02d}:{seconds:02d}:{frame:02d}")
    assert place is not None
    return place
