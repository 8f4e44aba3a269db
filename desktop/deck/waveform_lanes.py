"""Channels as lanes: how they share lanes, the lanes' labels, and the dB scale.

Each channel has its own lane of at least `LANE_PX`; else pairs overlay each other, or all share one. No painting here.
"""

import numpy as np

from desktop.base.translation import translate
from engine.audio.downmix import channel_names
from engine.audio.zoom import ZoomStretch

LANE_PX = 9.0
"""Minimum height that shows when a channel sounds."""
_LABEL_PX = 9.0
_AIRY_PX = 24.0
_PARTED = {3: ((0, 1), (2,)), 5: ((0, 1), (2,), (3, 4)), 7: ((0, 1), (2, 3), (4,), (5, 6))}
"""Pairs for layouts whose channels do not pair up in order."""
_MARKS_DB = (0, -6, -12, -24)
Lanes = tuple[tuple[int, ...], ...]
"""The channels of each lane, from top to bottom."""


def lanes_for(channels: int, height_px: float) -> Lanes:
    """Lanes that fit into a height: one per channel, else per pair, else one."""
    each: Lanes = tuple((channel,) for channel in range(channels))
    pairs: Lanes = _PARTED.get(channels) or tuple(
        tuple(range(first, min(first + 2, channels))) for first in range(0, channels, 2)
    )
    for lanes in (each, pairs):
        if height_px / max(1, len(lanes)) >= LANE_PX:
            return lanes
    return (tuple(range(channels)),)


def labels_of(lanes: Lanes, height_px: float, channel_layout: str = "") -> tuple[str, ...]:
    """Labels of the lanes, such as "L" or "L+R"; empty for mono and for lanes too low for text."""
    channels = sum(map(len, lanes))
    if channels < 2 or height_px / len(lanes) < _LABEL_PX:
        return ("",) * len(lanes)
    if len(lanes) == 1 and channels > 2:
        return (translate("WaveformView", "%1 channels", channels),)
    names = channel_names(channels, channel_layout)
    return tuple("+".join(names[channel] for channel in lane) for lane in lanes)


def folded(stretch: ZoomStretch, lanes: Lanes) -> ZoomStretch:
    """Merges a stretch into one row per lane: the extremes of the lane's channels."""
    if stretch.lows.shape[0] != sum(map(len, lanes)) or all(len(lane) == 1 for lane in lanes):
        return stretch
    lows = np.stack([stretch.lows[list(lane)].min(axis=0) for lane in lanes])
    highs = np.stack([stretch.highs[list(lane)].max(axis=0) for lane in lanes])
    return ZoomStretch(stretch.start_s, stretch.end_s, lows, highs)


def air_px(lane_px: float) -> float:
    """Margin above and below a wave in its lane."""
    return 2.0 if lane_px >= _AIRY_PX else 0.5


def scale_marks(top_px: float, height_px: float, lanes: int, apart_px: float) -> tuple[tuple[float, str], ...]:
    """Positions and labels of a dB scale beside the lanes, at least `apart_px` apart.

    The edges of a lane are full scale, its middle is silence. Low lanes get no scale.
    """
    lane_px = height_px / max(1, lanes)
    if lane_px < _AIRY_PX:
        return ()
    half_px = lane_px / 2 - air_px(lane_px)
    found: list[tuple[float, str]] = []

    def put(y: float, text: str) -> None:
        if all(abs(y - other) >= apart_px for other, _ in found):
            found.append((y, text))

    for wanted in (0, None, *_MARKS_DB[1:]):
        for lane in range(lanes):
            middle = top_px + (lane + 0.5) * lane_px
            if wanted is None:
                put(middle, "−∞")
                continue
            away = half_px * 10 ** (wanted / 20)
            text = f"−{-wanted}" if wanted else "0"
            put(middle - away, text)
            put(middle + away, text)
    return tuple(sorted(found))
