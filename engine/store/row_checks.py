"""Checksums of the catalogue's rows, which triggers update in the transaction that writes the row.

SQLite detects inconsistent pages and indexes that disagree with their table, but not a flipped bit in a rating, a note
or a sound's words: one value is as plausible as another. `row_check` holds the BLAKE2b digest of each row, by table and
key; rows of a table without a row id are combined by exclusive or under the key 0. Tables with every column in a second
b-tree (tag, collection_item, folder, stale_name, file_text, file_field, ear_category, recording_start) need no
checksums. Neither does file_change, where a wrong value only causes one more look at a file.

Writers need `row_digest` and the setting `recursive_triggers`; without it, REPLACE deletes rows without firing
triggers.
"""

import hashlib
import zlib
from collections.abc import Iterator

import apsw
from msgspec import Struct
from msgspec.structs import replace

from engine.base.cancellation import Cancel, check, never

_LARGE_BYTES = 512
_TEXTS = frozenset(
    (
        "error",
        "advice",
        "format",
        "codec",
        "layout",
        "suffix",
        "cat_id",
        "musical_key",
        "notes",
        "metadata",
        "name_text",
        "colour",
        "note",
        "name",
        "folded",
        "text",
        "pack_id",
        "kind",
        "file",
        "key",
        "word",
        "other",
        "record",
        "subject",
        "field",
        "json",
        "who",
        "edit_id",
        "kept_json",
        "kept_who",
        "lost_json",
        "lost_who",
    )
)
"""Text columns, cast to bytes for the digest: SQLite cannot pass on text that is no longer valid UTF-8."""
_LOOK_EVERY = 1_000
Value = int | float | str | bytes | None


class ChecksummedTable(Struct, frozen=True):
    """A table with checksums."""

    part: int
    """Its number in `row_check`, never reused."""
    table: str
    key: str
    """The column that identifies its rows, or 0 to combine all rows."""
    columns: tuple[str, ...]
    is_joined: bool = False
    """Whether several rows can share a key."""
    later: tuple[str, ...] = ()
    """Columns added after the table had rows; while all of them are NULL, a row's digest is the one without them."""

    def digest(self, row: str = "") -> str:
        """SQL for a row's digest: of NEW or OLD in a trigger, of the table's own row by default."""
        at = f"{row}." if row else ""

        def taken(names: tuple[str, ...]) -> str:
            values = [f"CAST({at}{name} AS BLOB)" if name in _TEXTS else at + name for name in names]
            return f"row_digest({self.part}, {', '.join(values)})"

        if not self.later:
            return taken(self.columns)
        are_new = " AND ".join(f"{at}{name} IS NULL" for name in self.later)
        return f"CASE WHEN {are_new} THEN {taken(self.columns)} ELSE {taken(self.columns + self.later)} END"

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(name for name in self.columns + self.later if name in _TEXTS)


def _table(part: int, table: str, key: str, columns: str, *, is_joined: bool = False) -> ChecksummedTable:
    return ChecksummedTable(part, table, key, tuple(columns.split()), is_joined or key == "0")


VERSION_4 = (
    _table(
        1,
        "sound",
        "id",
        "id root_id path size_bytes mtime_ns pack content_id payload_digest is_gone error advice format codec"
        " sample_rate_hz channels bit_depth duration_s loudness_lufs peak_dbfs silence_ratio brightness_hz is_loop"
        " first_segment segments sequence folder_id suffix cat_id tempo_bpm tempo_confidence musical_key"
        " key_confidence added_s",
    ),
    _table(2, "detail", "sound_id", "sound_id bounds notes metadata name_text peaks"),
    _table(3, "mark", "sound_id", "sound_id rating colour note plays last_played_s uses last_used_s"),
    _table(4, "collection", "id", "id name folded position"),
    _table(5, "saved_search", "id", "id name folded text position"),
    _table(6, "root", "id", "id path is_offline is_watched is_missing mount"),
    _table(7, "pack", "id", "id pack_id name"),
    _table(8, "frame", "id", "id pack_id kind file offset count checksum sequence"),
    _table(9, "tombstone", "id", "id sound_id first_segment segments sequence"),
    _table(10, "embedding", "sound_id", "pack sound_id first_segment segments bounds sequence", is_joined=True),
    _table(11, "history", "0", "text number asked_s times"),
    _table(
        12,
        "kept_mark",
        "0",
        "payload_digest rating colour note plays last_played_s uses last_used_s is_restored",
    ),
    _table(13, "kept_tag", "0", "payload_digest name"),
    _table(14, "kept_item", "0", "payload_digest collection_id position"),
    _table(15, "meta", "0", "key value"),
)
"""Tables of schema version 4. Never changed: a version that changes a table recreates its triggers."""
VERSION_5 = (_table(16, "thesaurus", "id", "id word other is_refused"),)
"""Added by version 5; never changed."""
VERSION_6 = (_table(17, "trouble", "sound_id", "sound_id record"),)
"""Added by version 6; never changed."""
VERSION_7 = (
    _table(18, "choice", "id", "id text payload_digest kind start_s end_s chosen_s"),
    _table(19, "not_learnt", "0", "name"),
)
"""Added by version 7; never changed."""
VERSION_8 = (
    _table(20, "shared_edit", "id", "id edit subject field json base made_s"),
    _table(21, "shared_field", "0", "subject field json sequence who made_s"),
    _table(22, "shared_list", "0", "subject own"),
    _table(
        23,
        "shared_conflict",
        "0",
        "edit_id sequence subject field kept_json kept_who kept_s lost_json lost_who lost_s",
    ),
    _table(24, "shared_volume", "0", "name folder sounds"),
)
"""Added by version 8; never changed."""
VERSION_14 = (replace(VERSION_4[0], later=("true_peak_dbtp", "layout")),)
"""The table of sounds since version 14."""
VERSION_16 = (
    _table(
        25,
        "quality",
        "sound_id",
        "sound_id rules error clipped clicks dc head_s tail_s end_db side_db phase seam_db seam_fits flaws",
    ),
)
"""Added by version 16; never changed."""
CHECKED = (*VERSION_14, *VERSION_4[1:], *VERSION_5, *VERSION_6, *VERSION_7, *VERSION_8, *VERSION_16)


def row_digest(*values: Value) -> int:
    """The digest of a row's values, as a 64-bit integer. A whole number has the same digest as REAL and as INTEGER."""
    plain = []
    for value in values:
        if type(value) is float and value.is_integer():
            plain.append(int(value))
        elif type(value) is bytes and len(value) > _LARGE_BYTES:
            plain.append((len(value), zlib.crc32(value)))  # type: ignore[arg-type]
        else:
            plain.append(value)  # type: ignore[arg-type]
    return int.from_bytes(hashlib.blake2b(ascii(plain).encode(), digest_size=8).digest(), "little", signed=True)


def add_row_digest(connection: apsw.Connection) -> None:
    """Gives a connection the function and the setting that the triggers need."""
    connection.create_scalar_function(
        "row_digest",
        row_digest,
        deterministic=True,
        flags=apsw.SQLITE_INNOCUOUS,
    )
    connection.pragma("recursive_triggers", 1)


def tables_sql(tables: tuple[ChecksummedTable, ...]) -> str:
    """SQL that creates the table of checksums and the triggers, and computes the checksums of present rows."""
    made = (
        "CREATE TABLE row_check(part INTEGER NOT NULL, key INTEGER NOT NULL, digest INTEGER NOT NULL,"
        " PRIMARY KEY(part, key)) STRICT, WITHOUT ROWID;"
    )
    return f"{made}\n{triggers_sql(tables)}"


def triggers_sql(tables: tuple[ChecksummedTable, ...]) -> str:
    """SQL that creates the triggers of further tables, and computes the checksums of present rows."""
    taken = [f"INSERT INTO row_check {_select(each)} WHERE true {_MERGE};" for each in tables]
    return "\n".join([_made(tables), *taken])


def widened_sql(tables: tuple[ChecksummedTable, ...]) -> str:
    """SQL that recreates the triggers of tables with new `later` columns; the checksums of their rows stay."""
    dropped = [f"DROP TRIGGER {each.table}_{event}_checked;" for each in tables for event in _EVENTS]
    return "\n".join([*dropped, _made(tables)])


_EVENTS = ("insert", "delete", "update")


def _made(tables: tuple[ChecksummedTable, ...]) -> str:
    made = []
    for each in tables:
        taken, cleared = _join(each, "OLD"), _clear(each)
        steps = (_join(each, "NEW"), taken + cleared, taken + _join(each, "NEW") + cleared)
        made += [
            f"CREATE TRIGGER {each.table}_{event}_checked AFTER {event.upper()} ON {each.table} BEGIN {done} END;"
            for event, done in zip(_EVENTS, steps, strict=True)
        ]
    return "\n".join(made)


def damaged_keys(connection: apsw.Connection, table: ChecksummedTable, cancel: Cancel = never) -> list[int]:
    """The keys whose rows differ from what was written, or are missing. Reads the whole table.

    Raises:
        StopRequested: `cancel` stopped it.
        apsw.Error: it cannot be read.
    """
    found: dict[int, int] = {}
    for number, (_, key, digest) in enumerate(_rows(connection, _select(table))):
        if number % _LOOK_EVERY == 0:
            check(cancel)
        found[key] = found.get(key, 0) ^ digest
    kept = {
        key: digest for key, digest in _rows(connection, f"SELECT key, digest FROM row_check WHERE part = {table.part}")
    }
    found = {key: digest for key, digest in found.items() if digest}
    return sorted(key for key in found.keys() | kept.keys() if found.get(key, 0) != kept.get(key, 0))


def expected(connection: apsw.Connection, table: ChecksummedTable, key: int) -> int | None:
    """The stored checksum; None if there is none."""
    for (digest,) in _rows(connection, f"SELECT digest FROM row_check WHERE part = {table.part} AND key = {key}"):
        return int(digest)
    return None


def take_anew(connection: apsw.Connection, table: ChecksummedTable, key: int) -> None:
    """Recomputes the checksum of the rows under a key. Inside a transaction."""
    connection.execute("DELETE FROM row_check WHERE part = ? AND key = ?", (table.part, key))
    only = "" if table.key == "0" else f" AND {table.key} = {int(key)}"
    connection.execute(f"INSERT INTO row_check {_select(table)} WHERE true{only} {_MERGE}")


_MERGE = "ON CONFLICT(part, key) DO UPDATE SET digest = (digest | excluded.digest) - (digest & excluded.digest)"
"""Exclusive or, for which SQLite has no operator; the difference never overflows."""


def _select(table: ChecksummedTable) -> str:
    return f"SELECT {table.part}, {table.key}, {table.digest()} FROM {table.table}"


def _join(table: ChecksummedTable, row: str) -> str:
    key = table.key if table.key == "0" else f"{row}.{table.key}"
    return f"INSERT INTO row_check VALUES ({table.part}, {key}, {table.digest(row)}) {_MERGE};"


def _clear(table: ChecksummedTable) -> str:
    key = table.key if table.key == "0" else f"OLD.{table.key}"
    return f"DELETE FROM row_check WHERE part = {table.part} AND key = {key} AND digest = 0;"


def _rows(connection: apsw.Connection, sql: str) -> Iterator[tuple[int, ...]]:
    return iter(connection.execute(sql))
