"""Computes figures from rankings: each metric with its interval, by category, and compared with another system's.

`QueryScores` keeps one number a query and metric, because intervals and comparisons need them; means come last.
"""

from collections import Counter
from collections.abc import Hashable, Sequence, Set
from dataclasses import asdict, dataclass, fields
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from engine.models.resampling import Values
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.metrics import (
    Metric,
    average_precision,
    challenge_average_precision,
    is_found,
    reciprocal_rank,
)

DEPTH = 16
"""Depth of the rankings: the 16 of DCASE 2025."""
FEW = 5
"""Least number of clusters for which a category's interval is shown."""


class FigureRecord:
    """A dataclass of figures that is written field by field."""

    __slots__ = ()

    def record(self) -> dict[str, Any]:
        """Returns the fields as JSON values."""
        return asdict(cast(Any, self))


@dataclass(frozen=True, slots=True)
class QueryScores:
    """Each query's scores, float64 [Q] a metric, and its cluster and category."""

    map10: Values
    """AP@10 divided by min(10, number relevant): Earshot's mAP@10."""
    map16: Values
    """AP@16 divided by the number relevant: the figure of DCASE 2025."""
    challenge_map10: Values
    """AP@10 divided by the number relevant: the figure of earlier challenges."""
    mrr10: Values
    """Reciprocal rank cut at 10: the papers' mAP@10."""
    recall1: Values
    recall5: Values
    recall10: Values
    clusters: tuple[Hashable, ...]
    """Queries of one cluster are resampled together."""
    categories: tuple[str, ...]

    def values(self, name: str) -> Values:
        found: Values = getattr(self, name)
        return found

    def only(self, category: str) -> "QueryScores":
        return self.of_rows([row for row, own in enumerate(self.categories) if own == category])

    def of_rows(self, rows: Sequence[int]) -> "QueryScores":
        return QueryScores(
            **{name: self.values(name)[np.array(rows, dtype=np.int64)] for name in METRICS},
            clusters=tuple(self.clusters[row] for row in rows),
            categories=tuple(self.categories[row] for row in rows),
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over all queries with 95 % intervals; see `QueryScores`."""

    map10: Interval
    map16: Interval
    challenge_map10: Interval
    mrr10: Interval
    recall1: Interval
    recall5: Interval
    recall10: Interval

    def lines(self) -> list[str]:
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
    """Figures of one category."""

    category: str
    queries: int
    clusters: int
    """Number of kinds; with few an interval says little, with one nothing."""
    map10: Interval
    recall10: Interval

    def line(self) -> str:
        """Formats the figures, with intervals from FEW clusters on."""
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
        ranked: a list a query, best first; at least its first DEPTH entries, or all there are.
        relevant: answers of each query, at least one.
        clusters: cluster of each query; None makes each its own.
        categories: category of each query, or None.
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
    """Returns the means with their intervals."""
    return Figures(**{name: interval(scores.values(name), scores.clusters) for name in METRICS})


def by_category(scores: QueryScores) -> list[CategoryFigure]:
    """Returns figures by category, the one with most queries first."""
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
    """Returns new - old for each metric, paired by query.

    Args:
        new: scores of one system.
        old: another system's scores of the same queries in the same order.

    Raises:
        ValueError: the queries differ.
    """
    if new.clusters != old.clusters:
        raise ValueError("a paired comparison needs the same queries in the same order")
    return {name: compare(new.values(name), old.values(name), new.clusters) for name in METRICS}
