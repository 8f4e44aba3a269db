"""Trains units: first the codes, on many voices; then the inverter that resynthesises them in one.

`training.runs.run` steps through and resumes runs.
"""

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.base.errors import EngineError
from training.base.device import choose_device
from training.papers.units.batches import Frames, StretchBatch, draw, joined
from training.papers.units.checkpoint import UnitsCheckpoint, inverter_of, load_units, save_units
from training.papers.units.inverter import Inverter, inverter_loss
from training.papers.units.objective import LossCounts, vq_loss
from training.papers.units.recordings import FrameRecording
from training.papers.units.settings import STRIDE, LearningConfig, UnitsConfig
from training.papers.units.vqvae import VqVae
from training.runs import distributed
from training.runs.fabric import Fabric
from training.runs.precision import taken
from training.runs.run import Run, Settings, to_go_on_from
from training.runs.steps import PATIENCE, FabricSteps, fabric_alone
from training.runs.task import LookResult, RunProgress, RunTask, Say
from training.runs.tracking import Hooks

MANY = "many"
"""The voice of an inverter trained on several."""
_CALMER = "Set learning_rate lower, or gradient_norm to 1, and start anew in another folder."
_LEAST_SPREAD = 1e-3
_LOOKED = 64
"""Recordings per validation."""


def learn_codes(
    sounds: Sequence[FrameRecording],
    config: UnitsConfig,
    folder: Path,
    hooks: Hooks | None = None,
    *,
    resume: bool = False,
    fabric: Fabric | None = None,
) -> UnitsCheckpoint:
    """Trains the VQ-VAE on some recordings and returns the checkpoint, which is also in `folder`/last.pt.

    Args:
        sounds: of all speakers that get an embedding.
        folder: for last.pt, metrics.csv and tensorboard/.
        hooks: progress and stop; a stopped run's checkpoint has a state.
        resume: whether to resume from last.pt if it exists.
        fabric: launched before, which several devices need; made when None.

    Raises:
        CheckpointError: last.pt is of another recipe or other speakers.
        DeviceError: the run asks for a missing device, or for several devices without a `fabric`.
        DivergedError: the loss is no longer a number.
    """
    config = _on_device(config)
    fabric = fabric or fabric_alone(config.codes_run.machine())
    torch.manual_seed(config.codes_run.seed)
    task = CodesTask(sounds, config, fabric)
    return _run(task, task.drawn, len(sounds), config.codes_run, folder, hooks or Hooks(), resume=resume)


def learn_inverter(
    sounds: Sequence[FrameRecording],
    codes: UnitsCheckpoint,
    folder: Path,
    hooks: Hooks | None = None,
    *,
    resume: bool = False,
    fabric: Fabric | None = None,
) -> UnitsCheckpoint:
    """Trains the inverter on one voice's recordings, with frozen codes; see `learn_codes`.

    Args:
        sounds: of one speaker unless the settings say many, with their samples.
        codes: the trained codes; their config has the inverter's settings.
        folder: another than that of the codes.
        hooks: progress and stop.
        resume: whether to resume from last.pt if it exists.
        fabric: see `learn_codes`.

    Raises:
        CheckpointError: last.pt is of another recipe.
        DivergedError: the loss is no longer a number.
        EngineError: the recordings are of several speakers.
    """
    codes = replace(codes, config=_on_device(codes.config))
    voices, run = sorted({each.recording.speaker for each in sounds}), codes.config.inverter_run
    is_one = codes.config.inverter.voices == "one"
    if is_one and len(voices) != 1:
        raise EngineError(
            f"an inverter speaks as one voice, found {voices}",
            advice='Name one speaker, as spoken:flite-slt, or set inverter.voices = "many".',
        )
    fabric = fabric or fabric_alone(run.machine())
    torch.manual_seed(run.seed)
    task = InverterTask(sounds, codes, voices[0] if is_one else MANY, fabric)
    return _run(task, task.drawn, len(sounds), run, folder, hooks or Hooks(), resume=resume)


class UnitsTask(RunTask[StretchBatch, UnitsCheckpoint]):
    """Common parts of both trainings: Adam on one model, and a checkpoint that holds codes and inverter."""

    looks_at = "train"  # some of the training recordings
    best_by = "drawing"
    best_is_least = True

    def __init__(self, lesson: nn.Module, model: nn.Module, run: LearningConfig, fabric: Fabric) -> None:
        """Trains `model` through `lesson`, whose `forward` returns a batch's loss, so that ranks share gradients."""
        torch.set_num_threads(run.threads)
        self._module, self._run = model, run
        adam = torch.optim.Adam(model.parameters(), lr=run.learning_rate)
        self._steps = FabricSteps(lesson, adam, fabric, longest=run.gradient_norm)
        self._on = self._steps.device

    def rate(self, step: int, epoch: float, done: float) -> float:
        return self._run.learning_rate * min(1.0, (step + 1) / max(1, self._run.warm_up_steps))

    def learn(self, batch: StretchBatch, rate: float, step: int) -> float:
        size, parts = self._run.batch, self._run.accumulate
        counts = LossCounts.of(batch.lengths, parts * distributed.world_size())
        mine = distributed.own_rows(size)
        pieces = [batch.part(slice(size * part, size * (part + 1))).part(mine) for part in range(parts)]
        return self._steps.take(pieces, rate, lambda piece: self.loss(piece, counts))

    def look(self, say: Say) -> LookResult:
        self._module.eval()
        with torch.inference_mode():
            return LookResult(self.measured())

    def state(self) -> dict[str, Any]:
        found = self._steps.state()
        return {"adam": found["optimiser"], "precision": found["precision"]}

    def restore(self, kept: UnitsCheckpoint, state: Mapping[str, Any]) -> None:
        self._module.load_state_dict(dict(kept.codes if kept.inverter is None else kept.inverter))
        self._steps.restore({"optimiser": state["adam"], "precision": state.get("precision", {})})

    def kept(self, progress: RunProgress, state: Mapping[str, Any] | None) -> UnitsCheckpoint:
        step, history = progress.step, progress.history
        return replace(
            self.snapshot(), commit=progress.commit, step=step, minutes=progress.minutes, history=history, state=state
        )

    def save(self, path: Path, kept: UnitsCheckpoint) -> None:
        save_units(path, kept)

    def load(self, path: Path) -> UnitsCheckpoint:
        return load_units(path)

    @abstractmethod
    def loss(self, batch: StretchBatch, counts: LossCounts) -> Tensor:
        """Returns the loss of a part of a step's stretches."""

    @abstractmethod
    def measured(self) -> dict[str, float]:
        """Measures the model in eval mode, on the same recordings each time."""

    @abstractmethod
    def snapshot(self) -> UnitsCheckpoint:
        """Returns the weights as they are, without step, time or history."""


class CodesTask(UnitsTask):
    """Trains the VQ-VAE of many speakers."""

    figures = ("drawing", "commitment", "roughness", "perplexity")

    def __init__(self, sounds: Sequence[FrameRecording], config: UnitsConfig, fabric: Fabric) -> None:
        self._config, self._sounds = config, [each.features for each in sounds]
        self._speakers = tuple(sorted({each.recording.speaker for each in sounds}))
        place = {name: row for row, name in enumerate(self._speakers)}
        self._speaker = torch.tensor([place[each.recording.speaker] for each in sounds])
        self.model = VqVae(config.model, config.features.width, len(self._speakers))
        mean, spread = _mean_and_spread(self._sounds)
        self.model.mean.copy_(torch.from_numpy(mean))
        self.model.spread.copy_(torch.from_numpy(spread))
        self._longest = frames_of(config.codes_run.crop_s, config)
        super().__init__(_CodesLesson(self.model), self.model, config.codes_run, fabric)

    def drawn(self, step: int) -> StretchBatch:
        count = self._run.batch * self._run.accumulate
        return draw(self._sounds, count, self._longest, (self._run.seed, step))

    def learn(self, batch: StretchBatch, rate: float, step: int) -> float:
        """Also updates the codebook from all parts of the step."""
        loss = super().learn(batch, rate, step)
        self.model.codebook.settle()
        return loss

    def loss(self, batch: StretchBatch, counts: LossCounts) -> Tensor:
        on = self._on
        features, lengths, speakers = batch.features.to(on), batch.lengths.to(on), self._speaker[batch.rows].to(on)
        found: Tensor = self._steps.wrapped(features, lengths, speakers, counts)
        return found

    def measured(self) -> dict[str, float]:
        rows, on = _looked_at(self._sounds), self._on
        sounds = [self._sounds[row][: self._longest] for row in rows]
        lengths = torch.tensor([len(sound) for sound in sounds])
        speakers = self._speaker[torch.from_numpy(rows)]
        found = vq_loss(self.model, joined(sounds).to(on), lengths.to(on), speakers.to(on), learns=False)
        return {name: float(getattr(found, name)) for name in self.figures}

    def snapshot(self) -> UnitsCheckpoint:
        return UnitsCheckpoint(self._config, "", 0, 0.0, (), self._speakers, _weights(self.model))


class _CodesLesson(nn.Module):
    def __init__(self, model: VqVae) -> None:
        super().__init__()
        self.model = model

    def forward(self, features: Tensor, lengths: Tensor, speakers: Tensor, counts: LossCounts) -> Tensor:
        return vq_loss(self.model, features, lengths, speakers, learns=True, counts=counts, settles=False).whole


class InverterTask(UnitsTask):
    """The inverter of one voice; the codes are frozen."""

    figures = ("drawing",)

    def __init__(self, sounds: Sequence[FrameRecording], codes: UnitsCheckpoint, voice: str, fabric: Fabric) -> None:
        self._codes, self._config, self._voice = codes, codes.config, voice
        run = self._config.inverter_run
        self._encoder = codes.model().to(fabric.device)
        self._features = [each.features for each in sounds]
        self._magnitudes = [each.magnitudes(self._config.features) for each in sounds]
        self.model = inverter_of(self._config)
        power = self._config.inverter.power
        energy = sum(float(np.square(frames**power, dtype=np.float64).sum()) for frames in self._magnitudes)
        count = sum(frames.size for frames in self._magnitudes)
        self.model.loudness.fill_(max(math.sqrt(energy / count), 1e-6))
        self._longest = frames_of(run.crop_s, self._config)
        super().__init__(_InverterLesson(self.model), self.model, run, fabric)

    def drawn(self, step: int) -> StretchBatch:
        """Returns the stretches of a step, with magnitudes beside."""
        count = self._run.batch * self._run.accumulate
        return draw(self._features, count, self._longest, (self._run.seed, step), self._magnitudes)

    def loss(self, batch: StretchBatch, counts: LossCounts) -> Tensor:
        assert batch.beside is not None
        found: Tensor = self._steps.wrapped(*self._taken(batch.features, batch.lengths, batch.beside), counts.frames)
        return found

    def measured(self) -> dict[str, float]:
        rows = _looked_at(self._features)
        features = [self._features[row][: self._longest] for row in rows]
        magnitudes = [self._magnitudes[row][: self._longest] for row in rows]
        lengths = torch.tensor([len(frames) for frames in features])
        taken_up = self._taken(joined(features), lengths, joined(magnitudes))
        return {"drawing": float(inverter_loss(self.model, *taken_up))}

    def snapshot(self) -> UnitsCheckpoint:
        return replace(self._codes, inverter=_weights(self.model), voice=self._voice)

    def _taken(self, features: Tensor, lengths: Tensor, magnitudes: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Returns inputs of the loss: code vectors and their counts, magnitudes and their frames."""
        on = self._on
        with torch.no_grad():
            coded = self._encoder.encode(features.to(on), lengths.to(on))
            vectors = self._encoder.codebook.look_up(coded.codes)
        return vectors, coded.mask.sum(1), magnitudes.to(on), lengths.to(on)


class _InverterLesson(nn.Module):
    def __init__(self, model: Inverter) -> None:
        super().__init__()
        self.model = model

    def forward(self, vectors: Tensor, counts: Tensor, magnitudes: Tensor, lengths: Tensor, frames: float) -> Tensor:
        return inverter_loss(self.model, vectors, counts, magnitudes, lengths, frames)


class RandomFeed:
    """Random batches, each seeded by its number; an epoch has as many as the recordings fill."""

    def __init__(self, drawn: Callable[[int], StretchBatch], sounds: int, size: int) -> None:
        self._drawn, self.steps_per_epoch = drawn, max(1, sounds // size)

    def steps(self, first: int, last: int) -> Iterator[StretchBatch]:
        return map(self._drawn, range(first, last))


def frames_of(seconds: float, config: UnitsConfig) -> int:
    """Returns the frames of a stretch of this length, a multiple of a code's."""
    return max(1, round(seconds * config.codes_per_s)) * STRIDE


def _run(
    task: UnitsTask,
    drawn: Callable[[int], StretchBatch],
    sounds: int,
    run: LearningConfig,
    folder: Path,
    hooks: Hooks,
    *,
    resume: bool,
) -> UnitsCheckpoint:
    found = taken(run.machine())
    settings = Settings(
        run.seed,
        run.steps,
        _CALMER,
        look_every=run.look_every,
        keep=run.keep,
        patience=PATIENCE.get(found.run.precision, 1),
        device=run.device,
        precision=found.run.precision,
        is_slow=found.is_slow,
        begin_with=found.told,
    )
    wanted = task.snapshot()
    kept = to_go_on_from(folder, load_units, lambda found: _other(found, wanted)) if resume else None
    return Run(task, RandomFeed(drawn, sounds, run.batch * run.accumulate), settings, folder, hooks, kept).go()


def _on_device(config: UnitsConfig) -> UnitsConfig:
    codes, inverter = (
        replace(run, device=choose_device(run.device).name) for run in (config.codes_run, config.inverter_run)
    )
    return replace(config, codes_run=codes, inverter_run=inverter)


def _other(kept: UnitsCheckpoint, wanted: UnitsCheckpoint) -> str:
    """Returns why a run cannot resume, or ""; its length, its devices and `keep` may change."""

    def fixed(config: UnitsConfig) -> UnitsConfig:
        codes, inverter = (
            replace(run, steps=1, look_every=1, threads=1, device="cpu", devices=1, nodes=1, keep="last")
            for run in (config.codes_run, config.inverter_run)
        )
        return replace(config, codes_run=codes, inverter_run=inverter)

    is_same = fixed(kept.config) == fixed(wanted.config) and (kept.speakers, kept.voice) == (
        wanted.speakers,
        wanted.voice,
    )
    return "" if is_same else "another recipe, of other speakers or for another voice"


def _looked_at(sounds: Sequence[Frames]) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.linspace(0, len(sounds) - 1, min(_LOOKED, len(sounds))).astype(np.int64)


def _mean_and_spread(sounds: Sequence[Frames]) -> tuple[Frames, Frames]:
    count = sum(len(sound) for sound in sounds)
    mean = sum(sound.sum(axis=0, dtype=np.float64) for sound in sounds) / count
    square = sum(np.square(sound - mean).sum(axis=0) for sound in sounds) / count
    return mean.astype(np.float32), np.maximum(np.sqrt(square), _LEAST_SPREAD).astype(np.float32)


def _weights(model: nn.Module) -> dict[str, Tensor]:
    return {name: value.detach().cpu().clone() for name, value in model.state_dict().items()}
