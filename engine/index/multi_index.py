"""Searches several indexes as one; each id is in one of them at most."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.base.errors import VectorGone
from engine.base.types import Ids, Vectors
from engine.index.exact import ExactIndex, Rows, Scores


def passing_in(part: ExactIndex, allowed_ids: Ids | None) -> NDArray[np.bool_]:
    """Living, permitted rows, bool [rows]."""
    if allowed_ids is None:
        return part.alive
    mask = np.zeros(len(part.ids), dtype=np.bool_)
    rows = part.rows_of(allowed_ids)
    mask[rows[rows >= 0]] = True
    return mask


def joined(found: Sequence[tuple[Ids, Scores]], k: int) -> tuple[Ids, Scores]:
    """Merges results of several parts to the best k, best first; ties by id."""
    held = [part for part in found if len(part[0])] or found[:1]
    if len(held) == 1:
        return held[0]
    ids, scores = np.concatenate([part[0] for part in held]), np.concatenate([part[1] for part in held])
    order = np.lexsort((ids, -scores))[:k]
    return ids[order], scores[order]


def scores_in(parts: Sequence[ExactIndex], query: Vectors, ids: Ids) -> Scores:
    """The cosine of a query, float32 [D], with the vector of each id, float32 [N]; nan for unknown ids."""
    scores = np.full(len(ids), np.nan, dtype=np.float32)
    for part, places, rows in _rows_of(parts, ids):
        scores[places] = part.scores_of(query, rows)
    return scores


def vectors_in(parts: Sequence[ExactIndex], ids: Ids) -> Vectors:
    """The stored vectors of these ids, float32 [N, D].

    Raises:
        VectorGone: an id is unknown.
    """
    found = _rows_of(parts, ids)
    is_there = np.zeros(len(ids), dtype=np.bool_)
    for _, places, _ in found:
        is_there[places] = True
    if not is_there.all():
        raise VectorGone(int(ids[int(np.argmin(is_there))]))
    if len(found) == 1:
        return found[0][0].full(found[0][2])
    vectors = np.empty((len(ids), parts[0].dim), dtype=np.float32)
    for part, places, rows in found:
        vectors[places] = part.full(rows)
    return vectors


def _rows_of(parts: Sequence[ExactIndex], ids: Ids) -> list[tuple[ExactIndex, NDArray[np.int64], Rows]]:
    """The parts that hold any of `ids`, with positions in `ids` and rows in the part."""
    found = []
    for part in parts:
        rows = part.rows_of(ids)
        places = np.flatnonzero(rows >= 0)
        if len(places):
            found.append((part, places, rows[places]))
    return found
