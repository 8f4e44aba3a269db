"""CNN10 and CNN14 of PANNs (Kong et al. 2020, Table 1), the convolutional encoders of the first paper's comparison.

Log-mels of 64 bands, blocks of two 3 x 3 convolutions, pooling by mean over bands and by mean and maximum over time,
and one more layer. A sound's vector is the authors' embedding; the AudioSet classifier is only built to count
parameters.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from training.towers.encoders import AudioTower
from training.towers.mels import PANNS_MEL, MelPower, is_tracing
from training.towers.published_checkpoints import (
    PublishedCheckpoint,
    PublishedError,
    load_published,
    open_checkpoint,
    renamed,
)

LEFT_BEHIND = ("fc_audioset.",)
"""Keys of the AudioSet classifier; not loaded from a checkpoint."""
FIXED_NUMBERS = 2 * 513 * 1024 + 513 * 64
"""Untrained numbers that the authors count as parameters: the Fourier basis and the mel filters."""
_CHANNELS = {"cnn10": (64, 128, 256, 512), "cnn14": (64, 128, 256, 512, 1024, 2048)}
_FRONT_END = ("spectrogram_extractor.", "logmel_extractor.")


@dataclass(frozen=True, slots=True)
class PannsConfig:
    """Settings of a PANNs tower."""

    tower: str = "cnn14"
    """One of "cnn10" or "cnn14"."""
    checkpoint: str = ""
    """A file, a release's name, or "hub"; empty for random weights."""
    segment_s: float | None = None
    """Longest stretch at once; the paper processes 30 s whole. None for any length."""

    def __post_init__(self) -> None:
        if self.tower not in _CHANNELS:
            raise ValueError(f"{self.tower} is no tower of PANNs: {', '.join(_CHANNELS)}")
        if self.segment_s is not None and self.segment_s <= 0:
            raise ValueError(f"segment_s must be more than 0, is {self.segment_s}")

    def build(self) -> "PannsEncoder":
        encoder = PannsEncoder(self)
        if self.checkpoint:
            opened = without_front_end(open_checkpoint(self.checkpoint, self.tower))
            load_published(encoder.network, opened, left_behind=LEFT_BEHIND)
        return encoder


class PannsEncoder(AudioTower):
    """Log-mels and a CNN: one vector a sound, float32 [B, 1, 512] for CNN10, [B, 1, 2048] for CNN14."""

    def __init__(self, config: PannsConfig) -> None:
        super().__init__()
        self.sample_rate_hz, self.hop, self.mels = PANNS_MEL.sample_rate_hz, PANNS_MEL.hop, PANNS_MEL.mels
        self.segment_s = config.segment_s
        self.mel_power = MelPower(PANNS_MEL)
        self.network = Cnn(config.tower)
        self.width = self.network.width

    def power(self, waves: Tensor) -> Tensor:
        power: Tensor = self.mel_power(waves)
        return power

    def features(self, power: Tensor) -> Tensor:
        """Takes 10 log10 of the power, at least -100 dB."""
        vectors: Tensor = self.network(10.0 * torch.log10(power.clamp(min=1e-10)))
        return vectors.unsqueeze(1)


class Cnn(nn.Module):
    """Maps log-mels in decibels, float32 [B, F, 64], to vectors, float32 [B, 512] or [B, 2048].

    Modules are named as in the released checkpoints. `classes` adds the AudioSet classifier.
    """

    def __init__(self, tower: str, classes: int | None = None) -> None:
        super().__init__()
        channels = _CHANNELS[tower]
        self.width = channels[-1]
        self.bn0 = nn.BatchNorm2d(PANNS_MEL.mels)
        self._blocks = [f"conv_block{number}" for number in range(1, len(channels) + 1)]
        for name, wide, narrow in zip(self._blocks, channels, (1, *channels), strict=False):
            # The last block of CNN14 is not pooled.
            self.add_module(name, _ConvBlock(narrow, wide, pool=1 if name == "conv_block6" else 2))
        self.fc1 = nn.Linear(self.width, self.width)
        if classes is not None:
            self.fc_audioset = nn.Linear(self.width, classes)
        self.apply(_initialise)

    def forward(self, decibels: Tensor) -> Tensor:
        bands = self.bn0(_long_enough(decibels).unsqueeze(1).transpose(1, 3)).transpose(1, 3)
        maps = bands
        for name in self._blocks:
            maps = nn.functional.dropout(self.get_submodule(name)(maps), 0.2, self.training)
        times = maps.mean(dim=3)
        pooled = nn.functional.dropout(times.amax(dim=2) + times.mean(dim=2), 0.5, self.training)
        return nn.functional.dropout(torch.relu(self.fc1(pooled)), 0.5, self.training)


class _ConvBlock(nn.Module):
    def __init__(self, narrow: int, wide: int, pool: int) -> None:
        super().__init__()
        self.pool = pool
        self.conv1 = nn.Conv2d(narrow, wide, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(wide)
        self.conv2 = nn.Conv2d(wide, wide, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(wide)

    def forward(self, maps: Tensor) -> Tensor:
        once = torch.relu(self.bn1(self.conv1(maps)))
        twice = torch.relu(self.bn2(self.conv2(once)))
        return nn.functional.avg_pool2d(twice, self.pool) if self.pool > 1 else twice


def without_front_end(checkpoint: PublishedCheckpoint) -> PublishedCheckpoint:
    """Drops the authors' Fourier basis and mel filters after comparing the filters with ours.

    Raises:
        PublishedError: the network was trained on other mels (PANNs also come for 8 and 16 kHz).
    """
    filters = checkpoint.state.get("logmel_extractor.melW")
    own = MelPower(PANNS_MEL).bank(PANNS_MEL.low_hz, PANNS_MEL.high_hz)
    if filters is not None and not (filters.shape == (513, 64) and _agree(filters, own)):
        raise PublishedError(
            f"{checkpoint.where} was trained on other mel bands than 64 from 50 to 14000 Hz at 32 kHz",
            advice="Give the checkpoint for 32 kHz, Cnn10_mAP=0.380.pth or Cnn14_mAP=0.431.pth.",
        )
    return renamed(checkpoint, _left(checkpoint.state))


def _left(state: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {key: tensor for key, tensor in state.items() if not key.startswith(_FRONT_END)}


def _agree(filters: Tensor, own: Tensor) -> bool:
    return bool(torch.allclose(filters.float(), own, rtol=1e-3, atol=1e-6))


def _long_enough(decibels: Tensor) -> Tensor:
    """Pads a sound that pooling would reduce to nothing (a third of a second) with silence."""
    least = 32
    if is_tracing() or decibels.shape[1] >= least:
        return decibels
    return nn.functional.pad(decibels, (0, 0, 0, least - decibels.shape[1]), value=-100.0)


def _initialise(module: nn.Module) -> None:
    if isinstance(module, nn.Conv2d | nn.Linear):
        nn.init.xavier_uniform_(module.weight)
        if module.bias is not None:
            nn.init.zeros_(module.bias)
