"""The stored map in the library's folder: a cache, made again if it is damaged, old or of another pack."""

import os
from pathlib import Path

import numpy as np
from msgspec import Struct

from engine.base.errors import LibraryError, StorageFull
from engine.base.identifiers import identifier
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.npz import read_arrays
from engine.base.private_files import make_part
from engine.base.types import Ids, PackId
from engine.features.map.layout import Places

_VERSION = 1
_NO_SPACE = (28, 122)  # ENOSPC, EDQUOT


class SoundMap(Struct, frozen=True, eq=False):
    """Places of sounds."""

    ids: Ids
    """int64 [N], ascending."""
    places: Places
    """float32 [N, 2]."""
    sample: Ids
    """int64 [S], ascending: the sounds that were laid out; the others are placed near them."""

    def places_of(self, ids: Ids) -> Places:
        """Returns float32 [K, 2], in the order of `ids`; NaN for a sound that is not on the map."""
        places = np.full((len(ids), 2), np.nan, np.float32)
        if len(self.ids) and len(ids):
            at = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
            known = self.ids[at] == ids
            places[known] = self.places[at[known]]
        return places


def map_file(library: Path, pack_id: PackId) -> Path:
    """Returns the path of one pack's map."""
    return library / "map" / f"{identifier(pack_id)[:16]}.npz"


def names_file(library: Path, pack_id: PackId) -> Path:
    """Returns the path of its region names."""
    return map_file(library, pack_id).with_suffix(".json")


def pack_files(library: Path, pack_id: PackId) -> tuple[Path, ...]:
    """Returns the paths of one pack's map and of its region names."""
    return map_file(library, pack_id), names_file(library, pack_id)


def read_map(library: Path, pack_id: PackId) -> SoundMap | None:
    """Reads the map; None if there is no usable one."""
    try:
        # Opened here: numpy leaves a file open that is no archive.
        with map_file(library, pack_id).open("rb") as file:
            kept = read_arrays(file, ("version", "ids", "places", "sample"))
    except (OSError, ValueError):
        return None
    version, ids, places, sample = kept.values()
    kinds = [array.dtype.kind for array in kept.values()]
    is_ours = kinds == ["i", "i", "f", "i"] and version.shape == () and int(version) == _VERSION
    is_whole = is_ours and ids.ndim == sample.ndim == 1 and places.shape == (len(ids), 2)
    return SoundMap(ids, places, sample) if is_whole and np.isfinite(places).all() else None


def write_map(library: Path, pack_id: PackId, made: SoundMap) -> None:
    """Saves a map through a temporary file.

    Raises:
        StorageFull: there is no room.
        LibraryError: it cannot be written.
    """
    path = map_file(library, pack_id)
    partial = path.with_suffix(".part")
    try:
        make_part(path.parent)
        with partial.open("wb") as file:
            np.savez(file, version=np.int64(_VERSION), ids=made.ids, places=made.places, sample=made.sample)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as err:
        partial.unlink(missing_ok=True)
        if err.errno in _NO_SPACE:
            raise StorageFull(told(LibraryFault.NO_SPACE_TO_WRITE, path), advice=LibraryAdvice.FREE_SPACE) from err
        raise LibraryError(
            told(LibraryFault.CANNOT_WRITE, path, str(err)), advice=LibraryAdvice.WRITABLE_LIBRARY
        ) from err
