"""What is asked of a library, answered with hits: rows that have been read, as a shell or a script wants them.

`Library` is this and what keeps a library up. A library belongs to one thread, and so does all of this.
"""

import time
from collections.abc import Callable

from engine.asking import ATTEMPTS, Asking
from engine.search.hits import listed_hit
from engine.search.ranking import LISTING, Ranking
from engine.store.filters import Filters
from engine.types import Answer, FilePath, SoundId
from engine.wording import Saying, said


class Answering(Asking):
    """Answers questions about one library with hits. A single thread owns it."""

    def search(
        self,
        text: str,
        *,
        limit: int = 50,
        sound_only: bool = False,
        exact: bool = False,
        stacks: bool = False,
        without: frozenset[str] = frozenset(),
        cancel: Callable[[], bool] | None = None,
    ) -> Answer:
        """The best `limit` rows of `rank` as hits, one a sound, weak ones marked; a listing is cut there too.

        Raises:
            QueryError: as for `rank`.
            PackError: the pack the library was indexed with is not here, or is damaged.
        """
        return self._answer(
            lambda: self.rank(
                text,
                limit=limit,
                sound_only=sound_only,
                exact=exact,
                stacks=stacks,
                without=without,
                cancel=cancel,
            ),
            limit,
        )

    def similar(
        self,
        path: FilePath,
        *,
        start_s: float | None = None,
        end_s: float | None = None,
        limit: int = 50,
        exact: bool = False,
        stacks: bool = False,
        with_itself: bool = True,
        cancel: Callable[[], bool] | None = None,
    ) -> Answer:
        """As `rank_similar` for a file, as hits.

        Raises:
            AudioError: the file cannot be read.
            QueryError: there is no such stretch.
            DeviceError: the library's device cannot be used.
            PackError: as for `search`.
        """
        return self._answer(
            lambda: self.rank_similar(
                path,
                start_s=start_s,
                end_s=end_s,
                limit=limit,
                exact=exact,
                stacks=stacks,
                with_itself=with_itself,
                cancel=cancel,
            ),
            limit,
        )

    def similar_to(
        self,
        sound: SoundId,
        *,
        start_s: float | None = None,
        end_s: float | None = None,
        limit: int = 50,
        exact: bool = False,
        stacks: bool = False,
        cancel: Callable[[], bool] | None = None,
    ) -> Answer:
        """As `rank_similar` for a sound of the library, as hits.

        Raises:
            KeyError: it is not in the library.
        """
        return self._answer(
            lambda: self.rank_similar(
                sound, start_s=start_s, end_s=end_s, limit=limit, exact=exact, stacks=stacks, cancel=cancel
            ),
            limit,
        )

    def browse(self, limit: int = 50, offset: int = 0) -> Answer:
        """Gives the newest sounds, last stored first. Opens no model."""
        started = time.perf_counter()
        passing = self._catalogue.filter_ids(Filters())
        wanted = passing[::-1][offset : offset + limit]
        hits = tuple(
            listed_hit(sound, rank) for rank, sound in enumerate(self._catalogue.sounds(wanted), start=offset + 1)
        )
        note = None if len(passing) else said(Saying.EMPTY)
        return Answer(hits, (), LISTING, len(passing), note, time.perf_counter() - started)

    def _answer(self, rank: Callable[[], Ranking], limit: int) -> Answer:
        started = time.perf_counter()
        for attempt in range(ATTEMPTS):
            ranking = rank()
            try:
                hits = tuple(self.all_hits(ranking, range(min(limit, len(ranking)))))
            except KeyError:
                if attempt == ATTEMPTS - 1:
                    raise
                continue
            seconds = time.perf_counter() - started
            return Answer(
                hits,
                ranking.chips,
                ranking.tier,
                ranking.considered,
                ranking.note,
                seconds,
                ranking.unheard.sounds,
                ranking.unheard.names,
            )
        raise AssertionError("unreachable")
