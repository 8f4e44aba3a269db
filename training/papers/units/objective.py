"""The loss of the VQ-VAE: reconstruction, commitment to codes, and smoothness over time.

Equations 7, 9 and 10 of the paper with the sums as printed, over the frames of the batch, which changes no ratio.
"""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from training.papers.units.codebook import perplexity
from training.papers.units.layers import mask_of
from training.papers.units.settings import STRIDE
from training.papers.units.vqvae import VqVae


class LossCounts(NamedTuple):
    """Divisors of a batch's sums.

    A batch that is one of several of a step, or a process's part of one, is divided by the mean over all:
    so the mean of their losses is the loss of the whole, whatever the lengths of the stretches.
    """

    frames: float
    """Frames of sound."""
    codes: float
    pairs: float
    """Pairs of neighbouring codes."""

    @classmethod
    def of(cls, lengths: Tensor, parts: int = 1) -> "LossCounts":
        """Returns the divisors for sounds of so many frames, int64 [B], split into `parts`."""
        codes = -(-lengths // STRIDE)
        counts = (lengths.sum(), codes.sum(), (codes - 1).clamp(min=0).sum())
        frames, used, pairs = (float(count) / parts for count in counts)
        return cls(frames, used, pairs)


@dataclass(frozen=True, slots=True)
class Loss:
    """A batch's loss and its terms, each per frame (scale "sum") or per number (scale "mean")."""

    whole: Tensor
    drawing: Tensor
    """-log p of features under a Gaussian of spread 1, without the constant: half the squared error."""
    commitment: Tensor
    """Without gamma."""
    roughness: Tensor
    """Without lambda."""
    perplexity: Tensor


def jittered(vectors: Tensor, mask: Tensor, share: float) -> Tensor:
    """Replaces some of the vectors [B, C, D] by a neighbour: equations 11 to 13.

    The one before with probability `share`, the one after with the same; the first and the last of a sound keep their
    own where the neighbour is missing. Drawn by torch's generator. Gradients go to the chosen vector.
    """
    if share == 0.0:
        return vectors
    batch, count = mask.shape
    drawn = torch.rand(batch, count, device=vectors.device)
    place = torch.arange(count, device=vectors.device).expand(batch, -1)
    ends = mask.sum(1, keepdim=True)
    moved = torch.where(drawn < share, place - 1, torch.where(drawn >= 1.0 - share, place + 1, place))
    kept = torch.where((moved < 0) | (moved >= ends), place, moved)
    return torch.gather(vectors, 1, kept[..., None].expand_as(vectors))


def vq_loss(
    model: VqVae,
    features: Tensor,
    lengths: Tensor,
    speakers: Tensor,
    *,
    learns: bool,
    counts: LossCounts | None = None,
    settles: bool = True,
) -> Loss:
    """Returns the loss of a batch, and in training updates the codebook.

    Args:
        model: see `VqVae`.
        features: float32 [B, F, D], see `VqVae.encode`.
        lengths: int64 [B].
        speakers: int64 [B].
        learns: whether to jitter codes and update the codebook; the loss uses the codebook before the update.
        counts: divisors of the sums; None: the batch's own.
        settles: whether to update the codebook at once; otherwise call `Codebook.settle` after the step.
    """
    counts = counts or LossCounts.of(lengths)
    config, book = model.config, model.codebook
    coded = model.encode(features, lengths)
    used = coded.found[coded.mask]
    if learns and not bool(book.is_begun):
        book.begin(used.detach())
        coded = model.encode(features, lengths)
        used = coded.found[coded.mask]
    nearest = book.look_up(coded.codes).detach()
    # Straight through: the decoder's gradient goes to z as if nothing had been rounded.
    quantised = coded.found + (nearest - coded.found).detach()
    if learns:
        quantised = jittered(quantised, coded.mask, config.jitter)
    drawn = model.decode(quantised, coded.mask, speakers)
    heard = mask_of(lengths, features.shape[1])
    errors = (model.standardised(features) - drawn)[heard].square()
    apart = (used - nearest[coded.mask]).square()
    both = coded.mask[:, 1:] & coded.mask[:, :-1]
    steps = (coded.found[:, 1:] - coded.found[:, :-1])[both].square()
    if config.scale == "sum":
        frames = counts.frames
        drawing, commitment, roughness = 0.5 * errors.sum() / frames, apart.sum() / frames, steps.sum() / frames
    else:
        wide, narrow = features.shape[2], coded.found.shape[2]
        drawing, commitment = errors.sum() / (counts.frames * wide), apart.sum() / (counts.codes * narrow)
        roughness = steps.sum() / max(1.0, counts.pairs * narrow)
    whole = drawing + config.commitment * commitment + config.smoothing * roughness
    codes = coded.codes[coded.mask]
    if learns:
        book.note(used.detach(), codes)
        if settles:
            book.settle()
    return Loss(whole, drawing, commitment, roughness, perplexity(codes, config.codes))
