"""Dynamic time warping: by hand on a few frames, and against a plain path search."""

import numpy as np
import pytest

from training.measures.dtw import dtw_matrix, dtw_pairs

EAST, NORTH = [1.0, 0.0], [0.0, 1.0]


def test_the_same_frames_at_another_pace_are_at_no_distance() -> None:
    slow, fast = np.array([EAST, EAST, EAST, NORTH, NORTH]), np.array([EAST, NORTH])
    assert dtw_matrix([slow], [fast])[0, 0] == 0.0


def test_the_cost_is_divided_by_the_length_of_the_path() -> None:
    # East-east 0, then north-east 1/2, north-east 1/2: three steps, as the second sound has one frame.
    found = dtw_matrix([np.array([EAST, NORTH, NORTH])], [np.array([EAST])])
    assert found[0, 0] == pytest.approx(1.0 / 3.0)


def test_a_frame_of_zeros_is_as_far_as_can_be_from_all_but_zeros() -> None:
    silent, loud = np.zeros((1, 2)), np.array([EAST])
    assert dtw_matrix([silent], [loud, silent]).tolist() == [[1.0, 0.0]]


def test_a_batch_of_all_lengths_gives_what_each_pair_gives_alone() -> None:
    rng = np.random.default_rng(5)
    sounds = [rng.normal(size=(count, 4)) for count in (3, 9, 1, 6)]
    together = dtw_matrix(sounds, sounds)
    alone = [[float(dtw_matrix([one], [two])[0, 0]) for two in sounds] for one in sounds]
    assert together == pytest.approx(np.array(alone), abs=1e-6)


def test_equal_frames_are_equal_to_the_bit() -> None:
    vectors = np.random.default_rng(1).normal(size=(6, 7)).astype(np.float32)
    assert dtw_matrix([vectors], [np.repeat(vectors, 2, axis=0)])[0, 0] == 0.0


def test_a_sound_without_frames_is_refused() -> None:
    with pytest.raises(ValueError, match="without frames"):
        dtw_pairs([np.zeros((0, 2))], [np.zeros((1, 2))], np.array([[0, 0]]))
