"""The table of valid vector-log blocks, and the changes since a sequence number.

A block without a row does not exist; its row is written in the transaction that stores its sounds.
"""

from collections.abc import Sequence

from msgspec import Struct

from engine.base.types import Ids, PackId
from engine.store.connection import id_list, sqlite_errors
from engine.store.database import Database
from engine.store.packs import forget_made, id_in, number_of
from engine.store.segments import spread
from engine.store.vectors import Frame, VectorKind

_ADD = (
    "INSERT INTO frame(pack_id, kind, file, offset, count, checksum, sequence)"
    " SELECT coalesce(?, (SELECT pack_id FROM pack JOIN meta ON key = 'pack' AND value = pack.id)), ?, ?, ?, ?, ?, ?"
)


class Changes(Struct, frozen=True):
    """Changes in the catalogue after a sequence number."""

    sequence: int
    """The catalogue's present sequence number."""
    frames: tuple[Frame, ...]
    """New vector blocks of the pack, of both kinds, oldest first."""
    removed_sounds: Ids
    removed_segments: Ids


class Frames:
    """The table of frames. One thread owns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, pack: PackId, kind: VectorKind, since: int = 0) -> list[Frame]:
        """Vector blocks stored after the sequence number `since`, oldest first."""
        rows = self._database.rows(
            "SELECT kind, file, offset, count, checksum FROM frame"
            " WHERE pack_id = ? AND kind = ? AND sequence > ? ORDER BY id",
            pack,
            kind,
            since,
        )
        return [Frame(*row) for row in rows]

    def packs(self) -> list[PackId]:
        """Every pack with blocks."""
        return [
            id_in(self._database, id)
            for (id,) in self._database.rows("SELECT DISTINCT pack_id FROM frame ORDER BY pack_id")
        ]

    def changes_since(self, sequence: int, pack: PackId) -> Changes:
        """New vector blocks of `pack` and removed ids after `sequence`."""
        with sqlite_errors(self._database.folder), self._database.connection:  # one snapshot
            now = self._database.sequence()
            frames = [*self.of(pack, "segments", sequence), *self.of(pack, "names", sequence)]
            gone = self._database.rows(
                "SELECT first_segment, segments FROM tombstone WHERE sequence > ? AND segments", sequence
            )
            sounds = self._database.ids(
                "SELECT DISTINCT sound_id FROM tombstone WHERE sequence > ? AND sound_id IS NOT NULL"
                " AND sound_id NOT IN (SELECT id FROM sound WHERE error = '')",
                sequence,
            )
        return Changes(now, tuple(frames), sounds, spread(gone))

    def forget(self, pack: PackId, frames: Sequence[Frame], sounds: Ids) -> None:
        """Deletes lost vector blocks; `sounds` lost vectors and are stale until read again."""
        with self._database.change() as sequence:
            number = number_of(self._database, pack)
            self._database.run_many(
                "DELETE FROM frame WHERE pack_id = ? AND kind = ? AND file = ? AND offset = ? AND checksum = ?",
                [(pack, frame.kind, frame.file, frame.offset, frame.checksum) for frame in frames],
            )
            forget_made(self._database.connection, sounds, sequence, pack=number)
            sql = "UPDATE sound SET pack = NULL WHERE pack = ? AND id IN carray(?)"
            self._database.run(sql, number, id_list(sounds))


def add_frames(database: Database, frames: Sequence[Frame], sequence: int, *, pack: PackId | None = None) -> None:
    """Adds blocks of a pack, None for the current one. Inside a change."""
    rows = [(pack, f.kind, f.file, f.offset, f.count, f.checksum, sequence) for f in frames]
    database.run_many(_ADD, rows)
