"""The ruler's marks: how far apart they stand and what is written at them. No painting here."""

import math
from collections.abc import Iterator

from desktop.translation import number

_MARK_PX = 90.0
_LONG_STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000)


def step_s(length_s: float, width_px: float) -> float:
    """The distance of marks at least 90 pixels apart: a round number of seconds."""
    wanted_s = length_s * _MARK_PX / max(1.0, width_px)
    if wanted_s > 1:
        return float(next((step for step in _LONG_STEPS_S if step >= wanted_s), _LONG_STEPS_S[-1]))
    decade = 10.0 ** math.floor(math.log10(max(1e-7, wanted_s)))
    return next(factor * decade for factor in (1, 2, 5, 10) if factor * decade >= wanted_s * 0.999)


def marks(start_s: float, end_s: float, width_px: float) -> Iterator[tuple[float, str]]:
    """The places of the marks in view, and what is written at them."""
    step = step_s(end_s - start_s, width_px)
    for count in range(math.ceil(start_s / step - 1e-9), math.floor(end_s / step + 1e-9) + 1):
        yield count * step, label(count * step, step)


def label(at_s: float, step: float) -> str:
    """A place no finer than the step: "0:05", "9:00:00", "0:07.5", "0:00.0025"; with a comma in German."""
    digits = max(0, math.ceil(-math.log10(step) - 1e-9)) if step < 1 else 0
    scale = 10**digits
    ticks = round(at_s * scale)
    seconds = ticks // scale
    text = f"{seconds // 60 % 60:02}:{seconds % 60:02}" if seconds >= 3600 else f"{seconds // 60}:{seconds % 60:02}"
    text = f"{seconds // 3600}:{text}" if seconds >= 3600 else text
    return text + number(ticks % scale / scale, digits)[1:] if digits else text
