"""The arithmetic of learning: from a question's words to a direction for its answers, and its weight.

Stored data stay unchanged: a lesson adds one more example to a question (`engine.search.example_scores`), the
direction of the sounds chosen for similar words. There are two kinds:

Words that describe: kernel ridge regression in closed form (Saunders et al. 1998), from the vector of a text to the
mean direction of the sounds chosen for it,

    v(q) = unit(k(q) (K + I)^-1 V)      K_ij = exp((t_i . t_j - 1) / 0.15), k_i(q) = exp((t_i . q - 1) / 0.15)

with t the vectors of the taught texts and V the directions. Its weight depends on the nearest taught text: zero up to a
cosine of 0.90, so that the answer stays identical; from there half, fully at 0.98. Two captions of one kind of sound
are at 0.95 (median of val), those of two kinds at 0.00; 1 % of these above 0.48.

Private words, names given by the owner: found in a question by their letters, in any plain form. One of several words,
or unknown to the dictionary, may stand among others; one plain word must be the whole question. The mean direction of
their sounds weighs more, and words without other meaning weigh less.

The constants were chosen on val; docs/experiments/owner.md lists alternatives.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import Vectors
from engine.features.owner.teachings import are_one, is_known, tokens

NEAR_FROM, NEAR_FULL = 0.90, 0.98
"""Text cosines between which a lesson's weight rises."""
_WIDTH = 0.15
_SMOOTH = 1.0
_LEAST_WEIGHT = 0.5
_WORD_WEIGHT = 3.0
_UNKNOWN_WORDS = 0.3
"""Weight of the words if they are only a private word that no dictionary has."""
LEAST_AGREEMENT = 0.3
"""Least mean cosine of each sound with the others of a name for them to be one kind; any two are at 0.07 (median)."""


class Lesson(Struct, frozen=True, eq=False):
    """What was learnt for one text."""

    text: str
    """In small letters."""
    is_word: bool
    """A private word; otherwise words that describe."""
    sounds: int
    """How many it was learnt from."""
    agreement: float
    """Mean cosine of each sound with the mean of the others, -1 to 1; 1 for a single one."""
    asked: Vectors
    """float32 [D], unit: the text's vector."""
    towards: Vectors
    """float32 [D], unit: the mean direction of the sounds."""

    @property
    def is_used(self) -> bool:
        """Whether its sounds are alike."""
        return self.agreement >= LEAST_AGREEMENT


class LessonEffect(Struct, frozen=True, eq=False):
    """What the lessons add to one question."""

    text: str
    """Of the lesson with the highest weight."""
    sounds: int
    """How many that lesson was learnt from."""
    vector: Vectors
    """float32 [D], unit."""
    weight: float
    words_weight: float
    """The weight of the question's words beside it."""


class Lessons:
    """Applies lessons to questions. Any thread."""

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        self.all = tuple(lessons)
        self._words = [(tokens(one.text), one) for one in self.all if one.is_word and one.is_used]
        self._near = [one for one in self.all if not one.is_word and one.is_used]
        if self._near:
            self._keys = np.stack([one.asked for one in self._near]).astype(np.float64)
            gram = _kernel(self._keys @ self._keys.T) + _SMOOTH * np.eye(len(self._near))
            towards = np.stack([one.towards for one in self._near]).astype(np.float64)
            self._solved = np.asarray(np.linalg.solve(gram, towards), np.float64)

    def knows(self, word: str) -> bool:
        """Whether a private word contains this word."""
        return any(word in own for own, _ in self._words)

    def private_word(self, text: str) -> Lesson | None:
        """Returns the private word in a text, the longest of several, or None."""
        asked = tokens(text)
        found = [(len(own), lesson) for own, lesson in self._words if _stands_in(own, asked)]
        return max(found, key=lambda one: (one[0], one[1].sounds))[1] if found else None

    def pull(self, text: str, asked: Vectors) -> LessonEffect | None:
        """Returns what to add to a question; None if nothing similar was taught.

        Args:
            text: the words that describe.
            asked: float32 [D], unit: their vector.
        """
        word = self.private_word(text)
        if word is not None:
            is_all = len(tokens(text)) == len(tokens(word.text))
            is_unknown = is_all and not any(map(is_known, tokens(text)))
            return LessonEffect(
                word.text, word.sounds, word.towards, _WORD_WEIGHT, _UNKNOWN_WORDS if is_unknown else 1.0
            )
        if not self._near:
            return None
        cosines = self._keys @ asked.astype(np.float64)
        nearest = int(np.argmax(cosines))
        share = min(1.0, (float(cosines[nearest]) - NEAR_FROM) / (NEAR_FULL - NEAR_FROM))
        if share <= 0.0:
            return None
        direction = _kernel(cosines) @ self._solved
        one = self._near[nearest]
        vector = np.asarray(direction / np.linalg.norm(direction), np.float32)
        return LessonEffect(one.text, one.sounds, vector, _LEAST_WEIGHT + (1.0 - _LEAST_WEIGHT) * share, 1.0)


def lesson_of(text: str, asked: Vectors, sounds: Vectors, *, is_word: bool) -> Lesson:
    """Learns one text.

    Args:
        text: in small letters.
        asked: float32 [D], unit: its vector.
        sounds: float32 [N, D], unit, one row per sound; at least one.
    """
    total = sounds.sum(axis=0, dtype=np.float64)
    return Lesson(text, is_word, len(sounds), _agreement(sounds, total), asked, _unit(total))


def _agreement(sounds: Vectors, total: NDArray[np.float64]) -> float:
    if len(sounds) == 1:
        return 1.0
    others = total - sounds
    norms = np.maximum(np.linalg.norm(others, axis=1), 1e-12)
    return float(np.mean(np.sum(sounds * others, axis=1) / norms))


def _stands_in(own: tuple[str, ...], asked: tuple[str, ...]) -> bool:
    if len(own) == 1 and is_known(own[0]) and len(asked) != 1:
        return False
    starts = range(len(asked) - len(own) + 1)
    return any(all(map(are_one, own, asked[start : start + len(own)])) for start in starts)


def _kernel(cosines: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.exp((cosines - 1.0) / _WIDTH), np.float64)


def _unit(vector: NDArray[np.float64]) -> Vectors:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12), np.float32)
