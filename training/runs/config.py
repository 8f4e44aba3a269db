"""Every setting of a training run: typed dataclasses with the starter's recipe as defaults, changed by a TOML file.

The TOML's tables mirror the fields: `[model] dim = 128`. An unknown key is an error. The `tower` key decides
which other keys `[model.audio]` and `[model.text]` take.
"""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import torch

from engine.audio.segments import SegmentPlan
from training.base.paper_row import PaperRow
from training.base.recipe import read_recipe
from training.data.augment import AugmentConfig
from training.data.bank import JoiningConfig
from training.data.batches import BatchConfig
from training.data.captions import CaptionConfig
from training.data.mixing import MixingConfig
from training.objectives.settings import ObjectiveConfig
from training.runs.run_settings import HeadsConfig, RunConfig
from training.runs.settings_file import from_mapping
from training.towers.dual_encoder import ModelConfig, without_checkpoint
from training.towers.encoders import AudioTower
from training.towers.registry import AudioTowerConfig


@dataclass(frozen=True, slots=True)
class DataConfig:
    """Parts to learn from and to validate on, such as "clotho:development"; see training.data.corpora.

    The command line says where each corpus lies: --data clotho=DIR.
    """

    train: tuple[str, ...] = ("earshot:train",)
    val: tuple[str, ...] = ("earshot:val",)
    test: tuple[str, ...] = ("earshot:test",)


@dataclass(frozen=True, slots=True)
class PlanConfig:
    """How the pack cuts sounds into segments; see engine.audio.segments."""

    segment_s: float = 5.0
    hop_s: float = 2.5
    ladder_s: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0)

    def plan(self, sample_rate_hz: int, padding: str) -> SegmentPlan:
        return SegmentPlan(sample_rate_hz, self.segment_s, self.hop_s, self.ladder_s, padding)


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting of one run."""

    name: str = "starter"
    version: str = "1"
    paper: PaperRow = field(default_factory=PaperRow)
    """The published row it reproduces, if any."""
    data: DataConfig = field(default_factory=DataConfig)
    model: ModelConfig = field(default_factory=ModelConfig)
    captions: CaptionConfig = field(default_factory=CaptionConfig)
    mixing: MixingConfig = field(default_factory=MixingConfig)
    """Mixing of waves; `augment` mixes cached spectrograms."""
    joining: JoiningConfig = field(default_factory=JoiningConfig)
    """Joining of cached spectrograms: sounds at once or in turn under one caption."""
    batch: BatchConfig = field(default_factory=BatchConfig)
    augment: AugmentConfig = field(default_factory=AugmentConfig)
    """Changes to cached spectrograms."""
    objective: ObjectiveConfig = field(default_factory=ObjectiveConfig)
    run: RunConfig = field(default_factory=RunConfig)
    heads: HeadsConfig = field(default_factory=HeadsConfig)
    cut: PlanConfig = field(default_factory=PlanConfig)

    def __post_init__(self) -> None:
        pictures, kinds = self.batch.feed == "pictures", self.objective.targets == "kinds"
        if pictures != kinds:
            raise ValueError('batch.feed "pictures" goes with objective.targets "kinds", "waves" with "sounds"')
        if pictures and getattr(self.model.audio, "mel_jitter", False):
            raise ValueError("cached pictures stand still: set model.audio.mel_jitter to false, or feed waves")
        if pictures and (not self.model.text.frozen or self.captions.is_open):
            raise ValueError("cached pictures need a frozen text tower and no captions.eda; feed waves instead")
        if pictures and self.run.devices * self.run.nodes > 1:
            raise ValueError("cached pictures are for one device; feed waves to several")
        if self.objective.teachers and (self.augment.mix_share if pictures else self.mixing.share):
            raise ValueError("teachers know no mixtures: set augment.mix_share and mixing.share to 0")
        if self.joining.share and not pictures:
            raise ValueError("joining is of cached pictures: set joining.share to 0 and mixing.share instead")
        if self.joining.share and self.objective.teachers:
            raise ValueError("teachers know no joined sounds: set joining.share to 0")
        if self.mixing.share and self.batch.fill == "crop" and self.mixing.longest_s > self.batch.crop_s:
            raise ValueError("mixtures are longer than batch.fill makes batches: set mixing.longest_s to crop_s")
        if self.heads.passes and not (pictures and self.model.audio.checkpoint):
            raise ValueError("heads.passes goes with cached pictures and a tower that has model.audio.checkpoint")
        if self.heads.passes and (self.run.recompute or self.run.compile):
            raise ValueError(
                "a tower that stays still has nothing to run again or to compile: leave run.recompute and"
                " run.compile out, or heads.passes"
            )
        if self.objective.class_weight and not (pictures and self.model.audio.checkpoint):
            raise ValueError("objective.class_weight goes with cached pictures and a tower with model.audio.checkpoint")
        if self.objective.class_weight and self.joining.share:
            raise ValueError("nobody has heard the classes of joined sounds: set joining.share to 0")
        if self.objective.teachers and self.captions.is_open:
            raise ValueError("teachers know no changed captions: set captions.eda.share to 0")

    @property
    def frame_rate_hz(self) -> float:
        """Mel frames per second."""
        ear = self._ear
        return ear.sample_rate_hz / ear.hop

    @property
    def sample_rate_hz(self) -> int:
        """Of the audio tower's input."""
        return self._ear.sample_rate_hz

    @property
    def plan(self) -> SegmentPlan:
        return self.cut.plan(self.sample_rate_hz, self.batch.padding)

    @property
    def _ear(self) -> AudioTower:
        return ear_of(self.model.audio)


def load_config(path: Path | None) -> Config:
    """Returns the starter's recipe with the changes of a TOML file.

    Raises:
        RecipeError: the file, or a base recipe of it, cannot be read.
        ConfigError: an unknown key, or a refused value.
    """
    return Config() if path is None else from_mapping(Config, read_recipe(path))


@cache
def ear_of(config: AudioTowerConfig) -> AudioTower:
    """Returns a tower without memory for its weights, which still knows its sample rate, hop and segment."""
    with torch.device("meta"):
        encoder: AudioTower = without_checkpoint(config).build()
    return encoder
