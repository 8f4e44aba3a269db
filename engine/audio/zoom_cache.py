"""Keeps waveform pyramids on disk, by content id, so that a sound is read whole only once.

A cache: damaged files and other versions are rebuilt; when it is too big, the least recently used files go.
"""

import logging
import os
import struct
import zlib
from contextlib import suppress
from pathlib import Path

import numpy as np

from engine.audio.content import content_id
from engine.audio.zoom import WavePyramid, build_pyramid
from engine.base.cancellation import Cancel, never
from engine.base.partial_files import partial_in
from engine.base.types import ContentId, FilePath

_HEADER = struct.Struct("<4sHHIQIQI")
"""Magic, version, channels, rate, frames, frames per bin, bins per channel, CRC-32 of the bins."""
_MAGIC = b"EZOO"
_VERSION = 1
_SUFFIX = ".zoom"
_log = logging.getLogger(__name__)


class ZoomCache:
    """Pyramids in one folder. Any thread; two that store the same sound write the same bytes."""

    def __init__(self, folder: Path, max_bytes: int = 512 << 20) -> None:
        self._folder = folder
        self._max_bytes = max_bytes

    def pyramid(self, path: FilePath | Path, cancel: Cancel = never) -> WavePyramid | None:
        """Returns the cached pyramid of a sound, or builds and stores it.

        Args:
            path: the sound.
            cancel: polled while building; cancelling returns None.

        Raises:
            AudioError: the sound cannot be read.
        """
        key = content_id(path)
        kept = self.load(key)
        if kept is not None:
            return kept
        built = build_pyramid(path, cancel)
        if built is not None:
            self.keep(key, built)
        return built

    def load(self, key: ContentId) -> WavePyramid | None:
        """Returns the cached pyramid of a content id, None without a valid one."""
        place = self._place(key)
        try:
            raw = place.read_bytes()
        except OSError:
            return None
        pyramid = from_bytes(raw)
        with suppress(OSError):
            if pyramid is None:
                place.unlink()
            else:
                os.utime(place)
        return pyramid

    def keep(self, key: ContentId, pyramid: WavePyramid) -> None:
        """Stores a pyramid and makes room for it; logs a write error, which costs only time."""
        place = self._place(key)
        partial = partial_in(self._folder)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(to_bytes(pyramid))
            partial.replace(place)
            self._make_room(place)
        except OSError as err:
            _log.warning("a waveform could not be kept in %s: %s", self._folder, err)
            with suppress(OSError):
                partial.unlink(missing_ok=True)

    def _place(self, key: ContentId) -> Path:
        return self._folder / (key.hex() + _SUFFIX)

    def _make_room(self, newest: Path) -> None:
        found = []
        for entry in self._folder.iterdir():
            with suppress(OSError):  # another process may delete it too
                status = entry.stat()
                found.append((status.st_mtime_ns, status.st_size, entry))
        used = sum(size for _, size, _ in found)
        for _, size, entry in sorted(found):
            if used <= self._max_bytes:
                return
            if entry != newest:
                with suppress(OSError):
                    entry.unlink()
                used -= size


def to_bytes(pyramid: WavePyramid) -> bytes:
    """Returns the stored form: a header with version and checksum, then the finest level."""
    bins = np.ascontiguousarray(pyramid.levels[0], dtype="<i2").tobytes()
    header = _HEADER.pack(
        _MAGIC,
        _VERSION,
        pyramid.channels,
        pyramid.sample_rate_hz,
        pyramid.frames,
        pyramid.bin_frames,
        pyramid.levels[0].shape[2],
        zlib.crc32(bins),
    )
    return header + bins


def from_bytes(raw: bytes) -> WavePyramid | None:
    """Reads the bytes of `to_bytes`; None if damaged or of another version."""
    if len(raw) < _HEADER.size:
        return None
    magic, version, channels, rate, frames, bin_frames, count, checksum = _HEADER.unpack_from(raw)
    if magic != _MAGIC or version != _VERSION or len(raw) != _HEADER.size + 4 * channels * count:
        return None
    if not (channels and count and rate and bin_frames) or zlib.crc32(raw[_HEADER.size :]) != checksum:
        return None
    bins = np.frombuffer(raw, "<i2", offset=_HEADER.size).reshape(2, channels, count)
    return WavePyramid.of_bins(rate, frames, bin_frames, bins.astype(np.int16, copy=False))
