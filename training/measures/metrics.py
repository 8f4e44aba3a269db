"""Metrics of a ranked list, one query at a time, and their means over queries.

Three definitions go by the name of average precision at k; each has its own name here. With S the sum of precision@p
over the hits at places p <= k:

- `average_precision`: S / min(k, number relevant). Earshot's own, and the "mAP@10" on its packs' cards: a list whose
  first k are all right has 1.
- `challenge_average_precision`: S / number relevant. The DCASE challenge's (mAP@10 up to 2024 with several relevant,
  mAP@16 in 2025): a query with more than k right sounds cannot reach 1.
- `reciprocal_rank`: 1 / place of the first right sound, 0 beyond k. The "mAP@10" of both papers, where each caption has
  exactly one right sound and all three agree.

Places are 1-based. training/evaluation/ranking.py orders equal scores.
"""

from collections.abc import Callable, Hashable, Sequence, Set
from typing import TypeAlias

Metric: TypeAlias = Callable[[Sequence[Hashable], Set[Hashable], int], float]
"""(ranked, relevant, k) to a number within [0, 1]."""


def average_precision(ranked: Sequence[Hashable], relevant: Set[Hashable], k: int = 10) -> float:
    """Returns AP@k: the sum of precision@p over the hits at p <= k, divided by min(k, number relevant).

    Args:
        ranked: sounds, best first; only the first k count.
        relevant: the right sounds; at least one.
        k: depth.

    Raises:
        ValueError: nothing is relevant, so that no ranking can be right.
    """
    return _precisions(ranked, relevant, k) / min(k, len(relevant))


def challenge_average_precision(ranked: Sequence[Hashable], relevant: Set[Hashable], k: int) -> float:
    """Returns AP@k as the DCASE challenge defines it: divided by the number of all relevant sounds.

    Task 6 of 2025 takes k = 16. Its stored code calls the function with 10 where its report says 16; pass k.

    Raises:
        ValueError: nothing is relevant.
    """
    return _precisions(ranked, relevant, k) / len(relevant)


def reciprocal_rank(ranked: Sequence[Hashable], relevant: Set[Hashable], k: int = 10) -> float:
    """Returns 1 / place of the first relevant sound, 0 if none is among the first k.

    Raises:
        ValueError: nothing is relevant.
    """
    _refuse_empty(relevant)
    return next((1.0 / place for place, row in enumerate(ranked[:k], start=1) if row in relevant), 0.0)


def is_found(ranked: Sequence[Hashable], relevant: Set[Hashable], k: int) -> float:
    """Returns 1 if at least one relevant sound is among the first k, else 0: a query's part in R@k.

    Raises:
        ValueError: nothing is relevant.
    """
    _refuse_empty(relevant)
    return float(any(row in relevant for row in ranked[:k]))


def mean_average_precision(
    ranked: Sequence[Sequence[Hashable]], relevant: Sequence[Set[Hashable]], k: int = 10
) -> float:
    """Returns mAP@k: the mean of `average_precision` over the queries."""
    return mean_of(average_precision, ranked, relevant, k)


def recall_at(ranked: Sequence[Sequence[Hashable]], relevant: Sequence[Set[Hashable]], k: int) -> float:
    """Returns R@k: the share of queries with at least one relevant sound in the first k."""
    return mean_of(is_found, ranked, relevant, k)


def mean_of(metric: Metric, ranked: Sequence[Sequence[Hashable]], relevant: Sequence[Set[Hashable]], k: int) -> float:
    """Returns the mean of a metric over the queries."""
    return sum(metric(row, right, k) for row, right in zip(ranked, relevant, strict=True)) / len(ranked)


def _precisions(ranked: Sequence[Hashable], relevant: Set[Hashable], k: int) -> float:
    """Returns the sum of precision@p over the hits at p <= k."""
    _refuse_empty(relevant)
    hits = 0
    total = 0.0
    for place, row in enumerate(ranked[:k], start=1):
        if row in relevant:
            hits += 1
            total += hits / place
    return total


def _refuse_empty(relevant: Set[Hashable]) -> None:
    if not relevant:
        raise ValueError("a query without a relevant sound has no average precision")
