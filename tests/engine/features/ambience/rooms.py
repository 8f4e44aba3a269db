"""Rooms for tests: noises with spectra of their own, as ambiences have them, and events that happen in them."""

import numpy as np
from numpy.typing import NDArray
from scipy.signal import lfilter

RATE = 32_000


def room(kind: int, seconds: float, seed: int, level: float = 0.02, channels: int = 1) -> NDArray[np.float32]:
    """float32 [T] or [T, C]: noise through two resonances that belong to a kind; another seed, another recording."""
    rng = np.random.default_rng(seed)
    frames = round(seconds * RATE)
    samples = rng.standard_normal((frames, channels))
    for hz in (300.0 * 1.9**kind, 1100.0 * 1.45**kind):
        pole = 0.97 * np.exp(2j * np.pi * hz / RATE)
        samples = samples + 0.4 * lfilter([1.0], [1.0, -2 * pole.real, abs(pole) ** 2], samples, axis=0)
    samples *= level / samples.std()
    return np.asarray(samples[:, 0] if channels == 1 else samples, np.float32)


def with_events(samples: NDArray[np.float32], level: float = 0.4, seed: int = 5) -> NDArray[np.float32]:
    """The room with a knock or a beep of 0.25 s every second, far louder than it."""
    rng = np.random.default_rng(seed)
    out = samples.copy()
    length = RATE // 4
    times = np.arange(length) / RATE
    for number, at in enumerate(range(RATE // 3, len(samples) - length, RATE)):
        beep = np.sin(2 * np.pi * (500 + 700 * (number % 4)) * times) * np.exp(-times * 8)
        out[at : at + length] += np.asarray(level * (beep + 0.3 * rng.standard_normal(length)), np.float32)
    return out
