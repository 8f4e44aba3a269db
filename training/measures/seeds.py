"""Combines several seeds: a mean, an interval for both kinds of chance, and a verdict by rule.

A figure varies with the queries and with the seed. Resamplings (or speakers) give the first variance, Student's t over
the seeds the second. All seeds are measured on the same data, so the two are independent, and the squares of their half
widths add up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from training.measures.bootstrap import SHARE

LEAST_SEEDS = 3
"""Fewer give no verdict."""
_T = (np.nan, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


@dataclass(frozen=True, slots=True)
class SeedFigure:
    """One seed's figure."""

    value: float
    parts: tuple[float, ...]
    """Figures that give the uncertainty of `value`; two compared runs have them in the same order on the same data."""
    resampled: bool
    """True: each part is the figure of one resampling of the data. False: each is that of an independent piece,
    such as a speaker, and `value` is their mean.
    """

    def minus(self, other: "SeedFigure") -> "SeedFigure":
        """Returns the difference to another run, part by part.

        Raises:
            ValueError: they were not measured on the same data.
        """
        if (len(self.parts), self.resampled) != (len(other.parts), other.resampled):
            raise ValueError(f"{len(self.parts)} parts cannot be paired with {len(other.parts)}")
        parts = tuple(own - theirs for own, theirs in zip(self.parts, other.parts, strict=True))
        return SeedFigure(self.value - other.value, parts, self.resampled)


@dataclass(frozen=True, slots=True)
class SeedSummary:
    """A figure, or a difference, over several seeds."""

    mean: float
    low: float
    """Of the 95 % interval; NaN for a single seed."""
    high: float
    seeds: tuple[float, ...]

    def __str__(self) -> str:
        """Formats as .3977 [.3861, .4092]."""
        return f"{self.mean:.4f} [{self.low:.4f}, {self.high:.4f}]"


class SeedVerdict(StrEnum):
    """Verdict on a leg compared with another."""

    HELPS = "helps"
    HARMS = "harms"
    NO_ORDER = "no order"
    """Zero lies inside the interval: any difference is within the noise."""
    TOO_FEW = "too few seeds"


def over_seeds(runs: Sequence[SeedFigure]) -> SeedSummary:
    """Returns the mean over seeds with its 95 % interval.

    Args:
        runs: at least one, all measured on the same data.
    """
    values = np.array([run.value for run in runs])
    mean = float(values.mean())
    parts = np.mean([run.parts for run in runs], axis=0)
    of_seeds = half_width(values)
    if runs[0].resampled:
        low, high = np.quantile(parts, ((1 - SHARE) / 2, (1 + SHARE) / 2))
        below, above = max(0.0, mean - float(low)), max(0.0, float(high) - mean)
    else:
        below = above = half_width(parts)
    return SeedSummary(mean, mean - np.hypot(below, of_seeds), mean + np.hypot(above, of_seeds), tuple(values.tolist()))


def verdict(change: SeedSummary, *, higher_is_better: bool = True) -> SeedVerdict:
    """Judges a difference: an order needs the whole interval on one side of zero."""
    if len(change.seeds) < LEAST_SEEDS:
        return SeedVerdict.TOO_FEW
    if change.low <= 0.0 <= change.high:
        return SeedVerdict.NO_ORDER
    return SeedVerdict.HELPS if (change.low > 0.0) == higher_is_better else SeedVerdict.HARMS


def half_width(values: Sequence[float] | np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """Returns half the 95 % interval of a mean by Student's t; NaN for a single value.

    More than ten values use the point of ten, which is slightly wide.
    """
    count = len(values)
    if count < 2:
        return float("nan")
    return float(_T[min(count, len(_T)) - 1] * np.std(values, ddof=1) / np.sqrt(count))
