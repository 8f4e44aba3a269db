"""Describes filters for their chips: shorter than 2 s, rated 3 or more, brighter than 4 kHz."""

from collections.abc import Callable

from engine.base.chips import Bounds
from engine.base.types import Colour
from engine.base.wording import Amount, Said, Saying, Unit, Value, joined, said

_COLOURS = {
    Colour.RED: Saying.RED,
    Colour.ORANGE: Saying.ORANGE,
    Colour.YELLOW: Saying.YELLOW,
    Colour.GREEN: Saying.GREEN,
    Colour.BLUE: Saying.BLUE,
    Colour.PURPLE: Saying.PURPLE,
    Colour.GREY: Saying.GREY,
}


def length(bounds: Bounds) -> Said:
    """Describes dur."""

    def shown(value: float) -> Amount:
        return Amount(value, Unit.SECONDS) if value < 60 else Amount(value / 60, Unit.MINUTES)

    return _between(bounds, shown, Saying.SHORTER, Saying.LONGER, Saying.ANY_LENGTH)


def rate(bounds: Bounds) -> Said:
    """Describes sr."""
    return _between(bounds, _in(Unit.KILOHERTZ, 1000), Saying.UP_TO, Saying.FROM, Saying.ANY_RATE)


def channels(bounds: Bounds) -> Said:
    """Describes ch."""
    low, high = (None if side is None else int(side) for side in (bounds.low, bounds.high))
    if low is not None and high is not None:
        named = {1: Saying.MONO, 2: Saying.STEREO}.get(low)
        if low == high:
            return said(named) if named else said(Saying.CHANNELS, low)
        return said(Saying.CHANNELS_BETWEEN, low, high)
    if high is not None:
        return said(Saying.CHANNELS_UP_TO, high)
    return said(Saying.ANY_CHANNELS) if low is None else said(Saying.CHANNELS_FROM, low)


def depth(bounds: Bounds) -> Said:
    """Describes depth."""
    return range_words(bounds, Unit.BITS, Saying.UP_TO, Saying.OR_MORE, Saying.ANY_DEPTH)


def loudness(bounds: Bounds) -> Said:
    """Describes loud."""
    return range_words(bounds, Unit.LUFS, Saying.QUIETER, Saying.LOUDER, Saying.ANY_LEVEL)


def peak(bounds: Bounds) -> Said:
    """Describes peak."""
    under, over, between, at = Saying.PEAKS_UNDER, Saying.PEAKS_OVER, Saying.PEAKS_BETWEEN, Saying.PEAKS
    return range_words(bounds, Unit.DBFS, under, over, Saying.PEAKS_ANY, between=between, at=at)


def true_peak(bounds: Bounds) -> Said:
    """Describes tp."""
    under, over, between, at = Saying.PEAKS_UNDER, Saying.PEAKS_OVER, Saying.PEAKS_BETWEEN, Saying.PEAKS
    return range_words(bounds, Unit.DBTP, under, over, Saying.PEAKS_ANY, between=between, at=at)


def brightness(bounds: Bounds) -> Said:
    """Describes bright."""

    def shown(value: float) -> Amount:
        return Amount(value, Unit.HERTZ) if value < 1000 else Amount(value / 1000, Unit.KILOHERTZ)

    under, over, neither = Saying.DARKER, Saying.BRIGHTER, Saying.ANY_BRIGHTNESS
    return _between(bounds, shown, under, over, neither, between=Saying.BRIGHT_BETWEEN)


def tempo(bounds: Bounds) -> Said:
    """Describes bpm."""
    return range_words(bounds, Unit.BPM, Saying.SLOWER, Saying.FASTER, Saying.ANY_TEMPO, digits=5)


def size(bounds: Bounds) -> Said:
    """Describes size."""

    def shown(value: float) -> Amount:
        for unit, factor in ((Unit.GIGABYTES, 1e9), (Unit.MEGABYTES, 1e6), (Unit.KILOBYTES, 1e3)):
            if value >= factor:
                return Amount(value / factor, unit, 4)
        return Amount(value, Unit.BYTES)

    return _between(bounds, shown, Saying.SMALLER, Saying.LARGER, Saying.ANY_SIZE)


def rating(bounds: Bounds) -> Said:
    """Describes rating; its bounds are never open."""
    low, high = int(bounds.low or 0), int(bounds.high or 0)
    if high == 0:
        return said(Saying.NOT_RATED)
    if low == high:
        return said(Saying.RATED_AT, low)
    if high == 5:
        return said(Saying.RATED) if low == 1 else said(Saying.RATED_FROM, low)
    if low == 0:
        return said(Saying.RATED_UP_TO_OR_NOT, high)
    return said(Saying.RATED_UP_TO, high) if low == 1 else said(Saying.RATED_BETWEEN, low, high)


def keys(names: tuple[str, ...]) -> Said:
    """Describes key."""
    modes = {name.rsplit(" ", 1)[1] for name in names}
    if len(names) == 12 and len(modes) == 1:
        return said(Saying.MAJOR if modes == {"major"} else Saying.MINOR)
    return said(Saying.KEYS, joined(Saying.OR, names))


def colours(wanted: tuple[str, ...]) -> Said:
    """Describes colour."""
    return said(Saying.MARKED, joined(Saying.OR, [said(_COLOURS[Colour(colour)]) for colour in wanted]))


def formats(names: tuple[str, ...]) -> Said:
    """Describes ext."""
    return any_of(Saying.AT, tuple(name.upper() for name in names))


def any_of(what: Saying, names: tuple[str, ...]) -> Said:
    """Describes filters that name one or several values."""
    return said(what, joined(Saying.OR, names))


def range_words(
    bounds: Bounds,
    unit: Unit,
    under: Saying,
    over: Saying,
    neither: Saying,
    *,
    between: Saying = Saying.BETWEEN,
    at: Saying | None = None,
    digits: int = 6,
) -> Said:
    """Bounds with the unit only once: -36 to -20 LUFS."""
    low, high = bounds.low, bounds.high
    if low is not None and high is not None and low != high:
        return said(between, Amount(low, digits=digits), Amount(high, unit, digits))
    return _between(bounds, _in(unit, digits=digits), under, over, neither, at=at)


def _in(unit: Unit, factor: float = 1, *, digits: int = 6) -> Callable[[float], Amount]:
    return lambda value: Amount(value / factor, unit, digits)


def _between(
    bounds: Bounds,
    shown: Callable[[float], Value],
    under: Saying,
    over: Saying,
    neither: Saying,
    *,
    between: Saying = Saying.BETWEEN,
    at: Saying | None = None,
) -> Said:
    low, high = (None if side is None else shown(side) for side in (bounds.low, bounds.high))
    if low is not None and high is not None:
        if bounds.low == bounds.high:
            return said(at or Saying.AT, low)
        return said(between, low, high)
    if high is not None:
        return said(under, high)
    return said(neither) if low is None else said(over, low)
