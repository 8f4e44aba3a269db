"""One interface over the index tiers: it chooses which one answers, and says which it was.

- `exact`: a scan of all stored vectors. Answers alone while there are few, when asked to, and whenever HNSW cannot.
- `subset`: a scan of those a filter passes, when they are few.
- `hnsw`, `hnsw+delta`: the base proposes, the stored vectors decide the order, and what came after the base is scanned.

A filter that passes much is applied to more proposals than were asked for. Should too few of them pass, because the
filter and the query pull apart, the exact scan answers: nothing is lost by filtering.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine.contents import IndexKind, IndexState
from engine.error_wording.index import IndexFlaw
from engine.errors import IndexDamaged, VectorGone
from engine.index.base_build import BaseBuild
from engine.index.base_files import Manifest, read_manifest, verify
from engine.index.build import base_folder, probe
from engine.index.exact import ExactIndex, Scores, check_query
from engine.index.hnsw import HnswBase, is_available, maker
from engine.index.loading import take_in
from engine.index.settings import IndexSettings
from engine.store.catalogue import Catalogue
from engine.store.frames import Changes
from engine.store.vectors import Frame, HalfVectors, VectorKind, VectorLog
from engine.types import Ids, PackId, Vectors
from engine.wording import Said, told

_SURPLUS = 1.5
"""Proposals asked of the base per neighbour that is expected to pass."""
_SLACK = 16
_BREADTH = 2
"""Candidates looked at per proposal: with only one each, the last proposals are often wrong."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What a search found, best first."""

    ids: Ids
    scores: Scores
    """Cosines on the stored vectors."""
    tier: str
    """exact, subset, hnsw or hnsw+delta."""


class TieredIndex:
    """The vectors of one kind and pack, searchable. One thread owns the object."""

    def __init__(
        self,
        library: Path,
        pack_id: PackId,
        dim: int,
        kind: VectorKind = "segments",
        settings: IndexSettings | None = None,
    ) -> None:
        """Empty; use `open` for what the catalogue knows."""
        self._library = library
        self._pack_id = pack_id
        self._kind: VectorKind = kind
        self._settings = settings or IndexSettings()
        self._exact = ExactIndex(dim)
        self._log = VectorLog(library / "vectors", pack_id, kind, dim)
        self._base: HnswBase | None = None
        self._in_base: NDArray[np.bool_] = np.empty(0, dtype=np.bool_)
        self._delta = ExactIndex(dim)
        self._build: BaseBuild | None = None
        self._refusal: Said | None = None
        self._lost: list[Frame] = []

    @classmethod
    def open(
        cls,
        catalogue: Catalogue,
        pack_id: PackId,
        dim: int,
        kind: VectorKind = "segments",
        settings: IndexSettings | None = None,
    ) -> Self:
        """Loads every live vector of `kind` that the catalogue names, and the base if there is one in order.

        Raises:
            LibraryError: vectors cannot be read, or are a later Earshot's; damaged ones are passed over.
        """
        index = cls(catalogue.folder, pack_id, dim, kind, settings)
        index.catch_up(catalogue.frames.changes_since(0, pack_id))
        index._load_base(catalogue)
        return index

    def __len__(self) -> int:
        """Vectors that can be found."""
        return len(self._exact)

    @property
    def dim(self) -> int:
        """D of every vector."""
        return self._exact.dim

    @property
    def pack_id(self) -> PackId:
        """The pack that made the vectors."""
        return self._pack_id

    @property
    def ids(self) -> Ids:
        """Ids of the vectors that can be found: int64 [N], ascending."""
        return np.sort(self._exact.ids[self._exact.alive])

    @property
    def has_lost(self) -> bool:
        """Whether blocks of vectors were missing or damaged when they were taken in."""
        return bool(self._lost)

    @property
    def tier(self) -> IndexKind:
        """The tier that would answer an unfiltered query for a few neighbours now."""
        if self._base is None:
            return IndexKind.EXACT
        return IndexKind.HNSW_AND_DELTA if len(self._delta) else IndexKind.HNSW

    @property
    def state(self) -> IndexState:
        """How neighbours are found now, and why exact search stands in for a base where it does."""
        if self._build is not None:
            return IndexState(IndexKind.BUILDING)
        if self._refusal is not None:
            return IndexState(IndexKind.REFUSED, self._refusal)
        return IndexState(self.tier)

    @property
    def is_build_due(self) -> bool:
        """Whether a new base would help: vectors are many and there is none, or it has grown too old."""
        if self._build is not None or not is_available() or len(self) < self._settings.base_from_segments:
            return False
        if self._base is None:
            return True
        dead = len(self._base) - (len(self) - len(self._delta))
        return len(self._delta) + dead > self._settings.rebuild_above * len(self)

    def start_build(self) -> bool:
        """Starts building a base in a child process, unless one is being built; gives whether one is now.

        Without hnswlib none is, and `state` says so.
        """
        if not is_available():
            self._refusal = told(IndexFlaw.NO_HNSWLIB)
            return False
        if self._build is None and len(self):
            self._build = BaseBuild(self._library, self._pack_id, self._kind, self._settings)
        return self._build is not None

    def poll(self, catalogue: Catalogue, timeout_s: float = 0.0) -> bool:
        """Looks whether the build is done and swaps its base in; True when a new base answers from now on."""
        if self._build is None:
            return False
        result = self._build.result(timeout_s)
        if result is None:
            return False
        self._build = None
        if result.error is not None:
            self._refusal = result.error
            return False
        return self._load_base(catalogue)

    def close(self) -> None:
        """Ends a build that runs; the former base stays."""
        if self._build is not None:
            self._build.stop()
            self._build = None

    def catch_up(self, changes: Changes) -> None:
        """Takes in what `Catalogue.changes_since` gave.

        A block that is missing or damaged is passed over: `has_lost` says so, and its vectors are missing.

        Raises:
            LibraryError: vectors cannot be read, or are a later Earshot's.
        """
        added = take_in(self._exact, self._log, self._kind, changes, self._lost)
        if self._base is not None:
            self._note_late(added)

    def add(self, ids: Ids, vectors: Vectors | HalfVectors) -> None:
        """Adds vectors [N, D], finite and of unit length; an id that is there is replaced."""
        self._exact.add(ids, vectors)
        if self._base is not None:
            self._note_late(ids)

    def remove(self, ids: Ids) -> None:
        """Forgets ids; unknown ones are passed over."""
        self._exact.remove(ids)
        self._delta.remove(ids)

    def search(
        self, query: Vectors, k: int, allowed_ids: Ids | None = None, *, exact: bool = False, thorough: bool = False
    ) -> Neighbours:
        """The k nearest by cosine, best first.

        Args:
            query: float32 [D], finite and of unit length.
            k: how many; fewer come back where fewer pass.
            allowed_ids: ids that may answer, ascending, each once; None for all.
            exact: scan all that pass, whatever it costs.
            thorough: have the base look at more, because the query may lie outside the cloud of vectors.

        Raises:
            ValueError: the query is not finite and of unit length.
        """
        query = check_query(query, self.dim)
        passing = len(self) if allowed_ids is None else len(allowed_ids)
        if self._base is not None and not exact and passing >= self._settings.subset_below * len(self):
            found = self._search_base(self._base, query, k, allowed_ids, passing, thorough=thorough)
            if found is not None:
                return found
        if allowed_ids is None:
            return Neighbours(*self._exact.search(query, k), "exact")
        rows = self._exact.rows_of(allowed_ids)
        rows = rows[rows >= 0]
        if not exact and len(rows) < self._settings.subset_below * len(self):
            return Neighbours(*self._exact.search_rows(query, k, rows), "subset")
        mask = np.zeros(len(self._exact.ids), dtype=np.bool_)
        mask[rows] = True
        return Neighbours(*self._exact.search(query, k, mask), "exact")

    def search_all(
        self, queries: Vectors, k: int, allowed_ids: Ids | None = None, *, exact: bool = False, thorough: bool = False
    ) -> list[Neighbours]:
        """As `search` for each row of `queries`, float32 [Q, D]; where no base answers, in one scan for all."""
        passing = len(self) if allowed_ids is None else len(allowed_ids)
        is_few = passing < self._settings.subset_below * len(self)
        if len(queries) < 2 or (self._base is not None and not exact and not is_few):
            return [self.search(query, k, allowed_ids, exact=exact, thorough=thorough) for query in queries]
        mask = None
        if allowed_ids is not None:
            rows = self._exact.rows_of(allowed_ids)
            mask = np.zeros(len(self._exact.ids), dtype=np.bool_)
            mask[rows[rows >= 0]] = True
            is_few = int(np.count_nonzero(mask)) < self._settings.subset_below * len(self)
        tier = "subset" if mask is not None and is_few and not exact else "exact"
        return [Neighbours(*found, tier) for found in self._exact.search_all(queries, k, mask)]

    def vectors_of(self, ids: Ids) -> Vectors:
        """float32 [N, D]: the stored vectors of these ids.

        Raises:
            VectorGone: one is not there.
        """
        rows = self._exact.rows_of(ids)
        if len(rows) and rows.min() < 0:
            raise VectorGone(int(ids[int(np.argmin(rows))]))
        return self._exact.vectors[rows].astype(np.float32)

    def _search_base(
        self, base: HnswBase, query: Vectors, k: int, allowed_ids: Ids | None, passing: int, *, thorough: bool
    ) -> Neighbours | None:
        """The base's answer, or None where exact search must stand in."""
        living = len(self) - len(self._delta)
        share = min(1.0, passing / max(1, len(self))) * living / len(base)
        is_whole = allowed_ids is None and living == len(base)
        wanted = k if is_whole else int(np.ceil(_SURPLUS * k / max(share, 1e-9))) + _SLACK
        most = max(self._settings.largest_k, int(self._settings.reach * len(self)))
        if wanted > most or living == 0 or k <= 0:
            return None
        breadth = max(_BREADTH * wanted, int(self._settings.thorough * len(base)) if thorough else 0)
        proposed = base.propose(query, min(wanted, len(base)), breadth)
        if not is_whole:
            keep = self._in_base[proposed]
            if allowed_ids is not None:
                keep &= _holds(allowed_ids, proposed)
            proposed = proposed[keep]
        rows = self._exact.rows_of(proposed)
        if not is_whole:
            rows = rows[rows >= 0]
        if len(rows) < min(k, living if allowed_ids is None else passing):
            return None
        ids, scores = self._exact.search_rows(query, k, rows)
        if not len(self._delta):
            return Neighbours(ids, scores, "hnsw")
        mask = None if allowed_ids is None else _holds(allowed_ids, self._delta.ids)
        late_ids, late_scores = self._delta.search(query, k, mask)
        ids, scores = np.concatenate([ids, late_ids]), np.concatenate([scores, late_scores])
        order = np.lexsort((ids, -scores))[:k]
        return Neighbours(ids[order], scores[order], "hnsw+delta")

    def _note_late(self, ids: Ids) -> None:
        """These ids came, or came again, after the base: the delta answers for them."""
        inside = ids[ids < len(self._in_base)]
        self._in_base[inside] = False
        rows = self._exact.rows_of(ids)
        there = rows >= 0
        self._delta.add(ids[there], self._exact.vectors[rows[there]])

    def _load_base(self, catalogue: Catalogue) -> bool:
        """Takes the base on the disk where it is whole and ours; else says in `state` why not."""
        self._refusal = None
        folder = base_folder(self._library, self._pack_id, self._kind)
        try:
            manifest = read_manifest(folder)
            if manifest is None:
                return False
            if not is_available():
                self._refusal = told(IndexFlaw.NO_HNSWLIB)
                return False
            self._attach(catalogue, manifest, folder)
        except IndexDamaged as err:
            self._refusal = err.what
            return False
        return True

    def _attach(self, catalogue: Catalogue, manifest: Manifest, folder: Path) -> None:
        path = verify(folder, manifest, dim=self.dim, pack_id=self._pack_id, kind=self._kind)
        if manifest.maker != maker():
            nothing = np.empty(0, dtype=np.int64)
            probe(path, manifest, nothing, np.empty((0, self.dim), dtype=np.float16))
        base = HnswBase.load(path, manifest)
        in_base = np.zeros(int(max(base.ids.max(initial=0), self._exact.ids.max(initial=0))) + 1, dtype=np.bool_)
        in_base[base.ids] = True
        for ids, _ in self._log.read_all(catalogue.frames.of(self._pack_id, self._kind, manifest.sequence), self._lost):
            in_base[ids[ids < len(in_base)]] = False
        alive = self._exact.ids[self._exact.alive]
        late = alive[~in_base[alive]]
        self._base, self._in_base = base, in_base
        self._delta = ExactIndex(self.dim)
        self._delta.add(late, self._exact.vectors[self._exact.rows_of(late)])


def _holds(ascending: Ids, ids: Ids) -> NDArray[np.bool_]:
    """bool [N]: which of `ids` are in `ascending`."""
    if not len(ascending):
        return np.zeros(len(ids), dtype=np.bool_)
    at = np.minimum(np.searchsorted(ascending, ids), len(ascending) - 1)
    found: NDArray[np.bool_] = ascending[at] == ids
    return found
