"""Measures a model, or warping without one, on some utterances, with intervals; pools several folds."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from training.measures.bootstrap import Interval
from training.measures.dtw import dtw_pairs
from training.measures.word_discrimination import (
    Distances,
    PairRanking,
    Pairs,
    cosine_of,
    cross_view_ranking,
    pairs_of,
)
from training.measures.word_intervals import Fold, pooled
from training.papers.words.material import SpokenPart
from training.papers.words.training import vectors_of
from training.papers.words.views import MultiView

MOST = 500
"""Most utterances of a set in a quick measurement, and always by warping: 124,750 pairs take a minute."""


@dataclass(frozen=True, slots=True)
class Rankings:
    """The pairs of one set, ranked by one distance."""

    acoustic: Fold
    across: Fold | None
    """Pairs by two speakers; None where there is one speaker."""
    cross_view: Fold | None
    """None for a model that reads no words."""


@dataclass(frozen=True, slots=True)
class PrecisionFigures:
    """Average precisions with their intervals, and the chance level."""

    acoustic: Interval
    across: Interval | None
    cross_view: Interval | None
    acoustic_chance: float
    cross_view_chance: float | None
    utterances: int
    """The number measured."""
    whole: int
    """Utterances in the whole set; if above `utterances`, a sample was measured, whose precision is not the set's."""

    @property
    def is_whole(self) -> bool:
        return self.utterances == self.whole

    def record(self) -> dict[str, Any]:
        return asdict(self)


def figures_from(record: dict[str, Any]) -> PrecisionFigures:
    """Inverts `PrecisionFigures.record`."""

    def measured(value: dict[str, float] | None) -> Interval | None:
        return None if value is None else Interval(**value)

    acoustic = measured(record["acoustic"])
    assert acoustic is not None
    chances = record["acoustic_chance"], record["cross_view_chance"]
    sizes = record["utterances"], record.get("whole", record["utterances"])
    return PrecisionFigures(acoustic, measured(record["across"]), measured(record["cross_view"]), *chances, *sizes)


def capped(spoken: SpokenPart, most: int | None = MOST, seed: int = 1) -> SpokenPart:
    """Returns at most `most` of the utterances, drawn by seed: the same for everything measured on them.

    None returns all. A sample's average precision is too high: each word has fewer others to be confused with.
    """
    if most is None or len(spoken) <= most:
        return spoken
    return spoken.chosen(np.sort(np.random.default_rng(seed).permutation(len(spoken))[:most]))


def rank_model(model: MultiView, spoken: SpokenPart) -> Rankings:
    """Ranks pairs by the cosine of embeddings, and utterances with words by that of both views."""
    heard, read = vectors_of(model, spoken)
    cross = heard @ read.T
    own = np.repeat(np.arange(len(spoken), dtype=np.int32), cross.shape[1])
    words = Fold(cross_view_ranking(cross, spoken.labels), np.stack([own, own], axis=1), len(spoken))
    return _ranked(cosine_of(heard), spoken, words)


def rank_warped(spoken: SpokenPart) -> Rankings:
    """Ranks pairs by dynamic time warping of their features, the distance without learning."""
    sounds = spoken.features
    return _ranked(lambda pairs: dtw_pairs(sounds, sounds, pairs), spoken, None)


def figures(folds: Sequence[Rankings], whole: int | None = None) -> PrecisionFigures:
    """Returns the mean over folds of each figure, with intervals; a single fold is a set by itself.

    Args:
        folds: ranked pairs.
        whole: utterances of the set they are drawn from; None: they are all.
    """
    across = [fold.across for fold in folds if fold.across is not None]
    words = [fold.cross_view for fold in folds if fold.cross_view is not None]
    utterances = sum(fold.acoustic.recordings for fold in folds)
    return PrecisionFigures(
        pooled([fold.acoustic for fold in folds]),
        pooled(across) if across else None,
        pooled(words) if words else None,
        float(np.mean([fold.acoustic.ranking.chance for fold in folds])),
        float(np.mean([fold.ranking.chance for fold in words])) if words else None,
        utterances,
        utterances if whole is None else whole,
    )


def _ranked(distance: Callable[[Pairs], Distances], spoken: SpokenPart, words: Fold | None) -> Rankings:
    pairs, labels = pairs_of(len(spoken)), spoken.labels
    apart = np.asarray(distance(pairs))
    same = labels[pairs[:, 0]] == labels[pairs[:, 1]]
    speakers = np.unique(list(spoken.speakers), return_inverse=True)[1]
    two = speakers[pairs[:, 0]] != speakers[pairs[:, 1]]
    across = Fold(PairRanking(apart[two], same[two]), pairs[two], len(spoken)) if same[two].any() else None
    return Rankings(Fold(PairRanking(apart, same), pairs, len(spoken)), across, words)
