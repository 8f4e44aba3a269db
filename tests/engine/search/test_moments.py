"""Where in a sound the answer is."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.search.moments import moments


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
