"""Requests to the search thread and its answers: frozen, so that they can cross threads."""

from msgspec import Struct

from desktop.base.filter_terms import with_values
from engine.base.chips import Chip, ChipKind
from engine.base.library_facts import RootState
from engine.base.types import FilePath, Hit, PickedSounds, RootId, SoundId
from engine.library.answers import Ranking
from engine.library.queries import (
    MOST_RANKED,
    SOUND_ALONE,
    TRANSCRIPT_WEIGHT,
    VARIETY,
    AspectWeights,
    By,
    Like,
    Question,
)

TRANSCRIPT_CHIP = Chip(ChipKind.TRANSCRIPTS).id


class Reference(Struct, frozen=True):
    """The sound, or stretch of it, that a find-similar starts from."""

    path: FilePath
    sound: SoundId | None = None
    """Its catalogue id; None for a file outside the library."""
    start_s: float | None = None
    end_s: float | None = None
    weights: AspectWeights = SOUND_ALONE
    """Aspects that must be similar."""
    is_pattern: bool = False
    """Search for the same phrase or pattern by units; ignores `weights`."""
    is_word: bool = False
    """Search for the same spoken word, given by a stretch; ignores `weights`."""

    @property
    def like(self) -> Like:
        """As the engine takes it."""
        by = By.PATTERN if self.is_pattern else By.WORD if self.is_word else By.SOUND
        sound = self.path if self.sound is None else self.sound
        return Like(sound, self.start_s, self.end_s, by, self.weights)


class TranscriptUse(Struct, frozen=True):
    """How plain words search transcripts."""

    weight: float = TRANSCRIPT_WEIGHT
    """0 to 1."""
    is_on: bool = True
    """Whether the chip is on."""


AS_USUAL = TranscriptUse()


class Request(Struct, frozen=True):
    """One thing to find: words, or a reference, or nothing (the newest sounds)."""

    text: str = ""
    reference: Reference | None = None
    without: frozenset[str] = frozenset()
    """Ids of disabled chips."""
    limit: int = MOST_RANKED
    """Rows of a ranking; a listing has every sound that passes."""
    filters: str = ""
    """Filters of the panel and the sidebar, in the query grammar."""
    among: PickedSounds | None = None
    """Picked sounds, such as by a lasso on the map; None for all."""

    def question(
        self,
        *,
        stacks: bool = False,
        limit: int | None = None,
        owner: bool = True,
        transcripts: TranscriptUse = AS_USUAL,
    ) -> Question:
        """As the engine takes it; `limit` replaces its own, `owner` includes lessons from choices."""
        return Question(
            "" if self.reference is not None else self.text,
            None if self.reference is None else self.reference.like,
            self.filters,
            self.limit if limit is None else limit,
            stacks=stacks,
            without=self.without if transcripts.is_on else self.without | {TRANSCRIPT_CHIP},
            among=self.among,
            owner=owner,
            transcript_weight=transcripts.weight,
        )

    @property
    def is_browsing(self) -> bool:
        """Whether nothing is searched and the newest sounds are shown."""
        filters = with_values(self.filters, VARIETY, ())
        return self.reference is None and not self.text.strip() and not filters and self.among is None


class SearchAnswer(Struct, frozen=True):
    """A ranking with the request it belongs to."""

    request: Request
    ranking: Ranking
    hits: tuple[Hit, ...]
    """Of the first rows, for immediate display; others are read when visible."""
    is_refresh: bool
    """The same request was answered before, and the library changed or all rows arrived: keep place and selection."""
    took_ms: float = 0.0
    """From the start of the search to the reading of its first rows."""
    has_more: bool = False
    """These are the first rows; the full ranking follows as a refresh."""

    @property
    def rows(self) -> int:
        """Number of rows, including pending ones and folded takes."""
        found = len(self.ranking) + self.ranking.folded
        return max(found, min(self.request.limit, self.ranking.considered)) if self.has_more else found


class Folder(Struct, frozen=True):
    """A root of the library as the window shows it."""

    id: RootId
    path: FilePath
    is_offline: bool
    is_missing: bool = False
    """Offline though its drive is connected: moved, renamed or deleted."""
    is_watched: bool = True

    @property
    def state(self) -> RootState:
        if not self.is_offline:
            return RootState.PRESENT
        return RootState.MISSING if self.is_missing else RootState.OFFLINE
