"""The packs of a library: which one is current, and what each made of its sounds.

A sound's own row and its detail hold the segments of one pack, `sound.pack`; those of every other pack are rows of the
table embedding in the same form. Switching packs therefore changes one value of meta. The functions below move, delete
and invalidate segments inside a change of the catalogue; their `pack` is a row id of the table pack.
"""

from collections.abc import Sequence

import apsw
import numpy as np

from engine.base.identifiers import pack_id_of
from engine.base.library_messages import LibraryFault
from engine.base.messages import told
from engine.base.types import Ids, PackId
from engine.store.connection import id_list
from engine.store.database import Database
from engine.store.errors import damaged

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
        """Id and name of the current pack, whose vectors are searched; None before the first job."""
        rows = self._database.rows("SELECT pack_id, name FROM pack JOIN meta ON key = 'pack' AND value = pack.id")
        return (id_in(self._database, rows[0][0]), rows[0][1]) if rows else None

    def set_searched(self, pack_id: PackId, name: str) -> None:
        """Makes this the current pack, whose vectors are stored and searched."""
        with self._database.change() as sequence:
            switch(self._database, pack_id, name, sequence)

    def next(self) -> tuple[PackId, str] | None:
        """Id and name of the next pack, which a re-embedding is working on; None if there is none."""
        rows = self._database.rows("SELECT pack_id, name FROM pack JOIN meta ON key = 'next_pack' AND value = pack.id")
        return (id_in(self._database, rows[0][0]), rows[0][1]) if rows else None

    def known(self) -> list[tuple[PackId, str, int]]:
        """Id, name and number of known sounds of every pack that made vectors here, oldest first."""
        rows = self._database.rows(
            "SELECT pack_id, name, (SELECT count(*) FROM sound WHERE sound.pack = pack.id AND error = '')"
            " + (SELECT count(*) FROM embedding WHERE embedding.pack = pack.id AND segments > 0) FROM pack ORDER BY id"
        )
        return [(id_in(self._database, id), name, sounds) for id, name, sounds in rows]

    def sounds_known(self, pack: PackId) -> int:
        """Number of sounds with vectors of a pack."""
        return sum(count for id, _, count in self.known() if id == pack)

    def segments_known(self, pack: PackId) -> int:
        """Number of segments with vectors of a pack."""
        sql = (
            "SELECT (SELECT coalesce(sum(segments), 0) FROM sound WHERE error = '' AND pack = ?1)"
            " + (SELECT coalesce(sum(segments), 0) FROM embedding WHERE pack = ?1)"
        )
        return int(self._database.rows(sql, number_of(self._database, pack))[0][0])

    def stale_sounds(self, among: Ids | None = None, *, pack: PackId | None = None) -> Ids:
        """Sounds without vectors of a pack, None for the current one, ascending; of `among` if given."""
        sql = (
            "SELECT id FROM sound WHERE error = '' AND pack IS NOT ?1 AND NOT EXISTS"
            " (SELECT 1 FROM embedding WHERE embedding.pack = ?1 AND sound_id = sound.id AND segments > 0)"
        )
        number = number_of(self._database, pack)
        if among is None:
            return self._database.ids(f"{sql} ORDER BY id", number)
        return self._database.ids(f"{sql} AND id IN carray(?2) ORDER BY id", number, apsw.carray(among))

    def stale_names(self) -> Ids:
        """Sounds whose name changed after the current pack made their name vector, ascending."""
        return self._database.ids(
            "SELECT sound_id FROM stale_name WHERE pack = (SELECT value FROM meta WHERE key = 'pack') ORDER BY sound_id"
        )

    def segment_spans(self, pack: PackId | None = None) -> list[tuple[int, int, int]]:
        """(sound, first segment, segments) of every sound with vectors of a pack, None for the current one."""
        return self._database.rows(
            "SELECT id, first_segment, segments FROM sound WHERE error = '' AND pack = ?1 UNION ALL"
            " SELECT sound_id, first_segment, segments FROM embedding WHERE pack = ?1",
            number_of(self._database, pack),
        )


def id_in(database: Database, text: object) -> PackId:
    """Reads a pack id from a row and validates it: paths are made from it, and a library may come from anybody.

    Raises:
        LibraryDamaged: it is not a valid pack id.
    """
    try:
        return pack_id_of(text)
    except ValueError as err:
        raise damaged(database.folder, told(LibraryFault.CATALOGUE_DAMAGED, database.folder, str(err))) from err


def number_of(database: Database, pack: PackId | None) -> int | None:
    """The row id of a pack, None for the current one; None if it has no row."""
    rows = (
        database.rows("SELECT value FROM meta WHERE key = 'pack'")
        if pack is None
        else database.rows("SELECT id FROM pack WHERE pack_id = ?", pack)
    )
    return rows[0][0] if rows else None


def switch(database: Database, pack_id: PackId, name: str, sequence: int) -> None:
    """Makes this the current pack. Inside a change."""
    known = Packs(database).searched()
    enter(database, pack_id, name)
    database.run("INSERT OR REPLACE INTO meta(key, value) SELECT 'pack', id FROM pack WHERE pack_id = ?", pack_id)
    if known is None or known[0] != pack_id:
        database.run("UPDATE meta SET value = ? WHERE key = 'switched'", sequence)
        database.run("DELETE FROM meta WHERE key = 'next_pack'")


def enter(database: Database, id: PackId, name: str) -> None:
    """Adds a pack, or renames it. Inside a change."""
    database.run(
        "INSERT INTO pack(pack_id, name) VALUES (?, ?) ON CONFLICT(pack_id) DO UPDATE SET name = excluded.name",
        pack_id_of(id),
        name,
    )


def forget_made(connection: apsw.Connection, ids: Ids, sequence: int, *, pack: int | None = None) -> None:
    """Deletes what packs other than the rows' own made of changed sounds; with `pack`, only what that one made."""
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
    """Clears the rows of sounds for new results of the current pack.

    Args:
        same: sounds with an unchanged payload and the pack of their rows; results of other packs stay.
        others: sounds with changed content; the results of all packs are deleted.
        pack: the current one.
    """
    aside = np.array([id for id, of in same if of not in (None, pack)], dtype=np.int64)
    replaced = np.array([*others, *(id for id, of in same if of in (None, pack))], dtype=np.int64)
    if pack is not None:
        forget_made(connection, np.array([id for id, _ in same], dtype=np.int64), sequence, pack=pack)
    connection.execute(_SET_ASIDE, (sequence, id_list(aside)))
    forget_made(connection, np.array(others, dtype=np.int64), sequence)
    connection.execute(_BURY_OWN, (sequence, id_list(replaced)))


def names_changed(connection: apsw.Connection, names: Sequence[tuple[int, str]]) -> None:
    """Marks other packs' name vectors of these sounds as stale, before their new name texts are stored.

    Args:
        names: (sound, new text); an unchanged text changes nothing.
    """
    connection.executemany(_MARK_NAME, names)
