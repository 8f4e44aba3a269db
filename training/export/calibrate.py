"""A pack's curves and thresholds, fitted on the val split: what a cosine is worth, and from where on to say strong.

Only what a user gets to see counts: for each query the fifty best sounds. A curve fitted on all pairs would learn
mostly about pairs that nobody is ever shown.

Strong is promised for sounds and kinds that nobody has met yet, so its threshold is tried on kinds it was not set on:
four of five parts of the kinds set it, and the fifth tells what it is worth. The precision aimed at is raised until all
five parts together keep the bounds that `earshot-train honesty` looks at.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.models.calibration import Calibration, fit_logistic, probability
from training.evaluation.honesty import RIGHT_WHEN_STRONG, STRONG_WITHOUT
from training.measures.listening import CaptionQuery

SHOWN = 50
FAIR_PRECISION = 0.4
_AIMS = (0.85, 0.875, 0.9, 0.925, 0.95)
_LEAST_HITS = 30
_LEAST_FIRST = 15
_PARTS = 5
_DEPTH = 10
_MOST = 0.95
"""Names and words alone reach 0.94: above this only what is also heard could ever be strong."""

Scores = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Shown:
    """What each query shows of the val split, as chances by the curve."""

    chances: Scores
    """float64 [queries, 10], falling."""
    right: Flags
    """bool [queries, 10]."""
    without: Scores
    """float64 [queries], of the best hit that is wrong: the first one of a library without what is right."""
    parts: NDArray[np.int64]
    """int64 [queries], the part of the kinds that each belongs to."""

    def of(self, rows: Flags) -> "_Shown":
        """Some queries of it."""
        return _Shown(self.chances[rows], self.right[rows], self.without[rows], self.parts[rows])


def calibrate(queries: Sequence[CaptionQuery], sound: NDArray[np.float32], meaning: NDArray[np.float32]) -> Calibration:
    """Fits both curves and both thresholds.

    Args:
        queries: of the val split.
        sound: float32 [queries, clips], cosine of each query with each clip's best window.
        meaning: float32 [queries, clips], cosine of each query's sentence vector with that of each clip's name.

    Raises:
        ValueError: scores that do not rise with what is right.
    """
    sound_scores, sound_right = shown(queries, sound, SHOWN)
    meaning_scores, meaning_right = shown(queries, meaning, SHOWN)
    sound_midpoint, sound_slope = fit_logistic(sound_scores, sound_right)
    meaning_midpoint, meaning_slope = fit_logistic(meaning_scores, meaning_right)
    top = _top(queries, sound, sound_midpoint, sound_slope)
    strong = min(_MOST, max(0.4, _strong(top)))
    fair = min(strong, max(0.15, threshold(top.chances.ravel(), top.right.ravel(), FAIR_PRECISION)))
    return Calibration(sound_midpoint, sound_slope, meaning_midpoint, meaning_slope, fair=fair, strong=strong)


def shown(queries: Sequence[CaptionQuery], scores: NDArray[np.float32], most: int) -> tuple[Scores, Flags]:
    """Gives the scores of the best `most` clips of each query, and whether each is right, flat."""
    kept, right = _best(queries, scores, most)
    return kept.ravel(), right.ravel()


def threshold(chances: Scores, right: Flags, precision: float, least_hits: int = _LEAST_HITS) -> float:
    """Gives the lowest score from which on at least `precision` of the hits are right, 1 when there is none.

    At least `least_hits` hits must lie above it, so that a lucky few do not decide.
    """
    order = np.argsort(-chances, kind="stable")
    running = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero((running >= precision) & (np.arange(1, len(order) + 1) >= least_hits))
    return float(chances[order][good[-1]]) if len(good) else 1.0


def _best(queries: Sequence[CaptionQuery], scores: NDArray[np.float32], most: int) -> tuple[Scores, Flags]:
    best = np.argsort(-scores, axis=1, kind="stable")[:, :most]
    kept = np.take_along_axis(scores, best, axis=1).astype(np.float64)
    return kept, np.array(
        [[int(row) in query.relevant for row in rows] for query, rows in zip(queries, best, strict=True)]
    )


def _top(queries: Sequence[CaptionQuery], sound: NDArray[np.float32], midpoint: float, slope: float) -> _Shown:
    """The first ten of each query, and kinds dealt to parts by their size, so that parts are alike."""
    kept, right = _best(queries, sound, _DEPTH)
    wrong = sound.astype(np.float64)
    for row, query in enumerate(queries):
        wrong[row, sorted(query.relevant)] = -2.0
    sizes: dict[str, int] = {}
    for query in queries:
        sizes[query.cluster] = sizes.get(query.cluster, 0) + 1
    dealt = {kind: place % _PARTS for place, kind in enumerate(sorted(sizes, key=lambda kind: (-sizes[kind], kind)))}
    parts = np.array([dealt[query.cluster] for query in queries])
    return _Shown(probability(kept, midpoint, slope), right, probability(wrong.max(axis=1), midpoint, slope), parts)


def _strong(top: _Shown) -> float:
    """The lowest threshold of a precision whose bounds held on kinds that did not set it; else the highest tried."""
    found = 1.0
    for aim in _AIMS:
        found = _set(top, aim)
        said = np.zeros_like(top.right)
        without = np.zeros(len(top.parts), np.bool_)
        for part in range(_PARTS):
            own = top.parts == part
            at_least = _set(top.of(~own), aim)
            said[own] = top.chances[own] >= at_least
            without[own] = top.without[own] >= at_least
        if _keeps(top, said, without):
            break
    return found


def _set(top: _Shown, aim: float) -> float:
    """The lowest threshold with this precision of first hits and the first ten, and few strong where nothing fits."""
    if not len(top.parts):
        return 1.0
    first = threshold(top.chances[:, 0], top.right[:, 0], aim, _LEAST_FIRST)
    ten = threshold(top.chances.ravel(), top.right.ravel(), aim)
    quiet = float(np.quantile(top.without, 1.0 - STRONG_WITHOUT * (1.0 - aim) / (1.0 - RIGHT_WHEN_STRONG)))
    return max(first, ten, quiet)


def _keeps(top: _Shown, said: Flags, without: Flags) -> bool:
    """Whether what was said keeps the bounds; silence keeps them."""
    first_right, ten_right = top.right[said[:, 0], 0], top.right[said]
    return bool(
        without.mean() <= STRONG_WITHOUT
        and (not len(first_right) or first_right.mean() >= RIGHT_WHEN_STRONG)
        and (not len(ten_right) or ten_right.mean() >= RIGHT_WHEN_STRONG)
    )
