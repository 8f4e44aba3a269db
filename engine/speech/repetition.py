"""Whether a sound repeats itself, and how fast: a clock, footsteps, a loop; not wind, and no single blow.

The rule: mel levels are taken 50 times a second, blurred over three, and each band's mean over time is taken off. How
like the sound is to itself some time later is the correlation of the two, over all bands at once, for every lag from
0.12 s to half the sound, at most 5 s. A sound repeats itself where that correlation rises to `LEAST` or more at some
lag, from a valley between that is lower by at least `RISE`: what rings on or only fades is like itself a moment later
without a valley.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.speech.features import SpeechConfig, log_mels
from engine.types import Waves

LEAST = 0.35
"""Correlation from which a sound is like itself."""
RISE = 0.25
_RATE_HZ = 50
_SHORTEST_LAG_S = 0.12
_LONGEST_LAG_S = 5.0
_TIMES = 2.0
"""How often the lag must fit into the sound."""
_MELS = 20
_FRAMES = 2
_LONGEST_S = 60.0
"""What is looked at of a sound: its first minute."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """How a sound repeats itself."""

    strength: float
    """Correlation with itself a period later, -1 to 1; 0 where there is no period."""
    period_s: float
    """0 where there is none."""

    @property
    def is_repetitive(self) -> bool:
        """Whether the rule holds."""
        return self.strength >= LEAST


_NONE = Repetition(0.0, 0.0)


def repetition(samples: Waves, sample_rate_hz: int) -> Repetition:
    """Gives how a sound repeats itself.

    Args:
        samples: float32 [T], mono.
        sample_rate_hz: its rate, 8 kHz at least.
    """
    alike = _likeness(samples[: round(_LONGEST_S * sample_rate_hz)], sample_rate_hz)
    first = round(_SHORTEST_LAG_S * _RATE_HZ)
    if len(alike) <= first + 1:
        return _NONE
    # How far each lag stands above the lowest before it: a peak behind a valley.
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
    """Correlation of the sound with itself, float64 [L], for lags of 0, 1, … steps."""
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
