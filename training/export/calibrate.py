"""A pack's curves and thresholds, fitted on the val split: what a cosine is worth, and from where on to say strong.

Only what a user gets to see counts: for each query the fifty best sounds. A curve fitted on all pairs would learn
mostly about pairs that nobody is ever shown.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.models.calibration import Calibration, fit_logistic, probability
from training.evaluation.listening import Query

SHOWN = 50
STRONG_PRECISION = 0.75
FAIR_PRECISION = 0.4
_LEAST_HITS = 30


def calibrate(queries: Sequence[Query], sound: NDArray[np.float32], meaning: NDArray[np.float32]) -> Calibration:
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
    top_scores, top_right = shown(queries, sound, 10)
    chances = probability(top_scores, sound_midpoint, sound_slope)
    strong = min(0.9, max(0.5, threshold(chances, top_right, STRONG_PRECISION)))
    fair = min(strong, max(0.15, threshold(chances, top_right, FAIR_PRECISION)))
    return Calibration(sound_midpoint, sound_slope, meaning_midpoint, meaning_slope, fair=fair, strong=strong)


def shown(
    queries: Sequence[Query], scores: NDArray[np.float32], most: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Gives the scores of the best `most` clips of each query, and whether each is right, flat."""
    best = np.argsort(-scores, axis=1, kind="stable")[:, :most]
    kept = np.take_along_axis(scores, best, axis=1).astype(np.float64)
    right = np.array([[int(row) in query.relevant for row in rows] for query, rows in zip(queries, best, strict=True)])
    return kept.ravel(), right.ravel()


def threshold(chances: NDArray[np.float64], right: NDArray[np.bool_], precision: float) -> float:
    """Gives the lowest score from which on at least `precision` of the hits are right, 1 when there is none.

    At least thirty hits must lie above it, so that a lucky few do not decide.
    """
    order = np.argsort(-chances, kind="stable")
    running = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero((running >= precision) & (np.arange(1, len(order) + 1) >= _LEAST_HITS))
    return float(chances[order][good[-1]]) if len(good) else 1.0
