"""The outbox of a joined library: records what the user changes, in the same transaction.

SQLite's session extension records each `Database.keeping` block that changes marks, tags, collections or saved
searches. The net changes become edits, one per field, in the same transaction. So every change has its edit in the
outbox, whoever made it (window, command, import) and wherever the process ends. Values from the server bypass this.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import apsw
from msgspec import Struct

from engine.base.errors import StudioRefused
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.text_forms import folded
from engine.base.types import FAVOURITE

JOINED = "studio"
"""Key of `meta` for the record of the shared library, as JSON; exists only in a joined library."""
PULLED = "studio_pulled"
"""Key of the last sequence number fetched from the server."""
READER = "reader"
"""The role in the record under `JOINED` that may change nothing."""
_TABLES = ("mark", "tag", "collection", "collection_item", "saved_search")
_MARKS = {1: ("rating", 0), 2: ("colour", None), 3: ("note", "")}
"""Shared columns of `mark`, and the values of a sound without a row."""
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


class FieldEdit(Struct, frozen=True):
    """A new value of one field."""

    subject: str
    field: str
    value: Any
    """Any JSON value."""


def encoded(value: Any) -> str:
    """A value as stored and sent, without NUL characters, which PostgreSQL cannot store."""
    text: str = _encode(value)
    return text.replace("\\u0000", "")


def rows_of(connection: apsw.Connection, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Runs a query and returns its rows."""
    return connection.execute(sql, values).fetchall()


def joined_record(connection: apsw.Connection) -> dict[str, Any] | None:
    """The record of the shared library; None for an ordinary library."""
    rows = rows_of(connection, "SELECT value FROM meta WHERE key = ?", JOINED)
    return json.loads(rows[0][0]) if rows else None


@contextmanager
def catching(connection: apsw.Connection) -> Iterator[None]:
    """Adds a block's changes to the outbox, inside its transaction; does nothing in an ordinary library.

    Raises:
        StudioRefused: the block changed something, and this user may only read.
    """
    joined = joined_record(connection)
    if joined is None:
        yield
        return
    session = apsw.Session(connection, "main")
    try:
        for table in _TABLES:
            session.attach(table)
        yield
        edits = [] if session.is_empty else _edits(connection, session.changeset())
    finally:
        session.close()
    if edits and joined["role"] == READER:
        raise StudioRefused(LibraryFault.ONLY_READER, advice=LibraryAdvice.ASK_ADMIN)
    put_out(connection, edits, time.time())


def put_out(connection: apsw.Connection, edits: Iterable[FieldEdit], made_s: float | None) -> None:
    """Adds edits to the outbox, inside a transaction; fields with a waiting edit keep its base."""
    rows = rows_of(connection, "SELECT value FROM meta WHERE key = ?", PULLED)
    pulled = int(rows[0][0]) if rows and made_s is not None else 0
    connection.executemany(
        "INSERT INTO shared_edit(edit, subject, field, json, base, made_s) SELECT ?1, ?2, ?3, ?4,"
        " coalesce((SELECT base FROM shared_edit WHERE subject = ?2 AND field = ?3 ORDER BY id LIMIT 1), ?5), ?6",
        [(os.urandom(16), edit.subject, edit.field, encoded(edit.value), pulled, made_s) for edit in edits],
    )


def subject_of(payload: bytes) -> str:
    """The subject of a sound."""
    return f"s:{payload.hex()}"


class ListSubjects:
    """Subjects of this library's collections (c) and saved searches (q), read once."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._known: dict[tuple[str, int], str] | None = None

    def of(self, kind: str, own: int) -> str:
        """The subject of one; creates a missing one, inside a transaction."""
        if self._known is None:
            self._known = {}
            for subject, number in rows_of(self._connection, "SELECT subject, own FROM shared_list ORDER BY subject"):
                self._known.setdefault((subject[:1], number), subject)
        if (kind, own) not in self._known:
            self._known[kind, own] = f"{kind}:{new_id()}"
            self._connection.execute("INSERT INTO shared_list VALUES (?, ?)", (self._known[kind, own], own))
        return self._known[kind, own]


def new_id() -> str:
    """A random id in PostgreSQL's uuid format."""
    text = os.urandom(16).hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


class _ChangesetReader:
    """Converts one changeset to edits."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._payloads: dict[int, str | None] = {}
        self._lists = ListSubjects(connection)
        self.edits: dict[tuple[str, str], Any] = {}

    def take(self, change: apsw.TableChange) -> None:
        """Adds one row's change."""
        old, new = _filled(change)
        match change.name:
            case "mark":
                self._mark(old, new)
            case "tag":
                self._tag(old, new)
            case "collection":
                self._named("c", old, new)
            case "collection_item":
                self._item(old, new)
            case _:
                self._search(old, new)

    def _mark(self, old: Sequence[Any] | None, new: Sequence[Any] | None) -> None:
        subject = self._subject((new or old or [0])[0])
        for column, (name, none) in _MARKS.items():
            before, after = old[column] if old else none, new[column] if new else none
            if subject is not None and before != after:
                self.edits[subject, name] = after

    def _tag(self, old: Sequence[Any] | None, new: Sequence[Any] | None) -> None:
        id, name = new or old or (0, "")
        subject = self._subject(id)
        if subject is None:
            return
        if name == FAVOURITE:
            self.edits[subject, "favourite"] = new is not None
            return
        # A new spelling deletes one row and inserts another, in any order.
        key = subject, f"tag:{folded(name)}"
        if new is not None or key not in self.edits:
            self.edits[key] = name if new is not None else None

    def _named(self, kind: str, old: Sequence[Any] | None, new: Sequence[Any] | None) -> None:
        row = new or old or (0, "", "", 0)
        subject = self._lists.of(kind, row[0])
        if new is None:
            self.edits[subject, "name"] = None
            return
        if old is None or old[1] != new[1]:
            self.edits[subject, "name"] = new[1]
        if old is None or old[3] != new[3]:
            self.edits[subject, "position"] = new[3]

    def _item(self, old: Sequence[Any] | None, new: Sequence[Any] | None) -> None:
        collection, id, _ = new or old or (0, 0, 0)
        payload = self._subject(id)
        if payload is not None and (old is None or new is None or old[2] != new[2]):
            key = self._lists.of("c", collection), f"item:{payload[2:]}"
            if new is not None or key not in self.edits:
                self.edits[key] = None if new is None else new[2]

    def _search(self, old: Sequence[Any] | None, new: Sequence[Any] | None) -> None:
        row = new or old or (0, "", "", "", 0)
        subject = self._lists.of("q", row[0])
        if new is None:
            self.edits[subject, "search"] = None
            return
        if old is None or (old[1], old[3]) != (new[1], new[3]):  # the changeset omits the unchanged one
            sql = "SELECT name, text FROM saved_search WHERE id = ?"
            name, text = self._connection.execute(sql, (row[0],)).fetchone() or (new[1], new[3])
            self.edits[subject, "search"] = {"name": name, "text": text}
        if old is None or old[4] != new[4]:
            self.edits[subject, "position"] = new[4]

    def _subject(self, id: int) -> str | None:
        """The subject of a sound; None if its payload is unknown, because others could not identify the sound."""
        if id not in self._payloads:
            rows = rows_of(self._connection, "SELECT payload_digest FROM sound WHERE id = ?", id)
            self._payloads[id] = subject_of(rows[0][0]) if rows and rows[0][0] is not None else None
        return self._payloads[id]


def _edits(connection: apsw.Connection, changeset: bytes) -> list[FieldEdit]:
    changes = _ChangesetReader(connection)
    for change in apsw.Changeset.iter(changeset):
        changes.take(change)
    return [FieldEdit(subject, field, value) for (subject, field), value in changes.edits.items()]


def _filled(change: apsw.TableChange) -> tuple[Sequence[Any] | None, Sequence[Any] | None]:
    """The row before and after; None where it does not exist. Unchanged columns are None in both."""
    old = None if change.old is None else [None if one is apsw.no_change else one for one in change.old]
    new = None
    if change.new is not None:
        before = old if old is not None else [None] * len(change.new)
        new = [was if one is apsw.no_change else one for one, was in zip(change.new, before, strict=True)]
    return old, new
