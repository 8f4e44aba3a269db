"""Extension points of searching: interfaces of what features add to an open library (`engine.base.feature.Feature`).

One of each is made per library; all belong to the library's thread.
"""

from collections.abc import Sequence
from typing import Protocol

from engine.base.cancellation import Cancel
from engine.base.types import FilePath, Ids, SoundId, SpokenWord
from engine.search.example_scores import ExampleVector
from engine.search.query import Query
from engine.search.question import Like, Question
from engine.search.ranking import Ranking
from engine.search.session import CurrentSession, Session
from engine.search.transcript_evidence import TranscriptEvidence
from engine.store.catalogue import Catalogue


class Evidence(Protocol):
    """Adds examples to questions, beside those that the user gives."""

    def beside(self, session: Session, query: Query, question: Question) -> tuple[Query, tuple[ExampleVector, ...]]:
        """Returns the query with a chip, and an example; both unchanged and empty if nothing applies."""

    def knows(self, word: str) -> bool:
        """Whether a lower-case word means something to it."""


class MakesEvidence(Protocol):
    """Makes a library's evidence."""

    def __call__(self, catalogue: Catalogue, current: CurrentSession) -> Evidence: ...


class SpokenResult(Protocol):
    """Sounds in which something is said, before they become a ranking."""

    def __len__(self) -> int:
        """Number of sounds with speech."""

    @property
    def likely_ids(self) -> Ids:
        """The sounds to rank by a description as well, ascending."""

    def ranking(self, limit: int, catalogue: Catalogue) -> Ranking:
        """The best `limit` sounds; equal ones by path."""

    def joined(self, described: Ranking, limit: int) -> Ranking:
        """Combines a ranking of `likely_ids` by description with what is said."""


class SpeechSense(Protocol):
    """Ranks by what is said in sounds."""

    @property
    def listens_for_words(self) -> bool:
        """Whether a pack for words is installed."""

    def said(self, phrases: Sequence[str], passing: Ids, cancel: Cancel) -> SpokenResult:
        """Finds the sounds in which every phrase is said.

        Args:
            phrases: as typed, at least one.
            passing: ids of the sounds that may answer, ascending.

        Raises:
            QueryError: no pack recognises words, or a word cannot be pronounced.
            PackError: the pack is damaged.
            StopRequested: `cancel` stopped it.
        """

    def again(
        self, like: Like, path: FilePath, sound: SoundId | None, passing: Ids, question: Question, cancel: Cancel
    ) -> Ranking:
        """Ranks the sounds that repeat the word or the pattern in a stretch of a file, as `like.by` says.

        Raises:
            QueryError: no pack listens for it, or the stretch cannot be one.
            AudioError: the file cannot be read.
            PackError: the pack is damaged.
            StopRequested: `cancel` stopped it.
        """

    def close(self) -> None: ...


class MakesSpeechSense(Protocol):
    """Makes a library's sense of speech."""

    def __call__(self, catalogue: Catalogue) -> SpeechSense: ...


class TranscriptSearch(Protocol):
    """Ranks by transcripts of sounds."""

    def said(self, phrases: Sequence[str], passing: Ids, cancel: Cancel) -> SpokenResult:
        """Finds the sounds whose transcripts have every phrase within some seconds.

        Args:
            phrases: as typed, at least one.
            passing: ids of the sounds that may answer, ascending.

        Raises:
            LibraryError: the transcripts are damaged.
            StopRequested: `cancel` stopped it.
        """

    def beside(self, query: Query, question: Question) -> tuple[Query, TranscriptEvidence | None]:
        """Returns the query with a chip, and the sounds that say its plain words; unchanged and None if none does.

        If transcripts cannot be read, the query gets a note instead.
        """

    def knows(self, word: str) -> bool:
        """Whether a lower-case word is said anywhere."""

    def transcript(self, sound: SoundId) -> Sequence[Sequence[SpokenWord]]:
        """Returns the words of each stretch of speech in a sound; empty if it was not transcribed.

        Raises:
            LibraryError: the transcripts are damaged.
        """

    def speechless(self, passing: Ids) -> Ids:
        """Returns those of `passing` that were transcribed and in which nothing is said, ascending."""


class MakesTranscriptSearch(Protocol):
    """Makes a library's search in transcripts."""

    def __call__(self, catalogue: Catalogue) -> TranscriptSearch: ...
