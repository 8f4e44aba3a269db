"""Trains word embeddings from batches to checkpoints, validating after every epoch.

`training.runs.run` steps through and resumes runs.
"""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from training.measures.word_discrimination import WordFigures, cosine_of, word_figures
from training.objectives.multiview import multiview_losses, negatives_at
from training.objectives.ntxent import contrastive_loss
from training.papers.words.checkpoint import WordsCheckpoint, load_words, save_words
from training.papers.words.material import SpokenPart, WordBatch, batches, batches_of, padded, phoneme_rows
from training.papers.words.settings import WordsConfig, WordsObjectiveConfig
from training.papers.words.utterances import WordsError
from training.papers.words.views import MultiView
from training.runs import distributed
from training.runs.fabric import Fabric
from training.runs.precision import taken
from training.runs.records import CheckpointError
from training.runs.run import Run, Settings, to_go_on_from
from training.runs.steps import PATIENCE, FabricSteps, fabric_alone
from training.runs.task import LookResult, RunProgress, RunTask, Say
from training.runs.tracking import Hooks

_CALMER = "Set learn.learning_rate lower and start anew in another folder."
_ITSELF = -1e4
"""A logit with zero weight in any softmax."""
_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class PlateauVerdict:
    """The consequences of a validation."""

    is_best: bool
    """The best figure so far: keep its weights."""
    goes_back: bool
    """The rate fell: restore the best weights."""
    is_over: bool


class PlateauSchedule:
    """Counts validations and sets the rate."""

    def __init__(self, rate: float, *, decay: float, patience: int, least: float) -> None:
        """Multiplies `rate` by `decay` after `patience` validations without a better figure, and ends below `least`."""
        self.rate = rate
        self.best = -1.0
        self._decay, self._patience, self._least = decay, patience, least
        self._waited = 0

    def look(self, figure: float) -> PlateauVerdict:
        """Judges a figure, the higher the better."""
        if figure > self.best:
            self.best, self._waited = figure, 0
            return PlateauVerdict(is_best=True, goes_back=False, is_over=False)
        self._waited += 1
        if self._waited < self._patience:
            return PlateauVerdict(is_best=False, goes_back=False, is_over=False)
        self.rate, self._waited = self.rate * self._decay, 0
        return PlateauVerdict(is_best=False, goes_back=True, is_over=self.rate < self._least)

    def state(self) -> dict[str, Any]:
        return {"rate": self.rate, "best": self.best, "waited": self._waited}

    def restore(self, state: dict[str, Any]) -> None:
        self.rate, self.best, self._waited = state["rate"], state["best"], state["waited"]


def learn(
    train: SpokenPart,
    val: SpokenPart,
    config: WordsConfig,
    folder: Path,
    hooks: Hooks | None = None,
    *,
    resume: bool = False,
    start: WordsCheckpoint | None = None,
    fabric: Fabric | None = None,
) -> WordsCheckpoint:
    """Trains to the end and returns the best checkpoint on val; if `hooks.stop` ends it, the last, with its state.

    Args:
        train: utterances to train on.
        val: utterances that steer the schedule.
        folder: for last.pt, best.pt, metrics.csv and tensorboard/.
        hooks: progress and stop.
        resume: whether to resume from last.pt if it exists.
        start: weights to start from, unless resuming.
        fabric: launched before, which several devices need; made when None.

    Raises:
        DeviceError: the run asks for a missing device, or for several devices without a `fabric`.
        WordsError: too few utterances for several devices to share a batch.
        CheckpointError: last.pt is of another recipe, or holds no state; `start` is of another model.
        DivergedError: the loss is no longer a number.
    """
    run = config.learn
    if run.threads:
        torch.set_num_threads(run.threads)
    fabric = fabric or fabric_alone(run.machine())
    if len(train) < run.batch and distributed.world_size() > 1:
        raise WordsError(
            f"{len(train)} utterances to learn from are less than a batch of {run.batch}, which several devices share",
            advice="Set learn.batch lower, or learn.devices to 1.",
        )
    kept = to_go_on_from(folder, load_words, lambda found: _other(found, config)) if resume else None
    torch.manual_seed(run.seed)
    task, feed = WordsTask(train, val, config, fabric, start), WordsFeed(train, run.batch, run.seed, run.accumulate)
    found = taken(run.machine())
    settings = Settings(
        run.seed,
        run.epochs * feed.steps_per_epoch,
        _CALMER,
        keep="best",
        patience=PATIENCE.get(found.run.precision, 1),
        device=str(fabric.device),
        precision=found.run.precision,
        is_slow=found.is_slow,
        begin_with=found.told,
    )
    return Run(task, feed, settings, folder, hooks or Hooks(), kept).go()


class WordsTask(RunTask[list[WordBatch], WordsCheckpoint]):
    """Both views, at a rate that falls when val stops improving.

    With several processes each embeds its part of a batch's utterances and all of its words; the loss is over all.
    """

    figures = ("val_acoustic_ap", "val_across_ap", "val_crossview_ap")
    best_by = "val_crossview_ap"

    def __init__(
        self,
        train: SpokenPart,
        val: SpokenPart,
        config: WordsConfig,
        fabric: Fabric,
        start: WordsCheckpoint | None,
    ) -> None:
        learn = config.learn
        self._train, self._val, self._config, self._device = train, val, config, fabric.device
        self._model = MultiView(config.model, config.features.width)
        if start is not None:
            if (start.config.model, start.config.features) != (config.model, config.features):
                raise CheckpointError(
                    f"{start.config.name} has other views or features", advice="Name its own recipe's."
                )
            self._model.load_state_dict(dict(start.weights))
        adam = torch.optim.Adam(self._model.parameters(), lr=learn.learning_rate, betas=(0.9, 0.999), eps=1e-8)
        self._steps = FabricSteps(self._model, adam, fabric, longest=learn.gradient_norm)
        self._plateau = PlateauSchedule(
            learn.learning_rate, decay=learn.decay, patience=learn.patience, least=learn.least_rate
        )
        self._best: dict[str, Any] = {}

    def rate(self, step: int, epoch: float, done: float) -> float:
        return self._plateau.rate * min(1.0, (step + 1) / max(1, self._config.learn.warm_up_steps))

    def learn(self, batch: list[WordBatch], rate: float, step: int) -> float:
        return self._steps.take(batch, rate, lambda one: self._loss(one.to(self._device), step))

    def _loss(self, batch: WordBatch, step: int) -> Tensor:
        mine = distributed.own_rows(len(batch.labels)) if distributed.world_size() > 1 else slice(None)
        heard, read = self._steps.wrapped(batch.sound[mine], batch.lengths[mine], batch.phonemes)
        heard = distributed.gather_with_gradient(heard.float())
        return loss_of(heard, read.float(), batch.labels, self._config.objective, step)

    def look(self, say: Say) -> LookResult:
        """Also takes weights and optimiser back to the best when the rate falls."""
        found = figures_of(self._model, self._val, self._device)
        assert found.cross_view is not None
        verdict = self._follow(found.cross_view)
        figures = dict(zip(self.figures, (found.acoustic, found.across, found.cross_view), strict=True))
        return LookResult(figures, "; back to the best" if verdict.goes_back else "", verdict.is_over)

    def heed(self, found: LookResult) -> None:
        """Takes rate, weights and optimiser where the first process's went."""
        self._follow(found.figures[self.best_by])

    def _follow(self, cross_view: float) -> PlateauVerdict:
        """Lets a validation move the rate, and with a fall also weights and optimiser."""
        verdict = self._plateau.look(cross_view)
        if verdict.is_best:
            self._best = {"model": _copied(self._model.state_dict()), **_copied(self._steps.state())}
        elif verdict.goes_back:
            self._model.load_state_dict(self._best["model"])
            self._steps.restore(copy.deepcopy(self._best))
        return verdict

    def state(self) -> dict[str, Any]:
        return {"plateau": self._plateau.state(), "best": self._best, **self._steps.state()}

    def restore(self, kept: WordsCheckpoint, state: Mapping[str, Any]) -> None:
        self._model.load_state_dict(dict(kept.weights))
        self._steps.restore(state)
        self._plateau.restore(state["plateau"])
        self._best = dict(state["best"])

    def kept(self, progress: RunProgress, state: Mapping[str, Any] | None) -> WordsCheckpoint:
        return WordsCheckpoint(
            self._config,
            progress.commit,
            progress.step,
            progress.minutes * 60.0,
            progress.history,
            {name: value.detach().cpu().clone() for name, value in self._model.state_dict().items()},
            self._train.words,
            tuple(sorted(set(self._train.speakers))),
            state,
        )

    def save(self, path: Path, kept: WordsCheckpoint) -> None:
        save_words(path, kept)

    def load(self, path: Path) -> WordsCheckpoint:
        return load_words(path)


class WordsFeed:
    """Every utterance once per epoch, except for a last incomplete step."""

    def __init__(self, train: SpokenPart, size: int, seed: int, accumulate: int = 1) -> None:
        self._train, self._size, self._seed, self._accumulate = train, size, seed, accumulate
        self.steps_per_epoch = max(1, batches_of(train, size) // accumulate)

    def steps(self, first: int, last: int) -> Iterator[list[WordBatch]]:
        """Yields the batches of each step; an epoch with too few for a step is one step."""
        while first < last:
            epoch, place = divmod(first, self.steps_per_epoch)
            drawn = batches(self._train, self._size, self._seed, epoch, place * self._accumulate)
            for _ in range(place, self.steps_per_epoch):
                yield list(islice(drawn, self._accumulate))
            first = (epoch + 1) * self.steps_per_epoch


def loss_of(heard: Tensor, read: Tensor, labels: Tensor, config: WordsObjectiveConfig, step: int) -> Tensor:
    """Returns the loss of a batch.

    Args:
        heard: float32 [B, D], unit vectors of its utterances.
        read: float32 [N, D], unit vectors of the distinct words among them.
        labels: int64 [B], rows of `read`.
        step: batches so far, which decide k.
    """
    if config.kind == "multiview":
        k = negatives_at(step, config.negatives_first, config.negatives_least)
        losses = multiview_losses(
            heard, read, labels, margin=config.margin, negatives=k, semi_hard=config.semi_hard
        ).total()
        return losses.mean() if config.average else losses.sum()
    own = nn.functional.one_hot(labels, len(read)).to(heard.dtype)
    loss = contrastive_loss(heard @ read.T, own, config.temperature)
    if config.acoustic_weight:
        itself = torch.eye(len(heard), dtype=torch.bool, device=heard.device)
        same = (labels[:, None] == labels[None]) & ~itself
        if bool(same.any()):
            among = (heard @ heard.T).masked_fill(itself, _ITSELF * config.temperature)
            loss = loss + config.acoustic_weight * contrastive_loss(among, same.to(heard.dtype), config.temperature)
    return loss


def figures_of(model: MultiView, spoken: SpokenPart, device: torch.device | None = None) -> WordFigures:
    """Returns acoustic and cross-view average precision of some utterances; leaves the model in eval mode."""
    heard, read = vectors_of(model, spoken, device)
    return word_figures(cosine_of(heard), spoken.labels, spoken.speakers, heard @ read.T)


def vectors_of(
    model: MultiView, spoken: SpokenPart, device: torch.device | None = None
) -> tuple[np.ndarray[Any, np.dtype[np.float32]], np.ndarray[Any, np.dtype[np.float32]]]:
    """Returns unit vectors of all utterances and of all their words, float32 [U, D] and [N, D]."""
    device = device or next(model.parameters()).device
    model.eval()
    order = sorted(range(len(spoken)), key=lambda row: len(spoken.features[row]))
    heard = np.zeros((len(spoken), model.dim), dtype=np.float32)
    read = np.zeros((len(spoken.phonemes), model.dim), dtype=np.float32)
    with torch.inference_mode():
        for start in range(0, len(order), _AT_ONCE):
            rows = order[start : start + _AT_ONCE]
            sound, lengths = padded([spoken.features[row] for row in rows])
            heard[rows] = model.hear(sound.to(device), lengths.to(device)).cpu().numpy()
        for start in range(0, len(read), _AT_ONCE):
            some = phoneme_rows(spoken.phonemes[start : start + _AT_ONCE]).to(device)
            read[start : start + _AT_ONCE] = model.read(some).cpu().numpy()
    return heard, read


def _other(kept: WordsCheckpoint, config: WordsConfig) -> str:
    return "" if replace(kept.config, learn=config.learn) == config else f"another recipe than {config.name}"


def _copied(state: Mapping[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(dict(state))
