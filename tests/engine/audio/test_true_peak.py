"""True peak against cases 15 to 23 of EBU Tech 3341, made from their description, and against oversampling all.

Of the other cases `test_loudness` has 1 to 6, and the signals of 9, 10, 12 and 13 by their integrated loudness: the
momentary and short-term loudness that 9 to 14 are for is nothing Earshot measures. 7 and 8 are real programmes.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.measures import Measurer
from engine.audio.true_peak import _PHASES, TruePeakMeter

RATE_HZ = 48_000


def true_peak_dbtp(samples: np.ndarray, block: int = 65_536) -> float:
    """Of float [T] or [T, C]."""
    planar = np.atleast_2d(samples.astype(np.float32).T)
    meter = TruePeakMeter(len(planar))
    for start in range(0, planar.shape[1], block):
        meter.add(planar[:, start : start + block])
    return float(20 * np.log10(meter.finish()))


def faded(samples: np.ndarray, rate_hz: int) -> np.ndarray:
    """With a fade of a tenth of a second at both ends, as the document asks for."""
    ramp = np.minimum(1.0, np.arange(len(samples)) / (0.1 * rate_hz))
    return np.asarray(samples * ramp * ramp[::-1])


@pytest.mark.parametrize(
    ("divisor", "amplitude", "degrees", "dbtp"),
    [
        pytest.param(4, 0.50, 0.0, -6.0, id="case15"),
        pytest.param(4, 0.50, 45.0, -6.0, id="case16"),
        pytest.param(6, 0.50, 60.0, -6.0, id="case17"),
        pytest.param(8, 0.50, 67.5, -6.0, id="case18"),
        pytest.param(4, 1.41, 45.0, 3.0, id="case19"),
    ],
)
def test_sine_between_whose_samples_the_peak_lies(divisor: int, amplitude: float, degrees: float, dbtp: float) -> None:
    wave = amplitude * np.sin(2 * np.pi * np.arange(RATE_HZ) / divisor + np.radians(degrees))
    assert dbtp - 0.4 <= true_peak_dbtp(faded(wave, RATE_HZ)) <= dbtp + 0.2


@pytest.mark.shows("true-peak")
@pytest.mark.parametrize("offset", [0, 1, 2, 3], ids=["case20", "case21", "case22", "case23"])
def test_single_period_at_full_scale_is_found_wherever_it_is_sampled(offset: int) -> None:
    # Made at 4 fs: fs/6 has a period of 24 samples there, the single period of fs/4 has 16.
    low = 0.5 * np.sin(2 * np.pi * np.arange(24 * 2000) / 24)
    high = np.sin(2 * np.pi * np.arange(16) / 16)
    made = faded(np.concatenate([low, high, low]), 4 * RATE_HZ)
    spectrum = np.fft.rfft(made)
    spectrum[len(spectrum) // 4 :] = 0.0  # nothing over fs/2
    assert -0.4 <= true_peak_dbtp(np.fft.irfft(spectrum, len(made))[offset::4]) <= 0.2


@pytest.mark.parametrize("seed", range(5))
def test_noise_has_the_peak_that_lies_between_its_samples(seed: int) -> None:
    # Exact for what is periodic: sixteen times the samples by a longer spectrum. Of noise up to 0.35 fs.
    spectrum = np.zeros(2401, dtype=complex)
    spectrum[:1680] = np.exp(2j * np.pi * np.random.default_rng(seed).random(1680))
    wave = np.fft.irfft(spectrum, 4800)
    exact = 20 * np.log10(np.abs(np.fft.irfft(np.pad(spectrum, (0, 15 * 2400)), 16 * 4800)).max() * 16)
    assert true_peak_dbtp(np.tile(wave, 3)) == pytest.approx(exact, abs=0.3)


def by_oversampling_all(samples: np.ndarray) -> float:
    """The highest of the samples and of the four values between each two, by convolution, float [T] in."""
    phases = np.vstack([_PHASES, _PHASES[::-1, ::-1]])
    return max(float(np.abs(samples).max()), *(float(np.abs(np.convolve(samples, phase)).max()) for phase in phases))


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10_000), length=st.integers(1, 9_000), block=st.integers(1, 5_000), loud=st.floats(0, 9_000))
def test_what_is_passed_over_is_nothing_that_counts(seed: int, length: int, block: int, loud: float) -> None:
    samples = np.random.default_rng(seed).standard_normal(length) * np.exp(-np.abs(np.arange(length) - loud) / 400)
    whole = 20 * np.log10(by_oversampling_all(samples.astype(np.float32)))
    assert true_peak_dbtp(samples, max(block, 97)) == pytest.approx(whole, abs=1e-4)


def test_end_that_is_cut_off_rings_and_a_click_is_its_own_peak() -> None:
    assert true_peak_dbtp(np.full(5000, 0.5)) > -6.02 + 0.3  # both edges of what is cut overshoot
    assert true_peak_dbtp(np.array([0.0, 0.0, 0.5])) == pytest.approx(-6.02, abs=0.01)


def test_measures_have_the_highest_of_all_channels_and_silence_has_none() -> None:
    wave = 0.5 * np.sin(2 * np.pi * np.arange(RATE_HZ) / 4 + np.radians(45.0))
    measurer = Measurer(RATE_HZ, 2)
    measurer.add(np.stack([wave * 0.1, faded(wave, RATE_HZ)], axis=1).astype(np.float32))
    measures = measurer.finish()
    assert measures.true_peak_dbtp == pytest.approx(-6.0, abs=0.2)
    assert measures.peak_dbfs == pytest.approx(-9.03, abs=0.01)
    silent = Measurer(RATE_HZ, 1)
    silent.add(np.zeros((RATE_HZ, 1), dtype=np.float32))
    assert silent.finish().true_peak_dbtp is None
