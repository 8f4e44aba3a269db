"""The metric used everywhere: AP at k of a ranked list, and its mean over queries."""

from collections.abc import Hashable, Sequence, Set


def average_precision(ranked: Sequence[Hashable], relevant: Set[Hashable], k: int = 10) -> float:
    """Gives AP@k: the sum of precision@p over the hits at p <= k, divided by min(k, number relevant).

    Args:
        ranked: one row a sound, best first; only the first k count.
        relevant: the sounds that answer the query; at least one.
        k: how far down a user looks.

    Raises:
        ValueError: nothing is relevant, so that no ranking can be right.
    """
    if not relevant:
        raise ValueError("a query without a relevant sound has no average precision")
    hits = 0
    total = 0.0
    for place, row in enumerate(ranked[:k], start=1):
        if row in relevant:
            hits += 1
            total += hits / place
    return total / min(k, len(relevant))


def mean_average_precision(
    ranked: Sequence[Sequence[Hashable]], relevant: Sequence[Set[Hashable]], k: int = 10
) -> float:
    """Gives mAP@k: the mean of AP@k over the queries."""
    return sum(average_precision(row, right, k) for row, right in zip(ranked, relevant, strict=True)) / len(ranked)


def recall_at(ranked: Sequence[Sequence[Hashable]], relevant: Sequence[Set[Hashable]], k: int) -> float:
    """Gives the share of queries with at least one relevant sound in the first k."""
    found = sum(any(row in right for row in rows[:k]) for rows, right in zip(ranked, relevant, strict=True))
    return found / len(ranked)
