"""Snapshots of the rows that a change is about to touch, and putting them back: the undo of user data.

A snapshot covers only what the change touches (the named tags of the named sounds, one column of their marks, some
items of one collection), so that its undo leaves later changes alone.
"""

from enum import Enum, StrEnum
from typing import Any

import apsw
import numpy as np
from msgspec import Struct

from engine.base.types import Ids
from engine.store.connection import id_list


class ChangeKind(StrEnum):
    """The subject of a change, so that the window can name what it undoes."""

    RATING = "rating"
    COLOUR = "colour"
    FAVOURITE = "favourite"
    TAGS = "tags"
    NOTE = "note"
    COLLECTION = "collection"
    SEARCH = "search"
    THESAURUS = "thesaurus"
    IMPORT = "import"
    """A user data file was imported."""


class Scope(Enum):
    """The rows of a snapshot."""

    MARK = "mark"
    """One column of the marks of some sounds."""
    TAG = "tag"
    """Some tags of some sounds."""
    ITEM = "item"
    """Some sounds in one collection."""
    COLLECTION = "collection"
    """Collections, without their contents."""
    KEPT_ITEM = "kept item"
    """Removed sounds of some collections."""
    SAVED = "saved search"
    THESAURUS = "thesaurus"


class UndoPart(Struct, frozen=True, eq=False):
    """Selects rows by scope and values."""

    scope: Scope
    ids: Ids
    """int64 [N]: sounds, collections or saved searches, by the scope."""
    names: tuple[str, ...] = ()
    """Tags, the one column of marks, or words of the thesaurus."""
    collection: int = 0


class Snapshot(Struct, frozen=True, eq=False):
    """Rows before a change."""

    part: UndoPart
    rows: tuple[tuple[Any, ...], ...]


class Undo(Struct, frozen=True, eq=False):
    """Undoes a change; `Keeping.undo` returns the one that redoes it."""

    what: ChangeKind
    sounds: int
    """How many sounds the change was for; 0 if it concerned no sound."""
    before: tuple[Snapshot, ...]
    reverse: bytes = b""
    """For an import, in place of `before`: see `engine.library.user_data.changesets`."""

    @property
    def named(self) -> tuple[tuple[int, str], ...]:
        """Its subject: id and former name of collections and searches ("" for new ones), 0 and a tag or a word."""
        found: list[tuple[int, str]] = []
        for snapshot in self.before:
            part = snapshot.part
            if part.scope in _NAMED_COLUMNS:
                names = {row[0]: row[1] for row in snapshot.rows}
                found += [(id, names.get(id, "")) for id in part.ids.tolist()]
            elif part.scope is Scope.ITEM:
                found.append((part.collection, ""))
            elif self.what in (ChangeKind.TAGS, ChangeKind.THESAURUS):
                found += [(0, name) for name in part.names]
        return tuple(found)


_COLUMNS = {"rating": "0", "colour": "NULL", "note": "''"}
"""Columns of mark and their values for a sound without a row."""
_TABLES = {Scope.COLLECTION: "collection", Scope.SAVED: "saved_search"}
_NAMED_COLUMNS = {
    Scope.COLLECTION: ("id", "name", "folded", "position"),
    Scope.SAVED: ("id", "name", "folded", "text", "position"),
}
TIDY = (
    "DELETE FROM mark WHERE sound_id IN carray(?) AND rating = 0 AND colour IS NULL AND note = '' AND plays = 0"
    " AND uses = 0"
)
"""Drops empty rows."""


def take(connection: apsw.Connection, part: UndoPart) -> Snapshot:
    """Reads the current rows of a part."""
    ids = id_list(part.ids)
    if part.scope is Scope.MARK:
        (column,) = part.names
        assert column in _COLUMNS
        rows = connection.execute(
            f"SELECT sound_id, {column} FROM mark WHERE sound_id IN carray(?) AND {column} IS NOT {_COLUMNS[column]}",
            (ids,),
        ).fetchall()
    elif part.scope is Scope.TAG:
        rows = [
            row
            for name in part.names
            for row in connection.execute(
                "SELECT sound_id, name FROM tag WHERE name = ? AND sound_id IN carray(?)", (name, id_list(part.ids))
            )
        ]
    elif part.scope is Scope.ITEM:
        rows = connection.execute(
            "SELECT sound_id, position FROM collection_item WHERE collection_id = ? AND sound_id IN carray(?)",
            (part.collection, ids),
        ).fetchall()
    elif part.scope is Scope.KEPT_ITEM:
        rows = connection.execute(
            "SELECT payload_digest, collection_id, position FROM kept_item WHERE collection_id IN carray(?)", (ids,)
        ).fetchall()
    elif part.scope is Scope.THESAURUS:
        rows = [
            row
            for word in part.names
            for row in connection.execute("SELECT id, word, other, is_refused FROM thesaurus WHERE word = ?", (word,))
        ]
    else:
        columns = ", ".join(_NAMED_COLUMNS[part.scope])
        rows = connection.execute(
            f"SELECT {columns} FROM {_TABLES[part.scope]} WHERE id IN carray(?)", (ids,)
        ).fetchall()
    return Snapshot(part, tuple(rows))


def put_back(connection: apsw.Connection, snapshot: Snapshot) -> None:
    """Restores the rows of a part; omits sounds that left the library since."""
    part, rows = snapshot.part, snapshot.rows
    if part.scope is Scope.MARK:
        (column,) = part.names
        assert column in _COLUMNS
        connection.execute(
            f"UPDATE mark SET {column} = {_COLUMNS[column]} WHERE sound_id IN carray(?)", (id_list(part.ids),)
        )
        connection.executemany(
            f"INSERT INTO mark(sound_id, {column}) SELECT id, ?2 FROM sound WHERE id = ?1"
            f" ON CONFLICT(sound_id) DO UPDATE SET {column} = excluded.{column}",
            rows,
        )
        connection.execute(TIDY, (id_list(part.ids),))
    elif part.scope is Scope.TAG:
        for name in part.names:
            connection.execute("DELETE FROM tag WHERE name = ? AND sound_id IN carray(?)", (name, id_list(part.ids)))
        connection.executemany("INSERT OR IGNORE INTO tag(sound_id, name) SELECT id, ?2 FROM sound WHERE id = ?1", rows)
    elif part.scope is Scope.ITEM:
        connection.execute(
            "DELETE FROM collection_item WHERE collection_id = ? AND sound_id IN carray(?)",
            (part.collection, id_list(part.ids)),
        )
        connection.executemany(
            "INSERT OR IGNORE INTO collection_item(collection_id, sound_id, position)"
            " SELECT collection.id, sound.id, ?2 FROM sound, collection WHERE sound.id = ?1 AND collection.id = ?3",
            [(*row, part.collection) for row in rows],
        )
    elif part.scope is Scope.KEPT_ITEM:
        connection.executemany("INSERT OR IGNORE INTO kept_item VALUES (?, ?, ?)", rows)
    elif part.scope is Scope.THESAURUS:
        connection.executemany("DELETE FROM thesaurus WHERE word = ?", [(word,) for word in part.names])
        connection.executemany("INSERT INTO thesaurus(id, word, other, is_refused) VALUES (?, ?, ?, ?)", rows)
    else:
        _put_named_back(connection, snapshot)


def _put_named_back(connection: apsw.Connection, snapshot: Snapshot) -> None:
    """Updates rows that others refer to; deleting and inserting them would delete those too."""
    table, columns = _TABLES[snapshot.part.scope], _NAMED_COLUMNS[snapshot.part.scope]
    stay = np.array([row[0] for row in snapshot.rows], dtype=np.int64)
    connection.execute(f"DELETE FROM {table} WHERE id IN carray(?)", (id_list(np.setdiff1d(snapshot.part.ids, stay)),))
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns[1:])
    connection.executemany(
        f"INSERT INTO {table}({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        f" ON CONFLICT(id) DO UPDATE SET {changes}",
        snapshot.rows,
    )
