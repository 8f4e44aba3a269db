"""Channel names, and folding to two channels or as many as an output has."""

import numpy as np
from numpy.typing import NDArray

from engine.audio import channel_layout as layouts

_HALF_POWER = np.float32(np.sqrt(0.5))
"""Gain of centre and surround channels in a stereo fold: ITU-R BS.775-3, annex 4, table 2."""
_BOTH = frozenset({"FC", "BC", "TC", "TFC", "TBC"})
_NEITHER = frozenset({"LFE", "LFE2"})


def channel_names(count: int, layout: str = "") -> tuple[str, ...]:
    """Returns short channel names by the layout or the usual one of that count, else numbers from 1."""
    if count == 1:
        return ("M",)
    said = _labels(count, layout)
    return layouts.names(" ".join(said)) if said else tuple(str(number) for number in range(1, count + 1))


def fold_matrix(source: int, target: int, layout: str = "") -> NDArray[np.float32]:
    """Returns the gains that fold `source` channels into `target`: float32 [source, target].

    Mono goes to every output at full level. Channels follow their layout, or the usual one of that count, and fold to
    stereo by ITU-R BS.775-3 without the LFE. The matrix is then scaled so that no column sums to more than 1 and a
    full-scale file does not clip: a departure from the standard, which leaves the scaling to the user. Channels without
    a known layout (more than eight) have the same level in both outputs. One output gets the mean of the two.
    """
    if target < 1 or source < 1:
        raise ValueError(f"cannot fold {source} channels into {target}")
    said = _labels(source, layout)
    if source == 1:
        stereo = np.ones((1, 2), np.float32)
    elif source == 2:
        stereo = np.eye(2, dtype=np.float32)
    elif not said:
        stereo = np.full((source, 2), 1 / source, np.float32)
    else:
        stereo = np.array([_gains(label) for label in said], np.float32)
        if not stereo.sum(axis=0).all():  # no left or no right: every channel goes to both sides
            stereo = np.full((source, 2), 1 / source, np.float32)
        stereo /= max(1.0, float(stereo.sum(axis=0).max()))
    if target == 1:
        mono: NDArray[np.float32] = (stereo[:, :1] + stereo[:, 1:]) / np.float32(2)
        return mono
    matrix = np.zeros((source, target), np.float32)
    matrix[:, :2] = stereo
    return matrix


def _labels(count: int, layout: str) -> tuple[str, ...]:
    said = tuple((layout or layouts.usual(count)).split())
    return said if len(said) == count else ()


def _gains(label: str) -> tuple[float, float]:
    if label in _NEITHER:
        return 0.0, 0.0
    if label in _BOTH:
        return float(_HALF_POWER), float(_HALF_POWER)
    gain = 1.0 if label in ("FL", "FR", "DL", "DR") else float(_HALF_POWER)
    return (gain, 0.0) if "L" in label else (0.0, gain)
