"""Opening a file of SQLite's for reading, also on a disk or in a folder that cannot be written."""

import os
from pathlib import Path

import apsw


def open_to_read(path: Path) -> apsw.Connection:
    """Opens a file of SQLite's for reading, also where its folder cannot be written.

    Raises:
        apsw.Error: it cannot be read.
    """
    if not is_frozen(path):
        return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return apsw.Connection(f"{path.absolute().as_uri()}?immutable=1", flags=flags)


def is_frozen(path: Path) -> bool:
    """Whether nobody can be writing here: reading in WAL mode needs a file beside it that cannot be made.

    With a log that was left behind the file alone would be out of date: SQLite's own error is the better answer.
    """
    log = path.with_name(f"{path.name}-wal")
    return not os.access(path.parent, os.W_OK) and not (log.exists() and log.stat().st_size)
