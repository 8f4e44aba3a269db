"""The loss of the VQ-VAE: features drawn again, vectors held to their codes, and held together over time.

Equations 7, 9 and 10 of the paper with the sums as printed, over the frames of the batch, which changes no ratio.
"""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from training.units.codebook import perplexity
from training.units.layers import mask_of
from training.units.settings import STRIDE
from training.units.vqvae import VqVae


class LossCounts(NamedTuple):
    """What a batch's sums are divided by.

    A batch that is one of several of a step, or a process's part of one, is divided by the mean over all of them: so
    the mean of their losses, which steps go down, is the loss of the whole, whatever lengths the stretches have.
    """

    frames: float
    """That are sound."""
    codes: float
    pairs: float
    """Of codes beside each other."""

    @classmethod
    def of(cls, lengths: Tensor, parts: int = 1) -> "LossCounts":
        """Gives those of sounds of so many frames, int64 [B], that are parted into `parts`."""
        codes = -(-lengths // STRIDE)
        counts = (lengths.sum(), codes.sum(), (codes - 1).clamp(min=0).sum())
        frames, used, pairs = (float(count) / parts for count in counts)
        return cls(frames, used, pairs)


@dataclass(frozen=True, slots=True)
class Loss:
    """A batch's loss with what it is made of, each a number a frame (scale "sum") or a number (scale "mean")."""

    whole: Tensor
    drawing: Tensor
    """-log p of features under a Gaussian of spread 1, without the constant: half the squared error."""
    commitment: Tensor
    """Without gamma."""
    roughness: Tensor
    """Without lambda."""
    perplexity: Tensor


def jittered(vectors: Tensor, mask: Tensor, share: float) -> Tensor:
    """Gives vectors [B, C, D] of which some are their neighbour's: equations 11 to 13.

    The one before with probability `share`, the one after with the same; the first and the last of a sound keep their
    own where there is no such neighbour. Drawn by torch's generator. Gradients go to the vector that is taken.
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
    """Gives the loss of a batch, and moves the codebook where the model learns.

    Args:
        model: see `VqVae`.
        features: float32 [B, F, D], see `VqVae.encode`.
        lengths: int64 [B].
        speakers: int64 [B].
        learns: whether codes are jittered and the codebook follows; the loss is with the codebook before.
        counts: what sums are divided by; None: the batch's own.
        settles: whether the codebook follows at once; else `Codebook.settle` is to be called after the step.
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
