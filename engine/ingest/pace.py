"""Reading rates of a job's readers, and the remaining work of the busiest one. Reads no clock itself."""

import heapq
from collections import deque
from collections.abc import Iterable, Sequence

_WINDOW_S = 30.0
_WINDOW_SHARE = 0.1
"""In a long job the rates cover the last tenth: long files of several kinds alternate within half a minute."""


class ReadersPace:
    """Rates over the last half minute, or the last tenth of a longer job. One thread owns it."""

    def __init__(self) -> None:
        self._began_s: float | None = None
        self._readers_s, self._busy = 0.0, 0
        """Total seconds during which readers had work; and the number that have some now."""
        self._recent: deque[tuple[float, float, Sequence[float]]] = deque()

    def note(self, now_s: float, busy: int, *counts: float) -> None:
        """Records the state of the job.

        Args:
            now_s: by a clock that stops while the job is paused.
            busy: readers with work from now on.
            counts: totals since the job began.
        """
        if self._began_s is None:
            self._began_s = now_s
        else:
            self._readers_s += (now_s - self._recent[-1][0]) * self._busy
        self._busy = busy
        self._recent.append((now_s, self._readers_s, counts))
        window_s = max(_WINDOW_S, _WINDOW_SHARE * (now_s - self._began_s))
        while len(self._recent) > 2 and self._recent[1][0] < now_s - window_s:
            self._recent.popleft()

    def rate(self, count: int) -> float:
        """Returns the increase of a count per second."""
        return self._rise(count) / elapsed_s if (elapsed_s := self._recent[-1][0] - self._recent[0][0]) > 0 else 0.0

    def rate_of_one(self, count: int) -> float:
        """Returns the increase per second of reader time: a reader left alone is no faster."""
        return self._rise(count) / readers_s if (readers_s := self._recent[-1][1] - self._recent[0][1]) > 0 else 0.0

    def _rise(self, count: int) -> float:
        return self._recent[-1][2][count] - self._recent[0][2][count]


def longest(opened: Iterable[float], waiting: Iterable[float], readers: int) -> float:
    """Returns the largest load of any reader, if whoever is free first takes the next file.

    Args:
        opened: remaining work of each open file. There can be more of them than readers, because a file is stored some
            time after it is read.
        waiting: work of each file not yet begun, in reading order.
        readers: number of readers.
    """
    loads = heapq.nlargest(readers, opened)
    loads += [0.0] * (readers - len(loads))
    heapq.heapify(loads)
    for work in waiting:
        heapq.heapreplace(loads, loads[0] + work)
    return max(loads)
