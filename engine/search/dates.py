"""Parses filters' dates: days, months, years and relative periods, in the computer's time zone."""

import re
from datetime import date, datetime, time, timedelta

from msgspec import Struct
from msgspec.structs import replace

from engine.base.chips import Bounds
from engine.base.messages import Message, said
from engine.base.query_messages import QueryMessage
from engine.search.value_parsers import InvalidValue

_SIGNS = ("<=", ">=", "≤", "≥", "<", ">", "=")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_AGE = re.compile(r"<=?([1-9]\d{0,3})d", re.ASCII)
_YEARS = range(1971, 2200)
"""Years that every system's clock can represent."""
_DAYS_BACK = {"today": 0, "week": 6, "month": 29, "year": 364}


class DateSpan(Struct, frozen=True):
    """From the start of one day to the start of another; None leaves a side open."""

    start: date | None
    end: date | None
    """The first day after the span."""
    words: Message
    """Today, in the last 7 days, since 2024-05, before 2024, 2023 to 2024-06."""
    name: str = ""
    """For a span relative to today, as typed: week, >=month. Tomorrow the same filter covers other days."""

    @property
    def bounds(self) -> Bounds | None:
        """Unix times of start and end, exclusive; None for a span relative to today."""
        return None if self.name else Bounds(self.start_s, self.end_s)

    @property
    def start_s(self) -> float | None:
        return None if self.start is None else _unix_s(self.start)

    @property
    def end_s(self) -> float | None:
        """Unix time of the end, exclusive."""
        return None if self.end is None else _unix_s(self.end)


def span(value: str, *, today: date | None = None) -> DateSpan:
    """Parses `2024`, `2024-05`, `2024-05-31`, `today`, `week`, …, one of them after a sign, or two joined by dots.

    Args:
        today: today's date; None for the computer's.

    Raises:
        InvalidValue: not a date.
    """
    found = _span(value, date.today() if today is None else today)
    is_told_by_today = re.search("[a-z]", value.lower()) is not None
    return replace(found, name=value.strip().lower()) if is_told_by_today else found


def age(value: str, *, today: date | None = None) -> DateSpan | None:
    """Parses `<30d`, the last 30 days including today; None for anything else."""
    found = _AGE.fullmatch(value.strip().lower())
    if found is None:
        return None
    now, days = date.today() if today is None else today, int(found[1])
    start = now - timedelta(days=days - 1)
    return DateSpan(start, now + timedelta(days=1), said(QueryMessage.LAST_DAYS, days), value.strip().lower())


def _span(value: str, now: date) -> DateSpan:
    text = value.strip().lower()
    sign = next((sign for sign in _SIGNS if text.startswith(sign)), "")
    if not sign and ".." in text:
        return _between(*(part.strip() for part in text.split("..", 1)), now=now)
    name = text[len(sign) :].strip()
    start, end = _period(name, now)
    if sign in ("<", "<=", "≤"):
        until = start if sign == "<" else end
        before = said(QueryMessage.BEFORE, str(start))
        return DateSpan(None, until, before if sign == "<" else said(QueryMessage.UNTIL, _shown(name, start)))
    if sign in (">", ">=", "≥"):
        since = end if sign == ">" else start
        return DateSpan(
            since, None, said(QueryMessage.AFTER if sign == ">" else QueryMessage.SINCE, _shown(name, start))
        )
    return DateSpan(start, end, _words(name, start))


def _between(low: str, high: str, *, now: date) -> DateSpan:
    start = _period(low, now)[0] if low else None
    first, end = _period(high, now) if high else (None, None)
    if (start is None and end is None) or (start is not None and end is not None and end <= start):
        raise InvalidValue
    if start is None:
        return DateSpan(None, end, said(QueryMessage.UNTIL, high))
    return DateSpan(
        start, end, said(QueryMessage.BETWEEN, low, high) if first is not None else said(QueryMessage.SINCE, low)
    )


def _period(name: str, now: date) -> tuple[date, date]:
    """The first day of a period and the first day after it."""
    if name in _DAYS_BACK:
        return now - timedelta(days=_DAYS_BACK[name]), now + timedelta(days=1)
    if name == "yesterday":
        return now - timedelta(days=1), now
    found = _DATE.fullmatch(name)
    if found is None or int(found[1]) not in _YEARS:
        raise InvalidValue
    year, month, day = int(found[1]), int(found[2] or 1), int(found[3] or 1)
    try:
        start = date(year, month, day)
    except ValueError:
        raise InvalidValue from None
    if found[3]:
        return start, start + timedelta(days=1)
    if found[2]:
        return start, date(year + month // 12, month % 12 + 1, 1)
    return start, date(year + 1, 1, 1)


def _words(name: str, start: date) -> Message:
    if name in ("today", "yesterday"):
        return said(QueryMessage.TODAY if name == "today" else QueryMessage.YESTERDAY)
    if name in _DAYS_BACK:
        return said(QueryMessage.LAST_DAYS, _DAYS_BACK[name] + 1)
    return said(QueryMessage.IN_DATE, _shown(name, start))


def _shown(name: str, start: date) -> str:
    """A date as typed; the first day of a relative period."""
    return str(start) if name in _DAYS_BACK or name == "yesterday" else name


def _unix_s(day: date) -> float:
    return datetime.combine(day, time()).timestamp()
