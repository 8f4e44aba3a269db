"""Keeps the order of all sounds by each column from the files, in a file of a large library.

Reading and sorting a million values takes seconds, so the last step of a job stores the order. A click on a column
reads it and places only what changed since. It is a cache: if it is missing or damaged, the values are sorted again.
Restoring a backup deletes it with `index/`; so does repairing, because repairs do not raise sequence numbers.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import Ids
from engine.store.column_cache import read_kept, write_kept
from engine.store.errors import storage_error

_MOST_INT32 = np.iinfo(np.int32).max


class CachedOrder(Struct, frozen=True, eq=False):
    """All sounds with a value in one column, sorted by it, at a sequence number of the catalogue."""

    sequence: int
    sounds: Ids
    """int64 [N]."""
    groups: NDArray[np.int64]
    """int64 [N]: rank of each sound's value among the distinct values, from 0, ascending; equal values share a rank."""


def orders_file(library: Path) -> Path:
    """The file of orders; they depend on the files, not on the pack."""
    return library / "index" / "orders.npz"


def keep_orders(library: Path, sequence: int, orders: Mapping[str, tuple[Ids, NDArray[np.int64]]]) -> None:
    """Writes the file atomically.

    Args:
        sequence: the catalogue's, when the values were read.
        orders: sounds and groups of a `CachedOrder`, by column.

    Raises:
        StorageFull: the disk is full.
        LibraryError: it cannot be written.
    """
    arrays: dict[str, NDArray[Any]] = {"sequence": np.array(sequence, np.int64)}
    for column, (sounds, groups) in orders.items():
        arrays[column] = sounds.astype(np.int32 if sounds.max(initial=0) <= _MOST_INT32 else np.int64)
        arrays[f"{column} begins"] = np.packbits(np.diff(groups, prepend=-1) > 0)
    write_kept(orders_file(library), arrays)


def kept_order(library: Path, column: str) -> CachedOrder | None:
    """Reads the order of one column; None unless it is kept intact."""
    begins = f"{column} begins"
    found = read_kept(orders_file(library), ("sequence", column, begins))
    if found is None:
        return None
    sounds, bits = found[column], found[begins]
    is_whole = sounds.ndim == bits.ndim == 1 and sounds.dtype in (np.int32, np.int64) and bits.dtype == np.uint8
    if not is_whole or len(bits) != (len(sounds) + 7) // 8 or (len(sounds) and sounds.min() < 0):
        return None
    groups = np.cumsum(np.unpackbits(bits, count=len(sounds)), dtype=np.int64) - 1
    return CachedOrder(int(found["sequence"]), sounds.astype(np.int64), groups)


def kept_sequence(library: Path) -> int | None:
    """The sequence number of the kept orders; None if there are none."""
    found = read_kept(orders_file(library), ("sequence",))
    return None if found is None else int(found["sequence"])


def drop_orders(library: Path) -> None:
    """Deletes the orders, before changes that do not raise sequence numbers.

    Raises:
        LibraryError: the file cannot be removed.
    """
    try:
        orders_file(library).unlink(missing_ok=True)
    except OSError as err:
        raise storage_error(err, orders_file(library)) from err
