"""Finding points of the map, against looking at every one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.features.map.points import Points

_PLACES = np.random.default_rng(3).normal(size=(3_000, 2)).astype(np.float32)


@settings(deadline=None, max_examples=50)
@given(st.floats(-4, 4), st.floats(-4, 4), st.floats(0.001, 1.0))
def test_the_nearest_is_the_nearest_of_all(x: float, y: float, within: float) -> None:
    distances = np.hypot(_PLACES[:, 0] - x, _PLACES[:, 1] - y)
    found = Points(_PLACES).nearest(x, y, within)
    if found is None:
        assert distances.min() >= within * 0.999
    else:
        assert distances[found] == pytest.approx(distances.min())


def test_a_rectangle_holds_what_lies_between_its_sides() -> None:
    outline = np.array([[-0.5, -0.25], [1.0, -0.25], [1.0, 0.75], [-0.5, 0.75]])
    x, y = _PLACES[:, 0], _PLACES[:, 1]
    expected = np.flatnonzero((x > -0.5) & (x < 1.0) & (y > -0.25) & (y < 0.75))
    np.testing.assert_array_equal(Points(_PLACES).inside(outline), expected)


def test_a_notch_is_outside() -> None:
    places = np.array([[1.0, 0.5], [3.0, 0.5], [2.0, 2.5]], np.float32)
    outline = np.array([[0, 0], [4, 0], [4, 3], [2, 1], [0, 3]], float)  # an M: its middle is open at the top
    np.testing.assert_array_equal(Points(places).inside(outline), [0, 1])


def test_two_corners_enclose_nothing_and_no_points_are_no_trouble() -> None:
    assert len(Points(_PLACES).inside(np.array([[0.0, 0.0], [1.0, 1.0]]))) == 0
    none = Points(np.zeros((0, 2), np.float32))
    assert none.nearest(0.0, 0.0, 1.0) is None
    assert len(none.inside(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]))) == 0
