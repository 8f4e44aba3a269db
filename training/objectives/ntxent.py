"""NT-Xent, the contrastive loss, with positives shared between items.

As the code of Primus et al. 2023 (DCASE task 6b) computes it: cosine / temperature, symmetric, and every cell of the
batch that is a true pair counts, not only the diagonal. Ours takes a weight for each cell and any number of texts, so
that a mixture of two sounds can belong to the captions of both; with a square matrix of 0 and 1 it is theirs.

Where paper and code differ we follow the code, and name it here: the paper's similarity divides by *squared* norms
(ours: cosine), its formulas have no temperature (ours: cosine / |tau|), its targets are the identity (ours: pairs of
the same sound are positives too), and the formula of the second paper (Primus & Widmer 2024) lacks the 1/2.
"""

import hashlib
from collections.abc import Sequence

import torch
from torch import Tensor


def nt_xent(audio: Tensor, text: Tensor, weights: Tensor, temperature: Tensor | float) -> Tensor:
    """Gives the loss of a batch: `contrastive_loss` of its cosines.

    Args:
        audio: float32 [B, D], unit vectors.
        text: float32 [N, D], unit vectors.
        weights: float32 [B, N], not negative, how far audio i and text j belong together; at least one is positive.
        temperature: what the cosine is divided by; its sign does not count, as in the released code.
    """
    return contrastive_loss(audio @ text.T, weights, temperature)


def contrastive_loss(similarity: Tensor, weights: Tensor, temperature: Tensor | float) -> Tensor:
    """Gives -1/2 sum_ij w_ij (log softmax_j C_ij / |tau| + log softmax_i C_ij / |tau|), the w summing to 1.

    Eq. 1 and 2 of Primus et al. 2023 with the corrections of the module's docstring. With `positives_of` as weights it
    is the mean over all positive cells, and not over items: a sound that is three times in the batch has nine.

    Args:
        similarity: float32 [B, N], cosines C of audio i and text j.
        weights: float32 [B, N], not negative, at least one positive.
        temperature: tau; 0.01 at first and trained in system 0, fixed at 0.05 in system 1.
    """
    logits = similarity / magnitude(temperature)
    cells = torch.log_softmax(logits, dim=1) + torch.log_softmax(logits, dim=0)
    return -0.5 * (weights * cells).sum() / weights.sum()


def magnitude(temperature: Tensor | float) -> Tensor | float:
    """Gives |tau|: a trained temperature may cross zero without inverting the loss."""
    return temperature.abs() if isinstance(temperature, Tensor) else abs(temperature)


def identity_of(ids: Sequence[str]) -> Tensor:
    """Gives a number for each sound's id, int64 [B]: the same on every machine, so that it may cross between ranks."""
    digests = [hashlib.blake2b(name.encode(), digest_size=8).digest() for name in ids]
    return torch.tensor([int.from_bytes(digest, "big", signed=True) for digest in digests], dtype=torch.int64)


def positives_of(audio: Tensor, text: Tensor | None = None) -> Tensor:
    """Gives the weights of plain pairs, float32 [B, N]: 1 where audio i is the sound that text j describes, else 0.

    Args:
        audio: int64 [B], the sound of each row, as `identity_of` numbers them.
        text: int64 [N], the sound each text belongs to; None when text i is of audio i.
    """
    return (audio[:, None] == (audio if text is None else text)[None]).float()


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


def lend_to_bases(targets: Tensor, bases: Tensor, share: float) -> Tensor:
    """Lends part of a kind's target to the kind it is a case of: float32 [K, K], rows summing to 1.

    A dog barking far away is a dog barking, so it may claim that caption; a dog close by may not claim "far away".

    Args:
        targets: float32 [K, K], as `kind_targets` gives them.
        bases: int64 [K], the kind that each is a case of, or itself.
        share: what goes to the base's target.
    """
    return (1.0 - share) * targets + share * targets[bases]


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
