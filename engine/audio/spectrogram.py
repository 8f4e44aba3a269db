"""Spectrogram of a stretch of a sound as image data: uint8, rows are frequencies, columns are times.

Magnitudes of Hann windows in dB below full scale; the loudest of several channels and of windows in one column. Long
stretches are sampled: a few windows per column, so that ten hours cost no more than ten minutes.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.decode import AudioStream, open_audio
from engine.audio.resample import mix_to_mono
from engine.base.cancellation import Cancel, never
from engine.base.types import FilePath

FLOOR_DB = -100.0
"""Maps to 0; a full-scale sine maps to 255."""
LOWEST_HZ = 30.0
_LONGEST_WINDOW = 4096
_SHORTEST_WINDOW = 256
_WINDOWS_A_COLUMN = 4
"""Windows in a column too long to be read whole."""
_MOST_CHANNELS = 8
"""More channels are mixed to one."""
_BATCH_SAMPLES = 1 << 17
"""Samples of windows per batch: more hold up other threads, fewer wait for them more often."""
_WHOLE_COLUMN = 8
"""A column of more windows than this is sampled instead."""


class FrequencyScale(StrEnum):
    """Spacing of the rows over frequencies."""

    LOG = "log"
    MEL = "mel"
    LINEAR = "linear"


class Spectrogram(Struct, frozen=True):
    """The spectrogram of a stretch.

    Attributes:
        values: uint8 [F, T], lowest frequency first; 0 is -100 dBFS or less, 255 is 0 dBFS or more.
        start_s: start of the first column.
        end_s: end of the last column.
        edges_hz: float32 [F + 1], bounds of the rows.
    """

    values: NDArray[np.uint8]
    start_s: float
    end_s: float
    edges_hz: NDArray[np.float32]


def spectrogram(
    path: FilePath | Path,
    start_s: float,
    end_s: float,
    *,
    columns: int = 512,
    rows: int = 256,
    scale: FrequencyScale = FrequencyScale.LOG,
    cancel: Cancel = never,
) -> Spectrogram | None:
    """Reads a stretch and returns its spectrogram; past the end of the sound it is silent.

    Args:
        path: the sound.
        start_s: start of the stretch.
        end_s: its end.
        columns: width of the image.
        rows: height of the image.
        scale: spacing of the rows from 30 Hz (linear: 0 Hz) to half the sample rate.
        cancel: polled between pieces of work.

    Returns:
        The spectrogram, or None when cancelled.

    Raises:
        AudioError: the sound cannot be read there.
    """
    with open_audio(path) as stream:
        rate = stream.info.sample_rate_hz
        hop = (end_s - start_s) * rate / columns
        size = window_frames(rate, hop)
        to_rows = _rows_of(rate, size, rows, scale)
        power = np.zeros((rows, columns), np.float32)
        pieces = _read_sampled if hop > _WHOLE_COLUMN * size else _read_whole
        for column, frames in pieces(stream, start_s * rate, hop, columns, size):
            if cancel():
                return None
            power[:, column : column + frames.shape[0]] = to_rows(_power(frames))
    level_db = 10 * np.log10(np.maximum(power, 1e-12))
    values = np.clip(np.rint((level_db / -FLOOR_DB + 1) * 255), 0, 255).astype(np.uint8)
    return Spectrogram(values, start_s, end_s, to_rows.edges_hz)


def window_frames(sample_rate_hz: int, hop_frames: float) -> int:
    """Returns the window length: a power of two, as long as 4096 at 48 kHz, shorter for narrow columns."""
    longest = _LONGEST_WINDOW * 2.0 ** round(np.log2(sample_rate_hz / 48_000))
    wanted = min(max(_SHORTEST_WINDOW, 16.0 * hop_frames), max(_SHORTEST_WINDOW, longest))
    return int(2 ** round(np.log2(wanted)))


class _BinsToRows(Struct, frozen=True):
    """Maps the bins of a window to rows: rows widen upwards, so those narrower than a bin come first.

    Attributes:
        edges_hz: float32 [F + 1].
        below: int64 [narrow rows]: the bin under each; the row lies between it and the next.
        shares: float32 [narrow rows, 1]: how far towards the next.
        starts: int64 [wide rows]: each is the loudest of the bins from its own start to the next one's.
    """

    edges_hz: NDArray[np.float32]
    below: NDArray[np.int64]
    shares: NDArray[np.float32]
    starts: NDArray[np.int64]

    def __call__(self, power: NDArray[np.float32]) -> NDArray[np.float32]:
        """Maps the power of bins, float32 [B, N], to rows [F, N]."""
        # No matrix product: BLAS would start threads for it.
        narrow = power[self.below] * (1 - self.shares) + power[self.below + 1] * self.shares
        if not len(self.starts):
            return np.asarray(narrow, dtype=np.float32)
        return np.concatenate([narrow, np.maximum.reduceat(power, self.starts, axis=0)])


@lru_cache(maxsize=16)
def _rows_of(sample_rate_hz: int, size: int, rows: int, scale: FrequencyScale) -> _BinsToRows:
    edges = _edges_hz(sample_rate_hz / 2, rows, scale)
    spacing = sample_rate_hz / size
    bins = np.arange(size // 2 + 1) * spacing
    is_narrow = np.diff(edges) < spacing
    narrow = len(is_narrow) if is_narrow.all() else int(np.argmin(is_narrow))
    centres = (edges[:-1] + edges[1:])[:narrow] / 2
    below = np.minimum(np.floor(centres / spacing), len(bins) - 2).astype(np.int64)
    shares = (centres / spacing - below).astype(np.float32)[:, None]
    starts = np.minimum(np.ceil(edges[narrow:-1] / spacing), len(bins) - 1).astype(np.int64)
    return _BinsToRows(edges.astype(np.float32), below, shares, starts)


def _edges_hz(highest_hz: float, rows: int, scale: FrequencyScale) -> NDArray[np.float64]:
    if scale is FrequencyScale.LINEAR:
        return np.linspace(0.0, highest_hz, rows + 1)
    if scale is FrequencyScale.MEL:  # O'Shaughnessy 1987: 2595 log10(1 + f / 700)
        mels = np.linspace(_mel(LOWEST_HZ), _mel(highest_hz), rows + 1)
        return np.asarray(700.0 * (10.0 ** (mels / 2595.0) - 1.0))
    return np.geomspace(min(LOWEST_HZ, highest_hz / 2), highest_hz, rows + 1)


def _mel(hz: float) -> float:
    return float(2595.0 * np.log10(1.0 + hz / 700.0))


def _power(windows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Power per bin, float32 [B, N], of windows float32 [N, K, L]: the loudest of each column's K windows.

    A full-scale sine gives 1 at its peak: the amplitude of a Hann window's main lobe is half the sum of the window.
    """
    size = windows.shape[2]
    hann = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / size)).astype(np.float32)
    spectra = np.fft.rfft(windows * hann, axis=2)
    power = np.square(spectra.real)
    power += np.square(spectra.imag)
    power = power.max(axis=1) if power.shape[1] > 1 else power[:, 0]
    return np.asarray(power.T * np.float32(1 / (hann.sum() / 2) ** 2), dtype=np.float32)


def _read_whole(
    stream: AudioStream, first: float, hop: float, columns: int, size: int
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Yields windows [N, K, L] of consecutive columns, read straight through; K windows cover a column."""
    count = max(1, round(2 * hop / size))
    step = hop / count
    batch = max(1, _BATCH_SAMPLES // (count * size * min(_MOST_CHANNELS, stream.info.channels)))
    offsets = np.floor((np.arange(columns)[:, None] + 0.5) * hop + (np.arange(count) - (count - 1) / 2) * step)
    starts = (offsets - size // 2).astype(np.int64)  # relative to the stretch; the first are negative
    origin = round(first)
    lead = min(origin, size)
    samples = _Samples(stream, origin - lead)
    for column in range(0, columns, batch):
        wanted = starts[column : column + batch] + lead
        low, high = int(wanted.min()), int(wanted.max()) + size
        held = samples.get(low, high)
        at = (wanted - low)[:, :, None] + np.arange(size)
        yield column, held[:, at].transpose(1, 0, 2, 3).reshape(len(at), -1, size)


def _read_sampled(
    stream: AudioStream, first: float, hop: float, columns: int, size: int
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """As `_read_whole`, for long columns: reads windows around each column's middle by seeking."""
    rate = stream.info.sample_rate_hz
    length = size * _WINDOWS_A_COLUMN
    for column in range(columns):
        start = max(0.0, first + (column + 0.5) * hop - length / 2)
        if start >= stream.info.duration_s * rate:
            return
        stream.seek(start / rate)
        block = next(stream.blocks(length), None)
        if block is None:
            return
        voices = _voices(block)
        held = np.zeros((len(voices), length), np.float32)
        held[:, : voices.shape[1]] = voices
        yield column, held.reshape(1, -1, size)


def _voices(block: NDArray[np.float32]) -> NDArray[np.float32]:
    """The analysed channels of float32 [T, C]: float32 [V, T]."""
    return block.T if block.shape[1] <= _MOST_CHANNELS else mix_to_mono(block)[None, :]


class _Samples:
    """Random access to a stream's samples, float32 [V, T], in ascending order; silent outside the sound. Keeps only
    samples that may be requested again.
    """

    def __init__(self, stream: AudioStream, origin: int) -> None:
        if origin > 0:
            stream.seek(origin / stream.info.sample_rate_hz)
        self._blocks = stream.blocks()
        channels = stream.info.channels
        self._held = np.zeros((channels if channels <= _MOST_CHANNELS else 1, 0), np.float32)
        self._at = 0

    def get(self, low: int, high: int) -> NDArray[np.float32]:
        """Samples `low` to `high`, counted from the origin."""
        parts = [self._held]
        end = self._at + self._held.shape[1]
        while end < high:
            block = next(self._blocks, None)
            if block is None:
                parts.append(np.zeros((len(self._held), high - end), np.float32))
                break
            parts.append(_voices(block))
            end += len(block)
        held = np.concatenate(parts, axis=1)
        drop = min(held.shape[1], max(0, low - self._at))
        self._held, self._at = held[:, drop:], self._at + drop
        before = np.zeros((len(held), max(0, -low)), np.float32)
        return np.concatenate([before, self._held[:, max(0, low - self._at) : high - self._at]], axis=1)
