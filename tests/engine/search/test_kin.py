"""How much sounds are like the best answers, by hand calculation."""

import numpy as np
import pytest

from engine.search.kin import kin_of


def test_what_sounds_like_the_best_answer_is_its_kin_and_nobody_is_their_own() -> None:
    # Three sounds: the best, one at cosine 0.8 and one at 0. Weights 1, e^-2 and e^-4, with 0.3: 1.453651.
    # The second: (0.8 - 0.5) / 0.5 = 0.6 of the first, 0.1 / 0.5 of the third: (0.6 + 0.2 e^-4) / 1.453651 = 0.415272.
    # The first: 0.6 e^-2 / 1.453651 = 0.055860; the third, at 0.6 of the second: 0.2 e^-2 / 1.453651 = 0.018620.
    vectors = np.array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0]], np.float32)
    found = kin_of(np.array([3.0, 1.0, -1.0]), vectors)
    assert found == pytest.approx([0.055860, 0.415272, 0.018620], abs=1e-5)


def test_no_sounds_no_kin() -> None:
    assert len(kin_of(np.zeros(0), np.zeros((0, 4), np.float32))) == 0
