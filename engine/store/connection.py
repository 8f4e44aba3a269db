"""Opens the catalogue's SQLite file with the right settings, and translates SQLite's errors.

apsw brings its own SQLite: the standard library's may have the WAL-reset bug fixed in 3.51.3.
"""

import logging
import os
from contextlib import closing
from pathlib import Path

import apsw
import numpy as np

from engine.base.backup_files import Reason, newest_whole
from engine.base.errors import EngineError, LibraryError
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.migration_progress import in_use
from engine.base.private_files import make_private, refuse_shut, touch_private
from engine.base.types import Ids
from engine.store.backup import make_backup
from engine.store.errors import BUSY_TIMEOUT_MS, FILE_NAME, damaged, sqlite_errors, storage_error
from engine.store.library_identity import refuse_missing
from engine.store.migrations import SCHEMA_VERSION
from engine.store.read_only import is_frozen, open_to_read
from engine.store.row_checks import add_row_digest
from engine.store.schema import check_version, migrate, version_of

_log = logging.getLogger(__name__)

__all__ = ["FILE_NAME", "connect", "id_list", "sqlite_errors", "storage_error"]

_WAL_RESET_FIXED = 3_051_003
_CACHE_KIB = 32_768
_NO_ID: Ids = np.zeros(1, dtype=np.int64)
"""Stands for no id: row ids start at 1."""


def connect(folder: Path, *, read_only: bool, makes: bool = False) -> apsw.Connection:
    """Opens the catalogue of the library in `folder`; with `makes`, creates a missing one.

    A catalogue of an earlier version is always migrated, also for reading, because it could not be queried otherwise.

    Raises:
        LibraryNewer: a later version of Earshot made it.
        LibraryError: it is missing or damaged, lies on a disk without WAL support, belongs to another program, needs a
            migration but cannot be written, or belongs to another user who denies access.
        StorageFull: no space to create it.
    """
    if apsw.SQLITE_VERSION_NUMBER < _WAL_RESET_FIXED:
        raise LibraryError(told(LibraryFault.OLD_SQLITE, apsw.sqlite_lib_version()), advice=LibraryAdvice.NEWER_APSW)
    path = folder / FILE_NAME
    refuse_shut(folder)
    _refuse_emptied(folder)
    if read_only or not makes:
        refuse_missing(folder)
    if not read_only:
        _make(folder)
    with sqlite_errors(folder):
        if read_only:
            if not is_frozen(path):
                _roll_back(folder)
            connection = open_to_read(path)
        else:
            connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
        try:
            _set_up(connection, folder, read_only=read_only)
        except BaseException:
            # A refused library stays as it is: closing would otherwise write its log into the catalogue.
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            connection.close()
            raise
    return connection


def _roll_back(folder: Path) -> None:
    """Rolls back what a process killed outside WAL mode, as during a restore, left behind; readers cannot."""
    journal = folder / f"{FILE_NAME}-journal"
    if journal.is_file() and journal.stat().st_size and os.access(folder, os.W_OK):
        _log.warning("rolling back a transaction that a killed process left")
        with closing(apsw.Connection(str(folder / FILE_NAME), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.set_busy_timeout(BUSY_TIMEOUT_MS)
            connection.pragma("schema_version")  # any read rolls back first


def _refuse_emptied(folder: Path) -> None:
    """Refuses an empty catalogue next to vectors, which was cut off: SQLite would start a new one and orphan them.

    Raises:
        LibraryDamaged: the catalogue is empty or missing next to vectors, or missing next to a backup.
    """
    path = folder / FILE_NAME
    is_there = path.is_file()
    if (is_there and path.stat().st_size) or (not is_there and path.exists()):
        return
    if not is_there and newest_whole(folder) is not None:
        _log.info("the catalogue is gone, backups are there")
        raise damaged(folder, told(LibraryFault.CATALOGUE_GONE, path))
    if any(found.stat().st_size for found in (folder / "vectors").glob("*/*") if found.is_file()):
        what = LibraryFault.CATALOGUE_EMPTY if is_there else LibraryFault.CATALOGUE_GONE_FROM_VECTORS
        raise damaged(folder, told(what, path))


def _make(folder: Path) -> None:
    try:
        make_private(folder, is_ours=(folder / FILE_NAME).exists())
        touch_private(folder / FILE_NAME)  # SQLite copies its permissions to the log and the index
    except OSError as err:
        raise storage_error(err, folder) from err


def _set_up(connection: apsw.Connection, folder: Path, *, read_only: bool) -> None:
    connection.set_busy_timeout(BUSY_TIMEOUT_MS)
    connection.pragma("foreign_keys", 1)
    connection.pragma("trusted_schema", 0)
    connection.pragma("cache_size", -_CACHE_KIB)
    add_row_digest(connection)
    if read_only:
        _check_age(connection, folder)
        return
    if check_version(connection) == 0 or connection.pragma("journal_mode") != "wal":
        _turn_wal_on(connection, folder)
    connection.pragma("synchronous", "FULL")
    if 0 < version_of(connection) < SCHEMA_VERSION:
        in_use().tell(0.0)
        _log.info("catalogue of version %d, migrating to %d", version_of(connection), SCHEMA_VERSION)
        try:
            make_backup(folder, Reason.MIGRATION)
        except EngineError as err:  # the migration is one transaction: without a backup nothing is lost either
            _log.warning("no backup before the migration: %s", err)
    migrate(connection)


def _check_age(connection: apsw.Connection, folder: Path) -> None:
    """Migrates an old catalogue through a second, writable connection."""
    if check_version(connection) == SCHEMA_VERSION:
        return
    if is_frozen(folder / FILE_NAME):
        raise LibraryError(told(LibraryFault.CANNOT_UPDATE, folder), advice=LibraryAdvice.COPY_LIBRARY)
    connect(folder, read_only=False).close()


def _turn_wal_on(connection: apsw.Connection, folder: Path) -> None:
    """Turns WAL on and tries a write: it needs shared memory, and some network shares fail only at the first write."""
    try:
        mode = connection.pragma("journal_mode", "wal")
        if mode == "wal":
            connection.execute("BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS probe(x); DROP TABLE probe; COMMIT")
    except (apsw.IOError, apsw.CantOpenError, apsw.ProtocolError, apsw.NoLFSError) as err:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise LibraryError(
            told(LibraryFault.NO_CATALOGUE_THERE, folder, str(err)), advice=LibraryAdvice.LOCAL_DISK
        ) from err
    if mode != "wal":
        _log.info("the disk does not support a write-ahead log: mode %s", mode)
        raise LibraryError(told(LibraryFault.NO_WAL_THERE, folder), advice=LibraryAdvice.LOCAL_DISK)


def id_list(ids: Ids) -> object:
    """Binds ids to `carray(?)` in a statement; apsw refuses empty arrays, so an id that never occurs replaces them."""
    return apsw.carray(ids if len(ids) else _NO_ID)
