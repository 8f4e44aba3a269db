"""The words in which a chip shows what a filter asks: "shorter than 2 s", "rated 3 or more", "brighter than 4 kHz"."""

from collections.abc import Callable

from engine.search.limits import Bounds


def length(bounds: Bounds) -> str:
    """Of dur."""

    def seconds(value: float) -> str:
        return f"{value:.6g} s" if value < 60 else f"{value / 60:.6g} min"

    return _said(bounds, seconds, "shorter than {}", "longer than {}", "any length")


def rate(bounds: Bounds) -> str:
    """Of sr."""

    def kilohertz(value: float) -> str:
        return f"{value / 1000:g} kHz"

    return _said(bounds, kilohertz, "up to {}", "from {}", "any rate")


def channels(bounds: Bounds) -> str:
    """Of ch."""
    if bounds.low is not None and bounds.low == bounds.high:
        return {1.0: "mono", 2.0: "stereo"}.get(bounds.low, f"{bounds.low:.0f} channels")
    if bounds.low is not None and bounds.high is not None:
        return f"{bounds.low:.0f} to {bounds.high:.0f} channels"
    return _said(bounds, lambda value: f"{value:.0f} channels", "up to {}", "from {}", "any channels")


def depth(bounds: Bounds) -> str:
    """Of depth."""
    if bounds.low is not None and bounds.high is not None and bounds.low != bounds.high:
        return f"{bounds.low:.0f} to {bounds.high:.0f} bit"
    return _said(bounds, lambda value: f"{value:.0f} bit", "up to {}", "{} or more", "any depth")


def loudness(bounds: Bounds) -> str:
    """Of loud."""
    return _levels(bounds, "LUFS", "quieter than {}", "louder than {}")


def peak(bounds: Bounds) -> str:
    """Of peak."""
    words = _levels(bounds, "dBFS", "under {}", "over {}")
    return f"peaks {words}"


def brightness(bounds: Bounds) -> str:
    """Of bright."""
    return _said(bounds, _hertz, "darker than {}", "brighter than {}", "any brightness", between="{} to {} bright")


def tempo(bounds: Bounds) -> str:
    """Of bpm."""
    if bounds.low is not None and bounds.high is not None and bounds.low != bounds.high:
        return f"{bounds.low:.5g} to {bounds.high:.5g} BPM"
    return _said(bounds, lambda value: f"{value:.5g} BPM", "slower than {}", "faster than {}", "any tempo")


def size(bounds: Bounds) -> str:
    """Of size."""

    def shown(value: float) -> str:
        for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
            if value >= factor:
                return f"{value / factor:.4g} {unit}"
        return f"{value:.0f} bytes"

    return _said(bounds, shown, "smaller than {}", "larger than {}", "any size")


def rating(bounds: Bounds) -> str:
    """Of rating; its bounds are never open."""
    low, high = int(bounds.low or 0), int(bounds.high or 0)
    if high == 0:
        return "not rated"
    if low == high:
        return f"rated {low}"
    if high == 5:
        return "rated" if low == 1 else f"rated {low} or more"
    if low == 0:
        return f"rated {high} or less, or not rated"
    return f"rated {high} or less" if low == 1 else f"rated {low} to {high}"


def keys(names: tuple[str, ...]) -> str:
    """Of key."""
    modes = {name.rsplit(" ", 1)[1] for name in names}
    if len(names) == 12 and len(modes) == 1:
        return f"in a {modes.pop()} key"
    return f"in {' or '.join(names)}"


def _hertz(value: float) -> str:
    return f"{value:g} Hz" if value < 1000 else f"{value / 1000:g} kHz"


def _levels(bounds: Bounds, unit: str, under: str, over: str) -> str:
    if bounds.low is not None and bounds.high is not None and bounds.low != bounds.high:
        return f"{bounds.low:g} to {bounds.high:g} {unit}"
    return _said(bounds, lambda value: f"{value:g} {unit}", under, over, "at any level")


def _said(
    bounds: Bounds, words: Callable[[float], str], under: str, over: str, neither: str, between: str = "{} to {}"
) -> str:
    if bounds.low is not None and bounds.high is not None:
        low, high = words(bounds.low), words(bounds.high)
        return low if bounds.low == bounds.high else between.format(low, high)
    if bounds.high is not None:
        return under.format(words(bounds.high))
    return over.format(words(bounds.low)) if bounds.low is not None else neither
