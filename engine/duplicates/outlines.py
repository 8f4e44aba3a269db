"""Tells from two waveform outlines whether one recording is behind them, whole or cut shorter, louder or softer.

Vectors alone cannot: two gusts of one wind have nearly one vector. The outline of the shorter sound is slid along that
of the longer one, and what counts is the best correlation (Pearson's r) of the two. Re-encoding moves an outline by
some milliseconds and leaves its shape.
"""

import numpy as np
from numpy.typing import NDArray

from engine.audio.peaks import from_bytes
from engine.errors import LibraryError

BINS = 512
"""Steps of an outline over the whole of its sound."""
SAME_FROM = 0.9
"""Correlation from which two outlines are one."""
_SLIP_S = 0.08
"""Silence that encoders put before or behind a sound, at most: MP3 encoders 1,105 to 2,257 samples, AAC 2,112."""
_FLAT = 1.5
"""Standard deviation, of 127, under which an outline has no shape that survives re-encoding."""
_SAME_LENGTH_S = 0.1
_SAME_LENGTH = 0.01
_FLAT_RATIO = 0.5
"""How far the levels of two flat outlines may be apart."""

Outline = NDArray[np.float32]
"""float32 [BINS], 0 to 127: the greatest deflection in each step."""


def outline(peaks: bytes) -> Outline | None:
    """Makes the outline of a waveform overview as the catalogue keeps it; None where there is none or it is damaged."""
    if not peaks:
        return None
    try:
        columns = from_bytes(peaks).columns
    except LibraryError:
        return None
    if not len(columns):
        return None
    levels = np.abs(columns.astype(np.int16)).max(axis=1)
    return _resampled(levels.astype(np.float32), BINS)


def is_same_recording(one: Outline, one_s: float, other: Outline, other_s: float) -> bool:
    """Says whether the shorter of two sounds is the longer one, or a stretch of it.

    Flat outlines say nothing: they pass where lengths are equal and neither is silence beside a sound.
    """
    (long, long_s), (short, short_s) = sorted(((one, one_s), (other, other_s)), key=lambda sound: -sound[1])
    flat = min(float(long.std()), float(short.std())) < _FLAT
    if flat:
        is_one_length = long_s - short_s <= max(_SAME_LENGTH_S, _SAME_LENGTH * long_s)
        levels = sorted((float(long.mean()), float(short.mean())))
        return is_one_length and levels[0] >= _FLAT_RATIO * levels[1] - 1.0
    return correlation(long, long_s, short, short_s) >= SAME_FROM


def correlation(long: Outline, long_s: float, short: Outline, short_s: float) -> float:
    """Gives the best Pearson correlation, -1 to 1, of the shorter outline with a stretch of the longer one."""
    step_s = long_s / BINS
    width = max(8, round(BINS * short_s / long_s))
    moved = _resampled(short, width)
    slip = min(BINS // 4, int(np.ceil(_SLIP_S / step_s)))
    padded = np.pad(long, slip)
    moved = moved - moved.mean()
    norm = float(np.linalg.norm(moved))
    products = np.correlate(padded, moved, mode="valid")
    sums = np.concatenate([[0.0], np.cumsum(padded, dtype=np.float64)])
    squares = np.concatenate([[0.0], np.cumsum(padded.astype(np.float64) ** 2)])
    own = sums[width:] - sums[:-width]
    spread = np.sqrt(np.maximum(squares[width:] - squares[:-width] - own**2 / width, 0.0))
    return float(np.max(products / np.maximum(spread * norm, 1e-9), initial=-1.0))


def _resampled(levels: NDArray[np.float32], width: int) -> Outline:
    """float32 [width]: the greatest level of each step, or the nearest where steps are finer than the levels."""
    edges = np.linspace(0, len(levels), width + 1)
    firsts = np.minimum(edges[:-1].astype(np.int64), len(levels) - 1)
    if width > len(levels):
        return np.asarray(levels[firsts], dtype=np.float32)
    return np.asarray(np.maximum.reduceat(levels, firsts), dtype=np.float32)
