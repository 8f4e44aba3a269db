"""What the filter panel offers: its buttons, and under each the presets and range fields. Tables only, no widgets."""

from dataclasses import dataclass
from enum import Enum

from desktop.translation import Phrase, phrase
from engine.types import Colour


class Style(Enum):
    """How many of a group's choices hold at once, and how they are written."""

    ONE = "one"
    """One at a time."""
    ANY = "any"
    """Several, any of which is enough: `ext:wav,flac`."""
    ALL = "all"
    """Several, all of which must hold: `tag:a tag:b`."""


class Source(Enum):
    """Where choices come from that only the library knows."""

    NONE = ""
    TAGS = "tags"
    CATEGORIES = "categories"


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
    style: Style = Style.ONE
    range: Range | None = None
    source: Source = Source.NONE
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Facet:
    """One button of the panel."""

    id: str
    title: Phrase
    groups: tuple[Group, ...]
    hint: Phrase | None = None


_SURE = phrase("Facets", "Only sounds pass of which this is known with some certainty (confidence of 0.5 or more).")
_TONICS = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")

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
                (
                    Choice("mono", phrase("Facets", "Mono")),
                    Choice("stereo", phrase("Facets", "Stereo")),
                    Choice(">2", phrase("Facets", "More than two")),
                ),
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
                (
                    Choice("44.1k", "44.1 kHz"),
                    Choice("48k", "48 kHz"),
                    Choice(">=88.2k", phrase("Facets", "88.2 kHz and up")),
                    Choice(">=176.4k", phrase("Facets", "176.4 kHz and up")),
                ),
                range=Range("kHz", "44.1", "96"),
                columns=2,
            ),
            Group(
                "depth",
                phrase("Facets", "Bit depth"),
                (
                    Choice("16", phrase("Facets", "16 bit")),
                    Choice("24", phrase("Facets", "24 bit")),
                    Choice("32", phrase("Facets", "32 bit")),
                ),
                columns=3,
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
                (
                    Choice("wav", "WAV"),
                    Choice("aiff", "AIFF"),
                    Choice("flac", "FLAC"),
                    Choice("mp3", "MP3"),
                    Choice("ogg", "OGG"),
                    Choice("opus", "Opus"),
                    Choice("m4a", "M4A"),
                    Choice("caf", "CAF"),
                ),
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
                tuple(
                    Choice(f"{tonic} {mode}", tonic if mode == "major" else f"{tonic} min")
                    for tonic in _TONICS
                    for mode in ("major", "minor")
                ),
                style=Style.ANY,
                columns=4,
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
                    *(Choice(f">={stars}" if stars < 5 else "5", "★" * stars) for stars in (5, 4, 3, 2, 1)),
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
        (Group("tag", phrase("Facets", "Tag"), style=Style.ALL, source=Source.TAGS),),
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
        (Group("cat", phrase("Facets", "UCS category"), style=Style.ANY, source=Source.CATEGORIES),),
    ),
)
"""In the order of the buttons."""
