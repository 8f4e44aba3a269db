"""Falls back to another decoder when one fails, or does not know a sound's length.

libsndfile stops in Opus whose pages are slightly off, as FFmpeg makes them from Vorbis; every player plays those. And
where a program wrote a sound into a pipe, the header states no length; FFmpeg finds it without decoding.
"""

from collections.abc import Callable
from io import FileIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.audio.source import Samples, Source, StreamBroken
from engine.base.lazy_import import later

if TYPE_CHECKING:
    import soxr
else:
    soxr = later("soxr")

Opener = Callable[[FileIO, str], Source]
_HEAD_FRAMES = 4096


def going_on(
    other: Source, sample_rate_hz: int, channels: int, at: int, *, is_from_start: bool
) -> tuple[Source, NDArray[np.float32]] | None:
    """Continues a sound with another decoder.

    Args:
        other: just opened; the caller closes it if this returns None. sample_rate_hz: of the sound so far: libsndfile
        reads some Opus at half FFmpeg's rate. channels: of the sound so far. at: the frame to continue from.
        is_from_start: the sound was read from its start. Then samples are counted, because the time stamps of such
        files
            are wrong.

    Returns:
        the source to continue with and its next samples, float32 [T, C]; None where it has no more.
    """
    if other.channels != channels:
        return None
    source = other if other.sample_rate_hz == sample_rate_hz else ResampledSource(other, sample_rate_hz)
    rest = np.empty((_HEAD_FRAMES, channels), dtype=np.float32)
    try:
        if is_from_start:
            _pass_over(source, at)
        else:
            source.seek(at)
        count = source.read(rest)
    except StreamBroken:
        return None
    return (source, rest[:count].copy()) if count else None


def counted(opener: Opener, cannot_open: tuple[type[BaseException], ...], file: FileIO, name: str) -> float | None:
    """Returns a sound's length in seconds by another decoder, None where it does not know; the file position stays."""
    before = file.tell()
    try:
        other = opener(file, name)
    except cannot_open:
        return None
    finally:
        file.seek(before)
    frames, rate = other.declared_frames, other.sample_rate_hz
    other.close()
    file.seek(before)
    return None if frames is None else frames / rate


class ResampledSource:
    """A source at another rate. Satisfies `source.Source`."""

    def __init__(self, source: Source, sample_rate_hz: int) -> None:
        self._source = source
        self._share = sample_rate_hz / source.sample_rate_hz
        self.format, self.codec, self.bit_depth = source.format, source.codec, source.bit_depth
        self.sample_rate_hz, self.channels, self.layout = sample_rate_hz, source.channels, source.layout
        declared = source.declared_frames
        self.declared_frames: int | None = None if declared is None else round(declared * self._share)
        self.is_length_exact, self.is_finite = source.is_length_exact, source.is_finite
        self._held: NDArray[np.float32] = np.zeros((0, self.channels), np.float32)
        self._is_over = False
        self._begin()

    def read(self, out: Samples) -> int:
        while not len(self._held) and not self._is_over:
            block = np.empty((_HEAD_FRAMES, self.channels), dtype=np.float32)
            count = self._source.read(block)
            self._is_over = count == 0
            self._held = self._soxr.resample_chunk(block[:count], last=self._is_over)
        count = min(len(out), len(self._held))
        out[:count] = self._held[:count]
        self._held = self._held[count:]
        return count

    def seek(self, frame: int) -> None:
        self._source.seek(round(frame / self._share))
        self._begin()

    def close(self) -> None:
        self._source.close()

    def _begin(self) -> None:
        rates = self._source.sample_rate_hz, self.sample_rate_hz
        self._soxr: Any = soxr.ResampleStream(*rates, self.channels, dtype="float32", quality="HQ")
        self._held, self._is_over = self._held[:0], False


def _pass_over(source: Source, frames: int) -> None:
    dropped = np.empty((65536, source.channels), dtype=np.float32)
    while frames > 0:
        count = source.read(dropped[: min(frames, len(dropped))])
        if count == 0:
            return
        frames -= count
