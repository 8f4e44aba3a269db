"""Ranks a library by what is said in its sounds: spoken words, and patterns of units."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from engine.base.cancellation import Cancel, check
from engine.base.types import FilePath, Ids, SoundId
from engine.models.speech_pack import speech_pack_for
from engine.search.extensions import SpeechSense, SpokenResult
from engine.search.question import By, Like, Question
from engine.search.ranking import Ranking
from engine.store.catalogue import Catalogue

if TYPE_CHECKING:
    from engine.features.speech.pattern_search import PatternSearch
    from engine.features.speech.word_search import SpokenWords


class UnitsAndWords(SpeechSense):
    """Opens words and units on first use. The library's thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    @property
    def listens_for_words(self) -> bool:
        return speech_pack_for("words", self._catalogue.folder) is not None

    def said(self, phrases: Sequence[str], passing: Ids, cancel: Cancel) -> SpokenResult:
        return self._words.said(phrases, passing, cancel)

    def again(
        self, like: Like, path: FilePath, sound: SoundId | None, passing: Ids, question: Question, cancel: Cancel
    ) -> Ranking:
        if like.by is By.WORD:
            heard = self._words.heard_again(path, sound, like.start_s or 0.0, like.end_s or 0.0, passing, cancel)
            return heard.ranking(question.limit, self._catalogue)
        return self._patterns.rank(
            sound,
            path,
            start_s=like.start_s,
            end_s=like.end_s,
            passing=passing,
            limit=question.limit,
            is_exact=question.exact,
            check=partial(check, cancel),
        )

    def close(self) -> None:
        if "_patterns" in self.__dict__:
            self._patterns.close()

    @cached_property
    def _words(self) -> "SpokenWords":
        from engine.features.speech.word_search import SpokenWords  # most questions do not need it

        return SpokenWords(self._catalogue)

    @cached_property
    def _patterns(self) -> "PatternSearch":
        from engine.features.speech.pattern_search import PatternSearch  # decoders and ONNX: most questions need none

        return PatternSearch(self._catalogue.folder)
