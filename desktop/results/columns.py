"""The columns of the results, a record each, and the user's selection as text."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from enum import IntEnum

from msgspec import Struct
from PySide6.QtCore import Qt

from desktop.base import engine_words, messages
from desktop.base.translation import Phrase, number, phrase, translate
from desktop.results.cells import technical
from engine.audio import channel_layout
from engine.audio.fields import CustomField, Field, value_of
from engine.audio.slate import timecode
from engine.base.quality_messages import flaw_words
from engine.base.types import Hit
from engine.library.answers import CUSTOM as CUSTOM_KEYS
from engine.library.answers import SortKey

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
    PEAK = 53
    FLAWS = 54
    """What may have to be mended."""


class ColumnTraits(Struct, frozen=True):
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
    is_soft: bool = False
    """Painted in a softer colour."""
    text: Callable[[Hit], str] | None = None
    """The text of a cell, empty if unknown; by default that of `field`, or none where something is painted."""
    field: Field | None = None
    """The field of the file that it shows and edits."""


def _length(hit: Hit) -> str:
    return messages.length(hit.sound.info.duration_s) if hit.sound.info else ""


def _rate(hit: Hit) -> str:
    return messages.sample_rate(hit.sound.info.sample_rate_hz) if hit.sound.info else ""


def _depth(hit: Hit) -> str:
    info = hit.sound.info
    return translate("Column", "%1 bit", info.bit_depth) if info and info.bit_depth else ""


def _channels(hit: Hit) -> str:
    info = hit.sound.info
    return channel_layout.kind(info.layout) or messages.channels(info.channels) if info else ""


def _format_in_short(hit: Hit) -> str:
    return " ".join(technical(hit.sound.info)) if hit.sound.info else ""


def _loudness(hit: Hit) -> str:
    lufs = hit.sound.measures.loudness_lufs
    return "" if lufs is None else f"{number(lufs, 1)} LUFS"


def _true_peak(hit: Hit) -> str:
    peak = hit.sound.measures.true_peak_dbtp
    return "" if peak is None else f"{number(peak, 1)} dBTP"


def _peak(hit: Hit) -> str:
    peak = hit.sound.measures.peak_dbfs
    return "" if peak is None else f"{number(peak, 1)} dBFS"


def _flaws(hit: Hit) -> str:
    """Flaws; a dash for a measured sound without any."""
    flaws = hit.sound.flaws
    return "" if flaws is None else ", ".join(map(engine_words.note, flaw_words(flaws))) or "–"


def _brightness(hit: Hit) -> str:
    hz = hit.sound.measures.brightness_hz
    if hz is None:
        return ""
    return f"{number(hz / 1000, 1)} kHz" if hz >= 1000 else f"{number(hz)} Hz"


def _tempo(hit: Hit) -> str:
    bpm = hit.sound.measures.sure_tempo_bpm
    return "" if bpm is None else f"{number(bpm)} BPM"


def _colour(hit: Hit) -> str:
    mark = hit.sound.marks.colour
    return messages.colour(mark) if mark else ""


def _count(times: int) -> str:
    return number(times) if times else ""


def _date(hit: Hit) -> str:
    return datetime.fromtimestamp(hit.sound.mtime_ns / 1e9).strftime("%Y-%m-%d")


def _start(hit: Hit) -> str:
    info = hit.sound.info
    return timecode(hit.sound.metadata.fields, info.sample_rate_hz) if info else ""


ABOUT: dict[Column, ColumnTraits] = {
    Column.WAVEFORM: ColumnTraits(phrase("Column", "Waveform"), 150, None, is_shown=True),
    Column.NAME: ColumnTraits(
        phrase("Column", "Name"), NAME_LEAST_PX, SortKey.NAME, is_shown=True, text=lambda hit: hit.sound.path.name
    ),
    Column.MATCH: ColumnTraits(phrase("Column", "Match"), 62, SortKey.SCORE, falls_first=True, is_shown=True),
    Column.LENGTH: ColumnTraits(
        phrase("Column", "Length"), 74, SortKey.LENGTH, is_number=True, is_shown=True, text=_length
    ),
    Column.CATEGORY: ColumnTraits(
        phrase("Column", "Category"),
        130,
        SortKey.CATEGORY,
        is_shown=True,
        is_soft=True,
        text=lambda hit: hit.sound.metadata.category or hit.sound.metadata.ucs_id,
        field=Field.UCS_ID,
    ),
    Column.LOUDNESS: ColumnTraits(
        phrase("Column", "Loudness"),
        92,
        SortKey.LOUDNESS,
        is_number=True,
        falls_first=True,
        is_shown=True,
        text=_loudness,
    ),
    Column.TRUE_PEAK: ColumnTraits(
        phrase("Column", "True peak"), 92, SortKey.TRUE_PEAK, is_number=True, falls_first=True, text=_true_peak
    ),
    Column.PEAK: ColumnTraits(
        phrase("Column", "Sample peak"), 92, SortKey.PEAK, is_number=True, falls_first=True, text=_peak
    ),
    Column.FLAWS: ColumnTraits(phrase("Column", "To mend"), 160, None, is_soft=True, text=_flaws),
    Column.TECHNICAL: ColumnTraits(
        phrase("Column", "Format"), 128, SortKey.TECHNICAL, is_shown=True, text=_format_in_short
    ),
    Column.RATING: ColumnTraits(
        phrase("Column", "Rating"), 84, SortKey.RATING, falls_first=True, text=lambda hit: "★" * hit.sound.marks.rating
    ),
    Column.COLOUR: ColumnTraits(phrase("Column", "Colour"), 76, SortKey.COLOUR, text=_colour),
    Column.TAGS: ColumnTraits(
        phrase("Column", "Tags"), 140, SortKey.TAGS, is_soft=True, text=lambda hit: ", ".join(hit.sound.marks.tags)
    ),
    Column.NOTE: ColumnTraits(
        phrase("Column", "Note"),
        160,
        SortKey.NOTE,
        is_soft=True,
        text=lambda hit: " ".join(hit.sound.marks.note.split()),
    ),
    Column.TITLE: ColumnTraits(phrase("Column", "Title"), 160, SortKey.TITLE, is_soft=True, field=Field.TITLE),
    Column.DESCRIPTION: ColumnTraits(
        phrase("Column", "Description"), 240, SortKey.DESCRIPTION, is_soft=True, field=Field.DESCRIPTION
    ),
    Column.KEYWORDS: ColumnTraits(
        phrase("Column", "Keywords"), 160, SortKey.KEYWORDS, is_soft=True, field=Field.KEYWORDS
    ),
    Column.LIBRARY: ColumnTraits(phrase("Column", "Library"), 130, SortKey.LIBRARY, is_soft=True, field=Field.ALBUM),
    Column.DESIGNER: ColumnTraits(
        phrase("Column", "Designer"), 130, SortKey.DESIGNER, is_soft=True, field=Field.ARTIST
    ),
    Column.FORMAT: ColumnTraits(
        phrase("Column", "File type"),
        74,
        SortKey.FORMAT,
        text=lambda hit: hit.sound.info.format if hit.sound.info else "",
    ),
    Column.RATE: ColumnTraits(phrase("Column", "Rate"), 92, SortKey.RATE, is_number=True, text=_rate),
    Column.DEPTH: ColumnTraits(phrase("Column", "Depth"), 68, SortKey.DEPTH, is_number=True, text=_depth),
    Column.CHANNELS: ColumnTraits(phrase("Column", "Channels"), 78, SortKey.CHANNELS, text=_channels),
    Column.BRIGHTNESS: ColumnTraits(
        phrase("Column", "Brightness"), 92, SortKey.BRIGHTNESS, is_number=True, text=_brightness
    ),
    Column.TEMPO: ColumnTraits(phrase("Column", "Tempo"), 76, SortKey.TEMPO, is_number=True, text=_tempo),
    Column.KEY: ColumnTraits(
        phrase("Column", "Key"), 84, SortKey.KEY, text=lambda hit: hit.sound.measures.sure_key or ""
    ),
    Column.HEARD: ColumnTraits(
        phrase("Column", "Played"),
        68,
        SortKey.PLAYS,
        is_number=True,
        falls_first=True,
        text=lambda hit: _count(hit.sound.marks.plays),
    ),
    Column.USES: ColumnTraits(
        phrase("Column", "Used"),
        68,
        SortKey.USES,
        is_number=True,
        falls_first=True,
        text=lambda hit: _count(hit.sound.marks.uses),
    ),
    Column.DATE: ColumnTraits(phrase("Column", "Date"), 96, SortKey.DATE, falls_first=True, is_soft=True, text=_date),
    Column.FOLDER: ColumnTraits(phrase("Column", "Folder"), 180, SortKey.FOLDER, is_soft=True),
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
    Column.SCENE: ColumnTraits(phrase("Column", "Scene"), 76, SortKey.SCENE, field=Field.SCENE),
    Column.TAKE: ColumnTraits(phrase("Column", "Take"), 60, SortKey.TAKE, field=Field.TAKE),
    Column.TAPE: ColumnTraits(phrase("Column", "Tape"), 100, SortKey.TAPE, is_soft=True, field=Field.TAPE),
    Column.TRACKS: ColumnTraits(phrase("Column", "Tracks"), 170, SortKey.TRACKS, is_soft=True, field=Field.TRACKS),
    Column.TIMECODE: ColumnTraits(
        phrase("Column", "Timecode"),
        104,
        SortKey.TIMECODE,
        is_number=True,
        is_soft=True,
        text=_start,
        field=Field.TIMECODE,
    ),
    Column.ORIGINATOR: ColumnTraits(
        phrase("Column", "Originator"), 130, SortKey.ORIGINATOR, is_soft=True, field=Field.ORIGINATOR
    ),
}
JOINING = (Column.FOLDER, Column.RATING, Column.TAGS, Column.TEMPO, Column.KEY, Column.DATE)
"""Columns a wide window adds to the default selection, in order."""
YIELDING = (Column.LOUDNESS, Column.CATEGORY, Column.TECHNICAL)
"""Columns a narrow window drops from the default selection, in order."""
OF_SLATE = (Column.SCENE, Column.TAKE, Column.TAPE, Column.TRACKS, Column.TIMECODE, Column.ORIGINATOR)
CUSTOM = tuple(column for column in Column if column.name.startswith("FIELD_"))
"""Columns of user-defined fields; those without a field are never visible."""
ABOUT |= {
    column: ColumnTraits(phrase("Column", "Custom field"), 130, key, is_soft=True)
    for column, key in zip(CUSTOM, CUSTOM_KEYS, strict=True)
}


def cell_text(hit: Hit, column: Column, custom: CustomField | None = None) -> str:
    """A cell's text; empty for an unknown value, or where it is painted.

    Args:
        hit: the row's hit.
        column: the cell's column; the model knows the text of a folder, a match and its parts.
        custom: the user's field shown in the column.
    """
    about, metadata = ABOUT[column], hit.sound.metadata
    if custom is not None:
        return " ".join(value_of(metadata, custom).split())
    if about.text is not None:
        return about.text(hit)
    return value_of(metadata, about.field) if about.field is not None else ""


def moment_text(hit: Hit, column: Column) -> str:
    """A cell's text in the row of a moment, the only one of `hit`."""
    moment = hit.moments[0]
    if column is Column.NAME:
        span = f"{messages.position(moment.start_s)} – {messages.position(moment.end_s)}"
        return translate("ResultsModel", "Moment %1", span)
    return messages.length(moment.end_s - moment.start_s) if column is Column.LENGTH else ""


class ColumnPlace(Struct, frozen=True):
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
