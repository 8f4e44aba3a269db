"""Tells whether a benchmark had the machine to itself, by timing the same small work before and after it.

Work on two threads must be twice that on one, and both measurements must agree; with a neighbour on a core, figures say
more about the neighbour than about Earshot. Such a run is refused unless requested; then every figure is marked as
disturbed.
"""

import hashlib
import os
import statistics
import threading
import time
from dataclasses import dataclass

_ROUNDS = 3
_QUIET_FROM = 0.9
"""Least share of the work of two free cores."""
_MOST_MOVED = 0.1
"""Largest relative difference between the measurements before and after."""
_DATA = bytes(2**24)


@dataclass(frozen=True, slots=True)
class Calibration:
    scaling: float
    """Work of two threads against that of one: 2.0 on two idle cores, 1.0 with a neighbour on one of them."""
    speed_mib_s: float
    """Hashed by one thread."""

    @property
    def is_quiet(self) -> bool:
        """Whether nobody else used a core that a benchmark needs."""
        return self.scaling >= _QUIET_FROM * min(2, os.cpu_count() or 1)

    def __str__(self) -> str:
        return f"two threads do {self.scaling:.2f} x the work of one, which hashes {self.speed_mib_s:.0f} MiB/s"


def calibrate() -> Calibration:
    """Takes some tenths of a second; returns the median of three rounds."""
    rounds = [_round() for _ in range(_ROUNDS)]
    return Calibration(*(statistics.median(values) for values in zip(*rounds, strict=True)))


def what_disturbed(before: Calibration, after: Calibration) -> str:
    """Returns why the figures between two measurements are unusable; empty if they are fine."""
    if not before.is_quiet:
        return f"before it {before}"
    if not after.is_quiet:
        return f"after it {after}"
    for name in ("scaling", "speed_mib_s"):
        first, last = getattr(before, name), getattr(after, name)
        if abs(last - first) > _MOST_MOVED * first:
            return f"{name} went from {first:.2f} to {last:.2f}"
    return ""


def _round() -> tuple[float, float]:
    start = time.perf_counter()
    _work()
    alone_s = time.perf_counter() - start
    threads = [threading.Thread(target=_work) for _ in range(2)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 2 * alone_s / (time.perf_counter() - start), 4 * len(_DATA) / 2**20 / alone_s


def _work() -> None:
    for _ in range(4):
        hashlib.sha256(_DATA).digest()
