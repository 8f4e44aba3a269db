"""Trains a smaller tower to follow a pack in the same joint space, for the smaller size of a family.

The pack's own text side stays frozen. In each batch the sounds are pulled towards the pack's vectors, and the recipe's
own loss applies too. A pack with the same front end hears the batch's augmented and mixed pictures; one with another
has heard every sound once beforehand, unaltered. A tower with the shapes of the pack's weights and still norms starts
from these. Cached pictures on a CPU only.
"""

import copy
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor, nn

from engine.base.errors import EngineError
from training.runs.checkpoint import Checkpoint
from training.runs.config import Config
from training.runs.embedding import embed_clips
from training.runs.items import Item, PictureFeed
from training.runs.learners import BatchTexts, ReplicaLearner
from training.runs.material import Report, RunMaterial
from training.runs.objective import Objective
from training.runs.run import Run
from training.runs.sounds import SoundsTask, settings_of
from training.runs.tracking import Hooks
from training.runs.weights import PackWeights
from training.towers.compact import CompactConfig
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.frontend import FrontEndConfig
from training.towers.mels import PASST_MEL, MelConfig
from training.towers.mobilenet import MobileNetConfig
from training.towers.pair import PairConfig
from training.towers.registry import AudioTowerConfig

SMALLER = CompactConfig(
    stem=16,
    stem_kernel=(9, 5),
    stem_stride=(4, 2),
    every=2,
    widths=(24, 48, 96),
    blocks=(1, 1, 1),
    hidden=192,
    dropout=0.1,
)
"""The smaller size of a compact tower. On half a second including mel, a core runs it 260 times as fast as PaSST
(`python -m tests.benchmarks passt`); widths of 32, 64 and 128 took a fifth more time, twice the frames a third. A
MobileNet's smaller size is itself with half of the frames."""


class PackDistillationError(EngineError):
    """A recipe cannot learn from the pack it is to follow."""


class PackDistillation(Objective):
    """A recipe's loss plus the distance to a teacher's sound vectors: mean of 1 - cosine."""

    def __init__(self, config: Config, teacher: DualEncoder | None, closeness: float) -> None:
        """Creates the loss.

        Args:
            teacher: hears the pictures of the batch; None if the items carry its vectors.
            closeness: weight of the distance beside the recipe's own loss.
        """
        super().__init__(config.objective)
        self._teacher = None if teacher is None else teacher.requires_grad_(False).eval()
        self._closeness = closeness

    def loss(self, heard: Tensor, read: Tensor, temperature: Tensor, item: Item) -> Tensor:
        """Works in one process only."""
        if self._teacher is None:
            assert item.followed is not None
            wanted = item.followed
        else:
            with torch.no_grad():
                wanted = self._teacher.hear(item.sound)
        distance = (1.0 - (heard * wanted).sum(dim=1)).mean()
        return super().loss(heard, read, temperature, item) + self._closeness * distance


def smaller_config(config: Config, pack: PackWeights) -> Config:
    """Returns the recipe in the pack's joint space: its text side, without dropout, with the recipe's audio tower.

    A recipe without an audio tower gets the smaller size of the pack's.

    Raises:
        PackDistillationError: the recipe does not use cached pictures on a CPU, or joins sounds that the pack has heard
            separately.
    """
    of = pack.config
    model = _smaller(of, config.model) if config.model.audio == ModelConfig().audio else config.model
    config = replace(config, model=model)
    if config.joining.share and not hears_alike(config, pack):
        raise PackDistillationError(
            "the pack has another ear than the recipe, and has heard no joined sounds", advice="Set joining.share to 0."
        )
    if config.batch.feed != "pictures" or config.objective.teachers:
        raise PackDistillationError(
            "a smaller tower learns from cached pictures and from one pack",
            advice='Set batch.feed to "pictures" and leave objective.teachers empty.',
        )
    projection = replace(of.text_projection, dropout=0.0)
    run = replace(config.run, accelerator="cpu", precision="32", devices=1, nodes=1)
    return replace(config, model=replace(model, text=of.text, text_projection=projection, dim=of.dim), run=run)


def hears_alike(config: Config, pack: PackWeights) -> bool:
    """Whether the pack can hear the recipe's pictures."""
    ear = _ear(pack.config.audio)
    return ear is not None and ear == _ear(config.model.audio)


def heard_by(pack: PackWeights, material: RunMaterial, config: Config, cache: Path, report: Report) -> RunMaterial:
    """Adds the pack's vectors of the train clips to the material if its front end differs from the recipe's.

    Args:
        pack: pack with its own front end.
        material: material of the recipe.
        config: recipe from `smaller_config`; its plan defines the windows.
        cache: folder for the pack's pictures.
        report: told what takes long.

    Raises:
        PackDistillationError: a sound is no longer readable.
    """
    if hears_alike(config, pack):
        return material
    clips = material.train_clips
    heard, vectors = embed_clips(pack.model(), clips, replace(config, model=pack.config), cache, report)
    if len(heard) < len(clips):
        raise PackDistillationError(
            f"{len(clips) - len(heard)} sounds cannot be read any more", advice="Look at the corpus' disk."
        )
    return replace(material, followed=nn.functional.normalize(torch.from_numpy(vectors), dim=1))


def follow_pack(
    material: RunMaterial,
    config: Config,
    pack: PackWeights,
    folder: Path,
    hooks: Hooks,
    *,
    closeness: float,
    start: Checkpoint | None = None,
) -> Checkpoint:
    """Trains to the end of `config.run` and returns its checkpoint; folder/last.pt holds it from look to look.

    Args:
        material: material with pictures, from `heard_by`.
        config: recipe from `smaller_config`.
        pack: pack whose text side is kept and whose sound vectors are followed.
        hooks: observers; `stop` ends the run early without another look.
        closeness: see `PackDistillation`.
        start: checkpoint whose audio tower provides the initial weights.

    Raises:
        PackDistillationError: `start` has another tower.
        DivergedError: the loss is not finite.
    """
    run = config.run
    torch.manual_seed(run.seed)
    model = DualEncoder(config.model)
    if start is not None:
        if start.config.model.audio != config.model.audio:
            raise PackDistillationError(
                "the checkpoint to begin with has another tower", advice="Give the recipe that made it."
            )
        model.load_state_dict(start.weights)
    elif _begins_as(model, pack):
        model.load_state_dict(_sounds(pack.weights), strict=False)
        hooks.report("begins with the pack's own weights")
    model.text_projection.load_state_dict(_part(pack.weights, "text_projection."))
    model.text_projection.requires_grad_(False)
    average = copy.deepcopy(model) if run.average_decay else None
    feed = PictureFeed(material, config, run.threads)
    teacher = pack.model() if material.followed is None else None
    learner = ReplicaLearner(model, PackDistillation(config, teacher, closeness), BatchTexts(material.sentences), run)
    return Run(SoundsTask(learner, average, material, config), feed, settings_of(run, feed), folder, hooks).go()


def _smaller(of: ModelConfig, model: ModelConfig) -> ModelConfig:
    """A recipe's model as the smaller size of a pack's: of a MobileNet, or else the compact one."""
    audio = of.audio.mobile() if isinstance(of.audio, PairConfig) else of.audio
    if isinstance(audio, MobileNetConfig):
        return replace(of, audio=replace(audio, every=2, still_norms=True))
    return replace(model, audio=SMALLER)


def _ear(tower: AudioTowerConfig) -> FrontEndConfig | MelConfig | None:
    """Front end of a tower; None for one that follows no pack."""
    if isinstance(tower, CompactConfig):
        return tower.front_end
    return PASST_MEL if isinstance(tower, MobileNetConfig) else None


def _begins_as(model: DualEncoder, pack: PackWeights) -> bool:
    """Whether the audio side can start from the pack's: the same shapes, and norms that need no statistics."""
    tower = model.config.audio
    still = isinstance(tower, MobileNetConfig) and tower.still_norms
    return still and _shapes(model.state_dict()) == _shapes(pack.weights)


def _shapes(weights: dict[str, Tensor]) -> dict[str, torch.Size]:
    return {name: value.shape for name, value in _sounds(weights).items()}


def _sounds(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: value for name, value in weights.items() if name.startswith(("audio.", "audio_projection."))}


def _part(weights: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in weights.items() if name.startswith(prefix)}
