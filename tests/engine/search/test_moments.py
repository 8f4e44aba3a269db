"""Where in a sound the answer is."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.search.moments import AROUND_S, LEAST_S, fitted, moments


def found(*windows: tuple[float, float, float]) -> list[tuple[float, float]]:
    table = np.array(windows, np.float64).reshape(-1, 3)
    return [(moment.start_s, moment.end_s) for moment in moments(table[:, 0], table[:, 1], table[:, 2])]


def test_a_short_sound_is_one_moment() -> None:
    assert found((0.0, 0.4, 0.2)) == [(0.0, 0.4)]


def test_no_windows_no_moments() -> None:
    assert found() == []


def test_overlapping_windows_that_both_answer_are_one_moment() -> None:
    # median 0.1, best 0.9: a window joins from 0.1 + 0.9 * 0.8 = 0.82
    quiet = [(float(start), float(start + 10), 0.1) for start in (20, 25, 30, 35)]
    assert found((0, 10, 0.9), (5, 15, 0.85), *quiet) == [(0.0, 15.0)]


def test_a_weak_neighbour_does_not_widen_a_moment() -> None:
    quiet = [(float(start), float(start + 10), 0.1) for start in (20, 25, 30, 35)]
    assert found((0, 10, 0.9), (5, 15, 0.6), *quiet) == [(0.0, 10.0)]


def test_a_window_between_two_moments_joins_neither_and_founds_none() -> None:
    # median 0.1, best 0.9: it would join from 0.82; joined to one, that one would reach into the other
    quiet = [(float(start), float(start + 10), 0.1) for start in (40, 50, 60, 70)]
    assert found((0, 10, 0.9), (12, 22, 0.88), (6, 16, 0.86), *quiet) == [(0.0, 10.0), (12.0, 22.0)]


def test_far_answers_are_moments_of_their_own_best_first() -> None:
    # median 0.1, best 0.9: a moment is founded from 0.5
    quiet = [(float(start), float(start + 10), 0.1) for start in (20, 30, 40, 50, 60)]
    assert found((0, 10, 0.7), (100, 110, 0.9), (200, 210, 0.4), *quiet) == [(100.0, 110.0), (0.0, 10.0)]


WINDOWS = st.lists(st.tuples(st.integers(0, 50), st.floats(-1, 1)), min_size=1, max_size=30)


@given(WINDOWS)
def test_moments_never_overlap_and_the_first_holds_the_best_window(windows: list[tuple[int, float]]) -> None:
    starts = np.array([start * 2.5 for start, _ in windows])
    cosines = np.array([cosine for _, cosine in windows])
    answer = moments(starts, starts + 5.0, cosines)
    spans = sorted((moment.start_s, moment.end_s) for moment in answer)
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(spans))
    assert answer[0].similarity == cosines.max()
    assert list(answer) == sorted(answer, key=lambda moment: -moment.similarity)


def fit(
    windows: list[tuple[float, float, float]], *events: tuple[float, float, float], is_single: bool = False
) -> list[tuple[float, float]]:
    """Windows: start, end, cosine. Events: onset, end, strength."""
    table = np.array(windows, np.float64).reshape(-1, 3)
    columns = table[:, 0], table[:, 1], table[:, 2]
    kept = np.array(events, np.float32).reshape(-1, 3)
    answer = fitted(moments(*columns), kept, *columns, is_single=is_single)
    return [(round(moment.start_s, 4), round(moment.end_s, 4)) for moment in answer]


QUIET = [(float(start), start + 5.0, 0.1) for start in (20, 25, 30, 35)]


def test_a_moment_is_as_long_as_its_event() -> None:
    assert fit([(0.0, 5.0, 0.9), *QUIET], (1.5, 2.25, 4.0)) == [(1.5, 2.25)]


def test_without_events_a_moment_is_its_window() -> None:
    assert fit([(0.0, 5.0, 0.9), *QUIET]) == [(0.0, 5.0)]
    assert fit([(0.0, 5.0, 0.9), *QUIET], (8.0, 9.0, 4.0)) == [(0.0, 5.0)]


def test_the_strongest_event_of_a_window_is_the_moment() -> None:
    assert fit([(0.0, 5.0, 0.9), *QUIET], (1.0, 2.0, 1.0), (3.0, 4.0, 6.0)) == [(3.0, 4.0)]


def test_an_event_that_only_reaches_into_the_window_is_none_of_it() -> None:
    assert fit([(0.0, 5.0, 0.9), *QUIET], (1.0, 2.0, 1.0), (4.5, 6.0, 6.0)) == [(1.0, 2.0)]
    assert fit([(0.0, 5.0, 0.9), *QUIET], (4.5, 6.0, 6.0)) == [(0.0, 5.0)]


def test_where_events_are_all_there_is_a_moment_keeps_its_windows() -> None:
    # They fill 4 of the first 15 seconds, then less than 3.
    assert fit([(0.0, 5.0, 0.9), *QUIET], (1.0, 4.0, 6.0), (6.0, 7.0, 6.0)) == [(0.0, 5.0)]
    assert fit([(0.0, 5.0, 0.9), *QUIET], (1.0, 3.0, 6.0), (6.0, 6.5, 6.0)) == [(1.0, 3.0)]


def strokes(count: int) -> list[tuple[float, float, float]]:
    """Events of a quarter of a second, half a second from one to the next."""
    return [(1.0 + number / 2, 1.25 + number / 2, 4.0 - number / 8) for number in range(count)]


def test_four_shots_are_each_their_own_and_five_steps_are_one_series() -> None:
    assert fit([(0.0, 5.0, 0.9), *QUIET], *strokes(4)) == [(1.0, 1.25)]
    assert fit([(0.0, 5.0, 0.9), *QUIET], *strokes(5)) == [(1.0, 3.25)]
    assert fit([(0.0, 5.0, 0.9), *QUIET], *strokes(5), is_single=True) == [(1.0, 1.25)]


def test_a_series_ends_where_something_else_comes() -> None:
    # Twice as long a pause, or a third of the level: what comes then is none of the series.
    assert fit([(0.0, 5.0, 0.9), *QUIET], *strokes(5), (4.0, 4.25, 3.0)) == [(1.0, 3.25)]
    assert fit([(0.0, 5.0, 0.9), *QUIET], *strokes(5), (3.5, 3.75, 1.0)) == [(1.0, 3.25)]


def test_a_short_sound_may_be_full_of_events() -> None:
    # Three shots fill 1.5 of 2.5 seconds.
    assert fit([(0.0, 2.5, 0.9)], (0.25, 0.75, 5.0), (1.0, 1.5, 6.0), (1.75, 2.25, 5.0)) == [(1.0, 1.5)]


def test_a_neighbour_of_what_answers_is_no_moment() -> None:
    # A reel: the second window answers, and the third, which holds the event as well, does not. Another is far away.
    reel = [(0.0, 5.0, 0.1), (2.5, 7.5, 0.9), (5.0, 10.0, 0.2), (7.5, 12.5, 0.1), (10.0, 15.0, 0.1)]
    assert fit(reel, (5.5, 6.5, 9.0), (13.0, 13.5, 1.0)) == [(2.5, 7.5)]
    assert fit([*reel[:2], (5.0, 10.0, 0.8), *reel[3:]], (5.5, 6.5, 9.0), (13.0, 13.5, 1.0)) == [(5.5, 6.5)]


def test_an_event_beside_the_best_window_is_no_moment_where_there_are_others() -> None:
    # The moment is two windows long; the better one holds nothing.
    reel = [(0.0, 5.0, 0.9), (2.5, 7.5, 0.88), *[(start, start + 5.0, 0.1) for start in (20.0, 25.0, 30.0)]]
    assert fit(reel, (5.5, 6.5, 9.0), (12.0, 12.5, 1.0)) == [(0.0, 7.5)]


def test_a_moment_reaches_a_little_beyond_its_window_for_an_end() -> None:
    assert fit([(0.0, 5.0, 0.9), *QUIET], (4.0, 5.75, 4.0)) == [(4.0, 5.75)]
    assert fit([(10.0, 15.0, 0.9), *QUIET], (9.25, 12.0, 4.0)) == [(9.25, 12.0)]


def test_of_a_long_event_a_moment_keeps_the_window() -> None:
    assert fit([(10.0, 15.0, 0.9), *QUIET], (8.5, 13.25, 9.0)) == [(10.0, 13.25)]
    assert fit([(10.0, 15.0, 0.9), *QUIET], (12.0, 16.5, 9.0)) == [(12.0, 15.0)]


def test_a_click_is_a_moment_of_a_fifth_of_a_second() -> None:
    assert fit([(0.0, 5.0, 0.9), *QUIET], (2.0, 2.0625, 1.0)) == [(2.0, 2.0 + LEAST_S)]


def test_a_click_at_the_very_end_stays_within_the_sound() -> None:
    assert fit([(0.0, 5.0, 0.9)], (4.9375, 5.0, 1.0)) == [(5.0 - LEAST_S, 5.0)]


def test_who_asks_for_what_is_always_there_gets_the_window() -> None:
    # A bird sings at 1 s; rain answers as well where it does not.
    assert fit([(0.0, 5.0, 0.8), (5.0, 10.0, 0.81), (10.0, 15.0, 0.4)], (1.0, 2.0, 4.0))[0] == (5.0, 10.0)
    assert fit([(0.0, 5.0, 0.8), (5.0, 10.0, 0.8), (10.0, 15.0, 0.4)], (1.0, 2.0, 4.0))[0] == (0.0, 5.0)


def test_an_event_across_two_moments_is_the_better_one_alone() -> None:
    windows = [(0.0, 5.0, 0.9), (5.0, 10.0, 0.8), *QUIET]
    assert fit(windows, (4.0, 5.5, 4.0)) == [(4.0, 5.5)]
    assert fit(windows, (4.0, 5.5, 4.0), (8.0, 9.0, 1.0)) == [(4.0, 5.5), (8.0, 9.0)]


def test_a_long_event_has_several_moments() -> None:
    windows = [(10.0, 15.0, 0.9), (15.0, 20.0, 0.2), (40.0, 45.0, 0.8), (80.0, 85.0, 0.1), (90.0, 95.0, 0.1)]
    assert fit(windows, (2.0, 60.0, 90.0)) == [(10.0, 15.0), (40.0, 45.0)]


def test_an_event_that_a_better_moment_leaves_too_little_of_is_none() -> None:
    # The better moment has no event, for a quiet window is as good.
    windows = [(0.0, 5.0, 0.8), (20.0, 25.0, 0.8), (5.0, 10.0, 0.7), *QUIET]
    assert fit(windows, (4.0, 5.125, 4.0))[2] == (5.0, 10.0)


EVENTS = st.lists(st.tuples(st.integers(0, 600), st.integers(1, 60), st.floats(0.5, 50)), max_size=20)


@given(WINDOWS, EVENTS)
def test_fitted_moments_never_overlap_and_stay_near_their_windows(
    windows: list[tuple[int, float]], parts: list[tuple[int, int, float]]
) -> None:
    events, end = [], 0.0
    for gap, length, strength in parts:
        events.append((end + gap / 10, end + gap / 10 + length / 10, strength))
        end = events[-1][1]
    starts = np.array([start * 2.5 for start, _ in windows])
    cosines = np.array([cosine for _, cosine in windows])
    before = moments(starts, starts + 5.0, cosines)
    after = fitted(before, np.array(events, np.float32).reshape(-1, 3), starts, starts + 5.0, cosines)
    spans = sorted((moment.start_s, moment.end_s) for moment in after)
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(spans))
    assert all(end - start >= LEAST_S - 1e-6 for start, end in spans)
    assert all(
        any(
            old.similarity == new.similarity
            and old.start_s - AROUND_S - LEAST_S <= new.start_s
            and new.end_s <= old.end_s + AROUND_S + LEAST_S
            for old in before
        )
        for new in after
    )
    assert after[0].similarity == before[0].similarity
