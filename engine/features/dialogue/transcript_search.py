"""Answers `said:`: sounds by the words of their transcripts, and by how the words sound, as ordinary rankings.

A row's moments are the places where the words are said, and begin with the first of them.
"""

import logging
import time
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.base.cancellation import Cancel, check
from engine.base.chips import Chip, ChipKind
from engine.base.errors import LibraryError, PackError, QueryError
from engine.base.messages import Message, said
from engine.base.query_messages import QueryMessage
from engine.base.types import Ids, PackId, SoundId, SpokenWord
from engine.features.dialogue.edits import FILE_NAME as EDITS
from engine.features.dialogue.fusion import fused
from engine.features.dialogue.spoken_text import spoken_words
from engine.features.dialogue.transcript_words import PhrasePlace, TranscriptWords, near
from engine.features.dialogue.transcripts import FILE_NAME, Transcript, TranscriptFile
from engine.features.speech.phonemes import PronunciationError
from engine.features.speech.word_search import SpokenMatch, SpokenWords
from engine.features.speech.words_search import SpokenPlaces
from engine.models.calibration import Calibration, probability
from engine.search.extensions import TranscriptSearch
from engine.search.query import Alternative, Query
from engine.search.question import Question
from engine.search.ranking import Ranking
from engine.search.transcript_evidence import TranscriptEvidence
from engine.store.catalogue import Catalogue

WITHIN_S = 10.0
"""Phrases of one query begin within so many seconds."""
_MOST_PLACES = 20
"""Places of a sound that are kept, best first."""
CALIBRATION = Calibration(
    sound_midpoint=0.6, sound_slope=12.0, meaning_midpoint=0.5, meaning_slope=1.0, fair=0.4, strong=0.9
)
"""Turns the likeness of a place to a probability; an exact place with sure words has .99, one with a wrong word .3."""
_NO_PACK = PackId("")
_PLAIN_FROM = 0.75
"""Least likeness of a place that plain words find: no misspelt word, and no wrong one among three."""
_MOST_NEAR = 6
"""Words of a description that are looked for in any order."""
_REST = 20.0
_log = logging.getLogger(__name__)


class TranscribedFound(Struct, frozen=True, eq=False):
    """Places in transcripts, before they become a page of hits: a `SpokenResult`."""

    found: SpokenMatch
    quotes: Mapping[int, tuple[SpokenWord, ...]]
    """The words of each sound's best place."""

    def __len__(self) -> int:
        return len(self.found)

    @property
    def likely_ids(self) -> Ids:
        return self.found.places.ids

    def ranking(self, limit: int, catalogue: Catalogue) -> Ranking:
        return self._quoted(self.found.ranking(limit, catalogue))

    def joined(self, described: Ranking, limit: int) -> Ranking:
        return self._quoted(self.found.joined(described, limit))

    def _quoted(self, ranking: Ranking) -> Ranking:
        scored = ranking.scored
        return ranking if scored is None else replace(ranking, scored=replace(scored, quotes=self.quotes))


class TranscriptsOfLibrary(TranscriptSearch):
    """Keeps the words of transcripts in memory, and reads them again when the file changed. Library's thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._by_sound = SpokenWords(catalogue)
        self._words = TranscriptWords(())
        self._spoken: Ids = np.zeros(0, np.int64)
        self._known: Ids = np.zeros(0, np.int64)
        self._state: object = None
        self._fresh_until_s = 0.0

    def said(self, phrases: Sequence[str], passing: Ids, cancel: Cancel) -> TranscribedFound:
        is_there = self._read()
        check(cancel)
        places = near([self._words.find(phrase) for phrase in phrases], WITHIN_S)
        by_sound: dict[int, list[PhrasePlace]] = {}
        for place in places:
            by_sound.setdefault(place.sound, []).append(place)
        kept = np.intersect1d(np.array(list(by_sound), np.int64), passing)
        own = [_best(by_sound[id]) for id in kept.tolist()]
        flat = [place for group in own for place in group]
        spoken = SpokenPlaces(
            kept,
            np.array([group[0].likeness for group in own], np.float64),
            np.concatenate([[0], np.cumsum([len(group) for group in own])]).astype(np.int64),
            np.array([place.start_s for place in flat], np.float64),
            np.array([place.end_s for place in flat], np.float64),
            np.array([place.likeness for place in flat], np.float64),
        )
        heard = self._heard(phrases, passing, cancel) if is_there else None
        if heard is not None:
            spoken = fused(spoken, heard, CALIBRATION)
        note = self._note(passing, is_found=bool(len(spoken.ids)), is_there=is_there)
        quotes = {group[0].sound: group[0].words for group in own}
        return TranscribedFound(SpokenMatch(spoken, CALIBRATION, _NO_PACK, len(passing), note), quotes)

    def beside(self, query: Query, question: Question) -> tuple[Query, TranscriptEvidence | None]:
        weight = min(max(question.transcript_weight, 0.0), 1.0)
        if question.sound_only or weight == 0.0 or not any(side.describe for side in query.alternatives):
            return query, None
        try:
            if not self._read(is_hurried=True):
                return query, None
        except LibraryError as err:
            _log.warning("plain words search no transcripts: %s", err)
            return replace(query, note=query.note or said(QueryMessage.TRANSCRIPTS_UNREAD)), None
        best: dict[int, tuple[float, PhrasePlace]] = {}
        for side in query.alternatives:
            for place, chance in self._plain(side):
                if place.sound not in best or chance > best[place.sound][0]:
                    best[place.sound] = chance, place
        if not best:
            return query, None
        chip = Chip(ChipKind.TRANSCRIPTS, words=said(QueryMessage.IN_TRANSCRIPTS, len(best)))
        chipped = replace(query, chips=(*query.chips, chip))
        if chip.id in question.without:
            return chipped, None
        ids = sorted(best)
        chances = weight * np.array([best[id][0] for id in ids], np.float64)
        quotes = {id: place.words for id, (_, place) in best.items()}
        return chipped, TranscriptEvidence(np.array(ids, np.int64), chances, quotes)

    def knows(self, word: str) -> bool:
        try:
            return self._read(is_hurried=True) and self._words.has(word)
        except LibraryError:  # `beside` says so
            return False

    def transcript(self, sound: SoundId) -> Transcript:
        file = TranscriptFile.at(self._catalogue.folder)
        if file is None:
            return ()
        try:
            return file.transcript(sound)
        finally:
            file.close()

    def _plain(self, side: Alternative) -> Iterator[tuple[PhrasePlace, float]]:
        """Where all words of a description are said, in order or at least near each other, and how much that tells.

        One word says less than a sentence: of a door that slams, or of somebody who names one.
        """
        typed = {one.word: one.synonyms for one in side.originals}
        words = tuple(dict.fromkeys(" ".join(typed.get(word, (word,))) for word in side.words))
        found = [(place, len(spoken_words(side.describe))) for place in self._words.find(side.describe)]
        if words and len(words) <= _MOST_NEAR:
            found += [(place, len(words)) for place in near([self._words.find(word) for word in words], WITHIN_S)]
        for place, count in found:
            if place.likeness >= _PLAIN_FROM:
                chance = float(probability(place.likeness, CALIBRATION.sound_midpoint, CALIBRATION.sound_slope))
                yield place, chance * count / (count + 1.0)

    def speechless(self, passing: Ids) -> Ids:
        self._read()
        silent = np.setdiff1d(self._known, self._spoken, assume_unique=True)
        return np.intersect1d(passing, silent, assume_unique=True)

    def _heard(self, phrases: Sequence[str], passing: Ids, cancel: Cancel) -> SpokenMatch | None:
        """The places by sound; None for words without a pronunciation, and without a pack for words."""
        try:
            return self._by_sound.said(phrases, passing, cancel)
        except (QueryError, PackError, PronunciationError):
            return None

    def _note(self, passing: Ids, *, is_found: bool, is_there: bool) -> Message | None:
        if not is_there:
            return said(QueryMessage.NO_TRANSCRIPTS)
        lacking = len(np.setdiff1d(passing, self._known, assume_unique=True))
        if lacking:
            return said(QueryMessage.UNTRANSCRIBED, lacking, len(passing))
        return None if is_found else said(QueryMessage.NOT_TRANSCRIBED)

    def _read(self, *, is_hurried: bool = False) -> bool:
        """Reads what changed; returns whether there are transcripts.

        A pass changes the file every few seconds. Plain words, typed letter by letter, are hurried: they make do with
        what was read unless that is twenty times as long ago as reading takes.
        """
        if is_hurried and self._state is not None and time.monotonic() < self._fresh_until_s:
            return True
        path = self._catalogue.folder / FILE_NAME
        file = TranscriptFile.at(self._catalogue.folder)
        if file is None:
            return False
        try:
            log, edits = path.with_name(path.name + "-wal"), path.with_name(EDITS)
            state = tuple(
                (found.st_ino, found.st_mtime_ns, found.st_size)
                for found in (one.stat() for one in (path, log, edits) if one.exists())
            )
            if state != self._state:
                began_s = time.monotonic()
                self._words = TranscriptWords(file.stretches())
                self._spoken = self._words.sounds
                rows = file.rows("SELECT sound_id, error FROM heard ORDER BY sound_id")
                self._known = np.array([id for id, error in rows if not error], np.int64)
                self._state = state
                now_s = time.monotonic()
                self._fresh_until_s = now_s + _REST * (now_s - began_s)
        finally:
            file.close()
        return True


def _best(places: list[PhrasePlace]) -> list[PhrasePlace]:
    return sorted(places, key=lambda one: (-one.likeness, one.start_s))[:_MOST_PLACES]
