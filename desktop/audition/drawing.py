"""Overview columns to lines on a screen: the arithmetic shared by row thumbnails and the large waveform."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.types import Moment

_WHOLE = 0.9
"""A moment that fills this share of its sound marks nothing."""


def marked(moments: Sequence[Moment], duration_s: float) -> tuple[Moment, ...]:
    """The moments worth marking: none when the best one is, for the eye, the whole sound."""
    if not moments or duration_s <= 0 or moments[0].end_s - moments[0].start_s >= _WHOLE * duration_s:
        return ()
    return tuple(moments)


def wave_lines(
    columns: NDArray[np.int8], width_px: int, height_px: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the top and bottom of each pixel column: float64 [width_px] each, 0 at the top of the drawing.

    Each pixel takes the extremes of the columns it covers, so no peak is lost; a silent pixel keeps a hairline.

    Args:
        columns: int8 [C, 2], lowest and highest value a column, ±127 = full scale.
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
    else:  # pixels may share a column at their border, so reduceat's ends are widened by one column each
        low = np.minimum(np.minimum.reduceat(columns[:, 0], starts), columns[np.minimum(ends, len(columns)) - 1, 0])
        high = np.maximum(np.maximum.reduceat(columns[:, 1], starts), columns[np.minimum(ends, len(columns)) - 1, 1])
    scale = (middle - 0.5) / 127
    tops = middle - np.clip(high.astype(np.float64), -127, 127) * scale
    bottoms = middle - np.clip(low.astype(np.float64), -127, 127) * scale
    thin = bottoms - tops < 1
    centre = (tops + bottoms) / 2
    return np.where(thin, centre - 0.5, tops), np.where(thin, centre + 0.5, bottoms)
