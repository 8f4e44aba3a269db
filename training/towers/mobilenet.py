"""MobileNetV3 of any width over PaSST's mels: mn04 … mn40, as published by Schmid et al. ("EfficientAT").

The rows follow Table 1 of Howard et al. 2019 (MobileNetV3-Large), with sigmoid squeeze-and-excitation of the channels;
mn40_as_ext is the third encoder of Primus & Widmer 2024. A sound's vector is the mean of the last feature map over
frequency and time, optionally followed by those of the middle blocks. The AudioSet classifier is only built to count
parameters, to compare or to read a checkpoint.
"""

import re
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from training.towers.encoders import AudioTower
from training.towers.mels import PASST_JITTER_HZ, PASST_MEL, MelPower, with_jitter
from training.towers.pictures import PasstPicture
from training.towers.published_checkpoints import load_published, open_checkpoint

LEFT_BEHIND = ("classifier.",)
"""Keys of the AudioSet classifier; not loaded from a checkpoint."""
_ROWS = (
    # kernel, expanded, out, squeeze-and-excitation, hard swish, stride
    (3, 16, 16, False, False, 1),
    (3, 64, 24, False, False, 2),
    (3, 72, 24, False, False, 1),
    (5, 72, 40, True, False, 2),
    (5, 120, 40, True, False, 1),
    (5, 120, 40, True, False, 1),
    (3, 240, 80, False, True, 2),
    (3, 200, 80, False, True, 1),
    (3, 184, 80, False, True, 1),
    (3, 184, 80, False, True, 1),
    (3, 480, 112, True, True, 1),
    (3, 672, 112, True, True, 1),
    (5, 672, 160, True, True, 2),
    (5, 960, 160, True, True, 1),
    (5, 960, 160, True, True, 1),
)
_MIDDLE = slice(1, None)
"""All rows but the first, which sees little more than the picture."""


@dataclass(frozen=True, slots=True)
class MobileNetConfig:
    """Settings of a MobileNet tower."""

    tower: str = "mn10"
    """mn and the width in tenths: mn10 is the paper's network, mn40 has four times its channels."""
    checkpoint: str = ""
    """A file, a release's name (mn40_as_ext), or "hub" for the one of this width; empty for random weights."""
    mel_jitter: bool = True
    """Whether the mel edges move in training (on in both papers' code)."""
    frequency_mask: int = 0
    """SpecAugment: widest mask over bands; 0 for none, as in the second paper."""
    time_mask: int = 0
    """SpecAugment: widest mask over frames."""
    segment_s: float | None = None
    """Longest stretch at once; the second paper processes 30 s whole. None for any length."""
    middle: bool = False
    """Whether to append the means of the middle blocks: 496 numbers for mn04. They know less about AudioSet's classes
    and more about how a sound is made."""
    still_norms: bool = False
    """Whether batch normalisation keeps the checkpoint's statistics in training: those of small batches of short sounds
    differ."""
    every: int = 1
    """Uses every n-th frame of the front end, for a smaller version of a network that used all; graphs do not compute
    the others."""

    def __post_init__(self) -> None:
        width_of(self.tower)
        if self.frequency_mask < 0 or self.time_mask < 0:
            raise ValueError("masks must not be negative")
        if self.segment_s is not None and self.segment_s <= 0:
            raise ValueError(f"segment_s must be more than 0, is {self.segment_s}")
        if not 1 <= self.every <= PASST_MEL.window // PASST_MEL.hop:
            raise ValueError(f"every {self.every} leaves samples between two frames, or is less than 1")

    def build(self) -> "MobileNetEncoder":
        encoder = MobileNetEncoder(self)
        if self.checkpoint:
            load_published(encoder.network, open_checkpoint(self.checkpoint, self.tower), left_behind=LEFT_BEHIND)
        return encoder


class MobileNetEncoder(AudioTower):
    """PaSST's mels and a MobileNet: one vector a sound, float32 [B, 1, 960 * width], longer with `middle`."""

    def __init__(self, config: MobileNetConfig) -> None:
        super().__init__()
        mel = with_jitter(PASST_MEL, *PASST_JITTER_HZ) if config.mel_jitter else PASST_MEL
        self.sample_rate_hz, self.hop, self.mels = mel.sample_rate_hz, mel.hop, mel.mels
        self.segment_s = config.segment_s
        self.every = config.every
        self.mel_power = MelPower(mel)
        self.graph_power = MelPower(replace(mel, hop=mel.hop * config.every)) if config.every > 1 else self.mel_power
        self.picture = PasstPicture(config.frequency_mask, config.time_mask)
        self.network = MobileNet(width_of(config.tower))
        self.middle = config.middle
        self.width = self.network.width + (self.network.middle_width if config.middle else 0)
        self._norms_are_still = config.still_norms

    def train(self, mode: bool = True) -> "MobileNetEncoder":
        """Keeps still norms in eval mode."""
        super().train(mode)
        if self._norms_are_still:
            for module in self.network.modules():
                if isinstance(module, nn.BatchNorm2d):
                    module.eval()
        return self

    def power(self, waves: Tensor) -> Tensor:
        power: Tensor = self.mel_power(waves)
        return power

    def features(self, power: Tensor) -> Tensor:
        return self._through(power[:, :: self.every] if self.every > 1 else power)

    def forward(self, waves: Tensor) -> Tensor:
        """Computes only the frames that the tower uses."""
        return self._through(self.graph_power(waves))

    def _through(self, power: Tensor) -> Tensor:
        pictures = self.picture(power)
        vectors: Tensor = self.network.deep(pictures) if self.middle else self.network(pictures)
        return vectors.unsqueeze(1)


class MobileNet(nn.Module):
    """Maps pictures, float32 [B, 1, M, F], to vectors, float32 [B, 960 * multiplier].

    Modules are named as in the released checkpoints. `classes` adds the AudioSet classifier (`classify`).
    """

    def __init__(self, multiplier: float, classes: int | None = None) -> None:
        super().__init__()
        channels = _eight(16 * multiplier)
        layers: list[nn.Module] = [_conv(1, channels, 3, 2, nn.Hardswish)]
        widths: list[int] = []
        for kernel, expanded, out, squeezed, hard, stride in _ROWS:
            inner, outer = _eight(expanded * multiplier), _eight(out * multiplier)
            act: type[nn.Module] = nn.Hardswish if hard else nn.ReLU
            layers.append(_Inverted(channels, inner, outer, kernel, stride, squeezed, act))
            channels = outer
            widths.append(outer)
        self.width, self.middle_width = 6 * channels, sum(widths[_MIDDLE])
        self.features = nn.Sequential(*layers, _conv(channels, self.width, 1, 1, nn.Hardswish))
        if classes is not None:
            hidden = _eight(1280 * multiplier)
            self.classifier = nn.Sequential(
                nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(self.width, hidden), nn.Hardswish(),
                nn.Dropout(0.2), nn.Linear(hidden, classes),
            )  # fmt: skip
        self.apply(_initialise)

    def forward(self, pictures: Tensor) -> Tensor:
        maps: Tensor = self.features(pictures)
        return maps.mean(dim=(2, 3))

    def deep(self, pictures: Tensor) -> Tensor:
        """Returns the vector followed by the means of the middle blocks' maps, float32 [B, width + middle_width]."""
        maps, means = pictures, list[Tensor]()
        for layer in self.features:
            maps = layer(maps)
            means.append(maps.mean(dim=(2, 3)))
        return torch.cat([means[-1], *means[1:-1][_MIDDLE]], dim=1)

    def classify(self, pictures: Tensor) -> Tensor:
        """Returns the logits of AudioSet's classes, float32 [B, classes]."""
        logits: Tensor = self.classifier(self.features(pictures))
        return logits


class _Inverted(nn.Module):
    """Inverted residual: widen, filter each channel, weigh the channels, narrow."""

    def __init__(
        self, channels: int, inner: int, outer: int, kernel: int, stride: int, squeezed: bool, act: type[nn.Module]
    ) -> None:
        super().__init__()
        layers: list[nn.Module] = [_conv(channels, inner, 1, 1, act)] if inner != channels else []
        layers.append(_conv(inner, inner, kernel, stride, act, groups=inner))
        if squeezed:
            layers.append(_Excitation(inner))
        layers.append(_conv(inner, outer, 1, 1, None))
        self.block = nn.Sequential(*layers)
        self.is_residual = stride == 1 and channels == outer

    def forward(self, maps: Tensor) -> Tensor:
        narrowed: Tensor = self.block(maps)
        return narrowed + maps if self.is_residual else narrowed


class _Excitation(nn.Module):
    """Weighs channels by their mean over frequency and time; one of the authors' concurrent excitations."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conc_se_layers = nn.ModuleList([_Squeeze(channels)])

    def forward(self, maps: Tensor) -> Tensor:
        weights: Tensor = self.conc_se_layers[0](maps.mean(dim=(2, 3)))
        return maps * weights[:, :, None, None]


class _Squeeze(nn.Module):
    """Computes channel weights, [B, C], from all channel means."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.fc1 = nn.Linear(channels, _eight(channels // 4))
        self.fc2 = nn.Linear(_eight(channels // 4), channels)

    def forward(self, means: Tensor) -> Tensor:
        return torch.sigmoid(self.fc2(torch.relu(self.fc1(means))))


def width_of(tower: str) -> float:
    """Parses the width multiplier of a name: mn04 is 0.4.

    Raises:
        ValueError: no such name.
    """
    found = re.fullmatch(r"mn(\d\d)", tower)
    if found is None or int(found[1]) == 0:
        raise ValueError(f"{tower} is no MobileNet: mn and the width in tenths, as in mn04, mn10 or mn40")
    return int(found[1]) / 10


def _conv(
    channels: int, out: int, kernel: int, stride: int, act: type[nn.Module] | None, groups: int = 1
) -> nn.Sequential:
    convolution = nn.Conv2d(channels, out, kernel, stride, (kernel - 1) // 2, groups=groups, bias=False)
    layers: list[nn.Module] = [convolution, nn.BatchNorm2d(out, eps=1e-3, momentum=1e-2)]
    return nn.Sequential(*layers, *([act()] if act else []))


def _eight(channels: float) -> int:
    """The multiple of 8 nearest to a number of channels, but at least nine tenths of it."""
    nearest = max(8, int(channels + 4) // 8 * 8)
    return nearest + 8 if nearest < 0.9 * channels else nearest


def _initialise(module: nn.Module) -> None:
    if isinstance(module, nn.Conv2d):
        nn.init.kaiming_normal_(module.weight, mode="fan_out")
    elif isinstance(module, nn.Linear):
        nn.init.normal_(module.weight, 0.0, 0.01)
        nn.init.zeros_(module.bias)
