"""The common part of words.db and units.db: an SQLite file beside the catalogue with one listener's results.

It is a cache: sounds can be listened to again, so a damaged file or one of another version or pack is replaced. Each
sound has a row in `heard`, keyed by its catalogue id, with the digest of its audio. A subclass or store adds its own
tables, whose rows are deleted with that row.
"""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import apsw

from engine.base.errors import LibraryError
from engine.base.messages import told
from engine.base.private_files import touch_private
from engine.base.types import PackId, SoundId
from engine.features.speech.messages import SpokenAdvice, SpokenFault
from engine.store.connection import sqlite_errors, storage_error
from engine.store.read_only import open_to_read

_COMMON = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE heard(
    sound_id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL,
    error TEXT NOT NULL DEFAULT ''
) STRICT;
"""
_BUSY_TIMEOUT_MS = 10_000


class ListenerFile:
    """An open file. One thread owns it."""

    def __init__(self, folder: Path, connection: apsw.Connection) -> None:
        self.folder = folder
        self.connection = connection

    @classmethod
    def to_write(cls, folder: Path, name: str, version: int, tables: str, pack_id: PackId) -> Self:
        """Opens a library's file for a pack, or creates it, replacing one of another pack or version.

        Args:
            folder: the library's folder.
            name: of the file, such as words.db.
            version: of the tables; a file of any other version is replaced.
            tables: SQL for the listener's tables, each with a sound_id REFERENCES heard(sound_id) ON DELETE CASCADE.
            pack_id: of the listening pack.

        Raises:
            LibraryError: the folder cannot be written.
        """
        path = folder / name
        with contextlib.suppress(apsw.Error, LibraryError):
            found = cls(folder, apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE))
            if found._is_of(version) and found.pack_id() == pack_id:
                found._set_up()
                return found
            found.close()
        try:
            for suffix in ("", "-wal", "-shm"):
                path.with_name(name + suffix).unlink(missing_ok=True)
            touch_private(path)
        except OSError as err:
            raise storage_error(err, path) from err
        with sqlite_errors(folder):
            made = cls(folder, apsw.Connection(str(path)))
            made.connection.pragma("journal_mode", "wal")
            made._set_up()
            with made.connection:
                made.connection.execute(_COMMON + tables)
                made.connection.execute("INSERT INTO meta VALUES ('pack_id', ?)", (pack_id,))
                made.connection.pragma("user_version", version)
        return made

    @classmethod
    def to_read(cls, folder: Path, name: str, version: int) -> Self | None:
        """Opens a library's file for reading. None if there is no readable file of this version."""
        if not (folder / name).is_file():
            return None
        with contextlib.suppress(apsw.Error):
            found = cls(folder, open_to_read(folder / name))
            found.connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
            if found._is_of(version):
                return found
            found.close()
        return None

    @classmethod
    def heard_by(cls, folder: Path, name: str, pack_id: PackId) -> int:
        """Returns how many sounds a pack has heard, according to the file of this name, whatever its version."""
        with (
            contextlib.suppress(apsw.Error, LibraryError),
            contextlib.closing(cls(folder, open_to_read(folder / name))) as found,
        ):
            if found.pack_id() == pack_id:
                return int(found.rows("SELECT count(*) FROM heard WHERE error = ''")[0][0])
        return 0

    def close(self) -> None:
        self.connection.close()

    def pack_id(self) -> PackId:
        with self.reading():
            return PackId(str(self.rows("SELECT value FROM meta WHERE key = 'pack_id'")[0][0]))

    def known(self) -> dict[SoundId, bytes]:
        """Returns the digests of heard sounds by id, including failed ones."""
        return {SoundId(id): digest for id, digest in self.rows("SELECT sound_id, digest FROM heard")}

    def change_number(self) -> int:
        """A number that changes whenever another connection changes the file."""
        return int(self.connection.pragma("data_version"))

    def forget(self, ids: Sequence[SoundId]) -> None:
        if ids:
            with self.change():
                self.connection.executemany("DELETE FROM heard WHERE sound_id = ?", [(id,) for id in ids])

    def begin(self, id: SoundId, digest: bytes, error: str = "") -> None:
        """Replaces a sound's rows with a new row in `heard`. Call within `change`."""
        self.connection.execute("DELETE FROM heard WHERE sound_id = ?", (id,))
        self.connection.execute("INSERT INTO heard VALUES (?, ?, ?)", (id, digest, error))

    def failed(self, id: SoundId, digest: bytes, error: str) -> None:
        """Records that a sound cannot be heard, so that it is not tried again until it changes."""
        with self.change():
            self.begin(id, digest, error or "unknown")

    @contextlib.contextmanager
    def change(self) -> Iterator[None]:
        """A transaction; nests. Raises LibraryError if the disk is full or cannot be written."""
        with sqlite_errors(self.folder), self.connection:
            yield

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Returns the rows of a SELECT. Raises LibraryError if the file is damaged or unreadable."""
        with self.reading():
            return list(self.connection.execute(sql, tuple(values)))

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Raises LibraryError for damage met while reading: a flipped bit may hit rows or the SQL of the tables."""
        try:
            with sqlite_errors(self.folder):
                yield
        except (apsw.SQLError, ValueError, LookupError, TypeError) as err:
            raise LibraryError(
                told(SpokenFault.HEARD_DAMAGED, self.folder, str(err)), advice=SpokenAdvice.LISTEN_AGAIN
            ) from err

    def _is_of(self, version: int) -> bool:
        return bool(self.connection.pragma("user_version") == version)

    def _set_up(self) -> None:
        self.connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
        self.connection.pragma("foreign_keys", 1)
        self.connection.pragma("synchronous", "NORMAL")  # the last seconds can be heard again after a crash
