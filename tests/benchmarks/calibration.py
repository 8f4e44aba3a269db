"""Tells whether a machine was left to a benchmark: before and after it the same small work is timed.

Work on two threads must be twice that on one, and both measurements must agree; where a neighbour takes a core, figures
say more about the neighbour than about Earshot. Such a run is refused, unless it was asked for: then every figure of it
says that it is disturbed.
"""

import hashlib
import os
import statistics
import threading
import time
from dataclasses import dataclass

_ROUNDS = 3
_QUIET_FROM = 0.9
"""Share of the work that two free cores would do."""
_MOST_MOVED = 0.1
"""Most that the measurements before and after may differ, as a share."""
_DATA = bytes(2**24)


@dataclass(frozen=True, slots=True)
class Calibration:
    """How much a machine gets done."""

    scaling: float
    """Work of two threads against that of one: 2.0 on two idle cores, 1.0 when a neighbour uses one of them."""
    speed_mib_s: float
    """What one thread hashes."""

    @property
    def is_quiet(self) -> bool:
        """Whether nobody else had a core that a benchmark needs."""
        return self.scaling >= _QUIET_FROM * min(2, os.cpu_count() or 1)

    def __str__(self) -> str:
        """For the line above a benchmark's figures."""
        return f"two threads do {self.scaling:.2f} x the work of one, which hashes {self.speed_mib_s:.0f} MiB/s"


def calibrate() -> Calibration:
    """Takes some tenths of a second; the middle of three rounds."""
    rounds = [_round() for _ in range(_ROUNDS)]
    return Calibration(*(statistics.median(values) for values in zip(*rounds, strict=True)))


def what_disturbed(before: Calibration, after: Calibration) -> str:
    """Why the figures between two measurements are not to be quoted; empty where they are."""
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
