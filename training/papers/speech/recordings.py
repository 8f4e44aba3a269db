"""Reads speech from files: a stretch at a rate, without the silence at its ends."""

from pathlib import Path

import numpy as np

from engine.audio.decode import read
from engine.base.errors import EngineError
from engine.base.types import Waves


class ChannelError(EngineError):
    """A file without the requested channel."""


FLOOR_DB = 35.0
"""Sound this far below the loudest 10 ms counts as silence at the ends."""
_FRAME_S = 0.010


def read_speech(
    path: Path, sample_rate_hz: int, start_s: float = 0.0, end_s: float | None = None, *, channel: int | None = None
) -> Waves:
    """Reads a stretch of a file, float32 [T]: one channel, or all mixed.

    Raises:
        AudioError: the file is unreadable, or the stretch lies past its end.
        ChannelError: the file has no such channel.
    """
    samples, _ = read(path, sample_rate_hz, start_s=start_s, end_s=end_s, mono=channel is None)
    if channel is None:
        return samples
    if channel >= samples.shape[1]:
        raise ChannelError(
            f"{path} has {samples.shape[1]} channels, number {channel + 1} is asked for",
            advice="Give the file with both sides, or each side as a file of its own.",
        )
    return np.ascontiguousarray(samples[:, channel])


def trimmed(samples: Waves, sample_rate_hz: int, floor_db: float = FLOOR_DB, margin_s: float = 0.02) -> Waves:
    """Returns the wave without the silence at both ends, float32 [T']; digital silence is returned unchanged.

    Args:
        samples: float32 [T], mono.
        sample_rate_hz: of `samples`.
        floor_db: see FLOOR_DB.
        margin_s: silence to keep, since a plosive begins softly.
    """
    frame = max(1, round(_FRAME_S * sample_rate_hz))
    count = -(-len(samples) // frame)
    blocks = np.pad(samples, (0, count * frame - len(samples))).reshape(count, frame).astype(np.float64)
    power = (blocks**2).mean(axis=1)
    loud = np.flatnonzero(power > power.max(initial=0.0) * 10.0 ** (-floor_db / 10.0))
    if not len(loud):
        return samples
    margin = round(margin_s * sample_rate_hz)
    return samples[max(0, int(loud[0]) * frame - margin) : (int(loud[-1]) + 1) * frame + margin]
