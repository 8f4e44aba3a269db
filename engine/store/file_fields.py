"""Texts of files that filters query by field: scene, take, tape, track, originator, designer and others.

Each text is stored once, however many sounds share it, so a search for part of a text scans some thousands of texts
instead of a million rows. All of it derives from `detail.metadata`, in the same change.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

import apsw
import numpy as np

from engine.audio.custom_fields import PREFIX, custom_texts
from engine.audio.slate import slate_of
from engine.base.text_forms import plain
from engine.base.types import SoundMetadata

_LONGEST = 200
"""Letters of a text to keep."""


class FileField(StrEnum):
    """A field that filters can query."""

    SCENE = "scene"
    TAKE = "take"
    TAPE = "tape"
    TRACK = "track"
    ORIGINATOR = "originator"
    DESIGNER = "designer"
    LIBRARY = "library"
    KEYWORD = "keyword"


FILE_FIELD_TABLES = """
-- A text of a field once, folded as it is compared; and the sounds that have it. Made of detail.metadata.
CREATE TABLE file_text(
    id INTEGER PRIMARY KEY,
    field TEXT NOT NULL,
    text TEXT NOT NULL,
    folded TEXT NOT NULL,
    UNIQUE(field, text)
) STRICT;
CREATE INDEX file_text_by_folded ON file_text(field, folded, text);
CREATE TABLE file_field(
    text_id INTEGER NOT NULL REFERENCES file_text(id),
    sound_id INTEGER NOT NULL REFERENCES sound(id) ON DELETE CASCADE,
    PRIMARY KEY (text_id, sound_id)
) STRICT, WITHOUT ROWID;
"""
FILE_FIELD_INDEX = "CREATE INDEX file_field_by_sound ON file_field(sound_id);"
"""Created after the table is filled, which takes a third of the time."""
_ADD_TEXT = "INSERT INTO file_text(field, text, folded) VALUES (?, ?, ?)"


def fields_of(metadata: SoundMetadata) -> Iterator[tuple[str, str]]:
    """Yields the searchable texts of a sound's metadata by field; fields of users are named like `user.show`."""
    slate = slate_of(metadata.fields)
    found: tuple[tuple[str, str], ...] = (
        (FileField.SCENE, slate.scene),
        (FileField.TAKE, slate.take),
        (FileField.TAPE, slate.tape),
        (FileField.ORIGINATOR, slate.originator),
        (FileField.DESIGNER, metadata.artist),
        (FileField.LIBRARY, metadata.album),
        *((FileField.TRACK, name) for name in slate.track_names),
        *((FileField.KEYWORD, word) for word in metadata.keywords),
        *((f"{PREFIX}{key}", own.text) for key, own in custom_texts(metadata.fields).items()),
    )
    for field, text in found:
        if clean := " ".join(text.split())[:_LONGEST]:
            yield str(field), clean


def compared(field: str, text: str) -> str:
    """Normalises a text for comparison: without case and accents, a take without leading zeros."""
    asked = " ".join(plain(text).split())
    return asked.lstrip("0") or "0" if field == FileField.TAKE and asked else asked


def store_fields(connection: apsw.Connection, rows: Sequence[tuple[int, SoundMetadata]]) -> None:
    """Replaces the stored texts of sounds. Inside a change."""
    if not rows:
        return
    forget_fields(connection, [id for id, _ in rows])
    found = {(id, field, text) for id, metadata in rows for field, text in fields_of(metadata)}
    ids = {text: _id_of(connection, *text) for text in {(field, text) for _, field, text in found}}
    pairs = sorted((ids[field, text], id) for id, field, text in found)  # table order halves the time
    connection.executemany("INSERT INTO file_field(text_id, sound_id) VALUES (?, ?)", pairs)


def _id_of(connection: apsw.Connection, field: str, text: str) -> int:
    """The id of a text, added if it is new."""
    row = connection.execute("SELECT id FROM file_text WHERE field = ? AND text = ?", (field, text)).fetchone()
    if row is None:
        made = (field, text, compared(field, text))
        row = connection.execute(f"{_ADD_TEXT} RETURNING id", made).fetchone()
    return int(row[0])  # type: ignore[index]


def forget_fields(connection: apsw.Connection, ids: Sequence[int]) -> None:
    """Deletes the texts of sounds. Inside a change."""
    connection.execute("DELETE FROM file_field WHERE sound_id IN carray(?)", (apsw.carray(np.array(ids, np.int64)),))
