"""Times calls against each other fairly: turn by turn, in one process, on the same data."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Timing:
    seconds: NDArray[np.float64]

    @property
    def median_s(self) -> float:
        return float(np.median(self.seconds))

    @property
    def p95_s(self) -> float:
        return float(np.percentile(self.seconds, 95))


def interleaved(calls: Mapping[str, Callable[[int], object]], turns: int, warm_up: int = 3) -> dict[str, Timing]:
    """Calls every candidate with 0, 1, 2, … in turn, rotating the order from turn to turn."""
    names = list(calls)
    for turn in range(warm_up):
        for name in names:
            calls[name](turn)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(turns):
        for name in names if turn % 2 else reversed(names):
            start = time.perf_counter()
            calls[name](turn)
            seconds[name].append(time.perf_counter() - start)
    return {name: Timing(np.array(values)) for name, values in seconds.items()}


def ratio(candidate: Timing, reference: Timing) -> str:
    """Returns median and p95 of the candidate over those of the reference."""
    return f"median {candidate.median_s / reference.median_s:.2f}, p95 {candidate.p95_s / reference.p95_s:.2f}"


def p95_ratio(candidate: Timing, reference: Timing) -> float:
    """Returns p95 of the candidate over that of the reference."""
    return candidate.p95_s / reference.p95_s
