"""One model of several that one begins with another: the mean of their weights.

Runs that share a beginning lie in one basin, where the mean of weights is as a rule better than each of them (Wortsman
et al. 2022, "Model soups"), and a mean with the beginning keeps what it knew of other places ("Robust fine-tuning of
zero-shot models", the same year).
"""

from collections.abc import Sequence
from dataclasses import replace

from torch import Tensor

from training.runs.checkpoint import Checkpoint, CheckpointError


def averaged(last: Checkpoint, others: Sequence[tuple[Checkpoint, float]]) -> Checkpoint:
    """Gives the last checkpoint with the mean of the weights; what counts something stays its own.

    Args:
        last: whose recipe the mean goes under; its share is what the others leave.
        others: with their shares, which sum to less than 1.

    Raises:
        CheckpointError: one has another shape.
        ValueError: shares that leave the last nothing, or a share below 0.
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
