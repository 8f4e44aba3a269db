"""Reconciles the library's sounds with the server where no edit does.

Joining puts the library's data into the outbox as the oldest edits. Sounds that come later get the server's values,
and their own values that the server lacks go into the outbox. A server that was restored from a backup receives again
what this copy knew.
"""

import json
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import apsw
import numpy as np

from engine.base.text_forms import folded
from engine.base.types import FAVOURITE, Ids
from engine.features.studio import local_state
from engine.features.studio.edit_applier import EditApplier
from engine.features.studio.local_state import STUDIO, set_meta
from engine.store.connection import id_list
from engine.store.database import Database
from engine.store.outbox import PULLED, FieldEdit, ListSubjects, put_out, rows_of, subject_of

_PAGE = 2_000
_SOUNDS = "SELECT id, payload_digest, sequence FROM sound"
_IN_ORDER = "AND payload_digest IS NOT NULL ORDER BY sequence, id"
_FIELDS = "SELECT field FROM shared_field WHERE subject = ?"
_OF_LISTS = "SELECT subject, field FROM shared_field WHERE subject >= 'c:' AND subject < 'd' AND field LIKE 'item:%'"
_MARKS = (
    "SELECT payload_digest, max(rating), max(colour), max(note) FROM mark JOIN sound ON id = sound_id"
    " WHERE payload_digest IS NOT NULL AND (rating OR colour IS NOT NULL OR note != ''){only} GROUP BY payload_digest"
)
_TAGS = (
    "SELECT DISTINCT payload_digest, name FROM tag JOIN sound ON id = sound_id WHERE payload_digest IS NOT NULL{only}"
)
_ITEMS = (
    "SELECT collection_id, payload_digest, min(position) FROM collection_item JOIN sound ON id = sound_id"
    " WHERE payload_digest IS NOT NULL{only} GROUP BY collection_id, payload_digest"
)


def seed(connection: apsw.Connection, known: dict[str, dict[str, str]]) -> int:
    """Puts all the library's data into the outbox, inside a transaction; returns the number of edits.

    Args:
        known: the server's collections ("c") and saved searches ("q"): subjects by folded name. The library's ones with
            equal names are the same.
    """
    edits = [*_of_lists(connection, known), *_of_sounds(connection, None)]
    put_out(connection, edits, None)
    return len(edits)


def give_to_new_sounds(database: Database, note: Callable[[EditApplier], None]) -> None:
    """Gives sounds that are new or changed since the last call the server's values."""
    here = database.connection
    items: dict[str, list[tuple[str, str]]] | None = None  # of the server's collections, by payload
    while True:
        rows = rows_of(here, f"{_SOUNDS} WHERE sequence > ? {_IN_ORDER} LIMIT ?", local_state.seen(here), _PAGE)
        if not rows:
            return
        if len(rows) == _PAGE:  # process all sounds of one sequence number together
            last = rows[-1][2]
            rows = [row for row in rows if row[2] < last]
            rows = rows or rows_of(here, f"{_SOUNDS} WHERE sequence = ? {_IN_ORDER}", last)
        with database.change(STUDIO):
            taking = EditApplier(here)
            payloads = {row[1].hex() for row in rows}
            for payload in payloads:
                subject = f"s:{payload}"
                for (field,) in rows_of(here, _FIELDS, subject):
                    taking.show(subject, field)
            if items is None:  # nobody else writes them during this library's sync
                items = {}
                for subject, field in rows_of(here, _OF_LISTS):
                    items.setdefault(field[5:], []).append((subject, field))
            for subject, field in chain.from_iterable(items.get(payload, ()) for payload in payloads):
                taking.show(subject, field)
            taking.finish()
            ids = np.array([row[0] for row in rows], dtype=np.int64)
            lacking = [edit for edit in _of_sounds(here, ids) if not _is_held(here, edit)]
            put_out(here, lacking, None)
            local_state.set_seen(here, rows[-1][2])
            note(taking)


def give_to_server_again(database: Database, counter: int) -> None:
    """Puts what the server had after this sequence number into the outbox, and fetches from the beginning."""
    here = database.connection
    with database.change(STUDIO):
        rows = rows_of(
            here, "SELECT subject, field, json, made_s FROM shared_field WHERE sequence > ? ORDER BY sequence", counter
        )
        set_meta(here, PULLED, counter)
        for subject, field, text, made_s in rows:
            if here.execute("SELECT 1 FROM shared_edit WHERE subject = ? AND field = ?", (subject, field)).fetchone():
                continue
            put_out(here, [FieldEdit(subject, field, json.loads(text))], made_s)
        here.execute("DELETE FROM shared_field WHERE sequence > ?", (counter,))
        set_meta(here, PULLED, 0)


def _is_held(here: apsw.Connection, edit: FieldEdit) -> bool:
    values = (edit.subject, edit.field)
    return any(
        here.execute(f"SELECT 1 FROM {table} WHERE subject = ? AND field = ?", values).fetchone() is not None
        for table in ("shared_field", "shared_edit")
    )


def _of_lists(here: apsw.Connection, known: dict[str, dict[str, str]]) -> Iterator[FieldEdit]:
    lists = ListSubjects(here)
    for id, name, key, position in rows_of(here, "SELECT id, name, folded, position FROM collection"):
        same = known["c"].get(key)
        if same is not None:
            here.execute("INSERT INTO shared_list VALUES (?, ?)", (same, id))
            continue
        subject = lists.of("c", id)
        yield FieldEdit(subject, "name", name)
        yield FieldEdit(subject, "position", position)
    rows = rows_of(here, "SELECT id, name, folded, text, position FROM saved_search")
    for id, name, key, text, position in rows:
        same = known["q"].get(key)
        if same is not None:
            here.execute("INSERT INTO shared_list VALUES (?, ?)", (same, id))
        subject = same or lists.of("q", id)
        yield FieldEdit(subject, "search", {"name": name, "text": text})
        if same is None:
            yield FieldEdit(subject, "position", position)


def _of_sounds(here: apsw.Connection, ids: Ids | None) -> Iterator[FieldEdit]:
    """The values of all or some sounds."""

    def rows(sql: str) -> list[tuple[Any, ...]]:
        if ids is None:
            return rows_of(here, sql.format(only=""))
        return rows_of(here, sql.format(only=" AND sound.id IN carray(?)"), id_list(ids))

    for payload, rating, colour, note in rows(_MARKS):
        subject = subject_of(payload)
        given = (("rating", rating or None), ("colour", colour), ("note", note or None))
        yield from (FieldEdit(subject, field, value) for field, value in given if value is not None)
    for payload, name in rows(_TAGS):
        if name == FAVOURITE:
            yield FieldEdit(subject_of(payload), "favourite", True)
        else:
            yield FieldEdit(subject_of(payload), f"tag:{folded(name)}", name)
    lists = ListSubjects(here)
    for collection, payload, position in rows(_ITEMS):
        yield FieldEdit(lists.of("c", collection), f"item:{payload.hex()}", position)
