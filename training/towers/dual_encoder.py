"""Both towers as one trainable thing: mel powers and sentence vectors in, joint unit vectors out.

The sentence encoder is not part of it: it is frozen, so its vectors are computed once, before training.
"""

from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from training.towers.convnet import AudioTower, AudioTowerConfig
from training.towers.frontend import FrontEndConfig, LogMel
from training.towers.text import JointHead, TextTowerConfig


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Everything that decides the shape of the network."""

    front_end: FrontEndConfig = field(default_factory=FrontEndConfig)
    audio: AudioTowerConfig = field(default_factory=AudioTowerConfig)
    text: TextTowerConfig = field(default_factory=TextTowerConfig)
    temperature: float = 0.05
    """Where the trained temperature begins."""

    def __post_init__(self) -> None:
        """Refuses towers that do not meet."""
        if self.audio.dim != self.text.dim:
            raise ValueError(f"audio.dim {self.audio.dim} and text.dim {self.text.dim} must be equal")
        if self.audio.mels != self.front_end.mels:
            raise ValueError(f"audio.mels {self.audio.mels} and front_end.mels {self.front_end.mels} must be equal")


class DualEncoder(nn.Module):
    """The audio tower over log-mels, the joint head over sentence vectors, and the temperature between them."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.log_mel = LogMel(config.front_end)
        self.audio = AudioTower(config.audio)
        self.joint = JointHead(config.text)
        self.log_temperature = nn.Parameter(torch.tensor(config.temperature).log())

    def temperature(self) -> Tensor:
        """The temperature, kept within 0.01 and 0.2 so that no run can collapse into it."""
        return self.log_temperature.exp().clamp(0.01, 0.2)

    def hear(self, power: Tensor) -> Tensor:
        """Gives audio vectors, float32 [B, D], of mel powers, float32 [B, F, M]."""
        vectors: Tensor = self.audio(self.log_mel(power))
        return vectors

    def read(self, sentences: Tensor) -> Tensor:
        """Gives joint vectors, float32 [B, D], of sentence vectors, float32 [B, E]."""
        vectors: Tensor = self.joint(sentences)
        return vectors

    def forward(self, power: Tensor, sentences: Tensor) -> tuple[Tensor, Tensor]:
        """Gives both."""
        return self.hear(power), self.read(sentences)
