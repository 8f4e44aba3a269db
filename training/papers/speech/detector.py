"""Fits the logistic model of `engine.features.speech.detector` to sounds of known kinds, and measures it on others.

Newton's method with a ridge; speech and other sounds have the same total weight.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.audio.decode import read
from engine.base.errors import AudioError
from engine.base.types import Waves
from engine.features.speech.detector import RATE_HZ, described_pieces, expanded
from training.base.progress import follow
from training.papers.speech.augmentation import SpeechAugmentConfig, roughened
from training.papers.speech.recordings import trimmed

_RIDGE = 3.0
_STEPS = 30
_PIECES, _READ_S = 6, 12.0
"""Per sound: more would let long ones outweigh the rest."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Feature rows of pieces of sounds."""

    rows: NDArray[np.float64]
    """float64 [N, FEATURES]."""
    sounds: NDArray[np.int64]
    """int64 [N], the sound of each."""
    is_speech: NDArray[np.bool_]
    """bool [N]."""


@dataclass(frozen=True, slots=True)
class Detector:
    """The contents of resources/speech/detector.npz."""

    mean: NDArray[np.float64]
    spread: NDArray[np.float64]
    weights: NDArray[np.float64]
    bias: float

    def chances(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns the probability of speech of each piece, float64 [N]."""
        logits = expanded((rows - self.mean) / self.spread) @ self.weights + self.bias
        chances: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-np.clip(logits, -50.0, 50.0)))
        return chances

    def save(self, path: Path) -> None:
        """Writes it as float32."""
        arrays = {name: getattr(self, name).astype(np.float32) for name in ("mean", "spread", "weights")}
        np.savez(path, bias=np.float32(self.bias), **arrays)


def waves_of(paths: Iterable[Path]) -> Iterator[Waves]:
    """Yields the first seconds of sounds, float32 [T] at the detector's rate; skips unreadable ones."""
    for path in paths:
        try:
            yield read(path, RATE_HZ, max_s=_READ_S)[0]
        except AudioError:
            continue


def strings(words: Sequence[Sequence[Path]], count: int, seed: int) -> Iterator[Waves]:
    """Yields strings of words by one person, joined from recordings of single words.

    Args:
        words: recordings of single words, by person.
        count: strings.
        seed: of persons, words and the gaps between them, 0 to 0.2 s.
    """
    rng = np.random.default_rng(seed)
    for _ in range(count):
        own = words[int(rng.integers(len(words)))]
        parts = list[Waves]()
        for wave in waves_of(own[row] for row in rng.integers(len(own), size=int(rng.integers(4, 12))).tolist()):
            parts += [trimmed(wave, RATE_HZ), np.zeros(int(rng.uniform(0.0, 0.2) * RATE_HZ), np.float32)]
        if parts:
            yield np.concatenate(parts)


def rough(waves: Iterable[Waves], seed: int) -> Iterator[Waves]:
    """Yields each wave, and a copy of it in a room, with another throat, in noise."""
    for number, wave in enumerate(waves):
        yield wave
        yield roughened(wave, RATE_HZ, SpeechAugmentConfig(), np.random.default_rng([seed, number]))


def gather(speech: Iterable[Waves], others: Iterable[Waves]) -> Pieces:
    """Computes the rows of some sounds, float32 [T] each at the detector's rate."""
    rows, sounds, is_speech = [], list[int](), list[bool]()
    both = chain(((one, True) for one in speech), ((one, False) for one in others))
    for number, (wave, speaks) in enumerate(follow(both, "describing sounds")):
        found = described_pieces(wave)[1][:_PIECES]
        rows.append(found)
        sounds += [number] * len(found)
        is_speech += [speaks] * len(found)
    return Pieces(np.concatenate(rows) if rows else np.zeros((0, 0)), np.array(sounds), np.array(is_speech))


def fit(pieces: Pieces) -> Detector:
    """Fits the model to pieces, standardised first."""
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


def shares(found: Detector, pieces: Pieces, threshold: float) -> tuple[float | None, float | None]:
    """Returns the shares of speech sounds and of others with any part above the threshold; None without sounds."""
    if not len(pieces.rows):
        return None, None
    taken = {int(sound) for sound in pieces.sounds[found.chances(pieces.rows) >= threshold]}

    def share(speaks: bool) -> float | None:
        own = {int(sound) for sound in pieces.sounds[pieces.is_speech == speaks]}
        return len(own & taken) / len(own) if own else None

    return share(True), share(False)
