"""Maps segments to sounds and stretches in arrays, so that looking up ten thousand ids takes microseconds.

The catalogue stores the bounds of a sound's segments in one BLOB next to its first segment id. `SegmentTable` holds
them in memory for the current pack, at 32 bytes a segment, and follows the catalogue's sequence number. After a switch
of packs it is read again.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import apsw
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.library_messages import LibraryFault
from engine.base.messages import told
from engine.base.types import Ids, SoundId
from engine.store import columns
from engine.store.column_cache import CachedSegments
from engine.store.connection import sqlite_errors
from engine.store.database import Database
from engine.store.errors import damaged
from engine.store.packs import number_of
from engine.store.sound_rows import AT_HAND

_CHUNK = 10_000
_SPARE_IDS, _SPARE_PART = 10**8, 64
"""Ids above both this number and this multiple of the segments never existed: tables by id would fill the memory."""
_FEW_PART = 16
"""Segments of fewer sounds than this share of all segments are looked up one by one."""


class SegmentRows(Struct, frozen=True):
    """Segments as arrays of equal length, in the order of the request."""

    sound_id: Ids
    """int64 [N]; 0 for a segment not in the catalogue."""
    start_s: NDArray[np.float64]
    end_s: NDArray[np.float64]


class Spans(Struct, frozen=True):
    """Sounds with vectors, as arrays sorted by first segment."""

    sounds: Ids
    """int64 [N]."""
    first_segments: Ids
    counts: Ids
    durations_s: NDArray[np.float64]


class Segments:
    """Segments of the current pack. One thread owns it."""

    def __init__(self, database: Database, before: Callable[[], CachedSegments | None]) -> None:
        """`before` returns the kept table, which is then brought up to date."""
        self._database = database
        self._before = before
        self._kept: SegmentTable | None = None

    def of(self, sound_ids: Sequence[SoundId] | Ids) -> Ids:
        """int64 [N]: segment ids of these sounds, ascending."""
        return self._table().ids_of(np.asarray(sound_ids, dtype=np.int64))

    def rows(self, segment_ids: Ids) -> SegmentRows:
        """Sound, start and end of each segment, in the given order."""
        return self._table().rows(np.asarray(segment_ids, dtype=np.int64))

    def owners(self, segment_ids: Ids) -> Ids:
        """int64 [N]: the sound of each segment, in the given order; 0 for a segment not in the catalogue."""
        return self._table().owners(np.asarray(segment_ids, dtype=np.int64))

    def living(self) -> Ids:
        """int64 [N]: every segment id in the catalogue, ascending."""
        return self._table().ids

    def spans(self) -> Spans:
        """Available sounds with vectors of the current pack."""
        sql = (
            "SELECT sound.id, first_segment, segments, duration_s FROM sound JOIN root ON root.id = root_id"
            f" WHERE {AT_HAND} AND segments > 0 AND duration_s > 0 AND pack = ?1"
            " UNION ALL SELECT sound.id, embedding.first_segment, embedding.segments, duration_s FROM embedding"
            " JOIN sound ON sound.id = sound_id JOIN root ON root.id = root_id"
            f" WHERE {AT_HAND} AND embedding.segments > 0 AND duration_s > 0 AND embedding.pack = ?1"
            " ORDER BY first_segment"
        )
        parts = [np.empty((0, 4))]
        found = self._database.stream(sql, number_of(self._database, None))
        while rows := list(itertools.islice(found, _CHUNK)):  # a million tuples take far more memory than arrays
            parts.append(np.array(rows, dtype=np.float64))
        table = np.concatenate(parts)
        whole = table[:, :3].astype(np.int64)
        return Spans(whole[:, 0].copy(), whole[:, 1].copy(), whole[:, 2].copy(), table[:, 3].copy())

    def _table(self) -> "SegmentTable":
        folder = self._database.folder
        with sqlite_errors(folder):
            sequence = self._database.sequence()
            try:
                if self._kept is None:
                    self._kept = SegmentTable(self._before())
                self._kept.catch_up(self._database.connection, sequence)
            except (ValueError, LookupError, TypeError) as err:
                raise damaged(folder, told(LibraryFault.SEGMENTS_DAMAGED, folder, str(err))) from err
        return self._kept

    def all(self) -> CachedSegments:
        return self._table().all


class SegmentTable:
    """Rows of segments by id. Belongs to one connection and its thread."""

    def __init__(self, before: CachedSegments | None = None) -> None:
        """Starts empty, or from a kept table.

        Raises:
            ValueError: the kept table is inconsistent.
        """
        self._sequence = -1 if before is None else before.sequence
        self._ids: Ids = np.empty(0, dtype=np.int64) if before is None else before.segments
        self._sounds: Ids = np.empty(0, dtype=np.int64) if before is None else before.owners
        self._bounds: NDArray[np.float64] = np.empty((0, 2)) if before is None else before.bounds
        self._row_of: NDArray[np.int32] = np.empty(0, dtype=np.int32)
        """int32, row by segment id, -1 for none. A binary search among a million ids takes ten times as long."""
        self._first_of: NDArray[np.int32] = np.empty(0, dtype=np.int32)
        """int32, row of the first segment by sound id, -1 for none; the others follow it."""
        self._count_of: NDArray[np.int32] = np.empty(0, dtype=np.int32)
        self._look_again()

    def catch_up(self, connection: apsw.Connection, sequence: int) -> None:
        """Reads the changes since the last call, up to `sequence`."""
        if sequence == self._sequence:
            return
        switched: Any = connection.execute("SELECT value FROM meta WHERE key = 'switched'").fetchall()
        if switched[0][0] > self._sequence >= 0:  # another pack is current, which may divide sounds differently
            self._keep(np.zeros(len(self._ids), dtype=np.bool_))
            self._sequence = -1
        gone: list[Any] = connection.execute(
            "SELECT first_segment, segments FROM tombstone WHERE sequence > ? AND segments > 0", (self._sequence,)
        ).fetchall()
        if gone and len(self._ids):
            self._keep(~np.isin(self._ids, spread(gone)))
        self._add(columns.segments(connection, self._sequence))
        self._sequence = sequence
        self._look_again()

    def _look_again(self) -> None:
        """Rebuilds the lookup tables of segments and sounds."""
        if max(self._ids.max(initial=0), self._sounds.max(initial=0)) > _SPARE_IDS + _SPARE_PART * len(self._ids):
            raise ValueError("ids are far greater than there are segments")
        self._row_of = np.full(int(self._ids.max(initial=-1)) + 1, -1, dtype=np.int32)
        self._row_of[self._ids] = np.arange(len(self._ids), dtype=np.int32)
        starts = np.flatnonzero(np.append(True, self._sounds[1:] != self._sounds[:-1])[: len(self._sounds)])
        owners = self._sounds[starts]
        self._first_of = np.full(int(owners.max(initial=-1)) + 1, -1, dtype=np.int32)
        self._count_of = np.zeros(len(self._first_of), dtype=np.int32)
        self._first_of[owners] = starts
        if not np.array_equal(self._first_of[owners], starts):  # of a sound in two runs only the later is noted
            raise ValueError("the segments of a sound do not lie behind each other")
        self._count_of[owners] = np.diff(np.append(starts, len(self._sounds)))

    def _keep(self, kept: NDArray[np.bool_]) -> None:
        self._ids, self._sounds, self._bounds = self._ids[kept], self._sounds[kept], self._bounds[kept]

    def _add(self, new: columns.SegmentColumns) -> None:
        if not len(new.sounds):
            return
        if (new.ranges < 0).any() or new.ranges[:, 1].sum() != len(new.bounds):
            raise ValueError(f"{new.ranges[:, 1].sum()} segments have {len(new.bounds)} bounds")
        ids = spread(new.ranges)
        sounds = np.repeat(new.sounds, new.ranges[:, 1])
        bounds = new.bounds
        known = np.isin(self._ids, ids)  # a row with a new stamp or tags is read again
        if known.any():
            self._keep(~known)
        ids = np.concatenate([self._ids, ids])
        order = np.argsort(ids, kind="stable")
        self._ids = ids[order]
        self._sounds = np.concatenate([self._sounds, sounds])[order]
        self._bounds = np.concatenate([self._bounds, bounds])[order]

    def rows(self, segment_ids: Ids) -> SegmentRows:
        at = _looked_up(self._row_of, segment_ids)
        if not len(self._ids):
            nothing = np.zeros(len(segment_ids))
            return SegmentRows(nothing.astype(np.int64), nothing, nothing.copy())
        sounds = np.where(at >= 0, self._sounds[at], 0)
        return SegmentRows(sounds, self._bounds[at, 0], self._bounds[at, 1])

    def owners(self, segment_ids: Ids) -> Ids:
        at = _looked_up(self._row_of, segment_ids)
        return np.where(at >= 0, self._sounds[at], 0) if len(self._ids) else np.zeros(len(at), dtype=np.int64)

    def ids_of(self, sound_ids: Ids) -> Ids:
        """All segment ids of these sounds, ascending."""
        first = _looked_up(self._first_of, sound_ids)
        known = sound_ids[first >= 0]
        if len(known) > len(self._ids) // _FEW_PART:  # one pass over all segments is faster then
            wanted = np.zeros(len(self._first_of), dtype=np.bool_)
            wanted[known] = True
            return self._ids[wanted[self._sounds]]
        rows = spread(np.stack([first[first >= 0], self._count_of[known]], axis=1))
        rows.sort()
        return self._ids[rows]

    @property
    def ids(self) -> Ids:
        return self._ids

    @property
    def all(self) -> CachedSegments:
        return CachedSegments(self._sequence, self._ids, self._sounds, self._bounds)


def _looked_up(table: NDArray[np.int32], ids: Ids) -> NDArray[np.int32]:
    """int32 [N]: values of a table by id, -1 for ids beyond it."""
    if not len(table):
        return np.full(len(ids), -1, dtype=np.int32)
    inside = (ids >= 0) & (ids < len(table))
    return table[ids] if inside.all() else np.where(inside, table[np.where(inside, ids, 0)], np.int32(-1))


def spread(ranges: Sequence[tuple[int, int]] | NDArray[np.int64]) -> Ids:
    """The ids of (first, count) ranges, concatenated."""
    if not len(ranges):
        return np.empty(0, dtype=np.int64)
    first, count = np.array(ranges, dtype=np.int64).T
    ends = np.cumsum(count)
    ids: Ids = np.arange(ends[-1], dtype=np.int64) + np.repeat(first - (ends - count), count)
    return ids
