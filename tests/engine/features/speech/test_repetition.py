"""What repeats itself by the rule, and what does not."""

import numpy as np

from engine.features.speech.units_listener import repetition

RATE_HZ = 8_000


def ticks(period_s: float, seconds: float = 4.0) -> np.ndarray:
    """A short decaying hiss each period."""
    rng = np.random.default_rng(1)
    wave = 0.001 * rng.standard_normal(round(seconds * RATE_HZ))
    blow = rng.standard_normal(400) * np.exp(-np.arange(400) / 80)
    for start in range(0, len(wave) - 400, round(period_s * RATE_HZ)):
        wave[start : start + 400] += 0.3 * blow
    return wave.astype(np.float32)


def test_a_clock_repeats_itself_at_its_pace() -> None:
    found = repetition(ticks(0.5), RATE_HZ)
    assert found.is_repetitive
    assert abs(found.period_s - 0.5) <= 0.04


def test_wind_does_not() -> None:
    rng = np.random.default_rng(2)
    slow = np.interp(np.arange(4 * RATE_HZ), np.arange(0, 4 * RATE_HZ, 1600), rng.uniform(0.1, 0.4, 20))
    assert not repetition((slow * rng.standard_normal(4 * RATE_HZ)).astype(np.float32), RATE_HZ).is_repetitive


def test_a_single_blow_that_rings_on_does_not() -> None:
    time_s = np.arange(2 * RATE_HZ) / RATE_HZ
    assert not repetition(
        (np.sin(2 * np.pi * 900 * time_s) * np.exp(-3 * time_s)).astype(np.float32), RATE_HZ
    ).is_repetitive


def test_silence_and_a_click_too_short_to_tell_do_not() -> None:
    assert not repetition(np.zeros(RATE_HZ, np.float32), RATE_HZ).is_repetitive
    assert not repetition(np.ones(100, np.float32), RATE_HZ).is_repetitive
