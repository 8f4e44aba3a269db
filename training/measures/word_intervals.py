"""95 % intervals of word discrimination, by resampling speakers and their recordings.

A pair is of two recordings, so pairs are not independent: recordings are drawn, and a pair counts as often as both of
its recordings were drawn together. With several left-out speakers, speakers are drawn first (Field & Welsh 2007); five
of them rightly give a wide interval.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from training.base.progress import follow
from training.measures.bootstrap import SHARE, Interval
from training.measures.word_discrimination import PairRanking, Pairs

ROUNDS = 300
"""Resamplings; the ends of an interval then vary by some 5 % of its width between seeds."""
ROUNDS_OF_MANY = 100
"""Resamplings above MANY pairs, where each takes seconds; the ends vary by some 9 %."""
MANY = 10_000_000
_SEED = 2024


class Fold:
    """The pairs of one measurement: of one left-out speaker, or of a whole test set."""

    def __init__(self, ranking: PairRanking, owners: Pairs, recordings: int) -> None:
        """`owners`: [P, 2], the recordings of each pair; of an utterance with a word both are the utterance's."""
        self.ranking, self.recordings = ranking, recordings
        self._first, self._second = ranking.ordered(owners[:, 0]), ranking.ordered(owners[:, 1])
        self._is_own = self._first == self._second

    def __len__(self) -> int:
        return len(self._first)

    def redrawn(self, draw: np.random.Generator) -> float:
        """Returns the average precision with the recordings resampled."""
        times = draw.multinomial(self.recordings, np.full(self.recordings, 1.0 / self.recordings)).astype(np.float32)
        first = times[self._first]
        return self.ranking.average_precision(np.where(self._is_own, first, first * times[self._second]))


def pooled(folds: Sequence[Fold], rounds: int | None = None) -> Interval:
    """Returns the mean of the folds' average precisions and its 95 % interval.

    A single fold resamples only its recordings.
    """
    if rounds is None:
        rounds = ROUNDS if sum(len(fold) for fold in folds) <= MANY else ROUNDS_OF_MANY
    value = float(np.mean([fold.ranking.average_precision() for fold in folds]))
    low, high = np.quantile(redrawn(folds, rounds), ((1 - SHARE) / 2, (1 + SHARE) / 2))
    return Interval(value, float(low), float(high))


def redrawn(folds: Sequence[Fold], rounds: int = ROUNDS) -> NDArray[np.float64]:
    """Returns the mean of the folds' average precisions in each resampling, float64 [rounds].

    The draw depends only on the numbers of recordings, so that two systems can be compared.
    """
    draw = np.random.default_rng(_SEED)
    means = np.empty(rounds)
    for number in follow(range(rounds), "drawing recordings anew"):
        chosen = draw.integers(len(folds), size=len(folds)) if len(folds) > 1 else [0]
        means[number] = np.mean([folds[int(place)].redrawn(draw) for place in chosen])
    return means
