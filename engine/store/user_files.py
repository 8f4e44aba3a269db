"""Files of features that hold what only the user can make, such as corrections: copied beside every backup.

A copy has the backup's name, then the file's: `catalogue-20261122T192400Z-daily.transcript-edits.db`. It is complete
and was checked. A whole file is never replaced by an older copy; a damaged one is kept as `NAME.damaged`.
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import apsw

from engine.base.backup_files import backups_of
from engine.base.cancellation import Cancel, check, never
from engine.base.findings import Fault, Finding, Repair
from engine.base.private_files import touch_private
from engine.store.errors import BUSY_TIMEOUT_MS, sqlite_errors, storage_error
from engine.store.feature_files import feature_files
from engine.store.read_only import open_to_read
from engine.store.vectors import sync_folder

_log = logging.getLogger(__name__)

_PAGES_AT_ONCE = 512
_SUFFIXES = ("", "-wal", "-shm")
_SHOWN = 5


def examined(path: Path, examine: Callable[[apsw.Connection], tuple[int, list[str]]]) -> Finding:
    """Checks one of these files for *doctor* and *verify*.

    Args:
        path: the file, which exists.
        examine: counts its entries, and names those that Earshot did not write.

    Raises:
        apsw.Error: another process has locked it.
    """
    try:
        with closing(open_to_read(path)) as connection:
            connection.set_busy_timeout(BUSY_TIMEOUT_MS)
            problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            count, odd = (0, []) if problems else examine(connection)
    except (apsw.BusyError, apsw.LockedError):  # another process's lock, not damage
        raise
    except apsw.Error as err:
        return Finding(path.name, Fault.UNREADABLE, 1, (str(err),), Repair.PUT_BACK)
    problems += odd
    if problems:
        return Finding(path.name, Fault.PAGES, len(problems), tuple(problems[:_SHOWN]), Repair.PUT_BACK)
    return Finding(path.name, count=count)


def user_files() -> Iterator[str]:
    """Yields the names of these files, whether or not a library has them."""
    for files in feature_files():
        yield from files.made_by_user


def copies_of(backup: Path) -> list[Path]:
    """Returns what lies beside a backup and goes with it."""
    return sorted(path for path in backup.parent.glob(f"{backup.stem}.*") if path != backup)


def copies_without_backup(folder: Path) -> list[Path]:
    """Returns copies in a folder of backups whose backup was not finished, or was deleted."""
    copies = [path for name in user_files() for path in folder.glob(f"catalogue-*.{name}")]
    return [path for path in copies if not path.with_name(f"{path.name.split('.', 1)[0]}.sqlite").exists()]


def back_up(library: Path, backup: Path, cancel: Cancel = never) -> None:
    """Copies the files beside a backup just made. A file that cannot be copied whole is logged and left out.

    Raises:
        StopRequested: `cancel` stopped it.
        StorageFull, LibraryError: the copy cannot be written.
    """
    for name in user_files():
        if (library / name).is_file() and not _copy(library / name, _copy_path(backup, name), cancel):
            _log.error("%s is damaged and was not backed up", name)


def put_back(library: Path, backup: Path) -> list[str]:
    """Restores the files that are missing or damaged from the copies beside a backup; returns their names.

    Raises:
        StorageFull, LibraryError: a file cannot be written.
    """
    return [name for name in user_files() if not _is_whole(library / name) and _take(library, name, backup)]


def repair(library: Path, name: str) -> bool:
    """Restores a damaged file from the newest backup that has a copy; returns whether there was one.

    The damaged file is kept under another name in either case, so that the feature can begin a new one.

    Raises:
        StorageFull, LibraryError: the file cannot be written.
    """
    return any(_take(library, name, backup.path) for backup in backups_of(library)) or _set_aside(library, name)


def _take(library: Path, name: str, backup: Path) -> bool:
    copy, part = _copy_path(backup, name), library / f"{name}.part"
    if not copy.is_file() or not _copy(copy, part):
        return False
    _set_aside(library, name)
    try:
        part.replace(library / name)
        sync_folder(library)
    except OSError as err:
        raise storage_error(err, library) from err
    _log.info("%s was restored from %s", name, backup.name)
    return True


def _set_aside(library: Path, name: str) -> bool:
    """Returns False: nothing was restored."""
    try:
        for suffix in _SUFFIXES:
            path = library / (name + suffix)
            if path.exists():
                path.replace(library / f"{name}.damaged{suffix}")
    except OSError as err:
        raise storage_error(err, library) from err
    return False


def _copy_path(backup: Path, name: str) -> Path:
    return backup.with_name(f"{backup.stem}.{name}")


def _copy(source: Path, target: Path, cancel: Cancel = never) -> bool:
    """Copies a snapshot and checks it; returns False, and leaves nothing, if the source is damaged."""
    part = target.with_name(f"{target.name}.part")
    with sqlite_errors(source.parent):
        try:
            _remove(part)
            touch_private(part)
            with closing(open_to_read(source)) as read, closing(apsw.Connection(str(part))) as written:
                read.set_busy_timeout(BUSY_TIMEOUT_MS)
                written.pragma("synchronous", "OFF")  # synced once, before it gets its name
                with written.backup("main", read, "main") as copying:
                    while not copying.done:
                        check(cancel)
                        copying.step(_PAGES_AT_ONCE)
                written.pragma("journal_mode", "delete")
            if not _is_whole(part):
                return False
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.replace(target)
            sync_folder(target.parent)
            return True
        except (apsw.CorruptError, apsw.NotADBError):
            return False
        except OSError as err:
            raise storage_error(err, target.parent) from err
        finally:
            with suppress(OSError):
                _remove(part)


def _remove(part: Path) -> None:
    for suffix in ("", "-journal"):
        part.with_name(part.name + suffix).unlink(missing_ok=True)


def _is_whole(path: Path) -> bool:
    """Whether a file exists and passes SQLite's check."""
    if not path.is_file():
        return False
    try:
        with closing(open_to_read(path)) as connection:
            connection.set_busy_timeout(BUSY_TIMEOUT_MS)
            return connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    except (apsw.BusyError, apsw.LockedError):
        return True  # somebody uses it
    except apsw.Error:
        return False
