"""Which sound and which stretch of it a segment is, held in arrays so that ten thousand ids cost microseconds.

The catalogue keeps the bounds of a sound's segments in one BLOB beside its first segment id; `SegmentTable` is that, of
the pack that is searched, spread out in memory and kept up by the catalogue's sequence number: 32 bytes a segment. When
another pack comes to be searched it is read anew.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from engine.error_wording.library import LibraryFault
from engine.store import bulk
from engine.store.connection import sqlite_errors
from engine.store.database import Database
from engine.store.faults import damaged
from engine.store.packs import number_of
from engine.store.sound_rows import AT_HAND
from engine.types import Ids, SoundId
from engine.wording import told

_CHUNK = 10_000


@dataclass(frozen=True, slots=True)
class SegmentRows:
    """Segments as arrays of equal length, in the order they were asked for."""

    sound_id: Ids
    """int64 [N]; 0 where the segment is not, or no longer, in the catalogue."""
    start_s: NDArray[np.float64]
    end_s: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Spans:
    """Sounds with vectors, as arrays sorted by first segment."""

    sounds: Ids
    """int64 [N]."""
    first_segments: Ids
    counts: Ids
    durations_s: NDArray[np.float64]


class Segments:
    """The segments of the pack that is searched. One thread owns it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept = SegmentTable()

    def of(self, sound_ids: Sequence[SoundId] | Ids) -> Ids:
        """Segment ids of these sounds, ascending: int64 [N]."""
        return self._table().ids_of(np.asarray(sound_ids, dtype=np.int64))

    def rows(self, segment_ids: Ids) -> SegmentRows:
        """Sound, start and end of each segment, in that order."""
        return self._table().rows(np.asarray(segment_ids, dtype=np.int64))

    def living(self) -> Ids:
        """Every segment id that is in the catalogue, ascending."""
        return self._table().ids

    def spans(self) -> Spans:
        """Sounds at hand with vectors of the pack that is searched."""
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
        while rows := list(itertools.islice(found, _CHUNK)):  # a million tuples would be many times the arrays
            parts.append(np.array(rows, dtype=np.float64))
        table = np.concatenate(parts)
        whole = table[:, :3].astype(np.int64)
        return Spans(whole[:, 0].copy(), whole[:, 1].copy(), whole[:, 2].copy(), table[:, 3].copy())

    def _table(self) -> "SegmentTable":
        folder = self._database.folder
        with sqlite_errors(folder):
            sequence = self._database.sequence()
            try:
                self._kept.catch_up(self._database.connection, sequence)
            except (ValueError, LookupError, TypeError) as err:
                raise damaged(folder, told(LibraryFault.SEGMENTS_DAMAGED, folder, str(err))) from err
        return self._kept


class SegmentTable:
    """Rows of segments by id. Belongs to one connection and its thread."""

    def __init__(self) -> None:
        self._sequence = -1
        self._ids: Ids = np.empty(0, dtype=np.int64)
        self._sounds: Ids = np.empty(0, dtype=np.int64)
        self._bounds: NDArray[np.float64] = np.empty((0, 2))

    def catch_up(self, connection: apsw.Connection, sequence: int) -> None:
        """Reads what changed since the last call, up to `sequence`."""
        if sequence == self._sequence:
            return
        switched: Any = connection.execute("SELECT value FROM meta WHERE key = 'switched'").fetchall()
        if switched[0][0] > self._sequence >= 0:  # another pack is searched, which may cut sounds otherwise
            self._keep(np.zeros(len(self._ids), dtype=np.bool_))
            self._sequence = -1
        gone: list[Any] = connection.execute(
            "SELECT first_segment, segments FROM tombstone WHERE sequence > ? AND segments > 0", (self._sequence,)
        ).fetchall()
        if gone and len(self._ids):
            self._keep(~np.isin(self._ids, spread(gone)))
        self._add(bulk.segments(connection, self._sequence))
        self._sequence = sequence

    def _keep(self, kept: NDArray[np.bool_]) -> None:
        self._ids, self._sounds, self._bounds = self._ids[kept], self._sounds[kept], self._bounds[kept]

    def _add(self, new: bulk.SegmentColumns) -> None:
        if not len(new.sounds):
            return
        if (new.ranges < 0).any() or new.ranges[:, 1].sum() != len(new.bounds):
            raise ValueError(f"{new.ranges[:, 1].sum()} segments have {len(new.bounds)} bounds")
        ids = spread(new.ranges)
        sounds = np.repeat(new.sounds, new.ranges[:, 1])
        bounds = new.bounds
        known = np.isin(self._ids, ids)  # a row whose stamp or tags changed comes again
        if known.any():
            self._keep(~known)
        ids = np.concatenate([self._ids, ids])
        order = np.argsort(ids, kind="stable")
        self._ids = ids[order]
        self._sounds = np.concatenate([self._sounds, sounds])[order]
        self._bounds = np.concatenate([self._bounds, bounds])[order]

    def rows(self, segment_ids: Ids) -> SegmentRows:
        """The rows of `segment_ids`, in that order."""
        if not len(self._ids):
            nothing = np.zeros(len(segment_ids))
            return SegmentRows(nothing.astype(np.int64), nothing, nothing.copy())
        at = np.minimum(np.searchsorted(self._ids, segment_ids), len(self._ids) - 1)
        sounds = np.where(self._ids[at] == segment_ids, self._sounds[at], 0)
        return SegmentRows(sounds, self._bounds[at, 0], self._bounds[at, 1])

    def ids_of(self, sound_ids: Ids) -> Ids:
        """All segment ids of these sounds, ascending."""
        if not len(self._ids) or not len(sound_ids):
            return np.empty(0, dtype=np.int64)
        wanted = np.zeros(int(max(self._sounds.max(), sound_ids.max())) + 1, dtype=np.bool_)
        wanted[sound_ids] = True
        return self._ids[wanted[self._sounds]]

    @property
    def ids(self) -> Ids:
        """Every segment id that is alive, ascending."""
        return self._ids


def spread(ranges: Sequence[tuple[int, int]] | NDArray[np.int64]) -> Ids:
    """The ids of (first, count) ranges, one after the other."""
    if not len(ranges):
        return np.empty(0, dtype=np.int64)
    first, count = np.array(ranges, dtype=np.int64).T
    ends = np.cumsum(count)
    ids: Ids = np.arange(ends[-1], dtype=np.int64) + np.repeat(first - (ends - count), count)
    return ids
