"""What is asked of a library: words, sounds that others shall be like, or both; one value for every way of asking."""

from dataclasses import dataclass
from enum import StrEnum

from engine.search.examples import Example
from engine.search.similar import SOUND_ALONE, Aspects
from engine.types import Among, FilePath, SoundId

MOST_RANKED = 5_000
"""Rows of a ranking by likeness, when no limit is named; a listing has as many as pass."""


class By(StrEnum):
    """What of a sound is looked for in others."""

    SOUND = "sound"
    WORD = "word"
    """The spoken word in a stretch; the moments are where it is said again."""
    PATTERN = "pattern"
    """A phrase or pattern, which need not be words, as units of speech; the moments are its places."""


@dataclass(frozen=True, slots=True)
class Like:
    """A sound, or a stretch of one, that asks."""

    sound: FilePath | SoundId
    """A file, in the library or not, or a sound of the library. Without a stretch, a sound's stored vectors ask, or its
    stored units where a pattern is asked for, so its file may be away."""
    start_s: float | None = None
    """Start of the stretch; None for the sound's."""
    end_s: float | None = None
    by: By = By.SOUND
    weights: Aspects = SOUND_ALONE
    """By sound: what likeness means."""
    with_itself: bool = True
    """By sound: False leaves this very file out; copies of it elsewhere are sounds of their own."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. Which sounds pass is asked by words and by likeness alike."""

    text: str = ""
    """What was typed, see `engine.search.parse` for its language; nothing where `like` asks. A text that describes
    nothing lists every sound that passes, the newest first, and opens no model."""
    like: Like | None = None
    """A sound that asks alone. Beside examples its sound alone counts, as an example of weight 1."""
    filters: str = ""
    """Further filters in the same grammar, chosen and not typed; they become chips too."""
    limit: int = MOST_RANKED
    """Most rows where something is compared. By words as many come as sounds pass the filters."""
    sound_only: bool = False
    """Rank words by the sound alone, without names and metadata."""
    exact: bool = False
    """Compare with everything instead of asking an index."""
    stacks: bool = False
    """Fold takes into one row where neither `variety` nor the text says how different the answers shall be; where there
    are very many takes, fewer rows than `limit` come."""
    variety: float | None = None
    """How different the answers shall be, 0 to 1, see `engine.search.variety`; None for what the text or the filters
    say (`variety:folded`), else for what `stacks` says."""
    without: frozenset[str] = frozenset()
    """Ids of chips that are switched off."""
    among: Among | None = None
    """Look at these sounds alone; a chip says so."""
    examples: tuple[Example, ...] = ()
    """Sounds, stretches and recordings that others shall be more or less like, beside the words; those of the text and
    of the filters (`like:FILE`) come on top. `engine.search.weighing` has the rule."""
    words_weight: float | None = None
    """How much the words count beside examples; None for what the text says (`words:2`), else 1."""
    owner: bool = True
    """Raise what is like the sounds that were chosen for such words before, where something was learnt of that."""
