"""Trains heads on a frozen published tower: minutes instead of hours for the whole network.

NT-Xent between sounds and a caption of each kind of the batch, as in the starter, over features computed once
(`training.runs.tower_features`). The tower's own knowledge is passed on too: sounds are pulled towards the names of the
AudioSet classes that the tower hears in them, so that words without captions in the corpus find their sounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.base.device import choose_device
from training.data.batches import swap_texts
from training.objectives.kinds import kind_targets, lend_to_bases
from training.objectives.ntxent import identity_of
from training.runs.checkpoint import Checkpoint, load_checkpoint
from training.runs.config import Config
from training.runs.items import Item
from training.runs.learners import BatchTexts, optimiser_of
from training.runs.material import Report, RunMaterial
from training.runs.objective import Objective
from training.runs.pretrained import published_classifier, published_weights
from training.runs.run import Run, Settings, descend, to_go_on_from
from training.runs.run_settings import RunConfig
from training.runs.schedule import learning_rate
from training.runs.sounds import SoundsTask, check_teachers, other_recipe
from training.runs.tower_features import TowerFeatures, classes_of, listen
from training.runs.tracking import Hooks
from training.towers.dual_encoder import DualEncoder
from training.towers.projection import StandardProjection

_CALMER = "Set run.learning_rate lower, and start anew in another folder."


def train_heads(
    material: RunMaterial,
    config: Config,
    folder: Path,
    cache: Path,
    pretrained: Path | None,
    hooks: Hooks,
    *,
    resume: bool = False,
) -> Checkpoint:
    """Trains a recipe with `heads.passes`; returns the checkpoint, also in the folder.

    Args:
        material: run material with pictures.
        cache: folder for the tower's features and text vectors.
        pretrained: folder of published weights; None to fetch them.
        hooks: observers, and who may stop the run.
        resume: continue from last.pt if it exists.

    Raises:
        EngineError: weights are unavailable or do not fit, a teacher is incomplete, or the loss diverges.
    """
    model, heard = published_hearing(material, config, cache, pretrained, hooks.report)
    material = _with_classes(material, heard, config, cache)
    return fit_heads(model, material, heard, config, folder, hooks, resume=resume)


def with_classes(
    material: RunMaterial, config: Config, cache: Path, pretrained: Path | None, report: Report
) -> RunMaterial:
    """Adds the published tower's class probabilities to the material if `objective.class_weight` needs them.

    Raises:
        EngineError: the weights are unavailable or know no classes.
    """
    if not config.objective.class_weight:
        return material
    return _with_classes(material, published_hearing(material, config, cache, pretrained, report)[1], config, cache)


def published_hearing(
    material: RunMaterial, config: Config, cache: Path, pretrained: Path | None, report: Report
) -> tuple[DualEncoder, TowerFeatures]:
    """Returns the model for training heads, on the recipe's device, and its tower's features of the train clips.

    Cached features are used and stay on the CPU.

    Args:
        material: run material with pictures.
        cache: folder for the tower's features.
        pretrained: folder of published weights; None to fetch them.
        report: told before computing features.

    Raises:
        EngineError: weights are unavailable, or know no classes though `objective.class_weight` needs them.
    """
    assert material.pictures is not None
    device = choose_device(config.run.accelerator).name
    model = model_for_heads(config, published_weights(config, pretrained)).to(device)
    classifier = published_classifier(config, pretrained) if config.objective.class_weight else None
    classifier = None if classifier is None else classifier.to(device)
    plan = config.plan if config.heads.windows else None
    return model, listen(model, material.pictures.train, config.frame_rate_hz, cache, report, classifier, plan)


def _with_classes(material: RunMaterial, heard: TowerFeatures, config: Config, cache: Path) -> RunMaterial:
    if heard.chances is None:
        return material
    return replace(material, classes=classes_of(heard.chances, config.model.text, cache))


def model_for_heads(config: Config, start: Mapping[str, Tensor] | None) -> DualEncoder:
    """Returns the model that `fit_heads` starts from: published frozen tower, all else random.

    Args:
        start: initial weights, see `training.runs.pretrained`; None for the tower's own.
    """
    torch.manual_seed(config.run.seed)
    model = DualEncoder(config.model, published=start is None)
    if start is not None:
        model.load_state_dict(dict(start))
    model.audio.requires_grad_(requires_grad=False)
    return model


def fit_heads(
    model: DualEncoder,
    material: RunMaterial,
    listened: TowerFeatures,
    config: Config,
    folder: Path,
    hooks: Hooks | None = None,
    *,
    resume: bool = False,
) -> Checkpoint:
    """Trains both projections for `heads.passes` over the train clips and looks at val once at the end.

    Args:
        model: model from `model_for_heads`, on the training device.
        material: run material with pictures, of which val's are looked at, and classes if `objective.class_weight` is
            set.
        listened: the tower's features of the train clips.
        folder: receives last.pt, metrics.csv and tensorboard/.
        hooks: observers, and who may stop the run; a stopped run's checkpoint has a state.
        resume: continue from last.pt if it exists.

    Raises:
        CheckpointError: last.pt is of another recipe.
        DivergedError: the loss is not finite.
        TeacherError: a teacher lacks a sound or a text.
    """
    kept = to_go_on_from(folder, load_checkpoint, lambda last: other_recipe(last, config)) if resume else None
    torch.set_num_threads(1)
    if isinstance(model.audio_projection, StandardProjection):
        model.audio_projection.standardise(listened.features)
    objective = Objective(config.objective)
    check_teachers(objective, material, config)
    learner = HeadsLearner(model, objective, BatchTexts(material.sentences, material.classes), config.run)
    feed = HeadsFeed(material, listened, config)
    steps = max(1, config.heads.passes * len(material.train_clips) // config.heads.size)
    on = str(next(model.parameters()).device)
    settings = Settings(config.run.seed, steps, _CALMER, look_every=steps, device=on)
    return Run(HeadsTask(learner, None, material, config), feed, settings, folder, hooks or Hooks(), kept).go()


class HeadsTask(SoundsTask):
    """Trains both projections; the tower stays frozen."""

    best_by = ""

    def rate(self, step: int, epoch: float, done: float) -> float:
        run = self._config.run
        return learning_rate(run.learning_rate, step, run.warm_up_steps, done)


class HeadsLearner:
    """Takes steps on both projections over the tower's features."""

    def __init__(self, model: DualEncoder, objective: Objective, texts: BatchTexts, run: RunConfig) -> None:
        self.model, self._objective, self._texts = model, objective, texts
        self._optimiser = optimiser_of(model, run)

    def step(self, items: Sequence[Item], rate: float) -> float:
        """Takes a step on one batch, whose sound is the tower's features, float32 [B, E]."""
        (item,) = items
        model, on = self.model, next(self.model.parameters()).device
        model.audio_projection.train()
        model.text_projection.train()
        heard = torch.nn.functional.normalize(model.audio_projection(item.sound.to(on)), dim=1)
        read = model.read(self._texts.of(item, model, on)[0])
        loss = self._objective.loss(heard, read, model.temperature(), item)
        return descend(self._optimiser, model, loss, rate, 0.0)

    def state(self) -> dict[str, Any]:
        return {"model": self.model.state_dict(), "optimiser": self._optimiser.state_dict()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        self._optimiser.load_state_dict(state["optimiser"])


class HeadsFeed:
    """Batches of the train clips' features, with one caption of each of their kinds."""

    def __init__(self, material: RunMaterial, listened: TowerFeatures, config: Config) -> None:
        assert material.pictures is not None
        self._material, self._listened, self._seed = material, listened, config.run.seed
        self._kinds, self._classes = material.pictures.kinds, material.classes
        self._captions, self._is_taught = material.pictures.captions_of_kind, bool(config.objective.teachers)
        self._variants, self._swap = material.pictures.variants_of_kind, config.captions.swap
        targets = kind_targets(material.meanings(), config.objective.softness)
        self._targets = lend_to_bases(targets, material.bases(), config.objective.base_share)
        self._identity = identity_of([clip.kind for clip in material.train_clips])
        weights = np.bincount(self._kinds)[self._kinds].astype(np.float64) ** -config.batch.evenness
        self._chances, self._size = weights / weights.sum(), min(config.heads.size, len(self._kinds))
        self.steps_per_epoch = max(1, len(material.train_clips) // config.heads.size)

    def steps(self, first: int, last: int) -> Iterator[list[Item]]:
        return ([self._item(np.random.default_rng([self._seed, step]))] for step in range(first, last))

    def _item(self, rng: np.random.Generator) -> Item:
        rows = rng.choice(len(self._kinds), self._size, replace=False, p=self._chances)
        kinds = np.unique(self._kinds[rows])
        drawn = np.array([int(rng.choice(self._captions[kind])) for kind in kinds], dtype=np.int64)
        if self._swap:
            swap_texts(drawn, kinds, self._variants, self._swap, rng)
        texts = torch.from_numpy(drawn)
        weights = self._targets[torch.from_numpy(self._kinds[rows])][:, torch.from_numpy(kinds)]
        return Item(
            sound=self._listened.of(rows, rng),
            share=None,
            captions=tuple(self._material.texts[row] for row in texts.tolist()) if self._is_taught else (),
            rows=texts,
            weights=weights / weights.sum(dim=1, keepdim=True),
            identity=self._identity[torch.from_numpy(rows)],
            ids=tuple(self._material.train_clips[row].id for row in rows.tolist()),
            chances=None if self._classes is None else self._classes.of[torch.from_numpy(rows)],
        )
