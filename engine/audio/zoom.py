"""A waveform at any zoom: lowest and highest samples per channel, from hours to single samples, in bounded memory.

A pyramid is built once per sound and answers every stretch coarser than its bins; finer stretches are decoded on
demand. `peaks` has the overview of a whole sound, all channels in one; `zoom_cache` keeps pyramids on disk.
"""

import math
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.decode import AudioStream, open_audio
from engine.base.cancellation import Cancel, never
from engine.base.types import FilePath

BASE_FRAMES = 256
"""Initial frames per bin; they double whenever there would be more than `MAX_BINS`."""
MAX_BINS = 1 << 22
"""Bins over all channels: 16 MiB, which holds ten hours of stereo at 1024 frames per bin."""
MAX_DECODED = 1 << 22
"""Largest stretch decoded on the spot, in samples over all channels: some 40 s of stereo."""
_STEP = 16
_BLOCK_FRAMES = 65_536
_FULL_SCALE = 32_767.0


class ZoomStretch(Struct, frozen=True):
    """A part of a sound as it is drawn.

    Attributes:
        start_s: start of its first column.
        end_s: end of its last column.
        lows: float32 [C, N], lowest sample of each column.
        highs: float32 [C, N], highest.
        is_samples: every column is one sample (`lows` equals `highs`), to be joined by a line.
    """

    start_s: float
    end_s: float
    lows: NDArray[np.float32]
    highs: NDArray[np.float32]
    is_samples: bool = False


class WavePyramid(Struct, frozen=True):
    """The lowest and highest sample of every bin of a sound, per channel, and of every 16, 256, … bins.

    Attributes:
        sample_rate_hz: the sound's rate.
        frames: its length.
        bin_frames: frames per bin of the finest level: a power of two times 256.
        levels: finest first; int16 [2, C, N] each: lows and highs, ±32767 = full scale.
    """

    sample_rate_hz: int
    frames: int
    bin_frames: int
    levels: tuple[NDArray[np.int16], ...]

    @classmethod
    def of_bins(cls, sample_rate_hz: int, frames: int, bin_frames: int, bins: NDArray[np.int16]) -> "WavePyramid":
        """Adds the coarser levels to the finest, int16 [2, C, N]."""
        levels = [bins]
        while levels[-1].shape[2] > 2 * _STEP:
            levels.append(_coarser(levels[-1]))
        return cls(sample_rate_hz, frames, bin_frames, tuple(levels))

    @property
    def channels(self) -> int:
        return int(self.levels[0].shape[1])

    def stretch(self, start_s: float, end_s: float, columns: int) -> ZoomStretch | None:
        """Returns at most `columns` columns of a stretch; None for columns finer than the bins."""
        first = max(0, math.floor(start_s * self.sample_rate_hz))
        last = min(self.frames, math.ceil(end_s * self.sample_rate_hz))
        per_column = (last - first) / max(1, columns)
        if last <= first or per_column < self.bin_frames:
            return None
        depth = min(len(self.levels) - 1, int(math.log(per_column / self.bin_frames, _STEP)))
        level = self.levels[depth]
        width = self.bin_frames * _STEP**depth
        low_bin, high_bin = first // width, min(level.shape[2], -(-last // width))
        part = level[:, :, low_bin:high_bin]
        edges = np.linspace(0, part.shape[2], min(columns, part.shape[2]) + 1)[:-1].astype(np.int64)
        scale = np.float32(1 / _FULL_SCALE)
        return ZoomStretch(
            low_bin * width / self.sample_rate_hz,
            min(self.frames, high_bin * width) / self.sample_rate_hz,
            np.minimum.reduceat(part[0], edges, axis=1) * scale,
            np.maximum.reduceat(part[1], edges, axis=1) * scale,
        )


def build_pyramid(path: FilePath | Path, cancel: Cancel = never) -> WavePyramid | None:
    """Reads a whole sound once, in constant memory.

    Args:
        path: the sound.
        cancel: polled before every block.

    Returns:
        The pyramid, or None when cancelled.

    Raises:
        AudioError: the sound cannot be read.
    """
    with open_audio(path) as stream:
        channels, rate = stream.info.channels, stream.info.sample_rate_hz
        builder = _Bins(channels)
        for block in stream.blocks(_BLOCK_FRAMES):
            if cancel():
                return None
            builder.add(block)
    return WavePyramid.of_bins(rate, builder.frames, builder.bin_frames, builder.finish())


def decoded_stretch(path: FilePath | Path, start_s: float, end_s: float, columns: int) -> ZoomStretch | None:
    """Decodes a stretch to at most `columns` columns, or to its samples where those are no more.

    Returns:
        The stretch, or None where it is too long to be decoded on the spot and needs a pyramid.

    Raises:
        AudioError: the sound cannot be read there.
    """
    with open_audio(path) as stream:
        rate = stream.info.sample_rate_hz
        first, last = max(0, math.floor(start_s * rate)), math.ceil(end_s * rate)
        if (last - first) * stream.info.channels > MAX_DECODED:
            return None
        samples = _read(stream, first, last)
    count = samples.shape[1]
    if count <= columns:
        return ZoomStretch(first / rate, (first + count) / rate, samples, samples, is_samples=True)
    edges = np.linspace(0, count, columns + 1)[:-1].astype(np.int64)
    return ZoomStretch(
        first / rate,
        (first + count) / rate,
        np.minimum.reduceat(samples, edges, axis=1),
        np.maximum.reduceat(samples, edges, axis=1),
    )


def _read(stream: AudioStream, first: int, last: int) -> NDArray[np.float32]:
    """Frames `first` to `last`, float32 [C, T]; fewer where the sound ends."""
    if first:
        stream.seek(first / stream.info.sample_rate_hz)
    parts: list[NDArray[np.float32]] = []
    wanted = last - first
    for block in stream.blocks(max(1, min(_BLOCK_FRAMES, wanted))):
        parts.append(block[:wanted].T)
        wanted -= len(block)
        if wanted <= 0:
            break
    if not parts:
        return np.zeros((stream.info.channels, 0), np.float32)
    return np.concatenate(parts, axis=1)


class _Bins:
    """Collects the finest level; joins bins in pairs when there are too many."""

    def __init__(self, channels: int) -> None:
        self._most = max(1, MAX_BINS // channels)
        self._done: list[NDArray[np.int16]] = []
        self._count = 0
        self._rest = np.zeros((channels, 0), np.float32)
        self.bin_frames = BASE_FRAMES
        self.frames = 0

    def add(self, block: NDArray[np.float32]) -> None:
        self.frames += len(block)
        held = np.concatenate([self._rest, block.T], axis=1)
        whole = held.shape[1] // self.bin_frames
        self._rest = held[:, whole * self.bin_frames :].copy()
        if whole:
            self._take(held[:, : whole * self.bin_frames], self.bin_frames)
        if self._count > self._most:
            self._join_pairs()

    def finish(self) -> NDArray[np.int16]:
        """All bins, int16 [2, C, N]; the last may hold fewer frames."""
        if self._rest.shape[1]:
            self._take(self._rest, self._rest.shape[1])
        return np.concatenate(self._done, axis=2)

    def _take(self, held: NDArray[np.float32], width: int) -> None:
        binned = held.reshape(held.shape[0], -1, width)
        extremes = np.stack([binned.min(axis=2), binned.max(axis=2)])
        scaled = np.clip(np.rint(extremes * _FULL_SCALE), -_FULL_SCALE, _FULL_SCALE).astype(np.int16)
        self._done.append(scaled)
        self._count += scaled.shape[2]

    def _join_pairs(self) -> None:
        joined = np.concatenate(self._done, axis=2)
        if joined.shape[2] % 2:  # the odd one waits as extreme samples: nothing else is left of it
            odd = joined[:, :, -1].T.astype(np.float32) / np.float32(_FULL_SCALE)
            held = np.repeat(odd, self.bin_frames // 2, axis=1)
            self._rest = np.concatenate([held, self._rest], axis=1)
        pairs = joined[:, :, : joined.shape[2] // 2 * 2]
        halved = pairs.reshape(2, pairs.shape[1], -1, 2)
        self._done = [np.stack([halved[0].min(axis=2), halved[1].max(axis=2)])]
        self._count = self._done[0].shape[2]
        self.bin_frames *= 2


def _coarser(level: NDArray[np.int16]) -> NDArray[np.int16]:
    edges = np.arange(0, level.shape[2], _STEP)
    return np.stack([np.minimum.reduceat(level[0], edges, axis=1), np.maximum.reduceat(level[1], edges, axis=1)])
