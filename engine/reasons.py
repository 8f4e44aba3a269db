"""Why a sound answers a question: how each of its windows fits, what each word brings, what kinds it sounds like.

What a word brings is found by leaving it out: the question is asked of this sound alone, as it stands and without the
word, and the log odds of the two scores are compared. So it holds for whatever the ranking does with the word, in the
ear, in names and in keywords; two words that mean the same share what they bring.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.library import Library
from engine.question import Question
from engine.search.filtering import FILTERS
from engine.search.marks import Mark, MarkKind, marks
from engine.search.parse import cut, is_function_word
from engine.search.ranking import Strip
from engine.stopping import Cancel, never
from engine.suggest import Suggestion
from engine.text_forms import small
from engine.types import Among, Confidence, Hit, SoundId

MOST_WORDS = 12
"""Words of a question that are left out in turn; the first ones of a longer question."""
_KINDS = 3
_LEAST = 1e-4
"""Scores are kept this far from 0 and 1, where odds have no bounds."""
_NOTABLE = 0.5
"""Log odds that words bring together, at least, before one of them is said to bring all of it."""
_DESCRIBING = (MarkKind.WORD, MarkKind.QUOTED, MarkKind.MINUS)


@dataclass(frozen=True, slots=True)
class WordShare:
    """What one word, quoted phrase or minus term of a question brings to a sound."""

    word: str
    """As it was typed, with its quotation marks or minus."""
    without: float | None
    """The sound's score without it, 0 to 1; None where nothing is left that finds it."""
    gain: float | None
    """By how much it raises the log odds of the score; below 0 where the sound answers better without it."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why one sound answers a question."""

    hit: Hit
    """With all its moments. Its score is the one it has in the list."""
    strip: Strip
    """Every window in order of time; empty for a sound that nothing describes or that has no vectors."""
    words: tuple[WordShare, ...]
    """In the order they were typed; empty where another sound asks."""
    kinds: tuple[Suggestion, ...]
    """UCS categories that it sounds like, best first, by its sound alone; empty where their vectors were not made."""

    @property
    def shares(self) -> tuple[float | None, ...]:
        """What each word brings of all that words bring, -1 to 1; None where nothing is left without it: it brings all.

        A lone word brings nothing, 0, where the sound neither holds it nor answers it fairly, and no minus term is why.
        """
        gains = [word.gain for word in self.words if word.gain is not None]
        is_answer = self.hit.confidence is not Confidence.WEAK or bool(self.hit.why.words)
        alone = None if is_answer or any(gain < 0 for gain in gains) else 0.0
        whole = max(sum(gain for gain in gains if gain > 0), *(abs(gain) for gain in gains), _NOTABLE) if gains else 1.0
        return tuple(alone if word.gain is None else word.gain / whole for word in self.words)


def reasons(library: Library, question: Question, sound: SoundId, *, cancel: Cancel = never) -> Reasons | None:
    """Gives why a sound answers a question; None once `cancel` gave True.

    Args:
        library: where it was asked.
        question: as it was asked.
        sound: one of its answers.
        cancel: asked between steps.

    Raises:
        SoundGone: it is no answer to the question, or no longer in the library.
        EngineError: as for `Library.rank`.
    """
    alone = replace(question, among=Among("", np.array([sound], dtype=np.int64)), limit=1, stacks=False)
    ranking = library.rank(alone, cancel=cancel)
    if cancel():
        return None
    hit = library.explain(ranking, sound)
    words = []
    described = [] if ranking.is_listing else list(_describing(question.text))
    has_sounds = bool(hit.why.examples)
    for mark in described[:MOST_WORDS]:
        without = None
        if has_sounds or any(other.kind is not MarkKind.MINUS for other in described if other is not mark):
            without = _score(library, replace(alone, text=cut(question.text, [_span(mark)])), sound, cancel)
        if cancel():
            return None
        gain = None if without is None else _log_odds(hit.score) - _log_odds(without)
        words.append(WordShare(mark.source, without, gain))
    return Reasons(hit, library.strip(ranking, sound), tuple(words), library.kinds_of(sound, _KINDS))


def _describing(text: str) -> Iterator[Mark]:
    """The marks that describe, without words such as "the"."""
    for mark in marks(text, FILTERS.keys_typed):
        if mark.kind in _DESCRIBING and not (mark.kind is MarkKind.WORD and is_function_word(small(mark.text))):
            yield mark


def _span(mark: Mark) -> tuple[int, int]:
    return mark.start, mark.start + len(mark.source)


def _score(library: Library, question: Question, sound: SoundId, cancel: Cancel) -> float | None:
    """The score of a sound that is asked alone; None where nothing ranks it."""
    ranking = library.rank(question, cancel=cancel)
    if ranking.is_listing or ranking.row_of(sound) is None:
        return None
    return library.explain(ranking, sound).score


def _log_odds(score: float) -> float:
    score = min(max(score, _LEAST), 1.0 - _LEAST)
    return math.log(score / (1.0 - score))
