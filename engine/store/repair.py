"""Finds lost vectors and removes them from the catalogue, so that their sounds are read again.

Rows, tags and all intact vectors stay. Only the holder of the writer's lock may repair.
"""

import logging
from collections.abc import Iterable, Sequence

import numpy as np

from engine.base.types import Ids, PackId
from engine.store.catalogue import Catalogue
from engine.store.segments import spread
from engine.store.vectors import Frame, VectorKind, VectorLog

_log = logging.getLogger(__name__)

_KINDS: tuple[VectorKind, ...] = ("segments", "names")


def damaged_frames(catalogue: Catalogue, pack: PackId, dims: tuple[int, int]) -> list[Frame]:
    """Blocks of a pack in the catalogue that are missing or damaged on disk. Reads all of them.

    Args:
        dims: D of the segment vectors and E of the name vectors.

    Raises:
        LibraryNewer: a later version of Earshot made a file.
        LibraryError: a file exists but cannot be read.
    """
    return [
        frame for kind, log in _logs(catalogue, pack, dims) for frame in log.verify(catalogue.frames.of(pack, kind))
    ]


def repair(catalogue: Catalogue, pack: PackId, dims: tuple[int, int]) -> int:
    """Removes damaged blocks and returns the number of sounds that lost vectors and are now stale.

    Raises:
        LibraryNewer, LibraryError: as for `damaged_frames`.
    """
    damaged = damaged_frames(catalogue, pack, dims)
    if not damaged:
        return 0
    lost = without_vectors(catalogue, pack, dims, damaged)
    _log.warning(
        "%d blocks of vectors of pack %s are damaged and removed; %d sounds lost theirs", len(damaged), pack, len(lost)
    )
    catalogue.frames.forget(pack, damaged, lost)
    return len(lost)


def without_vectors(catalogue: Catalogue, pack: PackId, dims: tuple[int, int], damaged: Sequence[Frame]) -> Ids:
    """Sounds of a pack whose segment or name vectors are in no intact block. Reads all blocks.

    Args:
        dims: as for `damaged_frames`.
        damaged: the result of `damaged_frames`.
    """
    whole = {
        kind: _ids_in(log, (frame for frame in catalogue.frames.of(pack, kind) if frame not in damaged))
        for kind, log in _logs(catalogue, pack, dims)
    }
    spans = catalogue.packs.segment_spans(pack)
    sounds = np.array([sound for sound, _, _ in spans], dtype=np.int64)
    segments = spread([(first, count) for _, first, count in spans])
    owners = np.repeat(sounds, [count for _, _, count in spans])
    return np.union1d(owners[~np.isin(segments, whole["segments"])], sounds[~np.isin(sounds, whole["names"])])


def _logs(catalogue: Catalogue, pack: PackId, dims: tuple[int, int]) -> Iterable[tuple[VectorKind, VectorLog]]:
    for kind, dim in zip(_KINDS, dims, strict=True):
        yield kind, VectorLog(catalogue.folder / "vectors", pack, kind, dim)


def _ids_in(log: VectorLog, frames: Iterable[Frame]) -> Ids:
    found = [ids for ids, _ in log.read_all(frames)]
    return np.concatenate(found) if found else np.empty(0, dtype=np.int64)
