"""Chips: the parts of a query as they were understood, as values. The window shows them, the shell prints them."""

from dataclasses import dataclass
from enum import StrEnum

from engine.wording import Said, shortened


class ChipKind(StrEnum):
    """What a part of a query does."""

    DESCRIBE = "describe"
    """Says what a sound is like."""
    TRANSLATION = "translation"
    """A word of another language that is searched in English."""
    REQUIRE = "require"
    """A quoted phrase, which must occur."""
    EXCLUDE = "exclude"
    """Behind a minus: sounds like it sink."""
    FILTER = "filter"
    SAID = "said"
    """What must be spoken."""
    SYNONYM = "synonym"
    """A word that is searched too."""
    LIKE = "like"
    """A sound that others shall be more like."""
    UNLIKE = "unlike"
    """A sound that others shall be less like."""
    LEARNT = "learnt"
    """What the owner chose for such words; sounds like it are raised."""
    AMONG = "among"
    """Sounds that were picked out."""
    UNREAD = "unread"
    """Not read as what it looks like; `why` says why."""


class Unread(StrEnum):
    """Why a part of a query was not read as what it looks like."""

    VALUE = "value"
    """The filter takes no such value; it was left out."""
    NO_VALUE = "no value"
    """Nothing stands behind the colon; the filter was left out."""
    MINUS = "minus"
    """A minus before a filter; the filter was left out."""
    OPEN_QUOTE = "open quote"
    """A quotation mark that is not closed: words are searched without it, a filter's value was left out."""
    UNKNOWN_KEY = "unknown key"
    """What stands before the colon is no filter; it was searched as words."""
    NO_SOUND = "no sound"
    """The file of an example cannot be read; it was left out."""
    UNKNOWN_WORD = "unknown word"
    """A word that neither the library nor a list of words has; it was searched as typed."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a numeric filter lets pass: low <= value <= high, None where a side is open."""

    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """A part of a query as it was understood, shown to the user, who can switch it off; or one that was not."""

    kind: ChipKind
    key: str = ""
    """A filter's key; a translation's language, as ISO 639-3; the word a synonym widens; for an unknown key or word the
    one that may be meant; for picked sounds what tells them from others of the same label."""
    value: str = ""
    """All it asks for: the description, the phrase without its quotation marks, the words of another language in lower
    case; the value a filter names, the same in every language. Empty where `bounds` say it all."""
    bounds: Bounds | None = None
    """The range that a filter lets pass."""
    words: Said | None = None
    """The wording of a filter, a translation or spoken words; None for the user's own words."""
    source: str = ""
    """The stretch of the query it came from, as it was typed; for a synonym the word it widens."""
    spans: tuple[tuple[int, int], ...] = ()
    """Every stretch of the words that asks this: start and end in the text."""
    chosen_spans: tuple[tuple[int, int], ...] = ()
    """Likewise in the filters that were chosen and not typed."""
    why: Unread | None = None
    """Set for an unread part alone."""
    is_left_out: bool = False
    """An unread part that was not searched; others were searched as words."""
    weight: float | None = None
    """How much it counts, above 0; None for a part that cannot be weighed, or while nothing stands beside the words."""
    also: tuple[str, ...] = ()
    """Other forms that were found for a quoted phrase: "bells", "doorbell"."""

    @property
    def text(self) -> str:
        """What it says in English: "wind", "\"door\"", "shorter than 2 s"."""
        if self.words is not None:
            return str(self.words)
        signs = {ChipKind.REQUIRE: '"{}"', ChipKind.EXCLUDE: "-{}"}
        return shortened(signs.get(self.kind, "{}").format(self.value))

    @property
    def id(self) -> str:
        """What it is switched off by: the same for chips that ask the same, however they read."""
        bounds = "" if self.bounds is None else f"{_end(self.bounds.low)}..{_end(self.bounds.high)}"
        return f"{self.kind} {self.key}: {self.value}{bounds}"


def _end(value: float | None) -> str:
    return "" if value is None else repr(float(value))
