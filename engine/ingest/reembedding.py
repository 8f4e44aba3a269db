"""Embeds known sounds again for another pack: threads decode and embed, the job stores.

The catalogue's facts about a sound stay, so the sound must be unchanged: if its file was written since, the payload is
compared byte for byte, and a file with other content is left for an indexing job. Vectors reach the disk before the
rows that name them.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio.analysis import listening
from engine.audio.content import payload_digest
from engine.base.errors import AudioError
from engine.base.events import Event
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.types import FileStamp, SegmentId, SoundId, Vectors, Waves
from engine.ingest.batch import PendingBatch
from engine.ingest.tally import Tally
from engine.ingest.worker import Draft, NewVectors, Outcome, SoundFailure, Task, Worker, stamp_now
from engine.models.pack import PackInfo
from engine.store.catalogue import Catalogue
from engine.store.reembedding import ReembeddedSound
from engine.store.vectors import VectorLog


class ContentChanged(AudioError):
    """The file's content differs from when it was indexed."""


class ReembedTask(Task, frozen=True):
    """A file to embed. `stamp` is current; content id and digest are those of its row."""

    indexed: FileStamp | None = None
    name_text: str = ""


class ReembeddingWorker(Worker):
    """A listening thread. Its tasks are `ReembedTask`, its outcomes `NewVectors` or `SoundFailure`."""

    def prepared(self, task: Task) -> Task:
        """Takes the file's current stamp, which may differ from the indexed one."""
        return replace(task, stamp=stamp_now(task.stamp.path))

    def is_retagged(self, task: Task) -> bool:
        """A file with only new tags is embedded like any other."""
        return False

    def is_brought(self, task: Task) -> bool:
        """Ready analyses are of the searched pack, and this job is for another."""
        return False

    def windows(self, draft: Draft) -> Iterator[Waves]:
        """Yields the windows of an unchanged file. Raises ContentChanged if it has changed since it was indexed."""
        task = draft.task
        assert isinstance(task, ReembedTask)
        with listening(task.stamp.path, self.tools.plan) as (identity, segments):
            is_same = identity == task.content_id
            if is_same and not (task.indexed and task.stamp.is_as(task.indexed)):
                is_same = payload_digest(task.stamp.path, between=self.between) == task.payload_digest
            if not is_same:
                raise ContentChanged(trouble(FileFault.CHANGED_SINCE, FileAdvice.INDEX_AGAIN), task.stamp.path.text)
            for segment in segments:
                draft.bounds.append((segment.start_s, segment.end_s))
                yield segment.wave
            name_vector = self.tools.sentence(task.name_text)

            def finish(vectors: Vectors) -> NewVectors:
                return NewVectors(task, tuple(draft.bounds), vectors, task.name_text, name_vector)

            draft.finish = finish


class ReembeddingWriter:
    """The only writer of the pack's vectors; holds the learning lock. The job's main thread only."""

    def __init__(
        self,
        catalogue: Catalogue,
        info: PackInfo,
        tally: Tally,
        failed: Callable[[SoundFailure], None],
        emit: Callable[[Event], None],
        say: Callable[[], None],
    ) -> None:
        """Args: `failed` gets files that could not be heard; `say` is called after each commit."""
        folder = catalogue.folder / "vectors"
        self._catalogue, self._info, self._tally = catalogue, info, tally
        self._segments = VectorLog(folder, info.pack_id, "segments", info.dim)
        self._names = VectorLog(folder, info.pack_id, "names", info.sentence_dim)
        self._failed, self._emit, self._say = failed, emit, say
        self._waiting = PendingBatch[NewVectors]()

    @property
    def has_pending(self) -> bool:
        return bool(self._waiting.sounds)

    @property
    def is_due(self) -> bool:
        return self._waiting.is_due

    def take(self, outcome: Outcome) -> None:
        if isinstance(outcome, SoundFailure):
            self._failed(outcome)
            self._tally.did(outcome.task)
        elif isinstance(outcome, NewVectors):
            self._waiting.add(outcome)

    def commit(self) -> None:
        """Writes all waiting sounds, and reports progress.

        Raises:
            StorageFull: no space left; nothing of this batch is stored.
        """
        batch, count = self._waiting.sounds, self._waiting.segments
        if batch:
            first = next_segment = self._catalogue.learning.reserve_segments(count)
            heard = []
            for one in batch:
                heard.append(_row(one, next_segment))
                next_segment = SegmentId(next_segment + len(one.bounds))
            sounds = np.array([one.id for one in heard], dtype=np.int64)
            frames = [
                self._segments.append(
                    np.arange(first, first + count, dtype=np.int64), np.concatenate([one.vectors for one in batch])
                ),
                self._names.append(sounds, np.stack([one.name_vector for one in batch])),
            ]
            self._tally.changed += self._catalogue.learning.store_heard(self._info.pack_id, heard, frames)
            self._tally.embedded_segments += count
            for one in batch:
                self._tally.did(one.task, max(end_s for _, end_s in one.bounds))
            self._waiting.clear()
        self._emit(self._tally.progress(self._catalogue.database.sequence()))
        self._say()

    def name(self, names: Sequence[tuple[SoundId, str]], vectors: NDArray[np.float32]) -> None:
        """Writes name vectors, float32 [N, E], of these sounds and texts.

        Raises:
            StorageFull: no space left; none of them are stored.
        """
        frame = self._names.append(np.array([id for id, _ in names], dtype=np.int64), vectors)
        self._catalogue.learning.store_names(self._info.pack_id, names, [frame])


def _row(one: NewVectors, first_segment: SegmentId) -> ReembeddedSound:
    assert one.task.replaces is not None
    assert one.task.content_id is not None
    return ReembeddedSound(
        one.task.replaces, first_segment, one.bounds, one.task.content_id, one.task.payload_digest, one.name
    )
