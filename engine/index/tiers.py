"""One interface over the index tiers: chooses the one that answers, and reports it.

- `exact`: a scan of all stored vectors. Answers alone while there are few, on request, and whenever no base can.
- `subset`: a scan of the vectors that pass a filter, when they are few.
- `hnsw`, `hnsw+delta`: a graph of hnswlib proposes, see `engine.index.graph`.
- `cells`, `cells+delta`: in large libraries, an exact scan of the nearest cells of a base, and of later vectors: see
  `engine.index.cells`. Such a base maps the vectors themselves; they are not read from the log.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Self

import numpy as np
from msgspec import Struct

from engine.base.errors import IndexDamaged
from engine.base.library_facts import IndexKind, IndexState
from engine.base.logs import Name
from engine.base.messages import Message, told
from engine.base.types import Ids, PackId, Vectors
from engine.index.base_build import BaseBuild
from engine.index.base_builder import base_folder
from engine.index.base_files import CellsManifest, GraphManifest, read_manifest, verify
from engine.index.cells import Cells
from engine.index.checksum_check import ChecksumCheck
from engine.index.exact import ExactIndex, Scores, check_query
from engine.index.graph import Graph, load_graph
from engine.index.hnsw import is_available
from engine.index.messages import IndexFlaw
from engine.index.multi_index import joined, passing_in, scores_in, vectors_in
from engine.index.settings import IndexSettings
from engine.index.vector_loader import take_in
from engine.store.catalogue import Catalogue
from engine.store.frames import Changes
from engine.store.vectors import Frame, HalfVectors, VectorKind, VectorLog

_log = logging.getLogger(__name__)


class Neighbours(Struct, frozen=True):
    """The result of a search, best first."""

    ids: Ids
    scores: Scores
    tier: str
    """exact, subset, hnsw, hnsw+delta, cells or cells+delta."""


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
        """Makes an empty index; use `open` for a catalogue's vectors."""
        self._library = library
        self._pack_id = pack_id
        self._dim = dim
        self._kind: VectorKind = kind
        self._settings = settings or IndexSettings()
        self._log = VectorLog(library / "vectors", pack_id, kind, dim)
        self._loaded = ExactIndex(dim)
        """Vectors outside the cells: all of them without cells."""
        self._has_all = False
        self._graph: Graph | None = None
        self._cells: Cells | None = None
        self._check: ChecksumCheck | None = None
        """Of the cells, until it has ended."""
        self._since: Callable[[int], Changes] | None = None
        self._build: BaseBuild | None = None
        self._refusal: Message | None = None
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
        """Takes the base if it is in order, and loads the vectors it lacks.

        Raises:
            LibraryError: vectors cannot be read, or are a later Earshot's; damaged ones are skipped.
        """
        index = cls(catalogue.folder, pack_id, dim, kind, settings)
        index._load_base(catalogue)
        return index

    def __len__(self) -> int:
        return sum(len(part) for part in self._parts())

    @property
    def dim(self) -> int:
        return self._dim

    @property
    def pack_id(self) -> PackId:
        return self._pack_id

    @property
    def ids(self) -> Ids:
        """Ids of searchable vectors: int64 [N], ascending."""
        return np.sort(np.concatenate([part.ids[part.alive] for part in self._parts()]))

    @property
    def has_lost(self) -> bool:
        """Whether blocks of vectors were missing or damaged while loading."""
        return bool(self._lost)

    @property
    def tier(self) -> IndexKind:
        """The tier that would answer an unfiltered query for a few neighbours now."""
        if self._cells is not None:
            return IndexKind.CELLS_AND_DELTA if len(self._loaded) else IndexKind.CELLS
        if self._graph is not None:
            return IndexKind.HNSW_AND_DELTA if self._graph.late else IndexKind.HNSW
        return IndexKind.EXACT

    @property
    def state(self) -> IndexState:
        """How neighbours are found now, and why exact search replaces a base where it does."""
        self._look_at_check()
        if self._build is not None:
            return IndexState(IndexKind.BUILDING)
        if self._refusal is not None:
            return IndexState(IndexKind.REFUSED, self._refusal)
        return IndexState(self.tier)

    @property
    def is_build_due(self) -> bool:
        """Whether a new base would help: there are many vectors and no base, or too many are missing or dead in it.

        Waits until the checksum of the current base is known.
        """
        self._look_at_check(is_waiting=True)
        count = len(self)
        are_cells_due = count >= self._settings.cells_from_segments
        if self._build is not None or count < self._settings.base_from_segments:
            return False
        if not are_cells_due and not is_available():
            return False
        if self._cells is not None:
            late, held = len(self._loaded), len(self._cells)
        elif self._graph is not None and not are_cells_due:
            late, held = self._graph.late, len(self._graph)
        else:
            return True
        dead = held - (count - late)
        return late + dead > self._settings.rebuild_above * count

    def start_build(self) -> bool:
        """Starts building a base in a child process, unless one is being built; returns whether one is now.

        If hnswlib is needed and missing, it starts none, and `state` says so.
        """
        if len(self) < self._settings.cells_from_segments and not is_available():
            self._refusal = told(IndexFlaw.NO_HNSWLIB)
            return False
        if self._build is None and len(self):
            _log.info("starting to build a base of %s: %d vectors", self._kind, len(self))
            self._build = BaseBuild(self._library, self._pack_id, self._kind, self._settings)
        return self._build is not None

    def poll(self, catalogue: Catalogue, timeout_s: float = 0.0) -> bool:
        """Checks whether the build is done and swaps its base in; True when a new base answers from now on."""
        self._look_at_check()
        if self._build is None:
            return False
        result = self._build.result(timeout_s)
        if result is None:
            return False
        self._build = None
        if result.error is not None:
            self._refusal = result.error
            _log.warning("no base of %s was built: %s", self._kind, Name(result.error))
            return False
        _log.info("a base of %s was built: %d vectors, %.1f s", self._kind, result.count, result.seconds)
        return self._load_base(catalogue)

    def close(self) -> None:
        """Ends a running build; the former base stays."""
        if self._build is not None:
            self._build.stop()
            self._build = None
        if self._check is not None:
            self._check.stop()

    def catch_up(self, changes: Changes) -> None:
        """Applies changes from `Catalogue.changes_since`.

        Skips missing and damaged blocks: `has_lost` says so, and their vectors are missing.

        Raises:
            LibraryError: vectors cannot be read, or are a later Earshot's.
        """
        added = take_in(self._loaded, self._log, self._kind, changes, self._lost)
        gone = changes.removed_segments if self._kind == "segments" else changes.removed_sounds
        if self._cells is not None:
            self._cells.rows.remove(np.concatenate([added, gone]))
        if self._graph is not None:
            self._graph.note_late(added)
            self._graph.forget(gone)

    def add(self, ids: Ids, vectors: Vectors | HalfVectors) -> None:
        """Adds vectors [N, D], finite and of unit length, replacing those of known ids."""
        self._loaded.add(ids, vectors)
        if self._cells is not None:
            self._cells.rows.remove(ids)
        if self._graph is not None:
            self._graph.note_late(ids)

    def remove(self, ids: Ids) -> None:
        """Removes ids; unknown ones are skipped."""
        for part in self._parts():
            part.remove(ids)
        if self._graph is not None:
            self._graph.forget(ids)

    def search(
        self, query: Vectors, k: int, allowed_ids: Ids | None = None, *, exact: bool = False, thorough: bool = False
    ) -> Neighbours:
        """The k nearest by cosine, best first.

        Args:
            query: float32 [D], finite and of unit length.
            k: how many; fewer come back where fewer pass.
            allowed_ids: permitted ids, ascending, each once; None for all.
            exact: scan all that pass, whatever the cost.
            thorough: have a graph examine more, because the query may lie outside the cloud of vectors.

        Raises:
            ValueError: the query is not finite and of unit length.
        """
        query = check_query(query, self._dim)
        is_few = self._is_few(allowed_ids)
        if self._graph is not None and not exact and not is_few:
            passing = len(self) if allowed_ids is None else len(allowed_ids)
            found = self._graph.search(query, k, allowed_ids, passing, thorough=thorough)
            if found is not None:
                return Neighbours(*found, str(self.tier))
        masks = [passing_in(part, allowed_ids) for part in self._parts()]
        tier = "subset" if is_few and not exact else "exact"
        if self._cells is not None and not exact and not is_few:
            passing = sum(int(np.count_nonzero(mask)) for mask in masks)
            wanted = self._settings.cells_for(k, passing)
            if wanted < self._settings.most_read * passing:
                masks[0] = self._cells.near(query, masks[0], wanted)
                tier = str(self.tier)
        found = joined([part.search(query, k, mask) for part, mask in zip(self._parts(), masks, strict=True)], k)
        if self._check is not None:
            self._check.begin()  # after the answer, which somebody waits for
        return Neighbours(*found, tier)

    def search_all(
        self, queries: Vectors, k: int, allowed_ids: Ids | None = None, *, exact: bool = False, thorough: bool = False
    ) -> list[Neighbours]:
        """As `search` for each row of `queries`, float32 [Q, D]; where no base answers, in one scan for all."""
        is_few = self._is_few(allowed_ids)
        has_base = self._graph is not None or self._cells is not None
        if len(queries) < 2 or (has_base and not exact and not is_few):
            return [self.search(query, k, allowed_ids, exact=exact, thorough=thorough) for query in queries]
        masks = [passing_in(part, allowed_ids) for part in self._parts()]
        tier = "subset" if is_few and not exact else "exact"
        found = [part.search_all(queries, k, mask) for part, mask in zip(self._parts(), masks, strict=True)]
        return [Neighbours(*joined(list(one), k), tier) for one in zip(*found, strict=True)]

    def first_of(self, found: Neighbours, k: int, asked: int, allowed_ids: Ids | None) -> Neighbours | None:
        """The k nearest from a larger result of `search`, if a search for k would find the same; None if uncertain.

        Args:
            found: the larger result.
            k: at most `asked`.
            asked: number of neighbours requested for `found`.
            allowed_ids: as in that search.
        """
        if self._graph is not None:
            return None  # a graph answers small searches, the scan large ones
        if self._cells is not None and found.tier != "subset":
            passing = len(self) if allowed_ids is None else len(allowed_ids)
            most = self._settings.most_read * passing
            if min(most, self._settings.cells_for(k, passing)) != min(most, self._settings.cells_for(asked, passing)):
                return None  # the larger search read more cells
        return Neighbours(found.ids[:k], found.scores[:k], found.tier)

    def scores_of(self, query: Vectors, ids: Ids) -> Scores:
        """The cosine with the stored vector of each id, float32 [N]; nan for unknown ids."""
        return scores_in(self._parts(), check_query(query, self._dim), ids)

    def vectors_of(self, ids: Ids) -> Vectors:
        """The stored vectors of these ids, float32 [N, D].

        Raises:
            VectorGone: an id is unknown.
        """
        return vectors_in(self._parts(), ids)

    def _is_few(self, allowed_ids: Ids | None) -> bool:
        return allowed_ids is not None and len(allowed_ids) < self._settings.subset_below * len(self)

    def _parts(self) -> list[ExactIndex]:
        """The indexes to search; the cells', if any, come first."""
        return [self._loaded] if self._cells is None else [self._cells.rows, self._loaded]

    def _look_at_check(self, *, is_waiting: bool = False) -> None:
        """Drops the cells and loads everything from the log if their checksum is wrong."""
        if self._check is None or not (is_waiting or self._check.is_done):
            return
        damage, self._check = self._check.result(), None
        if damage is not None:
            _log.warning("the cells of %s have a wrong checksum; exact search answers: %s", self._kind, damage)
            self._load_all()
            self._refusal = damage.what

    def _load_all(self) -> None:
        assert self._since is not None, "a base is only taken from where changes can be asked for"
        self._cells = self._graph = None
        self._loaded, self._lost = ExactIndex(self._dim), []
        self.catch_up(self._since(0))
        self._has_all = True

    def _load_base(self, catalogue: Catalogue) -> bool:
        """Takes the base on disk if it is intact and ours, else sets the refusal; loads the vectors it lacks."""
        self._since = lambda sequence: catalogue.frames.changes_since(sequence, self._pack_id)
        self._refusal = None
        if self._check is not None:
            self._check.stop()
            self._check = None
        folder = base_folder(self._library, self._pack_id, self._kind)
        try:
            manifest = read_manifest(folder)
            if isinstance(manifest, CellsManifest):
                return self._take_cells(folder, manifest)
            if not self._has_all:
                self._load_all()
            return isinstance(manifest, GraphManifest) and self._take_graph(catalogue, folder, manifest)
        except IndexDamaged as err:
            if not self._has_all:
                self._load_all()
            _log.warning("the base of %s is refused; exact search answers: %s", self._kind, err)
            self._refusal = err.what
            return False

    def _take_cells(self, folder: Path, manifest: CellsManifest) -> bool:
        assert self._since is not None
        path = verify(folder, manifest, dim=self._dim, pack_id=self._pack_id, kind=self._kind, with_sum=False)
        self._cells, self._graph = Cells.load(path, manifest), None
        self._check = ChecksumCheck(path, manifest)
        _log.debug("cells of %s mapped from commit %d", self._kind, manifest.sequence)
        self._loaded, self._has_all, self._lost = ExactIndex(self._dim), False, []
        self.catch_up(self._since(manifest.sequence))
        return True

    def _take_graph(self, catalogue: Catalogue, folder: Path, manifest: GraphManifest) -> bool:
        if not is_available():
            _log.warning("hnswlib is not installed; exact search answers for %s", self._kind)
            self._refusal = told(IndexFlaw.NO_HNSWLIB)
            return False
        path = verify(folder, manifest, dim=self._dim, pack_id=self._pack_id, kind=self._kind)
        base = load_graph(path, manifest)
        later = catalogue.frames.of(self._pack_id, self._kind, manifest.sequence)
        again = [ids for ids, _ in self._log.read_all(later, self._lost)]
        self._graph = Graph(base, self._loaded, again, self._settings)
        _log.debug("graph of %s loaded, %d vectors later than it", self._kind, self._graph.late)
        return True
