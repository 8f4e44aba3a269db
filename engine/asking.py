"""What is asked of a library: words, sounds like a sound, what is said; as a ranking of any length.

`engine.answering` gives the same as hits. A library belongs to one thread, and so does all of this.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from engine.chips import Chip, ChipKind
from engine.models.speech_pack import speech_pack_for
from engine.search.hits import hits_of
from engine.search.languages import translate
from engine.search.lexicon import Lexicon
from engine.search.parse import parse
from engine.search.query import Query
from engine.search.ranking import CANCELLED, LISTING, Ranking, Strip, alone, good_ids, nothing, strip_of
from engine.search.searcher import Cancelled, checker, listing
from engine.search.session import Session, pack_for
from engine.search.similar import SOUND_ALONE, Aspects, Likeness
from engine.search.thesaurus import synonyms_by
from engine.search.trust import doubted
from engine.store.catalogue import Catalogue
from engine.store.vocabulary import Counted, Words, words
from engine.types import Among, FilePath, Hit, SoundId
from engine.wording import Saying, said

if TYPE_CHECKING:
    from engine.search.spoken import SpokenWords

MOST_RANKED = 5_000
"""Rows of a ranking by likeness, when no limit is named; a listing has as many as pass."""
ATTEMPTS = 3
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
            without: ids of chips that are switched off.
            among: look at these sounds alone; a chip says so.
            cancel: asked between steps; once it gives True an empty ranking of tier "cancelled" comes back.

        Raises:
            QueryError: spoken words are asked for and no pack listens for them.
            PackError: the pack the library was indexed with is not here, or is damaged.
        """
        started = time.perf_counter()
        query = parse(
            text,
            synonyms=_no_synonyms if sound_only else self.synonyms_of,
            without=without,
            filters=filters,
            doubt=self._doubt,
            translate=translate,
        )
        query = doubted(_asked_among(query, among, without), self._knows)
        if query.said:
            return self._rank_said(query, started, limit, sound_only=sound_only, exact=exact, cancel=cancel)
        if query.is_empty and self._session is None:
            ranking = listing(self._catalogue, self._catalogue.filter_ids(query.filters), query)
            return replace(ranking, seconds=time.perf_counter() - started)

        def answer(session: Session) -> Ranking:
            return session.searcher.rank(
                query, limit=limit, sound_only=sound_only, exact=exact, stacks=stacks, check=checker(cancel)
            )

        return self._ask(answer, started)

    def synonyms_of(self, word: str) -> tuple[str, ...]:
        """The words that are searched too where a word is asked for: the user's, then Earshot's."""
        return synonyms_by(self._catalogue.rows)(word)

    def count_answers(self, text: str, *, cancel: Callable[[], bool] | None = None) -> int | None:
        """How many sounds answer a query at least fairly; where nothing in it describes, how many pass.

        Of a describing query at most MOST_RANKED are counted. None where it was cancelled.

        Raises:
            QueryError: a filter cannot be read.
            PackError: the pack the library was indexed with is not here, or is damaged.
        """
        ranking = self.rank(text, cancel=cancel)
        if ranking.tier == CANCELLED:
            return None
        return len(good_ids(ranking))

    def rank_same_word(
        self,
        reference: FilePath | SoundId,
        *,
        start_s: float,
        end_s: float,
        filters: str = "",
        limit: int = MOST_RANKED,
        without: frozenset[str] = frozenset(),
        among: Among | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> Ranking:
        """Ranks the sounds in which the word that is said in a stretch is said again; the moments are where.

        Args:
            reference: a file, in the library or not, or a sound of the library.
            start_s: start of the word.
            end_s: end of the word.
            filters: filters in the grammar of a query; only sounds that pass them come.
            limit: most rows.
            without: ids of filter chips that are switched off.
            among: as for `rank`.
            cancel: as for `rank`.

        Raises:
            KeyError: a sound that is not in the library.
            AudioError: the file cannot be read.
            QueryError: the stretch is too short or too long for a word, or no pack listens for words.
            PackError: the words pack is damaged.
        """
        started = time.perf_counter()
        query = _asked_among(parse("", synonyms=_no_synonyms, without=without, filters=filters), among, without)
        path = reference if isinstance(reference, FilePath) else self._catalogue.sound(reference).path
        try:
            found = self._spoken.heard_again(path, start_s, end_s, self._catalogue.filter_ids(query.filters), cancel)
            ranking = found.ranking(limit, self._catalogue)
        except Cancelled:
            return nothing(CANCELLED, seconds=time.perf_counter() - started)
        return replace(ranking, chips=query.chips, seconds=time.perf_counter() - started)

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
            without: ids of filter chips that are switched off.
            among: as for `rank`.
            cancel: as for `rank`.

        Raises:
            KeyError: a sound that is not in the library.
            AudioError: the file cannot be read.
            QueryError: there is no such stretch.
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
        return self.all_hits(self._alone(ranking, sound), [0])[0]

    def strip(self, ranking: Ranking, sound: SoundId) -> Strip:
        """How like the query each window of a ranked sound is, for drawing over its waveform; empty for a listing.

        Raises:
            KeyError: the sound is not in the ranking.
        """
        return strip_of(self._alone(ranking, sound), 0)

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

    @property
    def listens_for_words(self) -> bool:
        """Whether a pack is at hand that listens for spoken words."""
        return speech_pack_for("words", self._catalogue.folder) is not None

    @cached_property
    def _words(self) -> Counted[Words]:
        return Counted(lambda: words(self._catalogue), self._catalogue.sequence)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self._words, self._catalogue.matching)

    def _doubt(self, word: str) -> str | None:
        """As `Lexicon.doubt`; a word of the user's thesaurus is known."""
        return None if self._is_own(word) else self._lexicon.doubt(word)

    def _knows(self, word: str) -> bool:
        return self._is_own(word) or self._lexicon.knows(word)

    def _is_own(self, word: str) -> bool:
        return bool(self._catalogue.rows("SELECT 1 FROM thesaurus WHERE ?1 IN (word, other) LIMIT 1", word))

    @cached_property
    def _spoken(self) -> "SpokenWords":
        from engine.search.spoken import SpokenWords  # most questions need nothing of it

        return SpokenWords(self._catalogue)

    def _rank_said(
        self,
        query: Query,
        started: float,
        limit: int,
        *,
        sound_only: bool,
        exact: bool,
        cancel: Callable[[], bool] | None,
    ) -> Ranking:
        """Ranks by what is said; where the query describes too, what is said there, by both."""
        plain = replace(query, said=())
        try:
            found = self._spoken.said(query.said, self._catalogue.filter_ids(query.filters), cancel)
            if plain.is_empty or not len(found):
                ranking = found.ranking(limit, self._catalogue)
            else:
                among = Among("", found.likely_ids)
                narrowed = replace(plain, filters=replace(query.filters, among=among))

                def answer(session: Session) -> Ranking:
                    return session.searcher.rank(
                        narrowed, limit=len(among.ids), sound_only=sound_only, exact=exact, check=checker(cancel)
                    )

                ranking = self._ask(answer, started)
                ranking = ranking if ranking.tier == CANCELLED else found.joined(ranking, limit)
        except Cancelled:
            return nothing(CANCELLED, seconds=time.perf_counter() - started)
        return replace(ranking, chips=query.chips, seconds=time.perf_counter() - started)

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
        if known is not None and is_whole:
            return Likeness(vectors, known.info, known.measures, weights)
        if weights.is_sound_alone:
            return Likeness(vectors, weights=weights)
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

    def all_hits(self, ranking: Ranking, rows: range | list[int]) -> list[Hit]:
        """Hits of rows.

        Raises:
            KeyError: one of the sounds is gone.
        """
        hits = hits_of(ranking, rows, self._catalogue)
        if len(hits) < len(rows):
            raise KeyError("a sound was removed since it was ranked")
        return hits

    def _ask(self, answer: Callable[[Session], Ranking], started: float) -> Ranking:
        if self._catalogue.pack() is None:
            return nothing(LISTING, note=said(Saying.EMPTY))
        for attempt in range(ATTEMPTS):
            try:
                with self._catalogue.snapshot():  # a switch of packs in the middle is met by the next question
                    self.catch_up()
                    session = self._current()
                    ranking = replace(answer(session), unheard=session.unheard)
                    return replace(ranking, seconds=time.perf_counter() - started)
            except Cancelled:
                return nothing(CANCELLED, seconds=time.perf_counter() - started)
            except KeyError:
                if attempt == ATTEMPTS - 1:
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
    chip = Chip(ChipKind.AMONG, among.name, among.label)
    filters = query.filters if chip.id in without else replace(query.filters, among=among)
    return replace(query, filters=filters, chips=(chip, *query.chips))


def _no_synonyms(word: str) -> tuple[str, ...]:
    """Where the sound alone ranks no word is looked up."""
    return ()
