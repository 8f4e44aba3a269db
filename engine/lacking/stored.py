"""Texts against every stored window of a library, read from the vector log block by block; no index is opened.

A sound answers a text as well as its best window does. Memory holds a block, and a number a sound for each text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.stopping import Cancel, check, never
from engine.store.catalogue import Catalogue
from engine.store.segments import Spans
from engine.store.vectors import Frame, VectorLog
from engine.types import Ids, PackId, Vectors

AT_ONCE = 64
"""Texts of one reading of the log: a hundred thousand sounds then take 26 MB."""
Cosines = NDArray[np.float32]
Step = Callable[[float], None]


@dataclass(frozen=True, slots=True, eq=False)
class StoredVectors:
    """The windows of a library by one pack, to be read as often as is needed."""

    sounds: Ids
    """int64 [N], ascending by first segment; all have windows."""
    first_segments: Ids
    counts: Ids
    log: VectorLog
    frames: Sequence[Frame]

    @property
    def spans(self) -> Spans:
        """As `engine.duplicates.means` takes them; lengths do not count there."""
        return Spans(self.sounds, self.first_segments, self.counts, np.zeros(len(self.sounds)))

    def rows_of(self, sounds: Ids) -> Ids:
        """int64 [M]: the places of those of `sounds` that are here, in their order."""
        order = np.argsort(self.sounds, kind="stable")
        at = np.minimum(np.searchsorted(self.sounds[order], sounds), max(0, len(self.sounds) - 1))
        rows = order[at] if len(order) else at
        return rows[self.sounds[rows] == sounds] if len(order) else np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class AskedWindows:
    """The windows of a sound, and how well each answers a text."""

    segments: Ids
    cosines: NDArray[np.float32]
    """float32 [N], -1 to 1."""


def stored_vectors(catalogue: Catalogue, pack: PackId, *, is_searched: bool = True) -> StoredVectors | None:
    """Gives the windows of every sound that a pack knows; None where it knows none.

    Args:
        catalogue: read only.
        pack: whose vectors.
        is_searched: whether it is the pack that is searched.

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
    """Gives float32 [N, Q]: the cosine of each text with the best window of each sound; nan where none was read.

    Args:
        stored: N sounds.
        texts: float32 [Q, D], unit.
        cancel: asked before every block.
        step: told the share that is done.

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
) -> tuple[AskedWindows, ...]:
    """Gives the windows of each sound, and how well they answer its own text.

    Args:
        stored: where the sounds are.
        sounds: int64 [M], some of them; a sound may come more than once.
        texts: float32 [M, D], unit.
        cancel: asked before every block.

    Raises:
        StopRequested: it was cancelled.
        VectorsDamaged: a block is damaged.
    """
    found: list[list[AskedWindows]] = [[] for _ in sounds]
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
                found[place].append(AskedWindows(segments[own], column))
    nothing = AskedWindows(np.empty(0, np.int64), np.empty(0, np.float32))
    return tuple(
        AskedWindows(np.concatenate([one.segments for one in parts]), np.concatenate([one.cosines for one in parts]))
        if parts
        else nothing
        for parts in found
    )


def _owners(stored: StoredVectors, ids: Ids) -> tuple[Ids, NDArray[np.int64]]:
    """The rows of the sounds that a block's segments are of, rising, and which segments those are."""
    row = np.searchsorted(stored.first_segments, ids, side="right") - 1
    is_kept = row >= 0
    is_kept &= ids < stored.first_segments[np.maximum(row, 0)] + stored.counts[np.maximum(row, 0)]
    places = np.flatnonzero(is_kept)
    order = np.argsort(row[places], kind="stable")
    return row[places][order], places[order]
