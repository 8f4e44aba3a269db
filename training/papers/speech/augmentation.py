"""Roughens clean words as recordings are: other throats, rooms, noise, and cuts that miss the word's ends.

Machine speech is too clean; views trained on rough copies beside the clean ones work better on people. Every copy is
seeded by the word, its place and its number, so that a resumed run reads the same waves.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
import soxr

from engine.base.types import Waves

_ROOM_S = (0.08, 0.5)
"""Reverberation times, to -60 dB."""
_ROOM_DB = (-18.0, -3.0)
"""Level of all reflections relative to the direct sound."""
_COLOURS = (0.0, 2.0)
"""Exponents of the noise: its power falls as 1 / f to this power."""
LEAST_S = 0.08
"""No cut leaves less of a word."""


@dataclass(frozen=True, slots=True)
class SpeechAugmentConfig:
    """Augmentation of training words; off by default. None of this is in the paper."""

    copies: int = 0
    """Rough copies of every training word."""
    clean: bool = True
    """Whether to train on the clean one too; without copies it is used in any case."""
    stretch: float = 0.2
    """Largest change of speed in octaves, which gives the same voice other throats."""
    noise_db: tuple[float, float] = (8.0, 40.0)
    """Range of the level of the word over the noise."""
    room_share: float = 0.5
    """Of copies that get a room."""
    cut_s: float = 0.05
    """Largest distance of a cut from the word's true end, outside or inside."""

    def __post_init__(self) -> None:
        if self.copies < 0 or not 0.0 <= self.stretch < 1.0 or not 0.0 <= self.room_share <= 1.0:
            raise ValueError("copies must not be negative, stretch within [0, 1), room_share within 0 and 1")
        if self.cut_s < 0.0 or len(self.noise_db) != 2 or self.noise_db[0] > self.noise_db[1]:
            raise ValueError("cut_s must not be negative, noise_db two numbers that do not fall")


def drawn_for(name: str, copy: int) -> np.random.Generator:
    """Returns the generator of one copy of one word."""
    digest = hashlib.blake2b(f"{name}\n{copy}".encode(), digest_size=8).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


def cuts(config: SpeechAugmentConfig, rng: np.random.Generator) -> tuple[float, float]:
    """Returns how much earlier a word begins and how much later it ends, in seconds; negative cuts into it.

    Two thirds of the range lie outside: a cut loses sound for good, while a view can learn to ignore surplus.
    """
    before, after = rng.uniform(-config.cut_s / 2.0, config.cut_s, 2)
    return float(before), float(after)


def roughened(samples: Waves, rate_hz: int, config: SpeechAugmentConfig, rng: np.random.Generator) -> Waves:
    """Returns a rough copy, float32 [T'].

    Args:
        samples: float32 [T], mono, not silent.
    """
    stretch, is_in_room, noise_db = (
        2.0 ** rng.uniform(-config.stretch, config.stretch),
        rng.random() < config.room_share,
        rng.uniform(*config.noise_db),
    )
    wave = np.asarray(soxr.resample(samples.astype(np.float64), rate_hz, rate_hz * stretch))
    if is_in_room:
        wave = _in_room(wave, rate_hz, rng)
    power = float(np.mean(wave**2))
    rough = wave + _noise(len(wave), rng) * np.sqrt(power) * 10.0 ** (-noise_db / 20.0)
    return np.asarray(rough, dtype=np.float32)


def cut_again(samples: Waves, rate_hz: int, before_s: float, after_s: float) -> Waves:
    """Moves the ends of a word that stands alone: adds silence before and behind, or cuts some of it off."""
    before, after = round(before_s * rate_hz), round(after_s * rate_hz)
    least = round(LEAST_S * rate_hz)
    if len(samples) + min(before, 0) + min(after, 0) >= least:
        samples = samples[max(0, -before) : len(samples) - max(0, -after)]
    return np.pad(samples, (max(0, before), max(0, after)))


def _in_room(wave: np.ndarray, rate_hz: int, rng: np.random.Generator) -> np.ndarray:
    """Adds decaying noise as the wave's echo, at the same length."""
    seconds, loud_db = rng.uniform(*_ROOM_S), rng.uniform(*_ROOM_DB)
    times = np.arange(1, round(seconds * rate_hz)) / rate_hz
    tail = rng.standard_normal(len(times)) * 10.0 ** (-3.0 * times / seconds)
    tail *= 10.0 ** (loud_db / 20.0) / max(1e-9, float(np.sqrt(np.sum(tail**2))))
    answer = np.concatenate([[1.0], tail])
    points = 1 << (len(wave) + len(answer) - 1).bit_length()
    heard: np.ndarray = np.fft.irfft(np.fft.rfft(wave, points) * np.fft.rfft(answer, points), points)[: len(wave)]
    return heard


def _noise(count: int, rng: np.random.Generator) -> np.ndarray:
    """Returns noise of a drawn colour and mean power 1, float64 [count]."""
    spectrum = np.fft.rfft(rng.standard_normal(count))
    colour = rng.uniform(*_COLOURS)
    spectrum[1:] *= np.arange(1, len(spectrum)) ** (-colour / 2.0)
    spectrum[0] = 0.0
    noise = np.fft.irfft(spectrum, count)
    level: np.ndarray = noise / max(1e-9, float(np.sqrt(np.mean(noise**2))))
    return level
