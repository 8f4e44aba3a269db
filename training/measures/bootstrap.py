"""Uncertainty of a figure: 95 % intervals and paired comparisons by resampling the queries.

The bootstrap of Efron 1979, by percentiles. Queries that share a sound or a kind are not independent, so whole clusters
are drawn, which gives wider and correct intervals (the cluster bootstrap of Field & Welsh 2007). Fixed seeds make the
same figures have the same intervals.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.models.resampling import ROUNDS, SEED, Values, resampled

SHARE = 0.95
"""Of the resamplings within an interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over queries with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Formats as 0.3977 [0.3861, 0.4092]."""
        return f"{self.value:.4f} [{self.low:.4f}, {self.high:.4f}]"


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one system is than another on the same queries."""

    value: float
    low: float
    high: float
    p: float
    """Two-sided: doubled share of resamplings with the opposite sign; at least 1 / ROUNDS."""

    @property
    def is_clear(self) -> bool:
        """Whether zero lies outside the interval."""
        return self.low > 0.0 or self.high < 0.0

    def __str__(self) -> str:
        """Formats as +0.0123 [0.0041, 0.0206], p 0.003."""
        return f"{self.value:+.4f} [{self.low:+.4f}, {self.high:+.4f}], p {self.p:.4f}"


def interval(values: Values, clusters: Sequence[Hashable] | None = None, *, rounds: int = ROUNDS) -> Interval:
    """Returns the mean of some values and its 95 % interval.

    Args:
        values: float64 [Q], at least one.
        clusters: one name per query; equal names are drawn together. None: each query alone.
    """
    means = resampled(values, clusters, rounds)
    low, high = np.quantile(means, ((1 - SHARE) / 2, (1 + SHARE) / 2))
    return Interval(float(values.mean()), float(low), float(high))


def compare(
    new: Values, old: Values, clusters: Sequence[Hashable] | None = None, *, rounds: int = ROUNDS
) -> Difference:
    """Returns new - old, paired by query: both systems are measured on the same resamplings.

    Args:
        new: float64 [Q].
        old: float64 [Q], for the same queries in the same order.
        clusters: see `interval`.

    Raises:
        ValueError: the lengths differ.
    """
    if new.shape != old.shape:
        raise ValueError(f"a paired comparison needs the same queries, found {new.shape} and {old.shape}")
    change = new - old
    return _difference(float(change.mean()), resampled(change, clusters, rounds))


@dataclass(frozen=True, slots=True)
class QueryGroup:
    """Queries whose mean counts as one number, such as those of one library."""

    values: Values
    clusters: Sequence[Hashable]
    """See `interval`."""


def interval_of_means(groups: Sequence[QueryGroup], *, rounds: int = ROUNDS) -> Interval:
    """Returns the mean of several groups' means and its 95 % interval, resampling clusters within each group.

    Args:
        groups: at least one, none empty.
    """
    means = _means_of(groups, rounds)
    low, high = np.quantile(means, ((1 - SHARE) / 2, (1 + SHARE) / 2))
    return Interval(float(np.mean([group.values.mean() for group in groups])), float(low), float(high))


def compare_means(changes: Sequence[QueryGroup], *, rounds: int = ROUNDS) -> Difference:
    """Returns the mean of several groups' mean changes; `compare` for groups.

    Args:
        changes: new - old, paired by query.
    """
    return _difference(float(np.mean([group.values.mean() for group in changes])), _means_of(changes, rounds))


def _means_of(groups: Sequence[QueryGroup], rounds: int) -> Values:
    """Returns the mean of the groups' means in each resampling, float64 [rounds]; every group has its own seed."""
    drawn = [resampled(one.values, one.clusters, rounds, SEED + place) for place, one in enumerate(groups)]
    return np.asarray(np.mean(drawn, axis=0), dtype=np.float64)


def _difference(value: float, means: Values) -> Difference:
    low, high = np.quantile(means, ((1 - SHARE) / 2, (1 + SHARE) / 2))
    # Both tails count a resampling of exactly zero, so that two equal systems have p = 1.
    opposite = min((means <= 0.0).sum(), (means >= 0.0).sum())
    p = min(1.0, 2.0 * (float(opposite) + 1.0) / (len(means) + 1.0))
    return Difference(value, float(low), float(high), p)
