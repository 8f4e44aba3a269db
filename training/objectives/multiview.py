"""The hinge losses that pull a word's sound and its phonemes together, over the most offending negatives.

He et al. 2016, "Multi-view recurrent neural acoustic word embeddings", with the several negatives of Settle et al.
2019, as Rhodes & Bains use them in equation 4. Where papers and code differ: the distance is 1 - cosine (Rhodes &
Bains print the inner product squared; nobody computes that). The released recipe picks other rows' negatives, the right
word among them, because its list of them is reversed; here masks say what is a negative.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

_DROPPED = -2.0
"""A cosine that no hinge reaches."""


@dataclass(frozen=True, slots=True)
class MultiviewLosses:
    """The three losses of each pair, float32 [B]."""

    obj0: Tensor
    """A word's sound against wrong words."""
    obj1: Tensor
    """A word against wrong words."""
    obj2: Tensor
    """A word against sounds of others."""

    def total(self) -> Tensor:
        """Gives their sum, float32 [B]."""
        return self.obj0 + self.obj1 + self.obj2


def multiview_losses(
    heard: Tensor, read: Tensor, labels: Tensor, *, margin: float, negatives: int, semi_hard: bool = False
) -> MultiviewLosses:
    """Gives mean over the k worst negatives of [margin + negative - positive]+, in cosines; positive: cos(f(x), g(c)).

    obj0: negatives cos(f(x_i), g(c)), c another word. obj1: cos(g(c_i), g(c)). obj2: cos(g(c_i), f(x)), x of another
    word. Where there are fewer than k negatives the mean is over those; without any the loss is 0.

    Args:
        heard: float32 [B, D], unit vectors f(x).
        read: float32 [N, D], unit vectors g(c) of the different words.
        labels: int64 [B], the word of each sound, a row of `read`.
        margin: of the hinge.
        negatives: k; at most N - 1 are taken.
        semi_hard: leave out negatives between the views that are nearer than the positive, as the recipe does.
    """
    k = min(negatives, len(read) - 1)
    if k < 1:
        nothing = heard.sum(dim=1) * 0.0
        return MultiviewLosses(nothing, nothing, nothing)
    cross = heard @ read.T
    positive = cross.gather(1, labels[:, None])
    other_word = labels[:, None] != torch.arange(len(read), device=labels.device)[None]
    other_sound = labels[:, None] != labels[None]
    words = (read @ read.T)[labels]
    sounds = cross.T[labels]
    return MultiviewLosses(
        _worst(_eased(cross, positive, semi_hard), other_word, positive, margin, k),
        _worst(words, other_word, positive, margin, k),
        _worst(_eased(sounds, positive, semi_hard), other_sound, positive, margin, k),
    )


def negatives_at(step: int, first: int, least: int) -> int:
    """Gives k of a batch: `first` at step 0, one less with each, never under `least`.

    The recipe starts at 16, takes one off before each batch and ends at 8, so its first is 15.
    """
    return max(least, first - step)


def _eased(similarity: Tensor, positive: Tensor, semi_hard: bool) -> Tensor:
    return similarity.masked_fill(similarity > positive, _DROPPED) if semi_hard else similarity


def _worst(similarity: Tensor, is_negative: Tensor, positive: Tensor, margin: float, k: int) -> Tensor:
    nearest = similarity.masked_fill(~is_negative, -torch.inf).topk(k, dim=1).values
    counted = nearest.isfinite()
    hinges = torch.relu(margin + nearest.masked_fill(~counted, _DROPPED) - positive) * counted
    return hinges.sum(dim=1) / counted.sum(dim=1).clamp(min=1)
