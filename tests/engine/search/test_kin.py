"""How much sounds are like the best answers, by hand calculation."""

import numpy as np
import pytest

from engine.search.kin import Witnesses, best_rows, kin_of, witness_weights

# Three sounds: the best, one at cosine 0.8 and one at 0. Weights 1, e^-2 and e^-4, with 0.3: 1.453651.
_VECTORS = np.array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0]], np.float32)
_WITNESSES = Witnesses(np.array([7, 8, 9]), _VECTORS, np.array([1.0, 0.135335283, 0.018315639]))


def test_what_sounds_like_the_best_answer_is_its_kin_and_nobody_is_their_own() -> None:
    # The second: (0.8 - 0.5) / 0.5 = 0.6 of the first, 0.1 / 0.5 of the third: (0.6 + 0.2 e^-4) / 1.453651 = 0.415272.
    # The first: 0.6 e^-2 / 1.453651 = 0.055860; the third, at 0.6 of the second: 0.2 e^-2 / 1.453651 = 0.018620.
    found = kin_of(np.array([7, 8, 9]), _VECTORS, _WITNESSES)
    assert found == pytest.approx([0.055860, 0.415272, 0.018620], abs=1e-5)


def test_a_sound_that_is_asked_alone_has_the_same_kin() -> None:
    assert kin_of(np.array([8]), _VECTORS[1:2], _WITNESSES) == pytest.approx([0.415272], abs=1e-5)


def test_witnesses_are_the_five_best_and_count_by_how_good_they_are() -> None:
    evidence = np.array([-1.0, 3.0, 0.0, 1.0, 0.5, 2.0])
    best = best_rows(evidence)
    assert best.tolist() == [1, 5, 3, 4, 2]
    # e^0, e^-1, e^-2, e^-2.5, e^-3
    assert witness_weights(evidence[best]) == pytest.approx([1.0, 0.367879, 0.135335, 0.082085, 0.049787], abs=1e-6)


def test_without_witnesses_no_kin() -> None:
    nobody = Witnesses(np.zeros(0, np.int64), np.zeros((0, 4), np.float32), witness_weights(np.zeros(0)))
    assert kin_of(np.array([1]), np.ones((1, 4), np.float32), nobody).tolist() == [0.0]
    assert len(kin_of(np.zeros(0, np.int64), np.zeros((0, 4), np.float32), nobody)) == 0
