"""Windows of a streamed sound: the plan's and, in a long sound, one of each event that stands out."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.audio.event_windows import LONG_S, MOST_SHARE, SoundWindows, by_start
from engine.audio.segments import Segment, SegmentPlan, cut, fit_to_rung
from tests.helpers.sounds import noise, tone

RATE = 8_000
PLAN = SegmentPlan(RATE, segment_s=5.0, hop_s=2.5, ladder_s=(0.5, 1.0, 2.0, 5.0), padding="zeros")
NEAR_S = 0.08
"""As far as a bound of an event may be away."""

Wave = NDArray[np.float32]


def bed(seconds: float, *bursts_s: float, length_s: float = 0.8) -> Wave:
    """Soft noise with loud tones of `length_s` at some times."""
    wave = noise(seconds, RATE, 0.01)
    for at_s in bursts_s:
        wave[round(at_s * RATE) :][: round(length_s * RATE)] += tone(1_000.0, length_s, RATE, 0.5)
    return wave


def windows(wave: Wave, block: int = 16_384) -> list[Segment]:
    made = SoundWindows(PLAN)
    found = [window for at in range(0, len(wave), block) for window in made.push(wave[at : at + block])]
    return found + made.finish()


def own(found: list[Segment], wave: Wave) -> list[Segment]:
    """The windows that are not the plan's."""
    planned = {(one.start_s, one.end_s) for one in cut(wave, PLAN)}
    return [one for one in found if (one.start_s, one.end_s) not in planned]


def test_an_event_of_a_long_sound_has_a_window_as_if_it_were_a_file() -> None:
    wave = bed(200.0, 101.3)
    (window,) = own(windows(wave), wave)
    assert (window.start_s, window.end_s) == pytest.approx((101.3, 102.1), abs=NEAR_S)
    first, end = round(window.start_s * RATE), round(window.end_s * RATE)
    assert np.array_equal(window.wave, fit_to_rung(wave[first:end], PLAN)) and len(window.wave) == RATE


def test_the_windows_of_the_plan_are_all_there() -> None:
    wave = bed(200.0, 101.3)
    found = {(one.start_s, one.end_s): one.wave for one in windows(wave)}
    assert all(np.array_equal(found[one.start_s, one.end_s], one.wave) for one in cut(wave, PLAN))


def test_a_sound_of_a_minute_has_the_windows_of_the_plan_alone() -> None:
    wave = bed(LONG_S, 20.0, 40.0)
    assert own(windows(wave), wave) == []


@pytest.mark.parametrize("at_s", [0.5, 59.8, 64.0, 69.9, 119.7, 128.5])
def test_an_event_anywhere_has_one_window(at_s: float) -> None:
    """At the first second, beside the ends of pages of a minute, and at the last second."""
    wave = bed(129.6, at_s)
    assert [one.start_s for one in own(windows(wave), wave)] == pytest.approx([at_s], abs=NEAR_S)


@pytest.mark.parametrize("block", [999, 40_000, 10_000_000])
def test_windows_do_not_depend_on_blocks(block: int) -> None:
    wave = bed(190.0, *np.arange(3.0, 180.0, 4.7).tolist())
    one, other = windows(wave), windows(wave, block)
    assert sorted((a.start_s, a.end_s) for a in one) == sorted((a.start_s, a.end_s) for a in other)


def test_many_events_add_half_as_many_windows_at_most() -> None:
    wave = bed(300.0, *np.arange(2.0, 298.0, 1.5).tolist(), length_s=0.3)
    assert len(own(windows(wave), wave)) == MOST_SHARE * 300.0 / PLAN.hop_s  # of 198 events


def test_a_long_event_has_a_window_that_lies_in_one_of_the_plan() -> None:
    """So that a sidecar without windows of events can be told from one that hides something."""
    wave = bed(120.0, 63.0, length_s=4.0)
    (window,) = own(windows(wave), wave)
    assert window.end_s - window.start_s == pytest.approx(2.5)
    assert any(one.start_s <= window.start_s and window.end_s <= one.end_s for one in cut(wave, PLAN))


def test_no_two_windows_begin_at_the_same_time() -> None:
    wave = bed(120.0, *(at_s + 0.04 for at_s in np.arange(10.0, 110.0, 2.5)))
    starts = [one.start_s for one in windows(wave)]
    assert len(set(starts)) == len(starts)


def test_windows_are_stored_in_order_of_time() -> None:
    assert by_start([(0.0, 5.0), (5.0, 10.0), (2.1, 3.0)]) == [0, 2, 1]
