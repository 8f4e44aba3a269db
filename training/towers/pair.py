"""Two published networks that hear one sound: a MobileNetV3 over PaSST's mels and YAMNet over its own, side by side.

They learnt from the same sounds of AudioSet, yet err on different ones: what both hear stands one behind the other in
one vector, and a projection is learnt on top of it. YAMNet's sound is the MobileNet's at half the sample rate, by a
filter of ours. Its patches follow one another here and do not overlap, which halves what it costs.
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
from training.towers.published import checkpoint_in
from training.towers.yamnet import OFFSET, PATCH, YamnetConfig

_TAPS = 63
"""Of the filter before every second sample is taken: 60 dB down from 8.5 kHz on, flat to 6.6 kHz."""
_CUTOFF = 0.235
"""Of the sample rate; YAMNet hears up to 7.5 of 8 kHz."""
_ROW = 128
"""Samples that are filtered at once."""
_SHAPE = 6.0
"""Of the filter's Kaiser window."""


@dataclass(frozen=True, slots=True)
class PairConfig:
    """Both towers; they are meant to stay as they were published, with a projection that learns."""

    tower: str = "mn04+yamnet"
    """The width of the MobileNet, as in its own tower's name, and "+yamnet"."""
    checkpoint: str = ""
    """"hub" for both published files, or a folder that has them; empty: random weights."""
    middle: bool = True
    """Whether the means of the MobileNet's middle blocks stand behind that of its last map."""
    rows: tuple[int, ...] = field(default_factory=lambda: YamnetConfig().rows)
    """Channels behind each row of YAMNet; other than the published ones only in tests."""

    def __post_init__(self) -> None:
        """Refuses another pair."""
        if not re.fullmatch(r"mn\d\d\+yamnet", self.tower):
            raise ValueError(f"{self.tower} is no pair: a MobileNet and YAMNet, as in mn04+yamnet")
        self.mobile()
        self.yamnet()

    def mobile(self) -> MobileNetConfig:
        """Gives the first tower's settings."""
        name = self.tower.partition("+")[0]
        return MobileNetConfig(name, self._file(name), mel_jitter=False, middle=self.middle, still_norms=True)

    def yamnet(self) -> YamnetConfig:
        """Gives the second tower's settings."""
        return YamnetConfig(checkpoint=self._file("yamnet"), rows=self.rows)

    def build(self) -> "PairEncoder":
        """Gives the encoder, with the published weights when `checkpoint` says where they are."""
        return PairEncoder(self)

    def _file(self, tower: str) -> str:
        if self.checkpoint in ("", "hub"):
            return self.checkpoint
        return str(checkpoint_in(Path(self.checkpoint), "hub", tower))


class PairEncoder(AudioTower):
    """Both towers' mels beside each other, and one vector of both a sound, float32 [B, 1, E]."""

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
        """See the base class: the MobileNet's bands first, then YAMNet's."""
        with torch.no_grad(), torch.autocast(waves.device.type, enabled=False):
            own = self.first.power(waves)
            # A frame of silence more, for where YAMNet's frames are one fewer.
            halved = self._halved(nn.functional.pad(waves.float(), (0, self.hop)))
            return torch.cat([own, self.second.power(halved)[:, : own.shape[1]]], dim=2)

    def features(self, power: Tensor) -> Tensor:
        return torch.cat([self.first.features(power[:, :, : self.first.mels]), self._heard(power)], dim=2)

    def _halved(self, waves: Tensor) -> Tensor:
        """Waves at half the rate, float32 [B, ceil(T / 2)], silence beyond both ends.

        By one product of rows of 128 samples with those before and behind them: a convolution of one channel is slow.
        """
        rows = (waves.shape[1] + _ROW - 1) // _ROW
        filled = nn.functional.pad(waves, (_ROW, 2 * _ROW))[:, : (rows + 2) * _ROW]
        spans = filled.reshape(waves.shape[0], -1, _ROW)
        around = torch.cat([spans[:, :-2, _ROW - _TAPS // 2 :], spans[:, 1:-1], spans[:, 2:, : _TAPS // 2]], dim=2)
        return torch.matmul(around, self.halver).reshape(waves.shape[0], -1)[:, : (waves.shape[1] + 1) // 2]

    def _heard(self, power: Tensor) -> Tensor:
        """The mean of YAMNet's vectors over patches that follow one another; what is left at the end is not heard."""
        frames = power.shape[1]
        patches = frames // PATCH
        patches = patches + 1 // (patches + 1)  # at least one: in whole numbers, as a graph cannot compare
        picture = torch.log(torch.sqrt(power[:, :, self.first.mels :]) + OFFSET)
        filled = nn.functional.pad(picture, (0, 0, 0, PATCH), value=float(np.log(OFFSET)))[:, : patches * PATCH]
        vectors: Tensor = self.second.network(filled.reshape(-1, 1, PATCH, self.second.mels))
        return vectors.reshape(power.shape[0], -1, self.second.width).mean(dim=1, keepdim=True)


def halving() -> NDArray[np.float64]:
    """Gives the filter that sounds are halved by, float64 [63], summing to 1: a sinc under a Kaiser window."""
    place = np.arange(_TAPS) - _TAPS // 2
    taps: NDArray[np.float64] = np.sinc(2.0 * _CUTOFF * place) * np.kaiser(_TAPS, _SHAPE)
    taps /= taps.sum()
    return taps


def _by_rows(taps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Gives the matrix that filters a row of samples, with half a filter's on either side, [190, 64]."""
    matrix = np.zeros((_ROW + _TAPS - 1, _ROW // 2))
    for output in range(_ROW // 2):
        matrix[2 * output : 2 * output + _TAPS, output] = taps
    return matrix
