"""Why a sound answers a question: the fit of each window, the contribution of each word, similar categories.

A word's contribution is found by leaving it out: this sound alone is scored with and without the word, and the log
odds are compared. So it covers whatever the ranking does with the word, in sound, names and keywords; two words with
the same meaning share their contribution.
"""

import math
from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.base.cancellation import Cancel, never
from engine.base.text_forms import small
from engine.base.types import Confidence, Hit, PickedSounds, SoundId
from engine.library.library import Library
from engine.search.category_suggestions import Suggestion
from engine.search.filter_registry import FILTERS
from engine.search.query_parser import cut, is_function_word
from engine.search.question import Question
from engine.search.ranking import Strip
from engine.search.tokens import Token, TokenKind, marks

MOST_WORDS = 12
"""Words that are left out in turn; the first ones of a longer question."""
_KINDS = 3
_LEAST = 1e-4
"""Keeps scores this far from 0 and 1, where odds are unbounded."""
_NOTABLE = 0.5
"""Log odds that the words must contribute together before one of them can be called the whole reason."""
_DESCRIBING = (TokenKind.WORD, TokenKind.QUOTED, TokenKind.MINUS)


class WordContribution(Struct, frozen=True):
    """The contribution of one word, quoted phrase or minus term."""

    word: str
    """As typed, with its quotation marks or minus."""
    without: float | None
    """The score without it, 0 to 1; None if nothing remains that finds the sound."""
    gain: float | None
    """How much it raises the log odds of the score; negative where the sound fits better without it."""


class Explanation(Struct, frozen=True):
    """Why one sound answers a question."""

    hit: Hit
    """With all its moments. Its score is the one in the list."""
    strip: Strip
    """Every window in order of time; empty for a sound of a listing or without vectors."""
    words: tuple[WordContribution, ...]
    """In the typed order; empty where another sound is the query."""
    kinds: tuple[Suggestion, ...]
    """UCS categories, best first, by sound only; empty if their vectors are not computed."""

    @property
    def shares(self) -> tuple[float | None, ...]:
        """Each word's share of the total, -1 to 1; None if nothing remains without it: it is the whole reason.

        A lone word has share 0 if the sound neither contains it nor fits it fairly, and no minus term causes that.
        """
        gains = [word.gain for word in self.words if word.gain is not None]
        is_answer = self.hit.confidence is not Confidence.WEAK or bool(self.hit.why.words)
        alone = None if is_answer or any(gain < 0 for gain in gains) else 0.0
        whole = max(sum(gain for gain in gains if gain > 0), *(abs(gain) for gain in gains), _NOTABLE) if gains else 1.0
        return tuple(alone if word.gain is None else word.gain / whole for word in self.words)


def reasons(library: Library, question: Question, sound: SoundId, *, cancel: Cancel = never) -> Explanation | None:
    """Explains why a sound answers a question; None once `cancel` returned True.

    Raises:
        SoundGone: it does not answer the question, or left the library.
        EngineError: as for `Library.rank`.
    """
    alone = replace(question, among=PickedSounds("", np.array([sound], dtype=np.int64)), limit=1, stacks=False)
    ranking = library.rank(alone, cancel=cancel)
    if cancel():
        return None
    hit = library.explain(ranking, sound)
    words = []
    described = [] if ranking.is_listing else list(_describing(question.text))
    has_sounds = bool(hit.why.examples)
    for mark in described[:MOST_WORDS]:
        without = None
        if has_sounds or any(other.kind is not TokenKind.MINUS for other in described if other is not mark):
            without = _score(library, replace(alone, text=cut(question.text, [_span(mark)])), sound, cancel)
        if cancel():
            return None
        gain = None if without is None else _log_odds(hit.score) - _log_odds(without)
        words.append(WordContribution(mark.source, without, gain))
    return Explanation(hit, library.strip(ranking, sound), tuple(words), library.kinds_of(sound, _KINDS))


def _describing(text: str) -> Iterator[Token]:
    """The marks that describe, without words such as "the"."""
    for mark in marks(text, FILTERS.keys_typed):
        if mark.kind in _DESCRIBING and not (mark.kind is TokenKind.WORD and is_function_word(small(mark.text))):
            yield mark


def _span(mark: Token) -> tuple[int, int]:
    return mark.start, mark.start + len(mark.source)


def _score(library: Library, question: Question, sound: SoundId, cancel: Cancel) -> float | None:
    """The score of a single sound; None if nothing ranks it."""
    ranking = library.rank(question, cancel=cancel)
    if ranking.is_listing or ranking.row_of(sound) is None:
        return None
    return library.explain(ranking, sound).score


def _log_odds(score: float) -> float:
    score = min(max(score, _LEAST), 1.0 - _LEAST)
    return math.log(score / (1.0 - score))
