"""The base of a large library: its vectors in a file of their own, ordered by cell, memory-mapped.

A cell holds the vectors nearest to its centre (spherical k-means; Dhillon & Modha 2001). A query is compared with the
centres, and then exactly with the contents of the nearest cells. Queries in words find neighbours as well as sounds do,
though they lie apart from sounds, and a filter costs nothing: cells are read until they hold enough passing rows.

The file begins as faiss writes an index of this shape, so that faiss uses the mapped vectors in place; behind them are
ids, cells and centres, with a checksum of their own. Native code sees the file only after its head proved to be ours.
Damaged vectors can give wrong scores, which `engine.index.checksum_check` finds, but not wrong addresses: vectors are
only multiplied. The system may drop the file's pages and read them again.

numpy maps the file: faiss's own mapping does not support macOS, or names beyond the code page on Windows, and advises
random access, which would make the first scan of a disk many times slower.
"""

import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.lazy_import import later
from engine.base.messages import told
from engine.base.types import Ids, Vectors
from engine.index.base_files import CellsManifest, refused
from engine.index.exact import ExactIndex, Rows, Scores, new_index
from engine.index.messages import IndexFlaw

if TYPE_CHECKING:
    import faiss
else:
    faiss = later("faiss")

Mask = NDArray[np.bool_]
_CELLS_A_ROOT = 4
"""Cells per square root of the number of vectors: comparing centres then costs as much as a few cells."""
_MOST = 2_048
"""Most cells; more would double the build time for little gain."""
_SAMPLED = 64
"""Sample size per cell for learning its centre."""
_ROUNDS = 8
_SEED = 20_261_125
_BLOCK = 8_192


class CellOrder(Struct, frozen=True):
    """Vectors in the order of their cells, ready to be written."""

    rows: Rows
    """int64 [N]: rows in the source index, cell by cell."""
    edges: NDArray[np.int64]
    """int64 [C + 1]: the first row of each cell, and the number of rows."""
    centres: Vectors
    """float32 [C, D], of unit length."""


class Cells:
    """A base on disk. One thread owns it."""

    def __init__(self, index: ExactIndex, edges: NDArray[np.int64], centres: Vectors) -> None:
        """Use `load`."""
        self.rows = index
        """The file's vectors, cell by cell; outdated rows are removed from it in memory."""
        self._edges = edges
        self._centres = centres

    @classmethod
    def load(cls, path: Path, manifest: CellsManifest) -> "Cells":
        """Maps a file that `base_files.verify` has passed, its checksum aside. Reads ids and centres, no vectors.

        Raises:
            IndexDamaged: its shape differs from its manifest.
        """
        count, dim, cells = manifest.count, manifest.dim, manifest.cells
        head = _head(count, dim)
        tail_at = len(head) + 2 * count * dim
        try:
            mapped = np.memmap(path, np.uint8, "r")
        except (OSError, ValueError) as err:  # ValueError: an empty file
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
        """Vectors in the file, including outdated ones."""
        return int(self._edges[-1])

    def search(self, query: Vectors, k: int) -> tuple[Ids, Scores]:
        """About the k nearest to float32 [D], of unit length; best first."""
        return self.rows.search(query, k, self.near(query, self.rows.alive, k))

    def near(self, query: Vectors, passing: Mask, wanted: int) -> Mask:
        """Passing rows in the nearest cells, bool [rows]; at least `wanted` of them, if so many pass.

        Args:
            query: float32 [D], of unit length.
            passing: bool [rows].
            wanted: number of rows.
        """
        nearest = np.argsort(-(self._centres @ query), kind="stable")
        starts = self._edges[:-1]
        marks = passing.view(np.uint8)  # numpy adds bytes three times as fast as bools
        held = np.add.reduceat(marks, np.minimum(starts, len(passing) - 1), dtype=np.int32)
        held[starts == self._edges[1:]] = 0  # reduceat gives an empty cell its neighbour's first row
        enough = int(np.searchsorted(np.cumsum(held[nearest]), wanted)) + 1
        chosen = np.zeros_like(passing)
        for cell in nearest[:enough].tolist():
            part = slice(self._edges[cell], self._edges[cell + 1])
            chosen[part] = passing[part]
        return chosen


def make(vectors: ExactIndex, rows: Rows, threads: int) -> CellOrder:
    """Learns the cells of some rows, at least one; takes seconds for a million.

    Args:
        vectors: read a block at a time.
        rows: int64 [N], which of its rows.
        threads: of faiss; numpy's are set before it starts.
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
    return CellOrder(rows[np.argsort(nearest, kind="stable")], edges, centres)


def size_bytes(made: CellOrder, dim: int) -> int:
    """Size of the file from `write`."""
    count, cells = len(made.rows), len(made.centres)
    return len(_head(count, dim)) + 2 * count * dim + _tail_bytes(count, cells, dim)


def write(path: Path, made: CellOrder, vectors: ExactIndex) -> None:
    """Writes a base of rows in `vectors`. See `base_files.save_base`."""
    with path.open("wb") as file:
        file.write(_head(len(made.rows), vectors.dim))
        for start in range(0, len(made.rows), _BLOCK):
            file.write(vectors.half(made.rows[start : start + _BLOCK]).astype("<f2", copy=False).data)
        file.write(_tail(made, vectors))


def tail_checksum(made: CellOrder, vectors: ExactIndex) -> int:
    """CRC-32 of the part that `write` puts behind the vectors."""
    return zlib.crc32(_tail(made, vectors))


def _tail(made: CellOrder, vectors: ExactIndex) -> bytes:
    parts = (vectors.ids[made.rows].astype("<i8"), made.edges.astype("<i8"), made.centres.astype("<f4"))
    return b"".join(part.tobytes() for part in parts)


def _tail_bytes(count: int, cells: int, dim: int) -> int:
    return 8 * count + 8 * (cells + 1) + 4 * cells * dim


def _head(count: int, dim: int) -> bytes:
    """The head of a faiss file with `count` vectors: that of an empty index, with the counts filled in."""
    head = bytearray(faiss.serialize_index(new_index(dim)).tobytes())
    struct.pack_into("<q", head, 8, count)
    struct.pack_into("<q", head, len(head) - 8, 2 * count * dim)
    return bytes(head)
