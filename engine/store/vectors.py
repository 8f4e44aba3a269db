"""The append-only log of fp16 vectors, from which every index is rebuilt.

A log is a folder of files of at most 1 GiB. A file is a 64-byte header followed by frames; a frame is a header with
count and CRC-32, then the ids (int64) and the vectors (float16, row by row). A frame counts only once the catalogue
names it: `append` returns after fsync, the catalogue's transaction follows, and the next `append` cuts off what a crash
left at the end of the last file. CRC-32 (2.9 GB/s here) suffices instead of a hash (0.6 to 1.2 GB/s), because it guards
against torn writes and bad disks, not against people.
"""

import os
import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.errors import LibraryError, LibraryNewer, VectorsDamaged
from engine.base.file_messages import FileFault, system_words
from engine.base.identifiers import identifier, is_file_name
from engine.base.library_messages import LibraryAdvice, LibraryFault, VectorFlaw
from engine.base.messages import told
from engine.base.private_files import make_part
from engine.base.types import Ids, PackId, Vectors
from engine.store.errors import storage_error

VectorKind = Literal["segments", "names"]
HalfVectors = NDArray[np.float16]
"""float16 [N, D], finite, of unit length up to fp16 rounding."""

_FILE_HEADER = struct.Struct("<8sII32s16x")
_FRAME_HEADER = struct.Struct("<4sIII")
_MAGIC = b"EARSVECS"
_FRAME_MAGIC = b"FRAM"
_FORMAT = 1
_LARGEST_FILE_BYTES = 1 << 30
_CHECKED_AT_ONCE = 512
_UNIT_TOLERANCE = 1e-2
"""Maximum deviation from unit length: fp16 rounding causes less than 1e-3."""


class Frame(Struct, frozen=True):
    """The position of one block of vectors in the log of its kind."""

    kind: VectorKind
    file: str
    """File name inside the log's folder."""
    offset: int
    count: int
    checksum: int
    """CRC-32 of ids and vectors."""


def unit_half(vectors: Vectors | HalfVectors, dim: int) -> HalfVectors:
    """Checks vectors and returns them as float16 [N, D].

    Raises:
        ValueError: the shape is not [N, dim], or a vector is not finite or not of unit length. A single such vector
            ruins an HNSW graph.
    """
    if vectors.ndim != 2 or vectors.shape[1] != dim:
        raise ValueError(f"vectors have shape {vectors.shape}, expected [N, {dim}]")
    squared = np.empty(len(vectors), np.float32)
    for first in range(0, len(vectors), _CHECKED_AT_ONCE):  # blocks within the CPU cache are three times faster
        full = vectors[first : first + _CHECKED_AT_ONCE].astype(np.float32, copy=False)
        squared[first : first + _CHECKED_AT_ONCE] = np.einsum("nd,nd->n", full, full)
    if not np.all(np.abs(squared - 1.0) <= 2 * _UNIT_TOLERANCE):  # NaN compares false
        worst = int(np.flatnonzero(~(np.abs(squared - 1.0) <= 2 * _UNIT_TOLERANCE))[0])
        raise ValueError(f"vector {worst} is not finite and of unit length: squared length {squared[worst]}")
    return np.ascontiguousarray(vectors, dtype=np.float16)


class VectorLog:
    """Vectors of one kind by one pack. One writer, who holds the library's lock; any number of readers."""

    def __init__(self, folder: Path, pack_id: PackId, kind: VectorKind, dim: int) -> None:
        """Touches no file. `folder` is the library's `vectors` folder; the log is in folder/pack_id."""
        self._folder = folder / identifier(pack_id)
        self._pack_id = pack_id
        self._kind: VectorKind = kind
        self._dim = dim
        self._tail: tuple[Path, int] | None = None

    @classmethod
    def existing(cls, folder: Path, pack_id: PackId, kind: VectorKind) -> "VectorLog | None":
        """Opens an existing log with the vector size of its first file; None if nothing was ever written.

        Raises:
            LibraryError: the file is not a vector file of this pack.
        """
        log = cls(folder, pack_id, kind, 0)
        for path in log._files()[:1]:
            with path.open("rb") as file:
                raw = file.read(_FILE_HEADER.size)
            if len(raw) == _FILE_HEADER.size:
                log._dim = _FILE_HEADER.unpack(raw)[2]
                log._check_header(path, raw)
                return log
        return None

    @property
    def dim(self) -> int:
        """D of every vector."""
        return self._dim

    def append(self, ids: Ids, vectors: Vectors | HalfVectors) -> Frame:
        """Writes one frame; returns once it is on disk.

        Args:
            ids: int64 [N], N >= 1.
            vectors: [N, D], finite and of unit length.

        Raises:
            StorageFull: no space; a partial frame is ignored and cut off later.
            LibraryError: the log cannot be written.
            ValueError: the vectors are invalid.
        """
        half = unit_half(vectors, self._dim)
        if ids.shape != (half.shape[0],) or not len(ids):
            raise ValueError(f"{ids.shape} ids for vectors {half.shape}")
        body = np.ascontiguousarray(ids, dtype="<i8").tobytes() + half.astype("<f2", copy=False).tobytes()
        checksum = zlib.crc32(body)
        header = _FRAME_HEADER.pack(_FRAME_MAGIC, len(ids), self._dim, checksum)
        path, offset = self._tail or self._recover()
        if offset + len(body) > _LARGEST_FILE_BYTES and offset > _FILE_HEADER.size:
            path, offset = self._start_file(_number(path) + 1)
        try:
            with path.open("r+b") as file:
                file.seek(offset)
                file.write(header)
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
        except OSError as err:
            self._tail = None
            raise storage_error(err, path) from err
        self._tail = (path, offset + len(header) + len(body))
        return Frame(self._kind, path.name, offset, len(ids), checksum)

    def read(self, frame: Frame) -> tuple[Ids, HalfVectors]:
        """Reads one frame: ids int64 [N] and vectors float16 [N, D].

        Raises:
            LibraryError: the frame is missing or damaged.
        """
        return next(self.read_all([frame]))

    def read_all(self, frames: Iterable[Frame], lost: list[Frame] | None = None) -> Iterator[tuple[Ids, HalfVectors]]:
        """Yields frames in the given order, each checked; opens a file once for adjacent frames.

        Args:
            lost: collects missing or damaged frames, which are then skipped.

        Raises:
            LibraryError: a frame is missing or damaged, and `lost` is None.
        """
        name = ""
        file: BinaryIO | None = None
        try:
            for frame in frames:
                try:
                    if file is None or frame.file != name:
                        if file is not None:
                            file.close()
                            file = None
                        file, name = self._open(frame.file), frame.file
                    block = self._read_from(file, frame)
                except VectorsDamaged:
                    if lost is None:
                        raise
                    lost.append(frame)
                else:
                    yield block
        finally:
            if file is not None:
                file.close()

    def verify(self, frames: Iterable[Frame]) -> list[Frame]:
        """Returns the damaged or missing frames.

        Raises:
            LibraryNewer: a later version of Earshot made the file.
            LibraryError: it exists but cannot be read.
        """
        damaged = []
        for frame in frames:
            try:
                self.read(frame)
            except VectorsDamaged:
                damaged.append(frame)
        return damaged

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob(f"{self._kind}-*.vec"), key=_number)

    def _open(self, name: str) -> BinaryIO:
        path = self._folder / name
        if not is_file_name(name):  # a catalogue may come from anybody
            raise _damaged(path, VectorFlaw.NOT_THERE)
        try:
            file = path.open("rb")
        except FileNotFoundError as err:
            raise _damaged(path, VectorFlaw.NOT_THERE) from err
        except OSError as err:
            raise _unreadable(path, err) from err
        try:
            self._check_header(path, file.read(_FILE_HEADER.size))
        except BaseException:
            file.close()
            raise
        return file

    def _check_header(self, path: Path, raw: bytes) -> None:
        if len(raw) < _FILE_HEADER.size:
            raise _damaged(path, VectorFlaw.NO_HEADER)
        magic, version, dim, pack = _FILE_HEADER.unpack(raw)
        if magic != _MAGIC:
            raise _damaged(path, VectorFlaw.NO_VECTORS)
        if version > _FORMAT:
            raise LibraryNewer(
                told(LibraryFault.FORMAT_NEWER, path, version, _FORMAT), advice=LibraryAdvice.INSTALL_NEWER
            )
        if (dim, pack) != (self._dim, _pack_bytes(self._pack_id)):
            raise _damaged(path, VectorFlaw.OTHER_VECTORS, dim, self._dim)

    def _read_from(self, file: BinaryIO, frame: Frame) -> tuple[Ids, HalfVectors]:
        path = self._folder / frame.file
        expected = _FRAME_HEADER.pack(_FRAME_MAGIC, frame.count, self._dim, frame.checksum)
        try:
            file.seek(frame.offset)
            header = file.read(_FRAME_HEADER.size)
            body = file.read(frame.count * (8 + 2 * self._dim))
        except OSError as err:
            raise _unreadable(path, err) from err
        if header != expected:
            raise _damaged(path, VectorFlaw.NO_FRAME, frame.offset)
        if zlib.crc32(body) != frame.checksum or len(body) != frame.count * (8 + 2 * self._dim):
            raise _damaged(path, VectorFlaw.WRONG_CHECKSUM, frame.offset)
        ids = np.frombuffer(body, dtype="<i8", count=frame.count).astype(np.int64, copy=False)
        vectors = np.frombuffer(body, dtype="<f2", offset=8 * frame.count).astype(np.float16, copy=False)
        return ids, vectors.reshape(frame.count, self._dim)

    def _recover(self) -> tuple[Path, int]:
        """Finds the end of the last intact frame of the last file and cuts off the rest."""
        files = self._files()
        if not files:
            return self._start_file(1)
        path = files[-1]
        try:
            if path.stat().st_size < _FILE_HEADER.size:
                return self._start_file(_number(path))
            with path.open("r+b") as file:
                try:
                    self._check_header(path, file.read(_FILE_HEADER.size))
                except VectorsDamaged:
                    return self._start_file(_number(path) + 1)
                end = self._end_of_frames(file)
                file.truncate(end)
                file.flush()
                os.fsync(file.fileno())
        except OSError as err:
            raise storage_error(err, path) from err
        return path, end

    def _end_of_frames(self, file: BinaryIO) -> int:
        """The byte after the last intact frame. Only the last checksum is verified: earlier frames were fsynced."""
        size = os.fstat(file.fileno()).st_size
        previous = end = _FILE_HEADER.size
        while True:
            file.seek(end)
            raw = file.read(_FRAME_HEADER.size)
            if len(raw) < _FRAME_HEADER.size:
                break
            magic, count, dim, _ = _FRAME_HEADER.unpack(raw)
            after = end + _FRAME_HEADER.size + count * (8 + 2 * self._dim)
            if magic != _FRAME_MAGIC or dim != self._dim or after > size:
                break
            previous, end = end, after
        if end > previous:
            file.seek(previous)
            *_, checksum = _FRAME_HEADER.unpack(file.read(_FRAME_HEADER.size))
            if zlib.crc32(file.read(end - previous - _FRAME_HEADER.size)) != checksum:
                return previous
        return end

    def _start_file(self, number: int) -> tuple[Path, int]:
        path = self._folder / f"{self._kind}-{number:06d}.vec"
        try:
            make_part(self._folder, 2)
            with path.open("wb") as file:
                file.write(_FILE_HEADER.pack(_MAGIC, _FORMAT, self._dim, _pack_bytes(self._pack_id)))
                file.flush()
                os.fsync(file.fileno())
            sync_folder(self._folder)
        except OSError as err:
            raise storage_error(err, path) from err
        return path, _FILE_HEADER.size


def sync_folder(folder: Path) -> None:
    """Makes new names in `folder` survive a power failure, where the platform can (Windows cannot open folders)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _number(path: Path) -> int:
    return int(path.stem.rsplit("-", 1)[1])


def _pack_bytes(pack_id: PackId) -> bytes:
    return pack_id.encode()[:32].ljust(32, b"\0")


def _damaged(path: Path, what: VectorFlaw, *values: int) -> VectorsDamaged:
    return VectorsDamaged(
        told(LibraryFault.VECTORS_DAMAGED, path, told(what, *values)), advice=LibraryAdvice.INDEX_FOR_LOST
    )


def _unreadable(path: Path, err: OSError) -> LibraryError:
    return LibraryError(
        told(FileFault.CANNOT_READ, path, system_words(err)), advice=LibraryAdvice.CHECK_DRIVE_AND_RIGHT
    )
