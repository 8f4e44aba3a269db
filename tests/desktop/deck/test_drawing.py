"""Overviews as lines."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from desktop.deck.drawing import wave_lines


def test_a_full_scale_column_fills_the_height() -> None:
    columns = np.array([[-127, 127]], np.int8)
    tops, bottoms = wave_lines(columns, 3, 101.0)
    # The middle is 50.5, full scale half a pixel less: 0.5 to 100.5.
    assert tops.tolist() == [0.5] * 3
    assert bottoms.tolist() == [100.5] * 3


def test_silence_keeps_a_hairline() -> None:
    tops, bottoms = wave_lines(np.zeros((2048, 2), np.int8), 200, 40.0)
    assert np.all(bottoms - tops == 1.0)


def test_no_overview_gives_a_hairline() -> None:
    tops, bottoms = wave_lines(np.zeros((0, 2), np.int8), 5, 40.0)
    assert len(tops) == len(bottoms) == 5


@given(columns=st.integers(1, 300), width_px=st.integers(1, 300), place=st.integers(0, 299))
def test_a_single_click_is_seen_at_any_width(columns: int, width_px: int, place: int) -> None:
    overview = np.zeros((columns, 2), np.int8)
    overview[place % columns] = (-100, 100)
    tops, _ = wave_lines(overview, width_px, 256.0)
    assert tops.min() < 128 - 90
