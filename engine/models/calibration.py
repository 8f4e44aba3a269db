"""Converts cosines to probabilities, and fused scores to words that users understand.

A cosine means nothing by itself: 0.3 is a fine match for one model and noise for the next. Each pack therefore carries
two logistic curves (sound, meaning) fitted on held-out pairs, and two thresholds on the fused score.
engine/search/score_rule.py fuses the parts.
"""

import math

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from engine.base.types import Confidence


class FittedCurves(Struct, frozen=True):
    """Which of a pack's curves were fitted on pairs with known answers; the others are guesses."""

    sound: bool = True
    """If False, no match is strong, fair or weak: answers have an order and no marks."""
    name: bool = True
    """If False, the meaning of names takes no part in a score: nothing shows that it helps."""


class Calibration(Struct, frozen=True):
    """A pack's two logistic curves and the two thresholds on the fused score."""

    sound_midpoint: float
    """Cosine of a query with a moment at which a match is as likely as not."""
    sound_slope: float
    """Steepness at the midpoint, per unit of cosine; above 0."""
    meaning_midpoint: float
    """The same for the sentence vectors of a query and a name."""
    meaning_slope: float
    fair: float
    """Fused score, 0 to 1, from which a hit is fair."""
    strong: float
    """Fused score from which a hit is strong; never below `fair`."""
    fitted: FittedCurves = FittedCurves()

    def __post_init__(self) -> None:
        """Checks that the curves rise and the thresholds are in order.

        Raises:
            ValueError: a number that is not finite, a slope not above 0, or thresholds out of order.
        """
        for name in ("sound_midpoint", "sound_slope", "meaning_midpoint", "meaning_slope", "fair", "strong"):
            if not math.isfinite(getattr(self, name)):
                raise ValueError(f"{name} is {getattr(self, name)}, expected a finite number")
        if self.sound_slope <= 0 or self.meaning_slope <= 0:
            raise ValueError(f"slopes are {self.sound_slope} and {self.meaning_slope}, expected above 0")
        if not 0 <= self.fair <= self.strong <= 1:
            raise ValueError(
                f"thresholds are fair {self.fair} and strong {self.strong}, expected 0 <= fair <= strong <= 1"
            )


def probability(cosine: ArrayLike, midpoint: float, slope: float) -> NDArray[np.float64]:
    """Returns the probability that a cosine is a match: 1 / (1 + exp(-slope * (cosine - midpoint))).

    Args:
        cosine: any shape, -1 to 1.
        midpoint: cosine of probability one half.
        slope: steepness there, per unit of cosine.

    Returns:
        float64 of the same shape, 0 to 1; never overflows.
    """
    exponent = np.clip(-slope * (np.asarray(cosine, dtype=np.float64) - midpoint), -700.0, 700.0)
    return np.asarray(1.0 / (1.0 + np.exp(exponent)), dtype=np.float64)


def confidence(score: float, calibration: Calibration) -> Confidence:
    """Rates a fused score."""
    if score >= calibration.strong:
        return Confidence.STRONG
    return Confidence.FAIR if score >= calibration.fair else Confidence.WEAK


def fit_logistic(scores: ArrayLike, labels: ArrayLike, *, max_steps: int = 100) -> tuple[float, float]:
    """Fits the curve of `probability` to scored pairs: Platt scaling by Newton's method.

    Targets are smoothed to (n1 + 1)/(n1 + 2) and 1/(n0 + 2) as in Platt 1999, so that separable pairs give a finite
    slope; the step is halved until the loss falls, as in Lin, Lin and Weng 2007.

    Args:
        scores: [N] cosines.
        labels: [N] true where the pair matches.
        max_steps: limit of Newton steps.

    Returns:
        midpoint and slope, slope above 0.

    Raises:
        ValueError: fewer than one pair of either kind, or scores that do not rise with the labels (no curve fits).
    """
    x = np.asarray(scores, dtype=np.float64).ravel()
    y = np.asarray(labels).ravel().astype(bool)
    positives, negatives = int(y.sum()), int((~y).sum())
    if x.shape != y.shape or not positives or not negatives or not np.isfinite(x).all():
        raise ValueError(f"need finite scores of both kinds, one label each; got {positives} matching, {negatives} not")
    target = np.where(y, (positives + 1) / (positives + 2), 1 / (negatives + 2))
    centre, spread = float(x.mean()), float(x.std()) or 1.0
    design = np.stack([(x - centre) / spread, np.ones_like(x)], axis=1)
    weights = np.array([0.0, math.log((positives + 1) / (negatives + 1))])
    loss = _loss(design @ weights, target)
    for _ in range(max_steps):
        predicted = probability(design @ weights, 0.0, 1.0)
        gradient = design.T @ (predicted - target)
        curvature = (design * (predicted * (1 - predicted))[:, None]).T @ design + 1e-12 * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        rate = 1.0
        while rate > 1e-10 and (tried := _loss(design @ (weights - rate * step), target)) > loss:
            rate /= 2
        if rate <= 1e-10 or loss - tried < 1e-12 * max(1.0, loss):
            break
        weights, loss = weights - rate * step, tried
    slope = float(weights[0]) / spread
    if slope <= 0:
        raise ValueError(f"matching pairs do not score higher than others (fitted slope {slope:.3g})")
    return centre - float(weights[1]) / slope, slope


def _loss(logits: NDArray[np.float64], target: NDArray[np.float64]) -> float:
    """Cross entropy of a logistic model, in the form that does not overflow."""
    return float(np.sum(np.logaddexp(0.0, logits) - target * logits))
