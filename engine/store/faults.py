"""Turns what SQLite and the file system raise for the world's faults into ours."""

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from engine.backup_files import newest_whole
from engine.errors import LibraryBusy, LibraryDamaged, LibraryError, RowRefused, StorageFull
from engine.store import schema
from engine.trouble import FileAdvice, FileFault, trouble

FILE_NAME = "catalogue.sqlite"
BUSY_TIMEOUT_MS = 30_000
"""How long a locked catalogue is waited for."""
_DAMAGED_WORDS = "invalid fts5"
"""What SQLite says of a full text index whose own tables are damaged."""
_READ_ONLY_ADVICE = "Make the folder writable, or choose another with --library."


@contextmanager
def sqlite_errors(folder: Path) -> Iterator[None]:
    """Turns what SQLite raises for the world's faults into LibraryError and its kinds; ours rise as they are."""
    try:
        yield
    except apsw.FullError as err:
        raise full(folder) from err
    except (apsw.BusyError, apsw.LockedError) as err:
        raise LibraryBusy(
            f"another program has kept the library {folder} locked for {BUSY_TIMEOUT_MS // 1000} s",
            advice="Close other programs that use it (a backup, a virus scanner, a second Earshot) and try again.",
        ) from err
    except (apsw.TooBigError, UnicodeEncodeError) as err:
        raise RowRefused(trouble(FileFault.NOT_KEPT, FileAdvice.REPAIR, str(err))) from err
    except apsw.ReadOnlyError as err:
        raise LibraryError(f"the library {folder} cannot be written", advice=_READ_ONLY_ADVICE) from err
    except (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError) as err:
        raise damaged(folder, f"the catalogue of {folder} is damaged: {err}") from err
    except apsw.SQLError as err:
        path = folder / FILE_NAME
        if not path.is_file() or (schema.is_whole(path) and not str(err).startswith(_DAMAGED_WORDS)):
            raise
        raise damaged(folder, f"the catalogue of {folder} is damaged: {err}") from err
    except (apsw.IOError, apsw.CantOpenError, apsw.PermissionsError) as err:
        if getattr(err, "extendedresult", 0) & 0xFF == apsw.SQLITE_FULL or _no_space(folder):
            raise full(folder) from err
        raise LibraryError(f"the library {folder} cannot be read or written: {err}", advice=_READ_ONLY_ADVICE) from err


def damaged(folder: Path, what: str) -> LibraryDamaged:
    """The error of a catalogue that cannot be trusted; it carries the newest backup that was whole when it was made."""
    backup = newest_whole(folder)
    if backup is None:
        advice = "There is no backup in it. Put back one of your own, or move the folder away and index again: your"
        return LibraryDamaged(what, advice=f"{advice} sound files are untouched.")
    advice = (
        f"A backup of {backup.when_text} is there. `earshot restore {backup.name}` shows what would be lost by going "
        "back to it; in the window: Library, Restore a backup."
    )
    return LibraryDamaged(what, advice=advice, backup=backup.path, made_s=backup.made_s)


def storage_error(err: OSError, path: Path) -> LibraryError:
    """The LibraryError for an OSError met while writing at `path`: StorageFull where the disk is full."""
    if err.errno in (errno.ENOSPC, errno.EDQUOT):
        return full(path)
    return LibraryError(f"{path} cannot be written: {err.strerror or err}", advice=_READ_ONLY_ADVICE)


def full(path: Path) -> StorageFull:
    """The error of a disk without room at `path`."""
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
