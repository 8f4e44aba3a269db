"""Counts peaks that are cut off flat, in constant memory.

The criterion is that of R. Mühlbauer, "Automatic Audio Defect Detection" (thesis, JKU Linz 2010), which Essentia's
SaturationDetector uses too: a run of samples near the highest level whose differences are almost none. Two things are
ours. The level is the sound's own peak, not full scale, so that a clip that was turned down later is found. And the
waveform must leave the plateau steeply: the top of a low tone is as flat, but curves away slowly. A square wave counts
as clipped; coding by MP3 and the like makes plateaus uneven, so that they are not found.
"""

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Waves

LEAST_RUN = 3
"""Samples of a plateau; the count of Sony's PCM-1630 for an over."""
_NEAR = 0.99
"""A plateau lies at this share of the channel's peak or above."""
_LEAST_LEVEL = 0.05
"""Under -26 dBFS steps of 16 bits are plateaus themselves."""
_STEEP = 16.0
"""Steps of the resolution by which the second sample beside a plateau lies under it. A parabola that is flat to one
step over three samples has fallen by 9 there.
"""
_HELD = 34


class ClippingCounter:
    """Counts in streamed blocks; the result does not depend on their sizes."""

    def __init__(self, channels: int, bit_depth: int | None) -> None:
        """Args: `bit_depth`: bits per sample; None if unknown or lossy."""
        step = 2.0 ** (1 - min(16, bit_depth or 16))
        self._sides = [_Side(step) for _ in range(2 * channels)]

    def add(self, block: NDArray[np.float32]) -> None:
        """Takes the next block, float32 [T, C]."""
        for channel in range(block.shape[1]):
            samples = np.ascontiguousarray(block[:, channel])
            self._sides[2 * channel].add(samples)
            self._sides[2 * channel + 1].add(-samples)

    def finish(self) -> int:
        return sum(side.count for side in self._sides)


class _Side:
    """The positive or, negated, the negative half of a channel."""

    def __init__(self, step: float) -> None:
        self._step = step
        self._peak = 0.0
        self._held = np.zeros(0, np.float32)
        self._is_first = True
        self.count = 0

    def add(self, samples: Waves) -> None:
        if not len(samples):
            return
        highest = float(samples.max())
        if highest * _NEAR > self._peak:  # what was counted lies lower
            self.count = 0
        self._peak = max(self._peak, highest)
        joined = np.concatenate([self._held, samples])
        if highest >= max(_LEAST_LEVEL, _NEAR * self._peak):
            self.count += self._plateaus(joined, len(self._held))
        self._is_first = self._is_first and len(joined) <= _HELD
        self._held = joined[-_HELD:].copy()

    def _plateaus(self, joined: Waves, seen: int) -> int:
        """Counts plateaus in float32 [T] that end with the first sample not `seen`, or later."""
        level = max(_LEAST_LEVEL, _NEAR * self._peak)
        is_flat = (np.abs(np.diff(joined)) <= self._step) & (joined[1:] >= level) & (joined[:-1] >= level)
        edges = np.diff(np.concatenate([[0], is_flat.astype(np.int8), [0]]))
        starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)  # first and last sample of each run
        is_new = (ends - starts + 1 >= LEAST_RUN) & (ends + 2 < len(joined)) & (ends + 2 >= seen)
        if not self._is_first:
            is_new &= starts >= 0
        starts, ends = starts[is_new], ends[is_new]
        fall = _STEEP * self._step
        leaves = joined[ends] - joined[np.minimum(ends + 2, len(joined) - 1)] >= fall
        comes = joined[starts] - joined[np.maximum(starts - 2, 0)] >= fall
        comes |= (starts < 2) & (not self._is_first)  # its beginning lies before what was held
        return int((leaves & comes).sum())
