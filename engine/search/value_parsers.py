"""Parses the values of filters: lengths, rates, channel counts, levels, ranges, lists and yes or no.

Every parser raises Unreadable for invalid values; none knows the filters or the catalogue. Bounds are inclusive.
"""

import math
import re
from collections.abc import Callable

from engine.audio.key_names import MODES, TONICS, tonic_and_mode
from engine.base.chips import Bounds
from engine.base.types import Colour


class InvalidValue(ValueError):
    """A value that a filter does not accept; its text, if any, suggests another."""


_LONGEST_S = 10.0 * 365 * 24 * 3600
_NUMBER = re.compile(r"\d{1,12}(\.\d{0,9})?|\.\d{1,9}")
_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,5}):(\d{1,2}(?:\.\d{1,9})?)")
_SIGNED = re.compile(r"([-−+]?)(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})")
_SIZE = re.compile(r"(\d{1,12}(?:\.\d{0,6})?)(k|m|g)?b?", re.ASCII)
_SIGNS = ("<=", ">=", "≤", "≥", "<", ">", "=")


def duration(value: str) -> Bounds:
    """Bounds in seconds. A lone value allows 10 % either way.

    Raises:
        InvalidValue: not a length.
    """
    return read_bounds(value, seconds, step=None, slack=0.1)


def channels(value: str) -> Bounds:
    """Bounds of the channel count.

    Raises:
        InvalidValue: not a whole number of channels.
    """
    return read_bounds(value, _channel_count, step=1.0)


def sample_rate(value: str) -> Bounds:
    """Bounds in hertz, whole numbers.

    Raises:
        InvalidValue: not a rate.
    """
    return read_bounds(value, _hertz, step=1.0)


def bit_depth(value: str) -> Bounds:
    """Bounds in bits per sample.

    Raises:
        InvalidValue: not a number of bits.
    """
    return read_bounds(value, lambda text: _whole(text.lower().removesuffix("bit")), step=1.0)


def level(value: str) -> Bounds:
    """Bounds in decibels of any kind. A lone value allows 1 dB either way.

    Raises:
        InvalidValue: not a level.
    """
    return read_bounds(value, _decibels, step=None, margin=1.0)


def brightness(value: str) -> Bounds:
    """Bounds in hertz. A lone value allows 10 % either way.

    Raises:
        InvalidValue: not a frequency.
    """
    return read_bounds(value, _frequency, step=None, slack=0.1)


def tempo(value: str) -> Bounds:
    """Bounds in beats per minute. A lone value allows 2 % either way.

    Raises:
        InvalidValue: not a tempo.
    """
    return read_bounds(value, lambda text: read_number(text.lower().removesuffix("bpm")), step=None, slack=0.02)


def size(value: str) -> Bounds:
    """Bounds in bytes, whole numbers; k, M and G are powers of 1000. A lone value allows 10 % either way.

    Raises:
        InvalidValue: not a size.
    """
    found = read_bounds(value, _bytes, step=1.0, slack=0.1)
    low, high = (None if side is None else float(round(side)) for side in (found.low, found.high))
    return Bounds(low, high)


def rating(value: str) -> Bounds:
    """Bounds of the rating, 1 to 5; 0 (or "no") means unrated, which passes only if requested.

    Raises:
        InvalidValue: not a rating.
    """
    if value.strip().lower() in ("no", "none"):
        return Bounds(0.0, 0.0)
    found = read_bounds(value, _stars, step=1.0)
    low = 1.0 if found.low is None else found.low
    high = 5.0 if found.high is None else found.high
    if low > high or high > 5.0:
        raise InvalidValue
    return Bounds(low, high)


def colours(value: str) -> tuple[Colour, ...]:
    """Colours by name.

    Raises:
        InvalidValue: one of them is not a colour.
    """
    try:
        return tuple(dict.fromkeys(Colour(part.strip().lower()) for part in re.split(r"[,;]", value)))
    except ValueError:
        raise InvalidValue from None


def musical_keys(value: str) -> tuple[str, ...]:
    """Keys as engine.audio.key_names spells them; a tonic alone means both modes, a mode alone every tonic.

    Raises:
        InvalidValue: not a key.
    """
    text = value.strip().lower()
    if text in MODES:
        return tuple(f"{tonic} {text}" for tonic in TONICS)
    found: list[str] = []
    for part in re.split(r"[,;]", value):
        known = tonic_and_mode(part)
        if known is None:
            raise InvalidValue
        found += [f"{known[0]} {mode}" for mode in ([known[1]] if known[1] else MODES)]
    return tuple(dict.fromkeys(found))


def extensions(value: str) -> tuple[str, ...]:
    """File suffixes in lower case, without dots.

    Raises:
        InvalidValue: one of them is not a suffix.
    """
    names = tuple(dict.fromkeys(part.strip().lstrip(".").lower() for part in re.split(r"[,;]", value)))
    if not all(re.fullmatch(r"\w{1,12}", name) for name in names):
        raise InvalidValue
    return names


def words(value: str) -> str:
    """A filter's text, which must not be empty.

    Raises:
        InvalidValue: it is empty.
    """
    if not value.strip():
        raise InvalidValue
    return value


def yes_or_no(value: str) -> bool:
    """True for nothing, yes, true, on and 1; False for no, none, false, off and 0.

    Raises:
        InvalidValue: anything else.
    """
    if value.lower() in ("", "yes", "true", "on", "1"):
        return True
    if value.lower() in ("no", "none", "false", "off", "0"):
        return False
    raise InvalidValue


def read_bounds(
    value: str,
    read: Callable[[str], float | None],
    *,
    step: float | None,
    slack: float = 0.0,
    margin: float = 0.0,
) -> Bounds:
    """Parses `<a`, `<=a`, `>a`, `>=a`, `=a`, `a..b`, `a..`, `..b` and `a`.

    `step` is the distance of adjacent values, None if any number may occur; a lone `a` allows `slack * a + margin`
    either
    way.

    Raises:
        InvalidValue: not bounds of this kind.
    """
    text = value.replace(" ", "")
    sign = next((sign for sign in _SIGNS if text.startswith(sign)), "")
    if not sign and ".." in text:
        return _span(value, *(read(part) if part else None for part in text.split("..", 1)))
    number = read(text[len(sign) :])
    if number is None:
        raise InvalidValue
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
    return by_sign.get(sign, Bounds(number * (1 - slack) - margin, number * (1 + slack) + margin))


def _span(value: str, low: float | None, high: float | None) -> Bounds:
    low_text, high_text = value.replace(" ", "").split("..", 1)
    unread = (low_text and low is None) or (high_text and high is None) or not (low_text or high_text)
    if unread or (low is not None and high is not None and low > high):
        raise InvalidValue
    return Bounds(low, high)


def seconds(text: str) -> float | None:
    """Seconds of a clock or a number with a unit; None for anything else."""
    clock = _CLOCK.fullmatch(text)
    if clock:
        hours, minutes, seconds = clock.groups()
        return float(hours or 0) * 3600 + float(minutes) * 60 + float(seconds)
    units = {"ms": 0.001, "min": 60.0, "sec": 1.0, "m": 60.0, "h": 3600.0, "s": 1.0}
    unit = next((unit for unit in units if text.lower().endswith(unit)), "")
    number = read_number(text[: len(text) - len(unit)])
    if number is None or number * units.get(unit, 1.0) > _LONGEST_S:
        return None
    return number * units.get(unit, 1.0)


def _channel_count(text: str) -> float | None:
    named = {"mono": 1.0, "stereo": 2.0, "quad": 4.0, "5.1": 6.0, "7.1": 8.0}
    if text.lower() in named:
        return named[text.lower()]
    return _whole(text)


def _whole(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else None


def _stars(text: str) -> float | None:
    return float(text) if re.fullmatch(r"[0-5]", text) else None


def _decibels(text: str) -> float | None:
    bare = re.sub(r"(lufs|lkfs|dbfs|dbtp|db)$", "", text.lower())
    found = _SIGNED.fullmatch(bare) if bare.replace("−", "-").isascii() else None
    return None if found is None else float(found[2]) * (1.0 if found[1] in ("", "+") else -1.0)


def _frequency(text: str) -> float | None:
    lower = text.lower().removesuffix("hz")
    number = read_number(lower.removesuffix("k"))
    return None if number is None else number * (1000.0 if lower.endswith("k") else 1.0)


def _bytes(text: str) -> float | None:
    found = _SIZE.fullmatch(text.lower())
    return None if found is None else float(found[1]) * {None: 1, "k": 1e3, "m": 1e6, "g": 1e9}[found[2]]


def _hertz(text: str) -> float | None:
    lower = text.lower().removesuffix("hz")
    factor = 1000.0 if lower.endswith("k") else 1.0
    number = read_number(lower.removesuffix("k"))
    if number is None:
        return None
    # "44" in a list of rates means kilohertz: no file has a rate under 1000.
    hertz = number * (1000.0 if factor == 1.0 and number < 1000 else factor)
    return float(round(hertz))


def read_number(text: str) -> float | None:
    """A decimal number; None for anything else."""
    return float(text) if _NUMBER.fullmatch(text) and text.isascii() else None


def signed_number(text: str) -> float | None:
    """A decimal number with or without a sign; None for anything else."""
    found = _SIGNED.fullmatch(text)
    return (
        None if found is None or not found[2].isascii() else float(found[2]) * (1.0 if found[1] in ("", "+") else -1.0)
    )
