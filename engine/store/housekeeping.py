"""What housekeeping asks of the catalogue: copies, versions, missing files; and many rows at a time."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from engine.store.catalogue import Catalogue
from engine.store.connection import id_list, sqlite_errors
from engine.types import FilePath, Ids, RootId, SoundId

_CHUNK = 10_000
_AT_HAND = "error = '' AND NOT is_gone AND NOT is_offline"
_BEST_FIRST = (
    "bit_depth IS NOT NULL DESC, sample_rate_hz DESC, bit_depth DESC, channels DESC, round(duration_s, 1) DESC,"
    " length(coalesce(metadata, '')) DESC, mtime_ns, path"
)
"""engine.duplicates.groups says it in words. Lossy files have no bit depth."""


@dataclass(frozen=True, slots=True)
class CopyRow:
    """A sound whose content id another one has too."""

    id: SoundId
    path: FilePath
    content_id: bytes
    payload_digest: bytes
    """Empty where none was taken."""
    sample_rate_hz: int
    channels: int
    bit_depth: int
    """0 for lossy files."""


@dataclass(frozen=True, slots=True)
class Spans:
    """Sounds with vectors, as arrays sorted by first segment."""

    sounds: Ids
    """int64 [N]."""
    first_segments: Ids
    counts: Ids
    durations_s: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AwayRow:
    """A sound whose file is missing, or on a drive that is."""

    id: SoundId
    path: FilePath
    root: RootId
    size_bytes: int
    content_id: bytes
    payload_digest: bytes
    """Empty where none was taken."""


class Housekeeping(Catalogue):
    """A catalogue with what housekeeping asks of it. One thread owns the object."""

    @contextmanager
    def aside(self) -> Iterator[apsw.Connection]:
        """One state of the catalogue, and private tables in `temp`, which are gone at the end; for user data."""
        with sqlite_errors(self._folder):
            self._connection.execute("BEGIN")
            try:
                yield self._connection
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextmanager
    def staging(self) -> Iterator[apsw.Connection]:
        """A transaction over private tables in `temp` alone, which stay until the catalogue is closed."""
        with sqlite_errors(self._folder):
            self._connection.execute("BEGIN")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def copy_rows(self) -> Iterator[CopyRow]:
        """Sounds at hand whose content id occurs more than once, those of one content id behind each other."""
        sql = (
            "SELECT sound.id, sound.path, content_id, coalesce(payload_digest, x''), sample_rate_hz, channels,"
            f" coalesce(bit_depth, 0) FROM sound JOIN root ON root.id = root_id WHERE {_AT_HAND} AND content_id IN"
            " (SELECT content_id FROM sound WHERE content_id IS NOT NULL GROUP BY content_id HAVING count(*) > 1)"
            " ORDER BY content_id, sound.id"
        )
        with sqlite_errors(self._folder):
            for id, path, *rest in self._connection.execute(sql):
                yield CopyRow(SoundId(id), FilePath(path), *rest)

    def spans(self) -> Spans:
        """Sounds at hand with vectors of the pack that is searched."""
        sql = (
            "SELECT sound.id, first_segment, segments, duration_s FROM sound JOIN root ON root.id = root_id"
            f" WHERE {_AT_HAND} AND segments > 0 AND duration_s > 0 AND pack = ?1"
            " UNION ALL SELECT sound.id, embedding.first_segment, embedding.segments, duration_s FROM embedding"
            " JOIN sound ON sound.id = sound_id JOIN root ON root.id = root_id"
            f" WHERE {_AT_HAND} AND embedding.segments > 0 AND duration_s > 0 AND embedding.pack = ?1"
            " ORDER BY first_segment"
        )
        parts = [np.empty((0, 4))]
        with sqlite_errors(self._folder):
            cursor = self._connection.execute(sql, (self._number_of(None),))
            while rows := list(
                itertools.islice(cursor, _CHUNK)
            ):  # a list of a million tuples would be many times the arrays
                parts.append(np.array(rows, dtype=np.float64))
        table = np.concatenate(parts)
        whole = table[:, :3].astype(np.int64)
        return Spans(whole[:, 0].copy(), whole[:, 1].copy(), whole[:, 2].copy(), table[:, 3].copy())

    def quality_ranks(self, ids: Ids) -> Ids:
        """int64 [N]: the place of each of `ids`, which must be there, when they are sorted by quality, best first."""
        sql = f"SELECT id FROM sound LEFT JOIN detail ON sound_id = id WHERE id IN carray(?) ORDER BY {_BEST_FIRST}"
        best_first = self._ids(sql, id_list(ids))
        places: Ids = np.argsort(best_first)[np.searchsorted(np.sort(best_first), ids)]
        return places

    def sizes(self, ids: Ids) -> Ids:
        """int64 [N]: bytes of each file."""
        return self._numbers(ids, "size_bytes")

    def mtimes_ns(self, ids: Ids) -> Ids:
        """int64 [N]: when each file was changed last, as it was indexed."""
        return self._numbers(ids, "mtime_ns")

    def inside(self, ids: Ids, folder: FilePath) -> NDArray[np.bool_]:
        """bool [N]: which of `ids` lie in a folder or below it."""
        prefix = folder.raw.rstrip(b"/\\")
        low, high = [prefix + b"/", prefix + b"\\"], [prefix + b"0", prefix + b"]"]  # the bytes after / and \
        sql = (
            "SELECT id FROM sound WHERE id IN carray(?) AND"
            " (path >= ? AND path < ? OR path >= ? AND path < ?) ORDER BY id"
        )
        return np.isin(ids, self._ids(sql, id_list(ids), low[0], high[0], low[1], high[1]))

    def there(self, ids: Ids) -> Ids:
        """Those of `ids` that the catalogue still has, in their order."""
        kept: Ids = ids[np.isin(ids, self._ids("SELECT id FROM sound WHERE id IN carray(?)", id_list(ids)))]
        return kept

    def away_rows(self, *, is_offline: bool | None = None, root: RootId | None = None) -> Iterator[AwayRow]:
        """Sounds that were read and whose file is missing, or on a drive that is, by path.

        Args:
            is_offline: True for those on missing drives only, False for the others only.
            root: those of this root only.
        """
        sql = (
            "SELECT sound.id, sound.path, root_id, size_bytes, coalesce(content_id, x''), coalesce(payload_digest, x'')"
            " FROM sound JOIN root ON root.id = root_id WHERE error = '' AND (is_gone OR is_offline)"
        )
        values: tuple[int, ...] = ()
        if is_offline is not None:
            sql += " AND is_offline" if is_offline else " AND NOT is_offline"
        if root is not None:
            sql += " AND root_id = ?"
            values = (root,)
        with sqlite_errors(self._folder):
            for id, path, *rest in self._connection.execute(f"{sql} ORDER BY sound.path", values):
                yield AwayRow(SoundId(id), FilePath(path), *rest)

    def counts_by_root(self) -> dict[RootId, int]:
        """How many sounds each root has, failed ones apart."""
        rows = self._all("SELECT root_id, count(*) FROM sound WHERE error = '' GROUP BY root_id")
        return {RootId(root): count for root, count in rows}

    def collections_of(self, ids: Ids) -> dict[int, tuple[str, ...]]:
        """The names of the collections that sounds are in, by sound; none for those that are in none."""
        sql = (
            "SELECT sound_id, name FROM collection_item JOIN collection ON collection.id = collection_id"
            " WHERE sound_id IN carray(?) ORDER BY collection.position"
        )
        names: dict[int, tuple[str, ...]] = {}
        for sound, name in self._all(sql, id_list(ids)):
            names[sound] = (*names.get(sound, ()), name)
        return names

    def peaks_of(self, ids: Ids) -> dict[int, bytes]:
        """The waveform overviews of sounds, as they were stored."""
        rows = self._all("SELECT sound_id, peaks FROM detail WHERE sound_id IN carray(?)", id_list(ids))
        return {id: bytes(peaks) for id, peaks in rows}

    def set_root_path(self, root: RootId, path: FilePath) -> None:
        """Sets another folder for a root; its sounds are relinked separately."""
        with self._change():
            self._connection.execute(
                "UPDATE root SET path = ?, is_offline = 0, is_missing = 0, mount = NULL WHERE id = ?", (path.raw, root)
            )

    def _numbers(self, ids: Ids, column: str) -> Ids:
        rows = self._all(f"SELECT id, {column} FROM sound WHERE id IN carray(?)", id_list(ids))
        found = np.array(rows, dtype=np.int64).reshape(-1, 2)
        found = found[np.argsort(found[:, 0])]
        values: Ids = found[np.searchsorted(found[:, 0], ids), 1]
        return values
