"""Geometry of row thumbnails and of the large waveform, from columns to lines and pixels. No Qt here."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.audio.zoom import ZoomStretch
from engine.base.types import Moment, Peaks

_WHOLE = 0.9
"""A moment that covers this share of its sound is not marked."""


def marked(moments: Sequence[Moment], duration_s: float) -> tuple[Moment, ...]:
    """The moments worth marking: none if the best one covers nearly the whole sound."""
    if not moments or duration_s <= 0 or moments[0].end_s - moments[0].start_s >= _WHOLE * duration_s:
        return ()
    return tuple(moments)


def wave_lines(
    columns: NDArray[np.int8], width_px: int, height_px: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Top and bottom of each pixel column: float64 [width_px] each, 0 at the top of the drawing.

    Each pixel takes the extremes of the columns it covers, so no peak is lost; a silent pixel keeps a hairline.

    Args:
        columns: int8 [C, 2], lowest and highest value per column, ±127 = full scale.
        width_px: pixels to draw.
        height_px: height of the drawing; the middle is silence.
    """
    middle = height_px / 2
    if width_px < 1 or len(columns) == 0:
        return np.full(max(0, width_px), middle - 0.5), np.full(max(0, width_px), middle + 0.5)
    edges = np.linspace(0, len(columns), width_px + 1)
    starts = np.minimum(edges[:-1].astype(np.int64), len(columns) - 1)
    ends = np.maximum(np.ceil(edges[1:]).astype(np.int64), starts + 1)
    if width_px >= len(columns):
        low, high = columns[starts, 0], columns[starts, 1]
    else:  # pixels may share a border column, so reduceat's ends are widened by one column
        low = np.minimum(np.minimum.reduceat(columns[:, 0], starts), columns[np.minimum(ends, len(columns)) - 1, 0])
        high = np.maximum(np.maximum.reduceat(columns[:, 1], starts), columns[np.minimum(ends, len(columns)) - 1, 1])
    scale = (middle - 0.5) / 127
    tops = middle - np.clip(high.astype(np.float64), -127, 127) * scale
    bottoms = middle - np.clip(low.astype(np.float64), -127, 127) * scale
    thin = bottoms - tops < 1
    centre = (tops + bottoms) / 2
    return np.where(thin, centre - 0.5, tops), np.where(thin, centre + 0.5, bottoms)


def of_peaks(peaks: Peaks) -> ZoomStretch:
    """A whole sound's overview as a one-channel stretch."""
    values = peaks.columns.astype(np.float32).T / np.float32(127)
    return ZoomStretch(0.0, peaks.duration_s, values[:1], values[1:])


def pixel_columns(
    stretch: ZoomStretch, start_s: float, end_s: float, width_px: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Lowest and highest value of every pixel column: float32 [C, width_px] each, NaN outside the stretch.

    Each pixel takes the extremes of the columns it touches, so no peak is lost, and extends to its neighbour's range,
    so that the outline has no gaps.

    Args:
        stretch: the data.
        start_s: time at the left edge.
        end_s: time at the right edge.
        width_px: pixels to draw.
    """
    channels, count = stretch.lows.shape
    length_s = stretch.end_s - stretch.start_s
    if width_px < 1 or count == 0 or length_s <= 0:
        nothing = np.full((channels, max(0, width_px)), np.nan, np.float32)
        return nothing, nothing
    edges = (np.linspace(start_s, end_s, width_px + 1) - stretch.start_s) / length_s * count
    inside = (edges[1:] > 0) & (edges[:-1] < count)
    starts = np.clip(np.floor(edges[:-1]), 0, count - 1).astype(np.int64)
    ends = np.clip(np.ceil(edges[1:]), starts + 1, count).astype(np.int64)
    pairs = np.stack([starts, ends], axis=1).reshape(-1)
    # One more column, for pairs that end with the stretch: `reduceat` takes indices, not lengths.
    low = np.minimum.reduceat(np.concatenate([stretch.lows, stretch.lows[:, -1:]], axis=1), pairs, axis=1)[:, ::2]
    high = np.maximum.reduceat(np.concatenate([stretch.highs, stretch.highs[:, -1:]], axis=1), pairs, axis=1)[:, ::2]
    joined_low, joined_high = low.copy(), high.copy()
    joined_low[:, 1:] = np.minimum(low[:, 1:], high[:, :-1])
    joined_high[:, 1:] = np.maximum(high[:, 1:], low[:, :-1])
    return np.where(inside, joined_low, np.nan), np.where(inside, joined_high, np.nan)


def lane_coverage(lows: NDArray[np.float32], highs: NDArray[np.float32], height_px: int) -> NDArray[np.uint8]:
    """How much of each pixel a wave covers: uint8 [height_px, W], 255 for all of it.

    Args:
        lows: float32 [W], -1 to 1; NaN where nothing is drawn.
        highs: float32 [W].
        height_px: height of the lane; the middle is silence, drawn as a hairline.
    """
    middle = np.float32(height_px / 2)
    scale = middle - np.float32(0.5)
    tops = middle - np.clip(highs, -1, 1) * scale
    bottoms = middle - np.clip(lows, -1, 1) * scale
    thin = np.maximum(np.float32(0), np.float32(1) - (bottoms - tops)) / np.float32(2)
    nothing = np.isnan(lows)
    tops, bottoms = np.where(nothing, height_px, tops - thin), np.where(nothing, 0, bottoms + thin)
    rows = np.arange(height_px, dtype=np.float32)[:, None]
    covered = np.minimum(bottoms.astype(np.float32), rows + 1)
    covered -= np.maximum(tops.astype(np.float32), rows)
    np.clip(covered, 0, 1, out=covered)
    covered *= 255
    return covered.astype(np.uint8)
