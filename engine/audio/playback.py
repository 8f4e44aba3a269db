"""A sound as an audio output wants it: folded to its channels, at its rate, in small blocks, from any place."""

from collections.abc import Iterator

import numpy as np
import soxr
from numpy.typing import NDArray

from engine.audio.decode import AudioStream

_HALF_POWER = np.float32(np.sqrt(0.5))
"""Gain of centre and surround channels in a stereo fold: ITU-R BS.775-3, annex 4, table 2."""
_SURROUND_LEFT = {4: (2,), 5: (3,), 6: (4,), 7: (4, 6), 8: (4, 6)}
_SURROUND_RIGHT = {4: (3,), 5: (4,), 6: (5,), 7: (5, 6), 8: (5, 7)}
_CENTRE = {3: 2, 5: 2, 6: 2, 7: 2, 8: 2}


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


def playable_blocks(
    stream: AudioStream, *, sample_rate_hz: int, channels: int, start_s: float = 0.0, block_s: float = 0.04
) -> Iterator[NDArray[np.float32]]:
    """Yields float32 [T, channels], T about `block_s`, from `start_s` to the end of the sound, clipped to [-1, 1].

    Raises:
        AudioError: the sound could not be read on.
    """
    source_rate_hz = stream.info.sample_rate_hz
    if start_s > 0:
        stream.seek(start_s)
    matrix = fold_matrix(stream.info.channels, channels)
    resampler = (
        None
        if source_rate_hz == sample_rate_hz
        else soxr.ResampleStream(source_rate_hz, sample_rate_hz, channels, dtype="float32", quality="HQ")
    )
    for block in stream.blocks(max(64, round(block_s * source_rate_hz))):
        folded = np.ascontiguousarray(block @ matrix)
        if resampler is not None:
            folded = resampler.resample_chunk(folded)
        if len(folded):
            yield np.clip(folded, -1.0, 1.0)
    if resampler is not None:
        rest = resampler.resample_chunk(np.zeros((0, channels), np.float32), last=True)
        if len(rest):
            yield np.clip(rest, -1.0, 1.0)
