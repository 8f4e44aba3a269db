"""Which questions can have a trustworthy answer: none of a single letter, or of words that nobody knows.

A model gives every text a place among the sounds, and something is always nearest to it; so gibberish could be called a
fair match. What means nothing is searched as typed, and what it finds is never marked as good. Also says what is to be
said of an answer that has nothing, or nothing good.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.models.calibration import Calibration
from engine.search.query import Alternative, Query
from engine.search.rank import Scores
from engine.search.ranking import Ranking
from engine.wording import Said, Saying, said

Knows = Callable[[str], bool]
"""Whether a word, in lower case, means something: to a dictionary, to the user or to the library."""
_BELOW_FAIR = 0.99


def doubted(query: Query, knows: Knows) -> Query:
    """Gives the query with each alternative marked by whether any of its words means something."""
    return replace(query, alternatives=tuple(_told(side, knows) for side in query.alternatives))


def hushed(scores: Scores, calibration: Calibration) -> Scores:
    """Gives the scores in their order, all below fair."""
    return scores * (_BELOW_FAIR * calibration.fair)


def note_of(ranking: Ranking, considered: int, query: Query) -> Said | None:
    """What is to be said of an answer: what was left out, why there is nothing, or what marks say."""
    if query.note:
        return query.note
    if not considered:
        if query.filters.is_empty and any(side.required for side in query.alternatives):
            return said(Saying.NOTHING_QUOTED)
        return said(Saying.NOTHING_PASSES) if query.excluded else of_nothing(query)
    return of_marks(ranking)


def of_marks(ranking: Ranking) -> Said | None:
    """What the marks of the rows say together: that none is good, or that the pack cannot tell; None for neither."""
    if len(ranking) and ranking.scored is not None and ranking.scored.is_unjudged:
        return said(Saying.NOT_CALIBRATED)
    return said(Saying.NOTHING_GOOD) if all_weak(ranking) else None


def of_nothing(query: Query) -> Said:
    """Why no sound is listed."""
    return said(Saying.EMPTY if query.filters.is_empty else Saying.NOTHING_PASSES)


def all_weak(ranking: Ranking) -> bool:
    """True when there are rows and none can be trusted."""
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
        # A single letter may be a word elsewhere, and is not meant as one.
        return any(len(letters) > 1 for letters in typed.get(word, (word,))) and knows(word)

    return replace(side, is_known=not side.words or any(map(means, side.words)))
