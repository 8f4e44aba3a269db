"""What a filter is: a record that grammar, SQL, completion, panel, guide and translations read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from engine.chips import Bounds
from engine.search import limits
from engine.store.filters import AnyOf, Between, Claim, Column, Condition, Each, Is, Names, Number, Texts
from engine.types import Colour
from engine.wording import Said, Saying, said


class Style(Enum):
    """How many values of a filter hold at once, and how they are written."""

    ONE = "one"
    """One at a time."""
    ANY = "any"
    """Several, any of which is enough: `ext:wav,flac`."""
    ALL = "all"
    """Several, all of which must hold: `tag:a tag:b`."""


class Button(Enum):
    """The buttons of the filter panel, in their order; the value is what it says."""

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

    @property
    def id(self) -> str:
        """Its name in code: "length"."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Choice:
    """A value to click."""

    value: str
    """What is written behind the colon."""
    label: str
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Range:
    """Fields for a lowest and a highest value."""

    unit: str
    hint_low: str
    hint_high: str
    suffix: str = ""
    """Written behind a number: k of kilohertz."""


@dataclass(frozen=True, slots=True)
class Panel:
    """How the filter panel shows a filter. Its words are translated there."""

    button: Button
    title: str = ""
    """Above its values; empty for that of the button."""
    choices: tuple[Choice, ...] = ()
    """None where the library lists the values that occur."""
    range: Range | None = None
    is_long: bool = False
    """A list that one types into, as there may be hundreds."""
    columns: int = 1
    hint: str = ""
    """Shown at the foot of the button's filters."""


@dataclass(frozen=True, slots=True)
class FilterPart:
    """One filter of a query, read."""

    words: Said
    """What its chip says."""
    conditions: tuple[Condition, ...]
    value: str = ""
    """What it names, the same in every language; empty where `bounds` say it all."""
    bounds: Bounds | None = None
    key: str = ""
    """The filter's; empty until the registry fills it in."""


def _as_written(value: str) -> Said:
    return said(Saying.AT, value)


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter of the query language."""

    key: str
    """As it is typed, without its colon."""
    title: str
    """What it asks about."""
    takes: str
    """What may stand behind the colon."""
    examples: tuple[str, ...]
    """Whole: dur:<2, dur:>=1.5, …"""
    guide: str
    """What it means, in the guide's table."""
    read: Callable[[str], FilterPart] | None
    """Reads a value, and raises `limits.Unreadable` for one that it does not take; None for a filter that is no
    condition on the catalogue."""
    values: tuple[str, ...] = ()
    """Values worth offering, the most useful first."""
    source: str = ""
    """Where the library has further values: tags, collections, folders, formats, categories, or a `FileField`."""
    style: Style = Style.ONE
    takes_nothing: bool = False
    """Whether nothing may stand behind the colon."""
    lists: Column | None = None
    """The column of a filter whose values the library lists and counts."""
    label: Callable[[str], Said] = _as_written
    """What a listed value is called."""
    aliases: tuple[str, ...] = ()
    """Other spellings of the key."""
    states: Mapping[str, str] = field(default_factory=dict)
    """What may be typed behind `is:` for it, and the value that is meant: loop for loop:yes."""
    panel: Panel | None = None

    @property
    def allowed(self) -> str:
        """What may stand behind the colon, with examples."""
        return f"{self.takes}: {'  '.join(self.examples)}"


def in_range(
    column: Number, read: Callable[[str], Bounds], words: Callable[[Bounds], Said]
) -> Callable[[str], FilterPart]:
    """A reader of bounds on a number."""

    def read_range(value: str) -> FilterPart:
        bounds = read(value)
        return FilterPart(words(bounds), (Between(column, bounds.low, bounds.high),), bounds=bounds)

    return read_range


def any_of(
    column: Names, read: Callable[[str], tuple[str, ...]], words: Callable[[tuple[str, ...]], Said]
) -> Callable[[str], FilterPart]:
    """A reader of one or several names, any of which will do."""

    def read_names(value: str) -> FilterPart:
        names = tuple(map(str, read(value)))
        return FilterPart(words(names), (AnyOf(column, names),), ",".join(names))

    return read_names


def holding(column: Texts, words: Saying) -> Callable[[str], FilterPart]:
    """A reader of a text that must be there."""

    def read_text(value: str) -> FilterPart:
        text = limits.words(value)
        return FilterPart(said(words, text), (Each(column, (text,)),), text)

    return read_text


def claim(column: Claim, yes: Saying, no: Saying) -> Callable[[str], FilterPart]:
    """A reader of yes or no; nothing is yes."""

    def read_claim(value: str) -> FilterPart:
        wanted = limits.yes_or_no(value)
        return FilterPart(said(yes if wanted else no), (Is(column, wanted),), "yes" if wanted else "no")

    return read_claim


def either(claims: Callable[[str], FilterPart], names: Callable[[str], FilterPart]) -> Callable[[str], FilterPart]:
    """A reader of nothing, yes or no as a claim, and of everything else as names."""
    return lambda value: (claims if value.strip().lower() in ("", "yes", "no", "none") else names)(value)


def of_key(part: FilterPart, key: str) -> FilterPart:
    """A part with the key of its filter; one that was read by another filter keeps that one's."""
    return part if part.key else replace(part, key=key)
