"""The two lessons of a run: what is learnt, the loss of a step, and what a look measures.

How steps follow one another is `training.units.learning`'s.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import torch
from torch import Tensor, nn

from training.runs.checkpoint import commit_of_code
from training.units.batches import Frames, draw, joined
from training.units.checkpoint import UnitsCheckpoint, inverter_of
from training.units.inverter import inverter_loss
from training.units.objective import vq_loss
from training.units.recordings import Heard
from training.units.settings import STRIDE, UnitsConfig
from training.units.vqvae import VqVae

_LEAST_SPREAD = 1e-3
_LOOKED = 64
"""Recordings that a look goes through."""


class Lesson(Protocol):
    """What is learnt: a model with a loss of each step."""

    @property
    def model(self) -> nn.Module:
        """What learns."""
        ...

    def loss(self, step: int) -> Tensor:
        """Gives the loss of a step's batch."""
        ...

    def look(self) -> dict[str, float]:
        """Measures the model in eval mode."""
        ...

    def snapshot(self) -> UnitsCheckpoint:
        """Gives the weights as they are, without step, time or history."""
        ...


class CodesLesson:
    """The VQ-VAE of many speakers."""

    def __init__(self, sounds: Sequence[Heard], config: UnitsConfig) -> None:
        self._config, self._sounds = config, [each.features for each in sounds]
        self._speakers = tuple(sorted({each.recording.speaker for each in sounds}))
        place = {name: row for row, name in enumerate(self._speakers)}
        self._speaker = torch.tensor([place[each.recording.speaker] for each in sounds])
        self.model = VqVae(config.model, config.features.width, len(self._speakers))
        mean, spread = _mean_and_spread(self._sounds)
        self.model.mean.copy_(torch.from_numpy(mean))
        self.model.spread.copy_(torch.from_numpy(spread))
        self._longest = frames_of(config.codes_run.crop_s, config)

    def loss(self, step: int) -> Tensor:
        """See the protocol."""
        run = self._config.codes_run
        batch = draw(self._sounds, run.batch, self._longest, (run.seed, step))
        on = run.device
        features, lengths, speakers = batch.features.to(on), batch.lengths.to(on), self._speaker[batch.rows].to(on)
        return vq_loss(self.model, features, lengths, speakers, learns=True).whole

    def look(self) -> dict[str, float]:
        """See the protocol."""
        # The same recordings at every look.
        rows = np.linspace(0, len(self._sounds) - 1, min(_LOOKED, len(self._sounds))).astype(np.int64)
        sounds = [self._sounds[row][: self._longest] for row in rows]
        lengths = torch.tensor([len(sound) for sound in sounds])
        on = self._config.codes_run.device
        found = vq_loss(
            self.model,
            joined(sounds).to(on),
            lengths.to(on),
            self._speaker[torch.from_numpy(rows)].to(on),
            learns=False,
        )
        return {
            "drawing": float(found.drawing),
            "commitment": float(found.commitment),
            "roughness": float(found.roughness),
            "perplexity": float(found.perplexity),
        }

    def snapshot(self) -> UnitsCheckpoint:
        """See the protocol."""
        return UnitsCheckpoint(self._config, commit_of_code(), 0, 0.0, (), self._speakers, _weights(self.model))


class InverterLesson:
    """The inverter of one voice; the codes stay as they are."""

    def __init__(self, sounds: Sequence[Heard], codes: UnitsCheckpoint, voice: str) -> None:
        self._codes, self._config, self._voice = codes, codes.config, voice
        run = self._config.inverter_run
        self._encoder = codes.model().to(run.device)
        self._features = [each.features for each in sounds]
        self._magnitudes = [each.magnitudes(self._config.features) for each in sounds]
        self.model = inverter_of(self._config)
        power = self._config.inverter.power
        energy = sum(float(np.square(frames**power, dtype=np.float64).sum()) for frames in self._magnitudes)
        count = sum(frames.size for frames in self._magnitudes)
        self.model.loudness.fill_(max(math.sqrt(energy / count), 1e-6))
        self._longest = frames_of(run.crop_s, self._config)

    def loss(self, step: int) -> Tensor:
        """See the protocol."""
        run = self._config.inverter_run
        batch = draw(self._features, run.batch, self._longest, (run.seed, step), self._magnitudes)
        assert batch.beside is not None
        return self._loss(batch.features, batch.lengths, batch.beside)

    def look(self) -> dict[str, float]:
        """See the protocol."""
        rows = np.linspace(0, len(self._features) - 1, min(_LOOKED, len(self._features))).astype(np.int64)
        features = [self._features[row][: self._longest] for row in rows]
        magnitudes = [self._magnitudes[row][: self._longest] for row in rows]
        lengths = torch.tensor([len(frames) for frames in features])
        return {"drawing": float(self._loss(joined(features), lengths, joined(magnitudes)))}

    def snapshot(self) -> UnitsCheckpoint:
        """See the protocol."""
        return replace(
            self._codes, commit=commit_of_code(), inverter=_weights(self.model), voice=self._voice, state=None
        )

    def _loss(self, features: Tensor, lengths: Tensor, magnitudes: Tensor) -> Tensor:
        on = self._config.inverter_run.device
        with torch.no_grad():
            coded = self._encoder.encode(features.to(on), lengths.to(on))
            vectors = self._encoder.codebook.look_up(coded.codes)
        return inverter_loss(self.model, vectors, coded.mask.sum(1), magnitudes.to(on), lengths.to(on))


def frames_of(seconds: float, config: UnitsConfig) -> int:
    """Gives the frames of a stretch of so long, a multiple of a code's."""
    return max(1, round(seconds * config.codes_per_s)) * STRIDE


def _mean_and_spread(sounds: Sequence[Frames]) -> tuple[Frames, Frames]:
    count = sum(len(sound) for sound in sounds)
    mean = sum(sound.sum(axis=0, dtype=np.float64) for sound in sounds) / count
    square = sum(np.square(sound - mean).sum(axis=0) for sound in sounds) / count
    return mean.astype(np.float32), np.maximum(np.sqrt(square), _LEAST_SPREAD).astype(np.float32)


def _weights(model: nn.Module) -> dict[str, Tensor]:
    return {name: value.detach().cpu().clone() for name, value in model.state_dict().items()}
