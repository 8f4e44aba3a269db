"""Reads a table of field values (CSV or tab separated): one column names the files, the others are fields.

A CSV exported by Earshot can be edited elsewhere and read back. An empty cell leaves its field unchanged.
"""

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, field

from engine.audio.custom_fields import PREFIX, is_name
from engine.audio.fields import AnyField, CustomField, Field
from engine.base.errors import QueryError
from engine.base.file_messages import system_words
from engine.base.messages import Message, told
from engine.base.text_forms import folded
from engine.base.types import FilePath
from engine.features.metadata_edits.messages import EditAdvice, EditFault

_MOST_BYTES = 256 << 20
_DELIMITERS = ",;\t"
_FILES = ("path", "file path", "file", "filename", "file name", "name", "pfad", "datei", "dateiname")
"""Titles of the column that names the files, most reliable first."""
_FIELDS = {
    Field.TITLE: ("title", "fxname", "titel"),
    Field.DESCRIPTION: ("description", "beschreibung"),
    Field.KEYWORDS: ("keywords", "stichwörter"),
    Field.UCS_ID: ("ucs", "ucs id", "catid", "cat id"),
    Field.ARTIST: ("artist", "designer"),
    Field.ALBUM: ("library", "album", "bibliothek"),
    Field.COMMENT: ("comment", "notes", "kommentar"),
    Field.SCENE: ("scene", "szene"),
    Field.TAKE: ("take",),
    Field.TAPE: ("tape", "band"),
    Field.ORIGINATOR: ("originator", "urheber"),
    Field.TIMECODE: ("timecode",),
    Field.TRACKS: ("tracks", "spuren"),
}
_FIELD_OF = {title: known for known, titles in _FIELDS.items() for title in titles}
_FORMULA = ("'=", "'+", "'-", "'@")
"""Prefixes that keep a spreadsheet from taking a text for a formula, as our export writes them."""


class BatchTable(Struct, frozen=True):
    """Field values by path, and by lower-case name."""

    by_path: Mapping[str, Mapping[AnyField, str]] = field(default_factory=dict)
    by_name: Mapping[str, Mapping[AnyField, str]] = field(default_factory=dict)

    def values_for(self, path: FilePath) -> Mapping[AnyField, str]:
        """Returns the values for a file; empty if the table does not name it."""
        by_path = self.by_path.get(path.text)
        if by_path is not None:
            return by_path
        name = folded(path.name)
        return self.by_name.get(name) or self.by_name.get(name.rpartition(".")[0]) or {}

    def __len__(self) -> int:
        return len(self.by_path) + len(self.by_name)


NO_TABLE = BatchTable()


def read_batch_table(path: Path) -> BatchTable:
    """Reads a table. Of two rows for one file the first counts.

    Raises:
        QueryError: unreadable, without a column of file names, or without any column of a known field.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as err:
        raise QueryError(
            told(EditFault.TABLE_UNREADABLE, path, system_words(err)), advice=EditAdvice.CHECK_TABLE
        ) from err
    if len(content) > _MOST_BYTES:
        raise QueryError(told(EditFault.TABLE_TOO_LARGE, path.name), advice=EditAdvice.CHECK_TABLE)
    text = _decoded(content)
    titles_line = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=titles_line.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        titles = [" ".join(title.strip().lower().replace("_", " ").split()) for title in next(rows, [])]
        files = next((titles.index(title) for title in _FILES if title in titles), None)
        columns = {at: known for at, title in enumerate(titles) if (known := _field_of(title)) is not None}
        if files is None:
            raise QueryError(told(EditFault.TABLE_NAMES_NO_FILES, path.name), advice=EditAdvice.COLUMN_OF_FILES)
        if not columns:
            listed = ", ".join((*(titles[0] for titles in _FIELDS.values()), "user.show"))
            advice = told(EditAdvice.COLUMN_OF_FIELD, listed)
            raise QueryError(told(EditFault.TABLE_HAS_NO_FIELD, path.name), advice=advice)
        return _table(rows, files, columns)
    except csv.Error as err:
        raise QueryError(told(EditFault.TABLE_UNREADABLE, path.name, str(err)), advice=EditAdvice.CHECK_TABLE) from err


def _field_of(title: str) -> AnyField | None:
    """Returns the field of a title; custom fields are user.show, or as they appear in iXML."""
    for lead in (PREFIX, f"ixml.{PREFIX}"):
        if title.startswith(lead) and is_name(title[len(lead) :]):
            return CustomField.named(title[len(lead) :])
    return _FIELD_OF.get(title)


def _unreadable(path: Path, why: Message | str) -> QueryError:
    return QueryError(told(EditFault.TABLE_UNREADABLE, path, why), advice=EditAdvice.CHECK_TABLE)


def _table(rows: Iterable[list[str]], files: int, columns: Mapping[int, AnyField]) -> BatchTable:
    by_path: dict[str, Mapping[AnyField, str]] = {}
    by_name: dict[str, Mapping[AnyField, str]] = {}
    for cells in rows:
        if files >= len(cells) or not cells[files].strip():
            continue
        named = cells[files].strip()
        values: dict[AnyField, str] = {}
        for at, known in columns.items():
            if at < len(cells) and (text := _plain(cells[at])):
                values.setdefault(known, text)
        if "/" in named or "\\" in named:
            by_path.setdefault(named, values)
        else:
            by_name.setdefault(folded(named), values)
    return BatchTable(by_path, by_name)


def _plain(cell: str) -> str:
    text = cell.strip()
    return text[1:] if text.startswith(_FORMULA) else text


def _decoded(content: bytes) -> str:
    """Decodes by byte order mark, else as UTF-8, else as cp1252, which older Windows programs write."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
