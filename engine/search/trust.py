"""Which questions can have a trustworthy answer: none of a single letter, or of words that nobody knows.

A model gives every text a place among the sounds, and something is always nearest to it; so gibberish could be called a
fair match. What means nothing is searched as typed, and what it finds is never marked as good.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.models.calibration import Calibration
from engine.search.query import Alternative, Query
from engine.search.rank import Scores

Knows = Callable[[str], bool]
"""Whether a word, in lower case, means something: to a dictionary, to the user or to the library."""
_BELOW_FAIR = 0.99


def doubted(query: Query, knows: Knows) -> Query:
    """Gives the query with each alternative marked by whether any of its words means something."""
    return replace(query, alternatives=tuple(_told(side, knows) for side in query.alternatives))


def hushed(scores: Scores, calibration: Calibration) -> Scores:
    """Gives the scores in their order, all below fair."""
    return scores * (_BELOW_FAIR * calibration.fair)


def _told(side: Alternative, knows: Knows) -> Alternative:
    typed = {word.word: word.synonyms for word in side.originals}

    def means(word: str) -> bool:
        # A single letter may be a word elsewhere, and is not meant as one.
        return any(len(letters) > 1 for letters in typed.get(word, (word,))) and knows(word)

    return replace(side, is_known=not side.words or any(map(means, side.words)))
