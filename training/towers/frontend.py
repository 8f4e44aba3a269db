"""The log-mel front end, inside the graph that is exported: waveform in, level-free log-mel picture out.

The Fourier transform is done in two stages of small matrix products (32 x 32 points), which ONNX Runtime runs about
twice as fast as a convolution with a Fourier basis and everywhere alike; only Reshape, Concat, Transpose and MatMul are
used, so that batch and length stay free. Resampling and cutting into windows are the engine's, not done here.
"""

import math
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

_POINTS = 1024
"""Length of the transform; 32 x 32."""
_ROOT = 32
_WINDOW = 800
"""Samples under the window: 25 blocks of 32, so that the first stage has 25 inputs instead of 32."""
_BLOCKS = _WINDOW // _ROOT
_HALF = _ROOT // 2 + 1
"""First-stage outputs kept: the input is real, so the other 15 are conjugates of these."""


@dataclass(frozen=True, slots=True)
class FrontEndConfig:
    """What the ear of the model looks like."""

    sample_rate_hz: int = 32_000
    hop: int = 320
    """Samples between two frames."""
    mels: int = 64
    low_hz: float = 40.0
    high_hz: float = 15_000.0
    range_db: float = 70.0
    """What lies this far under the mean power of its window is as good as silence."""

    def __post_init__(self) -> None:
        """Refuses what the two-stage transform cannot do."""
        if not 0 < self.hop <= _WINDOW // 2:
            raise ValueError(f"hop must be within 1 and {_WINDOW // 2} samples, found {self.hop}")
        if not 0 <= self.low_hz < self.high_hz <= self.sample_rate_hz / 2:
            raise ValueError(f"mel range {self.low_hz} to {self.high_hz} Hz does not fit {self.sample_rate_hz} Hz")


def mel_bank(config: FrontEndConfig) -> NDArray[np.float64]:
    """Gives the triangular mel filters, float64 [M, 513], over the bins of a 1024-point transform.

    HTK mel scale, mel(f) = 2595 log10(1 + f / 700); peaks of 1 (no area normalisation). A filter narrower than a bin
    takes the bin nearest its centre, so that none is empty.
    """
    bins_hz = np.arange(_POINTS // 2 + 1) * config.sample_rate_hz / _POINTS
    edges_mel = np.linspace(_to_mel(config.low_hz), _to_mel(config.high_hz), config.mels + 2)
    edges_hz = 700.0 * (10.0 ** (edges_mel / 2595.0) - 1.0)
    low, centre, high = edges_hz[:-2, None], edges_hz[1:-1, None], edges_hz[2:, None]
    bank = np.clip(np.minimum((bins_hz - low) / (centre - low), (high - bins_hz) / (high - centre)), 0.0, None)
    for row, nearest in enumerate(np.abs(bins_hz[None] - centre).argmin(axis=1)):
        bank[row, nearest] = max(bank[row, nearest], 0.25)
    return bank


class MelPower(nn.Module):
    """Turns waves into mel powers: float32 [B, T] to float32 [B, F, M], F = T // hop, not negative.

    Frame f is centred on sample hop * (f + 1/2); beyond both ends there is silence.
    """

    first: Tensor
    second: Tensor
    filters: Tensor
    window: Tensor

    def __init__(self, config: FrontEndConfig) -> None:
        super().__init__()
        self.config = config
        hann = np.hanning(_WINDOW + 1)[:-1]
        self.register_buffer("window", torch.tensor(hann, dtype=torch.float32), persistent=False)
        first, second = _two_stages()
        self.register_buffer("first", torch.tensor(first, dtype=torch.float32), persistent=False)
        self.register_buffer("second", torch.tensor(second, dtype=torch.float32), persistent=False)
        filters = _fold_filters(mel_bank(config))
        self.register_buffer("filters", torch.tensor(filters, dtype=torch.float32), persistent=False)

    def forward(self, waves: Tensor) -> Tensor:
        """See the class."""
        hop, batch = self.config.hop, waves.shape[0]
        frames = waves.shape[1] // hop
        spans = -(-_WINDOW // hop)
        left = (_WINDOW - hop) // 2
        padded = nn.functional.pad(waves[:, : frames * hop], (left, spans * hop - hop - left))
        hops = padded.reshape(batch, frames + spans - 1, hop)
        cut = torch.cat([hops[:, span : span + frames] for span in range(spans)], dim=2)[:, :, :_WINDOW]
        blocks = (cut * self.window).reshape(batch * frames, _BLOCKS, _ROOT).transpose(1, 2)
        stage = torch.matmul(blocks, self.first)
        stage = stage.reshape(batch * frames, _ROOT, _HALF, 2).permute(2, 0, 1, 3)
        spectrum = torch.matmul(stage.reshape(_HALF, batch * frames, 2 * _ROOT), self.second)
        power = spectrum[:, :, :_ROOT] ** 2 + spectrum[:, :, _ROOT:] ** 2
        folded = power.permute(1, 0, 2).reshape(batch * frames, _HALF * _ROOT)
        return torch.matmul(folded, self.filters).reshape(batch, frames, self.config.mels)


class LogMel(nn.Module):
    """Turns mel powers into a picture free of level: float32 [B, F, M] to float32 [B, F, M].

    log(power / mean power of the window + floor): the same sound 30 dB lower gives the same picture, as nobody who
    looks for a sound describes the gain it was recorded with. Digital silence gives the floor everywhere.
    """

    def __init__(self, config: FrontEndConfig) -> None:
        super().__init__()
        self.floor = 10.0 ** (-config.range_db / 10.0)

    def forward(self, power: Tensor) -> Tensor:
        """See the class."""
        mean = power.mean(dim=(1, 2), keepdim=True)
        return torch.log(power / (mean + 1e-9) + self.floor)


def _to_mel(hz: float) -> float:
    return 2595.0 * math.log10(1.0 + hz / 700.0)


def _two_stages() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gives the matrices of X[k1 + 32 k2] = sum_b W1024^(b k1 + 32 b k2) sum_a W32^(a k1) x[32 a + b].

    First: [25, 17 * 2], the inner sum for k1 = 0 … 16 as real and imaginary parts. Second: [17, 64, 64], the outer sum
    for each k1, from (b, part) to (part, k2).
    """
    a, k1 = np.arange(_BLOCKS)[:, None], np.arange(_HALF)[None]
    inner = np.exp(-2j * np.pi * a * k1 / _ROOT)
    first = np.stack([inner.real, inner.imag], axis=2).reshape(_BLOCKS, 2 * _HALF)
    b, k2 = np.arange(_ROOT)[None, :, None], np.arange(_ROOT)[None, None]
    outer = np.exp(-2j * np.pi * b * (np.arange(_HALF)[:, None, None] + _ROOT * k2) / _POINTS)
    from_real = np.concatenate([outer.real, outer.imag], axis=2)
    from_imaginary = np.concatenate([-outer.imag, outer.real], axis=2)
    return first, np.stack([from_real, from_imaginary], axis=2).reshape(_HALF, 2 * _ROOT, 2 * _ROOT)


def _fold_filters(bank: NDArray[np.float64]) -> NDArray[np.float64]:
    """Reorders the filters to the order in which the second stage gives the bins: [17 * 32, M].

    Bin k1 + 32 k2 above 512 is the mirror image of bin 1024 - k, of equal power; for k1 = 0 and 16 both are there and
    the mirror is left out.
    """
    folded = np.zeros((_HALF, _ROOT, bank.shape[0]))
    for k1 in range(_HALF):
        for k2 in range(_ROOT):
            k = k1 + _ROOT * k2
            if k <= _POINTS // 2:
                folded[k1, k2] = bank[:, k]
            elif k1 not in (0, _HALF - 1):
                folded[k1, k2] = bank[:, _POINTS - k]
    return folded.reshape(_HALF * _ROOT, -1)
