"""Trains sounds and texts by any recipe: from cached pictures or waves, alone or with teachers.

`training.runs.run` handles the sequence of steps and resuming.
"""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from engine.base.errors import DeviceError
from training.base.device import choose_device
from training.data.captions import Captions
from training.runs.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from training.runs.config import Config
from training.runs.fabric import Fabric
from training.runs.items import Item, PictureFeed
from training.runs.learners import BatchTexts, FabricLearner, Learner, ReplicaLearner, follow
from training.runs.looks import FIGURES, look
from training.runs.material import RunMaterial
from training.runs.objective import Objective
from training.runs.precision import taken
from training.runs.run import Run, Settings, to_go_on_from
from training.runs.run_settings import RunConfig
from training.runs.schedule import learning_rate, rate_of_epoch
from training.runs.settings_file import ConfigError
from training.runs.steps import PATIENCE, fabric_of
from training.runs.task import Feed, LookResult, RunProgress, RunTask, Say
from training.runs.tracking import Hooks
from training.runs.waves import WaveFeed
from training.towers.dual_encoder import DualEncoder

_CALMER = "Set run.learning_rate lower, or run.precision to 32, and start anew in another folder."


_WITH_BLOCKS = "passt-n, -s, -l, -s20, -s30 and atst-frame have some"


def prepare_blocks(model: DualEncoder, run: RunConfig, *, is_by_threads: bool) -> None:
    """Applies `run.recompute` and `run.compile`.

    Args:
        model: changed in place; weights and their names stay.
        is_by_threads: whether CPU threads train it in parallel; see `training.runs.learners.ReplicaLearner`.

    Raises:
        ConfigError: its towers have no blocks, or threads train it.
        DeviceError: torch cannot compile here.
    """
    if run.recompute:
        hears, reads = model.audio.recompute_blocks(), model.text is not None and model.text.recompute_blocks()
        if not (hears or reads):
            raise ConfigError(
                f"no tower of this recipe has blocks that could be run again: {_WITH_BLOCKS}",
                advice="Leave run.recompute (--recompute) out; a smaller batch.size takes less memory too.",
            )
    if run.compile:
        if is_by_threads:
            raise ConfigError(
                "cached pictures are learnt by threads side by side on a CPU, and torch compiles for one at a time",
                advice='Leave run.compile (--compile) out, feed waves (batch.feed = "waves"), or take a GPU.',
            )
        if not model.audio.compile_blocks():
            raise ConfigError(
                f"the audio tower of this recipe has no blocks to compile: {_WITH_BLOCKS}",
                advice="Leave run.compile (--compile) out.",
            )
        _check_compiling(next(model.parameters()).device)


def _check_compiling(device: torch.device) -> None:
    """Compiles something small first, because torch would otherwise fail in the first step."""

    def small(rows: torch.Tensor) -> torch.Tensor:
        return (rows + 1.0).sin()

    try:
        torch.compile(small)(torch.ones(4, device=device))
    except Exception as err:  # torch's backends raise anything
        first = str(err).strip().splitlines()[0] if str(err).strip() else type(err).__name__
        raise DeviceError(
            f"torch cannot compile here: {first}",
            advice="Install a C++ compiler (for a GPU triton as well), or leave run.compile (--compile) out.",
        ) from err


def fit(
    material: RunMaterial,
    config: Config,
    folder: Path,
    hooks: Hooks | None = None,
    *,
    resume: bool = False,
    start: Checkpoint | Mapping[str, Tensor] | None = None,
    fabric: Fabric | None = None,
) -> Checkpoint:
    """Trains to the end and returns the checkpoint that `run.keep` names; the last one if `hooks.stop` ends it.

    Args:
        material: run material.
        folder: receives last.pt, best.pt, metrics.csv and tensorboard/.
        hooks: observers, and who may stop the run.
        resume: continue from last.pt if it exists.
        start: a checkpoint, or weights of a DualEncoder of the same shape; None for the towers' settings.
        fabric: a launched Fabric; created if None.

    Raises:
        CheckpointError: last.pt is of another recipe, or holds no state.
        DivergedError: the loss is not finite; the checkpoints are those of earlier looks.
        EngineError: published weights or teachers are missing, or nothing is readable.
    """
    if config.objective.class_weight and material.classes is None:
        raise ValueError("objective.class_weight needs classes: see training.runs.heads.with_classes")
    choose_device(config.run.accelerator, config.run.precision)
    found = taken(config.run)
    run = found.run
    config = replace(config, run=run)  # so that the checkpoint records the actual precision
    on_cpu = run.accelerator == "cpu" or (run.accelerator == "auto" and not torch.cuda.is_available())
    pictures = config.batch.feed == "pictures"
    fabric = None if pictures and on_cpu else fabric or fabric_of(run)
    kept = to_go_on_from(folder, load_checkpoint, lambda last: other_recipe(last, config)) if resume else None
    torch.manual_seed(run.seed)
    model = _model(config, kept, start)
    objective, texts = Objective(config.objective), BatchTexts(material.sentences, material.classes)
    check_teachers(objective, material, config)
    average = copy.deepcopy(model) if run.average_decay else None
    prepare_blocks(model, run, is_by_threads=fabric is None)
    feed: Feed[list[Item]]
    learner: Learner
    if fabric is None:
        feed = PictureFeed(material, config, run.threads)
        learner = ReplicaLearner(model, objective, texts, run)
    else:
        feed = PictureFeed(material, config, run.accumulate) if pictures else WaveFeed(material, config)
        learner = FabricLearner(model, objective, texts, run, fabric)
        if average is not None:
            average.to(fabric.device)
    settings = replace(
        settings_of(run, feed),
        device=str(next(learner.model.parameters()).device),
        is_slow=found.is_slow,
        begin_with=found.told,
    )
    task = SoundsTask(learner, average, material, config)
    return Run(task, feed, settings, folder, hooks or Hooks(), kept).go()


class SoundsTask(RunTask[list[Item], Checkpoint]):
    """Trains both towers, or part of them, with a running average."""

    figures = FIGURES
    best_by = "val_map10"

    def __init__(self, learner: Learner, average: DualEncoder | None, material: RunMaterial, config: Config) -> None:
        """Creates the task.

        Args:
            learner: takes the steps.
            average: follows the model and is measured and kept; None for the model itself.
            material: provides the val split.
        """
        self._learner, self._average, self._material, self._config = learner, average, material, config

    def rate(self, step: int, epoch: float, done: float) -> float:
        run = self._config.run
        if run.epochs is None:
            return learning_rate(run.learning_rate, step, run.warm_up_steps, done)
        return rate_of_epoch(run.learning_rate, run.least_rate, epoch, run.warm_up_epochs, run.flat_from_epoch)

    def learn(self, batch: list[Item], rate: float, step: int) -> float:
        loss = self._learner.step(batch, rate)
        if self._average is not None:
            follow(self._average, self._learner.model, min(self._config.run.average_decay, (step + 1) / (step + 11)))
        return loss

    def look(self, say: Say) -> LookResult:
        found = look(self._average or self._learner.model, self._material, self._config, say)
        return LookResult({}) if found is None else LookResult(found.figures(), detail=found.detail())

    def state(self) -> dict[str, Any]:
        return self._learner.state()

    def restore(self, kept: Checkpoint, state: Mapping[str, Any]) -> None:
        self._learner.restore(state)
        if self._average is not None:
            self._average.load_state_dict(kept.weights)

    def kept(self, progress: RunProgress, state: Mapping[str, Any] | None) -> Checkpoint:
        model = self._average or self._learner.model
        describe = getattr(model.text, "description", None)
        return Checkpoint(
            self._config,
            progress.commit,
            progress.step,
            progress.minutes,
            progress.history,
            {name: value.detach().cpu().clone() for name, value in model.state_dict().items()},
            text=describe() if describe is not None else "",
            state=state,
        )

    def save(self, path: Path, kept: Checkpoint) -> None:
        save_checkpoint(path, kept)

    def load(self, path: Path) -> Checkpoint:
        return load_checkpoint(path)

    def notes(self, batch: list[Item]) -> Sequence[str]:
        return [f"left out {path}" for item in batch for path in item.left_out]


def settings_of(run: RunConfig, feed: Feed[list[Item]]) -> Settings:
    """Returns a recipe's run settings: length and looks."""
    steps = run.steps if run.epochs is None else run.epochs * feed.steps_per_epoch
    return Settings(
        run.seed,
        None if run.minutes is not None else steps,
        _CALMER,
        minutes=run.minutes,
        look_every=run.validate_every,
        look_first=run.validate_first,
        keep=run.keep,
        patience=PATIENCE.get(run.precision, 1),
        precision=run.precision,
    )


def check_teachers(objective: Objective, material: RunMaterial, config: Config) -> None:
    """Checks before the first step that teachers know every sound and text.

    Raises:
        TeacherError: one lacks a sound or a text.
    """
    if objective.teachers is not None:
        captions = Captions(material.train_clips, config.captions).texts()
        objective.teachers.check([clip.id for clip in material.train_clips], captions)


def other_recipe(kept: Checkpoint, config: Config) -> str:
    """Describes how a checkpoint's recipe differs; "" if only the run settings do."""
    return "" if replace(kept.config, run=config.run) == config else f"another recipe than {config.name}"


def _model(config: Config, kept: Checkpoint | None, start: Checkpoint | Mapping[str, Tensor] | None) -> DualEncoder:
    """The model that a run starts or continues with; a resumed one gets its weights later."""
    if kept is not None:
        return DualEncoder(config.model, text=kept.text_tower())
    if start is None:
        return DualEncoder(config.model, published=True)
    tower = start.text_tower(config.model) if isinstance(start, Checkpoint) else None
    model = DualEncoder(config.model, text=tower)
    model.load_state_dict(start.weights if isinstance(start, Checkpoint) else dict(start))
    return model
