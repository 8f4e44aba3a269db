"""Figures by kind and by depth, for the differences that a mean hides."""

from collections.abc import Hashable, Sequence, Set
from dataclasses import dataclass

from training.measures.metrics import average_precision, is_found, recall_at


@dataclass(frozen=True, slots=True)
class KindFigure:
    """How well the captions of one kind find its sounds."""

    kind: str
    captions: int
    map10: float
    recall10: float


def by_kind(
    ranked: Sequence[Sequence[Hashable]], relevant: Sequence[Set[Hashable]], kinds: Sequence[str]
) -> list[KindFigure]:
    """Returns one figure per kind, worst first; ties by name.

    Args:
        ranked: one list per caption, best first, at least the first ten.
        relevant: right answers to each caption, at least one.
        kinds: of each caption.
    """
    rows: dict[str, list[int]] = {}
    for row, kind in enumerate(kinds):
        rows.setdefault(kind, []).append(row)
    found = [
        KindFigure(
            kind,
            len(own),
            sum(average_precision(ranked[row], relevant[row], 10) for row in own) / len(own),
            sum(is_found(ranked[row], relevant[row], 10) for row in own) / len(own),
        )
        for kind, own in rows.items()
    ]
    return sorted(found, key=lambda figure: (figure.map10, figure.recall10, figure.kind))


def recall_curve(
    ranked: Sequence[Sequence[Hashable]], relevant: Sequence[Set[Hashable]], depth: int = 10
) -> list[float]:
    """Returns R@1, R@2 and so on to R@depth."""
    return [recall_at(ranked, relevant, k) for k in range(1, depth + 1)]
