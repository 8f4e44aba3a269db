"""Records a transaction's changes of user data, however many, and undoes them in one step.

For changes too many and too varied for snapshots of rows (`keeping.undo`): an inverted changeset of SQLite's
session extension. Later changes by the user stay.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from engine.store.migrations import SCHEMA_VERSION

_TABLES = (
    "mark",
    "tag",
    "collection",
    "collection_item",
    "kept_mark",
    "kept_tag",
    "kept_item",
    "saved_search",
    "history",
    "thesaurus",
)
_ORPHANS = (
    "DELETE FROM mark WHERE sound_id NOT IN (SELECT id FROM sound)",
    "DELETE FROM tag WHERE sound_id NOT IN (SELECT id FROM sound)",
    "DELETE FROM collection_item WHERE sound_id NOT IN (SELECT id FROM sound)"
    " OR collection_id NOT IN (SELECT id FROM collection)",
    "DELETE FROM kept_item WHERE collection_id NOT IN (SELECT id FROM collection)",
)


_REMEMBERED = "import_undo"
_MOST_REMEMBERED = 64 * 1024 * 1024
"""Largest changeset stored in the catalogue, in bytes."""
_ALL_CHANGED = "UPDATE meta SET value = value + 1 WHERE key IN ('hearing_sequence', 'searches_sequence')"
"""Further counters to raise; the transaction raises the one of user data itself."""


class RecordedChanges:
    """The recorded changes; empty until the recording block ends."""

    def __init__(self) -> None:
        self.reverse = b""
        """A changeset that undoes them; empty if nothing changed."""


@contextmanager
def recording(connection: apsw.Connection) -> Iterator[RecordedChanges]:
    """Records the changes of a block inside a transaction."""
    done = RecordedChanges()
    session = apsw.Session(connection, "main")
    try:
        for table in _TABLES:
            session.attach(table)
        yield done
        if not session.is_empty:
            connection.execute(_ALL_CHANGED)
            done.reverse = apsw.Changeset.invert(session.changeset())
    finally:
        session.close()


def put_back(connection: apsw.Connection, reverse: bytes) -> int:
    """Undoes changes inside a transaction; returns how many rows it left because the user changed them since."""
    left = 0

    def conflict(reason: int, change: apsw.TableChange) -> int:
        nonlocal left
        left += reason in (apsw.SQLITE_CHANGESET_DATA, apsw.SQLITE_CHANGESET_CONFLICT, apsw.SQLITE_CHANGESET_CONSTRAINT)
        return apsw.SQLITE_CHANGESET_OMIT

    apsw.Changeset.apply(reverse, connection, conflict=conflict)
    for sql in _ORPHANS:  # of sounds and collections that are gone
        connection.execute(sql)
    return left


def remember(connection: apsw.Connection, reverse: bytes) -> None:
    """Stores the newest import's undo in the catalogue, replacing the one before; b"" for none.

    Does not store a very large one. Inside a transaction.
    """
    connection.execute("DELETE FROM meta WHERE key = ?", (_REMEMBERED,))
    if 0 < len(reverse) <= _MOST_REMEMBERED:
        value = SCHEMA_VERSION.to_bytes(4, "big") + reverse
        connection.execute("INSERT INTO meta(key, value) VALUES (?, ?)", (_REMEMBERED, value))


def remembered(connection: apsw.Connection) -> bytes:
    """Returns the newest import's undo; empty if there is none, or if the schema changed since."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_REMEMBERED,)).fetchone()
    value = b"" if row is None else bytes(row[0])
    return value[4:] if int.from_bytes(value[:4], "big") == SCHEMA_VERSION else b""
