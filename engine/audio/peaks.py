"""Builds the waveform overview that the window draws, from a stream of any length in constant memory.

Also its stored form in the catalogue, sound events included. Nothing here draws.
"""

import struct

import numpy as np
from numpy.typing import NDArray

from engine.audio.decode import open_audio
from engine.audio.sound_events import MOST_EVENTS
from engine.base.cancellation import Cancel, never
from engine.base.errors import LibraryError, LibraryNewer
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.types import NO_EVENTS, FilePath, Peaks, SoundEvents

_HEADER = struct.Struct("<4sHHd")
_MAGIC = b"EPKS"
_WITHOUT_EVENTS, _VERSION = 1, 2
_COUNT = struct.Struct("<H")
_EVENT_BYTES = 12
_NARROW = 256
LONGEST_S = 600.0
"""Seconds read; the overview of a longer file shows its start."""
_COLUMNS = 256


class PeakBuilder:
    """Keeps the lowest and highest sample of every bin over all channels.

    Bins hold 1, 2, 4, … frames: more than `columns` bins are joined in pairs. So the result depends on the samples
    alone, not on block sizes.
    """

    def __init__(self, sample_rate_hz: int, channels: int, columns: int = 2048) -> None:
        self._rate = sample_rate_hz
        self._channels = channels
        self._columns = columns
        self._bin = 1
        self._frames = 0
        self._lows = np.zeros(0, dtype=np.float32)
        self._highs = np.zeros(0, dtype=np.float32)
        self._open: list[tuple[float, float]] = []  # extremes of the incomplete bin
        self._open_frames = 0

    def add(self, block: NDArray[np.float32]) -> None:
        if not len(block):
            return
        self._frames += len(block)
        while self._frames > self._columns * self._bin:
            self._join_pairs()
        # A bin of an interleaved block is contiguous: channels and frames are reduced together.
        flat = np.ascontiguousarray(block).reshape(-1)
        at = 0
        if self._open_frames:
            at = min(len(block), self._bin - self._open_frames)
            self._extend_open(flat[: at * self._channels], at)
        whole = (len(block) - at) // self._bin
        if whole:
            binned = flat[at * self._channels :][: whole * self._bin * self._channels]
            self._lows = np.concatenate([self._lows, self._extremes(binned, np.minimum)])
            self._highs = np.concatenate([self._highs, self._extremes(binned, np.maximum)])
            at += whole * self._bin
        if at < len(block):
            self._extend_open(flat[at * self._channels :], len(block) - at)

    def finish(self) -> Peaks:
        """Returns the overview, at most `columns` wide. More blocks may follow."""
        lows, highs = self._lows, self._highs
        if self._open:
            lows = np.append(lows, np.float32(min(low for low, _ in self._open)))
            highs = np.append(highs, np.float32(max(high for _, high in self._open)))
        scaled = np.clip(np.rint(np.stack([lows, highs], axis=1) * 127.0), -127, 127)
        return Peaks(scaled.astype(np.int8), self._frames / self._rate)

    def _extremes(self, flat: NDArray[np.float32], keep: np.ufunc) -> NDArray[np.float32]:
        width = self._bin * self._channels
        if width > _NARROW:
            return np.asarray(keep.reduce(flat.reshape(-1, width), axis=1), dtype=np.float32)
        # numpy reduces short rows one by one, slowly. Halving all bins at once is several times faster.
        found = flat[:: self._channels]
        for channel in range(1, self._channels):
            found = keep(found, flat[channel :: self._channels])
        for _ in range(self._bin.bit_length() - 1):
            found = keep(found[::2], found[1::2])
        return np.asarray(found, dtype=np.float32)

    def _extend_open(self, flat: NDArray[np.float32], frames: int) -> None:
        self._open.append((float(flat.min()), float(flat.max())))
        self._open_frames += frames
        if self._open_frames == self._bin:
            self._lows = np.append(self._lows, np.float32(min(low for low, _ in self._open)))
            self._highs = np.append(self._highs, np.float32(max(high for _, high in self._open)))
            self._open, self._open_frames = [], 0

    def _join_pairs(self) -> None:
        pairs = len(self._lows) // 2 * 2
        if pairs < len(self._lows):  # the odd one opens the next bin
            self._open.insert(0, (float(self._lows[-1]), float(self._highs[-1])))
            self._open_frames += self._bin
        self._lows = self._lows[:pairs].reshape(-1, 2).min(axis=1)
        self._highs = self._highs[:pairs].reshape(-1, 2).max(axis=1)
        self._bin *= 2


def to_bytes(peaks: Peaks) -> bytes:
    """Returns the stored form: a versioned header, then int8 [C, 2].

    Events, if any, follow as uint16 and float32 [E, 3]: version 2. Without events it is version 1, which every Earshot
    reads.

    Raises:
        ValueError: more than `MOST_EVENTS` events.
    """
    columns = np.ascontiguousarray(peaks.columns, dtype=np.int8)
    if len(peaks.events) > MOST_EVENTS:
        raise ValueError(f"{len(peaks.events)} events are more than an overview holds")
    if not len(peaks.events):
        return _HEADER.pack(_MAGIC, _WITHOUT_EVENTS, len(columns), peaks.duration_s) + columns.tobytes()
    head = _HEADER.pack(_MAGIC, _VERSION, len(columns), peaks.duration_s)
    return head + columns.tobytes() + _COUNT.pack(len(peaks.events)) + peaks.events.astype("<f4").tobytes()


def from_bytes(kept: bytes) -> Peaks:
    """Reads the bytes of `to_bytes`.

    Raises:
        LibraryNewer: a later Earshot wrote them.
        LibraryError: they are damaged.
    """
    count, duration_s = _head(kept)
    columns = np.frombuffer(kept, dtype=np.int8, offset=_HEADER.size, count=2 * count).reshape(count, 2).copy()
    return Peaks(columns, duration_s, _events(kept, count, duration_s))


def events_in(kept: bytes) -> SoundEvents:
    """Reads the events alone from the bytes of `to_bytes`.

    Raises:
        LibraryNewer: a later Earshot wrote them.
        LibraryError: they are damaged.
    """
    return _events(kept, *_head(kept))


def _head(kept: bytes) -> tuple[int, float]:
    """Number of columns and duration in seconds; checks the length of the rest."""
    if len(kept) < _HEADER.size or kept[:4] != _MAGIC:
        raise _damaged()
    _, version, count, duration_s = _HEADER.unpack_from(kept)
    if version > _VERSION:
        raise LibraryNewer(told(LibraryFault.OVERVIEW_NEWER, version, _VERSION), advice=LibraryAdvice.UPDATE)
    size = _HEADER.size + 2 * count
    if version > _WITHOUT_EVENTS:
        if len(kept) < size + _COUNT.size:
            raise _damaged()
        size += _COUNT.size + _EVENT_BYTES * _COUNT.unpack_from(kept, size)[0]
    if len(kept) != size:
        raise _damaged()
    return count, duration_s


def _events(kept: bytes, columns: int, duration_s: float) -> SoundEvents:
    at = _HEADER.size + 2 * columns
    if at == len(kept):
        return NO_EVENTS
    events = np.frombuffer(kept, "<f4", offset=at + _COUNT.size).astype(np.float32).reshape(-1, 3)
    edges = events[:, :2].ravel()
    # NaN compares false.
    is_right = 0 < len(events) <= MOST_EVENTS and edges[0] >= 0.0 and edges[-1] <= duration_s + 1.0
    if not is_right or not (edges[1:] >= edges[:-1]).all() or not (events[:, 2] > 0.0).all():
        raise _damaged()
    return events


def _damaged() -> LibraryError:
    return LibraryError(LibraryFault.OVERVIEW_DAMAGED, advice=LibraryAdvice.INDEX_SOUND_AGAIN)


def overview(path: FilePath, *, cancel: Cancel = never) -> Peaks:
    """Reads a file once and returns at most 256 columns.

    Args:
        path: any sound file.
        cancel: polled between blocks; ends the reading early.

    Raises:
        AudioError: the file cannot be read.
    """
    with open_audio(path) as stream:
        builder = PeakBuilder(stream.info.sample_rate_hz, stream.info.channels, _COLUMNS)
        frames_left = round(LONGEST_S * stream.info.sample_rate_hz)
        for block in stream.blocks():
            builder.add(block[:frames_left])
            frames_left -= len(block)
            if frames_left <= 0 or cancel():
                break
    return builder.finish()
