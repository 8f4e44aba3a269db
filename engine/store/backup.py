"""Backs up a library's catalogue with SQLite's online backup, while others keep reading and writing.

A backup is a snapshot of one moment. It is written to a temporary file and checked completely before it gets its name,
so a named backup is one that passed. None is made if it would take space the library itself may need. A caller with
more important work catches the error and goes on.
"""

import logging
import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

import apsw

from engine.base.backup_files import FOLDER, Backup, Reason, backups_of, path_for, superseded
from engine.base.cancellation import Cancel, StopRequested, check, never
from engine.base.errors import LibraryError
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.private_files import make_part, make_private, touch_private
from engine.base.write_hold import hold, release
from engine.store import user_files
from engine.store.errors import BUSY_TIMEOUT_MS, FILE_NAME, full, sqlite_errors, storage_error
from engine.store.lock import FileLock
from engine.store.migrations import SCHEMA_VERSION
from engine.store.row_checks import CHECKED, add_row_digest, damaged_keys
from engine.store.schema import version_of
from engine.store.vectors import sync_folder

_log = logging.getLogger(__name__)

_PAGES_AT_ONCE = 512
_CHECK_EVERY = 100_000
"""SQLite instructions between two calls of `cancel`: some milliseconds."""
_LEAST_LEFT_BYTES = 16 << 20
_WAIT_S = 60.0


class BackupStep(StrEnum):
    """The stages of a backup."""

    COPYING = "copying"
    CHECKING = "checking"
    NAMING = "naming"
    ROTATING = "rotating"
    DONE = "done"


def make_backup(
    library: Path,
    reason: Reason,
    *,
    now_s: float | None = None,
    wait_s: float = _WAIT_S,
    cancel: Cancel = never,
    told: Callable[[BackupStep], object] = lambda step: None,
) -> Backup:
    """Makes a backup and deletes those it supersedes.

    Args:
        reason: why it is made. A copy that fails its check is kept as Reason.DAMAGED instead.
        now_s: Unix time, None for now.
        wait_s: how long to wait for another backup in progress.
        cancel: stops the backup and leaves nothing behind.
        told: called before each step.

    Returns:
        the backup. `is_whole` is False if the catalogue itself is damaged.

    Raises:
        StorageFull: the disk lacks space; nothing is left behind.
        LibraryBusy: another backup is in progress.
        LibraryError: the catalogue cannot be read, or the folder cannot be written.
        StopRequested: `cancel` stopped it.
    """
    folder, source = library / FOLDER, library / FILE_NAME
    started_s = time.monotonic()
    now_s = time.time() if now_s is None else now_s
    with FileLock(folder / "backup.lock", holder=LibraryFault.BACKUP_IN_MAKING, wait_s=wait_s, cancel=cancel):
        _sweep(folder)
        _refuse_where_full(folder, source)
        temporary = folder / f"{os.getpid()}.part"
        try:
            told(BackupStep.COPYING)
            with sqlite_errors(library):
                is_readable = _copy(source, temporary, cancel)
                told(BackupStep.CHECKING)
                kept_as = reason if is_readable and is_whole(temporary, cancel) else Reason.DAMAGED
            if kept_as is Reason.DAMAGED:
                _log.error("the copy failed its check; nothing is written into the library until it is repaired")
            (hold if kept_as is Reason.DAMAGED else release)(library)
            told(BackupStep.NAMING)
            path = path_for(library, kept_as, now_s)
            user_files.back_up(library, path, cancel)
            _name(temporary, path)
        except OSError as err:
            raise storage_error(err, folder) from err
        finally:
            temporary.unlink(missing_ok=True)
        told(BackupStep.ROTATING)
        _rotate(library, path)
        told(BackupStep.DONE)
        _log.info(
            "backup made, kept as %s: %.1f MB, %.1f s", kept_as, path.stat().st_size / 1e6, time.monotonic() - started_s
        )
        size_bytes = sum(file.stat().st_size for file in (path, *user_files.copies_of(path)))
        return Backup(path, float(int(now_s)), kept_as, size_bytes)


def is_whole(path: Path, cancel: Cancel = never) -> bool:
    """Whether a catalogue without writers passes SQLite's checks and the checksums of its rows. Reads the whole file.

    Raises:
        StopRequested: `cancel` stopped it.
        apsw.Error: it cannot be read, for a reason other than damage.
    """
    try:
        with opened(path) as connection:
            connection.set_progress_handler(cancel, _CHECK_EVERY)
            problems = connection.execute("PRAGMA integrity_check(1)").fetchall()
            strays = connection.execute("PRAGMA foreign_key_check").fetchone()
            if problems != [("ok",)] or strays is not None:
                return False
            add_row_digest(connection)
            checked = CHECKED if version_of(connection) == SCHEMA_VERSION else ()
            return not any(damaged_keys(connection, table, cancel) for table in checked)
    except apsw.InterruptError as err:
        raise StopRequested from err
    except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError):
        return False


class opened:  # noqa: N801 - a context manager, used as a function
    """Opens a backup for reading, without creating WAL's extra files next to it."""

    def __init__(self, path: Path) -> None:
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        self._connection = apsw.Connection(f"{path.absolute().as_uri()}?immutable=1", flags=flags)

    def __enter__(self) -> apsw.Connection:
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def _copy(source: Path, target: Path, cancel: Cancel) -> bool:
    """Copies a snapshot of a catalogue that others may be writing; returns False if SQLite cannot read its bytes."""
    touch_private(target)
    try:
        _copy_pages(source, target, cancel)
    except (apsw.CorruptError, apsw.NotADBError):
        _log.warning("the catalogue cannot be read page by page; copied as it is")
        shutil.copyfile(source, target)
        return False
    return True


def _copy_pages(source: Path, target: Path, cancel: Cancel) -> None:
    read = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        read.set_busy_timeout(BUSY_TIMEOUT_MS)
        read.execute("BEGIN")
        read.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # starts the snapshot
        written = apsw.Connection(str(target))
        try:
            written.pragma("synchronous", "OFF")  # synced once, before it gets its name
            with written.backup("main", read, "main") as copying:
                while not copying.done:
                    check(cancel)
                    copying.step(_PAGES_AT_ONCE)
            written.pragma("journal_mode", "delete")
        finally:
            written.close()
    finally:
        read.close()


def _name(temporary: Path, path: Path) -> None:
    with temporary.open("rb+") as file:
        os.fsync(file.fileno())
    temporary.replace(path)
    sync_folder(path.parent)


def _refuse_where_full(folder: Path, source: Path) -> None:
    """Raises unless there is space for the copy and for the library to grow by the same amount."""
    try:
        make_part(folder)
        make_private(folder, is_ours=True)
        copied = (source, source.with_name(f"{FILE_NAME}-wal"), *map(folder.parent.joinpath, user_files.user_files()))
        size = sum(path.stat().st_size for path in copied if path.exists())
        free = shutil.disk_usage(folder).free
    except OSError as err:
        raise storage_error(err, folder) from err
    if free < 2 * size + _LEAST_LEFT_BYTES:
        _log.info("no room for a backup: %.1f MB to copy, %.1f MB free", size / 1e6, free / 1e6)
        raise full(folder)
    if not source.is_file():
        raise LibraryError(told(LibraryFault.NO_LIBRARY, folder.parent), advice=LibraryAdvice.INDEX_FIRST)


def _rotate(library: Path, made: Path) -> None:
    """Deletes superseded backups where possible, but never the new one, whatever the clock says."""
    for backup in superseded(backups_of(library)):
        if backup.path != made:
            with suppress(OSError):
                for path in (backup.path, *user_files.copies_of(backup.path)):
                    path.unlink(missing_ok=True)
                _log.debug("backup %s is superseded and removed", backup.name)


def _sweep(folder: Path) -> None:
    """Removes what stopped or killed backups left; the caller holds the lock."""
    for path in folder.glob("*.part*"):
        path.unlink(missing_ok=True)
    for path in user_files.copies_without_backup(folder):
        path.unlink(missing_ok=True)
