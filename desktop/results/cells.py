"""Texts of the result cells; empty for painted cells and unknown values."""

import os
from datetime import datetime

from desktop.base import messages
from desktop.base.translation import number, translate
from desktop.results.columns import Column
from engine.audio import layout
from engine.audio.slate import timecode
from engine.base.types import AudioInfo, FilePath, Hit, Measures
from engine.features.metadata_edits.edit import CustomField, Field, value_of

FIELD_OF = {
    Column.TITLE: Field.TITLE,
    Column.DESCRIPTION: Field.DESCRIPTION,
    Column.KEYWORDS: Field.KEYWORDS,
    Column.LIBRARY: Field.ALBUM,
    Column.DESIGNER: Field.ARTIST,
    Column.CATEGORY: Field.UCS_ID,
    Column.SCENE: Field.SCENE,
    Column.TAKE: Field.TAKE,
    Column.TAPE: Field.TAPE,
    Column.ORIGINATOR: Field.ORIGINATOR,
    Column.TRACKS: Field.TRACKS,
    Column.TIMECODE: Field.TIMECODE,
}
"""Columns whose text is stored in the file and can be written there."""


def cell_text(hit: Hit, column: Column, folder: str, custom: CustomField | None = None) -> str:
    """A cell's text; empty for a painted cell or an unknown value.

    Args:
        hit: the row's hit.
        column: the cell's column.
        folder: the hit's folder as displayed.
        custom: the user's field shown in the column.
    """
    sound, info, marks = hit.sound, hit.sound.info, hit.sound.marks
    match column:
        case Column.NAME:
            return sound.path.name
        case Column.LENGTH:
            return messages.length(info.duration_s) if info else ""
        case Column.TECHNICAL:
            return " ".join(technical(info)) if info else ""
        case Column.FORMAT:
            return info.format if info else ""
        case Column.RATE:
            return messages.sample_rate(info.sample_rate_hz) if info else ""
        case Column.DEPTH:
            return translate("Column", "%1 bit", info.bit_depth) if info and info.bit_depth else ""
        case Column.CHANNELS:
            return layout.kind(info.layout) or messages.channels(info.channels) if info else ""
        case Column.RATING:
            return "★" * marks.rating
        case Column.COLOUR:
            return messages.colour(marks.colour) if marks.colour else ""
        case Column.TAGS:
            return ", ".join(marks.tags)
        case Column.NOTE:
            return " ".join(marks.note.split())
        case Column.CATEGORY:
            return sound.metadata.category or sound.metadata.ucs_id
        case Column.TIMECODE:
            return timecode(sound.metadata.fields, info.sample_rate_hz) if info else ""
        case Column.HEARD:
            return number(marks.plays) if marks.plays else ""
        case Column.USES:
            return number(marks.uses) if marks.uses else ""
        case Column.DATE:
            return datetime.fromtimestamp(sound.mtime_ns / 1e9).strftime("%Y-%m-%d")
        case Column.FOLDER:
            return folder
    if custom is not None:
        return " ".join(value_of(sound.metadata, custom).split())
    if column in FIELD_OF:
        return value_of(sound.metadata, FIELD_OF[column])
    return _measured(sound.measures, column)


def moment_text(hit: Hit, column: Column) -> str:
    """A cell's text in the row of a moment, the only one of `hit`."""
    moment = hit.moments[0]
    if column is Column.NAME:
        span = f"{messages.position(moment.start_s)} – {messages.position(moment.end_s)}"
        return translate("ResultsModel", "Moment %1", span)
    return messages.length(moment.end_s - moment.start_s) if column is Column.LENGTH else ""


def folder_from(path: FilePath, roots: tuple[str, ...]) -> str:
    """A sound's folder, starting at its root: "Foley/Doors"."""
    parent = os.path.dirname(path.text)
    for root in roots:
        if parent == root or parent.startswith((root + "/", root + "\\")):
            return os.path.basename(root) + parent[len(root) :]
    return parent


def can_open(hit: Hit | None) -> bool:
    """Whether a hit has rows under it: several moments, or takes."""
    return hit is not None and (len(hit.moments) > 1 or bool(hit.stacked))


def technical(info: AudioInfo) -> tuple[str, str, str]:
    """Rate, channels and format in short form: "44.1k", "2ch", "WAV"."""
    khz = info.sample_rate_hz / 1000
    places = next((count for count in (0, 1, 2) if round(khz, count) == khz), 3)
    return f"{number(khz, places)}k", translate("Column", "%1ch", info.channels), info.format


def second_line(hit: Hit) -> str:
    """A sound's description for the name cell: file metadata, else its category; preceded by missing or offline."""
    metadata = hit.sound.metadata
    about = metadata.description or metadata.title or metadata.category or ", ".join(metadata.keywords)
    about = " ".join(about.split())
    return " · ".join(filter(None, (messages.whereabouts(hit.sound.whereabouts), about)))


def _measured(measures: Measures, column: Column) -> str:
    if column is Column.LOUDNESS and measures.loudness_lufs is not None:
        return f"{number(measures.loudness_lufs, 1)} LUFS"
    if column is Column.TRUE_PEAK and measures.true_peak_dbtp is not None:
        return f"{number(measures.true_peak_dbtp, 1)} dBTP"
    if column is Column.BRIGHTNESS and measures.brightness_hz is not None:
        hz = measures.brightness_hz
        return f"{number(hz / 1000, 1)} kHz" if hz >= 1000 else f"{number(hz)} Hz"
    if column is Column.TEMPO and measures.sure_tempo_bpm is not None:
        return f"{number(measures.sure_tempo_bpm)} BPM"
    return (measures.sure_key or "") if column is Column.KEY else ""
