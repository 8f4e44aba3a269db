"""Clean words made rough, as recordings are: other throats, rooms, noise, and cuts that miss the word's ends.

Machine speech is too clean; views that learn from rough copies beside the clean ones hear people better. Every
copy is drawn by the word, its place and its number, so that a run reads the same waves whenever it is begun.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
import soxr

from engine.types import Waves

_ROOM_S = (0.08, 0.5)
"""Reverberation times, to -60 dB."""
_ROOM_DB = (-18.0, -3.0)
"""Of all that is reflected, beside what comes straight."""
_COLOURS = (0.0, 2.0)
"""Of noise: its power falls as 1 / f to the power of this."""
LEAST_S = 0.08
"""No cut leaves less of a word."""


@dataclass(frozen=True, slots=True)
class RoughConfig:
    """What is done to words that are learnt from; nothing unless copies are asked for. None of this is in the paper."""

    copies: int = 0
    """Rough copies of every word of training."""
    clean: bool = True
    """Whether the clean one is learnt from too; it is in any case where there are no copies."""
    stretch: float = 0.2
    """Octaves by which a wave is played faster or slower at most, so that the same voice has other throats."""
    noise_db: tuple[float, float] = (8.0, 40.0)
    """Loudness of the word over the noise, drawn between the two."""
    room_share: float = 0.5
    """Of copies that stand in a room."""
    cut_s: float = 0.05
    """How far either cut lies from the word's true end at most, outside or inside."""

    def __post_init__(self) -> None:
        """Refuses what cannot be done."""
        if self.copies < 0 or not 0.0 <= self.stretch < 1.0 or not 0.0 <= self.room_share <= 1.0:
            raise ValueError("copies must not be negative, stretch within [0, 1), room_share within 0 and 1")
        if self.cut_s < 0.0 or len(self.noise_db) != 2 or self.noise_db[0] > self.noise_db[1]:
            raise ValueError("cut_s must not be negative, noise_db two numbers that do not fall")


def drawn_for(name: str, copy: int) -> np.random.Generator:
    """Gives the dice of one copy of one word."""
    digest = hashlib.blake2b(f"{name}\n{copy}".encode(), digest_size=8).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


def cuts(config: RoughConfig, rng: np.random.Generator) -> tuple[float, float]:
    """Gives how much earlier a word is begun and how much later it is ended, seconds; negative cuts into it.

    Two thirds of the way lies outside: what is cut off is lost, while a view can learn to ignore what is too much.
    """
    before, after = rng.uniform(-config.cut_s / 2.0, config.cut_s, 2)
    return float(before), float(after)


def roughened(samples: Waves, rate_hz: int, config: RoughConfig, rng: np.random.Generator) -> Waves:
    """Gives a rough copy, float32 [T'].

    Args:
        samples: float32 [T], mono, some sound in it.
        rate_hz: its sample rate.
        config: how rough.
        rng: the copy's dice.
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
    """Gives a word that stands alone with other ends: silence before and behind, or some of it cut off."""
    before, after = round(before_s * rate_hz), round(after_s * rate_hz)
    least = round(LEAST_S * rate_hz)
    if len(samples) + min(before, 0) + min(after, 0) >= least:
        samples = samples[max(0, -before) : len(samples) - max(0, -after)]
    return np.pad(samples, (max(0, before), max(0, after)))


def _in_room(wave: np.ndarray, rate_hz: int, rng: np.random.Generator) -> np.ndarray:
    """Gives the wave with noise that dies away as its echo, as long as it was."""
    seconds, loud_db = rng.uniform(*_ROOM_S), rng.uniform(*_ROOM_DB)
    times = np.arange(1, round(seconds * rate_hz)) / rate_hz
    tail = rng.standard_normal(len(times)) * 10.0 ** (-3.0 * times / seconds)
    tail *= 10.0 ** (loud_db / 20.0) / max(1e-9, float(np.sqrt(np.sum(tail**2))))
    answer = np.concatenate([[1.0], tail])
    points = 1 << (len(wave) + len(answer) - 1).bit_length()
    heard: np.ndarray = np.fft.irfft(np.fft.rfft(wave, points) * np.fft.rfft(answer, points), points)[: len(wave)]
    return heard


def _noise(count: int, rng: np.random.Generator) -> np.ndarray:
    """Gives noise of a drawn colour and mean power 1, float64 [count]."""
    spectrum = np.fft.rfft(rng.standard_normal(count))
    colour = rng.uniform(*_COLOURS)
    spectrum[1:] *= np.arange(1, len(spectrum)) ** (-colour / 2.0)
    spectrum[0] = 0.0
    noise = np.fft.irfft(spectrum, count)
    level: np.ndarray = noise / max(1e-9, float(np.sqrt(np.mean(noise**2))))
    return level
