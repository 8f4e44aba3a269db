"""How far a figure of word discrimination may be trusted: 95 % intervals by drawing speakers and their recordings anew.

A pair is of two recordings, so pairs are no independent draws: recordings are drawn, and a pair counts as often as both
of its recordings were drawn together. Where several speakers were each left out once, speakers are drawn first (Field &
Welsh 2007): with five of them the interval is wide, and rightly so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.measures.bootstrap import SHARE, Interval
from training.measures.words import PairRanking, Pairs

ROUNDS = 300
"""Resamplings; the ends of an interval then move by some 5 % of its width from seed to seed."""
_SEED = 2024


@dataclass(frozen=True, slots=True)
class Fold:
    """The pairs of one measurement: of one speaker who was left out, or of a whole test set."""

    ranking: PairRanking
    owners: Pairs
    """int64 [P, 2], the recordings of each pair; of an utterance with a word both are the utterance's."""
    recordings: int


def pooled(folds: Sequence[Fold], rounds: int = ROUNDS) -> Interval:
    """Gives the mean of the folds' average precisions and its 95 % interval.

    With one fold only its recordings are drawn anew.
    """
    value = float(np.mean([fold.ranking.average_precision() for fold in folds]))
    low, high = np.quantile(redrawn(folds, rounds), ((1 - SHARE) / 2, (1 + SHARE) / 2))
    return Interval(value, float(low), float(high))


def redrawn(folds: Sequence[Fold], rounds: int = ROUNDS) -> NDArray[np.float64]:
    """Gives the mean of the folds' average precisions in each resampling, float64 [rounds].

    Folds of as many recordings are drawn alike, whatever ranked them, so that two systems can be compared.
    """
    draw = np.random.default_rng(_SEED)
    means = np.empty(rounds)
    for number in range(rounds):
        chosen = draw.integers(len(folds), size=len(folds)) if len(folds) > 1 else [0]
        means[number] = np.mean([_redrawn(folds[int(place)], draw) for place in chosen])
    return means


def _redrawn(fold: Fold, draw: np.random.Generator) -> float:
    times: NDArray[np.int64] = draw.multinomial(fold.recordings, np.full(fold.recordings, 1.0 / fold.recordings))
    first, second = times[fold.owners[:, 0]], times[fold.owners[:, 1]]
    own = fold.owners[:, 0] == fold.owners[:, 1]
    return fold.ranking.average_precision(np.where(own, first, first * second).astype(np.float64))
