"""Answers queries for spoken words, `say:` and "find this word again", as ordinary rankings.

A row's moments are the places where the words are said; scores and confidences follow the words pack's own curves. Rows
keep that pack's id, so vectors of other packs are not compared with them.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio.decode import read
from engine.base.cancellation import Cancel, check
from engine.base.errors import QueryError
from engine.base.messages import Amount, Message, Unit, said, told
from engine.base.query_messages import QueryMessage
from engine.base.types import FilePath, Ids, PackId, SoundId
from engine.features.speech.messages import SpokenAdvice, SpokenFault
from engine.features.speech.words_file import WordsFile
from engine.features.speech.words_model import KIND, LEAST_FRAMES, WordsModel
from engine.features.speech.words_search import SpokenPlaces, both, find_spoken, with_itself
from engine.models.calibration import Calibration, probability
from engine.models.speech_pack import speech_pack_for
from engine.search.ranking import Ranking, RowScores, Windows
from engine.search.score_rule import CandidateParts
from engine.store.catalogue import Catalogue

TIER = "spoken"
"""Tier of rankings by spoken words: every stretch of speech was compared."""
LEAST_WORD_S = 0.1
_FEW = 50
"""Minimum number of sounds to rank by description as well, if few match the spoken words with confidence."""


class SpokenMatch(Struct, frozen=True, eq=False):
    """Places where something is said, before they become a page of hits."""

    places: SpokenPlaces
    calibration: Calibration
    pack_id: PackId
    considered: int
    note: Message | None = None

    def __len__(self) -> int:
        """Number of sounds with speech."""
        return len(self.places.ids)

    @property
    def chances(self) -> NDArray[np.float64]:
        """float64 [S]: probability for each sound."""
        return probability(self.places.best, self.calibration.sound_midpoint, self.calibration.sound_slope)

    @property
    def likely_ids(self) -> Ids:
        """The sounds that match at least fairly, and always the best few; ascending."""
        best = np.argsort(-self.places.best, kind="stable")
        count = max(_FEW, int((self.chances >= self.calibration.fair).sum()))
        return np.sort(self.places.ids[best[:count]])

    def ranking(self, limit: int, catalogue: Catalogue) -> Ranking:
        """The best `limit` sounds; equal ones by path."""
        by_path = catalogue.files.paths(self.places.ids)
        raw = np.array([by_path.get(int(id), b"") for id in self.places.ids], dtype=object)
        order = np.lexsort((np.argsort(np.argsort(raw, kind="stable")), -self.places.best))
        return self._ranking(order[:limit], self.chances)

    def joined(self, described: Ranking, limit: int) -> Ranking:
        """Combines a ranking by description with the spoken places: both scores are multiplied."""
        scored = described.scored
        rows = np.searchsorted(self.places.ids, described.ids)
        chances, calibration = self.chances, self.calibration
        if scored is not None:
            chances = chances.copy()
            chances[rows] *= scored.scores
            calibration = replace(calibration, fitted=scored.calibration.fitted)
        order = rows[np.argsort(-chances[rows], kind="stable")]
        return replace(self, calibration=calibration)._ranking(order[:limit], chances)

    def _ranking(self, order: NDArray[np.int64], scores: NDArray[np.float64]) -> Ranking:
        own = self.places.among(order)
        ids = own.ids
        ids.setflags(write=False)
        zeros = np.zeros(len(ids), np.int64)
        scored = RowScores(
            scores=scores[order],
            parts=CandidateParts(own.best, None, None),
            segments=zeros,
            sides=zeros,
            joint=np.zeros((1, 1), np.float32),
            words=(None,),
            windows=Windows(own.bounds, own.starts_s, own.ends_s, own.cosines, are_places=True),
            calibration=self.calibration,
            pack_id=self.pack_id,
        )
        note = self.note
        if len(ids) and not self.calibration.fitted.sound:
            note = said(QueryMessage.NOT_CALIBRATED)
        elif len(ids) and float(scored.scores.max()) < self.calibration.fair:
            note = said(QueryMessage.ONLY_WEAK)
        return Ranking(ids, TIER, self.considered, note=note, scored=scored)


class SpokenWords:
    """Queries one library's words.db. The library's thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._model: WordsModel | None = None

    def said(self, phrases: Sequence[str], passing: Ids, cancel: Cancel) -> SpokenMatch:
        """Finds the sounds in which every phrase is said.

        Args:
            phrases: as typed, at least one.
            passing: ids of the sounds that may answer, ascending.

        Raises:
            QueryError: no pack recognises words.
            PronunciationError: a word cannot be pronounced.
            PackError: the pack is damaged.
            StopRequested: `cancel` stopped it.
        """
        model = self._opened()
        found: SpokenMatch | None = None
        for phrase in phrases:
            one = self._find(model, model.say(phrase), passing, model.settings.calibration, cancel)
            found = one if found is None else replace(found, places=both(found.places, one.places))
        assert found is not None
        return found

    def heard_again(
        self, path: FilePath, sound: SoundId | None, start_s: float, end_s: float, passing: Ids, cancel: Cancel
    ) -> SpokenMatch:
        """Finds the sounds that repeat what is said in a stretch of a file, itself first.

        Args:
            sound: its id, if it is in the library.
            start_s: of the stretch, seconds.
            end_s: of the stretch, seconds.
            passing: ids of the sounds that may answer, ascending.

        Raises:
            QueryError: no pack recognises words, or the stretch is too short or too long for a word.
            AudioError: the file cannot be read.
            PackError: the pack is damaged.
            StopRequested: `cancel` stopped it.
        """
        model = self._opened()
        settings = model.settings
        if not LEAST_WORD_S <= end_s - start_s <= settings.longest_s:
            raise QueryError(
                told(SpokenFault.STRETCH_NO_WORD, Amount(max(0.0, end_s - start_s), Unit.SECONDS, places=2)),
                advice=told(SpokenAdvice.ONE_WORD, Amount(LEAST_WORD_S), Amount(settings.longest_s, Unit.SECONDS)),
            )
        samples, _ = read(path, settings.features.sample_rate_hz, start_s=start_s, end_s=end_s)
        if len(samples) < LEAST_FRAMES * settings.features.hop:
            raise QueryError(SpokenFault.STRETCH_AT_END, advice=SpokenAdvice.INSIDE_SOUND)
        found = self._find(model, list(model.hear([samples])), passing, settings.heard_calibration, cancel)
        if sound is None:
            return found
        return replace(found, places=with_itself(found.places, int(sound), start_s, end_s))

    def _find(
        self,
        model: WordsModel,
        asked: list[NDArray[np.float32]],
        passing: Ids,
        calibration: Calibration,
        cancel: Cancel,
    ) -> SpokenMatch:
        file = WordsFile.at(self._catalogue.folder)
        nowhere = SpokenPlaces(
            np.zeros(0, np.int64), np.zeros(0), np.zeros(1, np.int64), np.zeros(0), np.zeros(0), np.zeros(0)
        )
        if file is None:
            return SpokenMatch(nowhere, calibration, model.pack_id, len(passing), said(QueryMessage.NO_SPEECH))
        try:
            if file.pack_id() != model.pack_id:
                return SpokenMatch(nowhere, calibration, model.pack_id, len(passing), said(QueryMessage.OTHER_SPEECH))
            places = find_spoken(file, asked, passing, partial(check, cancel), calibration.sound_slope)
            known = np.fromiter(file.known(), np.int64)
        finally:
            file.close()
        lacking = len(np.setdiff1d(passing, known, assume_unique=True))
        note = None if len(places.ids) else said(QueryMessage.NOBODY_SPEAKS)
        if lacking:
            note = said(QueryMessage.UNHEARD, lacking, len(passing))
        return SpokenMatch(places, calibration, model.pack_id, len(passing), note)

    def _opened(self) -> WordsModel:
        """The model of the installed pack.

        Raises:
            QueryError: none is installed.
        """
        folder = speech_pack_for(KIND, self._catalogue.folder)
        if folder is None:
            raise QueryError(SpokenFault.NO_WORDS_LISTENER, advice=SpokenAdvice.INSTALL_WORDS)
        if self._model is None or self._model.folder != folder:
            self._model = WordsModel(folder)
        return self._model
