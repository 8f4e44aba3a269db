"""Targets by kind, the starter's alternative to the papers' pairs: weights of sounds and texts for `ntxent`.

Each sound is compared with one caption of every kind. It may claim a little of similar kinds' captions
(`kind_targets`), of the kind it is a case of (`lend_to_bases`), and as a mixture of both its sounds'
(`mixture_weights`). No paper has these.
"""

import torch
from torch import Tensor


def kind_targets(meanings: Tensor, softness: float, sharpness: float = 0.07) -> Tensor:
    """How much of each kind's caption a sound of another kind may claim: float32 [K, K], rows summing to 1.

    1 - `softness` goes to its own kind, the rest to all kinds by the softmax of cosine / `sharpness` of their meanings,
    so that "dog barking" is not pushed as far from "puppy yapping" as from "rain".

    Args:
        meanings: float32 [K, E], a unit sentence vector for each kind.
        softness: 0 for own kind only.
        sharpness: temperature of the softmax; set by hand, not tuned.
    """
    own = torch.eye(len(meanings), device=meanings.device)
    return (1.0 - softness) * own + softness * torch.softmax(meanings @ meanings.T / sharpness, dim=1)


def lend_to_bases(targets: Tensor, bases: Tensor, share: float) -> Tensor:
    """Lends part of a kind's target to the kind it is a case of: float32 [K, K], rows summing to 1.

    A dog barking far away is a dog barking, so it may claim that caption; a dog close by may not claim "far away".

    Args:
        targets: float32 [K, K], from `kind_targets`.
        bases: int64 [K], the kind that each is a case of, or itself.
        share: the base's share of the target.
    """
    return (1.0 - share) * targets + share * targets[bases]


def mixture_weights(targets: Tensor, kinds: Tensor, second: Tensor, share: Tensor) -> Tensor:
    """Returns the weights of a batch of mixtures and one text of each kind: float32 [B, K], rows summing to 1.

    Args:
        targets: float32 [K, K], from `kind_targets`.
        kinds: int64 [B], each item's own kind.
        second: int64 [B], the item mixed in.
        share: float32 [B], the share of its own caption that an item keeps; 1 for an unmixed sound.
    """
    own = targets[kinds]
    return share[:, None] * own + (1.0 - share[:, None]) * own[second]
