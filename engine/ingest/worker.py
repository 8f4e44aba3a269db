"""The threads of a job: each reads one file at a time and gathers its windows into batches for the encoder.

They share one encoder and touch neither catalogue nor vector log; results go into a queue for the writer. A thread
checks the job's switch between windows, and between every two MiB of a payload, so that a ten-hour file pauses and
stops as fast as a short one.
"""

import logging
import queue
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct, field, structs
from numpy.typing import NDArray

from engine.audio.analysis import analysis
from engine.audio.content import content_id, payload_digest
from engine.audio.event_windows import by_start
from engine.audio.files import stamp_of
from engine.audio.metadata import read_metadata
from engine.audio.segments import SegmentPlan
from engine.base.cancellation import StopRequested
from engine.base.errors import AudioError, EngineError, NotAFile
from engine.base.file_messages import FileAdvice, FileFault, FileProblem, trouble
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.types import (
    AudioInfo,
    ContentId,
    FilePath,
    FileStamp,
    Measures,
    Peaks,
    RootId,
    SoundId,
    SoundMetadata,
    Vectors,
    Waves,
)
from engine.ingest.batches import EncoderFault, RungBatcher
from engine.ingest.control import Control
from engine.ingest.name_text import name_text
from engine.ingest.readers import OpenFiles, Reader, ReaderEnded
from engine.ingest.ready import ReadyVectors
from engine.store.sound_rows import metadata_digest

STALE_S = 1.0
"""How long a window may wait before its batch runs even if it is not full."""
_ATTEMPTS = 2
"""Readings of a file that changes meanwhile, before it is left for the next job."""

_log = logging.getLogger(__name__)


class Task(Struct, frozen=True):
    """A file to read."""

    stamp: FileStamp
    root: RootId
    replaces: SoundId | None
    """The row that already stands for this path, if any."""
    content_id: ContentId | None = None
    """Content id of that row: if the file still has it, only its tags changed."""
    payload_digest: bytes = b""
    metadata_digest: bytes = b""
    """`metadata_digest` of the stored metadata, if the file's size and date are those of its row."""
    lacks_true_peak: bool = False
    """Read again to be measured: an earlier sidecar without a true peak is no help."""


class EmbeddedSound(Struct, frozen=True):
    """A file, read and embedded."""

    task: Task
    info: AudioInfo
    measures: Measures
    metadata: SoundMetadata
    peaks: Peaks
    content_id: ContentId
    payload_digest: bytes
    bounds: tuple[tuple[float, float], ...]
    vectors: Vectors
    name: str
    name_vector: NDArray[np.float32]


class MetadataChange(Struct, frozen=True):
    """A file with the catalogue's audio and possibly other metadata."""

    task: Task
    metadata: SoundMetadata
    name: str
    name_vector: NDArray[np.float32]


class UnchangedFile(Struct, frozen=True):
    """A touched file whose content the catalogue already has."""

    task: Task


class SoundFailure(Struct, frozen=True):
    """A file that could not be read."""

    task: Task
    trouble: FileProblem
    is_lasting: bool = True
    """False for a failure not due to the file (out of memory, still being written), which is not stored."""


class NewVectors(Struct, frozen=True):
    """A known file, embedded only by the next pack."""

    task: Task
    bounds: tuple[tuple[float, float], ...]
    vectors: Vectors
    name: str
    """The text behind `name_vector`."""
    name_vector: NDArray[np.float32]


Outcome = EmbeddedSound | MetadataChange | UnchangedFile | NewVectors | SoundFailure


class Draft(Struct):
    """A file in progress: ready once it is read to its end and every vector has arrived."""

    task: Task
    bounds: list[tuple[float, float]] = field(default_factory=list)
    vectors: list[NDArray[np.float32] | None] = field(default_factory=list)
    missing: int = 0
    finish: Callable[[Vectors], EmbeddedSound | NewVectors] | None = None


class WorkerContext(Struct, frozen=True):
    """Shared by the threads of a job."""

    plan: SegmentPlan
    device: str
    encode: Callable[[Waves], Vectors]
    sentence: Callable[[str], NDArray[np.float32]]
    """Returns the vector of a name's text, float32 [E]."""
    roots: Mapping[RootId, FilePath]
    control: Control
    reading: OpenFiles
    came: Callable[[Task, float, float], None]
    """Called with a file's progress: its share, and seconds of sound."""
    ready: Sequence[ReadyVectors] = ()

    def name(self, path: FilePath, root: RootId, metadata: SoundMetadata) -> tuple[str, NDArray[np.float32]]:
        """Returns the text of a sound's name vector, and the vector, float32 [E]."""
        text = name_text(path, self.roots[root], metadata)
        return text, self.sentence(text)


class Worker(Reader[Task, Outcome]):
    """A reading and encoding thread."""

    def __init__(
        self, tools: WorkerContext, next_task: Callable[[], Task | None], out: "queue.Queue[Outcome | ReaderEnded]"
    ) -> None:
        super().__init__("ingest-worker", tools.control, tools.reading, next_task, out)
        self.tools = tools
        self._batches = RungBatcher(tools.encode, tools.plan.sample_rate_hz, tools.device)

    def read(self, task: Task) -> None:
        """Reads a file, then runs batches that have waited long enough."""
        self._read(task)
        self._batches.flush(older_than_s=STALE_S)

    def finish(self) -> None:
        """Runs the batches that are not full yet."""
        self.reading.end()
        if not self.control.is_cancelled:
            self._batches.flush()

    def _read(self, task: Task) -> None:
        self.reading.begin(task.stamp.path)
        task = self.prepared(task)
        try:
            if self.is_retagged(task) or self.is_brought(task):
                return
            for _ in range(_ATTEMPTS):
                draft = Draft(task)
                for wave in self.windows(draft):
                    self._add(draft, wave)
                    self.between()
                if (now := stamp_now(task.stamp.path)) == task.stamp:
                    self._hand_over(draft)
                    return
                draft.finish = None
                task = structs.replace(task, stamp=now)
            self._fail(task, trouble(FileFault.CHANGED_MEANWHILE, FileAdvice.LEAVE_ALONE), is_lasting=False)
        except StopRequested:
            return
        except NotAFile as err:
            self._fail(task, err.trouble, is_lasting=task.stamp.path.is_there)
        except AudioError as err:
            self._fail(task, err.trouble)
        except MemoryError:
            self._fail(task, trouble(FileFault.SHORT_OF_MEMORY, FileAdvice.CLOSE_AND_INDEX), is_lasting=False)
        except (EngineError, EncoderFault):
            raise
        except ImportError as err:  # one of our decoders: no file is to blame or to be marked as unreadable
            raise EngineError(
                told(LibraryFault.READER_NOT_LOADED, str(err)), advice=LibraryAdvice.CLOSE_OR_MEND
            ) from err
        except Exception as err:
            _log.exception("reading %s", ascii(task.stamp.path.text))
            what = f"{type(err).__name__}: {err}"
            self._fail(task, trouble(FileFault.UNEXPECTED, FileAdvice.CONVERT_OR_REPORT, what))

    def between(self) -> None:
        """Runs between windows, and between every two MiB of a payload: waits while paused.

        Raises:
            StopRequested: the job is cancelled.
        """
        self.reading.beat()
        if not self.control.may_go_on():
            raise StopRequested

    def _fail(self, task: Task, trouble: FileProblem, *, is_lasting: bool = True) -> None:
        self.out.put(SoundFailure(task, trouble, is_lasting))

    def prepared(self, task: Task) -> Task:
        """Returns the task to do, once its file is reported as open."""
        return task

    def is_retagged(self, task: Task) -> bool:
        """Sends only new metadata for a file whose audio is unchanged to the last byte. Returns whether it is one."""
        if task.content_id is None or not task.payload_digest:
            return False
        path = task.stamp.path
        if content_id(path) != task.content_id or payload_digest(path, between=self.between) != task.payload_digest:
            return False
        metadata = read_metadata(path)
        if task.metadata_digest and task.metadata_digest == metadata_digest(metadata):
            self.out.put(UnchangedFile(task))
            return True
        self.out.put(MetadataChange(task, metadata, *self.tools.name(path, task.root, metadata)))
        return True

    def is_brought(self, task: Task) -> bool:
        """Uses a ready analysis of exactly this payload. Returns whether there was one."""
        path = task.stamp.path
        own = content_id(path) if any(self.tools.ready) else None
        source = next((one for one in self.tools.ready if own is not None and one.knows(own)), None)
        if source is None:
            return False
        said = source.take(payload_digest(path, between=self.between))
        if said is None or (task.lacks_true_peak and said.measures.true_peak_dbtp is None):
            return False
        metadata = read_metadata(path)
        name, name_vector = self.tools.name(path, task.root, metadata)
        if stamp_now(path) != task.stamp:
            return False
        self.out.put(
            EmbeddedSound(
                task,
                said.info,
                said.measures,
                metadata,
                said.peaks,
                said.content_id,
                said.payload_digest,
                said.bounds,
                said.vectors.astype(np.float32),
                name,
                name_vector,
            )
        )
        return True

    def windows(self, draft: Draft) -> Iterator[Waves]:
        """Yields the windows of a file, and sets the draft's `finish` once all are read."""
        task, tools = draft.task, self.tools
        with analysis(task.stamp.path, tools.plan) as sound:
            read_s = 0.0
            for segment in sound.segments():
                draft.bounds.append((segment.start_s, segment.end_s))
                read_s = max(read_s, segment.end_s)
                if sound.info.duration_s > 0:
                    tools.came(task, min(1.0, read_s / sound.info.duration_s), read_s)
                yield segment.wave
            digest = sound.payload_digest(self.between)
            name, name_vector = tools.name(task.stamp.path, task.root, sound.metadata)

            def finish(vectors: Vectors) -> EmbeddedSound:
                for source in tools.ready:
                    source.compare(digest, draft.bounds, vectors)
                return EmbeddedSound(
                    task,
                    sound.info,
                    sound.measures,
                    sound.metadata,
                    sound.peaks,
                    sound.content_id,
                    digest,
                    tuple(draft.bounds),
                    vectors,
                    name,
                    name_vector,
                )

            draft.finish = finish

    def _add(self, draft: Draft, wave: Waves) -> None:
        row = len(draft.vectors)
        draft.vectors.append(None)
        draft.missing += 1

        def deliver(vector: NDArray[np.float32]) -> None:
            draft.vectors[row] = vector
            draft.missing -= 1
            self._hand_over(draft)

        self._batches.add(wave, deliver)

    def _hand_over(self, draft: Draft) -> None:
        if draft.finish is not None and draft.missing == 0:
            vectors = [vector for vector in draft.vectors if vector is not None]
            order = by_start(draft.bounds)
            draft.bounds = [draft.bounds[row] for row in order]
            self.out.put(draft.finish(np.stack([vectors[row] for row in order])))
            draft.finish = None


def stamp_now(path: FilePath) -> FileStamp:
    """Returns a file's current stamp; size and time are 0 if it is gone."""
    try:
        status = path.native.stat()
    except OSError:
        return FileStamp(path, 0, 0)
    return stamp_of(path, status)
