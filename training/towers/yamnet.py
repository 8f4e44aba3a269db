"""YAMNet as Google published it: MobileNetV1 over patches of 0.96 s of a log-mel picture at 16 kHz.

Follows the model's page and code (tensorflow/models, research/audioset/yamnet: params.py, features.py, yamnet.py;
Apache-2.0); the code here is ours. The weights come from the quantised TensorFlow Lite file on TF Hub; this network
uses float32, so it differs from the published one by that one's rounding between layers. Batch norms are folded into
the convolutions; only their statistics are lost.
"""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from engine.models.mel_filters import POINTS, fold
from training.towers.encoders import AudioTower
from training.towers.fourier import FoldedPower, filled_behind, frames_of, spans_of
from training.towers.mels import MelConfig, is_tracing, mel_bank
from training.towers.published_checkpoints import PublishedCheckpoint, find_checkpoint, load_published
from training.towers.tflite import read_tflite

YAMNET_MEL = MelConfig(16_000, 400, True, 160, 64, 125.0, 7_500.0, "kaldi")
"""TensorFlow's mel filters are triangles linear in mel, like Kaldi's. The transform has 512 points: every second bin of
our 1024."""
PATCH, STEP = 96, 48
"""Frames of a patch and between patches: 0.96 s every 0.48 s."""
CLASSES = 521
OFFSET = 0.001
"""Added to mel magnitudes before the logarithm."""
_STEM = 32
_ROWS = (
    # stride of the depthwise convolution, channels of the pointwise one
    (1, 64),
    (2, 128),
    (1, 128),
    (2, 256),
    (1, 256),
    (2, 512),
    *((1, 512),) * 5,
    (2, 1024),
    (1, 1024),
)
_WINDOW = 416
"""The window of 400 samples, padded to a multiple of 32 for the transform."""
LEFT_BEHIND = ("classifier.",)
FIXED_NUMBERS = 2 * 10_944
"""Means and variances of the batch norms, which the authors count and which are folded away here."""


@dataclass(frozen=True, slots=True)
class YamnetConfig:
    """Settings of a YAMNet tower."""

    tower: str = "yamnet"
    checkpoint: str = ""
    """A TensorFlow Lite file, or "hub" for the published one; empty for random weights."""
    rows: tuple[int, ...] = field(default_factory=lambda: tuple(channels for _, channels in _ROWS))
    """Channels after each of the 13 rows; only tests change them."""

    def __post_init__(self) -> None:
        if self.tower != "yamnet" or len(self.rows) != len(_ROWS) or min(self.rows) < 1:
            raise ValueError(f"yamnet has {len(_ROWS)} rows, found {self.tower} with {self.rows}")

    def build(self) -> "YamnetEncoder":
        encoder = YamnetEncoder(self)
        if self.checkpoint:
            weights = open_yamnet(find_checkpoint(self.checkpoint, self.tower))
            load_published(encoder.network, weights, left_behind=LEFT_BEHIND)
        return encoder


class YamnetEncoder(AudioTower):
    """Mel magnitudes and YAMNet over their patches: a vector a patch, float32 [B, N, 1024].

    N = max(1, ceil(F / 48) - 1): silence fills the last patch, as in the published code.
    """

    window: Tensor
    filters: Tensor
    folded: Tensor

    def __init__(self, config: YamnetConfig) -> None:
        super().__init__()
        mel = YAMNET_MEL
        self.sample_rate_hz, self.hop, self.mels, self.segment_s = mel.sample_rate_hz, mel.hop, mel.mels, None
        self.network = Yamnet(config.rows)
        self.width = config.rows[-1]
        bank = mel_bank(mel, mel.low_hz, mel.high_hz)
        bank[:, 1::2] = 0.0
        window = np.zeros(_WINDOW)
        window[: mel.window] = np.hanning(mel.window + 1)[:-1]
        self.fourier = FoldedPower(window)
        self.register_buffer("filters", torch.tensor(bank.T, dtype=torch.float32), persistent=False)
        self.register_buffer("folded", torch.tensor(fold(bank), dtype=torch.float32), persistent=False)

    def power(self, waves: Tensor) -> Tensor:
        """Returns squared mel magnitudes, so 6 dB more is four times as much.

        Frame f begins at sample 160 f, with silence beyond the end. F = T // 160.
        """
        hop, spans = self.hop, spans_of(self.hop, _WINDOW)
        with torch.no_grad(), torch.autocast(waves.device.type, enabled=False):
            frames = waves.shape[1] // hop
            padded = nn.functional.pad(waves.float(), (0, spans * hop))[:, : (frames + spans - 1) * hop]
            if is_tracing():
                cut = frames_of(padded, frames, hop, _WINDOW)
                return torch.matmul(torch.sqrt(self.fourier(cut)), self.folded) ** 2
            spectrum = torch.fft.rfft(padded.unfold(1, _WINDOW, hop) * self.fourier.window, n=POINTS)
            return torch.matmul(spectrum.abs(), self.filters) ** 2

    def features(self, power: Tensor) -> Tensor:
        batch, patches = power.shape[0], self.patches(torch.log(torch.sqrt(power) + OFFSET))
        vectors: Tensor = self.network(patches.reshape(-1, 1, PATCH, self.mels))
        return vectors.reshape(batch, -1, self.width)

    @staticmethod
    def patches(picture: Tensor) -> Tensor:
        """Cuts pictures, float32 [B, F, M], into patches, float32 [B, N, 96, M]."""
        frames = picture.shape[1]
        steps = (frames + STEP - 1) // STEP
        steps = steps + 1 // steps  # at least two, in integers, because a graph cannot compare
        filled = nn.functional.pad(picture, (0, 0, 0, PATCH), value=float(np.log(OFFSET)))[:, : steps * STEP]
        halves = filled.reshape(picture.shape[0], -1, STEP, picture.shape[2])
        return torch.cat([halves[:, :-1], halves[:, 1:]], dim=2)


class Yamnet(nn.Module):
    """Maps patches, float32 [B, 1, 96, 64], to vectors, float32 [B, 1024].

    `classes` adds the AudioSet classifier (`classify`).
    """

    def __init__(self, rows: tuple[int, ...], classes: int | None = None) -> None:
        super().__init__()
        layers: list[nn.Module] = [_ConvRelu6(1, _STEM, 3, 2)]
        channels = _STEM
        for (stride, _), out in zip(_ROWS, rows, strict=True):
            layers += [_ConvRelu6(channels, channels, 3, stride, groups=channels), _ConvRelu6(channels, out, 1, 1)]
            channels = out
        self.layers = nn.Sequential(*layers)
        if classes is not None:
            self.classifier = nn.Linear(channels, classes)

    def forward(self, patches: Tensor) -> Tensor:
        maps: Tensor = self.layers(patches)
        return maps.mean(dim=(2, 3))

    def classify(self, vectors: Tensor) -> Tensor:
        """Returns the scores of AudioSet's classes, float32 [B, classes] within 0 and 1."""
        return torch.sigmoid(self.classifier(vectors))


class _ConvRelu6(nn.Module):
    """A convolution with bias and ReLU6; pads odd sizes at the end, like TensorFlow's "SAME"."""

    def __init__(self, channels: int, out: int, kernel: int, stride: int, groups: int = 1) -> None:
        super().__init__()
        around = (kernel - 1) // 2 if stride == 1 else 0
        self.convolution = nn.Conv2d(channels, out, kernel, stride, around, groups=groups)
        nn.init.kaiming_normal_(self.convolution.weight, mode="fan_out")
        assert self.convolution.bias is not None
        nn.init.zeros_(self.convolution.bias)
        self.is_filled_behind = stride == 2

    def forward(self, maps: Tensor) -> Tensor:
        filled = filled_behind(maps) if self.is_filled_behind else maps
        return nn.functional.relu6(self.convolution(filled))


def open_yamnet(path: Path) -> PublishedCheckpoint:
    """Reads the published TensorFlow Lite file, with tensors named like those of `Yamnet`, including the classifier.

    Raises:
        CheckpointError: it is not this file.
    """
    known = [tensor for tensor in read_tflite(path) if tensor.values is not None]
    state: dict[str, Tensor] = {}
    for layer in range(1 + 2 * len(_ROWS)):
        prefix, name = f"tower0/network/layer{layer + 1}/", f"layers.{layer}.convolution"
        for tensor in known:
            if tensor.name.startswith(prefix) and tensor.values is not None:
                is_depthwise = tensor.shape[:1] == (1,) and len(tensor.shape) == 4
                values = torch.from_numpy(tensor.values)
                if len(tensor.shape) == 4:
                    turned = values.permute(3, 0, 1, 2) if is_depthwise else values.permute(0, 3, 1, 2)
                    state[f"{name}.weight"] = turned.contiguous()
                elif len(tensor.shape) == 1:
                    state[f"{name}.bias"] = values
    for tensor in known:
        if tensor.values is not None and tensor.name.endswith("/fc/MatMul"):
            state["classifier.weight"] = torch.from_numpy(tensor.values)
        elif tensor.values is not None and tensor.name.endswith("/fc/biases"):
            state["classifier.bias"] = torch.from_numpy(tensor.values)
    return PublishedCheckpoint(state, str(path))
