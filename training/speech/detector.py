"""Learns the logistic model of `engine.speech.detector` from sounds of known kinds, and measures it on others.

Newton's method with a ridge; pieces of sounds in which nobody speaks and pieces of speech weigh the same in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.audio.decode import read
from engine.errors import AudioError
from engine.speech.detector import RATE_HZ, described_pieces, expanded

_RIDGE = 3.0
_STEPS = 30
_PIECES, _READ_S = 6, 12.0
"""Of a sound: more would let long ones outweigh the rest."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of sounds, described."""

    rows: NDArray[np.float64]
    """float64 [N, FEATURES]."""
    sounds: NDArray[np.int64]
    """int64 [N], the sound each is of."""
    is_speech: NDArray[np.bool_]
    """bool [N]."""


@dataclass(frozen=True, slots=True)
class Detector:
    """What resources/speech/detector.npz holds."""

    mean: NDArray[np.float64]
    spread: NDArray[np.float64]
    weights: NDArray[np.float64]
    bias: float

    def chances(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """How likely each piece is speech, float64 [N]."""
        logits = expanded((rows - self.mean) / self.spread) @ self.weights + self.bias
        chances: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-np.clip(logits, -50.0, 50.0)))
        return chances

    def save(self, path: Path) -> None:
        """Writes it, as small floats."""
        arrays = {name: getattr(self, name).astype(np.float32) for name in ("mean", "spread", "weights")}
        np.savez(path, bias=np.float32(self.bias), **arrays)


def gather(speech: Sequence[Path], others: Sequence[Path]) -> Pieces:
    """Describes the pieces of some sounds; one that cannot be read has none."""
    rows, sounds, is_speech = [], list[int](), list[bool]()
    for number, (path, speaks) in enumerate([*((one, True) for one in speech), *((one, False) for one in others)]):
        try:
            samples, _ = read(path, RATE_HZ, max_s=_READ_S)
        except AudioError:
            continue
        found = described_pieces(samples)[1][:_PIECES]
        rows.append(found)
        sounds += [number] * len(found)
        is_speech += [speaks] * len(found)
    return Pieces(np.concatenate(rows), np.array(sounds), np.array(is_speech))


def fit(pieces: Pieces) -> Detector:
    """Learns the model."""
    mean, spread = pieces.rows.mean(axis=0), np.maximum(pieces.rows.std(axis=0), 1e-6)
    design = expanded((pieces.rows - mean) / spread)
    design = np.concatenate([design, np.ones((len(design), 1))], axis=1)
    target = pieces.is_speech.astype(np.float64)
    share = np.where(pieces.is_speech, 0.5 / target.mean(), 0.5 / (1.0 - target.mean()))
    ridge = np.full(design.shape[1], _RIDGE)
    ridge[-1] = 1e-6
    weights = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(design @ weights, -50.0, 50.0)))
        gradient = design.T @ (share * (chance - target)) + ridge * weights
        curvature = (design * (share * chance * (1.0 - chance))[:, None]).T @ design + np.diag(ridge)
        step = np.linalg.solve(curvature, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return Detector(mean, spread, weights[:-1], float(weights[-1]))


def shares(found: Detector, pieces: Pieces, threshold: float) -> tuple[float, float]:
    """Gives which share of the sounds of speech is listened to somewhere, and which of the others."""
    chances = found.chances(pieces.rows)
    heard = {
        speaks: {int(sound) for sound in np.unique(pieces.sounds[pieces.is_speech == speaks])}
        for speaks in (True, False)
    }
    taken = {int(sound) for sound in pieces.sounds[chances >= threshold]}
    return tuple(len(heard[speaks] & taken) / max(1, len(heard[speaks])) for speaks in (True, False))  # type: ignore[return-value]
