"""The starter's log-mel front end, part of the exported graph: waveform in, level-free log-mel picture out.

training/towers/mels.py has those of the published encoders. The engine resamples and cuts windows.
"""

import math
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.models.mel_filters import BINS, POINTS, fold
from training.towers.fourier import FoldedPower, StridedPower, frames_of, spans_of

_WINDOW = 800
"""Samples under the window: 25 blocks of 32, so that the transform's first stage has 25 inputs instead of 32."""


@dataclass(frozen=True, slots=True)
class FrontEndConfig:
    """Settings of the front end."""

    sample_rate_hz: int = 32_000
    hop: int = 320
    """Samples between two frames, a multiple of 32."""
    mels: int = 64
    low_hz: float = 40.0
    high_hz: float = 15_000.0
    range_db: float = 70.0
    """Powers this far below the window's mean count as silence."""

    def __post_init__(self) -> None:
        if not 0 < self.hop <= _WINDOW // 2 or self.hop % 32:
            raise ValueError(f"hop must be a multiple of 32 and at most {_WINDOW // 2} samples, found {self.hop}")
        if not 0 <= self.low_hz < self.high_hz <= self.sample_rate_hz / 2:
            raise ValueError(f"mel range {self.low_hz} to {self.high_hz} Hz does not fit {self.sample_rate_hz} Hz")


def triangles(config: FrontEndConfig) -> NDArray[np.float64]:
    """Returns the triangular mel filters, float64 [M, 513], over the bins of a 1024-point transform.

    HTK mel scale, mel(f) = 2595 log10(1 + f / 700); peaks of 1 (no area normalisation). A filter narrower than a bin
    takes the bin nearest its centre, so that none is empty.
    """
    bins_hz = np.arange(BINS) * config.sample_rate_hz / POINTS
    edges_mel = np.linspace(_to_mel(config.low_hz), _to_mel(config.high_hz), config.mels + 2)
    edges_hz = 700.0 * (10.0 ** (edges_mel / 2595.0) - 1.0)
    low, centre, high = edges_hz[:-2, None], edges_hz[1:-1, None], edges_hz[2:, None]
    bank = np.clip(np.minimum((bins_hz - low) / (centre - low), (high - bins_hz) / (high - centre)), 0.0, None)
    for row, nearest in enumerate(np.abs(bins_hz[None] - centre).argmin(axis=1)):
        bank[row, nearest] = max(bank[row, nearest], 0.25)
    return bank


class CompactMelPower(nn.Module):
    """Maps waves to non-negative mel powers: float32 [B, T] to float32 [B, F, M], F = T // hop.

    Frame f is centred on sample hop * (f + 1/2), with silence beyond both ends.
    """

    filters: Tensor

    def __init__(self, config: FrontEndConfig) -> None:
        super().__init__()
        self.config = config
        self.fourier = FoldedPower(np.hanning(_WINDOW + 1)[:-1])
        self.register_buffer("filters", torch.tensor(fold(triangles(config)), dtype=torch.float32), persistent=False)

    def forward(self, waves: Tensor) -> Tensor:
        hop = self.config.hop
        frames = waves.shape[1] // hop
        left = (_WINDOW - hop) // 2
        padded = nn.functional.pad(waves[:, : frames * hop], (left, (spans_of(hop, _WINDOW) - 1) * hop - left))
        return torch.matmul(self.fourier(frames_of(padded, frames, hop, _WINDOW)), self.filters)


class StridedMelPower(nn.Module):
    """`CompactMelPower`, every `every`-th frame only, in the way cheapest for short sounds; for graphs.

    Cached pictures come from `CompactMelPower`: another order of summation changes the seventh digit, and caches are
    keyed by their numbers.
    """

    filters: Tensor

    def __init__(self, config: FrontEndConfig, every: int = 1) -> None:
        super().__init__()
        self.fourier = StridedPower(np.hanning(_WINDOW + 1)[:-1], config.hop, every)
        bank = np.ascontiguousarray(fold(triangles(config)).T)
        self.register_buffer("filters", torch.tensor(bank, dtype=torch.float32), persistent=False)

    def forward(self, waves: Tensor) -> Tensor:
        """Float32 [B, T] to float32 [B, F, M], F = ceil(T // hop / every)."""
        return torch.matmul(self.filters, self.fourier(waves)).transpose(1, 2)


class LogMel(nn.Module):
    """Turns mel powers into a level-free picture: float32 [B, F, M] to float32 [B, F, M].

    log(power / mean power of the window + floor): the same sound 30 dB lower gives the same picture, because nobody
    searches by recording gain. Digital silence gives the floor everywhere.
    """

    def __init__(self, config: FrontEndConfig) -> None:
        super().__init__()
        self.floor = 10.0 ** (-config.range_db / 10.0)

    def forward(self, power: Tensor) -> Tensor:
        mean = power.mean(dim=(1, 2), keepdim=True)
        return torch.log(power / (mean + 1e-9) + self.floor)


def _to_mel(hz: float) -> float:
    return 2595.0 * math.log10(1.0 + hz / 700.0)
