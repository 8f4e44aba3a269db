"""Caches the scores of the last query, so that changing its variety needs no new search. Search thread only.

Scoring is the expensive part; `best` only selects and orders rows of what was scored.
"""

from collections.abc import Callable

from msgspec import Struct

from engine.models.calibration import Calibration
from engine.search.candidates import Sources
from engine.search.query import Query
from engine.search.ranking import Ranking
from engine.search.result_order import FoldedTakes, ScoredSounds, best, folded
from engine.search.variety import ALL, folds


class _Last(Struct):
    """The last query."""

    asked: object
    state: object
    ranked: ScoredSounds
    variety: float = ALL
    takes: FoldedTakes | None = None


class ScoreCache:
    """Ranks what a query scores or has scored."""

    def __init__(self, sources: Sources, calibration: Calibration) -> None:
        self._sources, self._calibration = sources, calibration
        self._last: _Last | None = None

    def best(
        self, asked: object, query: Query, *, limit: int, score: Callable[[], ScoredSounds], check: Callable[[], None]
    ) -> Ranking:
        """The best sounds, as the query's variety says.

        An identical query is scored again, because a file among its examples may have changed.

        Args:
            asked: everything that scores depend on, compared with the last query's.
            query: its variety, and its filters, which show whether the same sounds pass.
            check: raises if the search was cancelled.
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
