"""One interface over the index tiers: which one answers is its choice, and it says which it was."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine.index.exact import ExactIndex, Scores
from engine.index.settings import IndexSettings
from engine.store.catalogue import Catalogue
from engine.store.records import Changes
from engine.store.vectors import HalfVectors, Kind, VectorLog
from engine.types import Ids, PackId, Vectors


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
        self, library: Path, pack_id: PackId, dim: int, kind: Kind = "segments", settings: IndexSettings | None = None
    ) -> None:
        """Empty; use `open` for what the catalogue knows."""
        self._library = library
        self._pack_id = pack_id
        self._kind: Kind = kind
        self._settings = settings or IndexSettings()
        self._exact = ExactIndex(dim)
        self._log = VectorLog(library / "vectors", pack_id, kind, dim)

    @classmethod
    def open(
        cls,
        catalogue: Catalogue,
        pack_id: PackId,
        dim: int,
        kind: Kind = "segments",
        settings: IndexSettings | None = None,
    ) -> Self:
        """Loads every live vector of `kind` that the catalogue names, and the base where a sound one stands.

        Raises:
            LibraryError: vectors are damaged.
        """
        index = cls(catalogue.folder, pack_id, dim, kind, settings)
        index.catch_up(catalogue.changes_since(0, pack_id))
        return index

    def __len__(self) -> int:
        """Vectors that can be found."""
        return len(self._exact)

    @property
    def dim(self) -> int:
        """D of every vector."""
        return self._exact.dim

    @property
    def state(self) -> str:
        """For people: exact, hnsw, hnsw+delta, building, or refused: why."""
        return "exact"

    @property
    def tier(self) -> str:
        """The tier that would answer an unfiltered query now."""
        return "exact"

    def catch_up(self, changes: Changes) -> None:
        """Takes in what `Catalogue.changes_since` gave.

        Raises:
            LibraryError: a block of vectors is damaged.
        """
        blocks: Iterable[tuple[Ids, HalfVectors]]
        blocks = self._log.read_all(frame for frame in changes.frames if frame.kind == self._kind)
        for ids, vectors in blocks:
            self.add(ids, vectors)
        self.remove(changes.removed_segments if self._kind == "segments" else changes.removed_sounds)

    def add(self, ids: Ids, vectors: Vectors | HalfVectors) -> None:
        """Adds vectors [N, D], finite and of unit length; an id that is there is replaced."""
        self._exact.add(ids, vectors)

    def remove(self, ids: Ids) -> None:
        """Forgets ids; unknown ones are passed over."""
        self._exact.remove(ids)

    def search(self, query: Vectors, k: int, allowed_ids: Ids | None = None, *, exact: bool = False) -> Neighbours:
        """The k nearest by cosine, best first.

        Args:
            query: float32 [D], finite and of unit length.
            k: how many; fewer come back where fewer pass.
            allowed_ids: ids that may answer; None for all.
            exact: ask the exact tier whatever its cost.

        Raises:
            ValueError: the query is not finite and of unit length.
        """
        if allowed_ids is None:
            ids, scores = self._exact.search(query, k)
            return Neighbours(ids, scores, "exact")
        rows = self._exact.rows_of(allowed_ids)
        rows = rows[rows >= 0]
        if not exact and len(rows) < self._settings.subset_below * len(self._exact):
            return Neighbours(*self._exact.search_rows(query, k, rows.astype(np.intp)), "subset")
        mask: NDArray[np.bool_] = np.zeros(len(self._exact.ids), dtype=np.bool_)
        mask[rows] = True
        return Neighbours(*self._exact.search(query, k, mask), "exact")

    def vectors_of(self, ids: Ids) -> Vectors:
        """float32 [N, D]: the stored vectors of these ids.

        Raises:
            KeyError: one is not there.
        """
        rows = self._exact.rows_of(ids)
        if len(rows) and rows.min() < 0:
            raise KeyError(int(ids[int(np.argmin(rows))]))
        return self._exact.vectors[rows].astype(np.float32)
