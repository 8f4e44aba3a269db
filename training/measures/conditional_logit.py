"""Fits the weights of a ranking to the right among the shown answers: McFadden's conditional logit (1974).

Every right answer is a choice among itself and all wrong ones of its question: -log(exp(x_r) / (exp(x_r) + sum of
exp(x_wrong))), with x = features @ weights. Convex in the weights, hence one solution.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RIDGE = 1e-3
"""Weight of the squared weights beside the mean loss: keeps weights finite where a few questions separate perfectly."""
_STEPS = 200


@dataclass(frozen=True, slots=True)
class RankedChoice:
    """The answers to one question."""

    features: NDArray[np.float64]
    """float64 [C, F], one row per answer."""
    right: NDArray[np.bool_]
    """bool [C]."""


def fit_choices(choices: Sequence[RankedChoice]) -> NDArray[np.float64]:
    """Fits the weights; questions without a right or without a wrong answer contribute nothing.

    Returns:
        float64 [F].

    Raises:
        ValueError: no question has both a right and a wrong answer.
    """
    import torch

    taught = [one for one in choices if one.right.any() and not one.right.all()]
    if not taught:
        raise ValueError("no question has both a right and a wrong answer")
    most = max(len(one.right) for one in taught)
    features = np.zeros((len(taught), most, taught[0].features.shape[1]))
    right, wrong = np.zeros((len(taught), most), np.bool_), np.zeros((len(taught), most), np.bool_)
    for row, one in enumerate(taught):
        features[row, : len(one.right)] = one.features
        right[row, : len(one.right)], wrong[row, : len(one.right)] = one.right, ~one.right
    shown, is_right, is_wrong = torch.from_numpy(features), torch.from_numpy(right), torch.from_numpy(wrong)
    # A question's right answers count once together, however many there are.
    share = is_right / is_right.sum(dim=1, keepdim=True)
    weights = torch.zeros(features.shape[2], dtype=torch.float64, requires_grad=True)
    descent = torch.optim.LBFGS([weights], max_iter=_STEPS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        descent.zero_grad()
        scores = shown @ weights
        others = torch.where(is_wrong, scores, -torch.inf).logsumexp(dim=1, keepdim=True)
        found: torch.Tensor = (share * torch.nn.functional.softplus(others - scores)).sum(dim=1).mean()
        found = found + RIDGE * weights.square().sum()
        found.backward()  # type: ignore[no-untyped-call]
        return found

    descent.step(loss)  # type: ignore[no-untyped-call]
    return weights.detach().numpy()
