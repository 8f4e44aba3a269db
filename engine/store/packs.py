"""Which pack the library is searched with, and what that and every other pack made of its sounds.

A sound's own row and its detail hold the segments of one pack, `sound.pack`; those of every other pack are rows of the
table embedding in the same shape, so that a library is searched with another pack by changing one value of meta. They
are set aside, forgotten and marked as out of date here, by functions that run inside a change of the catalogue;
`pack` is a number of the table pack there.
"""

from collections.abc import Sequence

import apsw
import numpy as np

from engine.error_wording.library import LibraryFault
from engine.identifiers import pack_id_of
from engine.store.connection import id_list
from engine.store.database import Database
from engine.store.faults import damaged
from engine.types import Ids, PackId
from engine.wording import told

_CURRENT = "(SELECT value FROM meta WHERE key = 'pack')"
_BURY = (
    "INSERT INTO tombstone(sound_id, first_segment, segments, sequence)"
    " SELECT NULL, first_segment, segments, ? FROM embedding WHERE segments > 0 AND sound_id IN carray(?)"
)
_BURY_OWN = (
    "INSERT INTO tombstone(sound_id, first_segment, segments, sequence)"
    " SELECT NULL, first_segment, segments, ? FROM sound WHERE segments > 0 AND id IN carray(?)"
)
_SET_ASIDE = (
    "INSERT OR REPLACE INTO embedding SELECT pack, id, first_segment, segments, bounds, ? FROM sound"
    " JOIN detail ON sound_id = id WHERE id IN carray(?)"
)
_MARK_NAME = (
    "INSERT OR IGNORE INTO stale_name SELECT pack, sound_id FROM"
    f" (SELECT pack, sound_id FROM embedding WHERE sound_id = ?1 AND pack IS NOT {_CURRENT}"
    f" UNION SELECT pack, id FROM sound WHERE id = ?1 AND pack IS NOT NULL AND pack IS NOT {_CURRENT})"
    " WHERE EXISTS (SELECT 1 FROM detail WHERE detail.sound_id = ?1 AND name_text IS NOT ?2)"
)


class Packs:
    """The packs that made vectors for a library. One thread owns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def searched(self) -> tuple[PackId, str] | None:
        """Id and name of the pack whose vectors are searched; None before the first job."""
        rows = self._database.rows("SELECT pack_id, name FROM pack JOIN meta ON key = 'pack' AND value = pack.id")
        return (id_in(self._database, rows[0][0]), rows[0][1]) if rows else None

    def set_searched(self, pack_id: PackId, name: str) -> None:
        """Makes this the pack whose vectors are stored and searched from now on."""
        with self._database.change() as sequence:
            switch(self._database, pack_id, name, sequence)

    def next(self) -> tuple[PackId, str] | None:
        """Id and name of the pack that a re-embedding under way makes vectors of; None when there is none."""
        rows = self._database.rows("SELECT pack_id, name FROM pack JOIN meta ON key = 'next_pack' AND value = pack.id")
        return (id_in(self._database, rows[0][0]), rows[0][1]) if rows else None

    def known(self) -> list[tuple[PackId, str, int]]:
        """Id and name of every pack that made vectors here, and how many sounds it knows; the oldest first."""
        rows = self._database.rows(
            "SELECT pack_id, name, (SELECT count(*) FROM sound WHERE sound.pack = pack.id AND error = '')"
            " + (SELECT count(*) FROM embedding WHERE embedding.pack = pack.id AND segments > 0) FROM pack ORDER BY id"
        )
        return [(id_in(self._database, id), name, sounds) for id, name, sounds in rows]

    def sounds_known(self, pack: PackId) -> int:
        """How many sounds a pack has vectors of."""
        return sum(count for id, _, count in self.known() if id == pack)

    def segments_known(self, pack: PackId) -> int:
        """How many segments a pack has vectors of."""
        sql = (
            "SELECT (SELECT coalesce(sum(segments), 0) FROM sound WHERE error = '' AND pack = ?1)"
            " + (SELECT coalesce(sum(segments), 0) FROM embedding WHERE pack = ?1)"
        )
        return int(self._database.rows(sql, number_of(self._database, pack))[0][0])

    def stale_sounds(self, among: Ids | None = None, *, pack: PackId | None = None) -> Ids:
        """Sounds without vectors of a pack, None for the one that is searched, ascending; `among`: of these."""
        sql = (
            "SELECT id FROM sound WHERE error = '' AND pack IS NOT ?1 AND NOT EXISTS"
            " (SELECT 1 FROM embedding WHERE embedding.pack = ?1 AND sound_id = sound.id AND segments > 0)"
        )
        number = number_of(self._database, pack)
        if among is None:
            return self._database.ids(f"{sql} ORDER BY id", number)
        return self._database.ids(f"{sql} AND id IN carray(?2) ORDER BY id", number, apsw.carray(among))

    def stale_names(self) -> Ids:
        """Sounds whose name vector by the pack that is searched is of what they were called before, ascending."""
        return self._database.ids(
            "SELECT sound_id FROM stale_name WHERE pack = (SELECT value FROM meta WHERE key = 'pack') ORDER BY sound_id"
        )

    def segment_spans(self, pack: PackId | None = None) -> list[tuple[int, int, int]]:
        """(sound, first segment, segments) of every sound with vectors of a pack, None for the one that is searched."""
        return self._database.rows(
            "SELECT id, first_segment, segments FROM sound WHERE error = '' AND pack = ?1 UNION ALL"
            " SELECT sound_id, first_segment, segments FROM embedding WHERE pack = ?1",
            number_of(self._database, pack),
        )


def id_in(database: Database, text: object) -> PackId:
    """Reads the id of a pack from a row. Paths are made of it, and a library may be anybody's.

    Raises:
        LibraryDamaged: no pack can have it.
    """
    try:
        return pack_id_of(text)
    except ValueError as err:
        raise damaged(database.folder, told(LibraryFault.CATALOGUE_DAMAGED, database.folder, str(err))) from err


def number_of(database: Database, pack: PackId | None) -> int | None:
    """The number of a pack in the catalogue's tables, None where it has none; of the one that is searched."""
    rows = (
        database.rows("SELECT value FROM meta WHERE key = 'pack'")
        if pack is None
        else database.rows("SELECT id FROM pack WHERE pack_id = ?", pack)
    )
    return rows[0][0] if rows else None


def switch(database: Database, pack_id: PackId, name: str, sequence: int) -> None:
    """Makes this the pack that is searched. Inside a change."""
    known = Packs(database).searched()
    enter(database, pack_id, name)
    database.run("INSERT OR REPLACE INTO meta(key, value) SELECT 'pack', id FROM pack WHERE pack_id = ?", pack_id)
    if known is None or known[0] != pack_id:
        database.run("UPDATE meta SET value = ? WHERE key = 'switched'", sequence)
        database.run("DELETE FROM meta WHERE key = 'next_pack'")


def enter(database: Database, id: PackId, name: str) -> None:
    """Lists a pack under a name. Inside a change."""
    database.run(
        "INSERT INTO pack(pack_id, name) VALUES (?, ?) ON CONFLICT(pack_id) DO UPDATE SET name = excluded.name",
        pack_id_of(id),
        name,
    )


def forget_made(connection: apsw.Connection, ids: Ids, sequence: int, *, pack: int | None = None) -> None:
    """Forgets what other packs made of these sounds, because they hold something else now; of one pack where named."""
    only = "" if pack is None else f" AND pack = {pack}"
    connection.execute(_BURY + only, (sequence, id_list(ids)))
    connection.execute(f"DELETE FROM embedding WHERE sound_id IN carray(?){only}", (id_list(ids),))
    connection.execute(f"DELETE FROM stale_name WHERE sound_id IN carray(?){only}", (id_list(ids),))


def make_way(
    connection: apsw.Connection,
    same: Sequence[tuple[int, int | None]],
    others: Sequence[int],
    pack: int | None,
    sequence: int,
) -> None:
    """Makes way for sounds that are stored anew: their rows will hold what the pack that is searched makes of them.

    Args:
        connection: the catalogue's.
        same: sounds whose payload is what it was, with the pack their rows are of: what other packs made stays.
        others: those that hold something else: what any pack made of them is forgotten.
        pack: the one that is searched.
        sequence: of the change.
    """
    aside = np.array([id for id, of in same if of not in (None, pack)], dtype=np.int64)
    replaced = np.array([*others, *(id for id, of in same if of in (None, pack))], dtype=np.int64)
    if pack is not None:
        forget_made(connection, np.array([id for id, _ in same], dtype=np.int64), sequence, pack=pack)
    connection.execute(_SET_ASIDE, (sequence, id_list(aside)))
    forget_made(connection, np.array(others, dtype=np.int64), sequence)
    connection.execute(_BURY_OWN, (sequence, id_list(replaced)))


def names_changed(connection: apsw.Connection, names: Sequence[tuple[int, str]]) -> None:
    """Notes that other packs' name vectors of these sounds are out of date, before their new name texts are stored.

    Args:
        connection: the catalogue's.
        names: (sound, new text); one that is the text already changes nothing.
    """
    connection.executemany(_MARK_NAME, names)
