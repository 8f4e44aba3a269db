"""How loud a sound is along its units: one byte a unit, and the level that units are heard at, however loud it was.

Units are found at one level, so that a copy that is softer has the same ones; the bytes keep what was taken off, from
which a sketch gets the dynamics of the sound back.
"""

import numpy as np
from numpy.typing import NDArray

from engine.types import Waves

Levels = NDArray[np.uint8]
"""uint8 [C]: 0 is silence, else (dBFS + 100) * 2.5 of the root mean square, from -99.6 up to 2 dBFS."""
HEARD_AT_DBFS = -18.0
"""Root mean square of the loudest stretch, as units are heard."""
_FLOOR_DBFS = -100.0
_STEPS_A_DB = 2.5
_LOUDEST_S = 0.2
_SILENT = 1e-5
"""Root mean square below which there is nothing to be brought up."""


def levelled(samples: Waves, sample_rate_hz: int) -> Waves:
    """Gives a sound whose loudest fifth of a second is at `HEARD_AT_DBFS`, float32 [T]; silence as it is.

    Args:
        samples: float32 [T], mono.
        sample_rate_hz: its rate.
    """
    loudest = float(root_mean_squares(samples, max(1, round(_LOUDEST_S * sample_rate_hz))).max(initial=0.0))
    if loudest < _SILENT:
        return samples
    return np.asarray(samples * np.float32(10.0 ** (HEARD_AT_DBFS / 20.0) / loudest), dtype=np.float32)


def levels_of(samples: Waves, hop: int, count: int) -> Levels:
    """Gives the level of each of `count` units that last `hop` samples each, uint8 [count].

    Args:
        samples: float32 [T], mono, at the level it has.
        hop: samples a unit.
        count: units; what is beyond the end is silence.
    """
    # A unit is four frames; the first is centred on the unit's first sample, so it reaches an eighth before it.
    before = hop // 8
    padded = np.pad(samples, (before, max(0, count * hop - before - len(samples))))[: count * hop]
    found = root_mean_squares(padded, hop)[:count]
    decibels = 20.0 * np.log10(np.maximum(found, 1e-12))
    return np.clip(np.round((decibels - _FLOOR_DBFS) * _STEPS_A_DB), 0, 255).astype(np.uint8)


def decibels_of(levels: Levels) -> NDArray[np.float32]:
    """Gives dBFS of levels, float32 [C]; silence is -100."""
    return (levels.astype(np.float32) / np.float32(_STEPS_A_DB) + np.float32(_FLOOR_DBFS)).astype(np.float32)


def root_mean_squares(samples: Waves, width: int) -> NDArray[np.float64]:
    """Gives the root mean square of each `width` samples, float64 [ceil(T / width)]; the last may be of fewer."""
    if not len(samples):
        return np.zeros(0)
    starts = np.arange(0, len(samples), width)
    sums = np.add.reduceat(np.square(samples, dtype=np.float64), starts)
    found: NDArray[np.float64] = np.sqrt(sums / np.minimum(width, len(samples) - starts))
    return found
