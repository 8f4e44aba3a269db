"""Rankings from similarities, with a defined order of ties, and ensembles of similarities.

A sound's rank is 1 + the sounds with a strictly greater score + the sounds with an equal score that come earlier in the
tie order, which is the order of paths (as in the engine) unless given. The papers' code leaves ties to torch.topk,
which breaks them arbitrarily.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]
"""float32 [Q, N]: queries by ranked items; greater is better."""


def path_order(paths: Sequence[Path]) -> NDArray[np.int64]:
    """Returns each path's position among all, int64 [N], by its bytes."""
    order = sorted(range(len(paths)), key=lambda row: str(paths[row]).encode("utf-8", "surrogateescape"))
    places = np.empty(len(paths), dtype=np.int64)
    places[order] = np.arange(len(paths))
    return places


def ranked_rows(scores: Scores, depth: int | None = None, order: NDArray[np.int64] | None = None) -> list[list[int]]:
    """Returns the columns of each query, best first.

    Args:
        scores: float32 [Q, N], finite.
        depth: limit for each query; None for all.
        order: int64 [N], each column's position among equal scores; None for their own order.

    Raises:
        ValueError: a score is not finite.
    """
    _refuse_nan(scores)
    ties = np.arange(scores.shape[1]) if order is None else order
    return [np.lexsort((ties, -row))[:depth].tolist() for row in scores]


def ranks_of(scores: Scores, target: NDArray[np.int64], order: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """Returns the 1-based rank of one column for each query, int64 [Q].

    Args:
        scores: float32 [Q, N], finite.
        target: int64 [Q], the right column of each query.
        order: see `ranked_rows`.

    Raises:
        ValueError: a score is not finite.
    """
    _refuse_nan(scores)
    ties = np.arange(scores.shape[1]) if order is None else order
    own = np.take_along_axis(scores, target[:, None], axis=1)
    earlier = (scores == own) & (ties[None] < ties[target][:, None])
    return np.asarray(1 + (scores > own).sum(axis=1) + earlier.sum(axis=1), dtype=np.int64)


def ensemble(members: Sequence[Scores]) -> Scores:
    """Averages several systems' cosines: the test-time ensemble of Primus & Widmer 2024, Table 2.

    Args:
        members: float32 [Q, N] each, over the same queries and sounds in the same order.

    Raises:
        ValueError: no member, or members of different shapes.
    """
    if not members or len({member.shape for member in members}) != 1:
        raise ValueError(f"an ensemble needs members of one shape, found {[member.shape for member in members]}")
    total = np.zeros(members[0].shape, dtype=np.float64)
    for member in members:
        total += member
    return np.asarray(total / len(members), dtype=np.float32)


def _refuse_nan(scores: Scores) -> None:
    if not np.isfinite(scores).all():
        raise ValueError("a score is not finite, so that it has no place in a ranking")
