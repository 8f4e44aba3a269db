"""Fits a pack's curves and thresholds on val: what a cosine is worth, and when a hit is fair or strong.

The chance that a hit of cosine c is right is 1 / (1 + exp(-slope (c - midpoint))), with one curve for sounds and one
for names, fitted as in Platt 1999 (`engine.models.calibration`). Only what users see counts: the fifty best sounds of
each query. A curve fitted on all pairs would mostly describe pairs that nobody is ever shown.

Each curve is fitted separately, and only if right hits score higher than by chance: a model that ranks at random has a
slope too. An unfitted curve is a guess, and the pack says so.

Fair is the lowest chance down to which enough hits are right. Strong is a promise about unknown sounds and kinds, so
its threshold is cross-validated over kinds: four of five parts of the kinds set it, and the fifth tests it. The target
precision is raised until all five together keep the bounds below.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.models.calibration import Calibration, FittedCurves, fit_logistic, probability
from engine.models.resampling import resampled

STRONG_WITHOUT = 0.05
"""Largest share of strong first hits when nothing in the library fits."""
RIGHT_WHEN_STRONG = 0.85
"""Least share of right ones among strong first hits."""
SHOWN = 50
FAIR_PRECISION = 0.4
_LEAST_FAIR, _LEAST_STRONG = 0.15, 0.4
_AIMS = (0.85, 0.875, 0.9, 0.925, 0.95)
"""Target precisions of strong; the first that holds is used."""
_LEAST_HITS, _LEAST_FIRST = 30, 15
"""Least number of hits, and of first hits, above a threshold."""
_PARTS = 5
_DEPTH = 10
_LUCK = 0.001
"""Share of resamplings in which right hits may score no higher than wrong ones."""
_ROUNDS = 20_000
_MOST = 0.95
"""Names and words alone reach 0.94: above this only sounds that are also heard could be strong."""

Scores = NDArray[np.float64]
Flags = NDArray[np.bool_]


class FittingQuery(Protocol):
    """A query with known answers."""

    @property
    def relevant(self) -> frozenset[int]:
        """Columns of the sounds that answer it."""

    @property
    def cluster(self) -> str:
        """Queries of one cluster share sounds; empty for one that stands alone."""


class _FirstTen(Struct, frozen=True):
    """The first ten hits of each query, as chances by the curve of sounds."""

    chances: Scores
    """float64 [queries, 10], descending."""
    right: Flags
    """bool [queries, 10]."""
    best_wrong: Scores
    """float64 [queries], of the best wrong hit: the first hit in a library without a right one."""
    parts: NDArray[np.int64]
    """int64 [queries], the part of the kinds that each belongs to."""

    def of(self, rows: Flags) -> "_FirstTen":
        return _FirstTen(self.chances[rows], self.right[rows], self.best_wrong[rows], self.parts[rows])


def calibrate(
    queries: Sequence[FittingQuery], sound: NDArray[np.float32], meaning: NDArray[np.float32], guess: Calibration
) -> Calibration:
    """Fits both curves and both thresholds.

    Args:
        sound: float32 [queries, clips], cosine of each query with each clip's best window.
        meaning: float32 [queries, clips], cosine of each query's sentence vector with that of each clip's name.
        guess: replaces a curve that cannot be fitted; thresholds go with the curve of sounds, and `fitted` says whether
            the curve of names was fitted elsewhere.
    """
    by_sound, by_name = _curve(queries, sound), _curve(queries, meaning)
    fitted = FittedCurves(by_sound is not None, by_name is not None or guess.fitted.name)
    meaning_midpoint, meaning_slope = by_name or (guess.meaning_midpoint, guess.meaning_slope)
    if by_sound is None:
        return replace(guess, meaning_midpoint=meaning_midpoint, meaning_slope=meaning_slope, fitted=fitted)
    ten = _first_ten(queries, sound, *by_sound)
    strong = min(_MOST, max(_LEAST_STRONG, _strong(ten)))
    fair = min(strong, max(_LEAST_FAIR, threshold(ten.chances.ravel(), ten.right.ravel(), FAIR_PRECISION)))
    return Calibration(*by_sound, meaning_midpoint, meaning_slope, fair=fair, strong=strong, fitted=fitted)


def above_chance(queries: Sequence[FittingQuery], scores: NDArray[np.float32]) -> bool:
    """Whether right clips score higher than wrong ones, beyond luck.

    Computes each query's area under the ROC curve: the share of wrong clips that score below a right one, with ties as
    half; 0.5 by chance. The mean must exceed 0.5 in all but a thousandth of the resamplings of whole kinds.

    Args:
        queries: at least one.
        scores: float32 [queries, clips].
    """
    areas, kinds = [], []
    for row, query in enumerate(queries):
        right = np.zeros(scores.shape[1], np.bool_)
        right[sorted(query.relevant)] = True
        if not right.any() or right.all():
            continue
        others = np.sort(scores[row, ~right])
        below = np.searchsorted(others, scores[row, right], "left") + np.searchsorted(
            others, scores[row, right], "right"
        )
        areas.append(float(below.mean()) / (2 * len(others)))
        kinds.append(query.cluster or f"query {row}")
    if not areas:
        return False
    means = resampled(np.array(areas), kinds, _ROUNDS)
    return float(np.quantile(means, _LUCK)) > 0.5


def _curve(queries: Sequence[FittingQuery], scores: NDArray[np.float32]) -> tuple[float, float] | None:
    """Midpoint and slope; None if there is nothing to fit but luck."""
    if not above_chance(queries, scores):
        return None
    try:
        return fit_logistic(*shown(queries, scores, SHOWN))
    except ValueError:
        return None


def shown(queries: Sequence[FittingQuery], scores: NDArray[np.float32], most: int) -> tuple[Scores, Flags]:
    """Returns the scores of the best `most` clips of each query, and whether each is right, both flat."""
    kept, right = _best(queries, scores, most)
    return kept.ravel(), right.ravel()


def threshold(chances: Scores, right: Flags, precision: float, least_hits: int = _LEAST_HITS) -> float:
    """Returns the lowest chance above which at least `precision` of the hits are right; 1 if there is none.

    At least `least_hits` hits must lie above it, so that a lucky few do not decide.
    """
    order = np.argsort(-chances, kind="stable")
    hits = np.arange(1, len(order) + 1)
    good = np.flatnonzero((np.cumsum(right[order]) / hits >= precision) & (hits >= least_hits))
    return float(chances[order][good[-1]]) if len(good) else 1.0


def _best(queries: Sequence[FittingQuery], scores: NDArray[np.float32], most: int) -> tuple[Scores, Flags]:
    """Scores of each query's best clips, descending, and whether each is right: both [queries, most]."""
    best = np.argsort(-scores, axis=1, kind="stable")[:, :most]
    kept = np.take_along_axis(scores, best, axis=1).astype(np.float64)
    return kept, np.array(
        [[int(row) in query.relevant for row in rows] for query, rows in zip(queries, best, strict=True)]
    )


def _first_ten(queries: Sequence[FittingQuery], sound: NDArray[np.float32], midpoint: float, slope: float) -> _FirstTen:
    """The first ten of each query; kinds are dealt to parts by size, so that parts are similar."""
    kept, right = _best(queries, sound, _DEPTH)
    wrong = sound.astype(np.float64)
    for row, query in enumerate(queries):
        wrong[row, sorted(query.relevant)] = -2.0  # below every cosine
    sizes = Counter(query.cluster for query in queries)
    part_of = {kind: place % _PARTS for place, kind in enumerate(sorted(sizes, key=lambda kind: (-sizes[kind], kind)))}
    parts = np.array([part_of[query.cluster] for query in queries])
    return _FirstTen(probability(kept, midpoint, slope), right, probability(wrong.max(axis=1), midpoint, slope), parts)


def _strong(ten: _FirstTen) -> float:
    """The threshold of the lowest target precision that holds on unseen kinds; else of the highest."""
    aim = next((aim for aim in _AIMS if _keeps_its_word(ten, aim)), _AIMS[-1])
    return _threshold_of(ten, aim)


def _keeps_its_word(ten: _FirstTen, aim: float) -> bool:
    """Whether thresholds set on four parts keep the bounds on the fifth, over all five; no strong hit keeps them."""
    is_strong, is_strong_without = np.zeros_like(ten.right), np.zeros(len(ten.parts), np.bool_)
    for part in range(_PARTS):
        own = ten.parts == part
        at_least = _threshold_of(ten.of(~own), aim)
        is_strong[own] = ten.chances[own] >= at_least
        is_strong_without[own] = ten.best_wrong[own] >= at_least
    first_right, ten_right = ten.right[is_strong[:, 0], 0], ten.right[is_strong]
    return bool(
        is_strong_without.mean() <= STRONG_WITHOUT
        and (not len(first_right) or first_right.mean() >= RIGHT_WHEN_STRONG)
        and (not len(ten_right) or ten_right.mean() >= RIGHT_WHEN_STRONG)
    )


def _threshold_of(ten: _FirstTen, aim: float) -> float:
    """The lowest threshold with this precision of first hits and first tens, and few strong hits where nothing fits."""
    if not len(ten.parts):
        return 1.0
    of_first = threshold(ten.chances[:, 0], ten.right[:, 0], aim, _LEAST_FIRST)
    of_ten = threshold(ten.chances.ravel(), ten.right.ravel(), aim)
    few_without = STRONG_WITHOUT * (1.0 - aim) / (1.0 - RIGHT_WHEN_STRONG)
    return max(of_first, of_ten, float(np.quantile(ten.best_wrong, 1.0 - few_without)))
