"""Learns to hear as a pack does, in a smaller tower: for the smaller size of one family, in the same joint space.

The words' side is the pack's own and stands still. In each batch the sounds' side is drawn to the vectors that the
pack's tower gives, and also learns what it would learn alone. A pack with the same ear hears the pictures of the batch,
changed and mixed as they are; one with another ear has heard every sound once before, as it was recorded. A tower whose
weights have the shapes of the pack's, and whose norms are still, begins with these. Cached pictures on a CPU only.
"""

import copy
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor, nn

from engine.errors import EngineError
from training.config import Config
from training.runs.checkpoint import Checkpoint
from training.runs.hearing import embed_clips
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
"""The smaller size of a compact tower. On half a second, mel included, a core hears with it 260 times what it hears
with PaSST (`python -m tests.benchmarks passt`); widths of 32, 64 and 128 took a fifth more time, twice the frames a
third. A MobileNet's smaller size is itself with half of the frames."""


class SmallerError(EngineError):
    """A recipe that cannot learn from the pack it is to follow."""


class Following(Objective):
    """The loss of a recipe, and beside it how far the sounds' vectors are from a teacher's: mean of 1 - cosine."""

    def __init__(self, config: Config, teacher: DualEncoder | None, closeness: float) -> None:
        """Takes the teacher.

        Args:
            config: of the run.
            teacher: hears the pictures of the batch; None where the items say what was heard.
            closeness: weight of the distance beside the recipe's own loss.
        """
        super().__init__(config.objective)
        self._teacher = None if teacher is None else teacher.requires_grad_(False).eval()
        self._closeness = closeness

    def loss(self, heard: Tensor, read: Tensor, temperature: Tensor, item: Item) -> Tensor:
        """See the class; one process only."""
        if self._teacher is None:
            assert item.followed is not None
            wanted = item.followed
        else:
            with torch.no_grad():
                wanted = self._teacher.hear(item.sound)
        distance = (1.0 - (heard * wanted).sum(dim=1)).mean()
        return super().loss(heard, read, temperature, item) + self._closeness * distance


def smaller_config(config: Config, pack: PackWeights) -> Config:
    """Gives the recipe in the pack's joint space: its words' side, without dropout, behind the recipe's audio tower.

    A recipe without a tower of its own gets the smaller size of the pack's.

    Raises:
        SmallerError: the recipe is not one of cached pictures on a CPU, or it joins sounds of which the pack has heard
            each alone.
    """
    of = pack.config
    model = _smaller(of, config.model) if config.model.audio == ModelConfig().audio else config.model
    config = replace(config, model=model)
    if config.joining.share and not hears_alike(config, pack):
        raise SmallerError(
            "the pack has another ear than the recipe, and has heard no joined sounds", advice="Set joining.share to 0."
        )
    if config.batch.feed != "pictures" or config.objective.teachers:
        raise SmallerError(
            "a smaller tower learns from cached pictures and from one pack",
            advice='Set batch.feed to "pictures" and leave objective.teachers empty.',
        )
    projection = replace(of.text_projection, dropout=0.0)
    run = replace(config.run, accelerator="cpu", precision="32", devices=1, nodes=1)
    return replace(config, model=replace(model, text=of.text, text_projection=projection, dim=of.dim), run=run)


def hears_alike(config: Config, pack: PackWeights) -> bool:
    """Gives whether the pack can hear the recipe's pictures."""
    ear = _ear(pack.config.audio)
    return ear is not None and ear == _ear(config.model.audio)


def heard_by(pack: PackWeights, material: RunMaterial, config: Config, cache: Path, report: Report) -> RunMaterial:
    """Gives the material with what the pack hears in the train clips, where its ear is not the recipe's.

    Args:
        pack: with its own way to picture sounds.
        material: of the recipe.
        config: from `smaller_config`; the windows are those of its plan.
        cache: for the pack's pictures.
        report: told what takes long.

    Raises:
        SmallerError: a sound cannot be read any more.
    """
    if hears_alike(config, pack):
        return material
    clips = material.train_clips
    heard, vectors = embed_clips(pack.model(), clips, replace(config, model=pack.config), cache, report)
    if len(heard) < len(clips):
        raise SmallerError(
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
    """Trains to the end of `config.run` and gives its checkpoint, which folder/last.pt holds from look to look.

    Args:
        material: with pictures, from `heard_by`.
        config: from `smaller_config`.
        pack: whose words' side is kept and whose ear is followed.
        folder: of the run.
        hooks: who is told; `stop` ends the run early, with what has been learnt but not looked at.
        closeness: see `Following`.
        start: begins with its audio tower instead of random weights.

    Raises:
        SmallerError: `start` has another tower.
        DivergedError: the loss is no number any more.
    """
    run = config.run
    torch.manual_seed(run.seed)
    model = DualEncoder(config.model)
    if start is not None:
        if start.config.model.audio != config.model.audio:
            raise SmallerError("the checkpoint to begin with has another tower", advice="Give the recipe that made it.")
        model.load_state_dict(start.weights)
    elif _begins_as(model, pack):
        model.load_state_dict(_sounds(pack.weights), strict=False)
        hooks.report("begins with the pack's own weights")
    model.text_projection.load_state_dict(_part(pack.weights, "text_projection."))
    model.text_projection.requires_grad_(False)
    average = copy.deepcopy(model) if run.average_decay else None
    feed = PictureFeed(material, config, run.threads)
    teacher = pack.model() if material.followed is None else None
    learner = ReplicaLearner(model, Following(config, teacher, closeness), BatchTexts(material.sentences), run)
    return Run(SoundsTask(learner, average, material, config), feed, settings_of(run, feed), folder, hooks).go()


def _smaller(of: ModelConfig, model: ModelConfig) -> ModelConfig:
    """A recipe's model as the smaller size of a pack's; where that is no MobileNet, the compact one."""
    audio = of.audio.mobile() if isinstance(of.audio, PairConfig) else of.audio
    if isinstance(audio, MobileNetConfig):
        return replace(of, audio=replace(audio, every=2, still_norms=True))
    return replace(model, audio=SMALLER)


def _ear(tower: AudioTowerConfig) -> FrontEndConfig | MelConfig | None:
    """What pictures a tower looks at; None for one that follows no pack."""
    if isinstance(tower, CompactConfig):
        return tower.front_end
    return PASST_MEL if isinstance(tower, MobileNetConfig) else None


def _begins_as(model: DualEncoder, pack: PackWeights) -> bool:
    """Whether the sounds' side can begin as the pack's: the same shapes, and norms that need no statistics."""
    tower = model.config.audio
    still = isinstance(tower, MobileNetConfig) and tower.still_norms
    return still and _shapes(model.state_dict()) == _shapes(pack.weights)


def _shapes(weights: dict[str, Tensor]) -> dict[str, torch.Size]:
    return {name: value.shape for name, value in _sounds(weights).items()}


def _sounds(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: value for name, value in weights.items() if name.startswith(("audio.", "audio_projection."))}


def _part(weights: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in weights.items() if name.startswith(prefix)}
