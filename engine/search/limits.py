"""Reads the values of filters: lengths, rates, channel counts, ranges, lists and yes or no.

Every reader returns inclusive bounds and raises QueryError with what is allowed; none of them knows the catalogue.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import QueryError

_ALLOWED = {
    "dur": "a length in seconds: dur:<2  dur:>=1.5  dur:2..5  dur:500ms  dur:>1m  dur:1:30..2:00",
    "ch": "a number of channels: ch:2  ch:mono  ch:stereo  ch:>2  ch:1..2",
    "sr": "a sample rate: sr:48k  sr:>=96k  sr:44.1k..48k  sr:22050",
    "ext": "one or more file name endings: ext:wav  ext:wav,flac",
    "in": 'part of a folder\'s path: in:Foley  in:"Wind and rain"',
    "tag": 'a tag: tag:door  tag:"room tone"',
    "fav": "nothing, yes or no: fav:  fav:yes  fav:no",
    "offline": "nothing, yes or no: offline:  offline:yes  offline:no",
}
KEYS = frozenset(_ALLOWED)
"""The filters there are."""

_LONGEST_S = 10.0 * 365 * 24 * 3600
_NUMBER = re.compile(r"\d{1,12}(\.\d{0,9})?|\.\d{1,9}")
_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,5}):(\d{1,2}(?:\.\d{1,9})?)")
_SIGNS = ("<=", ">=", "≤", "≥", "<", ">", "=")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a numeric filter lets pass: low <= value <= high, None where a side is open."""

    low: float | None = None
    high: float | None = None

    def and_also(self, other: "Bounds") -> "Bounds":
        """The bounds of what passes both."""
        lows = [low for low in (self.low, other.low) if low is not None]
        highs = [high for high in (self.high, other.high) if high is not None]
        return Bounds(max(lows, default=None), min(highs, default=None))


OPEN = Bounds()
"""Lets everything pass."""


def refuse(key: str, value: str) -> QueryError:
    """The error for a value that cannot be read, naming what is allowed."""
    shown = value if len(value) <= 40 else value[:39] + "…"
    what = f"“{key}:{shown}” cannot be read as a filter." if value else f"The filter “{key}:” has no value."
    return QueryError(what, advice=f"Write {_ALLOWED[key]}.")


def duration(value: str) -> Bounds:
    """Bounds in seconds. A lone value means about that long, a tenth less to a tenth more.

    Raises:
        QueryError: not a length.
    """
    return _range("dur", value, _seconds, step=None, slack=0.1)


def channels(value: str) -> Bounds:
    """Bounds of the channel count.

    Raises:
        QueryError: not a whole number of channels.
    """
    return _range("ch", value, _channel_count, step=1.0)


def sample_rate(value: str) -> Bounds:
    """Bounds in hertz, whole numbers.

    Raises:
        QueryError: not a rate.
    """
    return _range("sr", value, _hertz, step=1.0)


def extensions(value: str) -> tuple[str, ...]:
    """File name endings in lower case, without dots.

    Raises:
        QueryError: no ending in it.
    """
    names = tuple(dict.fromkeys(part.strip().lstrip(".").lower() for part in re.split(r"[,;]", value)))
    if not all(re.fullmatch(r"\w{1,12}", name) for name in names):
        raise refuse("ext", value)
    return names


def words(key: str, value: str) -> str:
    """A filter's text, which must not be empty.

    Raises:
        QueryError: it is empty.
    """
    if not value.strip():
        raise refuse(key, value)
    return value


def yes_or_no(key: str, value: str) -> bool:
    """True for nothing, yes, true, on and 1; False for no, false, off and 0.

    Raises:
        QueryError: anything else.
    """
    if value.lower() in ("", "yes", "true", "on", "1"):
        return True
    if value.lower() in ("no", "false", "off", "0"):
        return False
    raise refuse(key, value)


def _range(
    key: str, value: str, read: Callable[[str], float | None], *, step: float | None, slack: float = 0.0
) -> Bounds:
    """Reads `<a`, `<=a`, `>a`, `>=a`, `=a`, `a..b`, `a..`, `..b` and `a`.

    `step` parts neighbouring values, None where every number may occur; a lone `a` lets pass `slack * a` to each side.
    """
    text = value.replace(" ", "")
    sign = next((sign for sign in _SIGNS if text.startswith(sign)), "")
    if not sign and ".." in text:
        return _span(key, value, *(read(part) if part else None for part in text.split("..", 1)))
    number = read(text[len(sign) :])
    if number is None:
        raise refuse(key, value)
    below = math.nextafter(number, -math.inf) if step is None else number - step
    above = math.nextafter(number, math.inf) if step is None else number + step
    by_sign = {
        "<": Bounds(None, below),
        "<=": Bounds(None, number),
        "≤": Bounds(None, number),
        ">": Bounds(above, None),
        ">=": Bounds(number, None),
        "≥": Bounds(number, None),
    }
    return by_sign.get(sign, Bounds(number * (1 - slack), number * (1 + slack)))


def _span(key: str, value: str, low: float | None, high: float | None) -> Bounds:
    low_text, high_text = value.replace(" ", "").split("..", 1)
    unread = (low_text and low is None) or (high_text and high is None) or not (low_text or high_text)
    if unread or (low is not None and high is not None and low > high):
        raise refuse(key, value)
    return Bounds(low, high)


def _seconds(text: str) -> float | None:
    clock = _CLOCK.fullmatch(text)
    if clock:
        hours, minutes, seconds = clock.groups()
        return float(hours or 0) * 3600 + float(minutes) * 60 + float(seconds)
    units = {"ms": 0.001, "min": 60.0, "sec": 1.0, "m": 60.0, "h": 3600.0, "s": 1.0}
    unit = next((unit for unit in units if text.lower().endswith(unit)), "")
    number = _number(text[: len(text) - len(unit)])
    if number is None or number * units.get(unit, 1.0) > _LONGEST_S:
        return None
    return number * units.get(unit, 1.0)


def _channel_count(text: str) -> float | None:
    named = {"mono": 1.0, "stereo": 2.0, "quad": 4.0, "5.1": 6.0, "7.1": 8.0}
    if text.lower() in named:
        return named[text.lower()]
    return float(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else None


def _hertz(text: str) -> float | None:
    lower = text.lower().removesuffix("hz")
    factor = 1000.0 if lower.endswith("k") else 1.0
    number = _number(lower.removesuffix("k"))
    if number is None:
        return None
    # "44" in a list of rates is kilohertz: no file has a rate under 1000.
    hertz = number * (1000.0 if factor == 1.0 and number < 1000 else factor)
    return float(round(hertz))


def _number(text: str) -> float | None:
    return float(text) if _NUMBER.fullmatch(text) and text.isascii() else None
