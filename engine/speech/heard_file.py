"""A file beside the catalogue that holds what one way of listening heard: words.db and units.db have this in common.

It is a cache: whatever is in it can be heard again from the sounds, so a damaged file, and one of another version or
another pack, is made anew. Each sound has a row in `heard`, keyed by the catalogue's id, with the digest of what was
heard; a kind adds tables of its own, whose rows go with that row.
"""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import apsw

from engine.error_wording.library import LibraryAdvice, LibraryFault
from engine.errors import LibraryError
from engine.private import touch_private
from engine.store.connection import sqlite_errors, storage_error
from engine.store.opening import open_to_read
from engine.types import PackId, SoundId
from engine.wording import told

_COMMON = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE heard(
    sound_id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL,
    error TEXT NOT NULL DEFAULT ''
) STRICT;
"""
_BUSY_TIMEOUT_MS = 10_000


class HeardFile:
    """One open file. One thread owns it."""

    def __init__(self, folder: Path, connection: apsw.Connection) -> None:
        self.folder = folder
        self.connection = connection

    @classmethod
    def to_write(cls, folder: Path, name: str, version: int, tables: str, pack_id: PackId) -> Self:
        """Opens the file of a library for a pack, or makes it; what another pack or version left is dropped.

        Args:
            folder: the library's.
            name: of the file, such as words.db.
            version: of the tables; any other is made anew.
            tables: SQL that makes the kind's own; each has a sound_id that refers to heard(sound_id) ON DELETE CASCADE.
            pack_id: the pack that listens.

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
        """Opens the file of a library for reading; None where there is none of this version that can be read."""
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
        """How many sounds of a library a pack has heard, by the file of this name, whatever its version."""
        with (
            contextlib.suppress(apsw.Error, LibraryError),
            contextlib.closing(cls(folder, open_to_read(folder / name))) as found,
        ):
            if found.pack_id() == pack_id:
                return int(found.rows("SELECT count(*) FROM heard WHERE error = ''")[0][0])
        return 0

    def close(self) -> None:
        """Lets go of the file."""
        self.connection.close()

    def pack_id(self) -> PackId:
        """The pack that heard what is in it."""
        with self.reading():
            return PackId(str(self.rows("SELECT value FROM meta WHERE key = 'pack_id'")[0][0]))

    def known(self) -> dict[SoundId, bytes]:
        """Digests of the sounds that were heard, failures among them, by id."""
        return {SoundId(id): digest for id, digest in self.rows("SELECT sound_id, digest FROM heard")}

    def change_number(self) -> int:
        """A number that changes with every change by anybody."""
        return int(self.connection.pragma("data_version"))

    def forget(self, ids: Sequence[SoundId]) -> None:
        """Drops the rows of some sounds."""
        if ids:
            with self.change():
                self.connection.executemany("DELETE FROM heard WHERE sound_id = ?", [(id,) for id in ids])

    def begin(self, id: SoundId, digest: bytes, error: str = "") -> None:
        """Writes the row of a sound, whose older rows go; within `change`."""
        self.connection.execute("DELETE FROM heard WHERE sound_id = ?", (id,))
        self.connection.execute("INSERT INTO heard VALUES (?, ?, ?)", (id, digest, error))

    @contextlib.contextmanager
    def change(self) -> Iterator[None]:
        """One transaction; within another one a part of it.

        Raises:
            LibraryError: the disk is full, or cannot be written.
        """
        with sqlite_errors(self.folder), self.connection:
            yield

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Rows of a SELECT.

        Raises:
            LibraryError: the file is damaged, or cannot be read.
        """
        with self.reading():
            return list(self.connection.execute(sql, tuple(values)))

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Reports damage met by the reads of a block: a bit may flip in rows, and in the SQL of the tables.

        Raises:
            LibraryError: what was read is damaged.
        """
        try:
            with sqlite_errors(self.folder):
                yield
        except (apsw.SQLError, ValueError, LookupError, TypeError) as err:
            raise LibraryError(
                told(LibraryFault.HEARD_DAMAGED, self.folder, str(err)), advice=LibraryAdvice.LISTEN_AGAIN
            ) from err

    def _is_of(self, version: int) -> bool:
        return bool(self.connection.pragma("user_version") == version)

    def _set_up(self) -> None:
        self.connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
        self.connection.pragma("foreign_keys", 1)
        self.connection.pragma("synchronous", "NORMAL")  # what the last seconds heard can be heard again
