"""The VQ-VAE: features to codes, codes and a speaker back to features; as a transformer, or by convolutions alone.

The encoder's two blocks halve the frames each, so one code covers four (figure 3 of the paper). It takes features
unscaled and standardises them by the statistics of the training set.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from training.papers.units.codebook import Codebook
from training.papers.units.layers import Convolution, TransformerLayer, lasting, mask_of, positions
from training.papers.units.settings import STRIDE, UnitsModelConfig


@dataclass(frozen=True, slots=True)
class Encoded:
    """A batch after the encoder."""

    found: Tensor
    """z, float32 [B, C, D]: before quantisation."""
    codes: Tensor
    """int64 [B, C]."""
    mask: Tensor
    """bool [B, C], true where there is sound."""


class VqVae(nn.Module):
    """Encoder, codebook and decoder."""

    mean: Tensor
    spread: Tensor

    def __init__(self, config: UnitsModelConfig, width: int, speakers: int) -> None:
        """Takes frames of `width` numbers; each training speaker has an embedding for the decoder."""
        super().__init__()
        self.config = config
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("spread", torch.ones(width))
        self.encoder: nn.Module
        self.decoder: nn.Module
        if config.kind == "transformer":
            self.encoder, self.decoder = _TransformerEncoder(config, width), _TransformerDecoder(config, width)
        else:
            self.encoder, self.decoder = _ConvEncoder(config, width), _ConvDecoder(config, width)
        self.codebook = Codebook(config.codes, config.code_width, config.decay, start_from_data=config.start_from_data)
        self.speakers = nn.Embedding(speakers, config.speaker_width)

    def standardised(self, features: Tensor) -> Tensor:
        """Standardises features [B, F, D] to the mean 0 and spread 1 of the training set, the target of the decoder."""
        return (features - self.mean) / self.spread

    def encode(self, features: Tensor, lengths: Tensor) -> Encoded:
        """Returns the codes of unscaled features.

        Args:
            features: float32 [B, F, D], F a multiple of 4; the last frame is repeated beyond a length up to the next
                multiple of 4, where anything may follow.
            lengths: int64 [B], frames of sound.
        """
        whole = -(-lengths // STRIDE)
        found = self.encoder(self.standardised(features), mask_of(whole * STRIDE, features.shape[1])).float()
        return Encoded(found, self.codebook.nearest(found), mask_of(whole, found.shape[1]))

    def decode(self, quantised: Tensor, mask: Tensor, speakers: Tensor) -> Tensor:
        """Returns standardised features, float32 [B, 4 C, D], of code vectors [B, C, D] and speakers, int64 [B]."""
        drawn: Tensor = self.decoder(quantised, mask, self.speakers(speakers))
        return drawn.float()


class _TransformerEncoder(nn.Module):
    def __init__(self, config: UnitsModelConfig, width: int) -> None:
        super().__init__()
        self.has_positions = config.positions
        self.enter = nn.Linear(width, config.width)
        self.blocks = nn.ModuleList(_layers(config) for _ in range(2))
        self.halve = nn.ModuleList(Convolution(config.width, config.width, 4, 2) for _ in range(2))
        self.leave = nn.Linear(config.width, config.code_width)

    def forward(self, features: Tensor, mask: Tensor) -> Tensor:
        x = _placed(self.enter(features), self.has_positions)
        for layers, halve in zip(self.blocks, self.halve, strict=True):
            for layer in layers:  # type: ignore[attr-defined]
                x = layer(x, mask)
            x = nn.functional.relu(halve(x, mask))
            mask = mask[:, ::2]
        found: Tensor = self.leave(x)
        return found


class _TransformerDecoder(nn.Module):
    def __init__(self, config: UnitsModelConfig, width: int) -> None:
        super().__init__()
        self.has_positions = config.positions
        self.enter = Convolution(config.code_width + config.speaker_width, config.width, 3)
        self.blocks = nn.ModuleList(_layers(config) for _ in range(2))
        self.smooth = nn.ModuleList(Convolution(config.width, config.width, 3) for _ in range(2))
        self.leave = nn.Linear(config.width, width)

    def forward(self, quantised: Tensor, mask: Tensor, speaker: Tensor) -> Tensor:
        x = nn.functional.relu(self.enter(_beside(quantised, speaker), mask))
        for layers, smooth in zip(self.blocks, self.smooth, strict=True):
            x, mask = lasting(x, 2), lasting(mask, 2)
            x = _placed(nn.functional.relu(smooth(x, mask)), self.has_positions)
            for layer in layers:  # type: ignore[attr-defined]
                x = layer(x, mask)
        drawn: Tensor = self.leave(x)
        return drawn


class _ConvEncoder(nn.Module):
    """Five convolutions, two of which halve the frames, with residuals around the others."""

    def __init__(self, config: UnitsModelConfig, width: int) -> None:
        super().__init__()
        self.enter = Convolution(width, config.width, 3)
        self.halve = nn.ModuleList(Convolution(config.width, config.width, 4, 2) for _ in range(2))
        self.keep = nn.ModuleList(Convolution(config.width, config.width, 3) for _ in range(4))
        self.leave = nn.Linear(config.width, config.code_width)

    def forward(self, features: Tensor, mask: Tensor) -> Tensor:
        x = nn.functional.relu(self.enter(features, mask))
        for number, halve in enumerate(self.halve):
            x = nn.functional.relu(halve(x, mask))
            mask = mask[:, ::2]
            for keep in self.keep[2 * number : 2 * number + 2]:
                x = x + nn.functional.relu(keep(x, mask))
        found: Tensor = self.leave(x)
        return found


class _ConvDecoder(nn.Module):
    def __init__(self, config: UnitsModelConfig, width: int) -> None:
        super().__init__()
        self.enter = Convolution(config.code_width + config.speaker_width, config.width, 3)
        self.keep = nn.ModuleList(Convolution(config.width, config.width, 3) for _ in range(4))
        self.leave = nn.Linear(config.width, width)

    def forward(self, quantised: Tensor, mask: Tensor, speaker: Tensor) -> Tensor:
        x = nn.functional.relu(self.enter(_beside(quantised, speaker), mask))
        for number in range(2):
            x, mask = lasting(x, 2), lasting(mask, 2)
            for keep in self.keep[2 * number : 2 * number + 2]:
                x = x + nn.functional.relu(keep(x, mask))
        drawn: Tensor = self.leave(x)
        return drawn


def _layers(config: UnitsModelConfig) -> nn.ModuleList:
    return nn.ModuleList(
        TransformerLayer(config.width, config.heads, config.inner, config.dropout) for _ in range(config.layers)
    )


def _placed(x: Tensor, has_positions: bool) -> Tensor:
    return x + positions(x.shape[1], x.shape[2], x.device) if has_positions else x


def _beside(quantised: Tensor, speaker: Tensor) -> Tensor:
    return torch.cat([quantised, speaker[:, None].expand(-1, quantised.shape[1], -1)], dim=-1)
