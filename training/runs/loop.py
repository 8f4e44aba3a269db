"""The training loop, for every recipe: batches in, a checkpoint out, with a look at the val split now and then.

Each step draws its batches and its dropout from generators seeded by the run's seed and the step's number. So a run
that was stopped and taken up again goes on as if nothing had been: on a CPU with one thread to the bit.
"""

import copy
import math
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import torch
from lightning_fabric import Fabric
from torch import Tensor

from training.config import Config
from training.data.captions import Captions
from training.runs import distributed
from training.runs.checkpoint import Checkpoint, CheckpointError, commit_of_code, load_checkpoint, save_checkpoint
from training.runs.divergence import DivergedError as DivergedError
from training.runs.divergence import refuse_divergence
from training.runs.items import Feed, PictureFeed, seed_of
from training.runs.learners import FabricLearner, Learner, ReplicaLearner, Texts, fabric_of, follow
from training.runs.looks import look
from training.runs.material import Material, gather
from training.runs.objective import Objective
from training.runs.precision import taken
from training.runs.schedule import learning_rate, rate_of_epoch
from training.runs.settings import RunConfig
from training.runs.tracking import Hooks, Tracker
from training.runs.waves import WaveFeed
from training.towers.dual_encoder import DualEncoder

__all__ = ["BEST", "LAST", "fit", "gather"]
LAST, BEST = "last.pt", "best.pt"
"""The two checkpoints in a run's folder: the last with the state of the run, the best on val without."""
_PATIENCE = {"16": 100}
"""Steps in a row that may have no finite loss: with precision 16 the scaler passes them over and scales down; with the
others the first has spoilt the weights."""


def fit(
    material: Material,
    config: Config,
    folder: Path,
    hooks: Hooks | None = None,
    *,
    resume: bool = False,
    start: Checkpoint | Mapping[str, Tensor] | None = None,
    fabric: Fabric | None = None,
) -> Checkpoint:
    """Trains to the end, or until `hooks.stop`, and gives the checkpoint that `run.keep` asks for.

    Args:
        material: what to learn from.
        config: of the run.
        folder: where last.pt, best.pt, metrics.csv and tensorboard/ go.
        hooks: who is told, and who may stop it.
        resume: go on from last.pt where there is one.
        start: a checkpoint, or weights of a DualEncoder, of the same shape to begin with; None: what the towers'
            settings say.
        fabric: launched before; made when None.

    Raises:
        CheckpointError: last.pt is of another recipe, or holds no state.
        DivergedError: the loss is no number any more; the checkpoints are those of the looks before.
        EngineError: published weights or teachers are missing, or nothing can be read.
    """
    return _Run(material, config, folder, hooks or Hooks(), resume, start, fabric).run()


class _Run:
    """One run from its first step to its last, or to where it is stopped."""

    def __init__(
        self,
        material: Material,
        config: Config,
        folder: Path,
        hooks: Hooks,
        resume: bool,
        start: Checkpoint | Mapping[str, Tensor] | None,
        fabric: Fabric | None,
    ) -> None:
        self._taken = taken(config.run)
        run = self._taken.run
        config = replace(config, run=run)  # so that the checkpoint says what it was computed in
        self._material, self._config, self._folder, self._hooks = material, config, folder, hooks
        on_cpu = run.accelerator == "cpu" or (run.accelerator == "auto" and not torch.cuda.is_available())
        by_threads = config.batch.feed == "pictures" and on_cpu
        fabric = None if by_threads else fabric or fabric_of(run)
        kept = _kept(folder / LAST, config) if resume else None
        torch.manual_seed(run.seed)
        model = _model(config, kept, start)
        objective, texts = Objective(config.objective), Texts(material.sentences)
        if objective.teachers is not None:
            captions = Captions(material.train_clips, config.captions).texts()
            objective.teachers.check([clip.id for clip in material.train_clips], captions)
        self._average = copy.deepcopy(model) if run.average_decay else None
        self._feed: Feed
        self._learner: Learner
        if fabric is None:
            self._feed = PictureFeed(material, config, run.threads)
            self._learner = ReplicaLearner(model, objective, texts, run)
        else:
            pictures = config.batch.feed == "pictures"
            self._feed = PictureFeed(material, config, run.accumulate) if pictures else WaveFeed(material, config)
            self._learner = FabricLearner(model, objective, texts, run, fabric)
            if self._average is not None:
                self._average.to(fabric.device)
        self._step, self._seconds, self._history = 0, 0.0, list[dict[str, float]]()
        if kept is not None:
            self._take_up(kept)
        self._losses: list[float] = []
        self._lost = 0
        self._commit, self._row = commit_of_code(), dict[str, float]()
        self._begun_s = time.monotonic() - self._seconds
        self._steps = None if run.minutes is not None else _steps_of(run, self._feed)
        self._tracker = Tracker(folder, hooks, self._step, self._steps, is_first=distributed.rank() == 0)

    def run(self) -> Checkpoint:
        """See `fit`."""
        run, tracker = self._config.run, self._tracker
        device = next(self._learner.model.parameters()).device
        begun = {"step": self._step, "steps": self._steps, "minutes": run.minutes, "device": str(device)}
        tracker.tell(event="begun", **begun, precision=run.precision, is_slow=self._taken.is_slow)
        tracker.say(f"{'warning: ' if self._taken.is_slow else ''}{self._taken.why}")
        if run.validate_first and self._step == 0:
            self._look()
        last = self._steps if self._steps is not None else 2**62
        looked = self._step
        try:
            for items in self._feed.steps(self._step, last):
                done = self._done()
                if _any_rank(self._hooks.stop(), device):
                    tracker.tell(event="stopped", step=self._step)
                    tracker.say(f"stopped after step {self._step}; --resume goes on from there")
                    return self._save()
                if _any_rank(done >= 1.0, device):
                    break
                for path in (path for item in items for path in item.left_out):
                    tracker.say(f"left out {path}")
                rate = self._rate(done)
                torch.manual_seed(seed_of(run.seed, self._step, distributed.rank()))
                loss = self._learner.step(items, rate)
                self._step += 1
                self._refuse_to_diverge(loss)
                self._losses.append(loss)
                if self._average is not None:
                    decay = min(run.average_decay, self._step / (self._step + 10))
                    follow(self._average, self._learner.model, decay)
                self._note(rate, loss)
                if self._step % (run.validate_every or self._feed.steps_per_epoch) == 0:
                    looked = self._step
                    self._look()
            if looked != self._step or not self._history:
                self._look()
            tracker.say(f"trained; the checkpoints are in {self._folder}")
            return self._result()
        except KeyboardInterrupt:
            self._save()
            raise
        finally:
            tracker.close()

    def _refuse_to_diverge(self, loss: float) -> None:
        """Ends a run that has lost its weights, before they are looked at and kept."""
        self._lost = 0 if math.isfinite(loss) else self._lost + 1
        if self._lost >= _PATIENCE.get(self._config.run.precision, 1):
            advice = "Set run.learning_rate lower, or run.precision to 32, and start anew in another folder."
            refuse_divergence(loss, self._step, advice)

    def _result(self) -> Checkpoint:
        best = self._folder / BEST
        if self._config.run.keep == "best" and best.exists():
            return load_checkpoint(best)
        return self._snapshot()

    def _rate(self, done: float) -> float:
        run = self._config.run
        if run.epochs is None:
            return learning_rate(run.learning_rate, self._step, run.warm_up_steps, done)
        epoch = self._step / self._feed.steps_per_epoch
        return rate_of_epoch(run.learning_rate, run.least_rate, epoch, run.warm_up_epochs, run.flat_from_epoch)

    def _done(self) -> float:
        minutes = self._config.run.minutes
        if self._steps is not None:
            return self._step / self._steps
        assert minutes is not None
        return (time.monotonic() - self._begun_s) / (60.0 * minutes)

    def _note(self, rate: float, loss: float) -> None:
        self._row = {
            "epoch": self._step / self._feed.steps_per_epoch,
            "minutes": (time.monotonic() - self._begun_s) / 60.0,
            "learning_rate": rate,
            "loss": loss,
        }
        self._tracker.stepped(self._step, self._row, min(1.0, self._done()), self._steps)

    def _look(self) -> None:
        """Measures, notes and saves; of several processes the first one does, and the others wait at the next step."""
        if distributed.rank() != 0:
            self._losses.clear()
            self._history.append({"step": float(self._step)})
            return
        model = self._average or self._learner.model
        found = look(model, self._material, self._config, self._tracker.say)
        figures = found.figures() if found is not None else {}
        mean = {"loss": sum(self._losses) / len(self._losses)} if self._losses else {}
        self._losses.clear()
        before = [past["val_map10"] for past in self._history if "val_map10" in past]
        is_best = bool(figures) and (not before or figures["val_map10"] > max(before))
        self._history.append({"step": float(self._step), **mean, **figures})
        kept = self._save()
        if is_best:
            save_checkpoint(self._folder / BEST, replace(kept, state=None))
        self._tracker.looked(self._step, {**self._row, **mean}, figures, is_best=is_best)
        told = [f"{kept.minutes:.1f} min, step {self._step}, {min(1.0, self._done()):.0%}"]
        told += [f"{name} {value:.4f}" for name, value in {**mean, **figures}.items()]
        self._tracker.say(", ".join(told))

    def _snapshot(self) -> Checkpoint:
        model = self._average or self._learner.model
        describe = getattr(model.text, "description", None)
        return Checkpoint(
            self._config,
            self._commit,
            self._step,
            (time.monotonic() - self._begun_s) / 60.0,
            tuple(self._history),
            {name: value.detach().cpu().clone() for name, value in model.state_dict().items()},
            text=describe() if describe is not None else "",
        )

    def _save(self) -> Checkpoint:
        kept = self._snapshot()
        if distributed.rank() == 0:
            state = {"learner": self._learner.state(), "seconds": time.monotonic() - self._begun_s}
            save_checkpoint(self._folder / LAST, replace(kept, state=state))
        return kept

    def _take_up(self, kept: Checkpoint) -> None:
        assert kept.state is not None
        self._learner.restore(kept.state["learner"])
        if self._average is not None:
            self._average.load_state_dict(kept.weights)
        self._step, self._seconds, self._history = kept.step, kept.state["seconds"], list(kept.history)


def _any_rank(claim: bool, device: torch.device) -> bool:
    """Says whether one of several processes claims it: clocks and stop files reach them at different moments."""
    if distributed.world_size() == 1:
        return claim
    return bool(distributed.gather_plain(torch.tensor([int(claim)], device=device)).any())


def _kept(path: Path, config: Config) -> Checkpoint | None:
    """Gives the checkpoint to go on from; None where there is none yet."""
    if not path.exists():
        return None
    kept = load_checkpoint(path)
    if kept.state is None:
        raise CheckpointError(f"{path} holds no state of a run", advice="Start anew in another folder.")
    if replace(kept.config, run=config.run) != config:
        raise CheckpointError(
            f"{path} was made by another recipe than {config.name}",
            advice="Go on with the recipe it was begun with, or start in another folder.",
        )
    return kept


def _model(config: Config, kept: Checkpoint | None, start: Checkpoint | Mapping[str, Tensor] | None) -> DualEncoder:
    """Gives the model that a run begins or goes on with; what is taken up gets its weights later."""
    if kept is not None:
        return DualEncoder(config.model, text=kept.text_tower())
    if start is None:
        return DualEncoder(config.model, published=True)
    tower = start.text_tower(config.model) if isinstance(start, Checkpoint) else None
    model = DualEncoder(config.model, text=tower)
    model.load_state_dict(start.weights if isinstance(start, Checkpoint) else dict(start))
    return model


def _steps_of(run: RunConfig, feed: Feed) -> int:
    return run.steps if run.epochs is None else run.epochs * feed.steps_per_epoch
