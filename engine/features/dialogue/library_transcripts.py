"""Where a library's transcripts lie, and a search in them that loads nothing where there are none.

Most libraries have none, and each window asks at its start: rapidfuzz, http.client and ssl would be loaded for it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.base.cancellation import Cancel
    from engine.base.types import Ids, SoundId, SpokenWord
    from engine.search.extensions import SpokenResult, TranscriptSearch
    from engine.search.query import Query
    from engine.search.question import Question
    from engine.search.transcript_evidence import TranscriptEvidence
    from engine.store.catalogue import Catalogue

FILE_NAME = "transcripts.db"


class LibraryTranscripts:
    """A `TranscriptSearch` that is loaded with the first transcript. Library's thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def said(self, phrases: Sequence[str], passing: Ids, cancel: Cancel) -> SpokenResult:
        return self._search.said(phrases, passing, cancel)

    def beside(self, query: Query, question: Question) -> tuple[Query, TranscriptEvidence | None]:
        return self._search.beside(query, question) if self._is_there else (query, None)

    def knows(self, word: str) -> bool:
        return self._is_there and self._search.knows(word)

    def transcript(self, sound: SoundId) -> Sequence[Sequence[SpokenWord]]:
        return self._search.transcript(sound) if self._is_there else ()

    def speechless(self, passing: Ids) -> Ids:
        return self._search.speechless(passing)

    @property
    def _is_there(self) -> bool:
        return (self._catalogue.folder / FILE_NAME).exists()

    @cached_property
    def _search(self) -> TranscriptSearch:
        from engine.features.dialogue.transcript_search import TranscriptsOfLibrary

        return TranscriptsOfLibrary(self._catalogue)
