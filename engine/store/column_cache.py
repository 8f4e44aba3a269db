"""Keeps the columns that the first search reads for every sound in a file next to the index's base of a large library.

Reading a million catalogue rows takes seconds; this file and the changes since take a tenth of one. It is a cache,
written with the base and deleted with it (restoring a backup deletes `index/`). If it is missing or damaged, the
catalogue is read instead. Repairing a library deletes it too, because repairs do not raise sequence numbers.
"""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.identifiers import identifier
from engine.base.npz import read_arrays
from engine.base.private_files import make_part
from engine.base.types import Ids, PackId
from engine.store.errors import storage_error


class CachedSounds(Struct, frozen=True, eq=False):
    """All sounds that did not fail, at a sequence number of the catalogue."""

    sequence: int
    sounds: Ids
    """int64 [S], ascending."""


class CachedNameClasses(Struct, frozen=True, eq=False):
    """Which sounds have uninformative names, at a sequence number of the catalogue."""

    sequence: int
    sounds: Ids
    """int64 [S], ascending."""
    names: NDArray[np.int8]
    """int8 [S]: classes of `engine.store.uninformative_names`, 0 for a sound without a name."""


class CachedSegments(Struct, frozen=True, eq=False):
    """All segments of the current pack, at a sequence number of the catalogue."""

    sequence: int
    segments: Ids
    """int64 [N], ascending."""
    owners: Ids
    """int64 [N]: the sound of each segment."""
    bounds: NDArray[np.float64]
    """float64 [N, 2]: start and end of each segment, in seconds."""


def columns_file(library: Path, pack_id: PackId) -> Path:
    """The file for the columns of one pack."""
    return library / "index" / identifier(pack_id) / "columns.npz"


def drop_columns(library: Path) -> None:
    """Deletes the columns of every pack, before changes that do not raise sequence numbers.

    Raises:
        LibraryError: a file cannot be removed.
    """
    for path in (library / "index").glob("*/columns.npz"):
        try:
            path.unlink(missing_ok=True)
        except OSError as err:
            raise storage_error(err, path) from err


def keep_columns(path: Path, names: CachedNameClasses, segments: CachedSegments) -> None:
    """Writes the file atomically; both arguments have the same sequence number.

    Raises:
        StorageFull: the disk is full.
        LibraryError: it cannot be written.
    """
    arrays = {
        "sequence": np.array(names.sequence),
        "sounds": names.sounds,
        "names": names.names,
        "segments": segments.segments,
        "owners": segments.owners,
        "bounds": segments.bounds,
    }
    write_kept(path, arrays)


def write_kept(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Writes arrays atomically to a file for `read_kept`; one of them is `sequence`.

    Raises:
        StorageFull: the disk is full.
        LibraryError: it cannot be written.
    """
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        make_part(path.parent, 2)
        with temporary.open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as err:
        with suppress(OSError):  # a leftover only takes space
            temporary.unlink(missing_ok=True)
        raise storage_error(err, path) from err


def kept_sounds(path: Path) -> CachedSounds | None:
    """Reads the sounds; None unless the file is intact."""
    found = read_kept(path, ("sequence", "sounds"))
    if found is None or not _are_ids(found["sounds"]):
        return None
    return CachedSounds(int(found["sequence"]), found["sounds"])


def kept_names(path: Path) -> CachedNameClasses | None:
    """Reads which names are uninformative; None unless the file is intact."""
    found = read_kept(path, ("sequence", "sounds", "names"))
    if found is None or not _are_ids(found["sounds"]):
        return None
    sounds, names = found["sounds"], found["names"]
    is_whole = names.shape == sounds.shape and names.dtype == np.int8 and (not len(sounds) or sounds[0] >= 0)
    return CachedNameClasses(int(found["sequence"]), sounds, names) if is_whole else None


def kept_segments(path: Path) -> CachedSegments | None:
    """Reads the segments; None unless the file is intact."""
    found = read_kept(path, ("sequence", "segments", "owners", "bounds"))
    if found is None or not (_are_ids(found["segments"]) and _are_ids(found["owners"])):
        return None
    segments, owners, bounds = found["segments"], found["owners"], found["bounds"]
    if len(owners) != len(segments) or bounds.shape != (len(segments), 2) or bounds.dtype != np.float64:
        return None
    return CachedSegments(int(found["sequence"]), segments, owners, bounds)


def read_kept(path: Path, names: Sequence[str]) -> dict[str, NDArray[Any]] | None:
    """Reads `sequence` and other arrays by name; None unless the file has all of them intact."""
    try:
        with path.open("rb") as file:
            found = read_arrays(file, names)
    except (OSError, ValueError):
        return None
    is_number = found["sequence"].shape == () and found["sequence"].dtype == np.int64
    return found if is_number else None


def _are_ids(array: NDArray[Any]) -> bool:
    return array.ndim == 1 and array.dtype == np.int64
