"""The catalogue's side of re-embedding with another pack, while searches keep using the current one.

The next pack's vectors get their own blocks and rows of the table embedding, which no search reads, and a separate
sequence number, so searches have nothing to catch up with. The switch is one transaction that only changes which pack
is current.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from engine.base.types import ContentId, FilePath, FileStamp, Ids, PackId, RootId, SegmentId, SoundId
from engine.store.connection import id_list
from engine.store.database import LEARNING, Database
from engine.store.frames import add_frames
from engine.store.packs import Packs, enter, forget_made, number_of, switch
from engine.store.vectors import Frame

_NO_BOUNDS = b""
_FORGOTTEN_AT_ONCE = 5_000
_INSERT = "INSERT OR REPLACE INTO embedding VALUES (?, ?, ?, ?, ?, ?)"
_UNNAMED = (
    "SELECT id FROM sound WHERE error = '' AND pack IS NOT ?1 AND NOT EXISTS"
    " (SELECT 1 FROM embedding WHERE embedding.pack = ?1 AND sound_id = sound.id)"
    " UNION SELECT sound_id FROM stale_name WHERE pack = ?1"
)


class PendingSound(Struct, frozen=True):
    """A sound without vectors of the next pack."""

    id: SoundId
    stamp: FileStamp
    root: RootId
    content_id: ContentId | None
    payload_digest: bytes
    name_text: str


class ReembeddedSound(Struct, frozen=True):
    """The next pack's result for one sound; its vectors are in the log under these ids."""

    id: SoundId
    first_segment: SegmentId
    bounds: tuple[tuple[float, float], ...]
    """(start_s, end_s) of each segment, in the order of their ids."""
    content_id: ContentId | None
    payload_digest: bytes
    """With the content id: the row's values when the sound was read."""
    name_text: str
    """The text of the name vector."""


class Reembedding:
    """Queries and storage for re-embedding. One thread owns it."""

    def __init__(self, database: Database, packs: Packs) -> None:
        self._database = database
        self._packs = packs

    def aim_at(self, pack_id: PackId, name: str) -> None:
        """Sets the next pack."""
        with self._database.change(LEARNING):
            enter(self._database, pack_id, name)
            sql = "INSERT OR REPLACE INTO meta(key, value) SELECT 'next_pack', id FROM pack WHERE pack_id = ?"
            self._database.run(sql, pack_id)

    def aim_at_none(self) -> None:
        """Ends the current re-embedding; its results stay."""
        with self._database.change(LEARNING):
            self._database.run("DELETE FROM meta WHERE key = 'next_pack'")

    def to_hear(self, pack: PackId) -> tuple[list[PendingSound], Ids, Ids]:
        """Sounds without vectors of a pack: those available, by id; those with missing files; and those offline.

        Returns:
            the first as rows, the others as ids, int64 [N].
        """
        lacking = self._packs.stale_sounds(pack=pack)
        rows = self._database.rows(
            "SELECT sound.id, path, size_bytes, mtime_ns, root_id, content_id, payload_digest, name_text,"
            " coalesce(changed_ns, 0) FROM sound JOIN detail ON detail.sound_id = id"
            " LEFT JOIN file_change ON file_change.sound_id = id"
            " WHERE is_gone = 0 AND root_id IN (SELECT id FROM root WHERE is_offline = 0)"
            " AND sound.id IN carray(?) ORDER BY sound.id",
            id_list(lacking),
        )
        at_hand = [
            PendingSound(
                row[0], FileStamp(FilePath(row[1]), row[2], row[3], row[8]), row[4], row[5], row[6] or b"", row[7]
            )
            for row in rows
        ]
        offline = self._database.ids(
            "SELECT sound.id FROM sound JOIN root ON root.id = root_id WHERE is_offline AND sound.id IN carray(?)"
            " ORDER BY sound.id",
            id_list(lacking),
        )
        here = np.array([sound.id for sound in at_hand], dtype=np.int64)
        return at_hand, np.setdiff1d(lacking, np.union1d(here, offline)), offline

    def names_to_learn(self, pack: PackId, limit: int) -> list[tuple[SoundId, str]]:
        """At most `limit` sounds whose name has no vector of a pack, or one of its former text."""
        return self._database.rows(
            f"SELECT sound_id, name_text FROM detail WHERE sound_id IN ({_UNNAMED}) ORDER BY sound_id LIMIT ?2",
            number_of(self._database, pack),
            limit,
        )

    def reserve_segments(self, count: int) -> SegmentId:
        """Reserves `count` segment ids and returns the first; unlike `reserve_ids` it makes no search refresh."""
        with self._database.change(LEARNING):
            rows = self._database.rows(
                "UPDATE meta SET value = value + ? WHERE key = 'next_segment' RETURNING value", count
            )
        return SegmentId(rows[0][0] - count)

    def store_heard(self, pack: PackId, batch: Sequence[ReembeddedSound], frames: Sequence[Frame]) -> int:
        """Stores a pack's results and returns how many of these sounds still have the content that was read.

        Changed or removed sounds do not count; their vectors become tombstones.

        Raises:
            StorageFull: no space; nothing of the batch is stored.
        """
        ids = np.array([sound.id for sound in batch], dtype=np.int64)
        with self._database.change(LEARNING):
            number = number_of(self._database, pack)
            sequence = self._database.sequence() + 1  # counts as part of the next change
            held = {row[0]: row[1:] for row in self._database.rows(_HELD, id_list(ids))}
            there = [sound for sound in batch if held.get(sound.id, ())[:2] == (sound.content_id, sound.payload_digest)]
            lost = {sound.id for sound in batch} - {sound.id for sound in there}
            kept = np.array([sound.id for sound in there], dtype=np.int64)
            forget_made(self._database.connection, kept, sequence, pack=number)
            run = self._database.run_many
            rows = [
                (number, s.id, s.first_segment, len(s.bounds), np.asarray(s.bounds, dtype="<f8").tobytes(), sequence)
                for s in there
            ]
            run(_INSERT, rows)
            renamed = [(number, sound.id) for sound in there if held[sound.id][2] != sound.name_text]
            run("INSERT OR IGNORE INTO stale_name VALUES (?, ?)", renamed)
            run(
                "INSERT INTO tombstone(sound_id, first_segment, segments, sequence) VALUES (NULL, ?, ?, ?)",
                [(s.first_segment, len(s.bounds), sequence) for s in batch if s.id in lost],
            )
            add_frames(self._database, frames, sequence, pack=pack)
        return len(there)

    def store_names(self, pack: PackId, names: Sequence[tuple[SoundId, str]], frames: Sequence[Frame]) -> None:
        """Stores that a pack has vectors of these names; a sound not yet embedded is known by its name alone."""
        with self._database.change(LEARNING):
            number, sequence = number_of(self._database, pack), self._database.sequence() + 1
            run = self._database.run_many
            run(
                "INSERT OR IGNORE INTO embedding SELECT ?1, id, 0, 0, ?2, ?3 FROM sound"
                " WHERE id = ?4 AND error = '' AND pack IS NOT ?1",
                [(number, _NO_BOUNDS, sequence, id) for id, _ in names],
            )
            run(
                "DELETE FROM stale_name WHERE pack = ? AND sound_id = ?"
                " AND EXISTS (SELECT 1 FROM detail WHERE detail.sound_id = stale_name.sound_id AND name_text = ?)",
                [(number, id, text) for id, text in names],
            )
            add_frames(self._database, frames, sequence, pack=pack)

    def settle(self) -> None:
        """Raises the sequence number, so that an index built now includes everything stored so far."""
        with self._database.change():
            pass

    def knows_all(self, pack: PackId, without: Ids) -> bool:
        """Whether a pack has vectors of every sound but `without`, and of every current name."""
        return not len(np.setdiff1d(self._packs.stale_sounds(pack=pack), without)) and not self.names_to_learn(pack, 1)

    def switch(self, pack: PackId, name: str, at_sequence: int) -> bool:
        """Makes a pack current, in one transaction; searches notice it at the next query.

        Args:
            pack: the next pack, complete when the catalogue stood at `at_sequence`.
            at_sequence: the result of `sequence` before the check for completeness.

        Returns:
            False, with nothing changed, if the catalogue has changed since.
        """
        with self._database.change() as sequence:
            is_as_it_was = sequence == at_sequence + 1
            if is_as_it_was:
                switch(self._database, pack, name, sequence)
        return is_as_it_was

    def forget_some(self, pack: PackId) -> bool:
        """Removes a pack from the rows of some sounds, in one transaction; False once no row has it.

        Each such row becomes one of the current pack, or of none if the current pack lacks the sound.

        Raises:
            ValueError: the pack is the current one.
        """
        with self._database.change(LEARNING):
            number, current = number_of(self._database, pack), number_of(self._database, None)
            if number == current:
                raise ValueError("the pack that is searched cannot be forgotten")
            ids = self._database.ids("SELECT id FROM sound WHERE pack = ? LIMIT ?", number, _FORGOTTEN_AT_ONCE)
            if not len(ids):
                return False
            run, some = self._database.run, id_list(ids)
            run("UPDATE sound SET pack = NULL, first_segment = 0, segments = 0 WHERE id IN carray(?)", some)
            run("UPDATE detail SET bounds = x'' WHERE sound_id IN carray(?)", some)
            heard = "SELECT sound_id FROM embedding WHERE pack = ?1 AND segments > 0 AND sound_id IN carray(?2)"
            run(
                "UPDATE detail SET bounds = embedding.bounds FROM embedding"
                f" WHERE embedding.pack = ?1 AND embedding.sound_id = detail.sound_id AND detail.sound_id IN ({heard})",
                current,
                some,
            )
            run(
                "UPDATE sound SET pack = ?1, first_segment = embedding.first_segment, segments = embedding.segments"
                f" FROM embedding WHERE embedding.pack = ?1 AND sound_id = id AND id IN ({heard})",
                current,
                some,
            )
            run(f"DELETE FROM embedding WHERE pack = ?1 AND sound_id IN ({heard})", current, some)
        return True

    def forget_rest(self, pack: PackId) -> None:
        """Deletes everything else about a pack that no row has, including its role as the next pack."""
        with self._database.change(LEARNING):
            number = number_of(self._database, pack)
            for sql in (
                "DELETE FROM embedding WHERE pack = ?",
                "DELETE FROM stale_name WHERE pack = ?",
                "DELETE FROM meta WHERE key = 'next_pack' AND value = ?",
                "DELETE FROM pack WHERE id = ?",
            ):
                self._database.run(sql, number)
            self._database.run("DELETE FROM frame WHERE pack_id = ?", pack)


_HELD = (
    "SELECT id, content_id, coalesce(payload_digest, x''), name_text FROM sound JOIN detail ON sound_id = id"
    " WHERE error = '' AND id IN carray(?)"
)
