"""Stores what the threads read: vectors reach the disk first, then one transaction names them."""

import logging
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio.peaks import to_bytes
from engine.base import logs
from engine.base.errors import RowRefused
from engine.base.types import FilePath, FileStamp, RootId, SegmentId, SoundId, SoundMetadata
from engine.ingest.batch import PendingBatch
from engine.ingest.plan import Plan
from engine.ingest.tally import Tally
from engine.ingest.worker import EmbeddedSound, MetadataChange, SoundFailure, UnchangedFile
from engine.models.pack import Pack
from engine.store.catalogue import Catalogue
from engine.store.files import Move
from engine.store.sound_rows import IndexedSound
from engine.store.vectors import VectorLog

_log = logging.getLogger(__name__)

BATCH_MOVES = 1000

BATCH_CONFIRMED = 256
"""Unchanged files recorded in one transaction."""
BATCH_LOOKS = 50_000
"""Files recorded in one transaction if only their stamps were checked."""

Name = Callable[[FilePath, RootId, SoundMetadata], tuple[str, NDArray[np.float32]]]
"""Returns the text of a sound's name vector, and the vector, float32 [E]. Any thread may call it."""


class Writer:
    """The only writer of the library. The job's main thread only."""

    def __init__(self, catalogue: Catalogue, pack: Pack, tally: Tally, name: Name) -> None:
        self.tally = tally
        self.sequence = catalogue.database.sequence()
        self._catalogue = catalogue
        folder, info = catalogue.folder / "vectors", pack.info
        self._segments = VectorLog(folder, info.pack_id, "segments", info.dim)
        self._names = VectorLog(folder, info.pack_id, "names", info.sentence_dim)
        self._pack = pack
        self._name = name
        self._waiting = PendingBatch[EmbeddedSound]()
        self._confirmed: list[UnchangedFile] = []

    @property
    def has_pending(self) -> bool:
        return bool(self._waiting.sounds or self._confirmed)

    @property
    def is_due(self) -> bool:
        return self._waiting.is_due or len(self._confirmed) >= BATCH_CONFIRMED

    def add(self, ready: EmbeddedSound) -> None:
        self._waiting.add(ready)

    def confirm(self, confirmed: UnchangedFile) -> None:
        self._confirmed.append(confirmed)

    def commit(self) -> list[SoundFailure]:
        """Stores everything that waits. Returns the sounds the catalogue cannot hold, which are recorded as failed.

        Raises:
            StorageFull: no space left; nothing of this batch is stored.
        """
        batch = self._waiting.sounds
        failed = self._store_each(batch) if batch else []
        self._waiting.clear()
        self._note_confirmed()
        return failed

    def _note_confirmed(self) -> None:
        if self._confirmed:
            self._note_first_seen([(one.task.replaces, one.task.stamp) for one in self._confirmed if one.task.replaces])
        for one in self._confirmed:
            self.tally.unchanged += 1
            self.tally.did(one.task)
        self._confirmed.clear()

    def _note_first_seen(self, seen: Sequence[tuple[SoundId, FileStamp]]) -> None:
        for start in range(0, len(seen), BATCH_LOOKS):
            self._catalogue.files.settle(seen[start : start + BATCH_LOOKS])

    def _store_each(self, batch: Sequence[EmbeddedSound]) -> list[SoundFailure]:
        """Stores a batch. If a row is refused, stores every sound alone, so that only the bad ones fail."""
        try:
            self._store(batch)
        except RowRefused as err:
            if len(batch) > 1:
                _log.warning("a row of a batch of %d is refused; stored one by one: %s", len(batch), err)
                return [failed for ready in batch for failed in self._store_each([ready])]
            failed = SoundFailure(batch[0].task, err.trouble)
            self.fail(failed)
            return [failed]
        return []

    def _store(self, batch: Sequence[EmbeddedSound]) -> None:
        started_s = time.monotonic()
        count = sum(len(ready.bounds) for ready in batch)
        new = sum(1 for ready in batch if ready.task.replaces is None)
        sound_id, segment_id = self._catalogue.sounds.reserve_ids(new, count)
        rows: list[IndexedSound] = []
        for ready in batch:
            id = ready.task.replaces
            if id is None:
                id, sound_id = sound_id, SoundId(sound_id + 1)
            rows.append(_row(ready, id, segment_id))
            segment_id = SegmentId(segment_id + len(ready.bounds))
        first = rows[0].first_segment
        segment_ids = np.arange(first, first + count, dtype=np.int64)
        sound_ids = np.array([row.id for row in rows], dtype=np.int64)
        frames = [
            self._segments.append(segment_ids, np.concatenate([ready.vectors for ready in batch])),
            self._names.append(sound_ids, np.stack([ready.name_vector for ready in batch])),
        ]
        self.sequence = self._catalogue.sounds.store(rows, frames)
        _log.debug(
            "stored %d sounds, %d segments in %.3f s as commit %d",
            len(batch),
            count,
            time.monotonic() - started_s,
            self.sequence,
        )
        self.tally.added += new
        self.tally.changed += len(batch) - new
        self.tally.embedded_segments += count
        for ready in batch:
            self.tally.did(ready.task, ready.info.duration_s)

    def retag(self, item: MetadataChange) -> list[SoundFailure]:
        """Stores new metadata of a sound with unchanged audio; embeds only its name. Returns it if it failed."""
        id = item.task.replaces
        assert id is not None
        frame = self._names.append(np.array([id], dtype=np.int64), item.name_vector[None])
        try:
            self._catalogue.files.retag(id, item.task.stamp, item.metadata, item.name, [frame])
        except RowRefused as err:
            failed = SoundFailure(item.task, err.trouble)
            self.fail(failed)
            return [failed]
        self.sequence = self._catalogue.database.sequence()
        self.tally.changed += 1
        self.tally.did(item.task)
        return []

    def fail(self, failed: SoundFailure) -> None:
        """Records a file that could not be read; one that may work next time is only counted."""
        if failed.is_lasting:
            self._catalogue.files.note_failed(failed.task.stamp, failed.trouble, root=failed.task.root)
            self.sequence = self._catalogue.database.sequence()
        self.tally.failed += 1
        self.tally.did(failed.task)

    def apply(self, plan: Plan) -> None:
        """Applies what needs no reading: drives that left or returned, moved files, and files missing or back."""
        roots = {root.id: root for root in self._catalogue.roots.all()}
        for area, _ in plan.offline:
            root = roots[area.root]
            missing = is_missing(root.path, self._catalogue.roots.mount(root.id))
            if root.path == area.path and (root.is_offline, root.is_missing) != (True, missing):
                _log.info("a root is %s: %s", "missing" if missing else "offline", logs.Name(root.path))
                self._catalogue.roots.set_offline(root.id, True, is_missing=missing)
        for area in plan.online:
            root = roots[area.root]
            if root.is_offline:
                _log.info("a root is back: %s", logs.Name(root.path))
                self._catalogue.roots.set_offline(root.id, False)
            mount = mount_of(area.path)
            if root.path == area.path and self._catalogue.roots.mount(root.id) != mount:
                self._catalogue.roots.set_mount(root.id, mount)
                _log.debug("a root lies on another mount than before")
        self._move(plan.moves)
        if plan.moves:
            self._drop_left()
        if plan.gone:
            self._catalogue.files.mark_gone(plan.gone)
        if plan.back:
            self._catalogue.files.mark_gone(plan.back, is_gone=False)
        self._note_first_seen(plan.first_seen)
        if plan.gone_failed:
            self._catalogue.sounds.remove(plan.gone_failed)
        self.tally.moved += len(plan.moves)
        self.tally.removed += len(plan.gone) + len(plan.gone_failed)
        self.sequence = self._catalogue.database.sequence()

    def _drop_left(self) -> None:
        """Removes empty roots of another system: a library that moved to this one needs them no more."""
        counts = self._catalogue.roots.counts()
        for root in self._catalogue.roots.all():
            if root.path.is_foreign and not counts.get(root.id):
                _log.info("a root of another system is empty and removed")
                self._catalogue.roots.remove(root.id)

    def _move(self, moves: Sequence[Move]) -> None:
        for start in range(0, len(moves), BATCH_MOVES):
            batch = moves[start : start + BATCH_MOVES]
            named: list[Move] = []
            vectors: list[NDArray[np.float32]] = []
            for move, sound in zip(batch, self._catalogue.sounds.many([move.id for move in batch]), strict=True):
                text, vector = self._name(move.stamp.path, move.root or sound.root, sound.metadata)
                named.append(replace(move, name_text=text))
                vectors.append(vector)
            ids = np.array([move.id for move in batch], dtype=np.int64)
            self._catalogue.files.relink_all(named, [self._names.append(ids, np.stack(vectors))])


def _row(ready: EmbeddedSound, id: SoundId, first_segment: SegmentId) -> IndexedSound:
    return IndexedSound(
        id=id,
        first_segment=first_segment,
        stamp=ready.task.stamp,
        content_id=ready.content_id,
        root=ready.task.root,
        info=ready.info,
        measures=ready.measures,
        metadata=ready.metadata,
        peaks=to_bytes(ready.peaks),
        segments=ready.bounds,
        name_text=ready.name,
        payload_digest=ready.payload_digest,
    )


def mount_of(path: FilePath) -> FilePath:
    """Returns the mount point of an existing file or folder: / on one disk, /media/me/Disk on another."""
    mount = os.path.realpath(path.raw)
    while not os.path.ismount(mount):
        mount = os.path.dirname(mount)
    return FilePath(mount)


def is_missing(path: FilePath, mount: FilePath | None) -> bool:
    """Returns whether an unreadable folder is gone from a drive that is there.

    Args:
        path: the folder.
        mount: `mount_of` it when last seen; None if unknown. Then the folder above it must hold something: a mount
            point is empty without its drive.
    """
    try:
        os.lstat(path.raw)
    except FileNotFoundError:
        above = Path(os.fsdecode(os.path.dirname(path.raw)))
        if mount is not None:
            return os.path.ismount(mount.raw)
        try:
            return next(above.iterdir(), None) is not None
        except OSError:
            return False
    except OSError:
        return False
    return False
