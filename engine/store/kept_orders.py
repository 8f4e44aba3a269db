"""The order of all sounds by each column that files fill, kept in a file of a large library.

Reading a million values and putting them in order takes seconds. So the last step of a job keeps what it comes to, and
a click on a column reads that, and places only what changed since. It is a cache: one that is missing or damaged is
passed over, and the values are put in order anew. A restored backup has none (`index/` goes), and neither has a library
whose rows were mended, for mending gives rows no new sequence number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.store.faults import storage_error
from engine.store.kept_columns import read_kept, write_kept
from engine.types import Ids

_MOST_INT32 = np.iinfo(np.int32).max


@dataclass(frozen=True, slots=True, eq=False)
class KeptOrder:
    """All sounds that have a value in one column, in the order of the values, at a sequence number of the catalogue."""

    sequence: int
    sounds: Ids
    """int64 [N]."""
    groups: NDArray[np.int64]
    """int64 [N]: the place of each one's value among all that differ, from 0, ascending; equals share one."""


def orders_file(library: Path) -> Path:
    """Where orders are kept: they are of the files, whatever pack is searched."""
    return library / "index" / "orders.npz"


def keep_orders(library: Path, sequence: int, orders: Mapping[str, tuple[Ids, NDArray[np.int64]]]) -> None:
    """Writes the file, whole or not at all.

    Args:
        library: its folder.
        sequence: of the catalogue, when the values were read.
        orders: of each column the sounds and groups of a `KeptOrder`.

    Raises:
        StorageFull: the disk is full.
        LibraryError: it cannot be written.
    """
    arrays: dict[str, NDArray[Any]] = {"sequence": np.array(sequence, np.int64)}
    for column, (sounds, groups) in orders.items():
        arrays[column] = sounds.astype(np.int32 if sounds.max(initial=0) <= _MOST_INT32 else np.int64)
        arrays[f"{column} begins"] = np.packbits(np.diff(groups, prepend=-1) > 0)
    write_kept(orders_file(library), arrays)


def kept_order(library: Path, column: str) -> KeptOrder | None:
    """Reads the order of one column; None where none is kept whole."""
    begins = f"{column} begins"
    found = read_kept(orders_file(library), ("sequence", column, begins))
    if found is None:
        return None
    sounds, bits = found[column], found[begins]
    is_whole = sounds.ndim == bits.ndim == 1 and sounds.dtype in (np.int32, np.int64) and bits.dtype == np.uint8
    if not is_whole or len(bits) != (len(sounds) + 7) // 8 or (len(sounds) and sounds.min() < 0):
        return None
    groups = np.cumsum(np.unpackbits(bits, count=len(sounds)), dtype=np.int64) - 1
    return KeptOrder(int(found["sequence"]), sounds.astype(np.int64), groups)


def kept_sequence(library: Path) -> int | None:
    """The sequence number at which orders were kept; None where there are none."""
    found = read_kept(orders_file(library), ("sequence",))
    return None if found is None else int(found["sequence"])


def drop_orders(library: Path) -> None:
    """Forgets them, before rows are changed that keep their sequence number.

    Raises:
        LibraryError: the file cannot be removed.
    """
    try:
        orders_file(library).unlink(missing_ok=True)
    except OSError as err:
        raise storage_error(err, orders_file(library)) from err
