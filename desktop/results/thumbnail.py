"""A sound's small waveform, tinted by its brightness, with matching moments in the accent colour.

Computed from arrays within a fraction of a millisecond, so that a page of rows is drawn within a frame.
"""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QPixmap

from desktop.base.theme import Theme, mixed
from desktop.deck.drawing import lane_coverage, of_peaks, pixel_columns
from engine.base.types import Peaks

_DULL_HZ, _BRIGHT_HZ = 150.0, 8000.0
"""Limits of the tint, as spectral centroids: a rumble and a hiss."""
ThumbnailSpan = tuple[float, float]


def tint(brightness_hz: float | None, theme: Theme) -> QColor:
    """Colour of a waveform: `wave_low` for a dull sound, `wave`, `wave_high` for a bright one."""
    middle = theme.colour("wave")
    if brightness_hz is None or brightness_hz <= 0:
        return middle
    share = math.log2(brightness_hz / _DULL_HZ) / math.log2(_BRIGHT_HZ / _DULL_HZ)
    away = 2 * min(1.0, max(0.0, share)) - 1
    end = theme.colour("wave_high" if away > 0 else "wave_low")
    return mixed(middle, end, abs(away))


def thumbnail(
    peaks: Peaks,
    width_px: int,
    height_px: int,
    ratio: float,
    spans_s: tuple[ThumbnailSpan, ...],
    colour: QColor,
    accent: QColor,
) -> QPixmap:
    """Draws an overview with the stretches `spans_s` in the accent colour. GUI thread only."""
    width, height = max(1, round(width_px * ratio)), max(1, round(height_px * ratio))
    lows, highs = pixel_columns(of_peaks(peaks), 0.0, max(peaks.duration_s, 1e-9), width)
    coverage = lane_coverage(lows[0], highs[0], height)
    colours = np.repeat(_bgra(colour)[None], width, axis=0)
    for start_s, end_s in spans_s:
        first, last = (round(at_s / max(peaks.duration_s, 1e-9) * width) for at_s in (start_s, end_s))
        colours[max(0, first) : max(first + 1, last)] = _bgra(accent)
    # Premultiplied by coverage, as the format requires: (height, width, 4) bytes.
    pixels = np.ascontiguousarray(coverage[..., None].astype(np.uint16) * colours[None] // 255, np.uint8)
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    picture = QPixmap.fromImage(image.copy())  # copy: a pixmap may share the image's memory, which is numpy's
    picture.setDevicePixelRatio(ratio)
    return picture


def _bgra(colour: QColor) -> NDArray[np.uint16]:
    return np.array([colour.blue(), colour.green(), colour.red(), 255], np.uint16)
