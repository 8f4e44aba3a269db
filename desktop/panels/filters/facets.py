"""What the filter panel offers: its buttons, and under each the presets and range fields. Tables only, no widgets."""

from dataclasses import dataclass
from enum import Enum

from desktop.translation import Phrase, phrase, translate
from engine.types import Colour


class Style(Enum):
    """How many of a group's choices hold at once, and how they are written."""

    ONE = "one"
    """One at a time."""
    ANY = "any"
    """Several, any of which is enough: `ext:wav,flac`."""
    ALL = "all"
    """Several, all of which must hold: `tag:a tag:b`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One preset."""

    value: str
    """What is written behind the colon."""
    label: Phrase | str
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Range:
    """Fields for a lowest and a highest value."""

    unit: Phrase | str
    hint_low: str
    hint_high: str


@dataclass(frozen=True, slots=True)
class Group:
    """The choices of one key."""

    key: str
    title: Phrase
    choices: tuple[Choice, ...] = ()
    """None where the library lists the values that occur."""
    style: Style = Style.ONE
    range: Range | None = None
    is_long: bool = False
    """A list that one types into, as there may be hundreds."""
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Facet:
    """One button of the panel."""

    id: str
    title: Phrase
    groups: tuple[Group, ...]
    hint: Phrase | None = None


_SURE = phrase("Facets", "Only sounds pass of which this is known with some certainty (confidence of 0.5 or more).")

FACETS: tuple[Facet, ...] = (
    Facet(
        "length",
        phrase("Facets", "Length"),
        (
            Group(
                "dur",
                phrase("Facets", "Length"),
                (
                    Choice("<1", phrase("Facets", "Under 1 s")),
                    Choice("1..5", phrase("Facets", "1 to 5 s")),
                    Choice("5..30", phrase("Facets", "5 to 30 s")),
                    Choice("30..2m", phrase("Facets", "30 s to 2 min")),
                    Choice(">2m", phrase("Facets", "Over 2 min")),
                ),
                range=Range("s", "0.5", "1:30"),
            ),
        ),
    ),
    Facet(
        "channels",
        phrase("Facets", "Channels"),
        (
            Group(
                "ch",
                phrase("Facets", "Channels"),
                style=Style.ONE,
            ),
        ),
    ),
    Facet(
        "rate",
        phrase("Facets", "Rate and depth"),
        (
            Group(
                "sr",
                phrase("Facets", "Sample rate"),
                range=Range("kHz", "44.1", "96"),
                columns=2,
            ),
            Group(
                "depth",
                phrase("Facets", "Bit depth"),
                columns=2,
            ),
        ),
    ),
    Facet(
        "format",
        phrase("Facets", "Format"),
        (
            Group(
                "ext",
                phrase("Facets", "Format"),
                style=Style.ANY,
                columns=2,
            ),
        ),
    ),
    Facet(
        "loudness",
        phrase("Facets", "Loudness"),
        (
            Group(
                "loud",
                phrase("Facets", "Loudness"),
                (
                    Choice("<-36", phrase("Facets", "Quiet: under −36 LUFS")),
                    Choice("-36..-20", phrase("Facets", "Medium: −36 to −20 LUFS")),
                    Choice(">-20", phrase("Facets", "Loud: over −20 LUFS")),
                ),
                range=Range("LUFS", "-30", "-16"),
            ),
        ),
    ),
    Facet(
        "loop",
        phrase("Facets", "One-shot or loop"),
        (
            Group(
                "loop",
                phrase("Facets", "One-shot or loop"),
                (Choice("no", phrase("Facets", "One-shots")), Choice("yes", phrase("Facets", "Loops"))),
            ),
        ),
    ),
    Facet(
        "tempo",
        phrase("Facets", "Tempo"),
        (
            Group(
                "bpm",
                phrase("Facets", "Tempo"),
                (
                    Choice("60..90", "60–90"),
                    Choice("90..110", "90–110"),
                    Choice("110..125", "110–125"),
                    Choice("125..140", "125–140"),
                    Choice("140..160", "140–160"),
                    Choice("160..190", "160–190"),
                ),
                range=Range("BPM", "118", "122"),
                columns=2,
            ),
        ),
        _SURE,
    ),
    Facet(
        "key",
        phrase("Facets", "Key"),
        (
            Group(
                "key",
                phrase("Facets", "Key"),
                style=Style.ANY,
                columns=2,
            ),
        ),
        _SURE,
    ),
    Facet(
        "rating",
        phrase("Facets", "Rating"),
        (
            Group(
                "rating",
                phrase("Facets", "Rating"),
                (
                    Choice("5", "★★★★★"),
                    Choice(">=4", phrase("Facets", "at least ★★★★")),
                    Choice(">=3", phrase("Facets", "at least ★★★")),
                    Choice(">=2", phrase("Facets", "at least ★★")),
                    Choice(">=1", phrase("Facets", "at least ★")),
                    Choice("0", phrase("Facets", "Not rated")),
                ),
            ),
        ),
    ),
    Facet(
        "colour",
        phrase("Facets", "Colour"),
        (
            Group(
                "colour",
                phrase("Facets", "Colour"),
                (
                    Choice("red", phrase("Facets", "Red"), Colour.RED),
                    Choice("orange", phrase("Facets", "Orange"), Colour.ORANGE),
                    Choice("yellow", phrase("Facets", "Yellow"), Colour.YELLOW),
                    Choice("green", phrase("Facets", "Green"), Colour.GREEN),
                    Choice("blue", phrase("Facets", "Blue"), Colour.BLUE),
                    Choice("purple", phrase("Facets", "Purple"), Colour.PURPLE),
                    Choice("grey", phrase("Facets", "Grey"), Colour.GREY),
                ),
                style=Style.ANY,
                columns=2,
            ),
        ),
    ),
    Facet(
        "tag",
        phrase("Facets", "Tag"),
        (Group("tag", phrase("Facets", "Tag"), style=Style.ALL, is_long=True),),
    ),
    Facet(
        "heard",
        phrase("Facets", "Heard"),
        (
            Group(
                "heard",
                phrase("Facets", "Listened to"),
                (Choice("yes", phrase("Facets", "Heard before")), Choice("no", phrase("Facets", "Never heard"))),
            ),
            Group(
                "used",
                phrase("Facets", "Dragged or copied out"),
                (Choice("yes", phrase("Facets", "Used before")), Choice("no", phrase("Facets", "Never used"))),
            ),
        ),
    ),
    Facet(
        "date",
        phrase("Facets", "Date"),
        (
            Group(
                "date",
                phrase("Facets", "File changed"),
                (
                    Choice("today", phrase("Facets", "Today")),
                    Choice("week", phrase("Facets", "In the last week")),
                    Choice("month", phrase("Facets", "In the last month")),
                    Choice("year", phrase("Facets", "In the last year")),
                ),
                range=Range("", "2024-05", "2025-01-31"),
            ),
        ),
    ),
    Facet(
        "offline",
        phrase("Facets", "Where the file is"),
        (
            Group(
                "offline",
                phrase("Facets", "Drive"),
                (
                    Choice("no", phrase("Facets", "Connected")),
                    Choice("yes", phrase("Facets", "Not connected")),
                ),
            ),
            Group(
                "missing",
                phrase("Facets", "File"),
                (
                    Choice("no", phrase("Facets", "Where it was")),
                    Choice("yes", phrase("Facets", "Missing")),
                ),
            ),
        ),
    ),
    Facet(
        "category",
        phrase("Facets", "Category"),
        (Group("cat", phrase("Facets", "UCS category"), style=Style.ANY, is_long=True),),
    ),
)
"""Every facet there is."""
MOST_USED = ("length", "format", "channels", "category", "rating", "tag")
"""Ids of those that stand in the line, in this order; the others are under More, or in the line while they are set."""


def value_name(key: str, value: str) -> str:
    """What a value that the library lists is called."""
    if key == "ext":
        return value.upper()
    if key == "sr" and value.endswith("k"):
        return translate("Facets", "%1 kHz", value.removesuffix("k"))
    if key == "depth":
        return translate("Facets", "%1 bit", value)
    if key == "ch":
        named = {"mono": translate("Facets", "Mono"), "stereo": translate("Facets", "Stereo")}
        return named.get(value, translate("Facets", "%1 channels", value))
    return value.capitalize() if key == "cat" else value
