"""A parsed query as plain data: `parse` makes it, `searcher` answers it."""

import re

from msgspec import Struct

from engine.base.chips import Chip
from engine.base.messages import Message
from engine.search.examples import Example
from engine.store.filters import Filters

_SINGLE = frozenset({"single", "one", "einzeln", "einzelne", "einzelner", "einzelnes"})


class Alternative(Struct, frozen=True):
    """One side of a `|`. A sound passes if it meets any side; its best side gives its score."""

    describe: str
    """Words for the text tower. Empty if the query only asks for names."""
    words: tuple[str, ...]
    """Keywords of the description, in lower case, without function words."""
    required: tuple[str, ...]
    """Phrases that must occur in name, folder or metadata."""
    originals: "tuple[Expansion, ...]" = ()
    """Translated words with what was typed, which counts like the word itself."""
    is_known: bool = True
    """Whether any of the words means something; if not, no result is marked as good."""


class Expansion(Struct, frozen=True):
    """A word and its synonyms, which have half its weight."""

    word: str
    synonyms: tuple[str, ...]


class Query(Struct, frozen=True):
    """A parsed query."""

    alternatives: tuple[Alternative, ...]
    """At least one; an empty query has one empty alternative."""
    excluded: tuple[str, ...]
    """Words or phrases after a minus: excludes sounds with them in their names, lowers sounds that resemble them."""
    filters: Filters
    widenings: tuple[Expansion, ...]
    chips: tuple[Chip, ...]
    """Every recognised part, including those switched off."""
    said: tuple[str, ...] = ()
    """Words or phrases that must be spoken in the sound."""
    transcribed: tuple[str, ...] = ()
    """Words or phrases that transcripts must have near each other."""
    is_speechless: bool = False
    """Whether nothing may be said in the sounds, by their transcripts."""
    examples: tuple[Example, ...] = ()
    words_weight: float = 1.0
    """Weight of the description relative to the examples."""
    variety: float | None = None
    """How different the answers should be, see `engine.search.variety`; None if unspecified."""
    note: Message | None = None
    """Message about parts of the query that were left out."""

    @property
    def is_single(self) -> bool:
        """Whether the query asks for one of several, as in "Gunshot, single"."""
        typed = " ".join(side.describe for side in self.alternatives).casefold()
        return not _SINGLE.isdisjoint(re.findall(r"\w+", typed))

    @property
    def is_empty(self) -> bool:
        """True if nothing ranks: no description, required phrase, minus term, spoken or transcribed word or example."""
        describes = any(side.describe or side.required for side in self.alternatives)
        return not (describes or self.excluded or self.said or self.transcribed or self.examples)
