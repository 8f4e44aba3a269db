"""One run of any training: steps, looks, checkpoints and messages, from its first step until it ends or is stopped.

A `RunTask` defines what is trained, a `Feed` the input of each step. The run's seed and the step's number seed each
step's batch and dropout, so a resumed run continues as if never stopped: bit for bit on a CPU with one thread.
"""

import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

import torch
from torch import Tensor, nn

from engine.base.errors import EngineError
from training.base.results import RUN, refuse_taken
from training.runs import distributed
from training.runs.checkpoint import commit_of_code
from training.runs.environment import note_start
from training.runs.items import seed_of
from training.runs.records import CheckpointError
from training.runs.task import B, Feed, K, LookResult, RunProgress, RunTask
from training.runs.tracking import Hooks, Tracker

_log = logging.getLogger(__name__)

LAST, BEST = RUN
"""Checkpoints in a run's folder: the last one with the run's state, the best on val without."""


class DivergedError(EngineError):
    """The loss is no longer finite, so continuing is useless."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Length of a run and schedule of its looks."""

    seed: int
    steps: int | None
    """None if `minutes` decide."""
    advice: str
    minutes: float | None = None
    look_every: int = 0
    """Steps; 0 for each epoch."""
    look_first: bool = False
    keep: str = "last"
    """The checkpoint that the run returns: "last" or "best"."""
    patience: int = 1
    """Consecutive steps without a finite loss before the run ends."""
    device: str = "cpu"
    precision: str = "32"
    is_slow: bool = False
    begin_with: str = ""


class Run(Generic[B, K]):
    """A training in progress."""

    def __init__(
        self, task: RunTask[B, K], feed: Feed[B], settings: Settings, folder: Path, hooks: Hooks, kept: K | None = None
    ) -> None:
        """Prepares the run.

        Args:
            settings: length and looks.
            folder: receives last.pt, best.pt, best-look.json, metrics.csv, environment.json and tensorboard/.
            hooks: observers, and who may stop the run.
            kept: checkpoint to continue from, from `to_go_on_from`.

        Raises:
            FolderTaken: a new run's folder holds the checkpoints of another.
        """
        is_first = distributed.rank() == 0
        if kept is None and is_first:
            refuse_taken(folder, RUN, "Go on with it, move it away, or name another folder.")
        self._task, self._feed, self._settings, self._folder, self._hooks = task, feed, settings, folder, hooks
        self._step, self._history, self._losses = 0, list[dict[str, float]](), list[float]()
        self._lost, self._is_over, seconds = 0, False, 0.0
        if kept is not None:
            assert kept.state is not None
            task.restore(kept, kept.state["task"])
            self._step, self._history = kept.step, list(kept.history)
            self._losses, self._is_over = list(kept.state["losses"]), kept.state["is_over"]
            seconds = kept.state["seconds"]
        self._commit, self._row = commit_of_code(), dict[str, float]()
        self._begun_s = time.monotonic() - seconds
        columns = ("step", "epoch", "minutes", "learning_rate", "loss", *task.figures)
        if is_first:
            told = {"step": self._step, "seed": settings.seed, "device": settings.device}
            note_start(folder, {**told, "precision": settings.precision, "processes": distributed.world_size()})
        self._tracker = Tracker(
            folder, hooks, self._step, settings.steps, is_first=is_first, columns=columns, seen=task.looks_at
        )

    def go(self) -> K:
        """Trains to the end or until `hooks.stop`; returns the checkpoint, with a state if stopped.

        Raises:
            DivergedError: the loss is not finite; the checkpoints are those of earlier looks.
        """
        asked, tracker = self._settings, self._tracker
        begun = {"step": self._step, "steps": asked.steps, "minutes": asked.minutes, "device": asked.device}
        _log.info(
            "run of %s steps or %s min on %s, precision %s, seed %d, from step %d, %d processes, code %s",
            asked.steps,
            asked.minutes,
            asked.device,
            asked.precision,
            asked.seed,
            self._step,
            distributed.world_size(),
            self._commit[:12],
        )
        tracker.tell(event="begun", **begun, precision=asked.precision, is_slow=asked.is_slow)
        if asked.begin_with:
            tracker.say(asked.begin_with)
        try:
            if asked.look_first and self._step == 0 and not self._history:
                self._look()
            for batch in self._batches():
                if self._any_rank(self._hooks.stop()):
                    _log.info("stopped after step %d", self._step)
                    tracker.tell(event="stopped", step=self._step)
                    tracker.say(f"stopped after step {self._step}; --resume goes on from there")
                    return self._save()
                if self._any_rank(self._done() >= 1.0):
                    break
                self._take_step(batch)
                if self._step % (asked.look_every or self._feed.steps_per_epoch) == 0:
                    self._look()
                if self._is_over:
                    break
            _log.info("trained %d steps in %.1f min, %d looks", self._step, self._seconds() / 60.0, len(self._history))
            if not self._history or self._history[-1]["step"] != self._step:
                self._look()
            elif asked.steps is None:
                self._save()  # with the full time, so that nothing remains to resume
            tracker.say(f"trained; the checkpoints are in {self._folder}")
            best = self._folder / BEST
            return self._task.load(best) if asked.keep == "best" and best.exists() else self._kept(None)
        except KeyboardInterrupt:
            _log.info("interrupted after step %d; the checkpoint is kept", self._step)
            self._save()
            raise
        finally:
            tracker.close()

    def _batches(self) -> Iterator[B]:
        steps = 2**62 if self._settings.steps is None else self._settings.steps
        return iter(()) if self._is_over else self._feed.steps(self._step, steps)

    def _take_step(self, batch: B) -> None:
        for note in self._task.notes(batch):
            self._tracker.say(note)
        epoch = self._step / self._feed.steps_per_epoch
        rate = self._task.rate(self._step, epoch, self._done())
        torch.manual_seed(seed_of(self._settings.seed, self._step, distributed.rank()))
        loss = self._task.learn(batch, rate, self._step)
        self._step += 1
        self._refuse_to_diverge(loss)
        self._losses.append(loss)
        epoch, minutes = self._step / self._feed.steps_per_epoch, self._seconds() / 60.0
        self._row = {"epoch": epoch, "minutes": minutes, "learning_rate": rate, "loss": loss}
        self._tracker.stepped(self._step, self._row, min(1.0, self._done()), self._settings.steps)

    def _refuse_to_diverge(self, loss: float) -> None:
        """Ends a run that has lost its weights, before they are measured and kept."""
        self._lost = 0 if math.isfinite(loss) else self._lost + 1
        if self._lost:
            _log.warning(
                "loss of step %d is %s, %d in a row; %d end the run",
                self._step,
                loss,
                self._lost,
                self._settings.patience,
            )
        if self._lost >= self._settings.patience:
            told = f"the loss of step {self._step} is {loss}: the run has diverged"
            raise DivergedError(told, advice=self._settings.advice)

    def _look(self) -> None:
        """Measures, records and saves in the first process; the others wait for its result.

        All processes keep it in their history and end together.
        """
        mean = {"loss": sum(self._losses) / len(self._losses)} if self._losses else {}
        self._losses.clear()
        row = {**self._row, **mean}
        is_first = distributed.rank() == 0
        found = distributed.shared_by_first(self._looked(row, mean) if is_first else None)
        if not is_first:
            self._is_over = found.is_over
            self._task.heed(found)
            self._history.append({"step": float(self._step), **row, **found.figures})

    def _looked(self, row: Mapping[str, float], mean: Mapping[str, float]) -> LookResult:
        found, by = self._task.look(self._tracker.say), self._task.best_by
        self._is_over = found.is_over
        sign = -1.0 if self._task.best_is_least else 1.0
        before = [sign * past[by] for past in self._history if by in past]
        is_best = by in found.figures and (not before or sign * found.figures[by] > max(before))
        self._history.append({"step": float(self._step), **row, **found.figures})
        self._save()
        if is_best:
            self._task.save(self._folder / BEST, self._kept(None))
        self._tracker.looked(self._step, row, found.figures, is_best=is_best, detail=found.detail)
        _log.info(
            "step %d: best so far %s, %s",
            self._step,
            is_best,
            {name: round(value, 4) for name, value in {**mean, **found.figures}.items()},
        )
        steps = self._settings.steps
        place = f"/{steps}" if steps is not None else f", {min(1.0, self._done()):.0%}"
        told = [f"{self._seconds() / 60.0:.1f} min, step {self._step}{place}"]
        told += [f"{name} {value:.4f}" for name, value in {**mean, **found.figures}.items()]
        self._tracker.say(", ".join(told) + found.note)
        return found

    def _done(self) -> float:
        if self._settings.steps is not None:
            return self._step / self._settings.steps
        assert self._settings.minutes is not None
        return self._seconds() / (60.0 * self._settings.minutes)

    def _seconds(self) -> float:
        return time.monotonic() - self._begun_s

    def _kept(self, state: Mapping[str, Any] | None) -> K:
        minutes = self._seconds() / 60.0
        return self._task.kept(RunProgress(self._commit, self._step, minutes, tuple(self._history)), state)

    def _save(self) -> K:
        task = self._task.state()
        seconds, losses = self._seconds(), list(self._losses)
        kept = self._kept({"seconds": seconds, "losses": losses, "is_over": self._is_over, "task": task})
        if distributed.rank() == 0:
            self._task.save(self._folder / LAST, kept)
            _log.debug("checkpoint of step %d saved", self._step)
        return kept

    def _any_rank(self, claim: bool) -> bool:
        """Whether any process claims it: clocks and stop files reach them at different moments."""
        if distributed.world_size() == 1:
            return claim
        return bool(distributed.gather_plain(torch.tensor([int(claim)], device=self._settings.device)).any())


def to_go_on_from(folder: Path, load: Callable[[Path], K], other: Callable[[K], str]) -> K | None:
    """Returns a run's last checkpoint; None if there is none yet.

    Args:
        load: reads a checkpoint of this training.
        other: names what made a checkpoint that does not match, such as "another recipe"; "" for a match.

    Raises:
        CheckpointError: it is of another training, a mere result, or from a version with another state.
    """
    path = folder / LAST
    if not path.exists():
        return None
    kept = load(path)
    _log.info("going on from step %d", kept.step)
    if kept.state is None:
        raise CheckpointError(f"{path} holds no state of a run", advice="Start anew in another folder.")
    if found := other(kept):
        raise CheckpointError(
            f"{path} was made by {found}",
            advice="Go on with what it was begun with, or start in another folder.",
        )
    if "task" not in kept.state:
        raise CheckpointError(
            f"{path} is of a run that an earlier version of Earshot began",
            advice="Go on with that version, or begin anew in another folder with --start, which takes its weights.",
        )
    return kept


def descend(optimiser: torch.optim.Optimizer, model: nn.Module, loss: Tensor, rate: float, longest: float) -> float:
    """Takes an optimiser step on a loss; returns its value.

    Args:
        rate: learning rate.
        longest: limit of the gradient's norm; 0 for none.
    """
    for group in optimiser.param_groups:
        group["lr"] = rate
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    if longest:
        nn.utils.clip_grad_norm_(model.parameters(), longest)
    optimiser.step()
    return float(loss.item())
