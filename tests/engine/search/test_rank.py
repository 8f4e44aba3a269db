"""The one ranking, by hand calculation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.calibration import Calibration
from engine.search.rank import Parts, fuse, lowered, order

CALIBRATION = Calibration(
    sound_midpoint=0.3, sound_slope=10.0, meaning_midpoint=0.5, meaning_slope=8.0, fair=0.3, strong=0.7
)
NAN = float("nan")


def parts(sound: list[float], name: list[float] | None = None, keyword: list[float] | None = None) -> Parts:
    return Parts(
        np.array(sound), None if name is None else np.array(name), None if keyword is None else np.array(keyword)
    )


def test_the_sound_alone_scores_its_calibrated_probability() -> None:
    # 1 / (1 + exp(-10 (0.3 - 0.3))) = 0.5;  1 / (1 + exp(-10 (0.5 - 0.3))) = 1 / (1 + e^-2) = 0.880797
    assert fuse(parts([0.3, 0.5]), CALIBRATION) == pytest.approx([0.5, 0.880797], abs=1e-6)


def test_three_parts_back_each_other_up() -> None:
    # p_sound = 0.5, p_name = 0.5, share = 1: 1 - 0.5 * (1 - 0.8 * 0.5) * (1 - 0.7 * 1) = 1 - 0.5 * 0.6 * 0.3 = 0.91
    assert fuse(parts([0.3], [0.5], [1.0]), CALIBRATION) == pytest.approx([0.91])


def test_half_the_words_say_a_quarter() -> None:
    # p_sound = 0.5, no name vector, share = 1/2: 1 - 0.5 * (1 - 0.7 * 0.25) = 1 - 0.5 * 0.825 = 0.5875
    assert fuse(parts([0.3], [NAN], [0.5]), CALIBRATION) == pytest.approx([0.5875])


def test_a_sound_without_vectors_is_found_by_its_name() -> None:
    # p_name = 1 / (1 + exp(-8 (0.75 - 0.5))) = 1 / (1 + e^-2) = 0.880797;  1 - (1 - 0.8 * 0.880797) = 0.704638
    assert fuse(parts([NAN], [0.75], [0.0]), CALIBRATION) == pytest.approx([0.704638], abs=1e-6)


def test_a_minus_term_lowers_what_sounds_like_it() -> None:
    # p_minus = 0.5 and 0.880797 as above: 0.8 * 0.5 = 0.4 and 0.8 * 0.119203 = 0.095362; nan changes nothing
    found = lowered(np.array([0.8, 0.8, 0.8]), np.array([0.3, 0.5, NAN]), CALIBRATION)
    assert found == pytest.approx([0.4, 0.095362, 0.8], abs=1e-6)


def test_ties_go_by_cosine_then_by_path_bytes() -> None:
    scores = np.array([0.5, 0.9, 0.5, 0.5, 0.5])
    cosines = np.array([0.1, 0.0, 0.2, 0.2, NAN])
    paths = [b"/a", b"/z", b"/c", b"/b", b"/"]
    assert list(order(scores, cosines, paths)) == [1, 3, 2, 0, 4]


def test_paths_are_compared_as_bytes_not_as_letters() -> None:
    # 'Z' is 0x5A, 'a' is 0x61, 'é' is 0xC3 0xA9
    assert list(order(np.zeros(3), np.zeros(3), ["é".encode(), b"a", b"Z"])) == [2, 1, 0]


COSINES = st.floats(-1.0, 1.0)
SHARES = st.floats(0.0, 1.0)


@given(COSINES, COSINES, SHARES, COSINES, SHARES)
def test_more_of_any_part_never_lowers_a_score(
    sound: float, name: float, share: float, more_name: float, more_share: float
) -> None:
    low, high = sorted((name, more_name))
    few, many = sorted((share, more_share))
    scores = fuse(parts([sound, sound], [low, high], [few, many]), CALIBRATION)
    assert 0.0 <= scores[0] <= scores[1] <= 1.0
