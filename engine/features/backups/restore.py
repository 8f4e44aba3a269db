"""Replaces a library's catalogue by a backup; keeps the former catalogue as a backup too.

Works only while nobody else has the library open. Vectors lie beside the catalogue in blocks that are never rewritten,
so those that the backup refers to still exist. The next indexing adds what is new since and reads again what has no
vectors; index files are dropped and rebuilt, because they may contain what the restore removed.
"""

import logging
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import StrEnum
from pathlib import Path

import apsw

from engine.base.backup_files import FOLDER, Backup, Reason, backups_of, path_for
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import LibraryBusy, LibraryDamaged, LibraryError
from engine.base.library_messages import LibraryFault
from engine.base.messages import told
from engine.base.private_files import make_private, private_opener
from engine.base.write_hold import release
from engine.features.backups.messages import BackupAdvice, BackupFault
from engine.store.backup import is_whole
from engine.store.catalogue import Catalogue
from engine.store.errors import FILE_NAME, sqlite_errors, storage_error
from engine.store.feature_files import feature_files
from engine.store.lock import FileLock, ReembeddingLock, WriterLock
from engine.store.schema import check_version
from engine.store.user_files import put_back
from engine.store.vectors import sync_folder

_log = logging.getLogger(__name__)

_COUNTERS = ("sequence", "next_sound", "next_segment", "keeping_sequence", "hearing_sequence", "searches_sequence")


class RestoreStep(StrEnum):
    """The steps of a restore."""

    COPYING = "copying"
    CHECKING = "checking"
    SETTING_ASIDE = "setting aside"
    PUTTING_BACK = "putting back"
    DONE = "done"


def find(library: Path, named: str) -> Backup:
    """Returns the backup of this name, or the newest whole one for an empty name.

    Raises:
        LibraryError: there is none.
    """
    everything = backups_of(library)
    found = [backup for backup in everything if (backup.name == named if named else backup.is_whole)]
    if found:
        return found[0]
    folder = library / FOLDER
    what = told(BackupFault.NO_BACKUP_CALLED, repr(named), folder) if named else told(BackupFault.NO_BACKUP, folder)
    raise LibraryError(what, advice=BackupAdvice.SEE_BACKUPS if everything else BackupAdvice.DAILY_BACKUPS)


def restore(
    library: Path,
    backup: Path,
    *,
    cancel: Cancel = never,
    told: Callable[[RestoreStep], object] = lambda step: None,
) -> Backup | None:
    """Replaces the catalogue by a backup.

    Args:
        cancel: stops it before anything is changed.
        told: receives each step before it starts.

    Returns:
        The former catalogue as a backup; None if there was none.

    Raises:
        LibraryBusy: another program, or another thread, has the library open. Nothing was changed.
        LibraryDamaged: the backup fails its check. Nothing was changed.
        LibraryNewer: a later Earshot made the backup.
        StorageFull: there is no room for the copy. Nothing was changed.
        LibraryError: the folder cannot be written.
        StopRequested: it was cancelled. Nothing was changed.
    """
    current, fresh = library / FILE_NAME, library / f"{FILE_NAME}.restoring"
    with ExitStack() as held:
        held.enter_context(WriterLock(library))
        held.enter_context(ReembeddingLock(library))
        held.enter_context(FileLock(library / FOLDER / "backup.lock", holder=LibraryFault.BACKUP_IN_MAKING))
        with _alone(current):
            pass
        try:
            _log.info("restoring backup %s", backup.name)
            told(RestoreStep.COPYING)
            _copy(backup, fresh)
            told(RestoreStep.CHECKING)
            check(cancel)
            _check(library, fresh, backup, cancel)
            with sqlite_errors(library):
                counters, was_whole = _flushed(current, cancel)
            _log.info("the backup is whole; the present catalogue is whole: %s", was_whole)
            told(RestoreStep.SETTING_ASIDE)
            with sqlite_errors(library), _alone(current) as let_go:
                shutil.rmtree(library / "index", ignore_errors=True)
                let_go()
                replaced = _set_aside(library, current, was_whole=was_whole)
                told(RestoreStep.PUTTING_BACK)
                fresh.replace(current)
                sync_folder(library)
                release(library)
            put_back(library, backup)
        except OSError as err:
            raise storage_error(err, library) from err
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
    _go_on_counting(library, counters)
    _log.info("restored; former catalogue: %s", "none" if replaced is None else replaced.name)
    told(RestoreStep.DONE)
    return replaced


@contextmanager
def _alone(path: Path) -> Iterator[Callable[[], None]]:
    """Holds SQLite's exclusive lock of a file, whatever its content: every open connection holds a shared one.

    Yields a function that releases it, as Windows requires before a rename.
    """
    if not path.is_file():
        yield lambda: None
        return
    flags = [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READWRITE, 0]
    with sqlite_errors(path.parent):
        file = apsw.VFSFile("", os.fspath(path), flags)
    try:
        try:
            for level in (apsw.SQLITE_LOCK_SHARED, apsw.SQLITE_LOCK_RESERVED, apsw.SQLITE_LOCK_EXCLUSIVE):
                file.xLock(level)
        except apsw.BusyError as err:
            raise LibraryBusy(told(BackupFault.LIBRARY_OPEN, path.parent), advice=BackupAdvice.CLOSE_EARSHOT) from err
        yield lambda: file.xClose() if os.name == "nt" else None
    finally:
        with suppress(apsw.Error):
            file.xUnlock(apsw.SQLITE_LOCK_NONE)
        file.xClose()


def _copy(backup: Path, fresh: Path) -> None:
    make_private(fresh.parent)
    fresh.unlink(missing_ok=True)
    with backup.open("rb") as read, open(fresh, "xb", opener=private_opener) as written:
        shutil.copyfileobj(read, written, 1 << 20)
        written.flush()
        os.fsync(written.fileno())


def _check(library: Path, fresh: Path, backup: Path, cancel: Cancel) -> None:
    if not is_whole(fresh, cancel):
        raise LibraryDamaged(told(BackupFault.BACKUP_DAMAGED, backup), advice=BackupAdvice.OTHER_BACKUP)
    with sqlite_errors(library), _reading(fresh) as connection:
        if not check_version(connection):
            raise LibraryError(told(BackupFault.HOLDS_NO_LIBRARY, backup), advice=BackupAdvice.OTHER_BACKUP)


def _flushed(current: Path, cancel: Cancel) -> tuple[dict[str, int], bool]:
    """Checkpoints the catalogue's log; returns its counters and whether it is whole, as far as readable."""
    counters: dict[str, int] = {}
    if not current.is_file():
        return counters, False
    try:
        connection = apsw.Connection(str(current), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.pragma("journal_mode", "delete")
            for key, value in connection.execute("SELECT key, value FROM meta"):
                if key in _COUNTERS:
                    counters[key] = int(value)
        finally:
            connection.close()
        return counters, is_whole(current, cancel)
    except (apsw.FullError, apsw.CantOpenError, apsw.ReadOnlyError):
        raise  # the disk is full; the catalogue is fine
    except apsw.Error:
        return counters, False


@contextmanager
def _reading(path: Path) -> Iterator[apsw.Connection]:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        yield connection
    finally:
        connection.close()


def _set_aside(library: Path, current: Path, *, was_whole: bool) -> Backup | None:
    """Turns the catalogue, and a log that could not be checkpointed, into a backup without copying.

    Uses a hard link where the disk has them, so that a catalogue exists whenever the process is killed.
    """
    if not current.is_file():
        return None
    now_s = time.time()
    reason = Reason.REPLACED if was_whole else Reason.DAMAGED
    path = path_for(library, reason, now_s)
    try:
        os.link(current, path)
    except (OSError, NotImplementedError):
        _log.debug("no hard links on this disk; the catalogue is moved")
        current.replace(path)
    for suffix in ("-wal", "-shm"):
        beside = current.with_name(current.name + suffix)
        if beside.exists():
            beside.replace(path.with_name(path.name + suffix))
    sync_folder(path.parent)
    return Backup(path, float(int(now_s)), reason, path.stat().st_size)


def _go_on_counting(library: Path, counters: dict[str, int]) -> None:
    """Advances the counters: numbers issued since the backup may be remembered elsewhere and must stay unique."""
    with Catalogue.open(library, makes=False) as catalogue:
        with catalogue.database.keeping() as connection:
            connection.executemany(
                "UPDATE meta SET value = max(value, ?) + 1 WHERE key = ?",
                [(value, key) for key, value in counters.items()],
            )
        for files in feature_files():
            files.forget_strangers(catalogue)
