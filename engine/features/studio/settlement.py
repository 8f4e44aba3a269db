"""Lists conflicts, and settles them for everybody.

A decision is an edit like any other: it waits in the outbox, can be made offline, and the later of two counts.
"""

import time
from collections.abc import Sequence
from typing import Any

import apsw

from engine.base.types import FilePath, SoundId
from engine.features.studio.edit_applier import EditApplier
from engine.features.studio.edits import NONE, known_value
from engine.features.studio.local_state import SETTLED, STUDIO, must_be_joined, raise_kept, refuse_reader
from engine.features.studio.records import (
    Conflict,
    ConflictChoice,
    ConflictSide,
    Origin,
    Settlement,
    SharedField,
    SharedValue,
)
from engine.store.catalogue import Catalogue
from engine.store.outbox import FieldEdit, encoded, put_out, rows_of

_FIELDS = {
    "rating": SharedField.RATING,
    "colour": SharedField.COLOUR,
    "note": SharedField.NOTE,
    "favourite": SharedField.FAVOURITE,
    "name": SharedField.COLLECTION,
    "private": SharedField.PRIVATE,
    "position": SharedField.POSITION,
    "search": SharedField.SEARCH,
}
_OPEN = f"SELECT * FROM shared_conflict WHERE edit_id NOT IN ({SETTLED}) ORDER BY sequence DESC"


def conflicts_of(catalogue: Catalogue) -> tuple[Conflict, ...]:
    """Returns the unsettled conflicts, newest first."""
    here = catalogue.database.connection
    joined = must_be_joined(here)
    found = []
    for edit, _, subject, field, kept, kept_who, kept_s, lost, lost_who, lost_s in catalogue.database.rows(_OPEN):
        kind = kind_of(field)
        about, detail, sound = _about(here, subject, field, (kept, lost))
        found.append(
            Conflict(
                edit,
                kind,
                about,
                detail,
                sound,
                ConflictSide(_shown(kind, known_value(kept)), kept_who, kept_s),
                ConflictSide(_shown(kind, known_value(lost)), lost_who, lost_s),
                lost_who == joined.address.user,
            )
        )
    return tuple(found)


def settle(catalogue: Catalogue, ids: Sequence[str], choice: ConflictChoice) -> Settlement:
    """Settles conflicts; see `engine.features.studio.facade.settle`."""
    here = catalogue.database.connection
    refuse_reader(must_be_joined(here))
    done: list[str] = []
    before: list[str] = []
    with catalogue.database.change(STUDIO):
        still_open = {row[0]: row for row in rows_of(here, _OPEN)}
        taking = EditApplier(here)
        for id in ids:
            if id not in still_open:
                continue
            _, _, subject, field, _, _, _, lost, _, _ = still_open[id]
            done.append(id)
            before.append(encoded(_value(here, subject, field)))
            edits = [FieldEdit(f"k:{id}", "settled", str(choice))]
            if choice is ConflictChoice.TAKE_BACK:
                edits.append(FieldEdit(subject, field, known_value(lost)))
            put_out(here, edits, time.time())
            taking.show_own(subject, field)
        _finish(here, taking)
    return Settlement(tuple(done), choice, tuple(before))


def unsettle(catalogue: Catalogue, settled: Settlement) -> None:
    """Undoes a settlement; see `engine.features.studio.facade.unsettle`."""
    here = catalogue.database.connection
    refuse_reader(must_be_joined(here))
    with catalogue.database.change(STUDIO):
        taking = EditApplier(here)
        for id, text in zip(settled.ids, settled.before, strict=True):
            rows = rows_of(here, "SELECT subject, field FROM shared_conflict WHERE edit_id = ?", id)
            if not rows:
                continue
            subject, field = rows[0]
            edits = [FieldEdit(f"k:{id}", "settled", None)]
            if settled.choice is ConflictChoice.TAKE_BACK:
                edits.append(FieldEdit(subject, field, known_value(text)))
            put_out(here, edits, time.time())
            taking.show_own(subject, field)
        _finish(here, taking)


def origins_of(catalogue: Catalogue, sound: SoundId) -> tuple[Origin, ...]:
    """Returns who gave a sound its values, and when."""
    here = catalogue.database.connection
    must_be_joined(here)
    found = []
    rows = catalogue.database.rows(
        "SELECT field, json, who, shared_field.made_s FROM shared_field"
        " JOIN sound ON sound.id = ? AND subject = 's:' || lower(hex(payload_digest)) ORDER BY field",
        sound,
    )
    for field, text, who, made_s in rows:
        value = known_value(text)
        if value != NONE.get(field):
            detail = value if field.startswith("tag:") and isinstance(value, str) else ""
            found.append(Origin(kind_of(field), detail, who, made_s))
    items = catalogue.database.rows(
        "SELECT collection.name, who, made_s FROM sound JOIN shared_field"
        " ON field = 'item:' || lower(hex(payload_digest)) AND subject >= 'c:' AND subject < 'd' AND json != 'null'"
        " JOIN shared_list USING (subject) JOIN collection ON collection.id = own WHERE sound.id = ? ORDER BY 1",
        sound,
    )
    return (*found, *(Origin(SharedField.ITEM, name, who, made_s) for name, who, made_s in items))


def kind_of(field: str) -> SharedField:
    """Returns the kind of a field."""
    if field.startswith("tag:"):
        return SharedField.TAG
    return SharedField.ITEM if field.startswith("item:") else _FIELDS[field]


def _finish(here: apsw.Connection, taking: EditApplier) -> None:
    taking.finish()
    raise_kept(here)


def _value(here: apsw.Connection, subject: str, field: str) -> Any:
    return EditApplier(here).value(subject, field)


def _shown(kind: SharedField, value: Any) -> SharedValue:
    """The value as shown to people."""
    match kind:
        case SharedField.TAG | SharedField.ITEM:
            return value is not None
        case SharedField.SEARCH:
            return str(value["text"]) if isinstance(value, dict) and "text" in value else None
        case _:
            return value if isinstance(value, int | str) else None


def _about(here: apsw.Connection, subject: str, field: str, sides: tuple[str, str]) -> tuple[str, str, SoundId | None]:
    """The subject of a conflict, its detail, and the sound if it is here."""
    if subject.startswith("s:"):
        sound, name = _sound(here, subject[2:])
        tags = [known_value(side) for side in sides] if field.startswith("tag:") else []
        return name, next((tag for tag in tags if isinstance(tag, str)), field[4:] if tags else ""), sound
    if subject.startswith("q:"):
        values = [known_value(side) for side in sides]
        return next((str(one.get("name", "")) for one in values if isinstance(one, dict)), ""), "", None
    rows = rows_of(here, "SELECT name FROM shared_list JOIN collection ON id = own WHERE subject = ?", subject)
    name = str(rows[0][0]) if rows else ""
    if field.startswith("item:"):
        sound, file_name = _sound(here, field[5:])
        return name, file_name, sound
    names = [known_value(side) for side in sides]
    return name or next((one for one in names if isinstance(one, str)), ""), "", None


def _sound(here: apsw.Connection, payload: str) -> tuple[SoundId | None, str]:
    sql = "SELECT id, path FROM sound WHERE payload_digest = ? ORDER BY id"
    rows = rows_of(here, sql, bytes.fromhex(payload))
    return (SoundId(rows[0][0]), FilePath(rows[0][1]).name) if rows else (None, payload[:12])
