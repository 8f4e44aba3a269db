"""Loads the vectors that the catalogue names from the log into an exact index."""

from collections.abc import Iterable

import numpy as np

from engine.base.errors import LibraryError
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.types import Ids, PackId
from engine.index.exact import ExactIndex
from engine.store.catalogue import Catalogue
from engine.store.frames import Changes
from engine.store.vectors import Frame, HalfVectors, VectorKind, VectorLog

_TOGETHER = 32_768
"""Vectors joined from small blocks before adding; few enough to reuse their memory."""


def take_in(
    index: ExactIndex, log: VectorLog, kind: VectorKind, changes: Changes, lost: list[Frame] | None = None
) -> Ids:
    """Applies changes to an index; returns the added ids, int64 [N].

    Args:
        index: the target.
        log: source of the vectors.
        kind: of the vectors.
        changes: frames to add and ids to remove.
        lost: collects missing or damaged blocks, which are then skipped; None raises instead.

    Raises:
        LibraryError: a block of vectors is damaged, and `lost` is None.
    """
    added: list[Ids] = []
    frames = [frame for frame in changes.frames if frame.kind == kind]
    index.expect(sum(frame.count for frame in frames))
    for ids, vectors in _gathered(log.read_all(frames, lost)):
        index.add(ids, vectors)
        added.append(ids)
    index.remove(changes.removed_segments if kind == "segments" else changes.removed_sounds)
    return np.concatenate(added) if added else np.empty(0, dtype=np.int64)


def _gathered(blocks: Iterable[tuple[Ids, HalfVectors]]) -> Iterable[tuple[Ids, HalfVectors]]:
    """Joins blocks up to _TOGETHER vectors; of a repeated id the later vector counts."""
    held: list[tuple[Ids, HalfVectors]] = []
    count = 0
    for block in blocks:
        held.append(block)
        count += len(block[0])
        if count >= _TOGETHER:
            yield _joined(held)
            held, count = [], 0
    if held:
        yield _joined(held)


def _joined(blocks: list[tuple[Ids, HalfVectors]]) -> tuple[Ids, HalfVectors]:
    ids = np.concatenate([block[0] for block in blocks])
    vectors = np.concatenate([block[1] for block in blocks])
    unique, last = np.unique(ids[::-1], return_index=True)
    if len(unique) == len(ids):
        return ids, vectors
    rows = np.sort(len(ids) - 1 - last)
    return ids[rows], vectors[rows]


def load_vectors(catalogue: Catalogue, pack_id: PackId, kind: VectorKind) -> tuple[ExactIndex | None, int]:
    """Every live vector of one kind and pack, and the sequence number they stand for; None without vectors.

    Raises:
        LibraryError: the log is damaged.
    """
    changes = catalogue.frames.changes_since(0, pack_id)
    frames = [frame for frame in changes.frames if frame.kind == kind]
    if not frames:
        return None, changes.sequence
    log = VectorLog.existing(catalogue.folder / "vectors", pack_id, kind)
    if log is None:
        raise LibraryError(told(LibraryFault.VECTORS_MISSING, catalogue.folder), advice=LibraryAdvice.INDEX_FOR_ALL)
    index = ExactIndex(log.dim)
    take_in(index, log, kind, changes)
    return index, changes.sequence
