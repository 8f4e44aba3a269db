"""Loudness along a sound, one byte per unit, and the common level at which units are heard.

Units are found at one level, so a quieter copy has the same units. The bytes keep the original levels, from which a
sketch restores the dynamics.
"""

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Waves

Levels = NDArray[np.uint8]
"""uint8 [C]: 0 is silence, otherwise (dBFS + 100) * 2.5 of the root mean square, from -99.6 to 2 dBFS."""
HEARD_AT_DBFS = -18.0
"""Root mean square of the loudest stretch when units are found."""
_FLOOR_DBFS = -100.0
_STEPS_A_DB = 2.5
_LOUDEST_S = 0.2
_SILENT = 1e-5
"""Root mean square below which a sound is silent and is not amplified."""


def levelled(samples: Waves, sample_rate_hz: int) -> Waves:
    """Returns the sound scaled so that its loudest fifth of a second is at `HEARD_AT_DBFS`, float32 [T]. Silence stays.

    Args:
        samples: float32 [T], mono.
        sample_rate_hz: of the samples.
    """
    loudest = float(root_mean_squares(samples, max(1, round(_LOUDEST_S * sample_rate_hz))).max(initial=0.0))
    if loudest < _SILENT:
        return samples
    return np.asarray(samples * np.float32(10.0 ** (HEARD_AT_DBFS / 20.0) / loudest), dtype=np.float32)


def levels_of(samples: Waves, hop: int, count: int) -> Levels:
    """Returns the level of each of `count` units, uint8 [count].

    Args:
        samples: float32 [T], mono, at their original level.
        hop: samples per unit.
        count: number of units; past the end is silence.
    """
    # A unit is four frames. The first is centred on the unit's first sample, so the unit starts an eighth earlier.
    before = hop // 8
    padded = np.pad(samples, (before, max(0, count * hop - before - len(samples))))[: count * hop]
    found = root_mean_squares(padded, hop)[:count]
    decibels = 20.0 * np.log10(np.maximum(found, 1e-12))
    return np.clip(np.round((decibels - _FLOOR_DBFS) * _STEPS_A_DB), 0, 255).astype(np.uint8)


def decibels_of(levels: Levels) -> NDArray[np.float32]:
    """Converts levels to dBFS, float32 [C]; silence is -100."""
    return (levels.astype(np.float32) / np.float32(_STEPS_A_DB) + np.float32(_FLOOR_DBFS)).astype(np.float32)


def root_mean_squares(samples: Waves, width: int) -> NDArray[np.float64]:
    """Returns the root mean square of each `width` samples, float64 [ceil(T / width)]; the last may be of fewer."""
    if not len(samples):
        return np.zeros(0)
    starts = np.arange(0, len(samples), width)
    sums = np.add.reduceat(np.square(samples, dtype=np.float64), starts)
    found: NDArray[np.float64] = np.sqrt(sums / np.minimum(width, len(samples) - starts))
    return found
