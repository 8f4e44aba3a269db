"""Translates errors of SQLite and the file system into Earshot's own."""

import errno
import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from engine.base.backup_files import newest_whole
from engine.base.errors import LibraryBusy, LibraryDamaged, LibraryError, RowRefused, StorageFull
from engine.base.file_messages import FileAdvice, FileFault, system_words, trouble
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import Message, told
from engine.store import schema

_log = logging.getLogger(__name__)

FILE_NAME = "catalogue.sqlite"
BUSY_TIMEOUT_MS = 30_000
"""How long to wait for a locked catalogue."""
_DAMAGED_WORDS = "invalid fts5"
"""How SQLite's message for a damaged full-text index begins."""


@contextmanager
def sqlite_errors(folder: Path) -> Iterator[None]:
    """Translates SQLite's errors of file, disk and data into LibraryError and RowRefused; our own bugs pass through."""
    try:
        yield
    except apsw.FullError as err:
        _log.info("the disk is full")
        raise full(folder) from err
    except (apsw.BusyError, apsw.LockedError) as err:
        _log.info("the catalogue was locked for %d s", BUSY_TIMEOUT_MS // 1000)
        raise LibraryBusy(
            told(LibraryFault.LIBRARY_LOCKED, folder, BUSY_TIMEOUT_MS // 1000), advice=LibraryAdvice.CLOSE_SCANNERS
        ) from err
    except (apsw.TooBigError, UnicodeEncodeError, OverflowError) as err:
        _log.info("a row cannot be stored: %s", err)
        raise RowRefused(trouble(FileFault.NOT_KEPT, FileAdvice.REPAIR, str(err))) from err
    except apsw.ReadOnlyError as err:
        raise LibraryError(told(LibraryFault.NOT_WRITABLE, folder), advice=LibraryAdvice.MAKE_WRITABLE) from err
    except (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError) as err:
        _log.info("the catalogue is damaged: %s", err)
        raise damaged(folder, told(LibraryFault.CATALOGUE_DAMAGED, folder, str(err))) from err
    except apsw.SQLError as err:
        path = folder / FILE_NAME
        if not path.is_file() or (schema.is_whole(path) and not str(err).startswith(_DAMAGED_WORDS)):
            raise
        raise damaged(folder, told(LibraryFault.CATALOGUE_DAMAGED, folder, str(err))) from err
    except (apsw.IOError, apsw.CantOpenError, apsw.PermissionsError) as err:
        if getattr(err, "extendedresult", 0) & 0xFF == apsw.SQLITE_FULL or _no_space(folder):
            raise full(folder) from err
        raise LibraryError(
            told(LibraryFault.NOT_REACHABLE, folder, str(err)), advice=LibraryAdvice.MAKE_WRITABLE
        ) from err


def damaged(folder: Path, what: Message) -> LibraryDamaged:
    """The error for an untrustworthy catalogue, with the newest backup that passed its check."""
    backup = newest_whole(folder)
    _log.info("catalogue damaged; newest whole backup: %s", "none" if backup is None else backup.name)
    if backup is None:
        return LibraryDamaged(what, advice=LibraryAdvice.NO_BACKUP_IN_IT)
    advice = told(LibraryAdvice.RESTORE, backup.when_text, backup.name)
    return LibraryDamaged(what, advice=advice, backup=backup.path, made_s=backup.made_s)


def storage_error(err: OSError, path: Path) -> LibraryError:
    """The LibraryError for an OSError during a write at `path`: StorageFull if the disk is full."""
    if err.errno in (errno.ENOSPC, errno.EDQUOT):
        return full(path)
    return LibraryError(told(LibraryFault.CANNOT_WRITE, path, system_words(err)), advice=LibraryAdvice.MAKE_WRITABLE)


def full(path: Path) -> StorageFull:
    """The error for a full disk at `path`."""
    return StorageFull(told(LibraryFault.NO_SPACE_ON_DISK, path), advice=LibraryAdvice.FREE_AND_RUN)


def _no_space(folder: Path) -> bool:
    """Whether the disk is full: SQLite reports an I/O error if it cannot grow the -shm file."""
    try:
        return shutil.disk_usage(folder).free < 65_536
    except OSError:
        return False
