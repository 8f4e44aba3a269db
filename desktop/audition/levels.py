"""The loudness being heard: peaks of what was given to the output, told when they reach the ear.

The player's thread adds, the window takes; neither waits for the other.
"""

import math
from collections import deque

import numpy as np

from desktop.audition.buffer import Block

_EXPONENT = 0.6
"""Stevens' power law: loudness grows with sound pressure to the power of 0.6."""
SILENT_DB = -60.0
"""Where meters end; anything lower counts as silence."""


def gain_of(volume_percent: float, *, is_muted: bool = False) -> float:
    """Returns the gain for a volume as it is felt: 50 is half as loud as 100, which is -10 dB."""
    if is_muted:
        return 0.0
    return float((min(100.0, max(0.0, volume_percent)) / 100.0) ** (1.0 / _EXPONENT))


def level_db(peak: float) -> float:
    """A peak of 0 to 1 in dBFS, not below -60."""
    return max(SILENT_DB, 20 * math.log10(max(peak, 1e-9)))


_KEPT = 256
"""Some seconds; where nobody takes them the oldest go."""


class Levels:
    """Peaks on their way to the ear."""

    def __init__(self) -> None:
        self._coming: deque[tuple[float, tuple[float, ...]]] = deque(maxlen=_KEPT)

    def add(self, samples: Block, heard_at: float) -> None:
        """Takes a block, float32 [T, C], that is heard from `heard_at` on, by time.monotonic. Player thread only."""
        self._coming.append((heard_at, tuple(np.abs(samples).max(axis=0, initial=0.0).tolist())))

    def take(self, now: float) -> tuple[float, ...] | None:
        """The highest peak of each channel, 0 to 1 and above, since the last call; None for nothing new.

        GUI thread only.
        """
        highest: tuple[float, ...] | None = None
        while self._coming and self._coming[0][0] <= now:
            _, peaks = self._coming.popleft()
            same = highest is not None and len(highest) == len(peaks)
            highest = tuple(map(max, highest, peaks)) if same and highest is not None else peaks
        return highest
