"""Figures of quality on made sounds, whose values follow from how they were made."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.base.quality import Flaw, SoundQuality
from engine.features.quality.measurer import QualityMeasurer
from tests.helpers.sounds import noise, tone

RATE = 48_000


def measured(
    samples: NDArray[np.float32], *, block: int = 65_536, is_loop: bool = False, bit_depth: int | None = 16
) -> SoundQuality:
    shaped = samples[:, None] if samples.ndim == 1 else samples
    measurer = QualityMeasurer(RATE, shaped.shape[1], bit_depth)
    for start in range(0, len(shaped), block):
        measurer.add(shaped[start : start + block])
    return measurer.finish(is_loop=is_loop)


def faded(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    ramp = np.minimum(1.0, np.arange(len(samples)) / (0.1 * RATE)).astype(np.float32)
    shape = ramp * ramp[::-1]
    return samples * (shape if samples.ndim == 1 else shape[:, None])


@pytest.mark.shows("quality")
@pytest.mark.parametrize("turned_down", [1.0, 0.3])
def test_each_peak_that_is_cut_off_counts(turned_down: float) -> None:
    driven = np.clip(2.0 * tone(200, 1.0, RATE, 1.0), -1.0, 1.0) * np.float32(turned_down)
    assert measured(driven).clipped == 400  # 200 periods, above and below
    assert Flaw.CLIPPED in measured(driven).flaws


@pytest.mark.parametrize("hz", [20.0, 50.0, 440.0, 6_000.0])
def test_the_top_of_a_tone_is_not_clipped(hz: float) -> None:
    steps = np.round(tone(hz, 2.0, RATE, 1.0) * 32_767) / 32_768
    assert measured(steps.astype(np.float32)).clipped == 0


@pytest.mark.shows("quality")
def test_single_samples_that_jump_out_are_clicks() -> None:
    sound = faded(noise(2.0, RATE, 0.02))
    sound[[30_000, 50_000, 70_001]] += 0.5
    assert measured(sound).clicks == 3


def test_a_knock_is_no_click() -> None:
    sound = noise(2.0, RATE, 0.001)
    decay = np.exp(-np.arange(RATE) / 400.0).astype(np.float32)
    sound[30_000 : 30_000 + RATE] += noise(1.0, RATE, 0.5, seed=2) * decay
    assert measured(sound).clicks == 0


@pytest.mark.shows("quality")
def test_the_mean_of_the_samples_is_the_dc_offset() -> None:
    found = measured(tone(100, 1.0, RATE, 0.5) + np.float32(0.02))
    assert found.dc == pytest.approx(0.02, abs=1e-6)
    assert Flaw.DC in found.flaws


@pytest.mark.shows("quality")
def test_silence_at_both_ends_is_measured_in_seconds() -> None:
    sound = np.concatenate([np.zeros(RATE), tone(1_000, 1.0, RATE), np.zeros(3 * RATE)]).astype(np.float32)
    found = measured(sound)
    assert (found.head_s, found.tail_s) == pytest.approx((1.0, 3.0), abs=0.001)
    assert {Flaw.SILENT_HEAD, Flaw.SILENT_TAIL} <= set(found.flaws)


def test_a_sound_without_sound_is_silent_from_end_to_end() -> None:
    found = measured(np.zeros(2 * RATE, np.float32))
    assert (found.head_s, found.tail_s, found.clipped) == (2.0, 2.0, 0)


@pytest.mark.shows("quality")
def test_an_end_at_full_level_is_cut_off() -> None:
    sound = faded(noise(2.0, RATE))
    assert Flaw.CUT in measured(sound[: RATE // 2]).flaws
    assert Flaw.CUT not in measured(sound).flaws


def test_a_loop_is_not_cut_off() -> None:
    assert Flaw.CUT not in measured(tone(100, 1.0, RATE)).flaws


@pytest.mark.shows("quality")
def test_equal_channels_are_found() -> None:
    left, other = faded(noise(1.0, RATE)), faded(noise(1.0, RATE, seed=1))
    assert Flaw.MONO in measured(np.stack([left, left], axis=1)).flaws
    assert Flaw.MONO not in measured(np.stack([left, other], axis=1)).flaws
    assert measured(left).side_db is None


@pytest.mark.shows("quality")
def test_a_swapped_wire_is_out_of_phase() -> None:
    left = faded(noise(1.0, RATE))
    found = measured(np.stack([left, -0.5 * left + np.float32(0.1)], axis=1))  # an offset says nothing of phase
    assert found.phase == pytest.approx(-1.0, abs=1e-4)
    assert Flaw.PHASE in found.flaws


def test_the_phase_of_a_quarter_period_is_none() -> None:
    left = tone(1_000, 1.0, RATE)
    right = np.roll(left, 12)  # 48 samples a period: sine and cosine
    assert measured(np.stack([left, right], axis=1)).phase == pytest.approx(0.0, abs=1e-6)


@pytest.mark.shows("quality")
def test_a_seam_fits_where_the_wave_goes_on() -> None:
    whole, torn = tone(100, 1.0, RATE), tone(100.25, 1.0, RATE)  # 100 periods, and a quarter more
    assert measured(whole).seam_fits
    broken = measured(torn, is_loop=True)
    assert not broken.seam_fits
    assert Flaw.SEAM in broken.flaws


def test_a_sound_of_no_samples_has_no_figures() -> None:
    assert QualityMeasurer(RATE, 2).finish() == SoundQuality()


@settings(max_examples=25, deadline=None)
@given(st.integers(50, 30_000), st.integers(0, 5))
def test_figures_do_not_depend_on_the_size_of_blocks(block: int, seed: int) -> None:
    sound = np.clip(noise(1.0, RATE, 1.0, seed) * np.float32(1.3), -0.5, 0.5)
    sound[[20_000, 33_333]] += 0.4
    pair = np.stack([sound, np.roll(sound, 7)], axis=1)
    one, other = measured(pair), measured(pair, block=block)
    assert (one.clipped, one.clicks, one.flaws, one.head_s) == (other.clipped, other.clicks, other.flaws, other.head_s)
    assert (other.dc, other.phase, other.end_db) == pytest.approx((one.dc, one.phase, one.end_db), abs=1e-4)
