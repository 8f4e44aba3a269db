"""What is asked of a library: words, sounds like a sound, the newest; as a ranking of any length, or as hits.

`Library` is this and what keeps a library up. A library belongs to one thread, and so does all of this.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.audio.ucs import synonyms_of
from engine.search.hits import hits_of, listed_hit
from engine.search.parse import parse
from engine.search.query import Query
from engine.search.ranking import CANCELLED, LISTING, Ranking, Strip, alone, nothing, strip_of
from engine.search.searcher import EMPTY, Cancelled, checker, listing
from engine.search.session import Session, pack_for
from engine.search.similar import SOUND_ALONE, Aspects, Likeness
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from engine.types import Among, Answer, Chip, FilePath, Hit, SoundId

MOST_RANKED = 5_000
"""Rows of a ranking by likeness, when no limit is named; a listing has as many as pass."""
_ATTEMPTS = 3
"""A job may remove a sound between two steps of a search, which then starts again on what is there now."""


class Asking:
    """Answers questions about one library. A single thread owns it."""

    def __init__(self, catalogue: Catalogue, pack: Path | None, device: str) -> None:
        """Use `Library.open`."""
        self._catalogue = catalogue
        self._pack = pack
        self._device = device
        self._session: Session | None = None

    def rank(
        self,
        text: str,
        *,
        filters: str = "",
        limit: int = MOST_RANKED,
        sound_only: bool = False,
        exact: bool = False,
        stacks: bool = False,
        without: frozenset[str] = frozenset(),
        among: Among | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> Ranking:
        """Ranks the sounds that answer a query; see `engine.search.parse` for its language.

        Args:
            text: what was typed. Where nothing in it describes, every sound that passes comes, the newest first, and no
                model is opened.
            filters: further filters in the same grammar, chosen and not typed; they become chips too.
            limit: most rows where the text describes. As many come as sounds pass the filters.
            sound_only: rank by the sound alone, without names and metadata.
            exact: compare with every vector instead of asking the index.
            stacks: fold near-identical takes into one row; where there are very many, fewer rows than `limit` come.
            without: texts of chips that are switched off.
            among: look at these sounds alone; a chip says so.
            cancel: asked between steps; once it gives True an empty ranking of tier "cancelled" comes back.

        Raises:
            QueryError: a filter cannot be read.
            PackError: the pack the library was indexed with is not here, or is damaged.
        """
        started = time.perf_counter()
        query = parse(text, synonyms=_no_synonyms if sound_only else synonyms_of, without=without, filters=filters)
        query = _asked_among(query, among, without)
        if query.is_empty and self._session is None:
            ranking = listing(self._catalogue, self._catalogue.filter_ids(query.filters), query)
            return replace(ranking, seconds=time.perf_counter() - started)

        def answer(session: Session) -> Ranking:
            return session.searcher.rank(
                query, limit=limit, sound_only=sound_only, exact=exact, stacks=stacks, check=checker(cancel)
            )

        return self._ask(answer, started)

    def rank_similar(
        self,
        reference: FilePath | SoundId,
        *,
        start_s: float | None = None,
        end_s: float | None = None,
        filters: str = "",
        weights: Aspects = SOUND_ALONE,
        limit: int = MOST_RANKED,
        exact: bool = False,
        stacks: bool = False,
        with_itself: bool = True,
        without: frozenset[str] = frozenset(),
        among: Among | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> Ranking:
        """Ranks the sounds most like one: a sound is most like itself, so a reference that passes comes first.

        Args:
            reference: a file, in the library or not, or a sound of the library. Without a stretch the stored vectors of
                a sound ask, so its file may be away.
            start_s: start of the stretch that asks, None for that of the sound.
            end_s: end of the stretch, None for that of the sound.
            filters: filters in the grammar of a query; only sounds that pass them come.
            weights: what likeness means.
            limit: most rows.
            exact: compare with every vector instead of asking the index.
            stacks: fold near-identical takes into one row.
            with_itself: False leaves this very file out; copies of it elsewhere are sounds of their own.
            without: texts of filter chips that are switched off.
            among: as for `rank`.
            cancel: as for `rank`.

        Raises:
            KeyError: a sound that is not in the library.
            AudioError: the file cannot be read.
            QueryError: there is no such stretch, or a filter cannot be read.
            DeviceError: the library's device cannot be used.
            PackError: as for `rank`.
        """
        started = time.perf_counter()
        query = _asked_among(parse("", synonyms=_no_synonyms, without=without, filters=filters), among, without)

        def answer(session: Session) -> Ranking:
            itself = self._catalogue.sound_at(reference) if isinstance(reference, FilePath) else reference
            return session.searcher.rank_similar(
                self._likeness(session, reference, start_s, end_s, weights),
                query,
                limit=limit,
                exact=exact,
                stacks=stacks,
                without=None if with_itself else itself,
                check=checker(cancel),
            )

        return self._ask(answer, started)

    def hits(self, ranking: Ranking, rows: range) -> tuple[Hit, ...]:
        """The hits of some rows, as `LibraryReader.hits`: for the first rows, which are wanted at once."""
        return tuple(hits_of(ranking, rows, self._catalogue))

    def explain(self, ranking: Ranking, sound: SoundId) -> Hit:
        """The hit of a ranked sound with all its moments, however far down it stands and however long it is.

        Raises:
            KeyError: the sound is not in the ranking, or no longer in the library.
        """
        return self._hits(self._alone(ranking, sound), [0])[0]

    def strip(self, ranking: Ranking, sound: SoundId) -> Strip:
        """How like the query each window of a ranked sound is, for drawing over its waveform; empty for a listing.

        Raises:
            KeyError: the sound is not in the ranking.
        """
        return strip_of(self._alone(ranking, sound), 0)

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
            QueryError: a filter cannot be read.
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
        note = "" if len(passing) else EMPTY
        return Answer(hits, (), LISTING, len(passing), note, time.perf_counter() - started)

    def catch_up(self) -> int:
        """Takes in what other processes committed, and a base index that was built; gives the catalogue's sequence."""
        if self._session is not None:
            kept = self._catalogue.pack()
            if kept is not None and kept[0] != self._session.pack_id:
                self._end_session()
                self._pack = None  # the one that was named is searched no more
            else:
                self._session.catch_up()
        return self._catalogue.sequence()

    def _likeness(
        self,
        session: Session,
        reference: FilePath | SoundId,
        start_s: float | None,
        end_s: float | None,
        weights: Aspects,
    ) -> Likeness:
        from engine.search.reference import measured, reference_vectors  # the decoders: a query of words needs none

        is_whole = start_s is None and end_s is None
        if isinstance(reference, FilePath):
            path, known, vectors = reference, None, None
        else:
            known = self._catalogue.sound(reference)
            path = known.path
            vectors = session.stored_vectors(self._catalogue.segments_of([reference])) if is_whole else None
        if vectors is None:
            vectors = reference_vectors(path, session.audio, session.pack, start_s=start_s, end_s=end_s)
        if weights.is_sound_alone:
            return Likeness(vectors, weights=weights)
        if known is not None and is_whole:
            return Likeness(vectors, known.info, known.measures, weights)
        return Likeness(vectors, *measured(path, start_s=start_s, end_s=end_s), weights)

    def _alone(self, ranking: Ranking, sound: SoundId) -> Ranking:
        """The ranking of one row, with every window of its sound."""
        row = ranking.row_of(sound)
        if row is None:
            raise KeyError(sound)
        if ranking.is_listing:
            return replace(ranking, ids=ranking.ids[row : row + 1])
        with self._catalogue.snapshot():
            self.catch_up()
            session = self._current()
            if ranking.scored is not None and ranking.scored.pack_id != session.pack_id:
                return alone(ranking, row)  # its vectors cannot be compared with those that are searched now
            return session.searcher.explain(ranking, row)

    def _hits(self, ranking: Ranking, rows: range | list[int]) -> list[Hit]:
        """Hits of rows.

        Raises:
            KeyError: one of the sounds is gone.
        """
        hits = hits_of(ranking, rows, self._catalogue)
        if len(hits) < len(rows):
            raise KeyError("a sound was removed since it was ranked")
        return hits

    def _answer(self, rank: Callable[[], Ranking], limit: int) -> Answer:
        started = time.perf_counter()
        for attempt in range(_ATTEMPTS):
            ranking = rank()
            try:
                hits = tuple(self._hits(ranking, range(min(limit, len(ranking)))))
            except KeyError:
                if attempt == _ATTEMPTS - 1:
                    raise
                continue
            seconds = time.perf_counter() - started
            return Answer(hits, ranking.chips, ranking.tier, ranking.considered, ranking.note, seconds)
        raise AssertionError("unreachable")

    def _ask(self, answer: Callable[[Session], Ranking], started: float) -> Ranking:
        if self._catalogue.pack() is None:
            return nothing(LISTING, note=EMPTY)
        for attempt in range(_ATTEMPTS):
            try:
                with self._catalogue.snapshot():  # a switch of packs in the middle is met by the next question
                    self.catch_up()
                    return replace(answer(self._current()), seconds=time.perf_counter() - started)
            except Cancelled:
                return nothing(CANCELLED, seconds=time.perf_counter() - started)
            except KeyError:
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    def _current(self) -> Session:
        if self._session is None:
            self._session = Session(self._catalogue, pack_for(self._catalogue, self._pack), self._device)
        return self._session

    def _end_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def _asked_among(query: Query, among: Among | None, without: frozenset[str]) -> Query:
    """The query over these sounds alone, unless their chip is switched off."""
    if among is None:
        return query
    filters = query.filters if among.label in without else replace(query.filters, among=among)
    return replace(query, filters=filters, chips=(Chip("among", among.label, ""), *query.chips))


def _no_synonyms(word: str) -> tuple[str, ...]:
    """Where the sound alone ranks no word is looked up."""
    return ()
