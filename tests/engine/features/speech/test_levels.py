"""Levels: a softer copy is heard alike, and its own level is kept."""

import numpy as np
import pytest

from engine.features.speech.levels import decibels_of, levelled, levels_of

RATE_HZ = 8_000


def tone(level: float, seconds: float = 1.0) -> np.ndarray:
    """A sine of 400 Hz: its root mean square is level / sqrt 2."""
    return (level * np.sin(2 * np.pi * 400 * np.arange(round(seconds * RATE_HZ)) / RATE_HZ)).astype(np.float32)


def test_a_softer_copy_is_heard_as_the_sound_is() -> None:
    loud, soft = levelled(tone(0.5), RATE_HZ), levelled(tone(0.01), RATE_HZ)
    assert soft == pytest.approx(loud, abs=1e-5)
    assert 20 * np.log10(np.sqrt(np.mean(loud**2))) == pytest.approx(-18.0, abs=0.1)


def test_silence_stays_silence() -> None:
    silence = np.zeros(RATE_HZ, np.float32)
    assert not levelled(silence, RATE_HZ).any()
    assert not levels_of(silence, 320, 25).any()


def test_levels_say_what_the_sound_had() -> None:
    wave = np.concatenate([tone(0.5), np.zeros(RATE_HZ, np.float32)])
    found = decibels_of(levels_of(wave, 320, 50))
    assert found[1:24] == pytest.approx(20 * np.log10(0.5 / np.sqrt(2)), abs=0.3)
    assert (found[27:] == -100.0).all()
