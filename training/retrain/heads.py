"""Trains further with little material, by the loop of every other run: few steps at a low rate, the best kept.

Little material changes three things: the start itself is validated first, and stays if the run only memorises the set;
the best validation is kept, not the last; and models between start and best are tried at the end, one of which is often
as good here and has forgotten less.
"""

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from engine.base import training_events
from engine.base.training_messages import ExclusionReason
from training.data.bank import JoiningConfig
from training.data.batches import MelClips
from training.data.captions import CaptionConfig
from training.data.corpora.reader import LeftOutItem
from training.data.corpus import only
from training.data.features import mel_clips, readable
from training.objectives.settings import ObjectiveConfig
from training.retrain.journal import Journal, RetrainStopped, StopSignal
from training.retrain.material import SoundsSource, SplitMaterial
from training.retrain.settings import RetrainConfig
from training.retrain.start import StartWeights
from training.runs.config import Config, DataConfig
from training.runs.looks import look
from training.runs.material import RunMaterial as Heard
from training.runs.material import gather
from training.runs.run_settings import RunConfig
from training.runs.sounds import fit
from training.runs.tracking import Hooks
from training.runs.weights import settle_norms
from training.towers.dual_encoder import DualEncoder

_log = logging.getLogger(__name__)

FOLDER = "learning"
"""Folder of the loop's checkpoints, table and curves, inside that of the run."""
CHECKPOINT = "checkpoint.pt"
"""Beside events.jsonl; marks a run that can be resumed."""
_SETTLED_ON = 256
_WINDOW_S = 2.0
_THREADS = 2
_STEPS_A_LOOK = 15
Weights = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class LearntModel:
    """A trained model."""

    weights: Weights
    step: int
    minutes: float
    best_step: int
    """0: no step improved on the start."""
    share: float
    """Position of `weights` on the way from start (0) to best (1)."""

    @property
    def is_start(self) -> bool:
        """Whether nothing was learnt: `weights` are those of the start."""
        return self.best_step == 0


def recipe(start: StartWeights, source: SoundsSource, config: RetrainConfig, sounds: int) -> Config:
    """Returns the settings of the loop."""
    base, part = start.config, (source.kind,)
    shards = _threads() if config.device == "cpu" else 1
    return replace(
        base,
        name=f"retrain {source.kind}",
        data=DataConfig(part, part, part),
        captions=CaptionConfig(),
        joining=JoiningConfig(),
        batch=replace(base.batch, size=max(2, min(config.batch, sounds) // shards), lengths_s=config.lengths_s),
        augment=config.augment,
        objective=ObjectiveConfig(softness=config.softness),
        run=RunConfig(
            seed=config.seed,
            steps=config.steps,
            minutes=config.minutes,
            learning_rate=config.scratch_learning_rate if start.is_scratch else config.learning_rate,
            warm_up_steps=config.warm_up_steps,
            weight_decay=config.weight_decay,
            average_decay=config.average_decay,
            validate_every=_STEPS_A_LOOK if config.minutes is not None else max(1, config.steps // config.looks),
            validate_first=True,
            keep="best",
            threads=_threads(),
            precision="32",
            accelerator=config.device,
        ),
    )


def hear(
    material: SplitMaterial, settings: Config, config: RetrainConfig, cache: Path, check: Callable[[], None]
) -> tuple[Heard, SplitMaterial]:
    """Reads all sounds; returns train and val for the loop, and the material without unreadable sounds."""

    def report(text: str) -> None:
        check()

    there = [clip for clip in material.clips if clip.path.is_file()]  # a file may have gone since it was listed
    heard = gather(there, settings, cache, report, most_s=config.most_s)
    test = only(there, "test")
    test, _ = readable(test, mel_clips(test, settings.model.audio, cache, report, most_s=config.most_s))
    good = {clip.id for clip in (*heard.train_clips, *heard.val_clips, *test)}
    bad = [clip for clip in material.clips if clip.id not in good]
    refused = [LeftOutItem(ExclusionReason.UNREADABLE, clip.original_path) for clip in bad]
    return heard, material.without(refused, frozenset(clip.id for clip in bad))


def learn(
    start: StartWeights,
    heard: Heard,
    settings: Config,
    blends: tuple[float, ...],
    journal: Journal,
    wish: StopSignal,
    *,
    is_resumed: bool,
) -> LearntModel:
    """Trains to the end.

    Raises:
        RetrainStopped: somebody asked it to stop; the run's folder holds what it resumes from.
    """
    folder, stopped_at = journal.folder / FOLDER, list[int]()

    def tell(event: Mapping[str, object]) -> None:
        told = training_events.event_in({name: _rounded(value) for name, value in event.items()})
        if isinstance(told, training_events.TrainingStopped):
            stopped_at.append(told.step)
        if isinstance(told, training_events.Step | training_events.Validation):
            journal.tell(told)
        if isinstance(told, training_events.Validation):
            (journal.folder / CHECKPOINT).touch()

    _log.debug("learning from scratch: %s", start.is_scratch)
    first = start.model.state_dict() if start.is_scratch else _settled(start, heard, settings)
    hooks = Hooks(event=tell, stop=wish.is_asked)
    kept = fit(heard, settings, folder, hooks, resume=is_resumed, start=first)
    if stopped_at:
        (journal.folder / CHECKPOINT).touch()
        raise RetrainStopped(stopped_at[0])
    scores = [(past["val_map10"], past["step"]) for past in kept.history if "val_map10" in past]
    best_step = int(max(scores, key=lambda pair: (pair[0], -pair[1]))[1])
    last = max(past["step"] for past in kept.history)
    begun = {name: value.clone() for name, value in start.model.state_dict().items()}
    if best_step == 0:
        return LearntModel(begun, int(last), kept.minutes, 0, 0.0)
    weights, share = kept.weights, 1.0
    if not start.is_scratch:
        weights, share = _blended(first, kept.weights, heard, settings, blends)
    return LearntModel(weights, int(last), kept.minutes, best_step, share)


def _blended(
    first: Weights, best: Weights, heard: Heard, settings: Config, shares: tuple[float, ...]
) -> tuple[Weights, float]:
    """Returns the best of the models between two by the val part; on a tie the one nearer to the first."""
    model = DualEncoder(settings.model)

    def between(share: float) -> Weights:
        return {
            name: value.lerp(best[name], share) if value.dtype.is_floating_point else best[name]
            for name, value in first.items()
        }

    scores: dict[float, float] = {}
    for share in (*shares, 1.0):
        model.load_state_dict(between(share))
        found = look(model, heard, settings, _nobody)
        scores[share] = found.val_map10 if found is not None else 0.0
    chosen = min(scores, key=lambda share: (-scores[share], share))
    _log.info(
        "shares of the way tried: %s; best %.2f", {share: round(score, 4) for share, score in scores.items()}, chosen
    )
    return between(chosen), chosen


def _settled(start: StartWeights, heard: Heard, settings: Config) -> Weights:
    """Returns the start's weights with norms fitted to the sounds, without changing what they compute."""
    assert heard.pictures is not None
    model = DualEncoder(settings.model)
    model.load_state_dict(start.model.state_dict())
    frames = round(_WINDOW_S * settings.frame_rate_hz)
    settle_norms(model, _powers(heard.pictures.train, frames, settings.batch.padding))
    return {name: value.detach().clone() for name, value in model.state_dict().items()}


def _powers(pictures: MelClips, frames: int, padding: str) -> Iterator[Tensor]:
    """Yields batches of the first sounds, one window each."""
    count = min(_SETTLED_ON, len(pictures.starts) - 1)
    for first in range(0, count, 32):
        rows = range(first, min(first + 32, count))
        yield torch.from_numpy(np.stack([pictures.window(row, 0, frames, padding) for row in rows]))


def _threads() -> int:
    return min(_THREADS, os.cpu_count() or 1)


def _rounded(value: object) -> object:
    return round(value, 5) if isinstance(value, float) else value


def _nobody(_: str) -> None:
    """Discards messages."""
