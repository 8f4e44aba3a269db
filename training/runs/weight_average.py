"""Averages the weights of models that started from one another.

Runs with a common start lie in one basin, where the mean of weights is usually better than each of them (Wortsman et
al. 2022, "Model soups"), and a mean with the start keeps its robustness ("Robust fine-tuning of zero-shot models", the
same year).
"""

from collections.abc import Sequence
from dataclasses import replace

from torch import Tensor

from training.runs.checkpoint import Checkpoint, CheckpointError


def averaged(last: Checkpoint, others: Sequence[tuple[Checkpoint, float]]) -> Checkpoint:
    """Returns the last checkpoint with averaged weights; integer counters stay its own.

    Args:
        last: provides the recipe; its share is what the others leave.
        others: checkpoints with their shares, which sum to less than 1.

    Raises:
        CheckpointError: one has another shape.
        ValueError: the shares leave nothing for `last`, or one is negative.
    """
    rest = 1.0 - sum(share for _, share in others)
    if rest <= 0.0 or any(share < 0.0 for _, share in others):
        raise ValueError(f"shares must not be negative and sum to less than 1, found {[share for _, share in others]}")
    shapes = {name: value.shape for name, value in last.weights.items()}
    for other, _ in others:
        if {name: value.shape for name, value in other.weights.items()} != shapes:
            raise CheckpointError(
                f"{other.config.name} and {last.config.name} have different weights: there is no mean of them",
                advice="Take runs that one recipe's model began.",
            )

    def mean(name: str, value: Tensor) -> Tensor:
        if not value.is_floating_point():
            return value
        return value * rest + sum(other.weights[name] * share for other, share in others)

    return replace(last, weights={name: mean(name, value) for name, value in last.weights.items()}, state=None)
