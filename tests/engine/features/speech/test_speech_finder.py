"""One finder answers all the ears of a sound, as each would be answered alone."""

import numpy as np

from engine.audio.resample import resample
from engine.base.types import Waves
from engine.features.speech.detector import RATE_HZ, SpeechFinder, SpeechRegion

_HZ = 16_000


def buzz(hz: float, seconds: float = 3.0) -> Waves:
    """A buzz that comes and goes four times a second, as syllables do."""
    times = np.arange(round(seconds * _HZ)) / _HZ
    wave = np.sign(np.sin(2 * np.pi * hz * times)) * np.clip(np.sin(2 * np.pi * 2.0 * times), 0.0, 1.0)
    return (0.3 * wave).astype(np.float32)


def alone(samples: Waves, threshold: float) -> list[SpeechRegion]:
    """What a finder of its own says."""
    return SpeechFinder().regions(samples, _HZ, threshold)


def test_two_ears_that_ask_about_the_same_samples_are_answered_by_their_own_thresholds() -> None:
    finder, samples = SpeechFinder(), buzz(140.0)
    assert finder.regions(samples, _HZ, 0.0) == alone(samples, 0.0) != []
    assert finder.regions(samples.copy(), _HZ, 0.999_999) == alone(samples, 0.999_999)


def test_ears_of_different_rates_ask_about_one_sound() -> None:
    finder, samples = SpeechFinder(), buzz(140.0)
    assert finder.regions(resample(samples, _HZ, RATE_HZ), RATE_HZ, 0.0) == alone(samples, 0.0)
    assert finder.regions(samples, _HZ, 0.0) == alone(samples, 0.0)


def test_other_samples_are_looked_at_anew() -> None:
    finder, longer = SpeechFinder(), buzz(140.0, 4.0)
    finder.regions(buzz(140.0), _HZ, 0.0)
    assert finder.regions(longer, _HZ, 0.0) == alone(longer, 0.0)
    assert finder.regions(np.zeros(0, np.float32), _HZ, 0.0) == []
