"""What several seeds say together: a mean, an interval that holds both kinds of chance, and a verdict by rule.

A figure would have been another one with other queries and with another seed. The chance of what is measured on is
that of resamplings, or of speakers; the chance of the seed that of Student's t over the seeds. All seeds are measured
on the same, so the two are independent, and their half widths are added as squares.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from training.measures.bootstrap import SHARE

LEAST_SEEDS = 3
"""Below which there is no verdict."""
_T = (np.nan, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


@dataclass(frozen=True, slots=True)
class SeedMeasured:
    """What a run with one seed reached."""

    value: float
    parts: tuple[float, ...]
    """Figures that say how far `value` may be trusted; of two runs that are compared, part by part on the same."""
    resampled: bool
    """Whether each part is the figure of one resampling of what was measured on. Else each is that of a piece which
    stands for itself, such as a speaker, and `value` is their mean."""

    def minus(self, other: "SeedMeasured") -> "SeedMeasured":
        """Gives how much more this one reached, part by part.

        Raises:
            ValueError: they were not measured on the same.
        """
        if (len(self.parts), self.resampled) != (len(other.parts), other.resampled):
            raise ValueError(f"{len(self.parts)} parts cannot be paired with {len(other.parts)}")
        parts = tuple(own - theirs for own, theirs in zip(self.parts, other.parts, strict=True))
        return SeedMeasured(self.value - other.value, parts, self.resampled)


@dataclass(frozen=True, slots=True)
class OverSeeds:
    """A figure, or a difference, over several seeds."""

    mean: float
    low: float
    """Of the 95 % interval; not a number where a single seed says nothing of others."""
    high: float
    seeds: tuple[float, ...]
    """What each reached."""

    def __str__(self) -> str:
        """For people: .3977 [.3861, .4092]."""
        return f"{self.mean:.4f} [{self.low:.4f}, {self.high:.4f}]"


class SeedVerdict(StrEnum):
    """What may be said of a leg beside another one."""

    HELPS = "helps"
    HARMS = "harms"
    NO_ORDER = "no order"
    """Zero lies inside the interval: any difference is within the noise."""
    TOO_FEW = "too few seeds"


def over_seeds(runs: Sequence[SeedMeasured]) -> OverSeeds:
    """Gives the mean over seeds with its 95 % interval.

    Args:
        runs: at least one, all measured on the same.
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
    return OverSeeds(mean, mean - np.hypot(below, of_seeds), mean + np.hypot(above, of_seeds), tuple(values.tolist()))


def verdict(change: OverSeeds, *, higher_is_better: bool = True) -> SeedVerdict:
    """Says what a difference is worth: an order only where the whole interval lies on one side of zero."""
    if len(change.seeds) < LEAST_SEEDS:
        return SeedVerdict.TOO_FEW
    if change.low <= 0.0 <= change.high:
        return SeedVerdict.NO_ORDER
    return SeedVerdict.HELPS if (change.low > 0.0) == higher_is_better else SeedVerdict.HARMS


def half_width(values: Sequence[float] | np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """Gives half the 95 % interval of a mean by Student's t; not a number for a single value.

    Beyond ten values the point is that of ten, which is a little wide.
    """
    count = len(values)
    if count < 2:
        return float("nan")
    return float(_T[min(count, len(_T)) - 1] * np.std(values, ddof=1) / np.sqrt(count))
