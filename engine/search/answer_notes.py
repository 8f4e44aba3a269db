"""Decides which queries can have a trustworthy answer: not single letters or unknown words.

A model places every text among the sounds, so something is always nearest, and gibberish could look like a fair match.
A meaningless query is searched as typed, but its results are never marked as good. This module also chooses the message
for an answer with no results, or no good ones.
"""

from collections.abc import Callable

from msgspec.structs import replace

from engine.base.messages import Message, said
from engine.base.query_messages import QueryMessage
from engine.models.calibration import Calibration
from engine.search.query import Alternative, Query
from engine.search.ranking import Ranking
from engine.search.score_rule import Scores

Knows = Callable[[str], bool]
"""Whether a lower-case word has a meaning: in a dictionary, for the user or in the library."""
_BELOW_FAIR = 0.99


def doubted(query: Query, knows: Knows) -> Query:
    """Marks each alternative of the query by whether any of its words has a meaning."""
    return replace(query, alternatives=tuple(_told(side, knows) for side in query.alternatives))


def hushed(scores: Scores, calibration: Calibration) -> Scores:
    """Scales the scores below fair, in the same order."""
    return scores * (_BELOW_FAIR * calibration.fair)


def note_of(ranking: Ranking, considered: int, query: Query) -> Message | None:
    """The message for an answer: what was left out, why it is empty, or what its marks mean."""
    if query.note:
        return query.note
    if not considered:
        if query.filters.is_empty and any(side.required for side in query.alternatives):
            return said(QueryMessage.NOTHING_QUOTED)
        return said(QueryMessage.NOTHING_PASSES) if query.excluded else of_nothing(query)
    return of_marks(ranking)


def of_marks(ranking: Ranking) -> Message | None:
    """The message about all marks: none is good, or the pack cannot tell; else None."""
    if len(ranking) and ranking.scored is not None and ranking.scored.is_unjudged:
        return said(QueryMessage.NOT_CALIBRATED)
    return said(QueryMessage.NOTHING_GOOD) if all_weak(ranking) else None


def of_nothing(query: Query) -> Message:
    """Why no sound is listed."""
    return said(QueryMessage.NO_SOUNDS if query.filters.is_empty else QueryMessage.NOTHING_PASSES)


def all_weak(ranking: Ranking) -> bool:
    """True if there are rows and all are weak."""
    scored = ranking.scored
    return (
        scored is not None
        and scored.has_marks
        and len(ranking) > 0
        and float(scored.scores.max()) < scored.calibration.fair
    )


def _told(side: Alternative, knows: Knows) -> Alternative:
    typed = {word.word: word.synonyms for word in side.originals}

    def means(word: str) -> bool:
        # A single letter may be a word in another language, but is not meant as one.
        return any(len(letters) > 1 for letters in typed.get(word, (word,))) and knows(word)

    return replace(side, is_known=not side.words or any(map(means, side.words)))
