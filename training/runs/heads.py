"""Training of the heads on a tower that stays as published: minutes where training the whole takes hours.

NT-Xent between sounds and a caption of each kind of the batch, as the starter learns, over features computed once
(`training.runs.listened`). Beside it the tower's own knowledge is handed on: a sound shall be near to the names of the
classes of AudioSet that the tower hears in it, so that words which no caption of the corpus has find their sounds.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.config import Config
from training.data.captions import Captions
from training.objectives.ntxent import identity_of, kind_targets, lend_to_bases
from training.runs.checkpoint import Checkpoint, commit_of_code, save_checkpoint
from training.runs.divergence import refuse_divergence
from training.runs.items import Item
from training.runs.learners import BatchTexts, optimiser_of
from training.runs.listened import ListenedClips, classes_of, listen
from training.runs.looks import look
from training.runs.material import Report, RunMaterial
from training.runs.objective import Objective
from training.runs.pretrained import published_classifier, published_weights
from training.runs.run import LAST
from training.runs.schedule import learning_rate
from training.towers.dual_encoder import DualEncoder
from training.towers.projection import StandardProjection

_TOLD_EVERY = 200


def train_heads(
    material: RunMaterial, config: Config, folder: Path, cache: Path, pretrained: Path | None, report: Report
) -> Checkpoint:
    """Trains by a recipe with `heads.passes` and gives the checkpoint, which lies in the folder too.

    Args:
        material: with pictures.
        config: the recipe.
        folder: of the run.
        cache: for what the tower heard and for text vectors.
        pretrained: where the published weights lie; None: they are fetched.
        report: told what is done.

    Raises:
        EngineError: the weights are not to be had or do not fit, a teacher lacks something, or the loss is lost.
    """
    model, heard = _published(material, config, cache, pretrained, report)
    return fit_heads(model, _with_classes(material, heard, config, cache), heard, config, folder, report)


def with_classes(
    material: RunMaterial, config: Config, cache: Path, pretrained: Path | None, report: Report
) -> RunMaterial:
    """Gives the material with what the tower as published hears in it, where `objective.class_weight` asks for that.

    Raises:
        EngineError: the weights are not to be had, or know no classes.
    """
    if not config.objective.class_weight:
        return material
    return _with_classes(material, _published(material, config, cache, pretrained, report)[1], config, cache)


def _published(
    material: RunMaterial, config: Config, cache: Path, pretrained: Path | None, report: Report
) -> tuple[DualEncoder, ListenedClips]:
    """The model that heads are learnt on, and what its tower hears."""
    assert material.pictures is not None
    model = model_for_heads(config, published_weights(config, pretrained))
    classifier = published_classifier(config, pretrained) if config.objective.class_weight else None
    return model, listen(model, material.pictures.train, config.frame_rate_hz, cache, report, classifier)


def _with_classes(material: RunMaterial, heard: ListenedClips, config: Config, cache: Path) -> RunMaterial:
    if heard.chances is None:
        return material
    return replace(material, classes=classes_of(heard.chances, config.model.text, cache))


def model_for_heads(config: Config, start: Mapping[str, Tensor] | None) -> DualEncoder:
    """Gives the model that `fit_heads` begins with: the tower published and still, all else random.

    Args:
        config: of the run.
        start: weights to begin with, see `training.runs.pretrained`; None: the tower gets its own.
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
    listened: ListenedClips,
    config: Config,
    folder: Path,
    report: Report,
) -> Checkpoint:
    """Trains both projections for `heads.passes` over the train clips, and looks at val once at the end.

    Args:
        model: as `model_for_heads` gives it.
        material: with pictures, val's are what is looked at; with classes where `objective.class_weight` asks for them.
        listened: the train clips as the tower hears them.
        config: of the run.
        folder: where last.pt goes.
        report: told of the loss now and then, and of the look.

    Raises:
        DivergedError: the loss is no number any more.
        TeacherError: a teacher does not know a sound or a text.
    """
    begun_s, run = time.monotonic(), config.run
    torch.set_num_threads(1)
    if isinstance(model.audio_projection, StandardProjection):
        model.audio_projection.standardise(listened.features)
    objective, draws, texts = (
        Objective(config.objective),
        _Draws(material, config),
        BatchTexts(material.sentences, material.classes),
    )
    if objective.teachers is not None:
        captions = Captions(material.train_clips, config.captions).texts()
        objective.teachers.check([clip.id for clip in material.train_clips], captions)
    optimiser = optimiser_of(model, run)
    steps = max(1, config.heads.passes * len(material.train_clips) // config.heads.size)
    losses: list[float] = []
    for step in range(steps):
        rate = learning_rate(run.learning_rate, step, run.warm_up_steps, step / steps)
        for group in optimiser.param_groups:
            group["lr"] = rate
        torch.manual_seed(run.seed * 1_000_003 + step)
        rows, item = draws.item(np.random.default_rng([run.seed, step]))
        model.audio_projection.train()
        model.text_projection.train()
        heard = torch.nn.functional.normalize(model.audio_projection(listened.features[rows]), dim=1)
        loss = objective.loss(heard, model.read(texts.of(item, model, heard.device)[0]), model.temperature(), item)
        refuse_divergence(float(loss.item()), step, "Set run.learning_rate lower.")
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        losses.append(float(loss.item()))
        if (step + 1) % _TOLD_EVERY == 0:
            report(f"step {step + 1} of {steps}, loss {np.mean(losses[-_TOLD_EVERY:]):.4f}")
    model.eval()
    found = look(model, material, config, report)
    figures = found.figures() if found is not None else {}
    minutes = (time.monotonic() - begun_s) / 60.0
    history = ({"step": float(steps), "loss": float(np.mean(losses[-_TOLD_EVERY:])), **figures},)
    weights = {name: value.detach().cpu().clone() for name, value in model.state_dict().items()}
    kept = Checkpoint(config, commit_of_code(), steps, minutes, history, weights)
    save_checkpoint(folder / LAST, kept)
    report(", ".join([f"{minutes:.1f} min, step {steps}"] + [f"{name} {value:.4f}" for name, value in figures.items()]))
    return kept


class _Draws:
    """Batches of rows of the train clips with one caption of each of their kinds."""

    def __init__(self, material: RunMaterial, config: Config) -> None:
        assert material.pictures is not None
        self._material, self._kinds, self._classes = material, material.pictures.kinds, material.classes
        self._captions, self._is_taught = material.pictures.captions_of_kind, bool(config.objective.teachers)
        targets = kind_targets(material.meanings(), config.objective.softness)
        self._targets = lend_to_bases(targets, material.bases(), config.objective.base_share)
        self._identity = identity_of([clip.kind for clip in material.train_clips])
        weights = np.bincount(self._kinds)[self._kinds].astype(np.float64) ** -config.batch.evenness
        self._chances, self._size = weights / weights.sum(), min(config.heads.size, len(self._kinds))

    def item(self, rng: np.random.Generator) -> tuple[Tensor, Item]:
        """Gives the rows of a batch, int64 [B], and the batch; its sound is left to who knows the features."""
        rows = rng.choice(len(self._kinds), self._size, replace=False, p=self._chances)
        kinds = np.unique(self._kinds[rows])
        texts = torch.tensor([int(rng.choice(self._captions[kind])) for kind in kinds])
        weights = self._targets[torch.from_numpy(self._kinds[rows])][:, torch.from_numpy(kinds)]
        return torch.from_numpy(rows), Item(
            sound=torch.zeros(0),
            share=None,
            captions=tuple(self._material.texts[row] for row in texts.tolist()) if self._is_taught else (),
            rows=texts,
            weights=weights / weights.sum(dim=1, keepdim=True),
            identity=self._identity[torch.from_numpy(rows)],
            ids=tuple(self._material.train_clips[row].id for row in rows.tolist()),
            chances=None if self._classes is None else self._classes.of[torch.from_numpy(rows)],
        )
