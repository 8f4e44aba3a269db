"""Chips: how the parts of a query were understood, as values. The window shows them, the shell prints them."""

from enum import StrEnum

from msgspec import Struct

from engine.base.messages import Message, shortened


class ChipKind(StrEnum):
    """What a part of a query does."""

    DESCRIBE = "describe"
    """Describes a sound."""
    TRANSLATION = "translation"
    """A foreign word, searched in English."""
    REQUIRE = "require"
    """A quoted phrase that must occur."""
    EXCLUDE = "exclude"
    """After a minus: similar sounds sink."""
    FILTER = "filter"
    SAID = "said"
    """Must be spoken."""
    SYNONYM = "synonym"
    """A word searched in addition."""
    LIKE = "like"
    """An example that results should resemble."""
    UNLIKE = "unlike"
    """An example that results should not resemble."""
    LEARNT = "learnt"
    """What the owner chose for similar words; sounds like it rise."""
    TRANSCRIPTS = "transcripts"
    """The words are said in sounds; those rise."""
    AMONG = "among"
    """Picked sounds."""
    UNREAD = "unread"
    """Not read as it looks; `why` gives the reason."""


class UnreadReason(StrEnum):
    """Why a part of a query was not read as it looks."""

    VALUE = "value"
    """The filter does not take this value; it was left out."""
    NO_VALUE = "no value"
    """Nothing follows the colon; the filter was left out."""
    MINUS = "minus"
    """A minus before a filter; the filter was left out."""
    OPEN_QUOTE = "open quote"
    """An open quotation mark: words are searched without it, a filter is left out."""
    UNKNOWN_KEY = "unknown key"
    """No filter has the key before the colon; it was searched as words."""
    NO_SOUND = "no sound"
    """The example's file cannot be read; it was left out."""
    UNKNOWN_WORD = "unknown word"
    """Neither the library nor the word list has this word; it was searched as typed."""


class Bounds(Struct, frozen=True):
    """The range of a numeric filter: low <= value <= high; None leaves a side open."""

    low: float | None = None
    high: float | None = None


class Chip(Struct, frozen=True):
    """A part of a query as it was understood, or that was not; the user can switch it off."""

    kind: ChipKind
    key: str = ""
    """A filter's key; a translation's language (ISO 639-3); the word a synonym belongs to; the likely intended key or
    word where it is unknown; for picked sounds what tells them from others of the same label.
    """
    value: str = ""
    """The description, the phrase without quotation marks, foreign words in lower case, or a filter's value, the same
    in all languages. Empty where `bounds` say it all.
    """
    bounds: Bounds | None = None
    words: Message | None = None
    """The wording of a filter, a translation or spoken words; None for the user's own words."""
    source: str = ""
    """The part of the query it came from, as typed; for a synonym the word it belongs to."""
    spans: tuple[tuple[int, int], ...] = ()
    """Its places in the text: start and end."""
    chosen_spans: tuple[tuple[int, int], ...] = ()
    """Its places in the filters that were chosen, not typed."""
    why: UnreadReason | None = None
    """Only for UNREAD."""
    is_left_out: bool = False
    """An unread part that was not searched; the others were searched as words."""
    weight: float | None = None
    """Above 0; None for a part that takes no weight, and as long as the words stand alone."""
    also: tuple[str, ...] = ()
    """Other forms found for a quoted phrase: "bells", "doorbell"."""

    @property
    def text(self) -> str:
        """English text: "wind", ""door"", "shorter than 2 s"."""
        if self.words is not None:
            return str(self.words)
        signs = {ChipKind.REQUIRE: '"{}"', ChipKind.EXCLUDE: "-{}"}
        return shortened(signs.get(self.kind, "{}").format(self.value))

    @property
    def id(self) -> str:
        """Identifies it when it is switched off: equal for chips that ask the same, however they read."""
        bounds = "" if self.bounds is None else f"{_end(self.bounds.low)}..{_end(self.bounds.high)}"
        return f"{self.kind} {self.key}: {self.value}{bounds}"


def _end(value: float | None) -> str:
    return "" if value is None else repr(float(value))
