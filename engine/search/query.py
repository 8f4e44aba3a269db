"""What a query asks for once it is read. Plain data; `parse` makes it, `searcher` answers it."""

import re
from dataclasses import dataclass

from engine.chips import Chip
from engine.search.examples import Example
from engine.store.filters import Filters
from engine.wording import Said

_SINGLE = frozenset({"single", "one", "einzeln", "einzelne", "einzelner", "einzelnes"})


@dataclass(frozen=True, slots=True)
class Alternative:
    """One side of a `|`: a sound passes by meeting any of them and is scored by the best."""

    describe: str
    """What the sound is like, in words: goes to the text tower. Empty when only names are asked for."""
    words: tuple[str, ...]
    """The words of the description that keyword search looks for, in lower case, without function words."""
    required: tuple[str, ...]
    """Phrases that must occur in name, folder or metadata."""
    originals: "tuple[Widening, ...]" = ()
    """Words that were read from another language, with what was typed: that counts as the word itself."""
    is_known: bool = True
    """Whether any of the words means something; if not, nothing it finds is marked as good."""


@dataclass(frozen=True, slots=True)
class Widening:
    """A word and the words that stand in for it; synonyms have half its weight."""

    word: str
    synonyms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """A query, read."""

    alternatives: tuple[Alternative, ...]
    """At least one; of an empty query one that is empty."""
    excluded: tuple[str, ...]
    """Words or phrases behind a minus: names with them go, sounds like them sink."""
    filters: Filters
    widenings: tuple[Widening, ...]
    chips: tuple[Chip, ...]
    """Every recognised part, those that were switched off too."""
    said: tuple[str, ...] = ()
    """Words or phrases that must be spoken in the sound; each is looked for in what was heard."""
    examples: tuple[Example, ...] = ()
    """Sounds that others shall be more like, or less like."""
    words_weight: float = 1.0
    """How much the description counts beside the examples."""
    variety: float | None = None
    """How different the answers shall be, see `engine.search.variety`; None where it is not said."""
    note: Said | None = None
    """What is to be said when a part of the query had to be left out."""

    @property
    def is_single(self) -> bool:
        """Whether one of several is asked for, as by "Gunshot, single"."""
        typed = " ".join(side.describe for side in self.alternatives).casefold()
        return not _SINGLE.isdisjoint(re.findall(r"\w+", typed))

    @property
    def is_empty(self) -> bool:
        """True when nothing ranks: no description, no required phrase, no minus term, nothing said, no example."""
        describes = any(side.describe or side.required for side in self.alternatives)
        return not (describes or self.excluded or self.said or self.examples)
