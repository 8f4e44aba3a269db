"""Places the sounds that changed among those whose order is kept, without reading the values of the others.

Each changed value is looked for by halves among the kept ones: of a million, twenty are read for one, and those that
many look at are read once.
"""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.store.kept_orders import KeptOrder
from engine.types import Ids

Places = NDArray[np.int32]
"""int32 [highest id + 1]: the place of a sound's value among all that differ, from 0; -1 where it has none."""
Value = TypeVar("Value", bytes, float)
"""What sounds are sorted by: the bytes that stand for a text, or a number."""
ReadValues = Callable[[Ids], Mapping[int, Value]]
"""Gives the values of some sounds, by id; a sound without one is left out."""


def placed(kept: KeptOrder, changed: Ids, read: ReadValues[Value]) -> Places | None:
    """What sounds are sorted by now: in the kept order, and values that are new between them.

    Args:
        kept: an order of all sounds at some time.
        changed: every sound that came, changed or went since.
        read: gives values as they are now.

    Returns:
        None where what is kept does not fit the catalogue: a sound that did not change has no value.
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
    found = _Halving(sounds[is_first], read).find(wanted)
    if found is None:
        return None
    rows, is_equal = found
    # What is new moves all that follows up by one.
    moved_by = np.zeros(int(is_first.sum()) + 1, np.int64)
    np.add.at(moved_by, rows[~is_equal], 1)
    numbers = np.arange(len(moved_by)) + np.cumsum(moved_by)
    places[sounds] = numbers[np.cumsum(is_first) - 1]
    # Of those that are new between the same two, the first is as far ahead of the next kept one as there are of them.
    left = np.cumsum(~is_equal[::-1])[::-1]
    after = np.append(left, 0)[np.searchsorted(rows, rows, side="right")]
    own = numbers[rows] - np.where(is_equal, 0, left - after)
    place_of = dict(zip(wanted, own.tolist(), strict=True))
    places[list(values)] = [place_of[value] for value in values.values()]
    return places


class _Halving(Generic[Value]):
    """Looks values up in a list of sounds that is in the order of theirs, all of which differ."""

    def __init__(self, sounds: Ids, read: ReadValues[Value]) -> None:
        self._sounds = sounds
        self._read: ReadValues[Value] = read
        self._known: dict[int, Value] = {}

    def find(self, wanted: list[Value]) -> tuple[NDArray[np.int64], NDArray[np.bool_]] | None:
        """int64 [N] and bool [N]: the first row not before each value, and whether its own is the same."""
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
        """Reads the values of rows that were not read yet; False where one of them has none."""
        new = [row for row in np.unique(rows).tolist() if row not in self._known]
        sounds = self._sounds[new]
        values = self._read(sounds) if new else {}
        self._known.update(
            (row, values[sound]) for row, sound in zip(new, sounds.tolist(), strict=True) if sound in values
        )
        return len(values) == len(new)
