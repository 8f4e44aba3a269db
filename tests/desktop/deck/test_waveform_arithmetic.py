"""Spans, rulers, columns and tiles: the waveform's arithmetic."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.deck.drawing import lane_coverage, pixel_columns
from desktop.deck.spectrogram_tiles import COLUMNS, Tile, tiles_for
from desktop.deck.waveform_paint import label, marks, step_s
from desktop.deck.waveform_span import Span
from engine.audio.zoom import ZoomStretch


def stretch(values: list[float], start_s: float = 0.0, end_s: float = 1.0) -> ZoomStretch:
    highs = np.array([values], np.float32)
    return ZoomStretch(start_s, end_s, -highs, highs)


def test_pixels_take_the_extremes_of_the_columns_they_touch() -> None:
    # Columns are narrower than pixels: a pixel of 2 columns, joined to the one on its left.
    _, highs = pixel_columns(stretch([0.1, 0.9, 0.2, 0.3]), 0.0, 1.0, 2)
    assert highs[0] == pytest.approx([0.9, 0.3])


def test_pixels_beyond_the_stretch_have_nothing_to_draw() -> None:
    _, highs = pixel_columns(stretch([0.5, 0.5], 0.25, 0.75), 0.0, 1.0, 4)
    assert np.isnan(highs[0]).tolist() == [True, False, False, True]


@given(count=st.integers(1, 300), width_px=st.integers(1, 300), place=st.integers(0, 299))
def test_a_single_click_is_seen_at_any_width(count: int, width_px: int, place: int) -> None:
    values = [0.0] * count
    values[place % count] = 0.8
    _, highs = pixel_columns(stretch(values), 0.0, 1.0, width_px)
    assert highs.max() == np.float32(0.8)


def test_columns_that_do_not_meet_are_joined() -> None:
    apart = ZoomStretch(0.0, 1.0, np.array([[0.5, -0.6]], np.float32), np.array([[0.6, -0.5]], np.float32))
    lows, highs = pixel_columns(apart, 0.0, 1.0, 2)
    assert (lows[0, 1], highs[0, 1]) == (np.float32(-0.6), np.float32(0.5))


def test_full_scale_covers_the_lane_and_silence_a_hairline() -> None:
    covered = lane_coverage(np.array([-1.0, 0.0], np.float32), np.array([1.0, 0.0], np.float32), 11)
    # Full scale reaches from 0.5 to 10.5 of 11 pixels: the outermost are half covered.
    assert covered[:, 0].tolist() == [127, *[255] * 9, 127]
    assert covered[:, 1].tolist() == [0] * 5 + [255] + [0] * 5


def test_nothing_to_draw_covers_nothing() -> None:
    nothing = np.full(3, np.nan, np.float32)
    assert lane_coverage(nothing, nothing, 9).max() == 0


@given(
    duration_s=st.floats(0.01, 36_000),
    at=st.floats(0, 1),
    factors=st.lists(st.floats(0.1, 10), max_size=8),
)
def test_a_span_never_leaves_the_sound(duration_s: float, at: float, factors: list[float]) -> None:
    span = Span.whole(duration_s)
    for factor in factors:
        span = span.zoomed(factor, span.start_s + at * span.length_s)
    assert 0 <= span.start_s < span.end_s <= duration_s * (1 + 1e-12)


@given(at=st.floats(0.1, 0.9), factor=st.floats(1.0, 50.0))
def test_zooming_in_keeps_the_place_under_the_pointer(at: float, factor: float) -> None:
    span = Span.whole(100.0).zoomed(factor, 100.0 * at)
    assert span.x_of(100.0 * at, 1000) == pytest.approx(1000 * at)


@pytest.mark.parametrize(
    ("length_s", "step"), [(10.0, 1.0), (36_000.0, 3600.0), (1.0, 0.1), (0.002, 0.0002), (60.0, 10.0), (0.4, 0.05)]
)
def test_ruler_marks_are_round_and_ninety_pixels_apart(length_s: float, step: float) -> None:
    assert step_s(length_s, 1000) == pytest.approx(step)


@pytest.mark.parametrize(
    ("at_s", "step", "text"),
    [
        (5, 1, "0:05"),
        (7.5, 0.5, "0:07.5"),
        (0.0025, 0.0005, "0:00.0025"),
        (3725, 60, "1:02:05"),
        (59.9999, 0.01, "1:00.00"),
    ],
)
def test_ruler_labels_are_as_fine_as_the_marks(at_s: float, step: float, text: str) -> None:
    assert label(at_s, step) == text


def test_marks_stand_only_in_view() -> None:
    assert [text for _, text in marks(2.5, 5.5, 300)] == ["0:03", "0:04", "0:05"]


def test_tiles_cover_the_view_at_about_a_column_a_pixel() -> None:
    tiles = tiles_for(100.0, 110.0, 1280)
    # 10 s / 1280 pixels are 2^-7 s each; a tile of 512 columns holds 4 s: the 25th starts at 100 s.
    assert tiles == (Tile(-7, 25), Tile(-7, 26), Tile(-7, 27))
    assert tiles[0].start_s == 100.0 and tiles[0].end_s - tiles[0].start_s == COLUMNS * 2.0**-7
