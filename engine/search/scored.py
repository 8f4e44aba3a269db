"""Remembers what the last question scored, so that another variety of it takes no new search. Search thread only.

Scoring is the search. Which rows of what was scored are shown, and in which order, is asked of `best`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.models.calibration import Calibration
from engine.search.best import Folded, Ranked, best, folded
from engine.search.candidates import Sources
from engine.search.query import Query
from engine.search.ranking import Ranking
from engine.search.variety import ALL, folds


@dataclass(slots=True)
class _Last:
    """The question that was answered last."""

    asked: object
    state: object
    """Of the library."""
    ranked: Ranked
    """What it scored."""
    variety: float = ALL
    takes: Folded | None = None
    """Once they were looked for."""


class LastScored:
    """Ranks what a question scores, or has scored."""

    def __init__(self, sources: Sources, calibration: Calibration) -> None:
        self._sources, self._calibration = sources, calibration
        self._last: _Last | None = None

    def best(
        self, asked: object, query: Query, *, limit: int, score: Callable[[], Ranked], check: Callable[[], None]
    ) -> Ranking:
        """Gives the best sounds as the query's variety says.

        The very same question is scored again, for a file that asks may have changed.

        Args:
            asked: all that scores depend on, to be compared with what was asked before.
            query: its variety, and its filters, which tell whether the sounds that pass are the same.
            limit: most rows.
            score: searches.
            check: raises when the search was cancelled.
        """
        variety = query.variety or ALL
        catalogue = self._sources.catalogue
        state = (catalogue.database.sequence(), catalogue.passing.stamp(query.filters), self._sources.sounds.tier)
        last, self._last = self._last, None
        if last is None or (last.asked, last.state) != (asked, state) or last.variety == variety:
            last = _Last(asked, state, score())
        check()
        if folds(variety) and last.takes is None:
            last.takes = folded(last.ranked, self._sources, limit=limit, variety=variety)
        last.variety, self._last = variety, last
        takes = last.takes if folds(variety) else None
        return best(last.ranked, self._sources, self._calibration, limit=limit, variety=variety, takes=takes)
