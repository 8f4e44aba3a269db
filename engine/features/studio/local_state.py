"""The local state of a joined library: its server, its own identity, and the last sync.

Stored in `meta`, so that it is in backups and travels with the library. A library that was copied, or moved to another
machine, is another copy: it takes a new number before it contacts the server.
"""

import json
import platform
from pathlib import Path
from typing import Any

import apsw
from msgspec import Struct
from msgspec.structs import replace

from engine.base.errors import EngineError, StudioNotInstalled, StudioOffline, StudioRefused
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import message_in, record_of
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.records import Encryption, Person, Role, ServerAddress, SharedState
from engine.features.studio.rejected_edits import ASIDE, set_aside
from engine.store.catalogue import Catalogue
from engine.store.database import Database, UserDataKind
from engine.store.outbox import JOINED, PULLED, encoded, joined_record, new_id, rows_of

STUDIO = "studio_sequence"
"""The sequence number for changes of these tables, which no search needs to follow."""
MAKER = "maker"
"""The local field for a collection's owner; the server stores it elsewhere."""
_STATE = "studio_state"
_SEEN = "studio_seen"
_UNSHARED = (
    "SELECT count(*) FROM sound WHERE payload_digest IS NULL AND (id IN (SELECT sound_id FROM mark WHERE rating OR"
    " colour IS NOT NULL OR note != '') OR id IN (SELECT sound_id FROM tag) OR id IN"
    " (SELECT sound_id FROM collection_item))"
)


class JoinedTo(Struct, frozen=True):
    """The shared library that a library is joined to."""

    address: ServerAddress
    library_id: str
    client: str
    """This copy's number, a uuid."""
    place: str
    """The library's place when it got that number."""
    role: Role

    def to_text(self) -> str:
        one = self.address
        record = {
            "host": one.host,
            "port": one.port,
            "database": one.database,
            "user": one.user,
            "encryption": one.encryption,
            "root_certificate": one.root_certificate,
            "library_id": self.library_id,
            "client": self.client,
            "place": self.place,
            "role": self.role,
        }
        return json.dumps(record)


class LastSync(Struct, frozen=True):
    """The outcome of the last sync."""

    synced_s: float | None = None
    offline_since_s: float | None = None
    is_refused: bool = False
    is_failed: bool = False
    trouble: Any = None
    to_do: Any = None
    people: tuple[Person, ...] = ()


def joined_to(connection: apsw.Connection) -> JoinedTo | None:
    """Returns what the library is joined to; None for an ordinary one."""
    record = joined_record(connection)
    if record is None:
        return None
    encryption = record["encryption"]
    address = ServerAddress(
        record["host"],
        record["database"],
        record["user"],
        int(record["port"]),
        None if encryption is None else Encryption(encryption),
        record["root_certificate"],
    )
    return JoinedTo(address, record["library_id"], record["client"], record["place"], Role(record["role"]))


def must_be_joined(connection: apsw.Connection) -> JoinedTo:
    """Returns what the library is joined to.

    Raises:
        StudioRefused: it is an ordinary library.
    """
    joined = joined_to(connection)
    if joined is None:
        raise StudioRefused(StudioFault.NOT_JOINED, advice=StudioAdvice.JOIN_FIRST)
    return joined


def place_of(folder: Path) -> str:
    """Identifies a library's machine and folder."""
    return f"{platform.node()}:{folder.resolve()}"


def joined_here(database: Database) -> JoinedTo:
    """Returns what the library is joined to, with a new number if this is another copy.

    Raises:
        StudioRefused: it is an ordinary library.
    """
    joined = must_be_joined(database.connection)
    place = place_of(database.folder)
    if joined.place != place:
        joined = replace(joined, place=place, client=new_id())
        write_joined(database, joined)
    return joined


def write_joined(database: Database, joined: JoinedTo) -> None:
    """Saves it in its own transaction."""
    with database.change(STUDIO):
        set_meta(database.connection, JOINED, joined.to_text())


def set_meta(connection: apsw.Connection, key: str, value: Any) -> None:
    """Writes a row of `meta` inside a transaction."""
    connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (key, value))


def meta_number(connection: apsw.Connection, key: str) -> int:
    """Reads a number from `meta`; 0 if missing."""
    rows = rows_of(connection, "SELECT value FROM meta WHERE key = ?", key)
    return int(rows[0][0]) if rows else 0


def pulled(connection: apsw.Connection) -> int:
    """Returns the server's sequence number up to which everything was fetched."""
    return meta_number(connection, PULLED)


def seen(connection: apsw.Connection) -> int:
    """Returns the library's sequence number up to which its sounds have the server's values."""
    return meta_number(connection, _SEEN)


def set_seen(connection: apsw.Connection, sequence: int) -> None:
    """Writes `seen` inside a transaction."""
    set_meta(connection, _SEEN, sequence)


def last_sync(connection: apsw.Connection) -> LastSync:
    """Reads the outcome of the last sync."""
    rows = rows_of(connection, "SELECT value FROM meta WHERE key = ?", _STATE)
    if not rows:
        return LastSync()
    record = json.loads(rows[0][0])
    people = tuple(Person(*one) for one in record.pop("people"))
    return LastSync(**record, people=people)


def note_success(database: Database, now_s: float, people: tuple[Person, ...]) -> None:
    """Records a successful sync."""
    _write_last(database, LastSync(synced_s=now_s, people=people))


def note_failure(database: Database, now_s: float, err: EngineError) -> None:
    """Records a failed sync, since when, and why."""
    last = last_sync(database.connection)
    since_s = now_s if last.offline_since_s is None else last.offline_since_s
    is_failed = not isinstance(err, StudioRefused | StudioOffline | StudioNotInstalled)
    trouble, to_do = record_of(err.what), record_of(err.to_do)
    _write_last(database, LastSync(last.synced_s, since_s, isinstance(err, StudioRefused), is_failed, trouble, to_do))


def forget(database: Database) -> None:
    """Makes it an ordinary library again."""
    with database.change(STUDIO):
        connection = database.connection
        connection.execute("DELETE FROM meta WHERE key IN (?, ?, ?, ?, ?)", (JOINED, PULLED, _STATE, _SEEN, ASIDE))
        for table in ("shared_edit", "shared_field", "shared_list", "shared_conflict", "shared_volume"):
            connection.execute(f"DELETE FROM {table}")


def state_of(catalogue: Catalogue) -> SharedState | None:
    """Returns the state of a joined library; None if it is not joined."""
    connection = catalogue.database.connection
    joined = joined_to(connection)
    if joined is None:
        return None
    last = last_sync(connection)

    def number(sql: str) -> int:
        return int(catalogue.database.rows(sql)[0][0])

    return SharedState(
        address=joined.address,
        role=joined.role,
        sequence=pulled(connection),
        waiting=number("SELECT count(*) FROM shared_edit"),
        conflicts=number(f"SELECT count(*) FROM shared_conflict WHERE edit_id NOT IN ({SETTLED})"),
        unshared=number(_UNSHARED),
        synced_s=last.synced_s,
        offline_since_s=last.offline_since_s,
        trouble=None if last.trouble is None else message_in(last.trouble),
        to_do=None if last.to_do is None else message_in(last.to_do),
        is_refused=last.is_refused,
        is_failed=last.is_failed,
        aside=set_aside(connection),
    )


SETTLED = """
    SELECT substr(subject, 3) FROM (
        SELECT subject, coalesce(
            (SELECT json FROM shared_edit WHERE subject = each.subject AND field = 'settled' ORDER BY id DESC LIMIT 1),
            (SELECT json FROM shared_field WHERE subject = each.subject AND field = 'settled')
        ) AS json
        FROM (SELECT subject FROM shared_field WHERE subject >= 'k:' AND subject < 'l'
            UNION SELECT subject FROM shared_edit WHERE subject >= 'k:' AND subject < 'l') AS each
    ) WHERE json != 'null'
"""


def raise_kept(connection: apsw.Connection) -> None:
    """Tells searches that labels and saved searches changed; inside a transaction."""
    keys = (f"{UserDataKind.LABELS}_sequence", f"{UserDataKind.SEARCHES}_sequence")
    connection.execute("UPDATE meta SET value = value + 1 WHERE key IN (?, ?)", keys)


def _write_last(database: Database, last: LastSync) -> None:
    people = [[one.who, one.machine, one.since_s, one.seen_s, one.is_me] for one in last.people]
    record = {
        "synced_s": last.synced_s,
        "offline_since_s": last.offline_since_s,
        "is_refused": last.is_refused,
        "is_failed": last.is_failed,
        "trouble": last.trouble,
        "to_do": last.to_do,
        "people": people,
    }
    with database.change(STUDIO):
        set_meta(database.connection, _STATE, encoded(record))


def refuse_reader(joined: JoinedTo) -> None:
    """Refuses a change by a reader, as the server would.

    Raises:
        StudioRefused: this user may only read.
    """
    if joined.role is Role.READER:
        raise StudioRefused(LibraryFault.ONLY_READER, advice=LibraryAdvice.ASK_ADMIN)
