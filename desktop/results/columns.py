"""The columns of the results: what each is called, says, and is sorted by; and the user's choice of them as text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from desktop import messages
from desktop.translation import Phrase, number, phrase, translate
from engine.search.order import SortKey
from engine.types import Colour, Hit, Measures

SURE = 0.5
"""Confidence from which a tempo or a key is told."""
NAME_LEAST_PX = 250
"""A file name of thirty letters is read whole."""
_LEAST_PX, _MOST_PX = 40, 2000


class Column(IntEnum):
    """The table's columns, in the order they have until the user moves them."""

    WAVEFORM = 0
    NAME = 1
    MATCH = 2
    LENGTH = 3
    FORMAT = 4
    RATE = 5
    DEPTH = 6
    CHANNELS = 7
    LOUDNESS = 8
    BRIGHTNESS = 9
    TEMPO = 10
    KEY = 11
    RATING = 12
    COLOUR = 13
    TAGS = 14
    CATEGORY = 15
    DESCRIPTION = 16
    HEARD = 17
    USES = 18
    DATE = 19
    FOLDER = 20


@dataclass(frozen=True, slots=True)
class About:
    """What is fixed about a column."""

    title: Phrase
    width_px: int
    sort: SortKey | None
    is_number: bool = False
    """Stands at the right."""
    falls_first: bool = False
    """A first click puts the greatest on top."""
    is_shown: bool = False
    """On show until the user chooses."""


ABOUT: dict[Column, About] = {
    Column.WAVEFORM: About(phrase("Column", "Waveform"), 150, None, is_shown=True),
    Column.NAME: About(phrase("Column", "Name"), NAME_LEAST_PX, SortKey.NAME, is_shown=True),
    Column.MATCH: About(phrase("Column", "Match"), 92, SortKey.SCORE, falls_first=True, is_shown=True),
    Column.LENGTH: About(phrase("Column", "Length"), 74, SortKey.LENGTH, is_number=True, is_shown=True),
    Column.FORMAT: About(phrase("Column", "Format"), 64, SortKey.FORMAT, is_shown=True),
    Column.RATE: About(phrase("Column", "Rate"), 92, SortKey.RATE, is_number=True, is_shown=True),
    Column.DEPTH: About(phrase("Column", "Depth"), 68, SortKey.DEPTH, is_number=True),
    Column.CHANNELS: About(phrase("Column", "Channels"), 78, SortKey.CHANNELS, is_shown=True),
    Column.LOUDNESS: About(phrase("Column", "Loudness"), 88, SortKey.LOUDNESS, is_number=True, falls_first=True),
    Column.BRIGHTNESS: About(phrase("Column", "Brightness"), 92, SortKey.BRIGHTNESS, is_number=True),
    Column.TEMPO: About(phrase("Column", "Tempo"), 76, SortKey.TEMPO, is_number=True),
    Column.KEY: About(phrase("Column", "Key"), 84, SortKey.KEY),
    Column.RATING: About(phrase("Column", "Rating"), 84, SortKey.RATING, falls_first=True, is_shown=True),
    Column.COLOUR: About(phrase("Column", "Colour"), 76, SortKey.COLOUR),
    Column.TAGS: About(phrase("Column", "Tags"), 140, SortKey.TAGS),
    Column.CATEGORY: About(phrase("Column", "Category"), 150, SortKey.CATEGORY),
    Column.DESCRIPTION: About(phrase("Column", "Description"), 240, SortKey.DESCRIPTION),
    Column.HEARD: About(phrase("Column", "Heard"), 68, SortKey.PLAYS, is_number=True, falls_first=True),
    Column.USES: About(phrase("Column", "Used"), 68, SortKey.USES, is_number=True, falls_first=True),
    Column.DATE: About(phrase("Column", "Date"), 96, SortKey.DATE, falls_first=True),
    Column.FOLDER: About(phrase("Column", "Folder"), 180, SortKey.FOLDER, is_shown=True),
}
JOINING = (Column.CATEGORY, Column.TAGS, Column.LOUDNESS, Column.TEMPO, Column.KEY, Column.DATE)
"""What a wide window shows besides, first to last, until the user has chosen columns."""
YIELDING = (Column.FOLDER, Column.CHANNELS, Column.RATE, Column.FORMAT, Column.RATING)
"""What a narrow window leaves out, first to last, until the user has chosen columns."""
_COLOURS = {
    Colour.RED: phrase("Column", "Red"),
    Colour.ORANGE: phrase("Column", "Orange"),
    Colour.YELLOW: phrase("Column", "Yellow"),
    Colour.GREEN: phrase("Column", "Green"),
    Colour.BLUE: phrase("Column", "Blue"),
    Colour.PURPLE: phrase("Column", "Purple"),
    Colour.GREY: phrase("Column", "Grey"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A column on show and its width."""

    column: Column
    width_px: int


def default_places() -> tuple[Place, ...]:
    """The columns on show until the user chooses."""
    return tuple(Place(column, about.width_px) for column, about in ABOUT.items() if about.is_shown)


def to_text(places: Sequence[Place]) -> str:
    """The choice as settings keep it: "waveform:150 name:400 length:74", left to right."""
    return " ".join(f"{place.column.name.lower()}:{place.width_px}" for place in places)


def from_text(text: str) -> tuple[Place, ...]:
    """Reads a choice; columns that are unknown or named twice are passed over, and the name is always among them."""
    found: dict[Column, Place] = {}
    for name, width in re.findall(r"([a-z]+):(\d{1,5})", text):
        column = Column.__members__.get(name.upper())
        if column is not None and column not in found:
            found[column] = Place(column, min(_MOST_PX, max(_LEAST_PX, int(width))))
    if not found:
        return default_places()
    return tuple(found.values()) if Column.NAME in found else (Place(Column.NAME, NAME_LEAST_PX), *found.values())


def cell_text(hit: Hit, column: Column, folder: str) -> str:
    """What a cell says; empty where it is drawn or nothing is known. `folder` is how the hit's folder is shown."""
    sound, info, marks = hit.sound, hit.sound.info, hit.sound.marks
    match column:
        case Column.NAME:
            return sound.path.name
        case Column.LENGTH:
            return messages.length(info.duration_s) if info else ""
        case Column.FORMAT:
            return info.format if info else ""
        case Column.RATE:
            return messages.sample_rate(info.sample_rate_hz) if info else ""
        case Column.DEPTH:
            return translate("Column", "%1 bit", info.bit_depth) if info and info.bit_depth else ""
        case Column.CHANNELS:
            return messages.channels(info.channels) if info else ""
        case Column.RATING:
            return "★" * marks.rating
        case Column.COLOUR:
            return str(_COLOURS[marks.colour]) if marks.colour else ""
        case Column.TAGS:
            return ", ".join(marks.tags)
        case Column.CATEGORY:
            return sound.metadata.category or sound.metadata.ucs_id
        case Column.DESCRIPTION:
            return sound.metadata.description or sound.metadata.title
        case Column.HEARD:
            return number(marks.plays) if marks.plays else ""
        case Column.USES:
            return number(marks.uses) if marks.uses else ""
        case Column.DATE:
            return datetime.fromtimestamp(sound.mtime_ns / 1e9).strftime("%Y-%m-%d")
        case Column.FOLDER:
            return folder
    return _measured(sound.measures, column)


def _measured(measures: Measures, column: Column) -> str:
    if column is Column.LOUDNESS and measures.loudness_lufs is not None:
        return f"{number(measures.loudness_lufs, 1)} LUFS"
    if column is Column.BRIGHTNESS and measures.brightness_hz is not None:
        hz = measures.brightness_hz
        return f"{number(hz / 1000, 1)} kHz" if hz >= 1000 else f"{number(hz)} Hz"
    if column is Column.TEMPO and measures.tempo_bpm is not None and (measures.tempo_confidence or 0.0) >= SURE:
        return f"{number(measures.tempo_bpm)} BPM"
    if column is Column.KEY and measures.key is not None and (measures.key_confidence or 0.0) >= SURE:
        return measures.key
    return ""
