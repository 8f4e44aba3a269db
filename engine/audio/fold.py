"""Channels: what they are called, and how many become two (or as many as an output has)."""

import numpy as np
from numpy.typing import NDArray

_HALF_POWER = np.float32(np.sqrt(0.5))
"""Gain of centre and surround channels in a stereo fold: ITU-R BS.775-3, annex 4, table 2."""
_SURROUND_LEFT = {4: (2,), 5: (3,), 6: (4,), 7: (4, 5), 8: (4, 6)}
_SURROUND_RIGHT = {4: (3,), 5: (4,), 6: (5,), 7: (4, 6), 8: (5, 7)}
_CENTRE = {3: 2, 5: 2, 6: 2, 7: 2, 8: 2}
_NAMES = {
    1: ("M",),
    2: ("L", "R"),
    3: ("L", "R", "C"),
    4: ("L", "R", "Ls", "Rs"),
    5: ("L", "R", "C", "Ls", "Rs"),
    6: ("L", "R", "C", "LFE", "Ls", "Rs"),
    7: ("L", "R", "C", "LFE", "Cs", "Ls", "Rs"),
    8: ("L", "R", "C", "LFE", "Lb", "Rb", "Ls", "Rs"),
}


def channel_names(count: int) -> tuple[str, ...]:
    """Returns short names of a file's channels in the WAVE order; numbers from 1 where there is no common order."""
    return _NAMES.get(count) or tuple(str(number) for number in range(1, count + 1))


def fold_matrix(source: int, target: int) -> NDArray[np.float32]:
    """Returns the gains that fold `source` channels into `target`: float32 [source, target].

    Mono goes to every output at full level. Three to eight channels are read in the WAVE order (L R C LFE Ls Rs …; four
    as L R Ls Rs) and folded to stereo by ITU-R BS.775-3, the LFE left out, then scaled so that no column adds up to
    more than 1: a departure from the standard, which leaves the scaling to the user, so that a full-scale file does
    not clip. More than eight have no common order: every channel at the same level in both outputs. One output gets
    the mean of the two.
    """
    if target < 1 or source < 1:
        raise ValueError(f"cannot fold {source} channels into {target}")
    if source == 1:
        stereo = np.ones((1, 2), np.float32)
    elif source == 2:
        stereo = np.eye(2, dtype=np.float32)
    elif source > 8:
        stereo = np.full((source, 2), 1 / source, np.float32)
    else:
        stereo = np.zeros((source, 2), np.float32)
        stereo[0, 0] = stereo[1, 1] = 1
        if source in _CENTRE:
            stereo[_CENTRE[source], :] = _HALF_POWER
        for channel in _SURROUND_LEFT.get(source, ()):
            stereo[channel, 0] = _HALF_POWER
        for channel in _SURROUND_RIGHT.get(source, ()):
            stereo[channel, 1] = _HALF_POWER
        stereo /= max(1.0, float(stereo.sum(axis=0).max()))
    if target == 1:
        mono: NDArray[np.float32] = (stereo[:, :1] + stereo[:, 1:]) / np.float32(2)
        return mono
    matrix = np.zeros((source, target), np.float32)
    matrix[:, :2] = stereo
    return matrix
