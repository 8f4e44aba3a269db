"""Which questions mean something."""

import numpy as np
import pytest

from engine.models.calibration import Calibration
from engine.search.answer_notes import doubted, hushed
from engine.search.languages import translate
from engine.search.query_parser import parse

KNOWN = frozenset({"dog", "bark", "go", "no", "808"})


def known(text: str) -> list[bool]:
    query = doubted(parse(text, synonyms=lambda word: (), translate=translate), KNOWN.__contains__)
    return [side.is_known for side in query.alternatives]


@pytest.mark.parametrize("text", ["zzxqv", "x", "a", "zzxqv qqrt", "x y"])
def test_letters_mean_nothing(text: str) -> None:
    assert known(text) == [False]


@pytest.mark.parametrize("text", ["i", "n"])
def test_a_letter_that_is_a_word_of_another_language_means_nothing_either(text: str) -> None:
    assert known(text) == [False]


@pytest.mark.parametrize("text", ["dog", "dog zzxqv", "808", "hund"])
def test_one_word_that_somebody_knows_is_enough(text: str) -> None:
    assert known(text) == [True]


def test_each_side_of_an_or_is_for_itself() -> None:
    assert known("zzxqv | dog") == [False, True]


def test_what_means_nothing_keeps_its_order_below_fair() -> None:
    calibration = Calibration(0.3, 10.0, 0.5, 8.0, fair=0.2, strong=0.8)
    found = hushed(np.array([1.0, 0.5]), calibration)
    assert found == pytest.approx([0.198, 0.099])
