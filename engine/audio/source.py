"""The interface of decoder libraries, and the limits that all of them keep.

`soundfile_source` and `av_source` implement it; `decode` chooses between them.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.base.errors import UnsupportedAudio
from engine.base.file_messages import Damage, FileAdvice, FileFault, trouble

Samples = NDArray[np.float32] | NDArray[np.float64]
MAX_CHANNELS = 64
MIN_SAMPLE_RATE_HZ = 1_000
MAX_SAMPLE_RATE_HZ = 768_000
"""Wider than the promised 8 to 384 kHz: anything outside is a damaged header, not a sound."""


class Source(Protocol):
    """One opened sound; one thread owns it."""

    format: str
    codec: str
    sample_rate_hz: int
    channels: int
    layout: str
    """See `layout`; empty where the file does not say. Vorbis and Opus come in WAVE order."""
    bit_depth: int | None
    declared_frames: int | None
    """Length by the header, None where it does not say."""
    is_length_exact: bool
    """False where the length is estimated from the file size, so that missing it means nothing."""
    is_finite: bool
    """True for integer PCM, whose samples need no check."""

    def read(self, out: Samples) -> int:
        """Fills `out`, [T, C], from its start; returns the frames read, 0 only at the end.

        float64 holds 32-bit integers exactly, where libsndfile decodes.
        """

    def seek(self, frame: int) -> None:
        """Seeks to a frame from the start; past the end is the end."""

    def close(self) -> None:
        """Frees the decoder. The file belongs to the caller."""


class StreamBroken(Exception):
    """The decoder failed in the middle, for a `reason`; earlier samples are good."""

    def __init__(self, reason: Damage) -> None:
        super().__init__(reason.text)
        self.reason = reason


def check_limits(name: str, sample_rate_hz: int, channels: int) -> None:
    """Refuses headers that no sound has.

    Raises:
        UnsupportedAudio: channels or sample rate are out of bounds.
    """
    if not 1 <= channels <= MAX_CHANNELS:
        raise UnsupportedAudio(trouble(FileFault.CHANNELS, FileAdvice.SPLIT, channels, MAX_CHANNELS), name)
    if not MIN_SAMPLE_RATE_HZ <= sample_rate_hz <= MAX_SAMPLE_RATE_HZ:
        raise UnsupportedAudio(trouble(FileFault.SAMPLE_RATE, FileAdvice.RESAMPLE, sample_rate_hz), name)
