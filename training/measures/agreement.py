"""Agreement of two orders or verdicts: rank correlation, Cohen's kappa, and the area under the ROC curve."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def ranks_of(values: Numbers) -> Numbers:
    """Returns the rank of each value from 1, float64 [N]; ties share their mean rank."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    found: Numbers = (last - (counts - 1) / 2.0)[inverse]
    return found


def rank_correlation(one: Numbers, other: Numbers) -> float:
    """Returns Spearman's rho (1904); 0 where either is constant."""
    first, second = ranks_of(one), ranks_of(other)
    if np.ptp(first) == 0.0 or np.ptp(second) == 0.0:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def kappa(one: Sequence[str], other: Sequence[str]) -> float:
    """Returns Cohen's kappa (1960), agreement of two verdicts beyond chance; 0 where both are constant."""
    first, second = np.array(one), np.array(other)
    by_chance = sum(float((first == verdict).mean() * (second == verdict).mean()) for verdict in {*one, *other})
    agreed = float((first == second).mean())
    return 0.0 if by_chance == 1.0 else (agreed - by_chance) / (1.0 - by_chance)


def area_between(higher: Numbers, lower: Numbers) -> float:
    """Returns the area under the ROC curve: how often a value of the first is above one of the second, ties half.

    By ranks, as Mann and Whitney (1947).
    """
    ranks = ranks_of(np.concatenate([higher, lower]))[: len(higher)]
    return float((ranks.sum() - len(higher) * (len(higher) + 1) / 2.0) / (len(higher) * len(lower)))
