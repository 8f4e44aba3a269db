"""The one ranking, by hand calculation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.calibration import Calibration
from engine.search.score_rule import CandidateParts, fuse, lowered, order

CALIBRATION = Calibration(
    sound_midpoint=0.3, sound_slope=10.0, meaning_midpoint=0.5, meaning_slope=8.0, fair=0.3, strong=0.7
)
NAN = float("nan")


def parts(sound: list[float], name: list[float] | None = None, keyword: list[float] | None = None) -> CandidateParts:
    return CandidateParts(
        np.array(sound), None if name is None else np.array(name), None if keyword is None else np.array(keyword)
    )


def test_the_sound_alone_scores_its_calibrated_probability() -> None:
    # 1 / (1 + exp(-10 (0.3 - 0.3))) = 0.5;  1 / (1 + exp(-10 (0.5 - 0.3))) = 1 / (1 + e^-2) = 0.880797
    assert fuse(parts([0.3, 0.5]), CALIBRATION) == pytest.approx([0.5, 0.880797], abs=1e-6)


def test_the_parts_add_as_log_odds() -> None:
    # e_sound = 10 (0.3 - 0.3) = 0, ln(1 + e^0) = 0.693147; e_name = 8 (0.5 - 0.5) = 0:
    # -2.6 + 0.693147 + 2.0 + 4.2 = 4.293147; 1 / (1 + e^-4.293147) = 0.986522
    assert fuse(parts([0.3], [0.5], [1.0]), CALIBRATION) == pytest.approx([0.986522], abs=1e-6)


def test_half_the_words_say_half() -> None:
    # e_sound = 10 (0.2 - 0.3) = -1, ln(1 + e^-1) = 0.313262; e_name = 8 (0.25 - 0.5) = -2:
    # -2.6 - 0.27 + 0.313262 + 2.0 - 1.12 + 2.1 = 0.423262; 1 / (1 + e^-0.423262) = 0.604263
    assert fuse(parts([0.2], [0.25], [0.5]), CALIBRATION) == pytest.approx([0.604263], abs=1e-6)


def test_a_name_that_means_something_else_is_behind_one_that_says_nothing() -> None:
    # The same faint sound, e_sound = -2: -2.6 - 0.54 + ln(1 + e^-2) = -3.013072 without a name: 0.046839.
    # With a name of cosine 0, e_name = -4: 2.0 - 2.24 = -0.24 more, so -3.253072: 0.037217
    found = fuse(parts([0.1, 0.1], [NAN, 0.0], [0.0, 0.0]), CALIBRATION)
    assert found == pytest.approx([0.046839, 0.037217], abs=1e-6)


def test_a_nameless_sound_that_is_like_the_best_answers_rises() -> None:
    # As above, and 2.4 * 0.7 = 1.68 more: -1.333072; 1 / (1 + e^1.333072) = 0.208652
    nameless = CandidateParts(np.array([0.1, 0.1]), np.array([NAN, NAN]), np.zeros(2), np.array([0.7, NAN]))
    assert fuse(nameless, CALIBRATION) == pytest.approx([0.208652, 0.046839], abs=1e-6)


def test_a_sound_without_vectors_is_found_by_its_name() -> None:
    # e_sound counts as -3, ln(1 + e^-3) = 0.048587; e_name = 8 (0.75 - 0.5) = 2:
    # -2.6 - 0.81 + 0.048587 + 2.0 + 1.12 = -0.241413; 1 / (1 + e^0.241413) = 0.439938
    assert fuse(parts([NAN], [0.75], [0.0]), CALIBRATION) == pytest.approx([0.439938], abs=1e-6)


def test_nothing_known_is_no_answer() -> None:
    assert fuse(parts([NAN]), CALIBRATION) == pytest.approx([0.0])


def test_a_minus_term_lowers_what_sounds_like_it() -> None:
    # p_minus = 0.5 and 0.880797 as above: 0.8 * 0.5^2 = 0.2 and 0.8 * 0.119203^2 = 0.011367; nan changes nothing
    found = lowered(np.array([0.8, 0.8, 0.8]), np.array([0.3, 0.5, NAN]), CALIBRATION)
    assert found == pytest.approx([0.2, 0.011367, 0.8], abs=1e-6)


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
