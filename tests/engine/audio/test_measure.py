"""Peak, silence, brightness, loop or one-shot: numbers one can work out by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.measures import Measurer
from engine.base.types import Measures
from tests.helpers import sounds

RATE_HZ = 32_000


def measured(samples: np.ndarray, block: int = 65_536) -> Measures:
    planar = samples if samples.ndim == 2 else samples[:, None]
    measurer = Measurer(RATE_HZ, planar.shape[1])
    for start in range(0, len(planar), block):
        measurer.add(planar[start : start + block])
    return measurer.finish()


def test_peak_is_the_highest_sample_of_any_channel() -> None:
    samples = np.zeros((RATE_HZ, 2), dtype=np.float32)
    samples[500, 1] = -0.5
    assert measured(samples).peak_dbfs == pytest.approx(-6.02, abs=0.005)  # 20 log10 0.5


def test_half_silent_sound_is_half_silent() -> None:
    samples = np.concatenate([sounds.tone(440.0, 1.0), np.zeros(RATE_HZ, dtype=np.float32)])
    assert measured(samples).silence_ratio == pytest.approx(0.5, abs=0.01)


def test_sound_just_over_minus_60_is_not_silent() -> None:
    assert measured(sounds.tone(1000.0, 1.0, level=0.0011)).silence_ratio == 0.0
    assert measured(sounds.tone(1000.0, 1.0, level=0.0009)).silence_ratio == 1.0


def test_digital_silence_has_nothing_else_to_say() -> None:
    assert measured(np.zeros((RATE_HZ, 2), dtype=np.float32)) == Measures(silence_ratio=1.0)


def test_no_samples_have_nothing_to_say() -> None:
    assert measured(np.zeros((0, 1), dtype=np.float32)) == Measures()


@pytest.mark.parametrize("hz", [100.0, 1000.0, 8000.0])
def test_brightness_of_a_tone_is_its_pitch(hz: float) -> None:
    assert measured(sounds.tone(hz, 1.0)).brightness_hz == pytest.approx(hz, rel=0.02)


def test_brightness_of_white_noise_is_a_quarter_of_the_rate() -> None:
    assert measured(sounds.noise(2.0)).brightness_hz == pytest.approx(RATE_HZ / 4, rel=0.03)


def test_click_of_ten_milliseconds_has_a_brightness() -> None:
    assert measured(sounds.tone(4000.0, 0.01)).brightness_hz == pytest.approx(4000.0, rel=0.15)


def test_whole_periods_of_a_tone_are_a_loop() -> None:
    assert measured(sounds.tone(440.0, 1.0)).is_loop is True


def test_tone_cut_at_its_crest_clicks_and_is_no_loop() -> None:
    assert measured(sounds.tone(100.0, 1.0025)).is_loop is False  # a quarter period over


def test_sound_that_dies_away_is_a_one_shot() -> None:
    fading = sounds.noise(1.0) * np.geomspace(1.0, 0.001, RATE_HZ, dtype=np.float32)
    assert measured(fading).is_loop is False


def test_loop_of_a_tenth_of_a_second_is_not_judged() -> None:
    assert measured(sounds.tone(440.0, 0.1)).is_loop is None


@settings(deadline=None, max_examples=20)
@given(st.integers(50, 20_000))
def test_measures_do_not_depend_on_the_blocks(block: int) -> None:
    samples = np.stack([sounds.noise(0.9, seed=1), sounds.tone(300.0, 0.9)], axis=1)
    one, many = measured(samples), measured(samples, block)
    assert one.silence_ratio == many.silence_ratio and one.peak_dbfs == many.peak_dbfs
    assert one.is_loop == many.is_loop
    assert one.loudness_lufs == pytest.approx(many.loudness_lufs, abs=1e-4)
    assert one.true_peak_dbtp == pytest.approx(many.true_peak_dbtp, abs=1e-4)
    assert one.brightness_hz == pytest.approx(many.brightness_hz, rel=1e-4)
