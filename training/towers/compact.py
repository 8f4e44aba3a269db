"""The starter's compact audio tower: a small residual network over log-mel pictures of any length.

Plain 3 x 3 convolutions run nearer to a CPU's limit than depthwise ones, and their int8 and fp32 graphs run on every
ONNX provider. The frequency axis is kept to the end, because a pitch cannot be shifted; time is pooled by mean and
maximum, so that a short event is not averaged away in a long window.
"""

from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from training.towers.encoders import AudioTower
from training.towers.frontend import CompactMelPower, FrontEndConfig, LogMel, StridedMelPower


@dataclass(frozen=True, slots=True)
class CompactConfig:
    """Settings of the compact tower."""

    tower: str = "compact"
    checkpoint: str = ""
    """Always empty: no weights are published; runs start from a pack or a checkpoint of ours instead."""
    front_end: FrontEndConfig = field(default_factory=FrontEndConfig)
    stem: int = 32
    """Channels of the first layer."""
    stem_kernel: tuple[int, ...] = (5, 5)
    """Kernel of the first layer, frames and mel bands; odd numbers."""
    stem_stride: tuple[int, ...] = (2, 2)
    """Stride of the first layer, frames and mel bands. (4, 2) halves the cost of all that follows and suits a kernel of
    9 frames."""
    every: int = 1
    """Uses every n-th frame of the front end. Graphs do not compute the others, which are the main cost of a short
    sound. Towers that use fewer frames share the others' cached pictures."""
    widths: tuple[int, ...] = (64, 128, 256)
    """Channels of each stage; each halves time and frequency."""
    blocks: tuple[int, ...] = (1, 2, 2)
    hidden: int = 512
    """E, units after pooling."""
    dropout: float = 0.2

    def __post_init__(self) -> None:
        if self.tower != "compact" or self.checkpoint:
            raise ValueError(f"the compact tower has one name and no published weights, found {self.checkpoint!r}")
        if len(self.widths) != len(self.blocks):
            raise ValueError(f"widths and blocks must be of one length, found {self.widths} and {self.blocks}")
        if len(self.stem_kernel) != 2 or len(self.stem_stride) != 2 or any(side % 2 == 0 for side in self.stem_kernel):
            raise ValueError(
                f"stem_kernel needs two odd sizes, stem_stride two: {self.stem_kernel}, {self.stem_stride}"
            )
        if self.every < 1:
            raise ValueError(f"every must be at least 1, found {self.every}")
        if self.front_end.mels % self.shrinking:
            raise ValueError(f"{self.front_end.mels} mels cannot be divided by {self.shrinking}")

    @property
    def shrinking(self) -> int:
        """Factor by which the stages shorten the frequency axis."""
        return int(self.stem_stride[1] * 2 ** len(self.widths))

    def build(self) -> "CompactEncoder":
        return CompactEncoder(self)


class ResidualBlock(nn.Module):
    """Two 3 x 3 convolutions beside a shortcut: [B, C, F, M] to [B, C', F / stride, M / stride]."""

    def __init__(self, channels_in: int, channels_out: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels_in, channels_out, 3, stride, 1, bias=False),
            nn.BatchNorm2d(channels_out),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels_out, channels_out, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels_out),
        )
        self.shortcut: nn.Module = nn.Identity()
        if stride != 1 or channels_in != channels_out:
            pool = nn.AvgPool2d(stride, ceil_mode=True) if stride != 1 else nn.Identity()
            self.shortcut = nn.Sequential(
                pool, nn.Conv2d(channels_in, channels_out, 1, bias=False), nn.BatchNorm2d(channels_out)
            )

    def forward(self, maps: Tensor) -> Tensor:
        return torch.relu(self.body(maps) + self.shortcut(maps))


class CompactEncoder(AudioTower):
    """Level-free log-mels and a residual network: one vector a sound, float32 [B, 1, E]."""

    def __init__(self, config: CompactConfig) -> None:
        super().__init__()
        ear = config.front_end
        self.sample_rate_hz, self.hop, self.mels = ear.sample_rate_hz, ear.hop, ear.mels
        self.width, self.segment_s, self.every = config.hidden, None, config.every
        self.mel_power, self.graph_power, self.log_mel = (
            CompactMelPower(ear),
            StridedMelPower(ear, config.every),
            LogMel(ear),
        )
        self.bands = nn.BatchNorm1d(ear.mels)
        frames, bands = config.stem_kernel
        stem = nn.Conv2d(
            1, config.stem, (frames, bands), _pair(config.stem_stride), (frames // 2, bands // 2), bias=False
        )
        self.stem = nn.Sequential(stem, nn.BatchNorm2d(config.stem), nn.ReLU(inplace=True))
        layers: list[nn.Module] = []
        channels = config.stem
        for width, blocks in zip(config.widths, config.blocks, strict=True):
            for block in range(blocks):
                layers.append(ResidualBlock(channels, width, 2 if block == 0 else 1))
                channels = width
        self.stages = nn.Sequential(*layers)
        pooled = 2 * channels * (ear.mels // config.shrinking)
        self.head = nn.Sequential(
            nn.BatchNorm1d(pooled),
            nn.Dropout(config.dropout),
            nn.Linear(pooled, config.hidden),
            nn.GELU(),
            nn.Dropout(config.dropout),
        )

    def power(self, waves: Tensor) -> Tensor:
        with torch.no_grad(), torch.autocast(waves.device.type, enabled=False):
            power: Tensor = self.mel_power(waves.float())
        return power

    def features(self, power: Tensor) -> Tensor:
        return self._through(power[:, :: self.every] if self.every > 1 else power)

    def forward(self, waves: Tensor) -> Tensor:
        """Computes only the frames that the tower uses."""
        with torch.no_grad(), torch.autocast(waves.device.type, enabled=False):
            power = self.graph_power(waves.float())
        return self._through(power)

    def _through(self, power: Tensor) -> Tensor:
        bands = self.bands(self.log_mel(power).transpose(1, 2)).transpose(1, 2)
        maps = self.stages(self.stem(bands.unsqueeze(1)))
        pooled = torch.cat([maps.mean(dim=2), maps.amax(dim=2)], dim=1).flatten(1)
        vectors: Tensor = self.head(pooled)
        return vectors.unsqueeze(1)


def _pair(sizes: tuple[int, ...]) -> tuple[int, int]:
    first, second = sizes
    return first, second
