"""Changes to mel powers that leave a sound what it is: mixing, colouring, shifting, masking. Decodes nothing.

All of it works on mel powers, where adding two sounds is adding numbers (their cross terms, zero on average, are left
out) and a gain is a factor, so that a whole batch costs a few array operations.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Power = NDArray[np.float32]
"""float32 [B, F, M], mel powers."""


@dataclass(frozen=True, slots=True)
class AugmentConfig:
    """How much a sound may be changed in training."""

    mix_share: float = 0.35
    """Share of the sounds that get a second one mixed in."""
    mix_range_db: float = 6.0
    """The second sound's level lies within this of the first's."""
    colour_db: float = 6.0
    """Standard deviation of a smooth random filter."""
    shift_mels: int = 2
    """Greatest shift of pitch, in mel bands."""
    stretch: float = 1.2
    """Greatest change of speed; pitch stays."""
    noise_share: float = 0.3
    """Share of the sounds that get a noise floor of 10 to 50 dB under their mean power."""
    mask_frames_share: float = 0.2
    """Greatest share of the frames that one mask hides; two masks a sound."""
    mask_mels: int = 8
    """Greatest number of mel bands that one mask hides; two masks a sound."""

    def __post_init__(self) -> None:
        """Refuses shares outside 0 to 1 and a stretch under 1."""
        for name in ("mix_share", "noise_share", "mask_frames_share"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be within 0 and 1, found {getattr(self, name)}")
        if self.stretch < 1.0:
            raise ValueError(f"stretch must be at least 1, found {self.stretch}")


def mix(power: Power, config: AugmentConfig, rng: np.random.Generator) -> tuple[Power, NDArray[np.int64], Power]:
    """Adds to some sounds another one of the batch.

    Returns:
        The mixtures [B, F, M]; second, int64 [B], the item mixed in; share, float32 [B], how much of the caption is the
            first's.
    """
    batch = len(power)
    second = np.asarray((np.arange(batch) + rng.integers(1, max(batch, 2))) % batch, dtype=np.int64)
    mixed = rng.random(batch) < config.mix_share
    relative_db = rng.uniform(-config.mix_range_db, config.mix_range_db, batch)
    level = power.mean(axis=(1, 2)) + 1e-9
    gain = np.where(mixed, level / level[second] * 10.0 ** (relative_db / 10.0), 0.0).astype(np.float32)
    loudness_share = 1.0 / (1.0 + 10.0 ** (relative_db / 20.0))
    share = np.where(mixed, loudness_share, 1.0).astype(np.float32)
    return power + gain[:, None, None] * power[second], second, share


def colour(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Multiplies each sound by a smooth random filter, as another microphone, room or loudspeaker would."""
    batch, _, mels = power.shape
    knots = rng.normal(0.0, config.colour_db, (batch, 5))
    places = np.linspace(0.0, 4.0, mels)
    low = np.minimum(places.astype(np.int64), 3)
    rest = places - low
    gain_db = knots[:, low] * (1.0 - rest) + knots[:, low + 1] * rest
    return np.asarray(power * (10.0 ** (gain_db / 10.0)).astype(np.float32)[:, None])


def shift(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Moves each sound up or down by some mel bands; the edge band is repeated."""
    steps = rng.integers(-config.shift_mels, config.shift_mels + 1, len(power))
    bands = np.clip(np.arange(power.shape[2])[None] - steps[:, None], 0, power.shape[2] - 1)
    return np.asarray(np.take_along_axis(power, bands[:, None, :], axis=2))


def add_noise(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Puts a noise floor of random colour under some sounds."""
    batch, frames, mels = power.shape
    noisy = rng.random(batch) < config.noise_share
    level = power.mean(axis=(1, 2)) * 10.0 ** (-rng.uniform(10.0, 50.0, batch) / 10.0) * noisy
    tilt = 10.0 ** (rng.uniform(-1.0, 1.0, (batch, 1)) * np.linspace(-1.0, 1.0, mels))
    floor = (level[:, None] * tilt).astype(np.float32)[:, None]
    return np.asarray(power + floor * rng.exponential(1.0, (batch, frames, 1)).astype(np.float32))


def mask(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Hides two stretches of time and two of frequency of each sound (SpecAugment, Park et al. 2019)."""
    batch, frames, mels = power.shape
    keep = np.ones_like(power, dtype=bool)
    for _ in range(2):
        keep &= ~_stretch(rng, batch, frames, int(frames * config.mask_frames_share))[:, :, None]
        keep &= ~_stretch(rng, batch, mels, config.mask_mels)[:, None, :]
    return np.where(keep, power, np.float32(0.0))


def _stretch(rng: np.random.Generator, batch: int, size: int, longest: int) -> NDArray[np.bool_]:
    """Marks one random stretch of at most `longest` of `size` places, bool [B, size]."""
    width = rng.integers(0, longest + 1, batch)[:, None]
    start = (rng.random(batch)[:, None] * (size - width + 1)).astype(np.int64)
    place = np.arange(size)[None]
    return np.asarray((place >= start) & (place < start + width))
