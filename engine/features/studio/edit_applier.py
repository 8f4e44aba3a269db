"""Applies the server's values to the library, field by field, past the outbox.

A field with a pending local edit keeps it until the server has answered that edit. Data from the server were written by
others and are checked first (`studio.edits`). Each edit takes the same few steps, however many edits one sound,
tag or name has.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import apsw
import numpy as np

from engine.base.text_forms import folded
from engine.base.types import FAVOURITE
from engine.features.studio.edits import NONE, check_edit, is_name, is_possible, known_value, within_time
from engine.features.studio.spellings import Spellings
from engine.library.user_data.base import LONGEST_NAME
from engine.library.user_data.undo import TIDY
from engine.store.connection import id_list
from engine.store.outbox import rows_of

_COLUMNS = {"rating": "0", "colour": "NULL", "note": "''"}
_NAMED = """
SELECT id, name, coalesce(
    (SELECT json FROM shared_edit WHERE shared_edit.subject = shared_list.subject AND field = '{field}'
        ORDER BY shared_edit.id DESC LIMIT 1),
    (SELECT json FROM shared_field WHERE shared_field.subject = shared_list.subject AND field = '{field}')
) FROM shared_list JOIN {table} ON id = own WHERE shared_list.subject >= ? AND shared_list.subject < ?
ORDER BY shared_list.subject
"""
_ONES_OWN = (
    "SELECT folded FROM {table} WHERE id NOT IN (SELECT own FROM shared_list WHERE subject >= ? AND subject < ?)"
)
"""A reader's own, from before the library was joined."""
_LATEST = "SELECT json FROM shared_edit WHERE subject = ? AND field = ? ORDER BY id DESC LIMIT 1"


class EditApplier:
    """Applies the server's fields inside one transaction. Call `finish` at its end."""

    def __init__(self, connection: apsw.Connection, spellings: Spellings | None = None) -> None:
        """Args: `spellings` of the library's tags; callers with many transactions keep them."""
        self._connection = connection
        self._spellings = Spellings(connection) if spellings is None else spellings
        self._places: dict[str, int] = {}
        self._touched: dict[str, set[str]] = {}
        """Fields of collections and saved searches, applied together at the end."""
        self.sounds: set[int] = set()
        """Sounds whose marks, tags or notes changed."""
        self.are_lists_changed = False

    def keep(self, subject: str, field: str, text: str, sequence: int, who: str, made_s: float) -> None:
        """Stores the server's value of a field, unless a newer one is stored, and applies it.

        Raises:
            EditRefused: no Earshot makes such an edit.
        """
        check_edit(subject, field, text)
        self._connection.execute(
            "INSERT INTO shared_field VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(subject, field) DO UPDATE SET"
            " json = excluded.json, sequence = excluded.sequence, who = excluded.who, made_s = excluded.made_s"
            " WHERE excluded.sequence >= sequence",
            (subject, field, text, sequence, who, within_time(made_s)),
        )
        self.show(subject, field)

    def show(self, subject: str, field: str) -> None:
        """Applies the stored value of a field, or none if nobody set it; a pending edit stays."""
        if self._one(_LATEST, subject, field) is None:
            self.show_own(subject, field)

    def show_own(self, subject: str, field: str) -> None:
        """Applies a field's pending edit, or else its stored value."""
        if not subject.startswith("s:"):
            self._touched.setdefault(subject, set()).add(field)
            return
        value = self.value(subject, field)
        if value is None:
            value = NONE.get(field)
        if is_possible(field, value):
            self._show_mark(bytes.fromhex(subject[2:]), field, value)

    def finish(self, guard: Callable[[str], AbstractContextManager[None]] = lambda subject: nullcontext()) -> None:
        """Creates, fills, names and removes collections and saved searches; `guard` wraps each of them."""
        lists = [subject for subject in self._touched if subject.startswith("c:")]
        searches = [subject for subject in self._touched if subject.startswith("q:")]
        for subject in lists:
            with guard(subject):
                self._show_list(subject, self._touched[subject])
        for subject in searches:
            with guard(subject):
                self._show_search(subject)
        if lists:
            self._name("c", "collection", "name")
        if searches:
            self._name("q", "saved_search", "search")
        self._touched = {}

    def hide(self, subject: str) -> None:
        """Removes a collection that became private to another, and everything stored about it."""
        own = self._own(subject)
        if own is not None:
            self._connection.execute("DELETE FROM collection WHERE id = ?", (own,))
            self._connection.execute("DELETE FROM shared_list WHERE subject = ?", (subject,))
            self.are_lists_changed = True
        self._connection.execute("DELETE FROM shared_field WHERE subject = ?", (subject,))
        self._connection.execute("DELETE FROM shared_conflict WHERE subject = ?", (subject,))

    def _show_mark(self, payload: bytes, field: str, value: Any) -> None:
        sql = "SELECT id FROM sound WHERE payload_digest = ?"
        for (id,) in rows_of(self._connection, sql, payload):
            if field in _COLUMNS:
                is_changed = self._set_column(id, field, value)
            elif field == "favourite":
                is_changed = self._set_tag(id, FAVOURITE, FAVOURITE if value else None)
            else:
                is_changed = self._set_tag(id, folded(field[4:]), value)
            if is_changed:
                self.sounds.add(id)

    def _set_column(self, id: int, column: str, value: Any) -> bool:
        had = self._connection.execute(f"SELECT {column} FROM mark WHERE sound_id = ?", (id,)).fetchone()
        if (NONE[column] if had is None else had[0]) == value:
            return False
        self._connection.execute(
            f"INSERT INTO mark(sound_id, {column}) VALUES (?, coalesce(?, {_COLUMNS[column]}))"
            f" ON CONFLICT(sound_id) DO UPDATE SET {column} = excluded.{column}",
            (id, value),
        )
        self._connection.execute(TIDY, (id_list(np.array([id], dtype=np.int64)),))
        return True

    def _set_tag(self, id: int, key: str, name: str | None) -> bool:
        sql = "SELECT 1 FROM tag WHERE sound_id = ? AND name = ?"
        had = [one for one in self._spellings.of(key) if self._one(sql, id, one) is not None]
        if bool(had) == (name is not None):
            return False
        if name is None:
            self._connection.executemany("DELETE FROM tag WHERE sound_id = ? AND name = ?", [(id, one) for one in had])
        else:
            self._connection.execute("INSERT INTO tag VALUES (?, ?)", (id, self._spellings.add(name)))
        return True

    def _show_list(self, subject: str, fields: set[str]) -> None:
        name, own = self._list_name(subject), self._own(subject)
        is_there = own is not None and self._exists("collection", own)
        if name is None:
            if is_there:
                self._connection.execute("DELETE FROM collection WHERE id = ?", (own,))
                self.are_lists_changed = True
            return
        if not is_there:
            own = self._make("collection", subject, own, ("name", "folded"), (subject, f"\n{subject}"))
            rows = rows_of(self._connection, "SELECT field FROM shared_field WHERE subject = ?", subject)
            fields = {row[0] for row in rows} | {"position"}
        if "position" in fields:
            self._place("collection", subject, own)
        for field in fields:
            if field.startswith("item:"):
                self._show_item(subject, own, field)

    def _show_item(self, subject: str, own: int | None, field: str) -> None:
        place = self.value(subject, field)
        payload = bytes.fromhex(field[5:])
        sounds = rows_of(self._connection, "SELECT id FROM sound WHERE payload_digest = ?", payload)
        for (id,) in sounds:
            before = self._connection.total_changes()
            if not isinstance(place, int):
                self._connection.execute(
                    "DELETE FROM collection_item WHERE collection_id = ? AND sound_id = ?", (own, id)
                )
            else:
                self._connection.execute(
                    "INSERT INTO collection_item(collection_id, sound_id, position) VALUES (?1, ?2, ?3)"
                    " ON CONFLICT(collection_id, sound_id) DO UPDATE SET position = excluded.position"
                    " WHERE position != excluded.position",
                    (own, id, place),
                )
            self.are_lists_changed |= self._connection.total_changes() != before

    def _show_search(self, subject: str) -> None:
        search, own = self._search(subject), self._own(subject)
        is_there = own is not None and self._exists("saved_search", own)
        if search is None:
            if is_there:
                self._connection.execute("DELETE FROM saved_search WHERE id = ?", (own,))
                self.are_lists_changed = True
            return
        if not is_there:
            own = self._make("saved_search", subject, own, ("name", "folded", "text"), (subject, f"\n{subject}", ""))
        self._place("saved_search", subject, own)
        self._change("UPDATE saved_search SET text = ?1 WHERE id = ?2 AND text != ?1", search["text"], own)

    def _make(self, table: str, subject: str, own: int | None, columns: Sequence[str], values: Sequence[str]) -> int:
        """Inserts a row until all are named; its folded key contains a line break, as no name does."""
        names = ", ".join(columns)
        marks = ", ".join("?" * len(values))
        if table not in self._places:
            self._places[table] = self._one(f"SELECT coalesce(max(position), 0) FROM {table}")
        self._places[table] += 1
        made = self._one(
            f"INSERT INTO {table}(id, {names}, position) VALUES (?, {marks}, ?) RETURNING id",
            own,
            *values,
            self._places[table],
        )
        self._connection.execute("INSERT OR REPLACE INTO shared_list VALUES (?, ?)", (subject, made))
        self.are_lists_changed = True
        return int(made)

    def _place(self, table: str, subject: str, own: int | None) -> None:
        place = self.value(subject, "position")
        if isinstance(place, int) and abs(place) < 2**53:
            self._change(f"UPDATE {table} SET position = ?1 WHERE id = ?2 AND position != ?1", place, own)

    def _name(self, kind: str, table: str, field: str) -> None:
        """Gives every row its name; numbers equal names, in the same order everywhere."""
        rows = rows_of(self._connection, _NAMED.format(table=table, field=field), f"{kind}:", f"{kind};")
        wanted: list[str] = []
        for _, had, text in rows:
            value = None if text is None else known_value(text)
            name = value.get("name") if isinstance(value, dict) else value
            wanted.append(str(name) if is_name(name) else had)
        own = [row[0] for row in rows_of(self._connection, _ONES_OWN.format(table=table), f"{kind}:", f"{kind};")]
        named = named_apart(wanted, own)
        changed = [(id, new) for (id, had, _), new in zip(rows, named, strict=True) if new != had]
        for id, _ in changed:
            self._connection.execute(f"UPDATE {table} SET folded = ? WHERE id = ?", (f"\n{id}", id))
        for id, new in changed:
            sql = f"UPDATE {table} SET name = ?, folded = ? WHERE id = ?"
            self._connection.execute(sql, (new, folded(new), id))
        self.are_lists_changed |= bool(changed)

    def _list_name(self, subject: str) -> str | None:
        name = self.value(subject, "name")
        return name if is_name(name) else None

    def _search(self, subject: str) -> dict[str, str] | None:
        search = self.value(subject, "search")
        return search if isinstance(search, dict) and is_possible("search", search) else None

    def value(self, subject: str, field: str) -> Any:
        """Returns a field's value: the user's pending edit, or else the server's."""
        text = self._one(_LATEST, subject, field)
        if text is None:
            text = self._one("SELECT json FROM shared_field WHERE subject = ? AND field = ?", subject, field)
        return None if text is None else known_value(text)

    def _own(self, subject: str) -> int | None:
        own = self._one("SELECT own FROM shared_list WHERE subject = ?", subject)
        return None if own is None else int(own)

    def _exists(self, table: str, id: int) -> bool:
        return self._one(f"SELECT 1 FROM {table} WHERE id = ?", id) is not None

    def _change(self, sql: str, *values: object) -> None:
        before = self._connection.total_changes()
        self._connection.execute(sql, values)
        self.are_lists_changed |= self._connection.total_changes() != before

    def _one(self, sql: str, *values: object) -> Any:
        rows = rows_of(self._connection, sql, *values)
        return rows[0][0] if rows else None


def named_apart(names: Iterable[str], own: Iterable[str] = ()) -> list[str]:
    """Makes names unique, ignoring case, by numbers: Doors (2).

    `own` are folded names already taken: those of what is not shared.
    """
    taken = set(own)
    tried: dict[str, int] = {}
    found = []
    for name in names:
        key = folded(name)
        number = tried.get(key, 1)  # all below are taken
        given = name if number == 1 else _with_number(name, number)
        while folded(given) in taken:
            number += 1
            given = _with_number(name, number)
        tried[key] = number
        taken.add(folded(given))
        found.append(given)
    return found


def _with_number(name: str, number: int) -> str:
    behind = f" ({number})"
    return f"{name[: LONGEST_NAME - len(behind)].rstrip()}{behind}"
