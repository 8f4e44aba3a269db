"""Hinge losses that pull a word's sound and its phonemes together, over the most offending negatives.

Eq. 4 of Rhodes & Bains: the sum over the pairs (x_i, c_i) of obj0 + obj1 + obj2, with d = 1 - cosine,

  obj0 = [m + d(f(x_i), g(c_i)) - min over c != c_i of d(f(x_i), g(c))]+
  obj1 = [m + d(g(c_i), f(x_i)) - min over c != c_i of d(g(c_i), g(c))]+
  obj2 = [m + d(g(c_i), f(x_i)) - min over x of other words of d(g(c_i), f(x))]+

after He et al. 2016. Like Settle et al. 2019, the paper takes the k most offending negatives instead of the minimum;
here their hinges are averaged. Where paper and code differ: the paper prints d with the inner product squared, which
nobody computes. The released recipe picks other rows' negatives, including the right word, because its list of them is
reversed; here masks define the negatives.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

_DROPPED = -2.0
"""A cosine that no hinge reaches."""


@dataclass(frozen=True, slots=True)
class MultiviewLosses:
    """The three terms of Eq. 4 for each pair, float32 [B]."""

    obj0: Tensor
    """A word's sound against wrong words."""
    obj1: Tensor
    """A word against wrong words."""
    obj2: Tensor
    """A word against sounds of other words."""

    def total(self) -> Tensor:
        """Returns the summand of Eq. 4, float32 [B]."""
        return self.obj0 + self.obj1 + self.obj2


def multiview_losses(
    heard: Tensor, read: Tensor, labels: Tensor, *, margin: float, negatives: int, semi_hard: bool = False
) -> MultiviewLosses:
    """Returns the terms of Eq. 4, each averaged over its k nearest negatives: [m + negative - positive]+, in cosines.

    Positive is cos(f(x_i), g(c_i)). Negatives are cos(f(x_i), g(c)) for obj0, cos(g(c_i), g(c)) for obj1, c another
    word, and cos(g(c_i), f(x)) for obj2, x of another word. With fewer negatives the mean is over those; with none it
    is 0.

    Args:
        heard: float32 [B, D], unit vectors f(x).
        read: float32 [N, D], unit vectors g(c) of the different words.
        labels: int64 [B], the word of each sound, a row of `read`.
        margin: m.
        negatives: k; at most N - 1 are used.
        semi_hard: skip negatives between the views that are nearer than the positive, as the recipe does.
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
    """Returns k for a batch: `first` at step 0, one less each step, at least `least`.

    The recipe starts at 16, subtracts one before each batch and ends at 8, so its first is 15.
    """
    return max(least, first - step)


def _eased(similarity: Tensor, positive: Tensor, semi_hard: bool) -> Tensor:
    return similarity.masked_fill(similarity > positive, _DROPPED) if semi_hard else similarity


def _worst(similarity: Tensor, is_negative: Tensor, positive: Tensor, margin: float, k: int) -> Tensor:
    nearest = similarity.masked_fill(~is_negative, -torch.inf).topk(k, dim=1).values
    counted = nearest.isfinite()
    hinges = torch.relu(margin + nearest.masked_fill(~counted, _DROPPED) - positive) * counted
    return hinges.sum(dim=1) / counted.sum(dim=1).clamp(min=1)
