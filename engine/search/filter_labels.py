"""Describes filters for their chips: shorter than 2 s, rated 3 or more, brighter than 4 kHz."""

from collections.abc import Callable

from engine.base.chips import Bounds
from engine.base.messages import Amount, Message, MessageCode, PlainText, Unit, Value, joined, said
from engine.base.query_messages import QueryMessage
from engine.base.types import Colour

_COLOURS = {
    Colour.RED: QueryMessage.RED,
    Colour.ORANGE: QueryMessage.ORANGE,
    Colour.YELLOW: QueryMessage.YELLOW,
    Colour.GREEN: QueryMessage.GREEN,
    Colour.BLUE: QueryMessage.BLUE,
    Colour.PURPLE: QueryMessage.PURPLE,
    Colour.GREY: QueryMessage.GREY,
}


def length(bounds: Bounds) -> Message:
    """Describes dur."""

    def shown(value: float) -> Amount:
        return Amount(value, Unit.SECONDS) if value < 60 else Amount(value / 60, Unit.MINUTES)

    return _between(bounds, shown, QueryMessage.SHORTER_THAN, QueryMessage.LONGER_THAN, QueryMessage.ANY_LENGTH)


def rate(bounds: Bounds) -> Message:
    """Describes sr."""
    return _between(bounds, _in(Unit.KILOHERTZ, 1000), QueryMessage.UP_TO, QueryMessage.FROM, QueryMessage.ANY_RATE)


def channels(bounds: Bounds) -> Message:
    """Describes ch."""
    low, high = (None if side is None else int(side) for side in (bounds.low, bounds.high))
    if low is not None and high is not None:
        named = {1: QueryMessage.MONO, 2: QueryMessage.STEREO}.get(low)
        if low == high:
            return said(named) if named else said(QueryMessage.CHANNEL_COUNT, low)
        return said(QueryMessage.CHANNELS_BETWEEN, low, high)
    if high is not None:
        return said(QueryMessage.CHANNELS_UP_TO, high)
    return said(QueryMessage.ANY_CHANNELS) if low is None else said(QueryMessage.CHANNELS_FROM, low)


def depth(bounds: Bounds) -> Message:
    """Describes depth."""
    return range_words(bounds, Unit.BITS, QueryMessage.UP_TO, QueryMessage.OR_MORE, QueryMessage.ANY_DEPTH)


def loudness(bounds: Bounds) -> Message:
    """Describes loud."""
    return range_words(bounds, Unit.LUFS, QueryMessage.QUIETER, QueryMessage.LOUDER, QueryMessage.ANY_LEVEL)


def peak(bounds: Bounds) -> Message:
    """Describes peak."""
    under, over, between, at = (
        QueryMessage.PEAKS_UNDER,
        QueryMessage.PEAKS_OVER,
        QueryMessage.PEAKS_BETWEEN,
        QueryMessage.PEAKS,
    )
    return range_words(bounds, Unit.DBFS, under, over, QueryMessage.PEAKS_ANY, between=between, at=at)


def true_peak(bounds: Bounds) -> Message:
    """Describes tp."""
    under, over, between, at = (
        QueryMessage.PEAKS_UNDER,
        QueryMessage.PEAKS_OVER,
        QueryMessage.PEAKS_BETWEEN,
        QueryMessage.PEAKS,
    )
    return range_words(bounds, Unit.DBTP, under, over, QueryMessage.PEAKS_ANY, between=between, at=at)


def brightness(bounds: Bounds) -> Message:
    """Describes bright."""

    def shown(value: float) -> Amount:
        return Amount(value, Unit.HERTZ) if value < 1000 else Amount(value / 1000, Unit.KILOHERTZ)

    under, over, neither = QueryMessage.DARKER, QueryMessage.BRIGHTER, QueryMessage.ANY_BRIGHTNESS
    return _between(bounds, shown, under, over, neither, between=QueryMessage.BRIGHT_BETWEEN)


def tempo(bounds: Bounds) -> Message:
    """Describes bpm."""
    return range_words(bounds, Unit.BPM, QueryMessage.SLOWER, QueryMessage.FASTER, QueryMessage.ANY_TEMPO, digits=5)


def size(bounds: Bounds) -> Message:
    """Describes size."""

    def shown(value: float) -> Amount:
        for unit, factor in ((Unit.GIGABYTES, 1e9), (Unit.MEGABYTES, 1e6), (Unit.KILOBYTES, 1e3)):
            if value >= factor:
                return Amount(value / factor, unit, 4)
        return Amount(value, Unit.BYTES)

    return _between(bounds, shown, QueryMessage.SMALLER, QueryMessage.LARGER, QueryMessage.ANY_SIZE)


def rating(bounds: Bounds) -> Message:
    """Describes rating; its bounds are never open."""
    low, high = int(bounds.low or 0), int(bounds.high or 0)
    if high == 0:
        return said(QueryMessage.NOT_RATED)
    if low == high:
        return said(QueryMessage.RATED_AT, low)
    if high == 5:
        return said(QueryMessage.RATED) if low == 1 else said(QueryMessage.RATED_FROM, low)
    if low == 0:
        return said(QueryMessage.RATED_UP_TO_OR_NOT, high)
    return said(QueryMessage.RATED_UP_TO, high) if low == 1 else said(QueryMessage.RATED_BETWEEN, low, high)


def keys(names: tuple[str, ...]) -> Message:
    """Describes key."""
    modes = {name.rsplit(" ", 1)[1] for name in names}
    if len(names) == 12 and len(modes) == 1:
        return said(QueryMessage.MAJOR if modes == {"major"} else QueryMessage.MINOR)
    return said(QueryMessage.KEYS, joined(QueryMessage.OR, names))


def colours(wanted: tuple[str, ...]) -> Message:
    """Describes colour."""
    return said(QueryMessage.MARKED, joined(QueryMessage.OR, [said(_COLOURS[Colour(colour)]) for colour in wanted]))


def formats(names: tuple[str, ...]) -> Message:
    """Describes ext."""
    return any_of(PlainText.AT, tuple(name.upper() for name in names))


def any_of(what: MessageCode, names: tuple[str, ...]) -> Message:
    """Describes filters that name one or several values."""
    return said(what, joined(QueryMessage.OR, names))


def range_words(
    bounds: Bounds,
    unit: Unit,
    under: QueryMessage,
    over: QueryMessage,
    neither: QueryMessage,
    *,
    between: QueryMessage = QueryMessage.BETWEEN,
    at: QueryMessage | None = None,
    digits: int = 6,
) -> Message:
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
    under: QueryMessage,
    over: QueryMessage,
    neither: QueryMessage,
    *,
    between: QueryMessage = QueryMessage.BETWEEN,
    at: QueryMessage | None = None,
) -> Message:
    low, high = (None if side is None else shown(side) for side in (bounds.low, bounds.high))
    if low is not None and high is not None:
        if bounds.low == bounds.high:
            return said(at or PlainText.AT, low)
        return said(between, low, high)
    if high is not None:
        return said(under, high)
    return said(neither) if low is None else said(over, low)
