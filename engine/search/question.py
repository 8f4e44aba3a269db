"""A question to a library: words, example sounds, or both, in one value."""

from enum import StrEnum

from msgspec import Struct

from engine.base.types import FilePath, PickedSounds, SoundId
from engine.search.examples import Example
from engine.search.similar import SOUND_ALONE, AspectWeights

MOST_RANKED = 5_000
"""Rows of a ranking by likeness without an explicit limit; a listing has every sound that passes."""


TRANSCRIPT_WEIGHT = 0.7
"""How much transcripts count for plain words, 0 to 1; docs/experiments/dialogue.md has others."""


class By(StrEnum):
    """What to look for in other sounds."""

    SOUND = "sound"
    WORD = "word"
    """The spoken word in a stretch; the moments are its repetitions."""
    PATTERN = "pattern"
    """A phrase or pattern, not necessarily words, as units of speech; the moments are its places."""


class Like(Struct, frozen=True):
    """A sound, or a stretch of one, as the query."""

    sound: FilePath | SoundId
    """A file, in the library or not, or a sound of the library. Without a stretch a library sound is compared by its
    stored vectors, or stored units for a pattern, so its file may be away.
    """
    start_s: float | None = None
    """Start of the stretch; None for the start of the sound."""
    end_s: float | None = None
    by: By = By.SOUND
    weights: AspectWeights = SOUND_ALONE
    """For SOUND: the weights of likeness."""
    with_itself: bool = True
    """For SOUND: False excludes this file, but not its copies."""


class Question(Struct, frozen=True):
    """One question. Filters work the same for words and for likeness."""

    text: str = ""
    """As typed (its language: `engine.search.query_parser`); empty with `like`. A text that describes nothing lists
    every sound that passes, newest first, and opens no model.
    """
    like: Like | None = None
    """The only query. Beside examples just its sound counts, as an example of weight 1."""
    filters: str = ""
    """Further filters in the same grammar, chosen, not typed; they become chips too."""
    limit: int = MOST_RANKED
    """Most rows where anything is compared; a listing has every sound that passes."""
    sound_only: bool = False
    """Rank words by sound only, without names and metadata."""
    exact: bool = False
    """Compare with every vector instead of using an index."""
    stacks: bool = False
    """Fold takes into one row unless `variety` or the text decides; very many takes give fewer than `limit` rows."""
    variety: float | None = None
    """How different the results are, 0 to 1 (`engine.search.variety`); None: the text's value, else by `stacks`."""
    without: frozenset[str] = frozenset()
    """Ids of chips that are switched off."""
    among: PickedSounds | None = None
    """Search only these sounds; a chip shows it."""
    examples: tuple[Example, ...] = ()
    """Sounds, stretches and recordings that results resemble more or less, beside the words and in addition to those of
    the text and the filters (`like:FILE`). `engine.search.example_scores` has the rule.
    """
    words_weight: float | None = None
    """The weight of the words beside examples; None for the text's value (`words:2`), else 1."""
    owner: bool = True
    """Raise sounds like those chosen for similar words before, if something was learnt."""
    transcript_weight: float = TRANSCRIPT_WEIGHT
    """How much it counts that somebody says the words, 0 to 1; at 0 plain words do not search transcripts."""
