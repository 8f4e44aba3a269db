"""Waves from magnitudes: the transform is undone exactly, and phases are found well enough to hear the tone."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.audio.griffin_lim import StftFrame, griffin_lim, inverse, misfit, transform

FRAME = StftFrame(points=512, window=400, hop=160)
RATE_HZ = 16_000


def tone(hz: float, seconds: float = 0.5) -> NDArray[np.float64]:
    return np.sin(2.0 * np.pi * hz * np.arange(round(seconds * RATE_HZ)) / RATE_HZ)


def test_the_inverse_gives_the_wave_back() -> None:
    wave = np.random.default_rng(0).normal(size=4_321)
    found = inverse(transform(wave, FRAME), FRAME, len(wave))
    # The last samples lie where no window but the last one's rim reaches.
    assert np.abs(found - wave)[: -FRAME.hop].max() < 1e-9


def test_a_tone_is_heard_at_its_frequency_again() -> None:
    wave = tone(440.0)
    found = griffin_lim(np.abs(transform(wave, FRAME)), FRAME, length=len(wave))
    loudest = np.abs(np.fft.rfft(found[1000:-1000] * np.hanning(len(found) - 2000))).argmax()
    assert loudest * RATE_HZ / (len(found) - 2000) == pytest.approx(440.0, abs=5.0)
    assert found.dtype == np.float32 and len(found) == len(wave)
    assert np.sqrt(np.mean(found**2)) == pytest.approx(np.sqrt(0.5), rel=0.1)


def test_more_rounds_come_nearer() -> None:
    wave = tone(300.0) + 0.5 * tone(1_000.0) * np.linspace(0.0, 1.0, 8_000)
    wanted = np.abs(transform(wave, FRAME))
    few, many = (misfit(griffin_lim(wanted, FRAME, rounds=rounds), wanted, FRAME) for rounds in (2, 60))
    assert many < 0.5 * few
    assert many < 0.15


def test_the_same_magnitudes_sound_the_same() -> None:
    wanted = np.abs(transform(tone(500.0, 0.1), FRAME))
    first, again = (griffin_lim(wanted, FRAME, rounds=5) for _ in range(2))
    assert np.array_equal(first, again)


def test_magnitudes_of_another_transform_are_refused() -> None:
    with pytest.raises(ValueError, match="257"):
        griffin_lim(np.ones((3, 129)), FRAME)


def test_windows_that_do_not_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="2 hop"):
        StftFrame(points=512, window=400, hop=300)


def test_silence_stays_silent() -> None:
    assert not griffin_lim(np.zeros((10, FRAME.bins)), FRAME, rounds=3).any()
