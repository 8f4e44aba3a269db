"""The columns of the results: titles, sort keys, and the user's selection as text.

`desktop.results.cells` has the cells' texts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt

from desktop.base.translation import Phrase, phrase
from engine.search.order import CUSTOM as CUSTOM_KEYS
from engine.search.order import SortKey

NAME_LEAST_PX = 250
"""Room for a file name of thirty letters."""
_LEAST_PX, _MOST_PX = 40, 2000


class Column(IntEnum):
    """The table's columns, in default order."""

    WAVEFORM = 0
    NAME = 1
    MATCH = 2
    LENGTH = 3
    CATEGORY = 4
    LOUDNESS = 5
    TECHNICAL = 6
    """Rate, channels and format in one."""
    RATING = 7
    COLOUR = 8
    TAGS = 9
    NOTE = 10
    TITLE = 11
    DESCRIPTION = 12
    KEYWORDS = 13
    LIBRARY = 14
    DESIGNER = 15
    FORMAT = 16
    RATE = 17
    DEPTH = 18
    CHANNELS = 19
    BRIGHTNESS = 20
    TEMPO = 21
    KEY = 22
    HEARD = 23
    USES = 24
    DATE = 25
    FOLDER = 26
    LIKE_SOUND = 27
    """Parts of a score, from here on."""
    LIKE_NAME = 28
    LIKE_WORDS = 29
    LIKE_BRIGHTNESS = 30
    LIKE_LOUDNESS = 31
    LIKE_LENGTH = 32
    LIKE_TEMPO = 33
    SCENE = 34
    """Recorder metadata, from here on."""
    TAKE = 35
    TAPE = 36
    TRACKS = 37
    TIMECODE = 38
    ORIGINATOR = 39
    FIELD_1 = 40
    """User-defined fields by position, from here on."""
    FIELD_2 = 41
    FIELD_3 = 42
    FIELD_4 = 43
    FIELD_5 = 44
    FIELD_6 = 45
    FIELD_7 = 46
    FIELD_8 = 47
    FIELD_9 = 48
    FIELD_10 = 49
    FIELD_11 = 50
    FIELD_12 = 51
    TRUE_PEAK = 52


@dataclass(frozen=True, slots=True)
class ColumnTraits:
    """Fixed properties of a column."""

    title: Phrase
    width_px: int
    sort: SortKey | None
    is_number: bool = False
    """Right-aligned."""
    falls_first: bool = False
    """The first click sorts in descending order."""
    is_shown: bool = False
    """Visible by default."""


ABOUT: dict[Column, ColumnTraits] = {
    Column.WAVEFORM: ColumnTraits(phrase("Column", "Waveform"), 150, None, is_shown=True),
    Column.NAME: ColumnTraits(phrase("Column", "Name"), NAME_LEAST_PX, SortKey.NAME, is_shown=True),
    Column.MATCH: ColumnTraits(phrase("Column", "Match"), 62, SortKey.SCORE, falls_first=True, is_shown=True),
    Column.LENGTH: ColumnTraits(phrase("Column", "Length"), 74, SortKey.LENGTH, is_number=True, is_shown=True),
    Column.CATEGORY: ColumnTraits(phrase("Column", "Category"), 130, SortKey.CATEGORY, is_shown=True),
    Column.LOUDNESS: ColumnTraits(
        phrase("Column", "Loudness"), 92, SortKey.LOUDNESS, is_number=True, falls_first=True, is_shown=True
    ),
    Column.TRUE_PEAK: ColumnTraits(
        phrase("Column", "True peak"), 92, SortKey.TRUE_PEAK, is_number=True, falls_first=True
    ),
    Column.TECHNICAL: ColumnTraits(phrase("Column", "Format"), 128, SortKey.TECHNICAL, is_shown=True),
    Column.RATING: ColumnTraits(phrase("Column", "Rating"), 84, SortKey.RATING, falls_first=True),
    Column.COLOUR: ColumnTraits(phrase("Column", "Colour"), 76, SortKey.COLOUR),
    Column.TAGS: ColumnTraits(phrase("Column", "Tags"), 140, SortKey.TAGS),
    Column.NOTE: ColumnTraits(phrase("Column", "Note"), 160, SortKey.NOTE),
    Column.TITLE: ColumnTraits(phrase("Column", "Title"), 160, SortKey.TITLE),
    Column.DESCRIPTION: ColumnTraits(phrase("Column", "Description"), 240, SortKey.DESCRIPTION),
    Column.KEYWORDS: ColumnTraits(phrase("Column", "Keywords"), 160, SortKey.KEYWORDS),
    Column.LIBRARY: ColumnTraits(phrase("Column", "Library"), 130, SortKey.LIBRARY),
    Column.DESIGNER: ColumnTraits(phrase("Column", "Designer"), 130, SortKey.DESIGNER),
    Column.FORMAT: ColumnTraits(phrase("Column", "File type"), 74, SortKey.FORMAT),
    Column.RATE: ColumnTraits(phrase("Column", "Rate"), 92, SortKey.RATE, is_number=True),
    Column.DEPTH: ColumnTraits(phrase("Column", "Depth"), 68, SortKey.DEPTH, is_number=True),
    Column.CHANNELS: ColumnTraits(phrase("Column", "Channels"), 78, SortKey.CHANNELS),
    Column.BRIGHTNESS: ColumnTraits(phrase("Column", "Brightness"), 92, SortKey.BRIGHTNESS, is_number=True),
    Column.TEMPO: ColumnTraits(phrase("Column", "Tempo"), 76, SortKey.TEMPO, is_number=True),
    Column.KEY: ColumnTraits(phrase("Column", "Key"), 84, SortKey.KEY),
    Column.HEARD: ColumnTraits(phrase("Column", "Played"), 68, SortKey.PLAYS, is_number=True, falls_first=True),
    Column.USES: ColumnTraits(phrase("Column", "Used"), 68, SortKey.USES, is_number=True, falls_first=True),
    Column.DATE: ColumnTraits(phrase("Column", "Date"), 96, SortKey.DATE, falls_first=True),
    Column.FOLDER: ColumnTraits(phrase("Column", "Folder"), 180, SortKey.FOLDER),
    Column.LIKE_SOUND: ColumnTraits(
        phrase("Column", "Similar: sound"), 92, SortKey.LIKE_SOUND, is_number=True, falls_first=True
    ),
    Column.LIKE_NAME: ColumnTraits(
        phrase("Column", "Similar: name"), 92, SortKey.LIKE_NAME, is_number=True, falls_first=True
    ),
    Column.LIKE_WORDS: ColumnTraits(
        phrase("Column", "Similar: keywords"), 92, SortKey.LIKE_WORDS, is_number=True, falls_first=True
    ),
    Column.LIKE_BRIGHTNESS: ColumnTraits(
        phrase("Column", "Similar: brightness"), 92, SortKey.LIKE_BRIGHTNESS, is_number=True, falls_first=True
    ),
    Column.LIKE_LOUDNESS: ColumnTraits(
        phrase("Column", "Similar: loudness"), 92, SortKey.LIKE_LOUDNESS, is_number=True, falls_first=True
    ),
    Column.LIKE_LENGTH: ColumnTraits(
        phrase("Column", "Similar: length"), 92, SortKey.LIKE_LENGTH, is_number=True, falls_first=True
    ),
    Column.LIKE_TEMPO: ColumnTraits(
        phrase("Column", "Similar: tempo"), 92, SortKey.LIKE_TEMPO, is_number=True, falls_first=True
    ),
    Column.SCENE: ColumnTraits(phrase("Column", "Scene"), 76, SortKey.SCENE),
    Column.TAKE: ColumnTraits(phrase("Column", "Take"), 60, SortKey.TAKE),
    Column.TAPE: ColumnTraits(phrase("Column", "Tape"), 100, SortKey.TAPE),
    Column.TRACKS: ColumnTraits(phrase("Column", "Tracks"), 170, SortKey.TRACKS),
    Column.TIMECODE: ColumnTraits(phrase("Column", "Timecode"), 104, SortKey.TIMECODE, is_number=True),
    Column.ORIGINATOR: ColumnTraits(phrase("Column", "Originator"), 130, SortKey.ORIGINATOR),
}
JOINING = (Column.FOLDER, Column.RATING, Column.TAGS, Column.TEMPO, Column.KEY, Column.DATE)
"""Columns a wide window adds to the default selection, in order."""
YIELDING = (Column.LOUDNESS, Column.CATEGORY, Column.TECHNICAL)
"""Columns a narrow window drops from the default selection, in order."""
OF_SLATE = (Column.SCENE, Column.TAKE, Column.TAPE, Column.TRACKS, Column.TIMECODE, Column.ORIGINATOR)
CUSTOM = tuple(column for column in Column if column.name.startswith("FIELD_"))
"""Columns of user-defined fields; those without a field are never visible."""
ABOUT |= {
    column: ColumnTraits(phrase("Column", "Custom field"), 130, key)
    for column, key in zip(CUSTOM, CUSTOM_KEYS, strict=True)
}


@dataclass(frozen=True, slots=True)
class ColumnPlace:
    """A visible column and its width."""

    column: Column
    width_px: int


def default_places() -> tuple[ColumnPlace, ...]:
    """The default selection."""
    return tuple(ColumnPlace(column, about.width_px) for column, about in ABOUT.items() if about.is_shown)


def title_data(column: Column, role: int) -> object:
    """Header data of a column: its title, aligned like its cells."""
    about = ABOUT[column]
    if role == Qt.ItemDataRole.DisplayRole:
        return str(about.title)
    if role == Qt.ItemDataRole.TextAlignmentRole:
        side = Qt.AlignmentFlag.AlignRight if about.is_number else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)
    return None


def to_text(places: Sequence[ColumnPlace]) -> str:
    """The selection as stored in settings: "waveform:150 name:400 length:74", left to right."""
    return " ".join(f"{place.column.name.lower()}:{place.width_px}" for place in places)


def from_text(text: str) -> tuple[ColumnPlace, ...]:
    """Parses a selection; skips unknown and repeated columns and always includes the name."""
    found: dict[Column, ColumnPlace] = {}
    for name, width in re.findall(r"(?<![a-z_0-9])([a-z_]+(?:_\d\d?)?):(\d{1,5})", text):
        column = Column.__members__.get(name.upper())
        if column is not None and column not in found:
            found[column] = ColumnPlace(column, min(_MOST_PX, max(_LEAST_PX, int(width))))
    if not found:
        return default_places()
    return tuple(found.values()) if Column.NAME in found else (ColumnPlace(Column.NAME, NAME_LEAST_PX), *found.values())
