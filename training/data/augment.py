"""Augments mel powers without decoding: mixes, filters, shifts and masks sounds.

On mel powers, adding sounds is adding numbers (the cross terms, zero on average, are ignored) and a gain is a factor,
so a whole batch costs a few array operations.
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
    """How much training may change a sound."""

    mix_share: float = 0.35
    """Share of sounds that get a second one mixed in."""
    mix_range_db: float = 6.0
    """Largest level difference between the second sound and the first."""
    colour_db: float = 6.0
    """Standard deviation of a smooth random filter."""
    shift_mels: int = 2
    stretch: float = 1.2
    """Largest change of speed; pitch stays."""
    noise_share: float = 0.3
    """Share of sounds that get a noise floor 10 to 50 dB below their mean power."""
    mask_frames_share: float = 0.2
    """Largest share of frames that one mask hides; two masks a sound."""
    mask_mels: int = 8
    """Largest number of mel bands that one mask hides; two masks a sound."""
    lead_share: float = 0.0
    """Share of sounds delayed by silence, up to half the window."""
    band_share: float = 0.0
    """Share of sounds cut off above some frequency, as by a low sample rate or a codec."""
    lowest_cut: float = 0.5
    """Lowest cutoff, as a share of the mel bands; half of 64 bands up to 15 kHz is 2.7 kHz."""
    room_share: float = 0.0
    """Share of sounds placed in a room, with an exponential tail."""
    longest_tail_s: float = 1.5
    """Longest time for a room's tail to fall by 60 dB; the shortest is 0.15 s."""
    level_db: float = 0.0
    """Largest change of level, up or down; for towers that are sensitive to loudness."""

    def __post_init__(self) -> None:
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
    """Adds another sound of the batch to some sounds.

    Returns:
        The mixtures [B, F, M]; second, int64 [B], the item mixed in; share, float32 [B], the first sound's share of the
        caption.
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
    """Multiplies each sound by a smooth random filter, like another microphone, room or loudspeaker."""
    batch, _, mels = power.shape
    knots = rng.normal(0.0, config.colour_db, (batch, 5))
    places = np.linspace(0.0, 4.0, mels)
    low = np.minimum(places.astype(np.int64), 3)
    rest = places - low
    gain_db = knots[:, low] * (1.0 - rest) + knots[:, low + 1] * rest
    return np.asarray(power * (10.0 ** (gain_db / 10.0)).astype(np.float32)[:, None])


def change_level(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Makes each sound louder or softer; draws nothing when no level changes."""
    if not config.level_db:
        return power
    gain_db = rng.uniform(-config.level_db, config.level_db, (len(power), 1, 1))
    return np.asarray(power * (10.0 ** (gain_db / 10.0)).astype(np.float32))


def shift(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Moves each sound up or down by some mel bands, repeating the edge band."""
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
    """Hides two stretches of time and two of frequency in each sound (SpecAugment, Park et al. 2019)."""
    batch, frames, mels = power.shape
    keep = np.ones_like(power, dtype=bool)
    for _ in range(2):
        keep &= ~_stretch(rng, batch, frames, int(frames * config.mask_frames_share))[:, :, None]
        keep &= ~_stretch(rng, batch, mels, config.mask_mels)[:, None, :]
    return np.where(keep, power, np.float32(0.0))


def lead(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Delays some sounds with silence; the end that no longer fits is lost."""
    if not config.lead_share:
        return power
    batch, frames, _ = power.shape
    late = (rng.random(batch) < config.lead_share) * rng.integers(0, frames // 2 + 1, batch)
    places = np.arange(frames)[None] - late[:, None]
    moved = np.take_along_axis(power, np.maximum(places, 0)[:, :, None], axis=1)
    return np.where((places >= 0)[:, :, None], moved, np.float32(0.0))


def narrow(power: Power, config: AugmentConfig, rng: np.random.Generator) -> Power:
    """Cuts some sounds off above a frequency that is even in mel."""
    if not config.band_share:
        return power
    batch, _, mels = power.shape
    cut = rng.uniform(config.lowest_cut * mels, mels, batch)
    cut = np.where(rng.random(batch) < config.band_share, cut, mels)
    gain = np.clip(cut[:, None] - np.arange(mels)[None], 0.0, 1.0) ** 2
    return np.asarray(power * gain[:, None].astype(np.float32))


def put_in_room(power: Power, config: AugmentConfig, frame_rate_hz: float, rng: np.random.Generator) -> Power:
    """Puts some sounds in a room: power decays exponentially after each frame, as in a diffuse field."""
    if not config.room_share:
        return power
    batch, frames, _ = power.shape
    rows = np.flatnonzero(rng.random(batch) < config.room_share)
    tail_s = rng.uniform(_SHORTEST_TAIL_S, config.longest_tail_s, len(rows))
    # The room's total power relative to the direct sound.
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
    """Marks one random stretch of at most `longest` of `size` places. Returns bool [B, size]."""
    width = rng.integers(0, longest + 1, batch)[:, None]
    start = (rng.random(batch)[:, None] * (size - width + 1)).astype(np.int64)
    place = np.arange(size)[None]
    return np.asarray((place >= start) & (place < start + width))
