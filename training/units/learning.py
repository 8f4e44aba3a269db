"""Learning units: first the codes, of many voices; then the inverter that speaks them in one.

Each step draws its batch, its jitter and its dropout from the run's seed and the step's number, so that a run that was
stopped and taken up again goes on as if nothing had been: on a processor with one thread to the bit.
"""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from engine.errors import EngineError
from training.runs.checkpoint import CheckpointError
from training.runs.divergence import refuse_divergence
from training.runs.items import seed_of
from training.runs.tracking import Hooks, Tracker
from training.units.checkpoint import UnitsCheckpoint, load_units, save_units
from training.units.lessons import CodesLesson, InverterLesson, Lesson
from training.units.recordings import Heard
from training.units.settings import LearningConfig, UnitsConfig

LAST = "last.pt"
"""The checkpoint in a run's folder."""
MANY = "many"
"""The voice of an inverter that is learnt from several."""
_CALMER = "Set learning_rate lower, or gradient_norm to 1, and start anew in another folder."
COLUMNS = ("step", "minutes", "learning_rate", "loss", "drawing", "commitment", "roughness", "perplexity")
"""Of metrics.csv: a row every ten steps, and one for each look, which alone has the last four."""


def learn_codes(
    sounds: Sequence[Heard], config: UnitsConfig, folder: Path, hooks: Hooks | None = None, *, resume: bool = False
) -> UnitsCheckpoint:
    """Learns the VQ-VAE of some recordings and gives the checkpoint, which is also in `folder`/last.pt.

    Args:
        sounds: of all speakers that get an embedding.
        config: of the run.
        folder: where last.pt, metrics.csv and tensorboard/ go.
        hooks: who is told, and who may stop it.
        resume: go on from last.pt where there is one.

    Raises:
        CheckpointError: last.pt is of another recipe or other speakers.
        DivergedError: the loss is no number any more.
    """
    torch.manual_seed(config.codes_run.seed)
    return _run(CodesLesson(sounds, config), config.codes_run, folder, hooks or Hooks(), resume=resume)


def learn_inverter(
    sounds: Sequence[Heard], codes: UnitsCheckpoint, folder: Path, hooks: Hooks | None = None, *, resume: bool = False
) -> UnitsCheckpoint:
    """Learns the inverter of one voice's recordings, the codes staying as they are; see `learn_codes`.

    Args:
        sounds: of one speaker unless the settings say many, with their samples.
        codes: what was learnt first; the inverter's settings are its config's.
        folder: another than that of the codes.
        hooks: who is told, and who may stop it.
        resume: go on from last.pt where there is one.

    Raises:
        CheckpointError: last.pt is of another recipe.
        DivergedError: the loss is no number any more.
        EngineError: the recordings are of several speakers.
    """
    voices, run = sorted({each.recording.speaker for each in sounds}), codes.config.inverter_run
    is_one = codes.config.inverter.voices == "one"
    if is_one and len(voices) != 1:
        raise EngineError(
            f"an inverter speaks as one voice, found {voices}",
            advice='Name one speaker, as spoken:flite-slt, or set inverter.voices = "many".',
        )
    torch.manual_seed(run.seed)
    voice = voices[0] if is_one else MANY
    return _run(InverterLesson(sounds, codes, voice), run, folder, hooks or Hooks(), resume=resume)


def _run(lesson: Lesson, run: LearningConfig, folder: Path, hooks: Hooks, *, resume: bool) -> UnitsCheckpoint:
    torch.set_num_threads(run.threads)
    model = lesson.model.to(run.device)
    adam = torch.optim.Adam(model.parameters(), lr=run.learning_rate)
    step, seconds, history = 0, 0.0, list[dict[str, float]]()
    if resume and (folder / LAST).exists():
        kept = load_units(folder / LAST)
        _refuse_another(kept, lesson.snapshot(), folder / LAST)
        assert kept.state is not None
        model.load_state_dict(dict(kept.codes if kept.inverter is None else kept.inverter))
        adam.load_state_dict(kept.state["adam"])
        step, seconds, history = kept.step, kept.state["seconds"], list(kept.history)
    begun_s, losses = time.monotonic() - seconds, list[float]()
    row = dict[str, float]()
    tracker = Tracker(folder, hooks, step, run.steps, is_first=True, columns=COLUMNS)

    def kept_now() -> UnitsCheckpoint:
        spent_s = time.monotonic() - begun_s
        state: Mapping[str, Any] = {"adam": adam.state_dict(), "seconds": spent_s}
        found = replace(lesson.snapshot(), step=step, minutes=spent_s / 60.0, history=tuple(history), state=state)
        save_units(folder / LAST, found)
        return found

    def looked() -> UnitsCheckpoint:
        model.eval()
        with torch.inference_mode():
            figures = {"loss": sum(losses) / len(losses) if losses else math.nan, **lesson.look()}
        losses.clear()
        history.append({"step": float(step), **figures})
        tracker.say(f"step {step}/{run.steps}, " + ", ".join(f"{name} {value:.4f}" for name, value in figures.items()))
        tracker.looked(step, row, figures, is_best=False)
        return kept_now()

    try:
        while step < run.steps:
            if hooks.stop():
                tracker.say(f"stopped after step {step}; --resume goes on from there")
                return kept_now()
            model.train()
            torch.manual_seed(seed_of(run.seed, step))
            loss = lesson.loss(step)
            refuse_divergence(float(loss.detach()), step + 1, _CALMER)
            rate = run.learning_rate * min(1.0, (step + 1) / max(1, run.warm_up_steps))
            _take(adam, model, loss, rate, run.gradient_norm)
            step += 1
            losses.append(float(loss.detach()))
            minutes = (time.monotonic() - begun_s) / 60.0
            row = {"minutes": minutes, "learning_rate": rate, "loss": losses[-1]}
            tracker.stepped(step, row, step / run.steps, run.steps)
            if step % run.look_every == 0 and step < run.steps:
                looked()
        if history and history[-1]["step"] == step:
            return load_units(folder / LAST)
        return looked()
    except KeyboardInterrupt:
        kept_now()
        raise
    finally:
        tracker.close()


def _take(adam: torch.optim.Adam, model: nn.Module, loss: Tensor, rate: float, longest: float) -> None:
    for group in adam.param_groups:
        group["lr"] = rate
    adam.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    if longest:
        nn.utils.clip_grad_norm_(model.parameters(), longest)
    adam.step()


def _refuse_another(kept: UnitsCheckpoint, wanted: UnitsCheckpoint, path: Path) -> None:
    """Whether a run may be taken up; only how long it learns may be changed."""

    def fixed(config: UnitsConfig) -> UnitsConfig:
        codes, inverter = (
            replace(run, steps=1, look_every=1, threads=1, device="cpu")
            for run in (config.codes_run, config.inverter_run)
        )
        return replace(config, codes_run=codes, inverter_run=inverter)

    if fixed(kept.config) != fixed(wanted.config) or kept.speakers != wanted.speakers or kept.voice != wanted.voice:
        raise CheckpointError(
            f"{path} was made by another recipe, of other speakers or for another voice",
            advice="Go on with what it was begun with, or start in another folder.",
        )
