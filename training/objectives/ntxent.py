"""NT-Xent, the papers' contrastive loss: pulls a sound and its caption together and pushes the rest of the batch away.

Primus et al. 2023 (DCASE task 6b), section 2, print two formulas, which have no numbers:

  C_ij = a_i . t_j / (|a_i|^2 |t_j|^2)        L = 1/(2N) sum_i [CE(C_i*, I_i*) + CE(C_*i, I_*i)]

Where paper and code differ, this follows the code. The paper divides by *squared* norms: the code has cosines. The
paper has no temperature: the code has C / |tau|. The paper's targets are the identity I: in the code all pairs of one
sound are positives, and L is the mean over them. Primus & Widmer 2024, section 3, lack the 1/2. Ours generalises to a
weight for each cell and any number of texts (`training.objectives.kinds`); a square matrix of 0 and 1 gives theirs.
"""

import hashlib
from collections.abc import Sequence

import torch
from torch import Tensor


def nt_xent(audio: Tensor, text: Tensor, weights: Tensor, temperature: Tensor | float) -> Tensor:
    """Returns the loss of a batch: `contrastive_loss` of its cosines.

    Args:
        audio: float32 [B, D], unit vectors.
        text: float32 [N, D], unit vectors.
        weights: float32 [B, N], not negative, how far audio i and text j belong together; at least one is positive.
        temperature: divisor of the cosines; its sign is ignored, as in the released code.
    """
    return contrastive_loss(audio @ text.T, weights, temperature)


def contrastive_loss(similarity: Tensor, weights: Tensor, temperature: Tensor | float) -> Tensor:
    """Returns -1/2 sum_ij w_ij [log softmax_j(C_ij / |tau|) + log softmax_i(C_ij / |tau|)], the w summing to 1.

    L of Primus et al. 2023, section 2, as corrected in the module's docstring. With `positives_of` as weights it is the
    mean over all positive cells, not over items: a sound three times in the batch has nine.

    Args:
        similarity: float32 [B, N], cosines C of audio i and text j.
        weights: float32 [B, N], not negative, at least one positive.
        temperature: tau; starts at 0.01 and is trained in system 0, fixed at 0.05 in system 1.
    """
    logits = similarity / magnitude(temperature)
    cells = torch.log_softmax(logits, dim=1) + torch.log_softmax(logits, dim=0)
    return -0.5 * (weights * cells).sum() / weights.sum()


def magnitude(temperature: Tensor | float) -> Tensor | float:
    """Returns |tau|: a trained temperature may cross zero without inverting the loss."""
    return temperature.abs() if isinstance(temperature, Tensor) else abs(temperature)


def identity_of(ids: Sequence[str]) -> Tensor:
    """Returns a number for each sound's id, int64 [B], the same on every machine, so that ranks can exchange it."""
    digests = [hashlib.blake2b(name.encode(), digest_size=8).digest() for name in ids]
    return torch.tensor([int.from_bytes(digest, "big", signed=True) for digest in digests], dtype=torch.int64)


def positives_of(audio: Tensor, text: Tensor | None = None) -> Tensor:
    """Returns the weights of plain pairs, float32 [B, N]: 1 where text j describes audio i, else 0.

    Args:
        audio: int64 [B], the sound of each row, as numbered by `identity_of`.
        text: int64 [N], the sound of each text; None when text i belongs to audio i.
    """
    return (audio[:, None] == (audio if text is None else text)[None]).float()
