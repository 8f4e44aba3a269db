"""journal.db: what was exported from a library, the newest 50,000 files.

It lies in the library's folder. Each entry has what is needed to export the same part again, and the credit of the
sound as it was then, so that the credits of a project outlive its sounds in the library.
"""

import contextlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw
from msgspec import Struct
from msgspec.structs import asdict

from engine.audio.effects import Effects
from engine.base.errors import LibraryError
from engine.base.library_messages import LibraryAdvice
from engine.base.messages import told
from engine.base.private_files import touch_private
from engine.base.text_forms import plain
from engine.base.types import FilePath, SoundId, SoundMetadata
from engine.features.journal.messages import JournalFault
from engine.store.catalogue import Catalogue
from engine.store.connection import sqlite_errors, storage_error
from engine.store.export_log import ExportLog, ExportRecord, LoggedUse
from engine.store.read_only import open_to_read
from engine.transfer.credits import Credit, credit_of

FILE_NAME = "journal.db"
VERSION = 1
MOST_ENTRIES = 50_000
"""Older entries are removed; one takes about half a kilobyte."""
_MOST_LETTERS = 1_000
"""Of each text of an entry."""
_MOST_WORDS = 16
"""Of a search for entries."""
_BUSY_TIMEOUT_MS = 10_000
_HAS_WORD = (
    "instr(lower(CAST(source AS TEXT) || char(10) || CAST(file AS TEXT) || char(10) || profile), lower(?)) "
    "OR instr(cue, ?)"
)
_TABLES = """
CREATE TABLE export(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_s REAL NOT NULL, -- Unix time
    sound_id INTEGER, -- of the catalogue; NULL where it is not there
    content_id BLOB, -- of the sound: another one may have its id since
    source BLOB NOT NULL, -- path of the sound, as bytes
    file BLOB NOT NULL, -- path of the file that was written, as bytes
    start_s REAL, -- of the part that was asked for, without handles; NULL for the whole sound
    end_s REAL,
    effects TEXT NOT NULL, -- JSON, fields of Effects
    profile TEXT NOT NULL,
    words TEXT NOT NULL, -- JSON, a list of [placeholder, text] of the cue
    cue TEXT NOT NULL, -- the cue's words as `plain` gives them
    is_synthetic INTEGER NOT NULL,
    credit TEXT NOT NULL -- JSON: title, author, licence, source, description
) STRICT;
CREATE INDEX export_by_sound ON export(sound_id, at_s) WHERE sound_id IS NOT NULL;
"""
_COLUMNS = "id, at_s, sound_id, content_id, source, file, start_s, end_s, effects, profile, words, is_synthetic, credit"


class JournalEntry(Struct, frozen=True):
    """One exported file."""

    id: int
    at_s: float
    """Unix time."""
    sound: SoundId | None
    """None for a sound that was not in the library."""
    content: bytes | None
    """Its content id: another sound may have its id since."""
    record: ExportRecord
    credit: Credit

    @property
    def cue(self) -> str:
        return dict(self.record.words).get("cue", "")


class JournalAddition(Struct, frozen=True):
    """An export, with what the catalogue knows of its sound."""

    record: ExportRecord
    sound: SoundId | None
    """None where the catalogue lacks it."""
    content: bytes | None
    """Its content id."""
    metadata: SoundMetadata


class ExportJournal:
    """An open journal.db. One thread owns it."""

    def __init__(self, path: Path, connection: apsw.Connection) -> None:
        self._path = path
        self._connection = connection
        connection.set_busy_timeout(_BUSY_TIMEOUT_MS)

    @classmethod
    def to_write(cls, library: Path) -> "ExportJournal":
        """Opens a library's journal, or begins one. Raises LibraryError."""
        path = library / FILE_NAME
        try:
            touch_private(path)
        except OSError as err:
            raise storage_error(err, path) from err
        journal = cls._opened(path, apsw.SQLITE_OPEN_READWRITE)
        with _damage(path):
            if not journal._version():
                journal._begin()
        return journal

    @classmethod
    def to_read(cls, library: Path) -> "ExportJournal | None":
        """Opens a library's journal; None if nothing was exported yet. Raises LibraryError."""
        path = library / FILE_NAME
        if not path.is_file():
            return None
        journal = cls._opened(path, apsw.SQLITE_OPEN_READONLY)
        if journal._version():
            return journal
        journal.close()  # it is being begun
        return None

    @classmethod
    def _opened(cls, path: Path, flags: int) -> "ExportJournal":
        with _damage(path):
            is_read = flags == apsw.SQLITE_OPEN_READONLY
            journal = cls(path, open_to_read(path) if is_read else apsw.Connection(str(path), flags=flags))
            version = journal._version()
        if version > VERSION:
            journal.close()
            raise LibraryError(told(JournalFault.EXPORTS_NEWER, version, VERSION), advice=LibraryAdvice.UPDATE)
        return journal

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "ExportJournal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, at_s: float, exports: Sequence[JournalAddition]) -> None:
        """Adds entries, and removes the oldest of too many. Raises LibraryError."""
        rows = [_row(at_s, export) for export in exports]
        with _damage(self._path), self._connection:
            self._connection.executemany(f"INSERT INTO export VALUES (NULL, {', '.join('?' * 13)})", rows)
            self._connection.execute("DELETE FROM export WHERE id <= (SELECT max(id) FROM export) - ?", (MOST_ENTRIES,))

    def entries(
        self,
        *,
        cue: str = "",
        text: str = "",
        since_s: float = 0.0,
        ids: Sequence[int] | None = None,
        limit: int = -1,
    ) -> list[JournalEntry]:
        """Returns entries, newest first.

        Args:
            cue: a part of the cue's words.
            text: words, each part of a path, the profile or the cue; in paths
                only the letters A to Z match in either case.
            since_s: the earliest time, in seconds since 1970.
            ids: only these; None for all.
            limit: at most so many; negative for all.

        Raises:
            LibraryError: the journal is damaged.
        """
        conditions, values = ["at_s >= ?"], [since_s]  # type: tuple[list[str], list[object]]
        if cue:
            conditions.append("instr(cue, ?)")
            values.append(plain(cue))
        for word in text.split()[:_MOST_WORDS]:
            conditions.append(f"({_HAS_WORD})")
            values += [word, plain(word)]
        if ids is not None:
            conditions.append("id IN (SELECT value FROM json_each(?))")
            values.append(json.dumps(list(ids)))
        where = " AND ".join(conditions)
        with _damage(self._path):
            sql = f"SELECT {_COLUMNS} FROM export WHERE {where} ORDER BY id DESC LIMIT ?"
            return [_entry(row) for row in self._connection.execute(sql, (*values, limit))]

    def uses(self, since_s: float | None, before_s: float | None, cue: str | None) -> list[LoggedUse]:
        """As `ExportLog.uses`."""
        sql = "SELECT sound_id, max(at_s), hex(content_id) FROM export WHERE sound_id IS NOT NULL"
        asked = [("at_s >= ?", since_s), ("at_s < ?", before_s), ("instr(cue, ?)", cue)]
        sql += "".join(f" AND {condition}" for condition, value in asked if value is not None)
        with _damage(self._path):
            values = [value for _, value in asked if value is not None]
            rows = self._connection.execute(f"{sql} GROUP BY sound_id, content_id", values)
            return [LoggedUse(int(id), float(at_s), content or None) for id, at_s, content in rows]

    def last(self) -> int:
        """Returns the id of the newest entry, 0 for none."""
        with _damage(self._path):
            rows: list[tuple[Any, ...]] = self._connection.execute("SELECT coalesce(max(id), 0) FROM export").fetchall()
            return int(rows[0][0])

    def _version(self) -> int:
        return int(self._connection.pragma("user_version"))

    def _begin(self) -> None:
        self._connection.pragma("journal_mode", "wal")
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            if not self._version():  # another process may have begun it meanwhile
                self._connection.execute(f"{_TABLES} PRAGMA user_version = {VERSION};")
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise


class JournalOfExports(ExportLog):
    """Keeps the journal of each library."""

    def note(self, library: Path, records: Sequence[ExportRecord]) -> None:
        now = time.time()
        with Catalogue.open(library, read_only=True) as catalogue:
            ids = {record.source: catalogue.files.at(record.source) for record in records}
            there = list(dict.fromkeys(id for id in ids.values() if id is not None))
            sounds = {sound.id: sound.metadata for sound in catalogue.sounds.many(there)}
            contents = {id: _content(catalogue, id) for id in there}
        found = []
        for record in records:
            id = ids[record.source]
            metadata = SoundMetadata() if id is None else sounds[id]
            found.append(JournalAddition(record, id, None if id is None else contents[id], metadata))
        with ExportJournal.to_write(library) as journal:
            journal.add(now, found)

    def uses(self, library: Path, since_s: float | None, before_s: float | None, cue: str | None) -> list[LoggedUse]:
        journal = ExportJournal.to_read(library)
        if journal is None:
            return []
        with journal:
            return journal.uses(since_s, before_s, cue)

    def change_number(self, library: Path) -> int:
        journal = ExportJournal.to_read(library)
        if journal is None:
            return 0
        with journal:
            return journal.last()


@contextlib.contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Raises LibraryError for a file that cannot be read or written, or is damaged."""
    try:
        yield
    except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, ValueError, LookupError, TypeError) as err:
        fault = told(JournalFault.JOURNAL_DAMAGED, path, str(err))
        raise LibraryError(fault, advice=LibraryAdvice.REPAIR_USER_FILE) from err
    except apsw.Error as err:
        with sqlite_errors(path.parent):
            raise err


def _content(catalogue: Catalogue, id: SoundId) -> bytes | None:
    content: bytes | None = catalogue.database.rows("SELECT content_id FROM sound WHERE id = ?", id)[0][0]
    return content


def _row(at_s: float, export: JournalAddition) -> tuple[Any, ...]:
    record = export.record
    credit = credit_of(record.file.name, export.metadata)
    words = [(name, text[:_MOST_LETTERS]) for name, text in record.words]
    return (
        at_s,
        export.sound,
        export.content,
        record.source.raw,
        os.fsencode(record.file),
        record.start_s,
        record.end_s,
        _json(asdict(record.effects)),
        record.profile,
        _json(words),
        plain(" ".join(text for name, text in words if name in ("cue", "text"))),
        int(record.is_synthetic),
        _json({name: text[:_MOST_LETTERS] for name, text in asdict(credit).items() if name != "file"}),
    )


def _entry(row: tuple[Any, ...]) -> JournalEntry:
    id, at_s, sound, content, source, file, start_s, end_s, effects, profile, words, is_synthetic, credit = row
    given = json.loads(effects)
    path = Path(os.fsdecode(file))
    record = ExportRecord(
        FilePath(source),
        path,
        start_s,
        end_s,
        Effects(**{**given, "channels": tuple(given["channels"])}),
        profile,
        tuple((str(name), str(text)) for name, text in json.loads(words)),
        bool(is_synthetic),
    )
    known = None if sound is None else SoundId(sound)
    return JournalEntry(id, at_s, known, content, record, Credit(path.name, **json.loads(credit)))


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
