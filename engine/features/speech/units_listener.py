"""Finds the units of sounds that resemble speech or repeat themselves.

The rule: at least a quarter of a second that is more likely speech than not (`engine.features.speech.detector`), or a
period (`repetition`). Only the first two minutes of a sound are examined and kept.
"""

from functools import cached_property
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import Waves
from engine.features.speech.detector import SpeechFinder
from engine.features.speech.features import SpeechConfig, log_mels
from engine.features.speech.units_model import UnitsModel
from engine.features.speech.units_store import UnitsReason, UnitString

LONGEST_S = 120.0
LEAST_SPEECH_S = 0.25
_LIKELY = 0.5
_SHORTEST_S = 0.1
"""Fewer than three units mean nothing."""
LEAST = 0.35
"""Least correlation of a sound with itself that counts as repetition."""
RISE = 0.25
_RATE_HZ = 50
_SHORTEST_LAG_S = 0.12
_LONGEST_LAG_S = 5.0
_TIMES = 2.0
"""How many times the lag must fit into the sound."""
_MELS = 20
_FRAMES = 2
_LONGEST_S = 60.0
"""Only the first minute is searched for a period."""


def why_kept(samples: Waves, sample_rate_hz: int, finder: SpeechFinder) -> UnitsReason | None:
    """Returns why a sound's units are kept, or None if they are not; the module docstring has the rule.

    Args:
        samples: float32 [T], mono.
        sample_rate_hz: at least 8 kHz.
        finder: of this sound.
    """
    if len(samples) < _SHORTEST_S * sample_rate_hz:
        return None
    spoken_s = sum(region.end_s - region.start_s for region in finder.regions(samples, sample_rate_hz, _LIKELY))
    if spoken_s >= LEAST_SPEECH_S:
        return UnitsReason.SPEECH
    return UnitsReason.REPETITION if repetition(samples, sample_rate_hz).is_repetitive else None


class UnitsEars:
    """Hears units with one pack."""

    def __init__(self, pack: Path, sample_rate_hz: int) -> None:
        """Does not open the pack yet; the first sound worth keeping does."""
        self.sample_rate_hz = sample_rate_hz
        self._pack = pack

    def ear(self, finder: SpeechFinder) -> "_Ear":
        return _Ear(self, finder)

    @cached_property
    def model(self) -> UnitsModel:
        """Opens the pack. Raises PackError if it is damaged."""
        return UnitsModel.load(self._pack)


class _Ear:
    """Collects the first two minutes of a sound, and examines them at the end."""

    def __init__(self, ears: UnitsEars, finder: SpeechFinder) -> None:
        self._ears, self._finder = ears, finder
        self._blocks: list[Waves] = []
        self._lacking = round(LONGEST_S * ears.sample_rate_hz)

    def take(self, samples: Waves) -> None:
        if self._lacking > 0:
            self._blocks.append(samples[: self._lacking])
            self._lacking -= len(samples)

    def end(self) -> UnitString | None:
        if not self._blocks:
            return None
        samples = np.concatenate(self._blocks)
        reason = why_kept(samples, self._ears.sample_rate_hz, self._finder)
        if reason is None:
            return None
        codes, levels = self._ears.model.hear(samples)
        return UnitString(codes, levels, reason)


class Repetition(Struct, frozen=True):
    """How strongly, and how fast, a sound repeats itself."""

    strength: float
    """Correlation with itself one period later, -1 to 1; 0 without a period."""
    period_s: float
    """0 without a period."""

    @property
    def is_repetitive(self) -> bool:
        """True if the correlation reaches `LEAST`."""
        return self.strength >= LEAST


_NONE = Repetition(0.0, 0.0)


def repetition(samples: Waves, sample_rate_hz: int) -> Repetition:
    """Measures how a sound repeats itself.

    Args:
        samples: float32 [T], mono.
        sample_rate_hz: at least 8 kHz.
    """
    alike = _likeness(samples[: round(_LONGEST_S * sample_rate_hz)], sample_rate_hz)
    first = round(_SHORTEST_LAG_S * _RATE_HZ)
    if len(alike) <= first + 1:
        return _NONE
    # A peak must rise above the lowest value before it: a peak after a valley.
    valley = np.minimum.accumulate(alike)
    inner = np.arange(first, len(alike) - 1)
    is_peak = (alike[inner] >= alike[inner - 1]) & (alike[inner] >= alike[inner + 1])
    is_peak &= alike[inner] - valley[inner] >= RISE
    peaks = inner[is_peak]
    if not len(peaks):
        return _NONE
    best = float(alike[peaks].max())
    # The shortest lag that is nearly as good: twice the period fits as well as the period.
    period = int(peaks[np.flatnonzero(alike[peaks] >= 0.9 * best)[0]]) if best > 0 else int(peaks[0])
    return Repetition(best, period / _RATE_HZ)


def _likeness(samples: Waves, sample_rate_hz: int) -> NDArray[np.float64]:
    """Returns the sound's correlation with itself, float64 [L], at lags of 0, 1, … steps."""
    config = SpeechConfig(
        sample_rate_hz=sample_rate_hz, hop_s=1.0 / (_RATE_HZ * _FRAMES), mels=_MELS, high_hz=4_000.0, deltas=0
    )
    if len(samples) < sample_rate_hz * 2 * _SHORTEST_LAG_S:
        return np.zeros(0)
    mels = log_mels(samples, config)
    steps = len(mels) // _FRAMES
    picture = mels[: steps * _FRAMES].reshape(steps, _FRAMES, _MELS).mean(axis=1)
    ends = np.pad(picture, ((1, 1), (0, 0)), mode="edge")
    picture = (ends[:-2] + 2.0 * picture + ends[2:]) / 4.0
    picture = picture - picture.mean(axis=0)
    count = min(int(steps / _TIMES), round(_LONGEST_LAG_S * _RATE_HZ)) + 1
    size = 1 << (2 * steps - 1).bit_length()
    spectrum = np.fft.rfft(picture, size, axis=0)
    products = np.fft.irfft((np.abs(spectrum) ** 2).sum(axis=1), size)[:count]
    energy = np.concatenate([[0.0], np.cumsum(np.square(picture).sum(axis=1))])
    lags = np.arange(count)
    norms = np.sqrt(energy[steps - lags] * (energy[-1] - energy[lags]))
    alike: NDArray[np.float64] = products / np.maximum(norms, 1e-9)
    return alike
