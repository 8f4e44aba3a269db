"""The dual encoder: an audio tower, a text tower and projections into one space.

Sections 3.1 and 3.3 of Primus et al. 2023 (DCASE task 6b) and 3 of Primus & Widmer 2024 (DCASE task 8): a sound is cut
into segments, encoded as one batch; its features are concatenated in time and averaged without its padding; a
projection maps the mean into the joint space. The papers' similarity divides by squared norms; like their code, ours is
the cosine, so vectors have unit length, except from methods named "embed".

A frozen text encoder is not part of the module or of checkpoints: its vectors are computed once (`frozen_text`).
"""

import math
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, cast

import torch
from torch import Tensor, nn

from training.towers.compact import CompactConfig
from training.towers.encoders import TextTower
from training.towers.minilm import SENTENCE_DIM, MiniLmConfig
from training.towers.projection import ProjectionConfig
from training.towers.registry import AudioTowerConfig, TextTowerConfig

_LEAST, _MOST = 0.01, 0.2
"""Bounds of a bounded temperature."""


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Everything that determines the network's shape."""

    audio: AudioTowerConfig = field(default_factory=CompactConfig)
    text: TextTowerConfig = field(default_factory=MiniLmConfig)
    audio_projection: ProjectionConfig = field(default_factory=ProjectionConfig)
    text_projection: ProjectionConfig = field(default_factory=lambda: ProjectionConfig("residual", 512, 0.2))
    dim: int = 256
    """D, size of the joint vectors; 1024 in the papers."""
    temperature: float = 0.05
    """tau, the initial or fixed divisor of cosines."""
    temperature_rule: Literal["bounded", "plain", "fixed"] = "bounded"
    """Rule of the temperature. "bounded": trained as a logarithm and clamped to [0.01, 0.2], so that no run collapses
    into it; "plain": |tau| is trained, as in the first paper's code; "fixed": not trained, as in the second."""

    def __post_init__(self) -> None:
        if self.dim < 1 or self.temperature <= 0.0:
            raise ValueError(f"dim {self.dim} must be at least 1 and temperature {self.temperature} more than 0")


class DualEncoder(nn.Module):
    """The audio tower, the text tower if trained, a projection after each, and the temperature."""

    def __init__(self, config: ModelConfig, *, published: bool = False, text: TextTower | None = None) -> None:
        """Builds the network.

        Args:
            published: start towers from the weights that `checkpoint` names, else from random ones, for
                `load_state_dict`.
            text: an existing text encoder; a frozen one only provides its width.

        Raises:
            EngineError: the published weights are unavailable or do not fit.
        """
        super().__init__()
        self.config = config
        self.audio = (config.audio if published else without_checkpoint(config.audio)).build()
        self.text: TextTower | None = None
        if not config.text.frozen:
            self.text = text or (config.text if published else without_checkpoint(config.text)).build()
        known = text or self.text
        self.text_width = known.width if known is not None else frozen_width(config.text)
        self.audio_projection = config.audio_projection.build(self.audio.width, config.dim)
        self.text_projection = config.text_projection.build(self.text_width, config.dim)
        if config.temperature_rule == "bounded":
            self.log_temperature = nn.Parameter(torch.tensor(config.temperature).log())
        elif config.temperature_rule == "plain":
            self.tau = nn.Parameter(torch.tensor([config.temperature]))

    def temperature(self) -> Tensor:
        """Divisor of cosines, a positive float32 scalar."""
        if self.config.temperature_rule == "bounded":
            return self.log_temperature.exp().clamp(_LEAST, _MOST)
        if self.config.temperature_rule == "plain":
            return self.tau.abs().squeeze()
        return torch.tensor(self.config.temperature)

    def embed_power(self, power: Tensor, share: Tensor | None = None) -> Tensor:
        """Returns unnormalised joint vectors, float32 [B, D], of sounds no longer than a segment.

        Args:
            power: float32 [B, F, M], from the tower's `power`.
            share: float32 [B], share of each sound that is not padding; None for all of it.
        """
        return self._projected(self.audio.features(power), share)

    def embed_waves(self, waves: Tensor, share: Tensor | None = None) -> Tensor:
        """Returns unnormalised joint vectors, float32 [B, D], of waves of any length.

        A wave no longer than a segment stays as it is; silence fills longer ones to whole segments.

        Args:
            waves: float32 [B, T], at the tower's sample rate.
            share: float32 [B], share of each wave that is not padding; None for all of it.
        """
        features, share = self.features_of_waves(waves, share)
        return self._projected(features, share)

    def features_of_waves(self, waves: Tensor, share: Tensor | None) -> tuple[Tensor, Tensor | None]:
        """Returns features in temporal order, float32 [B, N, E], and the share of N that is not padding."""
        batch, samples = waves.shape
        longest = None if self.audio.segment_s is None else round(self.audio.segment_s * self.audio.sample_rate_hz)
        if longest is None or samples <= longest:
            features: Tensor = self.audio(waves)
            return features, share
        pieces = -(-samples // longest)
        filled = nn.functional.pad(waves, (0, pieces * longest - samples))
        features = self.audio(filled.reshape(batch * pieces, longest))
        fraction = samples / (pieces * longest)
        share = share * fraction if share is not None else torch.full((batch,), fraction, device=waves.device)
        return features.reshape(batch, pieces * features.shape[1], features.shape[2]), share

    def embed_text(self, vectors: Tensor) -> Tensor:
        """Returns unnormalised joint vectors, float32 [N, D], of text vectors, float32 [N, E]."""
        projected: Tensor = self.text_projection(vectors)
        return projected

    def embed_tokens(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Returns unnormalised joint vectors, float32 [N, D], of ids and mask, int64 [N, S]."""
        encoder = self.text if self.text is not None else frozen_text(self.config.text)
        return self.embed_text(encoder(ids, mask))

    def hear(self, power: Tensor, share: Tensor | None = None) -> Tensor:
        """Returns unit vectors of mel powers; see `embed_power`."""
        return nn.functional.normalize(self.embed_power(power, share).float(), dim=1)

    def hear_waves(self, waves: Tensor, share: Tensor | None = None) -> Tensor:
        """Returns unit vectors of waves; see `embed_waves`."""
        return nn.functional.normalize(self.embed_waves(waves, share).float(), dim=1)

    def read(self, vectors: Tensor) -> Tensor:
        """Returns unit vectors, float32 [N, D], of text vectors, float32 [N, E]."""
        return nn.functional.normalize(self.embed_text(vectors).float(), dim=1)

    def forward(
        self, sound: Tensor, share: Tensor | None, text: Tensor, mask: Tensor | None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Returns unit vectors of sounds [B, D] and texts [N, D], and the temperature, for a training step.

        Args:
            sound: float32 [B, F, M] mel powers, or [B, T] waves.
            text: float32 [N, E] vectors of a frozen encoder, or int64 [N, S] ids.
            mask: int64 [N, S] for ids; None for vectors.
        """
        heard = self.hear(sound, share) if sound.ndim == 3 else self.hear_waves(sound, share)
        projected = self.embed_text(text) if mask is None else self.embed_tokens(text, mask)
        return heard, nn.functional.normalize(projected.float(), dim=1), self.temperature().to(heard.device)

    def _projected(self, features: Tensor, share: Tensor | None) -> Tensor:
        projected: Tensor = self.audio_projection(masked_mean(features, share))
        return projected


def masked_mean(features: Tensor, share: Tensor | None) -> Tensor:
    """Averages the first ceil(share * N) features of each sound: float32 [B, N, E] to [B, E].

    Section 3.3, as in the first paper's code, which leaves out segments of padding; takes at least one feature.
    """
    count = features.shape[1]
    if share is None or count == 1:
        return features.mean(dim=1)
    # The tolerance makes two thirds of three features two despite rounding.
    taken = torch.ceil(share * count - 1e-3).clamp(1, count)
    kept = (torch.arange(count, device=features.device)[None] < taken[:, None]).to(features.dtype)
    return (features * kept[:, :, None]).sum(dim=1) / taken[:, None].to(features.dtype)


def covered(seconds: float, segment_s: float | None) -> float:
    """Returns the length that a batch is padded to: whole segments, as in the first paper's code."""
    return seconds if segment_s is None else max(1, math.ceil(seconds / segment_s - 1e-6)) * segment_s


@cache
def frozen_text(config: TextTowerConfig) -> TextTower:
    """Returns a frozen text encoder in eval mode, built once for each config.

    Raises:
        EngineError: its weights are unavailable.
    """
    return config.build().requires_grad_(False).eval()


def frozen_width(config: TextTowerConfig) -> int:
    """Returns a frozen text encoder's vector size; does not load MiniLM."""
    return SENTENCE_DIM if isinstance(config, MiniLmConfig) else frozen_text(config).width


def without_checkpoint(config: Any) -> Any:
    """Returns a tower's settings with random initial weights."""
    return replace(cast(Any, config), checkpoint="") if config.checkpoint else config
