"""Checks that a new base finds the vectors it holds, before it answers anybody."""

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from engine.base.errors import IndexDamaged
from engine.base.messages import told
from engine.base.types import Ids, Vectors
from engine.index.exact import Scores
from engine.index.messages import IndexAdvice, IndexFault
from engine.store.vectors import HalfVectors


class NearestIndex(Protocol):
    """An index of neighbours."""

    def __len__(self) -> int:
        """Number of vectors."""

    def search(self, query: Vectors, k: int) -> tuple[Ids, Scores]:
        """About the k nearest, best first."""


def check_self_hits(base: NearestIndex, ids: Ids, vectors: HalfVectors) -> None:
    """Searches the base for some of its own vectors, float16 [N, D].

    Raises:
        IndexDamaged: fewer than nine of ten are among their own four nearest or have a neighbour of cosine near 1.
    """
    found = 0
    for id, vector in zip(ids, vectors.astype(np.float32), strict=True):
        labels, scores = base.search(vector / np.linalg.norm(vector), min(4, len(base)))
        found += int(id in labels or bool(len(scores) and scores[0] > 0.995))
    if found < 0.9 * len(ids):
        raise IndexDamaged(told(IndexFault.FINDS_TOO_FEW, found, len(ids)), advice=IndexAdvice.EXACT_UNTIL_BUILT)


def sample(count: int, size: int = 64) -> Iterator[int]:
    """Rows spread evenly over `count`."""
    return iter(np.unique(np.linspace(0, count - 1, min(size, count)).astype(np.int64)).tolist())
