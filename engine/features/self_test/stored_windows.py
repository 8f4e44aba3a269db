"""Compares texts with every stored window of a library, reading the vector log block by block, without an index.

A sound's cosine is that of its best window. Memory holds one block, and one number per sound and text.
"""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.cancellation import Cancel, check, never
from engine.base.types import Ids, PackId, Vectors
from engine.store.catalogue import Catalogue
from engine.store.segments import Spans
from engine.store.vectors import Frame, VectorLog

AT_ONCE = 64
"""Texts per reading of the log: 26 MB for a hundred thousand sounds."""
Cosines = NDArray[np.float32]
Step = Callable[[float], None]


class StoredVectors(Struct, frozen=True, eq=False):
    """A library's windows by one pack, which can be read repeatedly."""

    sounds: Ids
    """int64 [N], ascending by first segment; all have windows."""
    first_segments: Ids
    counts: Ids
    log: VectorLog
    frames: Sequence[Frame]

    @property
    def spans(self) -> Spans:
        """For `engine.store.mean_vectors`, which does not use lengths."""
        return Spans(self.sounds, self.first_segments, self.counts, np.zeros(len(self.sounds)))

    def rows_of(self, sounds: Ids) -> Ids:
        """Returns int64 [M]: the places of those `sounds` that are here, in their order."""
        order = np.argsort(self.sounds, kind="stable")
        at = np.minimum(np.searchsorted(self.sounds[order], sounds), max(0, len(self.sounds) - 1))
        rows = order[at] if len(order) else at
        return rows[self.sounds[rows] == sounds] if len(order) else np.empty(0, np.int64)


class WindowCosines(Struct, frozen=True):
    """A sound's windows, and their cosines with a text."""

    segments: Ids
    cosines: NDArray[np.float32]
    """float32 [N], -1 to 1."""


def stored_vectors(catalogue: Catalogue, pack: PackId, *, is_searched: bool = True) -> StoredVectors | None:
    """Returns the windows of every sound that a pack knows; None if it knows none.

    Args:
        catalogue: read only.
        is_searched: whether it is the library's pack.

    Raises:
        LibraryError: the vectors cannot be read.
    """
    log = VectorLog.existing(catalogue.folder / "vectors", pack, "segments")
    spans = np.array(catalogue.packs.segment_spans(None if is_searched else pack), np.int64).reshape(-1, 3)
    spans = spans[spans[:, 2] > 0]
    if log is None or not len(spans):
        return None
    sounds, firsts, counts = spans[np.argsort(spans[:, 1], kind="stable")].T
    return StoredVectors(sounds.copy(), firsts.copy(), counts.copy(), log, catalogue.frames.of(pack, "segments"))


def best_cosines(
    stored: StoredVectors, texts: Vectors, *, cancel: Cancel = never, step: Step = lambda share: None
) -> Cosines:
    """Returns float32 [N, Q]: the cosine of each text with each sound's best window; NaN if none was read.

    Args:
        stored: N sounds.
        texts: float32 [Q, D], unit.

    Raises:
        StopRequested: it was cancelled.
        VectorsDamaged: a block is damaged.
    """
    best = np.full((len(stored.sounds), len(texts)), np.nan, np.float32)
    rounds = range(0, len(texts), AT_ONCE)
    for number, start in enumerate(rounds):
        asked = np.ascontiguousarray(texts[start : start + AT_ONCE].T)
        for read, (ids, vectors) in enumerate(stored.log.read_all(stored.frames), start=1):
            check(cancel)
            rows, kept = _owners(stored, ids)
            if len(rows):
                cosines = vectors[kept].astype(np.float32) @ asked
                firsts = np.flatnonzero(np.concatenate([[True], rows[1:] != rows[:-1]]))
                best[rows[firsts], start : start + AT_ONCE] = np.maximum.reduceat(cosines, firsts, axis=0)
            step((number + read / len(stored.frames)) / len(rounds))
    return best


def windows_of(
    stored: StoredVectors, sounds: Ids, texts: Vectors, *, cancel: Cancel = never
) -> tuple[WindowCosines, ...]:
    """Returns each sound's windows with their cosines to its own text.

    Args:
        sounds: int64 [M], some of them; may repeat.
        texts: float32 [M, D], unit.

    Raises:
        StopRequested: it was cancelled.
        VectorsDamaged: a block is damaged.
    """
    found: list[list[WindowCosines]] = [[] for _ in sounds]
    rows = stored.rows_of(np.unique(sounds))
    wanted = dict(zip(stored.sounds[rows].tolist(), rows.tolist(), strict=True))
    asking: dict[int, list[int]] = {}
    for place, sound in enumerate(sounds.tolist()):
        if sound in wanted:
            asking.setdefault(wanted[sound], []).append(place)
    for ids, vectors in stored.log.read_all(stored.frames):
        check(cancel)
        owners, kept = _owners(stored, ids)
        segments = ids[kept]
        for row in np.intersect1d(owners, np.fromiter(asking, np.int64, len(asking))).tolist():
            own = owners == row
            cosines = vectors[kept][own].astype(np.float32) @ texts[asking[row]].T
            for place, column in zip(asking[row], cosines.T, strict=True):
                found[place].append(WindowCosines(segments[own], column))
    nothing = WindowCosines(np.empty(0, np.int64), np.empty(0, np.float32))
    return tuple(
        WindowCosines(np.concatenate([one.segments for one in parts]), np.concatenate([one.cosines for one in parts]))
        if parts
        else nothing
        for parts in found
    )


def _owners(stored: StoredVectors, ids: Ids) -> tuple[Ids, NDArray[np.int64]]:
    """Ascending rows of the sounds in a block, and the places of their segments."""
    row = np.searchsorted(stored.first_segments, ids, side="right") - 1
    is_kept = row >= 0
    is_kept &= ids < stored.first_segments[np.maximum(row, 0)] + stored.counts[np.maximum(row, 0)]
    places = np.flatnonzero(is_kept)
    order = np.argsort(row[places], kind="stable")
    return row[places][order], places[order]
