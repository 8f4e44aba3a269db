"""Word discrimination: average precision of distances at telling whether two things are the same word.

Carlin et al. 2011: pairs are sorted by distance, and precision is averaged over the places of the right ones. Acoustic:
pairs of utterances. Cross-view: every utterance with every word among them. Pairs at the same distance share the last
of their places, so that the order of the data decides nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_T = TypeVar("_T", bound=np.generic)
Distances = NDArray[np.floating]
"""[P], one number per pair."""
Pairs = NDArray[np.int32]
"""[P, 2]; 11,024 utterances make sixty million."""


class PairRanking:
    """Pairs sorted by distance, which give the average precision under any weights."""

    def __init__(self, distances: Distances, is_same: NDArray[np.bool_]) -> None:
        """`distances`: [P], finite; `is_same`: [P], whether a pair is right."""
        if not np.isfinite(distances).all():
            raise ValueError("a distance is no number")
        self._order = np.argsort(distances, kind="stable").astype(np.uint32 if len(distances) < 2**32 else np.int64)
        ordered = np.asarray(distances)[self._order]
        self._is_same = np.asarray(is_same)[self._order]
        last = np.append(ordered[1:] != ordered[:-1], True) if len(ordered) else np.zeros(0, dtype=bool)
        ends = np.flatnonzero(last)
        places = np.repeat(ends, np.diff(np.append(-1, ends)))
        self._places = places[self._is_same]

    def ordered(self, of_pairs: NDArray[_T]) -> NDArray[_T]:
        """Returns values of each pair, [P, …], in order of distance."""
        ordered: NDArray[_T] = of_pairs[self._order]
        return ordered

    @property
    def chance(self) -> float:
        """Share of right pairs: the expected average precision of random order."""
        return float(self._is_same.mean()) if len(self._is_same) else 0.0

    def average_precision(self, weights: NDArray[np.floating] | None = None) -> float:
        """Returns the mean over right pairs of the share of right ones among the pairs up to there.

        Args:
            weights: [P], how often each pair counts, in the order of `ordered`; None: once.

        Returns:
            0 where no right pair counts.
        """
        if weights is None:
            right, counted = np.cumsum(self._is_same, dtype=np.float64), np.arange(1.0, len(self._is_same) + 1.0)
            return float((right[self._places] / counted[self._places]).mean()) if len(self._places) else 0.0
        ordered = np.asarray(weights)
        own = ordered[self._is_same].astype(np.float64)
        if not own.sum():
            return 0.0
        right = np.cumsum(ordered * self._is_same, dtype=np.float64)
        counted = np.cumsum(ordered, dtype=np.float64)
        precision = right[self._places] / np.maximum(counted[self._places], 1e-12)
        return float((own * precision).sum() / own.sum())


@dataclass(frozen=True, slots=True)
class WordFigures:
    """Word discrimination on one set of utterances."""

    acoustic: float
    """Average precision of pairs of utterances."""
    across: float
    """The same for pairs by two speakers; 0 where there is one speaker."""
    cross_view: float | None
    """Average precision of utterances with words; None for a model that reads no words."""
    acoustic_chance: float
    cross_view_chance: float
    utterances: int
    words: int


def pairs_of(count: int) -> Pairs:
    """Returns all pairs of two different things, int32 [count (count - 1) / 2, 2]."""
    pairs = np.empty((count * (count - 1) // 2, 2), dtype=np.int32)
    begin = 0
    for first in range(count - 1):
        end = begin + count - 1 - first
        pairs[begin:end, 0] = first
        pairs[begin:end, 1] = np.arange(first + 1, count)
        begin = end
    return pairs


def cosine_of(vectors: NDArray[np.float32]) -> Callable[[Pairs], Distances]:
    """Returns the cosine distance of pairs of unit vectors, [U, D]."""
    similarity = vectors @ vectors.T
    return lambda pairs: 1.0 - similarity[pairs[:, 0], pairs[:, 1]]


def word_figures(
    distance: Callable[[Pairs], Distances],
    labels: NDArray[np.int64],
    speakers: Sequence[str],
    cross: NDArray[np.float32] | None = None,
) -> WordFigures:
    """Returns all figures of one set.

    Args:
        distance: of pairs of utterances; see `cosine_of`.
        labels: int64 [U], the word of each, from 0 on, all used.
        cross: [U, N], cosine of each utterance with each word; None for a model that reads no words.
    """
    words = int(labels.max()) + 1
    pairs = pairs_of(len(labels))
    apart = np.asarray(distance(pairs))
    is_same = labels[pairs[:, 0]] == labels[pairs[:, 1]]
    names = np.unique(list(speakers), return_inverse=True)[1]
    two = names[pairs[:, 0]] != names[pairs[:, 1]]
    ranking = PairRanking(apart, is_same)
    across = PairRanking(apart[two], is_same[two]).average_precision() if two.any() else 0.0
    found = None if cross is None else cross_view_ranking(cross, labels).average_precision()
    return WordFigures(ranking.average_precision(), across, found, ranking.chance, 1.0 / words, len(labels), words)


def cross_view_ranking(cross: NDArray[np.floating], labels: NDArray[np.int64]) -> PairRanking:
    """Returns the ranking of all utterances with all words by cosine, [U, N]."""
    return PairRanking(1.0 - cross.ravel(), (labels[:, None] == np.arange(cross.shape[1])[None]).ravel())
