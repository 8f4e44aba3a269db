"""Makes the catalogue's Filters of the filter parts of a query, and the words in which a chip shows each of them."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.search import limits
from engine.search.limits import Bounds
from engine.store.filters import Filters


@dataclass(frozen=True, slots=True)
class Part:
    """One filter of a query, read."""

    key: str
    text: str
    """What its chip says."""
    bounds: Bounds = limits.OPEN
    """Of dur, ch and sr."""
    names: tuple[str, ...] = ()
    """Of ext, in and tag."""
    wanted: bool | None = None
    """Of fav and offline."""


def read(key: str, value: str) -> Part:
    """Reads one filter.

    Raises:
        QueryError: the value cannot be read.
    """
    if key == "dur":
        bounds = limits.duration(value)
        return Part(key, _length_words(bounds), bounds)
    if key == "ch":
        bounds = limits.channels(value)
        return Part(key, _count_words(bounds), bounds)
    if key == "sr":
        bounds = limits.sample_rate(value)
        return Part(key, _rate_words(bounds), bounds)
    if key == "ext":
        names = limits.extensions(value)
        return Part(key, " or ".join(name.upper() for name in names), names=names)
    if key in ("in", "tag"):
        name = limits.words(key, value)
        return Part(key, f"in {name}" if key == "in" else f"tagged {name}", names=(name,))
    wanted = limits.yes_or_no(key, value)
    word = "favourites" if key == "fav" else "offline"
    return Part(key, word if wanted else f"no {word}" if key == "fav" else "not offline", wanted=wanted)


def combine(parts: Iterable[Part]) -> Filters:
    """Gives the filters that let pass what every part lets pass; several `ext` parts are alternatives."""
    bounds = {"dur": limits.OPEN, "ch": limits.OPEN, "sr": limits.OPEN}
    names: dict[str, list[str]] = {"ext": [], "in": [], "tag": []}
    wanted: dict[str, bool | None] = {"fav": None, "offline": None}
    for part in parts:
        if part.key in bounds:
            bounds[part.key] = bounds[part.key].and_also(part.bounds)
        elif part.key in names:
            names[part.key] += part.names
        else:
            wanted[part.key] = part.wanted
    longest_s = bounds["dur"].high
    return Filters(
        min_s=bounds["dur"].low,
        # Filters.max_s is exclusive and our bounds are inclusive: the next number up makes one of the other.
        max_s=None if longest_s is None else math.nextafter(longest_s, math.inf),
        min_channels=_whole(bounds["ch"].low),
        max_channels=_whole(bounds["ch"].high),
        min_rate_hz=_whole(bounds["sr"].low),
        max_rate_hz=_whole(bounds["sr"].high),
        formats=tuple(dict.fromkeys(names["ext"])),
        folders=tuple(dict.fromkeys(names["in"])),
        tags=tuple(dict.fromkeys(names["tag"])),
        is_favourite=wanted["fav"],
        is_offline=wanted["offline"],
    )


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _length_words(bounds: Bounds) -> str:
    def seconds(value: float) -> str:
        return f"{value:.6g} s" if value < 60 else f"{value / 60:.6g} min"

    if bounds.low is None or bounds.high is None:
        return _open_words(bounds, seconds, "shorter than", "longer than", "any length")
    return f"{seconds(bounds.low)} to {seconds(bounds.high)}"


def _rate_words(bounds: Bounds) -> str:
    def kilohertz(value: float) -> str:
        return f"{value / 1000:g} kHz"

    if bounds.low is None or bounds.high is None:
        return _open_words(bounds, kilohertz, "up to", "from", "any rate")
    return (
        kilohertz(bounds.low) if bounds.low == bounds.high else f"{kilohertz(bounds.low)} to {kilohertz(bounds.high)}"
    )


def _count_words(bounds: Bounds) -> str:
    def channels(value: float) -> str:
        return {1.0: "mono", 2.0: "stereo"}.get(value, f"{value:.0f} channels")

    if bounds.low is None or bounds.high is None:
        return _open_words(bounds, lambda value: f"{value:.0f} channels", "up to", "from", "any channels")
    return channels(bounds.low) if bounds.low == bounds.high else f"{bounds.low:.0f} to {bounds.high:.0f} channels"


def _open_words(bounds: Bounds, words: Callable[[float], str], under: str, over: str, neither: str) -> str:
    if bounds.high is not None:
        return f"{under} {words(bounds.high)}"
    return f"{over} {words(bounds.low)}" if bounds.low is not None else neither
