"""Combines two or three sounds and their captions, overlaid or one after another.

training.data.caption_joining words the captions; training.data.augment changes mel powers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.types import Waves
from training.data.caption_joining import Manner, join_captions

_PEAK = 0.99
"""Mixtures that would clip are scaled down to this peak."""
_SILENT_POWER = 1e-10
_FADE_S = 0.01
"""Length of fades at the seam of two sounds and where an overlaid sound begins or ends inside another."""


@dataclass(frozen=True, slots=True)
class MixingConfig:
    """How many sounds of a batch become mixtures, and of what kind."""

    share: float = 0.0
    """Share of a batch's sounds that become mixtures."""
    overlay_share: float = 0.5
    """Share of the mixtures that are overlaid; in the others the sounds follow one another."""
    three_share: float = 0.2
    level_range_db: float = 6.0
    """Largest level difference (root mean square) between a further sound and the first, drawn uniformly."""
    longest_gap_s: float = 0.5
    """Longest silence between consecutive sounds, drawn uniformly from 0."""
    longest_s: float = 30.0
    """Longest mixture: overlaid sounds lose their ends; consecutive sounds are each cut to a share."""

    def __post_init__(self) -> None:
        for name in ("share", "overlay_share", "three_share"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be within 0 and 1, found {getattr(self, name)}")
        if self.level_range_db < 0.0 or self.longest_gap_s < 0.0 or self.longest_s <= 2.0 * self.longest_gap_s:
            raise ValueError("level_range_db and longest_gap_s must not be negative, longest_s more than two gaps")


@dataclass(frozen=True, slots=True)
class MixItem:
    """A sound of a batch, mixed or unchanged."""

    samples: Waves
    caption: str
    parts: tuple[int, ...]
    """Its rows of the batch, in the order heard or named; a single one for an unchanged sound."""


def mix_items(
    waves: Sequence[Waves],
    captions: Sequence[str],
    config: MixingConfig,
    rng: np.random.Generator,
    sample_rate_hz: int,
) -> list[MixItem]:
    """Mixes some sounds of a batch with others; the same generator state gives the same result.

    Args:
        waves: [B] of float32 [T], each at least one sample long.

    Returns:
        B items; those not mixed keep their samples and caption.
    """
    items: list[MixItem] = []
    for row in range(len(waves)):
        others = [other for other in range(len(waves)) if other != row]
        count = 2 + int(rng.random() < config.three_share)
        if rng.random() >= config.share or not others:
            items.append(MixItem(waves[row], captions[row], (row,)))
            continue
        further = rng.choice(others, min(count - 1, len(others)), replace=False).tolist()
        parts = tuple(rng.permutation([row, *further]).tolist())
        chosen, texts = [waves[part] for part in parts], [captions[part] for part in parts]
        if rng.random() < config.overlay_share:
            samples, levels_db = overlay(chosen, config, rng, sample_rate_hz)
            caption = join_captions(texts, Manner.AT_ONCE, rng, levels_db)
        else:
            samples = follow(chosen, config, rng, sample_rate_hz)
            caption = join_captions(texts, Manner.IN_TURN, rng)
        items.append(MixItem(samples, caption, parts))
    return items


def overlay(
    waves: Sequence[Waves], config: MixingConfig, rng: np.random.Generator, sample_rate_hz: int
) -> tuple[Waves, tuple[float, ...]]:
    """Overlays whole sounds, each at a random place within the longest.

    Returns:
        samples, float32 [T], as long as the longest sound or `longest_s`; levels_db, each sound's level relative to the
        first, which is 0.
    """
    longest = min(max(map(len, waves)), round(config.longest_s * sample_rate_hz))
    mixture = np.zeros(longest, np.float32)
    levels_db = (0.0, *rng.uniform(-config.level_range_db, config.level_range_db, len(waves) - 1).tolist())
    wanted = _power(waves[0])
    for wave, level_db in zip(waves, levels_db, strict=True):
        part = wave[:longest]
        start = int(rng.integers(longest - len(part) + 1))
        part = _faded(part, sample_rate_hz, start > 0, start + len(part) < longest)
        mixture[start : start + len(part)] += part * _gain(wave, wanted, level_db)
    return _unclipped(mixture), levels_db


def follow(waves: Sequence[Waves], config: MixingConfig, rng: np.random.Generator, sample_rate_hz: int) -> Waves:
    """Puts sounds one after another with a short silence between them.

    Returns:
        float32 [T], at most `longest_s`; if the sounds do not fit, those longer than a fair share lose their ends.
    """
    gaps = np.round(rng.uniform(0.0, config.longest_gap_s, len(waves) - 1) * sample_rate_hz).astype(int)
    lengths = _shared_out([len(wave) for wave in waves], round(config.longest_s * sample_rate_hz) - int(gaps.sum()))
    wanted = _power(waves[0])
    levels_db = (0.0, *rng.uniform(-config.level_range_db, config.level_range_db, len(waves) - 1).tolist())
    pieces: list[Waves] = []
    for place, (wave, length) in enumerate(zip(waves, lengths, strict=True)):
        part = _faded(wave[:length], sample_rate_hz, place > 0, place < len(waves) - 1)
        pieces.append(part * _gain(wave, wanted, levels_db[place]))
        if place < len(gaps):
            pieces.append(np.zeros(gaps[place], np.float32))
    return _unclipped(np.concatenate(pieces))


def _power(wave: Waves) -> float:
    return float(np.mean(np.square(wave, dtype=np.float64)))


def _gain(wave: Waves, wanted: float, level_db: float) -> np.float32:
    """The factor that brings a sound to a level relative to the wanted power; 1 if either is silent."""
    power = _power(wave)
    if power < _SILENT_POWER or wanted < _SILENT_POWER:
        return np.float32(1.0)
    return np.float32(np.sqrt(wanted / power) * 10.0 ** (level_db / 20.0))


def _faded(wave: Waves, sample_rate_hz: int, at_start: bool, at_end: bool) -> Waves:
    length = min(round(_FADE_S * sample_rate_hz), len(wave) // 2)
    faded, ramp = wave.copy(), np.linspace(0.0, 1.0, length, dtype=np.float32)
    if at_start:
        faded[:length] *= ramp
    if at_end:
        faded[len(faded) - length :] *= ramp[::-1]
    return faded


def _unclipped(wave: Waves) -> Waves:
    peak = float(np.abs(wave).max())
    return wave if peak <= 1.0 else wave * np.float32(_PEAK / peak)


def _shared_out(lengths: Sequence[int], room: int) -> list[int]:
    """Lengths that fit into the room: short ones whole, long ones cut to equal lengths."""
    given = [0] * len(lengths)
    order = sorted(range(len(lengths)), key=lambda place: lengths[place])
    for done, place in enumerate(order):
        given[place] = min(lengths[place], room // (len(lengths) - done))
        room -= given[place]
    return given
