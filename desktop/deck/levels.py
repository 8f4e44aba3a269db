"""The level meter's data: peaks of the output, released when they become audible.

The player's thread adds, the GUI takes; neither waits for the other.
"""

import math
from collections import deque

import numpy as np

from desktop.deck.buffer import Block

_EXPONENT = 0.6
"""Stevens' power law: loudness grows with sound pressure to the power of 0.6."""
SILENT_DB = -60.0
"""Lower end of meters."""


def gain_of(volume_percent: float, *, is_muted: bool = False) -> float:
    """Gain for a perceived volume: 50 is half as loud as 100, which is -10 dB."""
    if is_muted:
        return 0.0
    return float((min(100.0, max(0.0, volume_percent)) / 100.0) ** (1.0 / _EXPONENT))


def level_db(peak: float) -> float:
    """A peak of 0 to 1 in dBFS, at least -60."""
    return max(SILENT_DB, 20 * math.log10(max(peak, 1e-9)))


_KEPT = 256
"""A few seconds; the oldest are dropped."""


class Levels:
    """Peaks waiting to become audible."""

    def __init__(self) -> None:
        self._coming: deque[tuple[float, tuple[float, ...]]] = deque(maxlen=_KEPT)

    def add(self, samples: Block, heard_at: float) -> None:
        """Adds a block, float32 [T, C], audible from `heard_at` on, by time.monotonic. Player thread only."""
        self._coming.append((heard_at, tuple(np.abs(samples).max(axis=0, initial=0.0).tolist())))

    def take(self, now: float) -> tuple[float, ...] | None:
        """Highest peak per channel since the last call, 0 to 1 or above; None without new audio. GUI thread only."""
        highest: tuple[float, ...] | None = None
        while self._coming and self._coming[0][0] <= now:
            _, peaks = self._coming.popleft()
            same = highest is not None and len(highest) == len(peaks)
            highest = tuple(map(max, highest, peaks)) if same and highest is not None else peaks
        return highest
