"""The base of a large library: its vectors in a file of their own, ordered by cell, mapped and not copied into memory.

A cell holds the vectors that are nearest to its centre (spherical k-means; Dhillon & Modha 2001). A question is
compared with the centres, and then exactly with what lies in the nearest cells. Words have their neighbours there as
sounds do, though they lie apart from sounds, and a filter costs nothing: as many cells are read as hold enough of what
passes.

The file begins as faiss writes an index of this shape, so that faiss takes the vectors where they are mapped; behind
them lie ids, cells and centres, with a checksum of their own. Native code sees the file only after its first bytes were
found to be the ones we wrote. What a byte of the vectors says can be wrong, and `engine.index.sum_check` finds that,
but it cannot lead astray: vectors are only multiplied. The system may drop the pages of the file and read them again.

numpy maps the file, as faiss's own mapping knows no macOS and no names beyond the code page on Windows, and tells the
system that pages will be read in no order, so that the first scan of a disk would take many times as long.
"""

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.error_wording.index import IndexFlaw
from engine.index.base_files import CellsManifest, refused
from engine.index.exact import ExactIndex, Rows, Scores, new_index
from engine.later import later
from engine.types import Ids, Vectors
from engine.wording import told

if TYPE_CHECKING:
    import faiss
else:
    faiss = later("faiss")

Mask = NDArray[np.bool_]
_CELLS_A_ROOT = 4
"""Cells per square root of the vectors: as many centres are compared then as vectors of a few cells."""
_MOST = 2_048
"""Cells; more would double the time of a build, for little."""
_SAMPLED = 64
"""Vectors a cell that its centre is learnt from."""
_ROUNDS = 8
_SEED = 20_261_125
_BLOCK = 8_192
"""Vectors widened to float32 at once."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Vectors put in order of their cells, to be written."""

    rows: Rows
    """int64 [N]: rows of the index they come from, cell by cell."""
    edges: NDArray[np.int64]
    """int64 [C + 1]: the row at which each cell begins, and the number of rows."""
    centres: Vectors
    """float32 [C, D], of unit length."""


class Cells:
    """A base as it lies on the disk. One thread owns it."""

    def __init__(self, index: ExactIndex, edges: NDArray[np.int64], centres: Vectors) -> None:
        """Use `load`."""
        self.rows = index
        """What lies in the file, cell by cell; rows that are out of date are removed from it, in memory."""
        self._edges = edges
        self._centres = centres

    @classmethod
    def load(cls, path: Path, manifest: CellsManifest) -> "Cells":
        """Maps a file that `base_files.verify` has passed, its checksum aside. Reads ids and centres, no vectors.

        Raises:
            IndexDamaged: it is not of the shape its manifest says.
        """
        count, dim, cells = manifest.count, manifest.dim, manifest.cells
        head = _head(count, dim)
        tail_at = len(head) + 2 * count * dim
        try:
            mapped = np.memmap(path, np.uint8, "r")
        except (OSError, ValueError) as err:  # ValueError: it is empty
            raise refused(path, told(IndexFlaw.FILE_UNREADABLE, str(getattr(err, "strerror", None) or err))) from err
        tail = mapped[tail_at:].tobytes()
        if mapped[: len(head)].tobytes() != head or len(tail) != _tail_bytes(count, cells, dim):
            raise refused(path, told(IndexFlaw.OTHER_SHAPE))
        if zlib.crc32(tail) != manifest.tail_crc32:
            raise refused(path, told(IndexFlaw.OTHER_CHECKSUM))
        ids = np.frombuffer(tail, "<i8", count).astype(np.int64, copy=False)
        edges = np.frombuffer(tail, "<i8", cells + 1, offset=8 * count).astype(np.int64, copy=False)
        centres = np.frombuffer(tail, "<f4", offset=8 * (count + cells + 1)).astype(np.float32, copy=False)
        return cls(ExactIndex.over(mapped, ids, dim), edges, centres.reshape(cells, dim))

    def __len__(self) -> int:
        """Vectors in the file, those that are out of date included."""
        return int(self._edges[-1])

    def search(self, query: Vectors, k: int) -> tuple[Ids, Scores]:
        """About the k nearest, best first; float32 [D], of unit length."""
        return self.rows.search(query, k, self.near(query, self.rows.alive, k))

    def near(self, query: Vectors, passing: Mask, wanted: int) -> Mask:
        """bool [rows]: what passes in the nearest cells, `wanted` rows of it at least where so many pass.

        Args:
            query: float32 [D], of unit length.
            passing: bool [rows].
            wanted: rows.
        """
        nearest = np.argsort(-(self._centres @ query), kind="stable")
        starts = self._edges[:-1]
        marks = passing.view(np.uint8)  # numpy adds bytes three times as fast as what it calls bool
        held = np.add.reduceat(marks, np.minimum(starts, len(passing) - 1), dtype=np.int32)
        held[starts == self._edges[1:]] = 0  # reduceat gives an empty cell its neighbour's first row
        enough = int(np.searchsorted(np.cumsum(held[nearest]), wanted)) + 1
        chosen = np.zeros_like(passing)
        for cell in nearest[:enough].tolist():
            part = slice(self._edges[cell], self._edges[cell + 1])
            chosen[part] = passing[part]
        return chosen


def make(vectors: ExactIndex, rows: Rows, threads: int) -> Ordered:
    """Learns the cells of some rows, one at least; seconds for a million.

    Args:
        vectors: they are read from it a block at a time.
        rows: int64 [N], which of its rows.
        threads: of faiss; those of numpy are set before it starts.
    """
    faiss.omp_set_num_threads(threads)
    count = len(rows)
    cells = min(count, _MOST, int(_CELLS_A_ROOT * np.sqrt(count)))
    draw = np.random.default_rng(_SEED)
    sample = vectors.half(rows[np.sort(draw.permutation(count)[: _SAMPLED * cells])]).astype(np.float32)
    learnt = faiss.Kmeans(
        vectors.dim,
        cells,
        niter=_ROUNDS,
        spherical=True,
        seed=_SEED,
        min_points_per_centroid=1,
        max_points_per_centroid=_SAMPLED,
    )
    learnt.train(sample)
    centres = np.ascontiguousarray(learnt.centroids, dtype=np.float32)
    nearest = np.empty(count, dtype=np.int64)
    for start in range(0, count, _BLOCK):
        block = vectors.half(rows[start : start + _BLOCK]).astype(np.float32)
        nearest[start : start + _BLOCK] = np.argmax(block @ centres.T, axis=1)
    edges = np.concatenate([[0], np.cumsum(np.bincount(nearest, minlength=cells))]).astype(np.int64)
    return Ordered(rows[np.argsort(nearest, kind="stable")], edges, centres)


def size_bytes(made: Ordered, dim: int) -> int:
    """What `write` leaves on the disk."""
    count, cells = len(made.rows), len(made.centres)
    return len(_head(count, dim)) + 2 * count * dim + _tail_bytes(count, cells, dim)


def write(path: Path, made: Ordered, vectors: ExactIndex) -> None:
    """Writes a base of rows that lie in `vectors`. See `base_files.save_base`."""
    with path.open("wb") as file:
        file.write(_head(len(made.rows), vectors.dim))
        for start in range(0, len(made.rows), _BLOCK):
            file.write(vectors.half(made.rows[start : start + _BLOCK]).astype("<f2", copy=False).data)
        file.write(_tail(made, vectors))


def tail_checksum(made: Ordered, vectors: ExactIndex) -> int:
    """CRC-32 of what `write` puts behind the vectors."""
    return zlib.crc32(_tail(made, vectors))


def _tail(made: Ordered, vectors: ExactIndex) -> bytes:
    parts = (vectors.ids[made.rows].astype("<i8"), made.edges.astype("<i8"), made.centres.astype("<f4"))
    return b"".join(part.tobytes() for part in parts)


def _tail_bytes(count: int, cells: int, dim: int) -> int:
    return 8 * count + 8 * (cells + 1) + 4 * cells * dim


def _head(count: int, dim: int) -> bytes:
    """How faiss begins a file with `count` vectors: what it writes of none, with the numbers put in."""
    head = bytearray(faiss.serialize_index(new_index(dim)).tobytes())
    struct.pack_into("<q", head, 8, count)
    struct.pack_into("<q", head, len(head) - 8, 2 * count * dim)
    return bytes(head)
