"""What a ranking drawn at random gets, exactly: the yardstick for every figure.

With N sounds of which n are right, drawn without putting back: the sound at place p is right with chance n / N, and
then (p - 1)(n - 1) / (N - 1) of those before it are. All follows from this.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Chance:
    """The means over queries, see `training.evaluation.figures.QueryScores`."""

    map10: float
    recall1: float
    recall5: float
    recall10: float


def chance_of(right: Sequence[int], sounds: int) -> Chance:
    """Gives what random rankings get on average.

    Args:
        right: how many sounds answer each query, at least one.
        sounds: how many there are.

    Raises:
        ValueError: no query.
    """
    if not right:
        raise ValueError("no query, no mean")

    def mean(values: Sequence[float]) -> float:
        return sum(values) / len(values)

    recalls = {k: mean([_found(count, sounds, k) for count in right]) for k in (1, 5, 10)}
    return Chance(mean([_precision(count, sounds) for count in right]), recalls[1], recalls[5], recalls[10])


def _found(right: int, sounds: int, depth: int) -> float:
    """Chance that at least one right sound is among the first `depth`."""
    return 1.0 - math.comb(sounds - right, depth) / math.comb(sounds, depth) if depth < sounds else 1.0


def _precision(right: int, sounds: int) -> float:
    """Mean AP@10: over the places, the chance of a right sound there times the precision that it then has."""
    before = (right - 1) / (sounds - 1) if sounds > 1 else 0.0
    places = range(1, min(_DEPTH, sounds) + 1)
    return sum(right / sounds * (1.0 + (place - 1) * before) / place for place in places) / min(_DEPTH, right)
