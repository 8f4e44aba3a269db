"""A small SQLite file in a library's folder with what the user entered into a feature; opened for one act at a time."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
from msgspec import Struct

from engine.base.errors import LibraryError
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.private_files import touch_private
from engine.base.write_hold import refuse_held
from engine.store.connection import sqlite_errors, storage_error
from engine.store.read_only import open_to_read

_BUSY_TIMEOUT_MS = 10_000


class UserDatabase(Struct, frozen=True):
    """The file of one feature; `FeatureFiles.made_by_user` names it, so that backups copy it."""

    name: str
    tables: str
    """SQL that makes them, of the present version."""
    version: int = 1

    @contextmanager
    def reading(self, folder: Path) -> Iterator[apsw.Connection | None]:
        """Opens the file of a library for reading; None if there is none.

        Raises:
            LibraryError: the file is damaged, or of a newer Earshot.
        """
        path = folder / self.name
        if not path.is_file():
            yield None
            return
        with self._errors(path), closing(open_to_read(path)) as connection:
            connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
            self._refuse_newer(path, connection)
            yield connection

    @contextmanager
    def writing(self, folder: Path) -> Iterator[apsw.Connection]:
        """Opens the file, or makes it, for one transaction.

        Raises:
            LibraryError: the file cannot be written, is damaged or of a newer Earshot, or the library is held.
            StorageFull: no space left.
        """
        refuse_held(folder)
        path = folder / self.name
        try:
            touch_private(path)
        except OSError as err:
            raise storage_error(err, path) from err
        with self._errors(path), closing(apsw.Connection(str(path))) as connection:
            connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
            self._refuse_newer(path, connection)
            connection.execute("BEGIN IMMEDIATE")
            with _transaction(connection):
                if not connection.pragma("user_version"):
                    connection.execute(self.tables)
                    connection.pragma("user_version", self.version)
                yield connection

    def _refuse_newer(self, path: Path, connection: apsw.Connection) -> None:
        version = int(connection.pragma("user_version"))
        if version > self.version:
            raise LibraryError(
                told(LibraryFault.FORMAT_NEWER, path, version, self.version), advice=LibraryAdvice.INSTALL_WRITER
            )

    @contextmanager
    def _errors(self, path: Path) -> Iterator[None]:
        """Raises LibraryError for what SQLite says; damage of this file is none of the catalogue."""
        with sqlite_errors(path.parent):
            try:
                yield
            except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, ValueError, TypeError, RecursionError) as err:
                fault = told(LibraryFault.USER_FILE_DAMAGED, path, str(err))
                raise LibraryError(fault, advice=LibraryAdvice.REPAIR_USER_FILE) from err


@contextmanager
def _transaction(connection: apsw.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if connection.in_transaction:  # SQLite may have ended it itself, as on a full disk
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
