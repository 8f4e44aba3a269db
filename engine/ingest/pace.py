"""How fast the readers of a job are, and what the one who has most still has before it. It asks no clock itself."""

import heapq
from collections import deque
from collections.abc import Iterable, Sequence

_WINDOW_S = 30.0
_WINDOW_SHARE = 0.1
"""Of a long job the rates are those of its last tenth: long files of several kinds take turns in half a minute."""


class ReadersPace:
    """What was done in the last half minute, or in the last tenth of what has taken longer. One thread owns it."""

    def __init__(self) -> None:
        self._began_s: float | None = None
        self._readers_s, self._busy = 0.0, 0
        """Seconds that readers had something to read, all together; and how many have now."""
        self._recent: deque[tuple[float, float, Sequence[float]]] = deque()

    def note(self, now_s: float, busy: int, *counts: float) -> None:
        """Notes where the job stands.

        Args:
            now_s: by a clock that rests while the job does.
            busy: readers that have something to read from now on.
            counts: what is counted, each from the job's beginning on.
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
        """How much of one count came in a second."""
        return self._rise(count) / elapsed_s if (elapsed_s := self._recent[-1][0] - self._recent[0][0]) > 0 else 0.0

    def rate_of_one(self, count: int) -> float:
        """How much of it came in a second of one reader's: one that goes on alone is no faster for it."""
        return self._rise(count) / readers_s if (readers_s := self._recent[-1][1] - self._recent[0][1]) > 0 else 0.0

    def _rise(self, count: int) -> float:
        return self._recent[-1][2][count] - self._recent[0][2][count]


def longest(opened: Iterable[float], waiting: Iterable[float], readers: int) -> float:
    """How much work the reader has who has most, when whoever is free first takes the next file.

    Args:
        opened: what is left of each open file. There can be more of them than readers: a file that is read through is
            not kept at once.
        waiting: how much work each file is that nobody has begun, in the order in which they are read.
        readers: how many there are.
    """
    loads = heapq.nlargest(readers, opened)
    loads += [0.0] * (readers - len(loads))
    heapq.heapify(loads)
    for work in waiting:
        heapq.heapreplace(loads, loads[0] + work)
    return max(loads)
