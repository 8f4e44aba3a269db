"""Loudness against the numbers of ITU-R BS.1770-4 and the test signals of EBU Tech 3341 (minimum requirements)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.loudness import LoudnessMeter
from tests.helpers import sounds

RATE_HZ = 48_000


def loudness(samples: np.ndarray, rate_hz: int = RATE_HZ, block: int = 65_536) -> float | None:
    meter = LoudnessMeter(rate_hz, samples.shape[1])
    for start in range(0, len(samples), block):
        meter.add(np.ascontiguousarray(samples[start : start + block].T))
    return meter.finish()


def sines(*parts: tuple[float, float], hz: float = 1000.0) -> np.ndarray:
    """Stereo sine of (dBFS peak, seconds) parts, one after the other, in phase."""
    levels = np.concatenate([np.full(round(s * RATE_HZ), 10 ** (dbfs / 20)) for dbfs, s in parts])
    wave = (levels * np.sin(2 * np.pi * hz * np.arange(len(levels)) / RATE_HZ)).astype(np.float32)
    return np.stack([wave, wave], axis=1)


def test_full_scale_997_hz_sine_in_one_channel_is_minus_3_01() -> None:
    # BS.1770-4, annex 1: "-3.01 LKFS" for a 0 dB FS 1 kHz (997 Hz) sine in one front channel.
    assert loudness(sounds.tone(997.0, 5.0, RATE_HZ, 1.0)[:, None]) == pytest.approx(-3.01, abs=0.005)


@pytest.mark.parametrize("rate_hz", [32_000, 44_100, 96_000, 192_000])
def test_other_rates_agree(rate_hz: int) -> None:
    wave = sounds.tone(997.0, 2.0, rate_hz, 1.0)[:, None]
    assert loudness(wave, rate_hz) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize(
    ("parts", "lufs"),
    [
        (((-23.0, 20.0),), -23.0),  # case 1
        (((-33.0, 20.0),), -33.0),  # case 2
        (((-36.0, 10.0), (-23.0, 60.0), (-36.0, 10.0)), -23.0),  # case 3: the relative gate
        (((-72.0, 10.0), (-36.0, 10.0), (-23.0, 60.0), (-36.0, 10.0), (-72.0, 10.0)), -23.0),  # case 4: both gates
        (((-26.0, 20.0), (-20.0, 20.1), (-26.0, 20.0)), -23.0),  # case 5
    ],
    ids=["case1", "case2", "case3", "case4", "case5"],
)
def test_signal_of_ebu_tech_3341_reads_within_a_tenth(parts: tuple[tuple[float, float], ...], lufs: float) -> None:
    assert loudness(sines(*parts)) == pytest.approx(lufs, abs=0.1)


@pytest.mark.parametrize(
    ("parts", "lufs"),
    [
        pytest.param(((-20.0, 1.34), (-30.0, 1.66)) * 5, -23.0, id="case9"),
        # 3 s of tone fill 27 blocks of .4 s, a tenth apart, whole, and six by a quarter to three: 30 in 33.
        pytest.param(((-200.0, 0.6), (-23.0, 3.0), (-200.0, 1.0)), -23.0 + 10 * np.log10(30 / 33), id="case10, file 4"),
        # Half a step later: 26 whole ones, and eight by one to seven eighths.
        pytest.param(
            ((-200.0, 0.75), (-23.0, 3.0), (-200.0, 1.0)), -23.0 + 10 * np.log10(30 / 34), id="case10, file 5"
        ),
        pytest.param(((-20.0, 0.18), (-30.0, 0.22)) * 25, -23.0, id="case12"),
        # One whole block and three quarters, halves and quarters on either side: 4 in 7.
        pytest.param(((-200.0, 0.4), (-23.0, 0.4), (-200.0, 1.0)), -23.0 + 10 * np.log10(4 / 7), id="case13, file 20"),
    ],
)
def test_signals_for_shorter_loudness_have_the_integrated_one(
    parts: tuple[tuple[float, float], ...], lufs: float
) -> None:
    # EBU Tech 3341's cases 9 to 14 ask for short-term and momentary loudness, which Earshot does not measure.
    assert loudness(sines(*parts)) == pytest.approx(lufs, abs=0.1)


def test_five_channels_of_ebu_tech_3341_case_6() -> None:
    sine = sounds.tone(1000.0, 20.0, RATE_HZ, 1.0)
    levels = [10 ** (dbfs / 20) for dbfs in (-28.0, -28.0, -24.0, -30.0, -30.0)]
    five = np.stack([np.float32(level) * sine for level in levels], axis=1)
    assert loudness(five) == pytest.approx(-23.0, abs=0.1)
    with_lfe = np.insert(five, 3, sine, axis=1)  # L R C LFE Ls Rs: the LFE must not count
    assert loudness(with_lfe) == pytest.approx(-23.0, abs=0.1)


def test_silence_and_less_than_a_block_have_no_loudness() -> None:
    assert loudness(np.zeros((RATE_HZ, 2), dtype=np.float32)) is None
    assert loudness(sounds.tone(997.0, 0.39, RATE_HZ)[:, None]) is None
    assert loudness(np.zeros((0, 1), dtype=np.float32)) is None


def test_rate_too_low_for_the_filter_has_no_loudness() -> None:
    assert loudness(sounds.tone(400.0, 2.0, 2000)[:, None], 2000) is None


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 30_000))
def test_loudness_does_not_depend_on_the_blocks(block: int) -> None:
    wave = sounds.noise(1.0, RATE_HZ)[:, None]
    few = max(block, 97)  # very small blocks are only slow
    assert loudness(wave, RATE_HZ, few) == pytest.approx(loudness(wave), abs=1e-4)
