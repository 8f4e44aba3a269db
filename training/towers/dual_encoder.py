"""Two towers and what lies between them: sounds and texts in, vectors of one space out.

Sections 3.1 and 3.3 of Primus et al. 2023 (DCASE task 6b) and 3 of Primus & Widmer 2024 (DCASE task 8): a sound is cut
into segments that are encoded as one batch, the features of a sound stand one behind the other in time, those of its
padding are left out of their mean, and a projection takes the mean into the joint space. The papers' similarity divides
by squared norms; like their code, ours is the cosine, so vectors leave here with unit length, except from methods named
"embed".

A frozen text encoder is not part of the module: its vectors are computed once (`frozen_text`), and no checkpoint holds
it.
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
    """Everything that decides the shape of the network."""

    audio: AudioTowerConfig = field(default_factory=CompactConfig)
    text: TextTowerConfig = field(default_factory=MiniLmConfig)
    audio_projection: ProjectionConfig = field(default_factory=ProjectionConfig)
    text_projection: ProjectionConfig = field(default_factory=lambda: ProjectionConfig("residual", 512, 0.2))
    dim: int = 256
    """D, size of the joint vectors; 1024 in the papers."""
    temperature: float = 0.05
    """tau, what a cosine is divided by: where it begins, or where it stays."""
    temperature_rule: Literal["bounded", "plain", "fixed"] = "bounded"
    """bounded: its logarithm is trained and kept within 0.01 and 0.2, so that no run can collapse into it; plain: |tau|
    is trained, as in the code of the first paper; fixed: not trained, as in the second."""

    def __post_init__(self) -> None:
        """Refuses a space without axes and a temperature of 0."""
        if self.dim < 1 or self.temperature <= 0.0:
            raise ValueError(f"dim {self.dim} must be at least 1 and temperature {self.temperature} more than 0")


class DualEncoder(nn.Module):
    """The audio tower, the text tower when it learns, a projection behind each, and the temperature."""

    def __init__(self, config: ModelConfig, *, published: bool = False, text: TextTower | None = None) -> None:
        """Builds it.

        Args:
            config: its shape.
            published: whether towers begin with the weights that `checkpoint` names; else with random ones, to be
                overwritten by `load_state_dict`.
            text: the text encoder where it is already there; a frozen one tells only its width.

        Raises:
            EngineError: the published weights are not to be had or do not fit.
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
        """What cosines are divided by, a positive float32 scalar."""
        if self.config.temperature_rule == "bounded":
            return self.log_temperature.exp().clamp(_LEAST, _MOST)
        if self.config.temperature_rule == "plain":
            return self.tau.abs().squeeze()
        return torch.tensor(self.config.temperature)

    def embed_power(self, power: Tensor, share: Tensor | None = None) -> Tensor:
        """Gives joint vectors that are not normalised, float32 [B, D], of sounds of one segment at most.

        Args:
            power: float32 [B, F, M], as the tower's `power` gives them.
            share: float32 [B], how much of each is sound and not padding; None: all of it.
        """
        return self._projected(self.audio.features(power), share)

    def embed_waves(self, waves: Tensor, share: Tensor | None = None) -> Tensor:
        """Gives joint vectors that are not normalised, float32 [B, D], of waves of any length.

        A wave no longer than a segment passes as it is; a longer one is filled up with silence to whole segments.

        Args:
            waves: float32 [B, T], at the tower's sample rate.
            share: float32 [B], how much of each is sound and not padding; None: all of it.
        """
        features, share = self.features_of_waves(waves, share)
        return self._projected(features, share)

    def features_of_waves(self, waves: Tensor, share: Tensor | None) -> tuple[Tensor, Tensor | None]:
        """Gives the features of waves in the order of time, float32 [B, N, E], and the share of N that is sound."""
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
        """Gives joint vectors that are not normalised, float32 [N, D], of text vectors, float32 [N, E]."""
        projected: Tensor = self.text_projection(vectors)
        return projected

    def embed_tokens(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Gives joint vectors that are not normalised, float32 [N, D], of ids and mask, int64 [N, S]."""
        encoder = self.text if self.text is not None else frozen_text(self.config.text)
        return self.embed_text(encoder(ids, mask))

    def hear(self, power: Tensor, share: Tensor | None = None) -> Tensor:
        """Gives unit vectors of mel powers, see `embed_power`."""
        return nn.functional.normalize(self.embed_power(power, share).float(), dim=1)

    def hear_waves(self, waves: Tensor, share: Tensor | None = None) -> Tensor:
        """Gives unit vectors of waves, see `embed_waves`."""
        return nn.functional.normalize(self.embed_waves(waves, share).float(), dim=1)

    def read(self, vectors: Tensor) -> Tensor:
        """Gives unit vectors, float32 [N, D], of text vectors, float32 [N, E]."""
        return nn.functional.normalize(self.embed_text(vectors).float(), dim=1)

    def forward(
        self, sound: Tensor, share: Tensor | None, text: Tensor, mask: Tensor | None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Gives unit vectors of sounds, [B, D], and texts, [N, D], and the temperature: a training step's.

        Args:
            sound: float32 [B, F, M] mel powers, or [B, T] waves.
            share: see `embed_waves`.
            text: float32 [N, E] vectors of a frozen encoder, or int64 [N, S] ids.
            mask: int64 [N, S], beside ids; None beside vectors.
        """
        heard = self.hear(sound, share) if sound.ndim == 3 else self.hear_waves(sound, share)
        projected = self.embed_text(text) if mask is None else self.embed_tokens(text, mask)
        return heard, nn.functional.normalize(projected.float(), dim=1), self.temperature().to(heard.device)

    def _projected(self, features: Tensor, share: Tensor | None) -> Tensor:
        projected: Tensor = self.audio_projection(masked_mean(features, share))
        return projected


def masked_mean(features: Tensor, share: Tensor | None) -> Tensor:
    """Gives the mean of the first ceil(share * N) features of each sound: float32 [B, N, E] to [B, E].

    Section 3.3 of the first paper's code, which leaves out segments that are padding alone; at least one is taken.
    """
    count = features.shape[1]
    if share is None or count == 1:
        return features.mean(dim=1)
    # A thousandth of a feature is forgiven, so that two thirds of three, in floating point, are two.
    taken = torch.ceil(share * count - 1e-3).clamp(1, count)
    kept = (torch.arange(count, device=features.device)[None] < taken[:, None]).to(features.dtype)
    return (features * kept[:, :, None]).sum(dim=1) / taken[:, None].to(features.dtype)


def covered(seconds: float, segment_s: float | None) -> float:
    """Gives the length to which a batch is filled up: whole segments, as the first paper's code does."""
    return seconds if segment_s is None else max(1, math.ceil(seconds / segment_s - 1e-6)) * segment_s


@cache
def frozen_text(config: TextTowerConfig) -> TextTower:
    """Gives a frozen text encoder in eval mode, built once for each config.

    Raises:
        EngineError: its weights are not to be had.
    """
    return config.build().requires_grad_(False).eval()


def frozen_width(config: TextTowerConfig) -> int:
    """Gives the size of a frozen text encoder's vectors, MiniLM's without loading it."""
    return SENTENCE_DIM if isinstance(config, MiniLmConfig) else frozen_text(config).width


def without_checkpoint(config: Any) -> Any:
    """Gives a tower's settings with random weights to begin with."""
    return replace(cast(Any, config), checkpoint="") if config.checkpoint else config
