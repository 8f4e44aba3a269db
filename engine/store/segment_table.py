"""Which sound and which stretch of it a segment is, held in arrays so that ten thousand ids cost microseconds.

The catalogue keeps the bounds of a sound's segments in one BLOB beside its first segment id; this table is that, of the
pack that is searched, spread out in memory and kept up by the catalogue's sequence number: 32 bytes a segment. When
another pack comes to be searched it is read anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from engine.store import bulk
from engine.types import Ids


@dataclass(frozen=True, slots=True)
class SegmentRows:
    """Segments as arrays of equal length, in the order they were asked for."""

    sound_id: Ids
    """int64 [N]; 0 where the segment is not, or no longer, in the catalogue."""
    start_s: NDArray[np.float64]
    end_s: NDArray[np.float64]


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
