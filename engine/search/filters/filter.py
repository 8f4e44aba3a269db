"""The record of a filter, which grammar, SQL, completion, panel, guide and translations read."""

from collections.abc import Callable, Mapping
from enum import Enum

from msgspec import Struct, field
from msgspec.structs import replace

from engine.base.chips import Bounds
from engine.base.messages import Message, PlainText, said
from engine.base.query_messages import QueryMessage
from engine.base.types import Colour
from engine.search import value_parsers
from engine.store.filters import (
    AllOf,
    AnyOf,
    Between,
    Column,
    Condition,
    FlagColumn,
    Is,
    NameColumn,
    NumberColumn,
    TextColumn,
)


class Style(Enum):
    """How many values of a filter hold at once, and how they are written."""

    ONE = "one"
    ANY = "any"
    """Several, any of which suffices: `ext:wav,flac`."""
    ALL = "all"
    """Several, all of which must hold: `tag:a tag:b`."""


class Button(Enum):
    """The buttons of the filter panel, in order; values are their labels."""

    LENGTH = "Length"
    CHANNELS = "Channels"
    RATE = "Rate and depth"
    FORMAT = "Format"
    LOUDNESS = "Loudness"
    LOOP = "One-shot or loop"
    TEMPO = "Tempo"
    KEY = "Key"
    RATING = "Rating"
    COLOUR = "Colour"
    TAG = "Tag"
    HEARD = "Played"
    DATE = "Date"
    OFFLINE = "File location"
    CATEGORY = "Category"
    LIBRARY = "Library"
    DESIGNER = "Designer"
    SCENE = "Scene"
    TAKE = "Take"
    TAPE = "Tape"
    TIMECODE = "Timecode"
    KEYWORD = "Keyword"
    CUSTOM = "Custom field"
    QUALITY = "Quality"

    @property
    def id(self) -> str:
        return self.name.lower()


class Choice(Struct, frozen=True):
    """A value to click."""

    value: str
    """As written after the colon."""
    label: str
    colour: Colour | None = None


class Range(Struct, frozen=True):
    """Input fields for a lowest and a highest value."""

    unit: str
    hint_low: str
    hint_high: str
    suffix: str = ""
    """Appended to a number: k for kilohertz."""


class Panel(Struct, frozen=True):
    """How the filter panel shows a filter; the panel translates its words."""

    button: Button
    title: str = ""
    """Above its values; empty uses the button's label."""
    choices: tuple[Choice, ...] = ()
    """Empty if the library lists the values that occur."""
    range: Range | None = None
    is_long: bool = False
    """Shows a searchable list, for up to hundreds of values."""
    columns: int = 1
    hint: str = ""
    """Shown below the button's filters."""


class FilterPart(Struct, frozen=True):
    """One parsed filter of a query."""

    words: Message
    """The label of its chip."""
    conditions: tuple[Condition, ...]
    value: str = ""
    """Its value, the same in every language; empty if `bounds` say it all."""
    bounds: Bounds | None = None
    key: str = ""
    """The filter's key; empty until the registry fills it in."""


def _as_written(value: str) -> Message:
    return said(PlainText.AT, value)


class Filter(Struct, frozen=True, kw_only=True):
    """One filter of the query language."""

    key: str
    """As typed, without the colon."""
    title: str
    takes: str
    """Values it accepts."""
    examples: tuple[str, ...]
    """Complete filters: dur:<2, dur:>=1.5, …"""
    guide: str
    """Its meaning in the guide's table."""
    read: Callable[[str], FilterPart] | None
    """Parses a value; raises `limits.Unreadable` for an invalid one. None for a filter that is not a condition on the
    catalogue.
    """
    values: tuple[str, ...] = ()
    """Suggested values, most useful first."""
    source: str = ""
    """The library's source of further values: tags, collections, folders, formats, categories, or a `FileField`."""
    style: Style = Style.ONE
    takes_nothing: bool = False
    """Whether the value may be empty."""
    lists: Column | None = None
    """The column whose values the library lists and counts."""
    label: Callable[[str], Message] = _as_written
    """The label of a listed value."""
    aliases: tuple[str, ...] = ()
    states: Mapping[str, str] = field(default_factory=dict)
    """Words for `is:`, with the value that each stands for: loop for loop:yes."""
    panel: Panel | None = None

    @property
    def allowed(self) -> str:
        return f"{self.takes}: {'  '.join(self.examples)}"


def in_range(
    column: NumberColumn, read: Callable[[str], Bounds], words: Callable[[Bounds], Message]
) -> Callable[[str], FilterPart]:
    """A parser for bounds on a number."""

    def read_range(value: str) -> FilterPart:
        bounds = read(value)
        return FilterPart(words(bounds), (Between(column, bounds.low, bounds.high),), bounds=bounds)

    return read_range


def any_of(
    column: NameColumn, read: Callable[[str], tuple[str, ...]], words: Callable[[tuple[str, ...]], Message]
) -> Callable[[str], FilterPart]:
    """A parser for one or several names, any of which suffices."""

    def read_names(value: str) -> FilterPart:
        names = tuple(map(str, read(value)))
        return FilterPart(words(names), (AnyOf(column, names),), ",".join(names))

    return read_names


def holding(column: TextColumn, words: QueryMessage) -> Callable[[str], FilterPart]:
    """A parser for a required text."""

    def read_text(value: str) -> FilterPart:
        text = value_parsers.words(value)
        return FilterPart(said(words, text), (AllOf(column, (text,)),), text)

    return read_text


def claim(column: FlagColumn, yes: QueryMessage, no: QueryMessage) -> Callable[[str], FilterPart]:
    """A parser for yes or no; an empty value means yes."""

    def read_claim(value: str) -> FilterPart:
        wanted = value_parsers.yes_or_no(value)
        return FilterPart(said(yes if wanted else no), (Is(column, wanted),), "yes" if wanted else "no")

    return read_claim


def either(claims: Callable[[str], FilterPart], names: Callable[[str], FilterPart]) -> Callable[[str], FilterPart]:
    """A parser for empty, yes or no as a claim, and anything else as names."""
    return lambda value: (claims if value.strip().lower() in ("", "yes", "no", "none") else names)(value)


def of_key(part: FilterPart, key: str) -> FilterPart:
    """A part with its filter's key; a part parsed by another filter keeps that one's."""
    return part if part.key else replace(part, key=key)
