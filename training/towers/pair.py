"""Two published networks side by side: a MobileNetV3 over PaSST's mels and YAMNet over its own.

Both learnt AudioSet's sounds but err on different ones; their vectors are concatenated, and a projection is trained on
top. YAMNet's input is the MobileNet's at half the sample rate, through a filter of ours. Its patches do not overlap
here, which halves its cost.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training.towers.encoders import AudioTower
from training.towers.mobilenet import MobileNetConfig
from training.towers.published_checkpoints import checkpoint_in
from training.towers.yamnet import OFFSET, PATCH, YamnetConfig

_TAPS = 63
"""Taps of the filter before decimation by two: flat to 6.6 kHz, 60 dB down from 8.5 kHz."""
_CUTOFF = 0.235
"""As a share of the sample rate; YAMNet uses up to 7.5 of 8 kHz."""
_ROW = 128
"""Samples filtered at once."""
_SHAPE = 6.0
"""Beta of the filter's Kaiser window."""


@dataclass(frozen=True, slots=True)
class PairConfig:
    """Settings of both towers, which stay as published while a projection is trained."""

    tower: str = "mn04+yamnet"
    """The MobileNet's name, which gives its width, and "+yamnet"."""
    checkpoint: str = ""
    """Weights: "hub" for both published files, or a folder that has them; empty for random weights."""
    middle: bool = True
    """Whether to append the means of the MobileNet's middle blocks."""
    rows: tuple[int, ...] = field(default_factory=lambda: YamnetConfig().rows)
    """Channels after each row of YAMNet; only tests change them."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"mn\d\d\+yamnet", self.tower):
            raise ValueError(f"{self.tower} is no pair: a MobileNet and YAMNet, as in mn04+yamnet")
        self.mobile()
        self.yamnet()

    def mobile(self) -> MobileNetConfig:
        name = self.tower.partition("+")[0]
        return MobileNetConfig(name, self._file(name), mel_jitter=False, middle=self.middle, still_norms=True)

    def yamnet(self) -> YamnetConfig:
        return YamnetConfig(checkpoint=self._file("yamnet"), rows=self.rows)

    def build(self) -> "PairEncoder":
        return PairEncoder(self)

    def _file(self, tower: str) -> str:
        if self.checkpoint in ("", "hub"):
            return self.checkpoint
        return str(checkpoint_in(Path(self.checkpoint), "hub", tower))


class PairEncoder(AudioTower):
    """Concatenates both towers' mels and vectors: one vector a sound, float32 [B, 1, E]."""

    halver: Tensor

    def __init__(self, config: PairConfig) -> None:
        super().__init__()
        self.first, self.second = config.mobile().build(), config.yamnet().build()
        self.sample_rate_hz, self.hop, self.segment_s = self.first.sample_rate_hz, self.first.hop, None
        if (self.sample_rate_hz, self.hop) != (2 * self.second.sample_rate_hz, 2 * self.second.hop):
            raise ValueError("frames of both must be as far apart, and one have twice the other's sample rate")
        self.mels = self.first.mels + self.second.mels
        self.width = self.first.width + self.second.width
        self.register_buffer("halver", torch.tensor(_by_rows(halving()), dtype=torch.float32), persistent=False)

    def power(self, waves: Tensor) -> Tensor:
        """Returns the MobileNet's bands, then YAMNet's."""
        with torch.no_grad(), torch.autocast(waves.device.type, enabled=False):
            own = self.first.power(waves)
            # One more frame of silence, for lengths where YAMNet has one frame fewer.
            halved = self._halved(nn.functional.pad(waves.float(), (0, self.hop)))
            return torch.cat([own, self.second.power(halved)[:, : own.shape[1]]], dim=2)

    def features(self, power: Tensor) -> Tensor:
        return torch.cat([self.first.features(power[:, :, : self.first.mels]), self._heard(power)], dim=2)

    def _halved(self, waves: Tensor) -> Tensor:
        """Waves at half the rate, float32 [B, ceil(T / 2)], with silence beyond both ends.

        One matrix product over rows of 128 samples with their neighbours: a convolution of one channel is slow.
        """
        rows = (waves.shape[1] + _ROW - 1) // _ROW
        filled = nn.functional.pad(waves, (_ROW, 2 * _ROW))[:, : (rows + 2) * _ROW]
        spans = filled.reshape(waves.shape[0], -1, _ROW)
        around = torch.cat([spans[:, :-2, _ROW - _TAPS // 2 :], spans[:, 1:-1], spans[:, 2:, : _TAPS // 2]], dim=2)
        return torch.matmul(around, self.halver).reshape(waves.shape[0], -1)[:, : (waves.shape[1] + 1) // 2]

    def _heard(self, power: Tensor) -> Tensor:
        """The mean of YAMNet's vectors over consecutive patches; ignores the rest at the end."""
        frames = power.shape[1]
        patches = frames // PATCH
        patches = patches + 1 // (patches + 1)  # at least one, in integers, because a graph cannot compare
        picture = torch.log(torch.sqrt(power[:, :, self.first.mels :]) + OFFSET)
        filled = nn.functional.pad(picture, (0, 0, 0, PATCH), value=float(np.log(OFFSET)))[:, : patches * PATCH]
        vectors: Tensor = self.second.network(filled.reshape(-1, 1, PATCH, self.second.mels))
        return vectors.reshape(power.shape[0], -1, self.second.width).mean(dim=1, keepdim=True)


def halving() -> NDArray[np.float64]:
    """Returns the decimation filter, float64 [63], summing to 1: a sinc under a Kaiser window."""
    place = np.arange(_TAPS) - _TAPS // 2
    taps: NDArray[np.float64] = np.sinc(2.0 * _CUTOFF * place) * np.kaiser(_TAPS, _SHAPE)
    taps /= taps.sum()
    return taps


def _by_rows(taps: NDArray[np.float64]) -> NDArray[np.float64]:
    """The matrix that filters a row of samples, with half a filter on either side, [190, 64]."""
    matrix = np.zeros((_ROW + _TAPS - 1, _ROW // 2))
    for output in range(_ROW // 2):
        matrix[2 * output : 2 * output + _TAPS, output] = taps
    return matrix
