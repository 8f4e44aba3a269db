"""Rankings to figures: each metric with its interval, by category, and compared with another system's.

What is kept is one number a query and metric (`QueryScores`), because intervals and comparisons need those; means come
last.
"""

from collections import Counter
from collections.abc import Hashable, Sequence, Set
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from training.measures.bootstrap import Difference, Interval, Values, compare, interval
from training.measures.metrics import (
    Metric,
    average_precision,
    challenge_average_precision,
    is_found,
    reciprocal_rank,
)

DEPTH = 16
"""How many of a ranking the figures look at: the 16 of DCASE 2025."""
FEW = 5
"""Clusters from which on a category's interval is shown."""


@dataclass(frozen=True, slots=True)
class QueryScores:
    """What each query got, float64 [Q] a metric, and to which cluster and category it belongs."""

    map10: Values
    """AP@10 divided by min(10, number relevant): Earshot's mAP@10."""
    map16: Values
    """AP@16 divided by all relevant: the figure of DCASE 2025."""
    challenge_map10: Values
    """AP@10 divided by all relevant: the figure of the challenges before."""
    mrr10: Values
    """Reciprocal rank cut at 10: the papers' mAP@10."""
    recall1: Values
    recall5: Values
    recall10: Values
    clusters: tuple[Hashable, ...]
    """Queries of one cluster are drawn together."""
    categories: tuple[str, ...]

    def values(self, name: str) -> Values:
        """Gives one metric's numbers by its name."""
        found: Values = getattr(self, name)
        return found

    def only(self, category: str) -> "QueryScores":
        """Gives the queries of one category."""
        return self.of_rows([row for row, own in enumerate(self.categories) if own == category])

    def of_rows(self, rows: Sequence[int]) -> "QueryScores":
        """Gives some of the queries."""
        return QueryScores(
            **{name: self.values(name)[np.array(rows, dtype=np.int64)] for name in METRICS},
            clusters=tuple(self.clusters[row] for row in rows),
            categories=tuple(self.categories[row] for row in rows),
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """The means over all queries with their 95 % intervals, see `QueryScores`."""

    map10: Interval
    map16: Interval
    challenge_map10: Interval
    mrr10: Interval
    recall1: Interval
    recall5: Interval
    recall10: Interval

    def lines(self) -> list[str]:
        """For people."""
        return [
            f"mAP@10 {self.map10}   papers' (first hit) {self.mrr10}",
            f"mAP@10 of all relevant {self.challenge_map10}   mAP@16 {self.map16}",
            f"R@1 {self.recall1}   R@5 {self.recall5}   R@10 {self.recall10}",
        ]


METRICS = tuple(field.name for field in fields(Figures))
_OF: dict[str, tuple[Metric, int]] = {
    "map10": (average_precision, 10),
    "map16": (challenge_average_precision, 16),
    "challenge_map10": (challenge_average_precision, 10),
    "mrr10": (reciprocal_rank, 10),
    "recall1": (is_found, 1),
    "recall5": (is_found, 5),
    "recall10": (is_found, 10),
}


@dataclass(frozen=True, slots=True)
class CategoryFigure:
    """How one category fares."""

    category: str
    queries: int
    clusters: int
    """Kinds that are asked for; of a few, an interval says little and of one it says nothing."""
    map10: Interval
    recall10: Interval

    def line(self) -> str:
        """For people; with intervals where there are at least FEW clusters."""
        shown = (
            (str(self.map10), str(self.recall10))
            if self.clusters >= FEW
            else (f"{self.map10.value:.4f}", f"{self.recall10.value:.4f}")
        )
        kinds = "kind" if self.clusters == 1 else "kinds"
        head = f"{self.category or '-'}: {self.queries} captions of {self.clusters} {kinds}"
        return f"{head}, mAP@10 {shown[0]}, R@10 {shown[1]}"


def score_queries(
    ranked: Sequence[Sequence[Hashable]],
    relevant: Sequence[Set[Hashable]],
    clusters: Sequence[Hashable] | None = None,
    categories: Sequence[str] | None = None,
) -> QueryScores:
    """Scores every query by every metric.

    Args:
        ranked: a list a query, best first; at least the first DEPTH of it, or all there are.
        relevant: what answers each query, at least one.
        clusters: which queries belong together; None: each stands alone.
        categories: of each query; None: none.
    """
    numbers: dict[str, NDArray[np.float64]] = {
        name: np.array([metric(row, right, k) for row, right in zip(ranked, relevant, strict=True)], dtype=np.float64)
        for name, (metric, k) in _OF.items()
    }
    return QueryScores(
        **numbers,
        clusters=tuple(clusters) if clusters is not None else tuple(range(len(ranked))),
        categories=tuple(categories) if categories is not None else ("",) * len(ranked),
    )


def figures_of(scores: QueryScores) -> Figures:
    """Gives the means with their intervals."""
    return Figures(**{name: interval(scores.values(name), scores.clusters) for name in METRICS})


def by_category(scores: QueryScores) -> list[CategoryFigure]:
    """Gives a line a category, the one with most queries first."""
    counts = Counter(scores.categories)
    found = []
    for category, queries in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        part = scores.only(category)
        found.append(
            CategoryFigure(
                category,
                queries,
                len(set(part.clusters)),
                interval(part.map10, part.clusters),
                interval(part.recall10, part.clusters),
            )
        )
    return found


def compare_scores(new: QueryScores, old: QueryScores) -> dict[str, Difference]:
    """Gives new - old for each metric, paired by query.

    Args:
        new: of one system.
        old: of another, of the same queries in the same order.

    Raises:
        ValueError: they are not of the same queries.
    """
    if new.clusters != old.clusters:
        raise ValueError("a paired comparison needs the same queries in the same order")
    return {name: compare(new.values(name), old.values(name), new.clusters) for name in METRICS}
