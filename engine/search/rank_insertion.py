"""Inserts changed sounds into a kept order without reading the values of the others.

A binary search places each changed value: among a million it reads twenty values, and those that several searches need
only once.
"""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Ids
from engine.store.order_cache import CachedOrder

Places = NDArray[np.int32]
"""int32 [highest id + 1]: the rank of a sound's value among the distinct values, from 0; -1 without a value."""
Value = TypeVar("Value", bytes, float)
"""A sort value: the bytes that stand for a text, or a number."""
ReadValues = Callable[[Ids], Mapping[int, Value]]
"""Returns the values of sounds by id, without sounds that have none."""


def placed(kept: CachedOrder, changed: Ids, read: ReadValues[Value]) -> Places | None:
    """The current ranks: the kept order with new values inserted.

    Args:
        kept: an earlier order of all sounds.
        changed: every sound added, changed or removed since.

    Returns:
        None if the kept order does not fit the catalogue: an unchanged sound has no value.
    """
    highest = max((int(ids.max(initial=-1)) for ids in (kept.sounds, changed)), default=-1)
    places = np.full(highest + 1, -1, np.int32)
    if not len(changed):
        places[kept.sounds] = kept.groups
        return places
    is_stale = np.zeros(highest + 1, np.bool_)
    is_stale[changed] = True
    stays = ~is_stale[kept.sounds]
    sounds, groups = kept.sounds[stays], kept.groups[stays]
    values = read(changed)
    wanted: list[Value] = sorted(set(values.values()))
    is_first = np.diff(groups, prepend=-1) > 0
    found = _BinarySearch(sounds[is_first], read).find(wanted)
    if found is None:
        return None
    rows, is_equal = found
    # A new value moves everything after it up by one.
    moved_by = np.zeros(int(is_first.sum()) + 1, np.int64)
    np.add.at(moved_by, rows[~is_equal], 1)
    numbers = np.arange(len(moved_by)) + np.cumsum(moved_by)
    places[sounds] = numbers[np.cumsum(is_first) - 1]
    # Several new values before the same kept one take consecutive ranks that end just below it.
    left = np.cumsum(~is_equal[::-1])[::-1]
    after = np.append(left, 0)[np.searchsorted(rows, rows, side="right")]
    own = numbers[rows] - np.where(is_equal, 0, left - after)
    place_of = dict(zip(wanted, own.tolist(), strict=True))
    places[list(values)] = [place_of[value] for value in values.values()]
    return places


class _BinarySearch(Generic[Value]):
    """Binary search in a list of sounds sorted by their distinct values."""

    def __init__(self, sounds: Ids, read: ReadValues[Value]) -> None:
        self._sounds = sounds
        self._read: ReadValues[Value] = read
        self._known: dict[int, Value] = {}

    def find(self, wanted: list[Value]) -> tuple[NDArray[np.int64], NDArray[np.bool_]] | None:
        """int64 [N] and bool [N]: the first row not before each value, and whether its value is equal."""
        low, high = np.zeros(len(wanted), np.int64), np.full(len(wanted), len(self._sounds))
        while len(is_open := np.flatnonzero(low < high)):
            middle = (low[is_open] + high[is_open]) // 2
            if not self._look_at(middle):
                return None
            pairs = zip(is_open.tolist(), middle.tolist(), strict=True)
            is_before = np.array([self._known[row] < wanted[place] for place, row in pairs], np.bool_)
            low[is_open[is_before]] = middle[is_before] + 1
            high[is_open[~is_before]] = middle[~is_before]
        is_equal = [self._known.get(row) == value for row, value in zip(low.tolist(), wanted, strict=True)]
        return low, np.array(is_equal, np.bool_)

    def _look_at(self, rows: NDArray[np.int64]) -> bool:
        """Reads the values of rows not read yet; False if one of them has none."""
        new = [row for row in np.unique(rows).tolist() if row not in self._known]
        sounds = self._sounds[new]
        values = self._read(sounds) if new else {}
        self._known.update(
            (row, values[sound]) for row, sound in zip(new, sounds.tolist(), strict=True) if sound in values
        )
        return len(values) == len(new)
