"""Exact search over fp16 vectors: the oracle, the fallback, and the first tier.

faiss scans its own fp16 codes (numpy's float16 products are 25 times slower); the codes are the stored vectors bit for
bit, so reranking reads them here too. Adding, removing and replacing need no rebuild: removed rows are masked until a
quarter is dead. The codes may be in a mapped file (`over`): such rows can only be removed.
"""

import functools
import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from engine.base.lazy_import import later
from engine.base.types import Ids, Vectors
from engine.store.vectors import HalfVectors, unit_half

if TYPE_CHECKING:
    import faiss
else:
    faiss = later("faiss")

Scores = NDArray[np.float32]
"""float32 [K], cosines, best first."""
Rows = NDArray[np.int64]
"""int64 [N]: places in an ExactIndex."""
Codes = NDArray[np.uint8]
"""uint8 [rows, 2 D]: float16 vectors as bytes; those in a file are unaligned."""

_GATHER_BELOW = 0.02
"""Share of passing rows under which copying them is faster than a scan with a bitmap: measured on 20,000 and 100,000
vectors of 512."""
_BLOCK = 16_384
"""Rows widened to float32 at once for many queries."""
_SLACK = 16
"""Extra rows proposed: float32 products round differently from the scan, which decides."""
_FEW = 64
"""Up to this many rows, numpy is faster than setting up faiss: 20 against 45 microseconds after a base search."""
_SPLIT_FROM = 32_768
"""Passing rows from which a scan is worth a second thread."""
_SPLIT_PER_WANTED = 32
"""Additional rows for each neighbour wanted: every thread finds all of them."""
_MOST_THREADS = 4
_COMPACT_ABOVE = 0.25


class ExactIndex:
    """Vectors by id. One thread owns the object; faiss releases the GIL while it scans."""

    def __init__(self, dim: int) -> None:
        self._dim = dim
        self._faiss = new_index(dim)
        self._ids: Ids = np.empty(0, dtype=np.int64)
        self._alive: NDArray[np.bool_] = np.empty(0, dtype=np.bool_)
        self._row_of: Rows = np.empty(0, dtype=np.int64)
        self._dead = 0
        self._mapped: NDArray[np.uint8] | None = None
        """The file behind faiss's codes, kept alive here alone."""
        self._codes: Codes = np.empty((0, 2 * dim), dtype=np.uint8)

    @classmethod
    def over(cls, mapped: NDArray[np.uint8], ids: Ids, dim: int) -> Self:
        """Makes an index over rows in a mapped file of `engine.index.cells`: rows can be removed, not added."""
        index = cls(dim)
        index._mapped = mapped
        reader = faiss.ZeroCopyIOReader(faiss.swig_ptr(mapped), mapped.nbytes)  # type: ignore[attr-defined]
        index._faiss = faiss.read_index(reader)  # type: ignore[assignment]
        index._ids, index._alive = ids, np.ones(len(ids), dtype=np.bool_)
        index._row_of = np.full(int(ids.max(initial=-1)) + 1, -1, dtype=np.int64)
        index._row_of[ids] = np.arange(len(ids), dtype=np.int64)
        index._look_again()
        return index

    def __len__(self) -> int:
        return len(self._ids) - self._dead

    @property
    def dim(self) -> int:
        return self._dim

    @property
    def ids(self) -> Ids:
        """int64 [rows]: the id of every row, including dead ones."""
        return self._ids

    @property
    def alive(self) -> NDArray[np.bool_]:
        return self._alive

    def half(self, rows: Rows) -> HalfVectors:
        """The stored vectors of these rows, float16 [N, D]."""
        return np.take(self._codes, rows, axis=0).view(np.float16)

    def full(self, rows: Rows) -> Vectors:
        """The same as float32 [N, D]; faiss widens them faster than numpy does."""
        if not len(rows):
            return np.empty((0, self._dim), dtype=np.float32)
        faiss.omp_set_num_threads(1)
        wide: Vectors = self._faiss.sa_decode(np.take(self._codes, rows, axis=0))
        return wide

    def scores_of(self, query: Vectors, rows: Rows) -> Scores:
        """The cosine with each of these rows, float32 [N], in their order."""
        found = np.full(len(rows), np.nan, dtype=np.float32)
        if len(rows) <= _FEW:
            np.einsum("nd,d->n", self.half(rows).astype(np.float32), query, out=found)
            return found
        scores, places = self._copied(rows).search(query[None], len(rows))
        is_there = places[0] >= 0
        found[places[0][is_there]] = scores[0][is_there]
        return found

    def expect(self, count: int) -> None:
        """Reserves memory in an empty index, so that vectors are not moved repeatedly."""
        if not len(self._ids) and count:
            self._faiss.codes.resize(count * self._dim * 2)
            self._faiss.codes.resize(0)

    def add(self, ids: Ids, vectors: Vectors | HalfVectors) -> None:
        """Adds vectors, replacing those of known ids.

        Args:
            ids: int64 [N], 0 or greater, each once.
            vectors: [N, D], finite and of unit length.

        Raises:
            ValueError: vectors or ids are invalid, or the rows are in a file.
        """
        if self._mapped is not None:
            raise ValueError("nothing can be added to rows that lie in a file")
        half = unit_half(vectors, self._dim)
        if ids.shape != (half.shape[0],) or len(np.unique(ids)) != len(ids) or (len(ids) and ids.min() < 0):
            raise ValueError(f"ids must be {half.shape[0]} different numbers from 0 up")
        if not len(ids):
            return
        self.remove(ids)
        first = len(self._ids)
        self._faiss.add_sa_codes(half.view(np.uint8))
        self._ids = np.concatenate([self._ids, ids])
        self._alive = np.concatenate([self._alive, np.ones(len(ids), dtype=np.bool_)])
        highest = int(ids.max())
        if highest >= len(self._row_of):
            grown = np.full(max(highest + 1, 2 * len(self._row_of)), -1, dtype=np.int64)
            grown[: len(self._row_of)] = self._row_of
            self._row_of = grown
        self._row_of[ids] = np.arange(first, len(self._ids), dtype=np.int64)
        self._look_again()

    def remove(self, ids: Ids) -> None:
        """Removes ids; unknown ones are skipped."""
        rows = self.rows_of(ids)
        rows = rows[rows >= 0]
        if not len(rows):
            return
        self._alive[rows] = False
        self._row_of[self._ids[rows]] = -1
        self._dead += len(rows)
        if self._dead > _COMPACT_ABOVE * len(self._ids) and self._mapped is None:
            self._compact()

    def rows_of(self, ids: Ids) -> Rows:
        """The row of each id, int64 [N]; -1 for unknown ones."""
        if not len(self._row_of):
            return np.full(len(ids), -1, dtype=np.int64)
        inside = (ids >= 0) & (ids < len(self._row_of))
        return np.where(inside, self._row_of[np.where(inside, ids, 0)], np.int64(-1))

    def search(self, query: Vectors, k: int, allowed: NDArray[np.bool_] | None = None) -> tuple[Ids, Scores]:
        """The k nearest by cosine, best first, or all if fewer; ties by id.

        Args:
            query: float32 [D], finite and of unit length.
            k: how many.
            allowed: bool [rows], permitted rows; None for all.

        Raises:
            ValueError: the query is invalid.
        """
        query = check_query(query, self._dim)
        mask = self._alive if allowed is None else self._alive & allowed
        passing = int(np.count_nonzero(mask))
        if passing < _GATHER_BELOW * len(mask):
            return self.search_rows(query, k, np.flatnonzero(mask))
        if passing == 0 or k <= 0:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
        k = min(k, passing)
        if passing < _SPLIT_FROM + _SPLIT_PER_WANTED * k or _threads() == 1:
            selector = None if passing == len(mask) else _bitmap(mask)
            return self._sorted(*self._scan(query, k, selector))
        return self._search_split(query, k, mask, passing)

    def search_all(
        self, queries: Vectors, k: int, allowed: NDArray[np.bool_] | None = None
    ) -> list[tuple[Ids, Scores]]:
        """As `search` for every row of `queries`, float32 [Q, D], in one pass over the vectors.

        Widens the vectors once, not once per query: 200 queries over 100,000 vectors take a third of the time.

        Raises:
            ValueError: a query is invalid.
        """
        full = np.stack([check_query(query, self._dim) for query in queries])
        rows = np.flatnonzero(self._alive if allowed is None else self._alive & allowed)
        want = k + _SLACK
        if k <= 0 or len(rows) <= max(want, _BLOCK // 4):
            return [self.search_rows(query, k, rows) for query in full]

        def best_of(block: Rows) -> tuple[Rows, Scores]:
            products = full @ self.half(block).astype(np.float32).T
            if len(block) <= want:
                return np.broadcast_to(block, products.shape), products
            top = np.argpartition(products, len(block) - want, axis=1)[:, -want:]
            return block[top], np.take_along_axis(products, top, axis=1)

        found = list(_pool().map(best_of, [rows[start : start + _BLOCK] for start in range(0, len(rows), _BLOCK)]))
        near = np.concatenate([part[0] for part in found], axis=1)
        products = np.concatenate([part[1] for part in found], axis=1)
        top = np.argpartition(products, products.shape[1] - want, axis=1)[:, -want:]
        proposed = np.take_along_axis(near, top, axis=1)
        return [self.search_rows(query, k, own) for query, own in zip(full, proposed, strict=True)]

    def search_rows(self, query: Vectors, k: int, rows: Rows) -> tuple[Ids, Scores]:
        """As `search`, over these rows only, which must be alive; the cost is theirs alone."""
        if not len(rows) or k <= 0:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
        if len(rows) <= _FEW:
            ids, scores = self._sorted(rows, self.scores_of(query, rows))
            return ids[:k], scores[:k]
        scores, found = self._copied(rows).search(query[None], min(k, len(rows)))
        is_there = found[0] >= 0
        return self._sorted(rows[found[0][is_there]], scores[0][is_there])

    def _copied(self, rows: Rows) -> "faiss.IndexScalarQuantizer":
        """Copies some rows into an index of their own, for a scan by one thread."""
        faiss.omp_set_num_threads(1)
        subset = new_index(self._dim)
        subset.add_sa_codes(np.take(self._codes, rows, axis=0))
        return subset

    def _search_split(self, query: Vectors, k: int, mask: NDArray[np.bool_], passing: int) -> tuple[Ids, Scores]:
        edges = np.linspace(0, len(mask), _threads() + 1).astype(np.int64)
        selectors: list[Any] = []
        for first, end in itertools.pairwise(edges):
            if passing == len(mask):
                selectors.append(faiss.IDSelectorRange(int(first), int(end)))
            else:
                stretch = np.zeros_like(mask)
                stretch[first:end] = mask[first:end]
                selectors.append(_bitmap(stretch))
        found = list(_pool().map(lambda selector: self._scan(query, k, selector), selectors))
        rows = np.concatenate([part[0] for part in found])
        scores = np.concatenate([part[1] for part in found])
        ids, scores = self._sorted(rows, scores)
        return ids[:k], scores[:k]

    def _scan(self, query: Vectors, k: int, selector: Any) -> tuple[Rows, Scores]:
        """One thread's scan, without OpenMP: its threads spin at a barrier that a single query never needs."""
        faiss.omp_set_num_threads(1)
        parameters = None if selector is None else faiss.SearchParameters(sel=selector)  # type: ignore[call-arg]
        scores, rows = self._faiss.search(query[None], k, params=parameters)
        is_there = rows[0] >= 0  # skips NaN scores, as from a crafted file
        return rows[0][is_there], scores[0][is_there]

    def _sorted(self, rows: Rows, scores: Scores) -> tuple[Ids, Scores]:
        ids = self._ids[rows]
        order = np.argsort(-scores)
        best = scores[order]
        if (best[1:] == best[:-1]).any():  # sorting by both takes four times as long
            order = np.lexsort((ids, -scores))
            best = scores[order]
        return ids[order], best

    def _compact(self) -> None:
        kept = np.flatnonzero(self._alive)
        index = new_index(self._dim)
        if len(kept):
            index.add_sa_codes(np.take(self._codes, kept, axis=0))
        self._faiss = index
        self._ids = self._ids[kept]
        self._alive = np.ones(len(kept), dtype=np.bool_)
        self._row_of.fill(-1)
        self._row_of[self._ids] = np.arange(len(kept), dtype=np.int64)
        self._dead = 0
        self._look_again()

    def _look_again(self) -> None:
        """Refreshes the view of the codes, which may have moved in memory."""
        if len(self._ids):
            codes: Codes = faiss.rev_swig_ptr(self._faiss.codes.data(), len(self._ids) * self._dim * 2)
            self._codes = codes.reshape(-1, 2 * self._dim)
        else:
            self._codes = np.empty((0, 2 * self._dim), dtype=np.uint8)


def check_query(query: Vectors, dim: int) -> Vectors:
    """Returns the query as float32 [D].

    Raises:
        ValueError: another shape, or not finite and of unit length.
    """
    if query.shape != (dim,):
        raise ValueError(f"the query has shape {query.shape}, expected [{dim}]")
    full = np.ascontiguousarray(query, dtype=np.float32)
    squared = float(full @ full)
    if not abs(squared - 1.0) <= 0.02:
        raise ValueError(f"the query is not finite and of unit length: squared length {squared}")
    return full


def new_index(dim: int) -> "faiss.IndexScalarQuantizer":
    """An empty faiss index of float16 codes, compared by inner product."""
    index = faiss.IndexScalarQuantizer(dim, faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT)
    index.is_trained = True
    return index


def _bitmap(mask: NDArray[np.bool_]) -> Any:
    return faiss.IDSelectorBitmap(np.packbits(mask, bitorder="little"))  # type: ignore[call-arg,arg-type]


@functools.cache
def _threads() -> int:
    return min(_MOST_THREADS, os.cpu_count() or 1)


@functools.cache
def _pool() -> ThreadPoolExecutor:
    """The scanning threads; made at the first big scan and kept."""
    return ThreadPoolExecutor(_threads(), thread_name_prefix="exact-scan")
