"""Opens the catalogue's SQLite file the one right way, and turns SQLite's errors into ours.

apsw brings its own SQLite: the standard library's may carry the WAL-reset bug fixed in 3.51.3.
"""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import numpy as np

from engine.errors import LibraryBusy, LibraryError, RowRefused, StorageFull
from engine.private import make_private, touch_private
from engine.store.schema import SCHEMA_VERSION, check_version, migrate
from engine.types import Ids

FILE_NAME = "catalogue.sqlite"
_WAL_RESET_FIXED = 3_051_003
_BUSY_TIMEOUT_MS = 30_000
_CACHE_KIB = 32_768
_NO_ID: Ids = np.zeros(1, dtype=np.int64)
"""Rows are numbered from 1."""
_READ_ONLY_ADVICE = "Make the folder writable, or choose another with --library."


def connect(folder: Path, *, read_only: bool) -> apsw.Connection:
    """Opens, and unless `read_only` makes, the catalogue of the library in `folder`.

    One of an earlier Earshot is brought to this version in both cases: nothing could be asked of it else.

    Raises:
        LibraryNewer: a later Earshot made it.
        LibraryError: it is missing (read only), damaged, on a disk where WAL cannot work, another program's, or of an
            earlier Earshot where it cannot be written.
        StorageFull: no space to make it.
    """
    if apsw.SQLITE_VERSION_NUMBER < _WAL_RESET_FIXED:
        raise LibraryError(
            f"SQLite {apsw.sqlite_lib_version()} can damage a catalogue in WAL mode",
            advice="Install apsw 3.51.3 or later.",
        )
    path = folder / FILE_NAME
    if read_only and not path.is_file():
        raise LibraryError(f"there is no library in {folder}", advice="Index a folder first: earshot index FOLDER")
    _refuse_emptied(folder)
    if not read_only:
        _make(folder)
    with sqlite_errors(folder):
        if read_only and _is_frozen(folder):
            name = f"{path.absolute().as_uri()}?immutable=1"
            connection = apsw.Connection(name, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        else:
            flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
            connection = apsw.Connection(str(path), flags=flags)
        try:
            _set_up(connection, folder, read_only=read_only)
        except BaseException:
            connection.close()
            raise
    return connection


def _is_frozen(folder: Path) -> bool:
    """Whether nobody can be writing here: reading in WAL mode needs a file beside the catalogue that cannot be made.

    With a log that was left behind the catalogue alone would be out of date: SQLite's own error is the better answer.
    """
    log = folder / f"{FILE_NAME}-wal"
    return not os.access(folder, os.W_OK) and not (log.exists() and log.stat().st_size)


def _refuse_emptied(folder: Path) -> None:
    """A catalogue of no bytes beside vectors was cut off; SQLite would begin a new one, and lose sight of them.

    Raises:
        LibraryError: it is so.
    """
    path = folder / FILE_NAME
    if not path.is_file() or path.stat().st_size:
        return
    if any(found.stat().st_size for found in (folder / "vectors").glob("*/*") if found.is_file()):
        raise LibraryError(
            f"the catalogue {path} is empty, and vectors of its sounds lie beside it",
            advice="Put back a backup of the folder. To begin anew, move the folder away and index again: "
            "your sound files are untouched.",
        )


def _make(folder: Path) -> None:
    try:
        make_private(folder, is_ours=(folder / FILE_NAME).exists())
        touch_private(folder / FILE_NAME)  # SQLite gives its log and its index the rights of this one
    except OSError as err:
        raise storage_error(err, folder) from err


def _set_up(connection: apsw.Connection, folder: Path, *, read_only: bool) -> None:
    connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
    connection.pragma("foreign_keys", 1)
    connection.pragma("trusted_schema", 0)
    connection.pragma("cache_size", -_CACHE_KIB)
    if read_only:
        _check_age(connection, folder)
        return
    if check_version(connection) == 0 or connection.pragma("journal_mode") != "wal":
        _turn_wal_on(connection, folder)
    connection.pragma("synchronous", "FULL")
    migrate(connection)


def _check_age(connection: apsw.Connection, folder: Path) -> None:
    """Migrates, by a connection that may write, what the given one cannot read."""
    if check_version(connection) == SCHEMA_VERSION:
        return
    if _is_frozen(folder):
        raise LibraryError(
            f"the library {folder} was made by an earlier Earshot and cannot be written, so it cannot be updated",
            advice="Copy the folder to a disk you may write to, and open that copy once.",
        )
    connect(folder, read_only=False).close()


def _turn_wal_on(connection: apsw.Connection, folder: Path) -> None:
    """WAL needs shared memory; some shares accept the pragma and fail at the first write, so a write is tried."""
    advice = "Network shares often cannot hold a library: choose a folder on a local disk with --library."
    try:
        mode = connection.pragma("journal_mode", "wal")
        if mode == "wal":
            connection.execute("BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS probe(x); DROP TABLE probe; COMMIT")
    except (apsw.IOError, apsw.CantOpenError, apsw.ProtocolError, apsw.NoLFSError) as err:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise LibraryError(f"the disk of {folder} cannot hold a catalogue: {err}", advice=advice) from err
    if mode != "wal":
        raise LibraryError(f"the disk of {folder} cannot hold a catalogue in WAL mode", advice=advice)


def id_list(ids: Ids) -> object:
    """Ids to bind where a statement says `carray(?)`; none at all where they are empty, which apsw refuses."""
    return apsw.carray(ids if len(ids) else _NO_ID)


@contextmanager
def sqlite_errors(folder: Path) -> Iterator[None]:
    """Turns what SQLite raises for the world's faults into LibraryError and its kinds; ours rise as they are."""
    try:
        yield
    except apsw.FullError as err:
        raise _full(folder) from err
    except (apsw.BusyError, apsw.LockedError) as err:
        raise LibraryBusy(
            f"another program has kept the library {folder} locked for {_BUSY_TIMEOUT_MS // 1000} s",
            advice="Close other programs that use it (a backup, a virus scanner, a second Earshot) and try again.",
        ) from err
    except (apsw.TooBigError, UnicodeEncodeError) as err:
        raise RowRefused(
            f"what is known of a sound cannot be kept: {err}",
            advice="Its metadata is too large or damaged. Repair it in the program that wrote it.",
        ) from err
    except apsw.ReadOnlyError as err:
        raise LibraryError(f"the library {folder} cannot be written", advice=_READ_ONLY_ADVICE) from err
    except (apsw.CorruptError, apsw.NotADBError) as err:
        raise LibraryError(
            f"the catalogue of {folder} is damaged: {err}",
            advice="Put back a backup of the folder, or move it away and index again. Your sound files are untouched.",
        ) from err
    except (apsw.IOError, apsw.CantOpenError, apsw.PermissionsError) as err:
        if getattr(err, "extendedresult", 0) & 0xFF == apsw.SQLITE_FULL or _no_space(folder):
            raise _full(folder) from err
        raise LibraryError(f"the library {folder} cannot be read or written: {err}", advice=_READ_ONLY_ADVICE) from err


def storage_error(err: OSError, path: Path) -> LibraryError:
    """The LibraryError for an OSError met while writing at `path`: StorageFull where the disk is full."""
    if err.errno in (errno.ENOSPC, errno.EDQUOT):
        return _full(path)
    return LibraryError(f"{path} cannot be written: {err.strerror or err}", advice=_READ_ONLY_ADVICE)


def _full(path: Path) -> StorageFull:
    return StorageFull(
        f"no space left on the disk of {path}",
        advice="Free some space and run the same command again: everything done so far is kept.",
    )


def _no_space(folder: Path) -> bool:
    """SQLite reports a full disk as an I/O error where it grows the -shm file."""
    try:
        return shutil.disk_usage(folder).free < 65_536
    except OSError:
        return False
