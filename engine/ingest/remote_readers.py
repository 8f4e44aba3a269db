"""Readers in processes of their own, which a job with much to read uses in place of reading threads.

A thread in the job represents each: it hands over one file after another, reports the open one, and passes results on.
A process that dies takes the job with it, as would the decoder that killed it; the job's parent (`supervise`) handles
that. A process that sends an invalid message is killed and counts as dead.
"""

import contextlib
import logging
import math
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.base.child_processes import child_environment
from engine.base.logs import Name
from engine.base.memory_limit import indexing_bytes
from engine.base.types import FilePath, RootId, Vectors
from engine.ingest.batches import MOST_ROWS
from engine.ingest.codec import MessageReader, MessageRefused
from engine.ingest.control import Control
from engine.ingest.message_pipe import MessagePipe, PipeEnded
from engine.ingest.reader_messages import (
    FileClosed,
    FileOpened,
    FileRequest,
    ReaderContext,
    ReaderDone,
    ReaderMessage,
    ReaderSetup,
    ReadProgress,
)
from engine.ingest.readers import KILLED, OpenFiles, OutcomeT, Reader, ReaderDied, ReaderEnded, TaskT
from engine.ingest.reembedding import ReembeddingWorker
from engine.ingest.supervisor import error_of
from engine.ingest.worker import (
    EmbeddedSound,
    MetadataChange,
    NewVectors,
    Outcome,
    SoundFailure,
    Task,
    UnchangedFile,
    Worker,
    WorkerContext,
)
from engine.models.encoder import AudioEncoder
from engine.models.pack import load_pack

_WORTH_S = 900.0
"""Seconds of sound from which processes are worth starting: each takes about 0.7 s, half of it CPU time."""
_LEAST_BYTES = 1 << 30
_COMMAND = (sys.executable, "-P", "-m", "engine.ingest.reader_process")
_log = logging.getLogger(__name__)
_END_S = 5.0


def is_worth(work_s: float, readers: int, device: str) -> bool:
    """Returns whether readers should get a process each.

    Args:
        work_s: the work, in seconds of sound (`engine.ingest.workload`).
        readers: number of readers.
        device: of the encoder. On anything but the processor all readers share one encoder and keep it busy.
    """
    _log.debug("%.0f s of sound, %d readers, %s: processes from %.0f s on", work_s, readers, device, _WORTH_S)
    return readers > 1 and device == "cpu" and work_s >= _WORTH_S


def memory_of_each(memory_bytes: int, readers: int) -> int:
    """Returns the memory limit of each process.

    Args:
        memory_bytes: the job's limit; 0 for the default.
        readers: number of processes. However many there are, each gets a GiB if the job has one.
    """
    whole = memory_bytes or indexing_bytes()
    return max(min(_LEAST_BYTES, whole), whole // readers)


class RemoteReader(Reader[TaskT, OutcomeT]):
    """Represents a reader in another process within the job."""

    results: tuple[type[Any], ...]

    def __init__(
        self,
        setup: ReaderSetup,
        control: Control,
        reading: OpenFiles,
        next_task: Callable[[], TaskT | None],
        out: "queue.Queue[OutcomeT | ReaderEnded]",
    ) -> None:
        """Starts the process, which opens its packs while the job goes on.

        Args:
            setup: recipe for its reader.
            control, reading, next_task, out: as for `Reader`.
        """
        super().__init__("remote-reader", control, reading, next_task, out)
        self._task: TaskT | None = None
        """The open task."""
        self._sent: deque[TaskT] = deque()
        """Tasks sent but not begun."""
        self._process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=child_environment(),
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        messages = MessageReader(*get_args(ReaderMessage), *self.results)
        self._pipe = MessagePipe.of_job(self._process.stdout.fileno(), self._process.stdin.fileno(), messages)
        self._send(setup)

    def path(self, task: TaskT) -> FilePath:
        raise NotImplementedError

    def sent(self, task: TaskT) -> object:
        """Returns the message that sends a task to the process."""
        return task

    def outcome(self, task: TaskT, result: object) -> OutcomeT:
        """Converts a result of the process; `task` is the open one. Raises MessageRefused if it is invalid."""
        raise NotImplementedError

    def came(self, task: TaskT, share: float, audio_s: float) -> None: ...

    def turned(self, word: str) -> None:
        self._send(word)

    def abandon(self) -> None:
        """Kills the process; its file is read again another time."""
        self._process.kill()

    def run(self) -> None:
        """Hands over files until there are no more, the job is cancelled, or an error occurs that no file caused."""
        error: BaseException | None = None
        self.reading.follow()
        try:
            self._serve()
        except MessageRefused as err:
            _log.error("a reading process was ended that said what no reader says: %s", err)
            self.abandon()
            error = ReaderDied(KILLED, self._open_file())
        except BaseException as err:
            error = err
        self.reading.leave()
        self._close()
        self.reading.end()
        self.out.put(ReaderEnded(error))

    def _serve(self) -> None:
        while True:
            message = self._receive()
            self.reading.beat()
            if isinstance(message, ReaderDone):
                if message.error is not None:
                    raise error_of(message.error)
                return
            if isinstance(message, FileRequest):
                self._hand_over()
                continue
            if isinstance(message, FileOpened):
                if not self._sent:
                    raise MessageRefused("a file is begun that nobody sent")
                self._task = self._sent.popleft()
                self.reading.begin(self.path(self._task))
                continue
            if isinstance(message, FileClosed):
                self.reading.end()
                continue
            if self._task is None:
                raise MessageRefused(f"{type(message).__name__} before any file")
            if isinstance(message, ReadProgress):
                if message.share is not None:
                    self.came(self._task, *_within(message.share, message.audio_s))
            else:
                self.out.put(self.outcome(self._task, message))

    def _hand_over(self) -> None:
        """Sends the next file. A paused job's reader does not begin it."""
        task = None if self.control.is_cancelled else self._next_task()
        if task is not None:
            self._sent.append(task)
        self._send(None if task is None else self.sent(task))

    def _receive(self) -> object:
        try:
            message: object = self._pipe.receive()
        except PipeEnded:
            status, path = self._ended(), self._open_file()
            _log.warning("a reading process died with %d; open: %s", status, Name(path))
            raise ReaderDied(status, path) from None
        return message

    def _open_file(self) -> FilePath | None:
        return None if self._task is None else self.path(self._task)

    def _send(self, item: object) -> None:
        with contextlib.suppress(PipeEnded):  # The next read reports its death.
            self._pipe.send(item)

    def _close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._pipe.end()  # the switch may still turn while other readers read
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._ended()
        self._process.stdout.close()

    def _ended(self) -> int:
        """Waits for the process to exit, or kills it; returns its exit status."""
        try:
            return self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def _within(share: float, audio_s: float) -> tuple[float, float]:
    """Raises MessageRefused for impossible progress."""
    if not (0.0 <= share <= 1.0 and 0.0 <= audio_s < math.inf):
        raise MessageRefused(f"a share of {share}, {audio_s} s")
    return share, audio_s


class WorkerSetup(Struct, frozen=True):
    """Recipe for a reader that embeds."""

    pack: Path
    roots: Mapping[RootId, FilePath]
    memory_bytes: int
    dim: int
    """D of the pack's vectors."""
    is_learning: bool = False
    """Its tasks are `ReembedTask`."""

    def reader(self, place: ReaderContext) -> Worker:
        """Makes the reader without a text tower: the job itself embeds names."""
        pack = load_pack(self.pack)
        encoder = AudioEncoder(pack, "cpu", threads=1, batch_size=MOST_ROWS)
        tools = WorkerContext(
            plan=pack.info.plan,
            device=encoder.device,
            encode=encoder.encode,
            sentence=lambda text: np.zeros(0, np.float32),
            roots=self.roots,
            control=place.control,
            reading=place.reading,
            came=place.came,
        )
        return (ReembeddingWorker if self.is_learning else Worker)(tools, place.next_task, place.out)


class RemoteWorker(RemoteReader[Task, Outcome]):
    """Represents a `Worker` or a `ReembeddingWorker` in another process."""

    results = (EmbeddedSound, MetadataChange, UnchangedFile, NewVectors, SoundFailure)

    def __init__(
        self,
        setup: WorkerSetup,
        tools: WorkerContext,
        next_task: Callable[[], Task | None],
        out: "queue.Queue[Outcome | ReaderEnded]",
    ) -> None:
        """Args: `tools` as for a thread, though its encoder is unused; the rest as for `Reader`."""
        self._tools, self._dim = tools, setup.dim
        self._unfinished: dict[FilePath, Task] = {}
        """Tasks sent to the process and without an outcome."""
        super().__init__(setup, tools.control, tools.reading, next_task, out)

    def sent(self, task: Task) -> object:
        self._unfinished[task.stamp.path] = task
        return task

    def path(self, task: Task) -> FilePath:
        return task.stamp.path

    def outcome(self, task: Task, result: object) -> Outcome:
        """Adds the name vector. Only the stamp comes from the process; the job knows the rest of the task."""
        assert isinstance(result, Outcome)
        handed = self._unfinished.pop(result.task.stamp.path, None)
        if handed is None:
            raise MessageRefused("a result of a file that the process does not read")
        result = replace(result, task=replace(handed, stamp=result.task.stamp))
        if isinstance(result, SoundFailure | UnchangedFile):
            return result
        if isinstance(result, EmbeddedSound | NewVectors) and not self._fits(result.vectors, len(result.bounds)):
            raise MessageRefused(f"vectors of {result.vectors.shape} for {len(result.bounds)} segments")
        name_vector: NDArray[np.float32] = self._tools.sentence(result.name)
        return replace(result, name_vector=name_vector)

    def _fits(self, vectors: Vectors, segments: int) -> bool:
        return vectors.shape == (segments, self._dim) and bool(np.isfinite(vectors).all())

    def came(self, task: Task, share: float, audio_s: float) -> None:
        self._tools.came(task, share, audio_s)
