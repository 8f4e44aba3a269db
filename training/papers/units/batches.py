"""Batches of speech: random stretches of recordings, seeded by the run's seed and the step's number."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.papers.units.settings import STRIDE

Frames = NDArray[np.float32]
"""[F, D], one recording."""


@dataclass(frozen=True, slots=True)
class StretchBatch:
    """Stretches side by side, each padded with its last frame to the longest."""

    features: Tensor
    """float32 [B, F, D], F a multiple of 4."""
    lengths: Tensor
    """int64 [B], frames of sound."""
    rows: Tensor
    """int64 [B], the recordings."""
    beside: Tensor | None
    """float32 [B, F, D'], another kind of frames of the same stretches, if any."""

    def part(self, rows: slice) -> "StretchBatch":
        """Returns some of the stretches at their padded length."""
        beside = None if self.beside is None else self.beside[rows]
        return StretchBatch(self.features[rows], self.lengths[rows], self.rows[rows], beside)


def draw(
    sounds: Sequence[Frames], count: int, longest: int, seed: tuple[int, ...], beside: Sequence[Frames] | None = None
) -> StretchBatch:
    """Draws a batch.

    Args:
        sounds: features of all recordings.
        longest: most frames of a stretch.
        beside: other frames, as many per recording as features.
    """
    rng = np.random.default_rng(seed)
    rows = rng.choice(len(sounds), count, replace=count > len(sounds))
    starts = [int(rng.integers(0, max(0, len(sounds[row]) - longest) + 1)) for row in rows]
    places = [slice(start, start + longest) for start in starts]
    cut = [sounds[row][place] for row, place in zip(rows, places, strict=True)]
    other = None if beside is None else [beside[row][place] for row, place in zip(rows, places, strict=True)]
    return StretchBatch(
        joined(cut),
        torch.tensor([len(frames) for frames in cut]),
        torch.from_numpy(rows),
        None if other is None else joined(other),
    )


def joined(sounds: Sequence[Frames]) -> Tensor:
    """Returns float32 [B, F, D], F the longest rounded up to a multiple of 4, padded with the last frame."""
    frames = -(-max(len(sound) for sound in sounds) // STRIDE) * STRIDE
    filled = [np.pad(sound, ((0, frames - len(sound)), (0, 0)), mode="edge") for sound in sounds]
    return torch.from_numpy(np.stack(filled))
