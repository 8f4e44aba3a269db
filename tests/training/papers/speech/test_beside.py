"""Two detectors of speech are compared fairly."""

import numpy as np
import pytest

from training.evaluation.voice_detectors import beside, lines, listened, threshold_for, together


def test_who_sets_speech_above_the_rest_more_often_is_better() -> None:
    speech, others = np.array([0.9, 0.8]), np.array([0.1, 0.85])
    found = beside((speech, others), (others, speech))
    assert (found.ours.value, found.theirs.value) == (0.75, 0.25)  # 3 of 4 pairs in order
    assert found.apart.value == pytest.approx(0.5)


def test_a_threshold_is_found_at_which_as_much_is_heard() -> None:
    chances = np.linspace(0.0, 1.0, 101)
    at = threshold_for(chances, 0.8)
    assert listened(chances, at).value == pytest.approx(0.8, abs=0.02)


def test_who_is_surer_counts_for_more() -> None:
    assert together(np.array([0.5]), np.array([0.9]))[0] == pytest.approx(0.75)  # odds 1 and 9: sqrt(9) = 3
    assert together(np.array([1.0]), np.array([0.0]))[0] == pytest.approx(0.5)


def test_sounds_without_others_have_no_share_of_others() -> None:
    one = np.array([0.5]), np.zeros(0)
    assert not any("others" in line for line in lines("words", one, one))
