"""Changes to mel powers that leave a sound what it is: mixing, colouring, shifting, masking. Decodes nothing.

All of it works on mel powers, where adding two sounds is adding numbers (their cross terms, zero on average, are left
out) and a gain is a factor, so that a whole batch costs a few array operations.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Power = NDArray[np.float32]
"""float32 [B, F, M], mel powers."""
_SHORTEST_TAIL_S = 0.15
_SHARES = ("mix_share", "noise_share", "mask_frames_share", "lead_share", "band_share", "room_share", "lowest_cut")


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
    lead_share: float = 0.0
    """Share of the sounds that begin later, behind silence: up to half of the window."""
    band_share: float = 0.0
    """Share of the sounds without anything above some frequency, as a low sample rate or a codec leaves them."""
    lowest_cut: float = 0.5
    """Where that cut lies at the lowest, as a share of the mel bands; half of 64 bands up to 15 kHz: 2.7 kHz."""
    room_share: float = 0.0
    """Share of the sounds heard in a room, with a tail that falls exponentially."""
    longest_tail_s: float = 1.5
    """Longest time in which a room's tail falls by 60 dB; the shortest is 0.15 s."""
    level_db: float = 0.0
    """Greatest change of a sound's level, up and down; for towers that hear how loud a sound is."""

    def __post_init__(self) -> None:
        """Refuses shares outside 0 to 1 and a stretch under 1."""
        for name in (
            "mix_share",
            "noise_share",
            "mask_frames_share",
            "lead_share",
            "band_share",
            "room_share",
            "lowest_cut",
        ):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be within 0 and 1, found {getattr(self, name)}")
        if self.level_db < 0.0:
            raise ValueError(f"level_db must not be negative, found {self.level_db}")
        if self.stretch < 1.0:
            raise ValueError(f"stretch must be at least 1, found {self.stretch}")
        if self.longest_tail_s < _SHORTEST_TAIL_S:
            raise ValueError(f"longest_tail_s must be at least {_SHORTEST_TAIL_S}, found {self.longest_tail_s}")


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


def change_level(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Makes each sound louder or softer as a whole; nothing is drawn where no level changes."""
    if not config.level_db:
        return power
    gain_db = rng.uniform(-config.level_db, config.level_db, (len(power), 1, 1))
    return np.asarray(power * (10.0 ** (gain_db / 10.0)).astype(np.float32))


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


def lead(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Lets some sounds begin later, behind silence; what is pushed out at the end is lost."""
    if not config.lead_share:
        return power
    batch, frames, _ = power.shape
    late = (rng.random(batch) < config.lead_share) * rng.integers(0, frames // 2 + 1, batch)
    places = np.arange(frames)[None] - late[:, None]
    moved = np.take_along_axis(power, np.maximum(places, 0)[:, :, None], axis=1)
    return np.where((places >= 0)[:, :, None], moved, np.float32(0.0))


def narrow(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Takes from some sounds all that lies above a frequency, even in mel."""
    if not config.band_share:
        return power
    batch, _, mels = power.shape
    cut = rng.uniform(config.lowest_cut * mels, mels, batch)
    cut = np.where(rng.random(batch) < config.band_share, cut, mels)
    gain = np.clip(cut[:, None] - np.arange(mels)[None], 0.0, 1.0) ** 2
    return np.asarray(power * gain[:, None].astype(np.float32))


def put_in_room(power: Power, config: AugmentConfig, frame_rate_hz: float, rng: np.random.Generator) -> Power:
    """Puts some sounds into a room: behind each frame the power falls exponentially, as a diffuse field does."""
    if not config.room_share:
        return power
    batch, frames, _ = power.shape
    rows = np.flatnonzero(rng.random(batch) < config.room_share)
    tail_s = rng.uniform(_SHORTEST_TAIL_S, config.longest_tail_s, len(rows))
    # The room's whole power beside the direct sound's.
    wet = 10.0 ** (rng.uniform(-15.0, 3.0, len(rows)) / 10.0)
    keep = (10.0 ** (-6.0 / (tail_s * frame_rate_hz))).astype(np.float32)[:, None]
    fed = (wet[:, None] * (1.0 - keep)).astype(np.float32)
    dry, roomy = power[rows], power.copy()
    tail = np.zeros_like(dry[:, 0])
    for frame in range(frames):
        roomy[rows, frame] += tail
        tail = keep * tail + fed * dry[:, frame]
    return roomy


def _stretch(rng: np.random.Generator, batch: int, size: int, longest: int) -> NDArray[np.bool_]:
    """Marks one random stretch of at most `longest` of `size` places, bool [B, size]."""
    width = rng.integers(0, longest + 1, batch)[:, None]
    start = (rng.random(batch)[:, None] * (size - width + 1)).astype(np.int64)
    place = np.arange(size)[None]
    return np.asarray((place >= start) & (place < start + width))
