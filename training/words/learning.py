"""The training of word embeddings: batches in, checkpoints out, with a look at val after every epoch.

Every batch and every step's dropout is drawn by the run's seed and its number, so a run that was stopped goes on as if
it had not been: on a CPU with one thread to the bit.
"""

import copy
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from training.evaluation.words import WordFigures, cosine_of, word_figures
from training.objectives.multiview import multiview_losses, negatives_at
from training.objectives.ntxent import contrastive_loss
from training.runs.checkpoint import CheckpointError, commit_of_code
from training.runs.divergence import refuse_divergence
from training.runs.items import seed_of
from training.runs.tracking import Hooks, Tracker
from training.words.checkpoint import BEST, LAST, WordsCheckpoint, load_words, save_words
from training.words.material import Batch, Spoken, batches, batches_of, padded, phoneme_rows
from training.words.plateau import Plateau
from training.words.settings import ObjectiveConfig, WordsConfig
from training.words.views import MultiView

COLUMNS = ("step", "epoch", "minutes", "learning_rate", "loss", "val_acoustic_ap", "val_across_ap", "val_crossview_ap")
_ITSELF = -1e4
"""A logit that no softmax reaches."""
_AT_ONCE = 256


def learn(
    train: Spoken,
    val: Spoken,
    config: WordsConfig,
    folder: Path,
    hooks: Hooks | None = None,
    *,
    resume: bool = False,
    start: WordsCheckpoint | None = None,
) -> WordsCheckpoint:
    """Trains to the end, or until `hooks.stop`, and gives the best checkpoint on val.

    Args:
        train: what to learn from.
        val: what the schedule looks at.
        config: of the run.
        folder: where last.pt, best.pt, metrics.csv and tensorboard/ go.
        hooks: who is told, and who may stop it.
        resume: go on from last.pt where there is one.
        start: whose weights to begin with, where nothing is gone on with.

    Raises:
        CheckpointError: last.pt is of another recipe, or holds no state; `start` is of another model.
        DivergedError: the loss is no number any more.
    """
    return _Run(train, val, config, folder, hooks or Hooks(), resume, start).run()


class _Run:
    def __init__(
        self,
        train: Spoken,
        val: Spoken,
        config: WordsConfig,
        folder: Path,
        hooks: Hooks,
        resume: bool,
        start: WordsCheckpoint | None,
    ) -> None:
        learn = config.learn
        self._train, self._val, self._config, self._folder, self._hooks = train, val, config, folder, hooks
        if learn.threads:
            torch.set_num_threads(learn.threads)
        self._device = _device(learn.accelerator)
        kept = _kept(folder / LAST, config) if resume else None
        torch.manual_seed(learn.seed)
        self._model = MultiView(config.model, config.features.width).to(self._device)
        if start is not None:
            if (start.config.model, start.config.features) != (config.model, config.features):
                raise CheckpointError(
                    f"{start.config.name} has other views or features", advice="Name its own recipe's."
                )
            self._model.load_state_dict(dict(start.weights))
        self._optimiser = torch.optim.Adam(
            self._model.parameters(), lr=learn.learning_rate, betas=(0.9, 0.999), eps=1e-8
        )
        self._plateau = Plateau(learn.learning_rate, decay=learn.decay, patience=learn.patience, least=learn.least_rate)
        self._best: dict[str, Any] = {}
        self._step, self._seconds, self._history = 0, 0.0, list[dict[str, float]]()
        self._losses: list[float] = []
        self._is_over = False
        if kept is not None:
            self._take_up(kept)
        self._per_epoch = batches_of(train, learn.batch)
        self._steps = learn.epochs * self._per_epoch
        self._commit, self._begun_s = commit_of_code(), time.monotonic() - self._seconds
        self._tracker = Tracker(folder, hooks, self._step, self._steps, is_first=True, columns=COLUMNS)

    def run(self) -> WordsCheckpoint:
        """See `learn`."""
        tracker, learn = self._tracker, self._config.learn
        tracker.tell(event="begun", step=self._step, steps=self._steps, device=str(self._device))
        try:
            while self._step < self._steps and not self._is_over:
                epoch, place = divmod(self._step, self._per_epoch)
                for batch in batches(self._train, learn.batch, learn.seed, epoch, place):
                    if self._hooks.stop():
                        tracker.tell(event="stopped", step=self._step)
                        tracker.say(f"stopped after step {self._step}; --resume goes on from there")
                        return self._save()
                    self._take_step(batch.to(self._device))
                self._look()
            tracker.say(f"trained; the checkpoints are in {self._folder}")
            return load_words(self._folder / BEST)
        except KeyboardInterrupt:
            self._save()
            raise
        finally:
            tracker.close()

    def _take_step(self, batch: Batch) -> None:
        learn = self._config.learn
        rate = self._plateau.rate * min(1.0, (self._step + 1) / max(1, learn.warm_up_steps))
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        torch.manual_seed(seed_of(learn.seed, self._step))
        self._model.train()
        heard, read = self._model(batch.sound, batch.lengths, batch.phonemes)
        loss = loss_of(heard, read, batch.labels, self._config.objective, self._step)
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        if learn.gradient_norm:
            nn.utils.clip_grad_norm_(self._model.parameters(), learn.gradient_norm)
        self._optimiser.step()
        value = float(loss.item())
        refuse_divergence(value, self._step + 1, "Set learn.learning_rate lower and start anew in another folder.")
        self._losses.append(value)
        self._step += 1
        row = {"epoch": self._step / self._per_epoch, "minutes": self._minutes(), "learning_rate": rate, "loss": value}
        self._tracker.stepped(self._step, row, self._step / self._steps, self._steps)

    def _look(self) -> None:
        found = figures_of(self._model, self._val, self._device)
        assert found.cross_view is not None
        figures = {
            "val_acoustic_ap": found.acoustic, "val_across_ap": found.across, "val_crossview_ap": found.cross_view
        }  # fmt: skip
        rate, mean = self._plateau.rate, sum(self._losses) / len(self._losses)
        verdict = self._plateau.look(found.cross_view)
        self._losses.clear()
        if verdict.is_best:
            self._best = {
                "model": _copied(self._model.state_dict()),
                "optimiser": _copied(self._optimiser.state_dict()),
            }
        elif verdict.goes_back:
            self._model.load_state_dict(self._best["model"])
            self._optimiser.load_state_dict(copy.deepcopy(self._best["optimiser"]))
        self._is_over = verdict.is_over
        epoch = self._step / self._per_epoch
        row = {"epoch": epoch, "minutes": self._minutes(), "learning_rate": rate, "loss": mean}
        self._history.append({"step": float(self._step), **row, **figures})
        kept = self._save()
        if verdict.is_best:
            save_words(self._folder / BEST, replace(kept, state=None))
        self._tracker.looked(self._step, row, figures, is_best=verdict.is_best)
        told = ", ".join(f"{name} {value:.4f}" for name, value in figures.items())
        back = "; back to the best" if verdict.goes_back else ""
        self._tracker.say(f"{row['minutes']:.1f} min, epoch {epoch:.0f}, loss {mean:.3f}, {told}{back}")

    def _minutes(self) -> float:
        return (time.monotonic() - self._begun_s) / 60.0

    def _save(self) -> WordsCheckpoint:
        state = {
            "optimiser": self._optimiser.state_dict(),
            "plateau": self._plateau.state(),
            "best": self._best,
            "losses": self._losses,
            "is_over": self._is_over,
        }
        kept = WordsCheckpoint(
            self._config,
            self._commit,
            self._step,
            time.monotonic() - self._begun_s,
            tuple(self._history),
            {name: value.detach().cpu().clone() for name, value in self._model.state_dict().items()},
            self._train.words,
            tuple(sorted(set(self._train.speakers))),
            state,
        )
        save_words(self._folder / LAST, kept)
        return kept

    def _take_up(self, kept: WordsCheckpoint) -> None:
        assert kept.state is not None
        self._model.load_state_dict(kept.weights)
        self._optimiser.load_state_dict(kept.state["optimiser"])
        self._plateau.restore(kept.state["plateau"])
        self._best, self._losses = dict(kept.state["best"]), list(kept.state["losses"])
        self._is_over = kept.state["is_over"]
        self._step, self._seconds, self._history = kept.step, kept.seconds, list(kept.history)


def loss_of(heard: Tensor, read: Tensor, labels: Tensor, config: ObjectiveConfig, step: int) -> Tensor:
    """Gives the loss of a batch.

    Args:
        heard: float32 [B, D], unit vectors of its utterances.
        read: float32 [N, D], unit vectors of the different words among them.
        labels: int64 [B], rows of `read`.
        config: of the objective.
        step: batches before, from which k follows.
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


def figures_of(model: MultiView, spoken: Spoken, device: torch.device | None = None) -> WordFigures:
    """Gives acoustic and cross-view average precision of some utterances; the model is left in eval mode."""
    heard, read = vectors_of(model, spoken, device)
    return word_figures(cosine_of(heard), spoken.labels, spoken.speakers, heard @ read.T)


def vectors_of(
    model: MultiView, spoken: Spoken, device: torch.device | None = None
) -> tuple[np.ndarray[Any, np.dtype[np.float32]], np.ndarray[Any, np.dtype[np.float32]]]:
    """Gives unit vectors of all utterances and of all their words, float32 [U, D] and [N, D]."""
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


def _kept(path: Path, config: WordsConfig) -> WordsCheckpoint | None:
    """Gives the checkpoint to go on from; None where there is none yet."""
    if not path.exists():
        return None
    kept = load_words(path)
    if kept.state is None:
        raise CheckpointError(f"{path} holds no state of a run", advice="Start anew in another folder.")
    if replace(kept.config, learn=config.learn) != config:
        raise CheckpointError(
            f"{path} was made by another recipe than {config.name}",
            advice="Go on with the recipe it was begun with, or start in another folder.",
        )
    return kept


def _device(accelerator: str) -> torch.device:
    wanted = "cuda" if accelerator == "cuda" or (accelerator == "auto" and torch.cuda.is_available()) else "cpu"
    return torch.device(wanted)


def _copied(state: Mapping[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(dict(state))
