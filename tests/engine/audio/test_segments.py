"""Windows: where they start, how they are padded, and that streaming changes nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.audio.segments import Segmenter, SegmentPlan, cut, fit_to_rung

PLAN = SegmentPlan(sample_rate_hz=100, segment_s=2.0, hop_s=1.0, ladder_s=(0.5, 1.0, 2.0), padding="zeros")


def ramp(count: int) -> np.ndarray:
    return np.arange(1, count + 1, dtype=np.float32)


def starts(seconds: float) -> list[float]:
    return [segment.start_s for segment in cut(ramp(round(seconds * 100)), PLAN)]


def test_windows_start_every_hop_while_they_fit() -> None:
    assert starts(4.0) == [0.0, 1.0, 2.0]


def test_rest_over_a_quarter_second_gets_a_window_that_ends_with_the_sound() -> None:
    segments = cut(ramp(326), PLAN)
    assert [(s.start_s, s.end_s) for s in segments] == [(0.0, 2.0), (1.0, 3.0), (1.26, 3.26)]
    np.testing.assert_array_equal(segments[-1].wave, ramp(326)[126:])


def test_rest_of_a_quarter_second_is_left_out() -> None:
    assert starts(3.25) == [0.0, 1.0]


def test_short_sound_is_one_window_on_the_smallest_rung_that_holds_it() -> None:
    (segment,) = cut(ramp(51), PLAN)
    assert (segment.start_s, segment.end_s, len(segment.wave)) == (0.0, 0.51, 100)
    assert not segment.wave[51:].any()


def test_one_sample_is_still_a_window() -> None:
    (segment,) = cut(ramp(1), PLAN)
    assert len(segment.wave) == 50


def test_no_samples_give_no_window() -> None:
    assert cut(ramp(0), PLAN) == []


def test_repeat_padding_plays_the_sound_again() -> None:
    plan = SegmentPlan(100, 2.0, 1.0, (0.5, 1.0, 2.0), "repeat")
    np.testing.assert_array_equal(fit_to_rung(ramp(20), plan), np.r_[ramp(20), ramp(20), ramp(10)])


def test_whole_repeats_end_in_silence_instead_of_half_a_sound() -> None:
    plan = SegmentPlan(100, 2.0, 1.0, (0.5, 1.0, 2.0), "repeat_whole")
    np.testing.assert_array_equal(fit_to_rung(ramp(20), plan), np.r_[ramp(20), ramp(20), np.zeros(10)])
    np.testing.assert_array_equal(fit_to_rung(ramp(50), plan), ramp(50))


def test_silence_at_the_ends_is_cut_away_before_the_sound_is_repeated() -> None:
    plan = SegmentPlan(1_000, 2.0, 1.0, (0.5, 1.0, 2.0), "repeat_sounding")
    sound = np.linspace(0.5, 1.0, 200, dtype=np.float32)
    late = np.concatenate([np.zeros(700, np.float32), sound, np.full(300, 1e-5, np.float32)])
    np.testing.assert_array_equal(fit_to_rung(late, plan), np.r_[sound, sound, sound[:100]])
    (window,) = cut(late, plan)
    assert (window.start_s, window.end_s, len(window.wave)) == (0.0, 1.2, 500)


def test_a_window_that_is_quiet_is_lifted_and_silence_stays_silence() -> None:
    plan = SegmentPlan(1_000, 2.0, 1.0, (1.0, 2.0), "repeat_sounding")
    tone = np.sin(np.arange(1_000, dtype=np.float32) / 3.0)
    for gain, rms_db in ((1.0, -3.0), (1e-2, -35.0), (1e-5, -63.0)):  # the last by 40 dB, and no further
        found = fit_to_rung((tone * gain).astype(np.float32), plan)
        assert 10.0 * np.log10(np.square(found).mean()) == pytest.approx(rms_db, abs=0.1)
    assert not fit_to_rung(np.zeros(1_000, np.float32), plan).any()


def test_a_click_keeps_its_silence() -> None:
    plan = SegmentPlan(1_000, 2.0, 1.0, (0.5, 2.0), "repeat_sounding")
    click = np.zeros(400, np.float32)
    click[100:140] = 1.0
    np.testing.assert_array_equal(fit_to_rung(click, plan), np.r_[click, click[:100]])


@pytest.mark.parametrize(
    ("field", "value"), [("hop_s", 3.0), ("padding", "mirror"), ("ladder_s", (1.0, 0.5)), ("ladder_s", (1.0,))]
)
def test_impossible_plan_is_refused(field: str, value: object) -> None:
    given = {"sample_rate_hz": 100, "segment_s": 2.0, "hop_s": 1.0, "ladder_s": (2.0,), "padding": "zeros"}
    with pytest.raises(ValueError):
        SegmentPlan(**(given | {field: value}))  # type: ignore[arg-type]


@given(st.lists(st.integers(0, 350), max_size=8), st.floats(0.05, 2.0))
def test_streaming_gives_the_same_windows_as_the_whole(sizes: list[int], hop_s: float) -> None:
    plan = SegmentPlan(100, 2.0, hop_s, (0.5, 1.0, 2.0), "zeros")
    samples = ramp(sum(sizes))
    segmenter = Segmenter(plan)
    streamed = [s for part in np.split(samples, np.cumsum(sizes)) for s in segmenter.push(part)] + segmenter.finish()
    whole = cut(samples, plan)
    assert [(s.start_s, s.end_s) for s in streamed] == [(s.start_s, s.end_s) for s in whole]
    assert all(np.array_equal(a.wave, b.wave) for a, b in zip(streamed, whole, strict=True))


@given(st.integers(1, 3000))
def test_windows_hold_the_sound_at_their_start_and_leave_at_most_a_quarter_second(count: int) -> None:
    samples = ramp(count)
    segments = cut(samples, PLAN)
    for segment in segments:
        first, end = round(segment.start_s * 100), round(segment.end_s * 100)
        np.testing.assert_array_equal(segment.wave[: end - first], samples[first:end])
    assert count / 100 - segments[-1].end_s <= 0.25
