"""Others' edits that cannot be stored: set aside with number, author and reason, while the rest continues.

One bad edit must not end everybody's sync, and must not be ignored silently either: the library's state lists it until
a later edit of the same field is stored. Kept in `meta`, so that a library needs no extra table.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import apsw

from engine.base.messages import Message, message_in, record_of, told
from engine.base.types import FilePath
from engine.features.studio.edits import EditRefused
from engine.features.studio.messages import StudioFault
from engine.features.studio.records import RejectedEdit
from engine.store.outbox import encoded, rows_of

ASIDE = "studio_aside"
"""The key of `meta`: a JSON list of [number, who, subject, field, reason]."""
MOST_KEPT = 1_000
"""A hostile editor can make any number; the oldest are dropped."""
_LONGEST = 100
"""Letters kept of a subject or field: unchecked ones may have any length."""
_OF_THE_EDIT = (apsw.ConstraintError, apsw.TooBigError, apsw.MismatchError, apsw.RangeError)
"""SQLite errors caused by a value; all others concern the library or its disk, and end the sync."""


class RejectedEdits:
    """A library's edits set aside, inside the transaction that stores the others."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._kept = {(row[2], row[3]): row for row in _rows(connection)}
        self._is_changed = False

    @contextmanager
    def setting(self, sequence: int, who: str, subject: str, field: str) -> Iterator[None]:
        """Stores one edit as a whole or sets it aside; suppresses the error in that case."""
        self._connection.execute("SAVEPOINT of_an_edit")
        try:
            yield
        except Exception as err:
            if isinstance(err, apsw.Error) and not isinstance(err, _OF_THE_EDIT):
                raise
            self._connection.execute("ROLLBACK TO of_an_edit")
            reason = err.reason if isinstance(err, EditRefused) else told(StudioFault.EDIT_NOT_STORED, str(err)[:200])
            self._put(sequence, who, subject, field, reason)
        else:
            if self._kept and self._kept.pop((subject[:_LONGEST], field[:_LONGEST]), None) is not None:
                self._is_changed = True
        self._connection.execute("RELEASE of_an_edit")

    def write(self) -> None:
        """Saves them if they changed."""
        if not self._is_changed:
            return
        newest = sorted(self._kept.values(), key=lambda row: row[0])[-MOST_KEPT:]
        self._connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (ASIDE, encoded(newest)))
        self._kept, self._is_changed = {(row[2], row[3]): row for row in newest}, False

    def _put(self, sequence: int, who: str, subject: str, field: str, reason: Message) -> None:
        row = [sequence, who, subject[:_LONGEST], field[:_LONGEST], record_of(reason)]
        self._kept[row[2], row[3]] = row
        self._is_changed = True


def set_aside(connection: apsw.Connection) -> tuple[RejectedEdit, ...]:
    """Returns the edits set aside, newest first."""
    rows = sorted(_rows(connection), key=lambda row: row[0], reverse=True)
    return tuple(
        RejectedEdit(sequence, who, _about(connection, subject), _field(field), message_in(reason))
        for sequence, who, subject, field, reason in rows
    )


def _rows(connection: apsw.Connection) -> list[list[Any]]:
    rows = rows_of(connection, "SELECT value FROM meta WHERE key = ?", ASIDE)
    return list(json.loads(rows[0][0])) if rows else []


def _about(connection: apsw.Connection, subject: str) -> str:
    """The name of the sound or collection if it is here; otherwise the start of its id."""
    if subject.startswith("s:"):
        with suppress(ValueError):
            rows = rows_of(connection, "SELECT path FROM sound WHERE payload_digest = ?", bytes.fromhex(subject[2:]))
            return FilePath(rows[0][0]).name if rows else subject[2:14]
    sql = "SELECT name FROM shared_list JOIN collection ON id = own WHERE subject = ?"
    rows = rows_of(connection, sql, subject)
    return str(rows[0][0]) if rows else subject[:14]


def _field(field: str) -> str:
    """The field for people: a tag with its name, an item without the sound's id."""
    return "item" if field.startswith("item:") else field
