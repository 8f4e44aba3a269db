"""Reads a user data file into temporary tables, line by line: memory does not grow with the file.

Does not read or lock the library; `engine.features.user_data.merge` compares and changes.
"""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import apsw
from msgspec import Struct, field

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import UserDataError
from engine.base.file_messages import FileFault, system_words
from engine.base.library_messages import LibraryFault
from engine.base.messages import told
from engine.base.text_forms import folded
from engine.base.types import FAVOURITE
from engine.features.user_data import file_format
from engine.features.user_data.file_format import (
    CollectionLine,
    End,
    Header,
    Line,
    LineRefused,
    SavedLine,
    SearchLine,
    SoundLine,
    ThesaurusLine,
)
from engine.features.user_data.messages import UserDataAdvice, UserDataFault
from engine.features.user_data.records import MOST_NAMED, DamagedLine, RecordFault
from engine.library.user_data.searches import LONGEST_HISTORY

_PAGE = 2_000
_TABLES = """
CREATE TEMP TABLE in_sound(
    n INTEGER PRIMARY KEY, payload BLOB NOT NULL, place TEXT NOT NULL, is_waiting INTEGER NOT NULL,
    rating INTEGER NOT NULL, colour TEXT, note TEXT NOT NULL,
    plays INTEGER NOT NULL, last_played_s REAL, uses INTEGER NOT NULL, last_used_s REAL
);
CREATE TEMP TABLE in_tag(n INTEGER, name TEXT NOT NULL, folded TEXT NOT NULL);
CREATE TEMP TABLE in_item(n INTEGER, folded TEXT NOT NULL, place INTEGER NOT NULL);
CREATE TEMP TABLE in_collection(n INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE);
CREATE TEMP TABLE in_saved(n INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL);
CREATE TEMP TABLE in_thesaurus(
    n INTEGER PRIMARY KEY, word TEXT NOT NULL, other TEXT NOT NULL, is_refused INTEGER NOT NULL, UNIQUE(word, other)
);
"""
_INDEXES = """
CREATE INDEX temp.in_sound_by_payload ON in_sound(payload);
CREATE INDEX temp.in_tag_by_sound ON in_tag(n);
CREATE INDEX temp.in_item_by_sound ON in_item(n);
"""
_INSERT_SOUND = "INSERT INTO in_sound VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_THESAURUS = "INSERT INTO in_thesaurus(word, other, is_refused) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_INSERT_COLLECTION = "INSERT INTO in_collection(name, folded) VALUES (?, ?) ON CONFLICT DO NOTHING"


class StagedFile(Struct):
    """What was read besides the tables."""

    sounds: int = 0
    unknown: int = 0
    unknown_names: list[str] = field(default_factory=list)
    damaged: int = 0
    damaged_lines: list[DamagedLine] = field(default_factory=list)
    is_cut_off: bool = True
    searches: deque[SearchLine] = field(default_factory=lambda: deque(maxlen=LONGEST_HISTORY))
    """The newest ones, oldest first."""
    forgotten: int = 0
    """Number of older ones left out."""


def stage(
    connection: apsw.Connection,
    path: Path,
    *,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> StagedFile:
    """Reads the file into tables of `temp`.

    Args:
        connection: gets the tables; a rolled back transaction removes them.
        progress: receives the share of the file that is read.

    Raises:
        StopRequested: `cancel` returned True.
        UserDataError: it is unreadable, of another kind, or from a later Earshot.
    """
    connection.execute(_TABLES)
    staged = StagedFile()
    rows = _Rows(connection)
    try:
        with path.open("rb") as file:
            size = max(1, path.stat().st_size)
            _check_header(path, file.readline(file_format.LONGEST_LINE + 1))
            for number, raw in _lines(file):
                _take(staged, rows, number, raw)
                if number % _PAGE == 0:
                    check(cancel)
                    rows.write()
                    progress(min(1.0, file.tell() / size))
    except OSError as err:
        raise UserDataError(
            told(FileFault.CANNOT_READ, path, system_words(err)), advice=UserDataAdvice.EXPORTED_FILE
        ) from err
    rows.write()
    connection.execute(_INDEXES)
    return staged


def _check_header(path: Path, raw: bytes) -> None:
    header = file_format.header_from(raw)
    if header is None:
        raise UserDataError(told(UserDataFault.NO_USER_DATA, path), advice=UserDataAdvice.WRITTEN_BY)
    if header.version > file_format.VERSION:
        raise UserDataError(
            told(LibraryFault.FORMAT_NEWER, path, header.version, file_format.VERSION),
            advice=UserDataAdvice.INSTALL_ITS_WRITER,
        )
    if header.version < 1:
        raise UserDataError(told(UserDataFault.USER_DATA_ODD, path, header.version), advice=UserDataAdvice.EXPORT_ANEW)


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines after the first, with their numbers; cuts one that is too long."""
    number = 1
    while raw := file.readline(file_format.LONGEST_LINE + 1):
        number += 1
        rest = raw
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(1 << 20)
        yield number, raw


def _take(staged: StagedFile, rows: "_Rows", number: int, raw: bytes) -> None:
    if not raw.strip():
        return
    try:
        if not staged.is_cut_off:
            raise LineRefused(RecordFault.NOT_KNOWN)  # after the last one
        line = file_format.from_bytes(raw)
        if isinstance(line, End):
            staged.is_cut_off = line.lines != number - 1
            return
        _keep(staged, rows, number, line)
    except LineRefused as err:
        staged.damaged += 1
        if len(staged.damaged_lines) < MOST_NAMED:
            staged.damaged_lines.append(DamagedLine(number, err.fault, err.field))


def _keep(staged: StagedFile, rows: "_Rows", number: int, line: Line) -> None:
    match line:
        case SoundLine():
            staged.sounds += 1
            if line.payload is None:
                staged.unknown += 1
                if len(staged.unknown_names) < MOST_NAMED:
                    staged.unknown_names.append(line.place)
                return
            rows.add_sound(number, line, line.payload)
        case CollectionLine():
            rows.collections.append((line.name, folded(line.name)))
        case SavedLine():
            rows.saved.append((number, line.name, line.text))
        case SearchLine():
            staged.forgotten += len(staged.searches) == staged.searches.maxlen
            staged.searches.append(line)
        case ThesaurusLine():
            entry = line.entry
            rows.thesaurus += [(entry.word, other, other in entry.refused) for other in entry.others]
        case Header() | End():
            raise AssertionError("unreachable")


class _Rows:
    """Rows for the tables, written a page at a time."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._run = connection.executemany
        self._sounds: list[tuple[object, ...]] = []
        self._tags: list[tuple[object, ...]] = []
        self._items: list[tuple[object, ...]] = []
        self.collections: list[tuple[str, str]] = []
        self.saved: list[tuple[int, str, str]] = []
        self.thesaurus: list[tuple[str, str, bool]] = []

    def add_sound(self, number: int, line: SoundLine, payload: bytes) -> None:
        colour = None if line.colour is None else str(line.colour)
        marks = (line.rating, colour, line.note, line.plays, line.last_played_s, line.uses, line.last_used_s)
        self._sounds.append((number, payload, line.place, line.is_waiting, *marks))
        self._tags += [(number, name, folded(name)) for name in line.tags]
        if line.is_favourite:
            self._tags.append((number, FAVOURITE, FAVOURITE))
        for name, place in line.collections:
            self.collections.append((name, folded(name)))
            self._items.append((number, folded(name), place))

    def write(self) -> None:
        for sql, rows in (
            (_INSERT_COLLECTION, self.collections),
            (_INSERT_SOUND, self._sounds),
            ("INSERT INTO in_tag VALUES (?, ?, ?)", self._tags),
            ("INSERT INTO in_item VALUES (?, ?, ?)", self._items),
            ("INSERT INTO in_saved VALUES (?, ?, ?)", self.saved),
            (_INSERT_THESAURUS, self.thesaurus),
        ):
            self._run(sql, rows)
            rows.clear()
