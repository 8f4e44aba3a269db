"""The graph tier: a base of hnswlib proposes, stored vectors decide the order, and later vectors are scanned.

A permissive filter is applied to more proposals than requested. If too few of them pass, because filter and query
disagree, the tier returns nothing and the exact scan answers: filtering loses nothing.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Ids, Vectors
from engine.index.base_builder import probe
from engine.index.base_files import GraphManifest
from engine.index.exact import ExactIndex, Scores
from engine.index.hnsw import HnswBase, maker
from engine.index.settings import IndexSettings

_SURPLUS = 1.5
"""Proposals requested per neighbour expected to pass."""
_SLACK = 16
_BREADTH = 2
"""Candidates per proposal: with only one each, the last proposals are often wrong."""


class Graph:
    """An hnswlib base over the vectors of an `ExactIndex`, and the delta since. One thread owns it."""

    def __init__(self, base: HnswBase, vectors: ExactIndex, again: list[Ids], settings: IndexSettings) -> None:
        """Args:
        base: freshly loaded.
        vectors: all searchable vectors.
        again: ids replaced since the base was built, which still has their old vectors.
        settings: thresholds.
        """
        self._base, self._vectors, self._settings = base, vectors, settings
        self._in_base = np.zeros(int(max(base.ids.max(initial=0), vectors.ids.max(initial=0))) + 1, dtype=np.bool_)
        self._in_base[base.ids] = True
        for ids in again:
            self._in_base[ids[ids < len(self._in_base)]] = False
        self._delta = ExactIndex(vectors.dim)
        alive = vectors.ids[vectors.alive]
        late = alive[~self._in_base[alive]]
        self._delta.add(late, vectors.half(vectors.rows_of(late)))

    def __len__(self) -> int:
        """Vectors in the base, including outdated ones."""
        return len(self._base)

    @property
    def late(self) -> int:
        return len(self._delta)

    def note_late(self, ids: Ids) -> None:
        """Moves ids that were added or replaced after the base was built to the delta."""
        inside = ids[ids < len(self._in_base)]
        self._in_base[inside] = False
        rows = self._vectors.rows_of(ids)
        there = rows >= 0
        self._delta.add(ids[there], self._vectors.half(rows[there]))

    def forget(self, ids: Ids) -> None:
        """Removes ids; unknown ones are skipped."""
        self._delta.remove(ids)

    def search(
        self, query: Vectors, k: int, allowed_ids: Ids | None, passing: int, *, thorough: bool
    ) -> tuple[Ids, Scores] | None:
        """The k nearest by cosine, best first; None where the exact scan must stand in.

        Args:
            query: float32 [D], finite and of unit length.
            k: how many.
            allowed_ids: permitted ids, ascending, each once; None for all.
            passing: their number.
            thorough: examine more candidates, because the query may lie outside the cloud of vectors.
        """
        base, settings, everything = self._base, self._settings, len(self._vectors)
        living = everything - len(self._delta)
        share = min(1.0, passing / max(1, everything)) * living / len(base)
        is_whole = allowed_ids is None and living == len(base)
        wanted = k if is_whole else int(np.ceil(_SURPLUS * k / max(share, 1e-9))) + _SLACK
        most = max(settings.largest_k, int(settings.reach * everything))
        if wanted > most or living == 0 or k <= 0:
            return None
        breadth = max(_BREADTH * wanted, int(settings.thorough * len(base)) if thorough else 0)
        if is_whole and not len(self._delta):
            return _in_order(*base.search(query, min(k, len(base)), breadth))
        proposed = base.propose(query, min(wanted, len(base)), breadth)
        if not is_whole:
            keep = self._in_base[proposed]
            if allowed_ids is not None:
                keep &= _holds(allowed_ids, proposed)
            proposed = proposed[keep]
        rows = self._vectors.rows_of(proposed)
        if not is_whole:
            rows = rows[rows >= 0]
        if len(rows) < min(k, living if allowed_ids is None else passing):
            return None
        ids, scores = self._vectors.search_rows(query, k, rows)
        if not len(self._delta):
            return ids, scores
        mask = None if allowed_ids is None else _holds(allowed_ids, self._delta.ids)
        late_ids, late_scores = self._delta.search(query, k, mask)
        ids, scores = np.concatenate([ids, late_ids]), np.concatenate([scores, late_scores])
        order = np.lexsort((ids, -scores))[:k]
        return ids[order], scores[order]


def load_graph(path: Path, manifest: GraphManifest) -> HnswBase:
    """Loads a file that `base_files.verify` has passed; one by another build of hnswlib loads in a child first.

    Raises:
        IndexDamaged: hnswlib refuses it, or crashes.
    """
    if manifest.maker != maker():
        nothing = np.empty(0, dtype=np.int64)
        probe(path, manifest, nothing, np.empty((0, manifest.dim), dtype=np.float16))
    return HnswBase.load(path, manifest)


def _in_order(ids: Ids, scores: Scores) -> tuple[Ids, Scores]:
    """Sorts equal scores by id. The base widened the stored vectors, so its scores are exact."""
    if (scores[1:] == scores[:-1]).any():
        order = np.lexsort((ids, -scores))
        return ids[order], scores[order]
    return ids, scores


def _holds(ascending: Ids, ids: Ids) -> NDArray[np.bool_]:
    """Which of `ids` are in `ascending`, bool [N]."""
    if not len(ascending):
        return np.zeros(len(ids), dtype=np.bool_)
    at = np.minimum(np.searchsorted(ascending, ids), len(ascending) - 1)
    found: NDArray[np.bool_] = ascending[at] == ids
    return found
