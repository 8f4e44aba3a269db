"""The waves and texts a pack carries to prove itself elsewhere: synthesised, so that nobody's rights are in them."""

import numpy as np
from numpy.typing import NDArray

TEXTS = (
    "a dog barking in the distance",
    "rain on a tin roof",
    "short electronic beep",
    "a wooden door creaks open",
    "low rumbling engine",
)


def canonical_waves(sample_rate_hz: int) -> NDArray[np.float32]:
    """Gives a tone, a sweep, a row of clicks and noise, float32 [4, T], one second each, the same on every machine."""
    seconds = np.arange(sample_rate_hz) / sample_rate_hz
    tone = 0.5 * np.sin(2 * np.pi * 440.0 * seconds)
    sweep = 0.5 * np.sin(2 * np.pi * (100.0 * seconds + 0.5 * 7900.0 * seconds**2))
    clicks = np.where(np.arange(sample_rate_hz) % (sample_rate_hz // 8) < 32, 0.8, 0.0)
    noise = np.random.default_rng(20_260).uniform(-0.3, 0.3, sample_rate_hz)
    return np.stack([tone, sweep, clicks, noise]).astype(np.float32)
