"""Answers questions to a library: rankings of any length, and answers with complete hits.

A library belongs to one thread, and so does everything here.
"""

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial

from msgspec.structs import replace

from engine.base.cancellation import Cancel, StopRequested, check, never
from engine.base.errors import AudioError, QueryError, SoundGone
from engine.base.feature import parts
from engine.base.logs import Name
from engine.base.messages import said
from engine.base.query_messages import QueryAdvice, QueryFault, QueryMessage
from engine.base.types import Answer, FilePath, Hit, PickedSounds, SoundId, SpokenWord
from engine.search.answer_notes import doubted
from engine.search.example_scores import ExampleVector
from engine.search.example_vectors import ExampleEncoder
from engine.search.examples import Example, chip_of, unheard
from engine.search.extensions import (
    Evidence,
    MakesEvidence,
    MakesSpeechSense,
    MakesTranscriptSearch,
    SpeechSense,
    TranscriptSearch,
)
from engine.search.hits import hits_of, listed_hit
from engine.search.languages import translate
from engine.search.lexicon import Lexicon
from engine.search.listing import listing
from engine.search.query import Query
from engine.search.query_building import as_examples, completed, filters_of, limited, no_synonyms
from engine.search.query_parser import parse
from engine.search.question import By, Like, Question
from engine.search.ranking import CANCELLED, LISTING, Ranking, Strip, alone, good_ids, nothing, strip_of
from engine.search.session import ATTEMPTS, CurrentSession, Session
from engine.search.similar import SimilarityReference
from engine.search.thesaurus import synonyms_by
from engine.search.variety import ALL
from engine.store.background_reader import BackgroundReader
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from engine.store.vocabulary import CachedCount, Words, words

_log = logging.getLogger(__name__)


class LibrarySearch:
    """Answers questions to one library. A single thread owns it."""

    def __init__(self, catalogue: Catalogue, current: CurrentSession, beside: BackgroundReader) -> None:
        """Args:
        catalogue: the library's catalogue.
        current: the pack and index in use.
        beside: runs reads that nobody waits for.
        """
        self._catalogue, self._current, self._beside = catalogue, current, beside
        self._ahead: dict[int, tuple[Question, Query]] = {}
        """Questions of an `ahead` block and their parsed queries, by identity."""

    def rank(self, question: Question, *, cancel: Cancel = never) -> Ranking:
        """Ranks the sounds that answer a question.

        A sound used as the query ranks first if it passes the filters.

        Args:
            cancel: polled between steps; when it returns True the result is an empty ranking of tier "cancelled".

        Raises:
            SoundGone: the query's sound is not in the library.
            AudioError: the query's file cannot be read.
            QueryError: there is no such stretch, it is too short or too long, or the query has spoken words and no pack
                listens for them.
            DeviceError: the library's device cannot be used.
            PackError: the pack is missing or damaged.
        """
        started_s = time.perf_counter()
        question, like = as_examples(question)
        if like is None:
            found = self._by_words(question, cancel)
        elif like.by is By.SOUND:
            found = self._by_sound(question, like, cancel)
        else:
            found = self._by_speech(question, like, cancel)
        seconds = time.perf_counter() - started_s
        _log.debug(
            "by %s: tier %s, %d considered, %d ranked, %.3f s",
            "words" if like is None else like.by.name.lower(),
            found.tier,
            found.considered,
            len(found),
            seconds,
        )
        return replace(found, seconds=seconds)

    def answer(self, question: Question, *, cancel: Cancel = never) -> Answer:
        """Returns the best `limit` rows of `rank` as hits, one per sound, with weak ones marked. Listings are cut too.

        Raises:
            EngineError: as for `rank`.
        """
        started_s = time.perf_counter()
        for attempt in range(ATTEMPTS):
            ranking = self.rank(question, cancel=cancel)
            try:
                hits = tuple(self._all_hits(ranking, range(min(question.limit, len(ranking)))))
            except SoundGone:
                if attempt == ATTEMPTS - 1:
                    raise
                _log.debug("a found sound was removed meanwhile; searching again")
                continue
            seconds, unheard = time.perf_counter() - started_s, (ranking.unheard.sounds, ranking.unheard.names)
            return Answer(hits, ranking.chips, ranking.tier, ranking.considered, ranking.note, seconds, *unheard)
        raise AssertionError("unreachable")

    @contextmanager
    def ahead(self, questions: Sequence[Question]) -> Iterator[None]:
        """Searches once for all questions of the block, with the settings of the first (`Searcher.look_ahead`).

        Their parsed queries are reused inside the block.
        """
        if len(questions) < 2:
            yield
            return
        first = questions[0]
        read = {id(one): (one, self._query(one)) for one in questions if one.like is None}

        def look(session: Session) -> Ranking:
            queries = [query for _, query in read.values()]
            session.searcher.look_ahead(queries, first.limit, sound_only=first.sound_only, exact=first.exact)
            return nothing(LISTING)

        self._current.ask(look)
        self._ahead = read
        try:
            yield
        finally:
            self._ahead = {}

    def browse(self, limit: int = 50, offset: int = 0) -> Answer:
        """Returns the newest sounds, last stored first. Opens no model."""
        started_s = time.perf_counter()
        passing = self._catalogue.passing.ids(Filters())
        wanted = passing[::-1][offset : offset + limit]
        hits = tuple(
            listed_hit(sound, rank) for rank, sound in enumerate(self._catalogue.sounds.many(wanted), start=offset + 1)
        )
        note = None if len(passing) else said(QueryMessage.NO_SOUNDS)
        return Answer(hits, (), LISTING, len(passing), note, time.perf_counter() - started_s)

    def count_answers(self, text: str, *, cancel: Cancel = never) -> int | None:
        """Counts the sounds that answer a query at least fairly, or pass its filters if it describes nothing.

        Counts at most MOST_RANKED for a query that describes. None when cancelled, or if the pack cannot tell.

        Raises:
            QueryError: a filter cannot be read.
            PackError: the pack the library was indexed with is missing or damaged.
        """
        ranking = self.rank(Question(text), cancel=cancel)
        if ranking.tier == CANCELLED:
            return None
        good = good_ids(ranking)
        return None if good is None else len(good)

    def hits(self, ranking: Ranking, rows: range) -> tuple[Hit, ...]:
        """Returns the hits of some rows like `LibraryReader.hits`, for the first rows, which are needed at once."""
        return tuple(hits_of(ranking, rows, self._catalogue))

    def explain(self, ranking: Ranking, sound: SoundId) -> Hit:
        """Returns the hit of a ranked sound with all its moments, whatever its rank and length.

        Raises:
            SoundGone: the sound is not in the ranking, or no longer in the library.
        """
        return self._all_hits(self._alone(ranking, sound), [0])[0]

    def strip(self, ranking: Ranking, sound: SoundId) -> Strip:
        """Returns each window's similarity to the query, to draw over the waveform; empty for a listing.

        Raises:
            SoundGone: the sound is not in the ranking.
        """
        return strip_of(self._alone(ranking, sound), 0)

    def synonyms_of(self, word: str) -> tuple[str, ...]:
        """Returns the words searched along with a word: the user's, then Earshot's."""
        return synonyms_by(self._catalogue.database.rows)(word)

    @property
    def listens_for_words(self) -> bool:
        return self._speech is not None and self._speech.listens_for_words

    @property
    def searches_transcripts(self) -> bool:
        """Whether `said:` can be asked."""
        return self._written is not None

    def transcript(self, sound: SoundId) -> Sequence[Sequence[SpokenWord]]:
        """The words of each stretch of speech in a sound. Raises LibraryError if the transcripts are damaged."""
        return () if self._written is None else self._written.transcript(sound)

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """What features know about this library that raises sounds."""
        makers: Iterable[MakesEvidence] = parts(lambda feature: feature.evidence)
        return tuple(make(self._catalogue, self._current) for make in makers)

    @cached_property
    def words(self) -> CachedCount[Words]:
        """The library's words, counted on first use."""
        return CachedCount(words, self._catalogue, aside=self._beside.submit)

    def close(self) -> None:
        if self.__dict__.get("_speech") is not None:
            self._sense.close()

    def _query(self, question: Question) -> Query:
        if id(question) in self._ahead:
            return self._ahead[id(question)][1]
        query = parse(
            question.text,
            synonyms=no_synonyms if question.sound_only else self.synonyms_of,
            without=question.without,
            filters=question.filters,
            doubt=self._lexicon.doubt,
            translate=translate,
        )
        return completed(doubted(limited(query, question), self._lexicon.knows), question)

    def _by_words(self, question: Question, cancel: Cancel) -> Ranking:
        return self._by_query(self._query(question), question, cancel)

    def _by_query(self, query: Query, question: Question, cancel: Cancel) -> Ranking:
        if query.is_speechless:
            return self._speechless(query, question, cancel)
        if query.transcribed:
            return self._by_transcripts(query, question, cancel)
        if query.said:
            return self._by_what_is_said(query, question, cancel)
        if query.is_empty and not self._current.is_open:
            return listing(self._catalogue, self._catalogue.passing.ids(query.filters), query)
        return self._current.ask(lambda session: self._ranked(session, query, question, cancel))

    def _speechless(self, query: Query, question: Question, cancel: Cancel) -> Ranking:
        passing = self._catalogue.passing.ids(query.filters)
        silent = PickedSounds("", self._transcripts.speechless(passing))
        rest = replace(query, is_speechless=False, filters=replace(query.filters, among=silent))
        return self._by_query(rest, question, cancel)

    def _by_transcripts(self, query: Query, question: Question, cancel: Cancel) -> Ranking:
        """Ranks by words of transcripts; if the query also describes a sound, ranks the sounds with them by both."""
        rest = replace(query, transcribed=())
        try:
            found = self._transcripts.said(query.transcribed, self._catalogue.passing.ids(query.filters), cancel)
            if rest.is_empty or not len(found):
                ranking = found.ranking(question.limit, self._catalogue)
            else:
                likely = PickedSounds("", found.likely_ids)
                narrowed = replace(rest, filters=replace(query.filters, among=likely), variety=ALL)
                asked = replace(question, limit=len(likely.ids))
                ranking = self._by_query(narrowed, asked, cancel)
                ranking = ranking if ranking.tier == CANCELLED else found.joined(ranking, question.limit)
        except StopRequested:
            return nothing(CANCELLED)
        return replace(ranking, chips=query.chips)

    def _by_what_is_said(self, query: Query, question: Question, cancel: Cancel) -> Ranking:
        """Ranks by spoken words; if the query also describes a sound, ranks the sounds with those words by both."""
        plain = replace(query, said=())
        _log.debug("plan: %d spoken phrases, alone: %s", len(query.said), plain.is_empty)
        try:
            found = self._sense.said(query.said, self._catalogue.passing.ids(query.filters), cancel)
            if plain.is_empty or not len(found):
                ranking = found.ranking(question.limit, self._catalogue)
            else:
                likely = PickedSounds("", found.likely_ids)
                narrowed = replace(plain, filters=replace(query.filters, among=likely))
                narrowed, asked = replace(narrowed, variety=ALL), replace(question, limit=len(likely.ids))
                ranking = self._current.ask(lambda session: self._ranked(session, narrowed, asked, cancel))
                ranking = ranking if ranking.tier == CANCELLED else found.joined(ranking, question.limit)
        except StopRequested:
            return nothing(CANCELLED)
        return replace(ranking, chips=query.chips)

    def _ranked(self, session: Session, query: Query, question: Question, cancel: Cancel) -> Ranking:
        _log.debug(
            "plan: %d alternatives, %d excluded, %d examples, filters %s, variety %s, limit %d, exact %s, by sound %s",
            len(query.alternatives),
            len(query.excluded),
            len(query.examples),
            "none" if query.filters.is_empty else "set",
            query.variety,
            question.limit,
            question.exact,
            question.sound_only,
        )
        query, heard = self._heard(session, query, question)
        for one in self.evidence:
            query, more = one.beside(session, query, question)
            heard += more
        spoken = None
        if self._written is not None:
            query, spoken = self._written.beside(query, question)
        return session.searcher.rank(
            query,
            limit=question.limit,
            examples=heard,
            without=self._ear.itself(query.examples),
            spoken=spoken,
            sound_only=question.sound_only,
            exact=question.exact,
            check=partial(check, cancel),
        )

    def _heard(self, session: Session, query: Query, question: Question) -> tuple[Query, tuple[ExampleVector, ...]]:
        """Adds vectors to the examples; leaves out a typed example that cannot be read, and marks its chip."""
        heard: dict[Example, ExampleVector] = {}
        silent = set()
        for example in query.examples:
            try:
                heard[example] = self._ear.hear(session, example)
            except (AudioError, QueryError):
                if example in question.examples:
                    raise
                silent.add(chip_of(example).id)
                _log.info("an example in the query cannot be read and is left out: %s", Name(chip_of(example).value))
        chips = tuple(unheard(chip) if chip.id in silent else chip for chip in query.chips)
        return replace(query, examples=tuple(heard), chips=chips), tuple(heard.values())

    def _by_sound(self, question: Question, like: Like, cancel: Cancel) -> Ranking:
        query = completed(filters_of(question), question)

        def answer(session: Session) -> Ranking:
            itself = self._catalogue.files.meant(like.sound) if isinstance(like.sound, FilePath) else like.sound
            return session.searcher.rank_similar(
                self._likeness(session, like),
                query,
                limit=question.limit,
                exact=question.exact,
                without=None if like.with_itself else itself,
                check=partial(check, cancel),
            )

        return self._current.ask(answer)

    def _by_speech(self, question: Question, like: Like, cancel: Cancel) -> Ranking:
        query = filters_of(question)
        if isinstance(like.sound, FilePath):
            path, sound = like.sound, self._catalogue.files.meant(like.sound)
        else:
            path, sound = self._catalogue.sounds.one(like.sound).path, like.sound
        passing = self._catalogue.passing.ids(query.filters)
        try:
            ranking = self._sense.again(like, path, sound, passing, question, cancel)
        except StopRequested:
            return nothing(CANCELLED)
        return replace(ranking, chips=query.chips)

    def _likeness(self, session: Session, like: Like) -> SimilarityReference:
        from engine.search.reference import measured, reference_vectors  # loads the decoders; words need none

        is_whole = like.start_s is None and like.end_s is None
        if isinstance(like.sound, FilePath):
            path, known, vectors = like.sound, None, None
        else:
            known = self._catalogue.sounds.one(like.sound)
            path = known.path
            vectors = session.stored_vectors(self._catalogue.segments.of([like.sound])) if is_whole else None
        if vectors is None:
            vectors = reference_vectors(path, session.audio, session.pack, start_s=like.start_s, end_s=like.end_s)
        if known is not None and is_whole:
            return SimilarityReference(vectors, known.info, known.measures, like.weights)
        if like.weights.is_sound_alone:
            return SimilarityReference(vectors, weights=like.weights)
        return SimilarityReference(vectors, *measured(path, start_s=like.start_s, end_s=like.end_s), like.weights)

    @cached_property
    def _ear(self) -> ExampleEncoder:
        return ExampleEncoder(self._catalogue)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self.words, self._catalogue.texts.matching, self._is_own)

    def _is_own(self, word: str) -> bool:
        sql = "SELECT 1 FROM thesaurus WHERE ?1 IN (word, other) LIMIT 1"
        if self._catalogue.database.rows(sql, word) or any(one.knows(word) for one in self.evidence):
            return True
        return self._written is not None and self._written.knows(word)

    @cached_property
    def _speech(self) -> SpeechSense | None:
        makers: Iterable[MakesSpeechSense] = parts(lambda feature: feature.speech_sense)
        return next((make(self._catalogue) for make in makers), None)

    @cached_property
    def _written(self) -> TranscriptSearch | None:
        makers: Iterable[MakesTranscriptSearch] = parts(lambda feature: feature.transcripts)
        return next((make(self._catalogue) for make in makers), None)

    @property
    def _transcripts(self) -> TranscriptSearch:
        """Raises QueryError if no feature reads transcripts."""
        if self._written is None:
            raise QueryError(QueryFault.NO_TRANSCRIPT_SEARCH, advice=QueryAdvice.WITHOUT_SAID)
        return self._written

    @property
    def _sense(self) -> SpeechSense:
        """Raises QueryError if no feature ranks by speech."""
        if self._speech is None:
            raise QueryError(QueryFault.NO_SPEECH_SENSE, advice=QueryAdvice.WITHOUT_SPEECH)
        return self._speech

    def _alone(self, ranking: Ranking, sound: SoundId) -> Ranking:
        """The ranking of one row, with every window of its sound."""
        row = ranking.row_of(sound)
        if row is None:
            raise SoundGone(sound)
        if ranking.is_listing:
            return replace(ranking, ids=ranking.ids[row : row + 1])
        with self._catalogue.database.snapshot():
            self._current.catch_up()
            session = self._current.session()
            if ranking.scored is not None and ranking.scored.pack_id != session.pack_id:
                return alone(ranking, row)  # its vectors cannot be compared with those of the present pack
            return session.searcher.explain(ranking, row)

    def _all_hits(self, ranking: Ranking, rows: range | list[int]) -> list[Hit]:
        """Returns the hits of all the rows.

        Raises:
            SoundGone: a sound is gone.
        """
        hits = hits_of(ranking, rows, self._catalogue)
        if len(hits) < len(rows):
            there = {hit.sound.id for hit in hits}
            raise SoundGone(next(id for row in rows if (id := SoundId(int(ranking.ids[row]))) not in there))
        return hits
