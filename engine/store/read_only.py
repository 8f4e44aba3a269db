"""Opens SQLite files for reading, including on read-only disks and folders."""

import os
from pathlib import Path

import apsw


def open_to_read(path: Path) -> apsw.Connection:
    """Opens an SQLite file for reading, including in a read-only folder.

    Raises:
        apsw.Error: it cannot be read.
    """
    if not is_frozen(path):
        return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return apsw.Connection(f"{path.absolute().as_uri()}?immutable=1", flags=flags)


def is_frozen(path: Path) -> bool:
    """Whether the folder is read-only and without a log: reading in WAL mode would create a file there.

    With a remaining log the main file alone would be out of date; SQLite's own error is better then.
    """
    log = path.with_name(f"{path.name}-wal")
    return not os.access(path.parent, os.W_OK) and not (log.exists() and log.stat().st_size)
