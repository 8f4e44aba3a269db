"""One vector per sound, the mean of its segments, read from the vector log block by block.

A million of them are a gigabyte, so large numbers go to a temporary file; memory holds one block at a time.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np

from engine.base.types import Ids, Vectors
from engine.store.connection import storage_error
from engine.store.segments import Spans
from engine.store.vectors import Frame, HalfVectors, VectorLog

_IN_MEMORY_BYTES = 256 << 20


class MeanVectors:
    """The mean vector of every sound that has one; `close` deletes its temporary file."""

    def __init__(self, vectors: HalfVectors, rows: Ids, file: IO[bytes] | None) -> None:
        """Use `mean_vectors`."""
        self.rows = rows
        """int64 [M]: places in the Spans it was made for; some sounds have no vector."""
        self._vectors = vectors
        self._file = file

    def of(self, places: Ids) -> Vectors:
        """Returns float32 [N, D], unit: the vectors at places in `rows`."""
        return self._vectors[places].astype(np.float32)

    def close(self) -> None:
        self._vectors = np.empty((0, 0), dtype=np.float16)
        if self._file is not None:
            self._file.close()
            self._file = None


def mean_vectors(
    spans: Spans, log: VectorLog, frames: list[Frame], scratch: Path, step: Callable[[float], None]
) -> MeanVectors:
    """Reads the log once.

    Args:
        log: their segments' vectors; all segments of a sound are in one block.
        scratch: folder for a temporary file, used for many vectors.
        step: receives the share done, 0 to 1, after each block; may raise to end the reading.

    Raises:
        StorageFull: no room for the temporary file.
        VectorsDamaged: a block is damaged.
    """
    is_large = len(spans.sounds) * log.dim * 2 > _IN_MEMORY_BYTES
    file: IO[bytes] | None = None
    try:
        file = tempfile.TemporaryFile(dir=scratch) if is_large else None  # noqa: SIM115 - MeanVectors closes it
        kept: list[HalfVectors] = []
        rows: list[Ids] = [np.empty(0, dtype=np.int64)]
        for number, (ids, vectors) in enumerate(log.read_all(frames), start=1):
            places, means = _means_in(spans, ids, vectors)
            rows.append(places)
            if file is None:
                kept.append(means)
            else:
                file.write(means.tobytes())
            step(number / len(frames))
        every = np.concatenate(rows)
        if file is None:
            return MeanVectors(np.concatenate([np.empty((0, log.dim), np.float16), *kept]), every, None)
        file.flush()
        mapped = np.memmap(file, dtype=np.float16, mode="r", shape=(len(every), log.dim))
        return MeanVectors(mapped, every, file)
    except OSError as err:
        if file is not None:
            file.close()
        raise storage_error(err, scratch) from err
    except BaseException:
        if file is not None:
            file.close()
        raise


def _means_in(spans: Spans, ids: Ids, vectors: HalfVectors) -> tuple[Ids, HalfVectors]:
    """The sounds whose segments a block holds, and float16 [n, D], their means."""
    place = np.searchsorted(spans.first_segments, ids, side="right") - 1
    is_wanted = place >= 0
    is_wanted &= ids < spans.first_segments[np.maximum(place, 0)] + spans.counts[np.maximum(place, 0)]
    place, wanted = place[is_wanted], vectors[is_wanted].astype(np.float32)
    if not len(place):
        return place, np.empty((0, vectors.shape[1]), dtype=np.float16)
    order = np.argsort(place, kind="stable")
    place, wanted = place[order], wanted[order]
    firsts = np.flatnonzero(np.concatenate([[True], place[1:] != place[:-1]]))
    sums = np.add.reduceat(wanted, firsts, axis=0)
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    # Segments that cancel out have no mean direction: use the first.
    means = np.where(norms > 1e-3, sums / np.maximum(norms, 1e-3), wanted[firsts])
    return place[firsts], means.astype(np.float16)
