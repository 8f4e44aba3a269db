"""Writes sounds as a table: CSV by RFC 4180, one column per property."""

import csv
import datetime
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from engine.audio.custom_fields import PREFIX, custom_texts
from engine.audio.slate import slate_of, timecode
from engine.base.atomic_files import replacing
from engine.base.cancellation import Cancel, check, never
from engine.base.types import Ids, Sound, Whereabouts
from engine.store.catalogue import Catalogue

_PAGE = 500
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings that spreadsheets take for a formula, and run (OWASP, CSV injection)."""
Cell = str | int | float | None

_COLUMNS: dict[str, Callable[[Sound], Cell]] = {
    "name": lambda sound: sound.path.name,
    "path": lambda sound: sound.path.text,
    "uri": lambda sound: sound.path.uri,
    "format": lambda sound: sound.info.format if sound.info else None,
    "codec": lambda sound: sound.info.codec if sound.info else None,
    "duration_s": lambda sound: round(sound.info.duration_s, 6) if sound.info else None,
    "sample_rate_hz": lambda sound: sound.info.sample_rate_hz if sound.info else None,
    "bit_depth": lambda sound: sound.info.bit_depth if sound.info else None,
    "channels": lambda sound: sound.info.channels if sound.info else None,
    "layout": lambda sound: sound.info.layout if sound.info else None,
    "size_bytes": lambda sound: sound.size_bytes,
    "modified": lambda sound: _when(sound.mtime_ns / 1e9),
    "description": lambda sound: sound.metadata.description,
    "keywords": lambda sound: "; ".join(sound.metadata.keywords),
    "title": lambda sound: sound.metadata.title,
    "artist": lambda sound: sound.metadata.artist,
    "album": lambda sound: sound.metadata.album,
    "comment": lambda sound: sound.metadata.comment,
    "licence": lambda sound: sound.metadata.licence,
    "ucs_id": lambda sound: sound.metadata.ucs_id,
    "category": lambda sound: sound.metadata.category,
    "scene": lambda sound: slate_of(sound.metadata.fields).scene,
    "take": lambda sound: slate_of(sound.metadata.fields).take,
    "tape": lambda sound: slate_of(sound.metadata.fields).tape,
    "tracks": lambda sound: "; ".join(track.name for track in slate_of(sound.metadata.fields).tracks),
    "timecode": lambda sound: timecode(sound.metadata.fields, sound.info.sample_rate_hz) if sound.info else None,
    "originator": lambda sound: slate_of(sound.metadata.fields).originator,
    "loudness_lufs": lambda sound: _rounded(sound.measures.loudness_lufs),
    "peak_dbfs": lambda sound: _rounded(sound.measures.peak_dbfs),
    "true_peak_dbtp": lambda sound: _rounded(sound.measures.true_peak_dbtp),
    "silence_ratio": lambda sound: _rounded(sound.measures.silence_ratio),
    "brightness_hz": lambda sound: _rounded(sound.measures.brightness_hz),
    "is_loop": lambda sound: _claim(sound.measures.is_loop),
    "tempo_bpm": lambda sound: _rounded(sound.measures.tempo_bpm),
    "tempo_confidence": lambda sound: _rounded(sound.measures.tempo_confidence),
    "key": lambda sound: sound.measures.key,
    "key_confidence": lambda sound: _rounded(sound.measures.key_confidence),
    "rating": lambda sound: sound.marks.rating or None,
    "colour": lambda sound: None if sound.marks.colour is None else str(sound.marks.colour),
    "favourite": lambda sound: _claim(sound.marks.is_favourite),
    "tags": lambda sound: "; ".join(sound.marks.tags),
    "note": lambda sound: sound.marks.note,
    "plays": lambda sound: sound.marks.plays,
    "uses": lambda sound: sound.marks.uses,
    "last_played": lambda sound: _when(sound.marks.last_played_s),
    "last_used": lambda sound: _when(sound.marks.last_used_s),
    "is_offline": lambda sound: _claim(sound.whereabouts is Whereabouts.OFFLINE),
    "is_missing": lambda sound: _claim(sound.whereabouts is Whereabouts.MISSING),
}


def write_csv(
    catalogue: Catalogue,
    ids: Ids,
    path: Path,
    *,
    with_mark: bool = False,
    with_fields: bool = False,
    with_formulas: bool = False,
    cancel: Cancel = never,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Writes one row per sound, in the order of `ids`. Replaces an existing file.

    The texts are other people's: a name or comment that a spreadsheet would take for a formula gets an apostrophe in
    front, unless `with_formulas`.

    Args:
        catalogue: the library's, read only.
        ids: sounds; removed ones are left out.
        path: the CSV file.
        with_mark: begin with a byte order mark, without which Excel takes UTF-8 for the system's old code page.
        with_fields: add a column for every text of every chunk that occurs, such as bext.Originator.
        with_formulas: leave texts unchanged, for programs that run nothing.
        cancel: polled between pages.
        progress: receives rows written and in all.

    Returns:
        The number of rows.

    Raises:
        StopRequested: it was cancelled; there is no file.
        StorageFull, LibraryError: the file cannot be written.
    """
    fields = _fields_of(catalogue, ids, cancel) if with_fields else []
    custom = _custom_of(catalogue, ids, cancel)
    done = 0
    with replacing(path, encoding="utf-8-sig" if with_mark else "utf-8") as file:
        table = csv.writer(file, lineterminator="\r\n")
        written = _as_it_is if with_formulas else harmless
        table.writerow([*_COLUMNS, "collections", *(f"{PREFIX}{key}" for key in custom), *map(written, fields)])
        for sounds in pages(catalogue, ids, cancel):
            collections = catalogue.marks.collections_of(np.array([sound.id for sound in sounds], dtype=np.int64))
            for sound in sounds:
                cells = [column(sound) for column in _COLUMNS.values()]
                texts = [sound.metadata.fields.get(field) for field in fields]
                own = custom_texts(sound.metadata.fields) if custom else {}
                made = [own[key].text if key in own else None for key in custom]
                row: list[Cell] = [*cells, "; ".join(collections.get(sound.id, ())), *made, *texts]
                table.writerow(map(written, row))
            done += len(sounds)
            progress(done, len(ids))
    return done


def _custom_of(catalogue: Catalogue, ids: Ids, cancel: Cancel) -> list[str]:
    found = (custom_texts(sound.metadata.fields) for sounds in pages(catalogue, ids, cancel) for sound in sounds)
    return sorted({key for own in found for key in own})


def pages(catalogue: Catalogue, ids: Ids, cancel: Cancel) -> Iterator[list[Sound]]:
    """Yields the sounds of `ids` in pages; removed ones are left out.

    Raises:
        StopRequested: it was cancelled.
    """
    for start in range(0, len(ids), _PAGE):
        check(cancel)
        yield catalogue.sounds.many(catalogue.sounds.there(ids[start : start + _PAGE]))


def _fields_of(catalogue: Catalogue, ids: Ids, cancel: Cancel) -> list[str]:
    names: set[str] = set()
    for sounds in pages(catalogue, ids, cancel):
        names.update(*(sound.metadata.fields for sound in sounds))
    return sorted(names)


def harmless(cell: Cell) -> Cell:
    """Makes a text that no spreadsheet runs; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _as_it_is(cell: Cell) -> Cell:
    return cell


def _when(unix_s: float | None) -> str | None:
    if unix_s is None:
        return None
    return datetime.datetime.fromtimestamp(unix_s, datetime.UTC).isoformat(timespec="seconds")


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _claim(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"
