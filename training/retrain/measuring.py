"""Before and after: how well two packs find the held-out sounds by their descriptions, through the engine.

Both packs are asked the same queries, so the gain is judged by its own interval over those queries and not by whether
the intervals of the two overlap.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.data.corpus import Clip
from training.evaluation.metrics import average_precision, recall_at
from training.evaluation.retrieval import rankings

_ROUNDS = 2_000
_WORST, _BEST = 0.025, 0.975
"""The ends of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How well a pack finds the held-out sounds."""

    precisions: NDArray[np.float64]
    """float64 [Q], AP@10 of each query."""
    recall1: float
    recall5: float
    recall10: float

    @property
    def map10(self) -> float:
        """The mean of the precisions."""
        return float(self.precisions.mean())

    def facts(self) -> dict[str, object]:
        """What the event `measured` says; low and high are the interval of map10."""
        low, high = interval(self.precisions)
        found = {"map10": self.map10, "recall1": self.recall1, "recall5": self.recall5, "recall10": self.recall10}
        return {
            "queries": len(self.precisions),
            **{name: round(value, 5) for name, value in (found | {"low": low, "high": high}).items()},
        }

    def gain_over(self, before: "Measured") -> dict[str, object]:
        """How much better it is than another on the same queries, with the interval of that."""
        gains = self.precisions - before.precisions
        low, high = interval(gains)
        found = {"change": float(gains.mean()), "change_low": low, "change_high": high}
        return {name: round(value, 5) for name, value in found.items()}


def measure(pack: Path, clips: Sequence[Clip]) -> Measured:
    """Measures a pack on the held-out sounds.

    Raises:
        EvaluationError: the engine would not work with the pack, or could not read a sound.
    """
    queries, ranked = rankings(pack, clips)
    relevant = [query.relevant for query in queries]
    precisions = [average_precision(rows, right) for rows, right in zip(ranked, relevant, strict=True)]
    recalls = (recall_at(ranked, relevant, k) for k in (1, 5, 10))
    return Measured(np.asarray(precisions), *recalls)


def interval(values: NDArray[np.float64], seed: int = 0) -> tuple[float, float]:
    """Gives the 95 % interval of the mean by the percentile bootstrap over queries, float64 [Q] (Efron 1979)."""
    rng = np.random.default_rng(seed)
    means = [values[rng.integers(0, len(values), len(values))].mean() for _ in range(_ROUNDS)]
    low, high = np.quantile(means, (_WORST, _BEST))
    return float(low), float(high)
