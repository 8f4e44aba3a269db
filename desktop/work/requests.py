"""What the window asks of the search thread, and what comes back: frozen, so that they may cross threads."""

from dataclasses import dataclass

from desktop.terms import with_values
from engine.contents import RootState
from engine.question import MOST_RANKED, By, Like, Question
from engine.search.ranking import Ranking
from engine.search.similar import SOUND_ALONE, Aspects
from engine.search.variety import VARIETY
from engine.types import Among, FilePath, Hit, RootId, SoundId


@dataclass(frozen=True, slots=True)
class Reference:
    """The sound, or stretch of it, that a find-similar starts from."""

    path: FilePath
    sound: SoundId | None = None
    """Its catalogue id; None for a file outside the library."""
    start_s: float | None = None
    end_s: float | None = None
    weights: Aspects = SOUND_ALONE
    """What has to be alike."""
    is_pattern: bool = False
    """The same phrase or pattern is looked for, by units; `weights` are ignored then."""
    is_word: bool = False
    """The same spoken word is looked for; it has a stretch, and `weights` are ignored then."""

    @property
    def like(self) -> Like:
        """What the engine is asked with."""
        by = By.PATTERN if self.is_pattern else By.WORD if self.is_word else By.SOUND
        sound = self.path if self.sound is None else self.sound
        return Like(sound, self.start_s, self.end_s, by, self.weights)


@dataclass(frozen=True, slots=True)
class Request:
    """One thing to find: words, or a reference, or nothing (the newest sounds)."""

    text: str = ""
    reference: Reference | None = None
    without: frozenset[str] = frozenset()
    """Chips that were switched off, by their `text`."""
    limit: int = MOST_RANKED
    """Rows of a ranking; a listing has every sound that passes."""
    filters: str = ""
    """What the filter panel and the sidebar ask for, in the grammar of the search field."""
    among: Among | None = None
    """Sounds that were picked out, such as by a lasso on the map; None for all."""

    def question(self, *, stacks: bool = False, limit: int | None = None, owner: bool = True) -> Question:
        """What the engine is asked; `limit` stands in for its own, `owner` lets what was learnt count."""
        return Question(
            "" if self.reference is not None else self.text,
            None if self.reference is None else self.reference.like,
            self.filters,
            self.limit if limit is None else limit,
            stacks=stacks,
            without=self.without,
            among=self.among,
            owner=owner,
        )

    @property
    def is_browsing(self) -> bool:
        """True when nothing is asked and the newest sounds are shown."""
        filters = with_values(self.filters, VARIETY, ())
        return self.reference is None and not self.text.strip() and not filters and self.among is None


@dataclass(frozen=True, slots=True)
class Answered:
    """A ranking with the request it belongs to."""

    request: Request
    ranking: Ranking
    hits: tuple[Hit, ...]
    """Of the first rows, so that they can be shown at once; the others are read when they are looked at."""
    is_refresh: bool
    """True when the same request was answered before, and the library changed or all rows came: keep place and
    selection."""
    took_ms: float = 0.0
    """From when it was begun to when its first rows were read."""
    has_more: bool = False
    """True for the first rows of a ranking whose others are still to come, with all of them, as a refresh."""

    @property
    def rows(self) -> int:
        """How many rows there are, those still to come included; folded takes count."""
        found = len(self.ranking) + self.ranking.folded
        return max(found, min(self.request.limit, self.ranking.considered)) if self.has_more else found


@dataclass(frozen=True, slots=True)
class Folder:
    """A root of the library as the window shows it."""

    id: RootId
    path: FilePath
    is_offline: bool
    is_missing: bool = False
    """It is offline though its drive is there: it was moved, renamed or deleted."""
    is_watched: bool = True
    """Whether changes in it are taken in as they happen."""

    @property
    def state(self) -> RootState:
        """Present, offline or missing."""
        if not self.is_offline:
            return RootState.PRESENT
        return RootState.MISSING if self.is_missing else RootState.OFFLINE
