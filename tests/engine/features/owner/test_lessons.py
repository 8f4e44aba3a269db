"""The arithmetic of lessons against calculations by hand, and which words a private word is found in."""

import math

import numpy as np
import pytest

from engine.features.owner.lessons import Lesson, Lessons, lesson_of
from engine.features.owner.teachings import are_one, is_known, tokens


def unit(*values: float) -> np.ndarray:  # type: ignore[type-arg]
    vector = np.array(values, np.float32)
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


X, Y, Z = unit(1, 0, 0), unit(0, 1, 0), unit(0, 0, 1)


def turned(cosine: float) -> np.ndarray:  # type: ignore[type-arg]
    """A text whose cosine with X is this."""
    return unit(cosine, math.sqrt(1.0 - cosine * cosine), 0.0)


def described(text: str, asked: np.ndarray, towards: np.ndarray) -> Lesson:  # type: ignore[type-arg]
    return Lesson(text, False, 3, 0.8, asked, towards)


def word(text: str, sounds: int = 5) -> Lesson:
    return Lesson(text, True, sounds, 0.8, X, Z)


@pytest.mark.parametrize(("cosine", "weight"), [(1.0, 1.0), (0.98, 1.0), (0.94, 0.75), (0.901, 0.50625)])
def test_a_lesson_counts_by_how_near_the_words_are(cosine: float, weight: float) -> None:
    # (0.94 - 0.90) / 0.08 = 0.5 of the half that is above 0.5: 0.75; (0.901 - 0.90) / 0.08 = 0.0125: 0.50625.
    pull = Lessons([described("door", X, Z)]).pull("gate", turned(cosine))
    assert pull is not None
    assert pull.weight == pytest.approx(weight, abs=1e-4)
    assert (pull.text, pull.sounds, pull.words_weight) == ("door", 3, 1.0)
    assert pull.vector == pytest.approx(Z)


@pytest.mark.parametrize("cosine", [0.899, 0.5, 0.0])
def test_words_unlike_all_that_was_taught_are_left_alone(cosine: float) -> None:
    assert Lessons([described("door", X, Z)]).pull("gate", turned(cosine)) is None
    assert Lessons([]).pull("gate", X) is None


def test_two_lessons_are_joined_by_kernel_ridge_regression() -> None:
    # k = exp((0.97 - 1) / 0.15) = 0.8187; (K + I)^-1 of [[2, k], [k, 2]] is [[2, -k], [-k, 2]] / (4 - k^2).
    # For q = the first text: k(q) = [1, k], so a = [2 - k^2, 2k - k] / (4 - k^2) ~ [1.3297, 0.8187]: 0.6157 to one.
    other = turned(0.97)
    pull = Lessons([described("one", X, Z), described("other", other, Y)]).pull("one", X)
    assert pull is not None
    k = math.exp(-0.03 / 0.15)
    assert pull.vector == pytest.approx(unit(0.0, k, 2.0 - k * k), abs=1e-4)


@pytest.mark.parametrize(
    ("taught", "asked", "is_found"),
    [
        ("scene4 whoosh", "Scene4 whooshes", True),
        ("scene4 whoosh", "a long scene4 whoosh far away", True),
        ("scene4 whoosh", "whoosh scene4", False),
        ("our door", "our doors", True),
        ("our door", "our old door", False),
        ("zorvex", "heavy zorvex hit", True),
        # One plain word stands in many questions, and must be all that is asked.
        ("door", "doors", True),
        ("door", "wooden door creaks", False),
    ],
)
def test_a_private_word_is_found_by_its_letters(taught: str, asked: str, is_found: bool) -> None:
    pull = Lessons([word(taught)]).pull(asked, Y)
    assert (pull is not None) == is_found


def test_the_longest_private_word_counts() -> None:
    pull = Lessons([word("zorvex"), word("zorvex gate")]).pull("zorvex gate slams", Y)
    assert pull is not None
    assert pull.text == "zorvex gate"


def test_words_that_mean_nothing_beside_a_private_word_count_less() -> None:
    unknown, known = (Lessons([word(text)]).pull(text, Y) for text in ("zorvex", "our door"))
    assert unknown is not None
    assert known is not None
    assert (unknown.words_weight, known.words_weight) == (0.3, 1.0)


def test_sounds_that_have_nothing_in_common_teach_nothing() -> None:
    alike = lesson_of("zorvex", X, np.stack([Z, unit(0, 0.5, 1), unit(0, -0.5, 1)]), is_word=True)
    apart = lesson_of("zorvex", X, np.stack([X, Y, Z]), is_word=True)
    assert alike.is_used
    assert alike.towards == pytest.approx(Z, abs=1e-6)
    # Each is at a right angle to the sum of the others.
    assert apart.agreement == pytest.approx(0.0, abs=1e-6)
    assert not apart.is_used
    assert Lessons([apart]).pull("zorvex", X) is None
    assert not Lessons([apart]).knows("zorvex")


def test_one_sound_agrees_with_itself() -> None:
    assert lesson_of("door", X, Z[None], is_word=False).agreement == 1.0


def test_words_of_a_text() -> None:
    assert tokens("Scene4: Whoosh_b (ÄUSSERE)") == ("scene4", "whoosh", "b", "äussere")
    assert are_one("doors", "door")
    assert not are_one("door", "floor")
    assert is_known("creaking")
    assert not is_known("zorvex")
