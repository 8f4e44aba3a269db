"""What is asked of the catalogue about packs: which one is searched, and what each has vectors of."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import numpy as np

from engine.store.connection import sqlite_errors
from engine.types import Ids, PackId


class PackReads:
    """A catalogue's questions about packs; `engine.store.reads` has the others."""

    def __init__(self, folder: Path, connection: apsw.Connection) -> None:
        self._folder = folder
        self._connection = connection

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is asked in this block is answered by one state of the catalogue, whatever is committed meanwhile.

        A block may lie in another.
        """
        if self._connection.in_transaction:
            yield
            return
        with sqlite_errors(self._folder):
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            with sqlite_errors(self._folder):
                self._connection.execute("ROLLBACK")

    def pack(self) -> tuple[PackId, str] | None:
        """Id and name of the pack whose vectors are searched; None before the first job."""
        rows = self._all("SELECT pack_id, name FROM pack JOIN meta ON key = 'pack' AND value = pack.id")
        return (PackId(rows[0][0]), rows[0][1]) if rows else None

    def next_pack(self) -> tuple[PackId, str] | None:
        """Id and name of the pack that a re-embedding under way makes vectors of; None when there is none."""
        rows = self._all("SELECT pack_id, name FROM pack JOIN meta ON key = 'next_pack' AND value = pack.id")
        return (PackId(rows[0][0]), rows[0][1]) if rows else None

    def known_packs(self) -> list[tuple[PackId, str, int]]:
        """Id and name of every pack that made vectors here, and how many sounds it knows; the oldest first."""
        return self._all(
            "SELECT pack_id, name, (SELECT count(*) FROM sound WHERE sound.pack = pack.id AND error = '')"
            " + (SELECT count(*) FROM embedding WHERE embedding.pack = pack.id AND segments > 0) FROM pack ORDER BY id"
        )

    def sounds_known(self, pack: PackId) -> int:
        """How many sounds a pack has vectors of."""
        return sum(count for id, _, count in self.known_packs() if id == pack)

    def segments_known(self, pack: PackId) -> int:
        """How many segments a pack has vectors of."""
        sql = (
            "SELECT (SELECT coalesce(sum(segments), 0) FROM sound WHERE error = '' AND pack = ?1)"
            " + (SELECT coalesce(sum(segments), 0) FROM embedding WHERE pack = ?1)"
        )
        return int(self._all(sql, self._number_of(pack))[0][0])

    def stale_sounds(self, among: Ids | None = None, *, pack: PackId | None = None) -> Ids:
        """Sounds without vectors of a pack, None for the one that is searched, ascending; as for `missing_ids`."""
        sql = (
            "SELECT id FROM sound WHERE error = '' AND pack IS NOT ?1 AND NOT EXISTS"
            " (SELECT 1 FROM embedding WHERE embedding.pack = ?1 AND sound_id = sound.id AND segments > 0)"
        )
        number = self._number_of(pack)
        if among is None:
            return self._ids(f"{sql} ORDER BY id", number)
        return self._ids(f"{sql} AND id IN carray(?2) ORDER BY id", number, apsw.carray(among))

    def stale_names(self) -> Ids:
        """Sounds whose name vector by the pack that is searched is of what they were called before, ascending."""
        return self._ids(
            "SELECT sound_id FROM stale_name WHERE pack = (SELECT value FROM meta WHERE key = 'pack') ORDER BY sound_id"
        )

    def segment_spans(self, pack: PackId | None = None) -> list[tuple[int, int, int]]:
        """(sound, first segment, segments) of every sound with vectors of a pack, None for the one that is searched."""
        return self._all(
            "SELECT id, first_segment, segments FROM sound WHERE error = '' AND pack = ?1 UNION ALL"
            " SELECT sound_id, first_segment, segments FROM embedding WHERE pack = ?1",
            self._number_of(pack),
        )

    def _number_of(self, pack: PackId | None) -> int | None:
        """The number of a pack in the catalogue's tables, None where it has none; of the one that is searched."""
        rows = (
            self._all("SELECT value FROM meta WHERE key = 'pack'")
            if pack is None
            else self._all("SELECT id FROM pack WHERE pack_id = ?", pack)
        )
        return rows[0][0] if rows else None

    def _all(self, sql: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        with sqlite_errors(self._folder):
            return self._connection.execute(sql, values).fetchall()

    def _ids(self, sql: str, *values: object) -> Ids:
        with sqlite_errors(self._folder):
            rows: Iterable[tuple[int]] = self._connection.execute(sql, values)
            return np.fromiter((row[0] for row in rows), dtype=np.int64)
