"""NT-Xent, the contrastive loss, with positives shared between items.

As the code of Primus et al. 2023 (DCASE) computes it: cosine / temperature, symmetric, and every cell of the batch that
is a true pair counts, not only the diagonal. Ours takes a weight for each cell and any number of texts, so that a
mixture of two sounds can belong to the captions of both; with a square matrix of 0 and 1 it is theirs.
"""

import torch
from torch import Tensor


def nt_xent(audio: Tensor, text: Tensor, weights: Tensor, temperature: Tensor | float) -> Tensor:
    """Gives the loss: -1/2 sum_ij w_ij (log softmax over texts + log softmax over audios)_ij, the w summing to 1.

    Args:
        audio: float32 [B, D], unit vectors.
        text: float32 [N, D], unit vectors.
        weights: float32 [B, N], not negative, how far audio i and text j belong together; at least one is positive.
        temperature: what the cosine is divided by.
    """
    similarity = audio @ text.T / temperature
    cells = torch.log_softmax(similarity, dim=1) + torch.log_softmax(similarity, dim=0)
    return -0.5 * (weights * cells).sum() / weights.sum()


def kind_targets(meanings: Tensor, softness: float, sharpness: float = 0.07) -> Tensor:
    """Says how much of each kind's caption a sound of another kind may claim: float32 [K, K], rows summing to 1.

    1 - `softness` goes to its own kind, the rest to all kinds by the softmax of cosine / `sharpness` of their meanings,
    so that "dog barking" is not pushed as far from "puppy yapping" as from "rain".

    Args:
        meanings: float32 [K, E], a unit sentence vector for each kind.
        softness: 0 for own kind only.
        sharpness: temperature of the softmax; set by hand, not searched.
    """
    own = torch.eye(len(meanings), device=meanings.device)
    return (1.0 - softness) * own + softness * torch.softmax(meanings @ meanings.T / sharpness, dim=1)


def mixture_weights(targets: Tensor, kinds: Tensor, second: Tensor, share: Tensor) -> Tensor:
    """Gives the cell weights of a batch of mixtures against one text of each kind: float32 [B, K], rows summing to 1.

    Args:
        targets: float32 [K, K], as `kind_targets` gives them.
        kinds: int64 [B], each item's own kind.
        second: int64 [B], the item that is mixed in.
        share: float32 [B], what the item keeps of its own caption; 1 for an unmixed sound.
    """
    own = targets[kinds]
    return share[:, None] * own + (1.0 - share[:, None]) * own[second]
