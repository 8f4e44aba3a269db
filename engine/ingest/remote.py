"""Readers of a job that have a process each: what a job with much to read has in place of reading threads.

The thread that stands for one in the job hands it one file after the other, says which is open, and passes on what
comes back. A process that dies takes the job with it, as the decoder that killed it would have: the
job's parent (`supervise`) knows what to do then. One that says what no reader says is killed, and has died.
"""

import contextlib
import logging
import math
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from engine.children import child_environment
from engine.ingest.apart import (
    FileBegun,
    FileCame,
    FileClosed,
    FileWanted,
    ReaderMessage,
    ReaderOver,
    ReaderSetup,
    ReadersPlace,
)
from engine.ingest.batches import MOST_ROWS
from engine.ingest.codec import MessageReader, MessageRefused
from engine.ingest.control import Control
from engine.ingest.hearing import Listener
from engine.ingest.messages import MessagePipe, PipeEnded
from engine.ingest.reading import KILLED, Ended, OutcomeT, Reader, ReaderDied, ReadingNow, TaskT
from engine.ingest.supervise import error_of
from engine.ingest.work import Confirmed, Failed, Listened, Outcome, Ready, Retagged, Task, Tools, Worker
from engine.memory_limit import indexing_bytes
from engine.models.encoder import AudioEncoder
from engine.models.pack import load_pack
from engine.types import FilePath, RootId, Vectors

_WORTH_S = 900.0
"""Work, in seconds of sound, from which processes are started: each is ready after some .7 s, half of it spent."""
_LEAST_BYTES = 1 << 30
_COMMAND = (sys.executable, "-P", "-m", "engine.ingest.apart_process")
_log = logging.getLogger(__name__)
_END_S = 5.0
"""How long a process that was told that it is over may take to end."""


def is_worth(work_s: float, readers: int, device: str) -> bool:
    """Whether readers should have a process each.

    Args:
        work_s: what there is to read, in seconds of sound (`engine.ingest.workload`).
        readers: how many read.
        device: what the encoder runs on. On anything but the processor all readers share one, which they keep busy.
    """
    return readers > 1 and device == "cpu" and work_s >= _WORTH_S


def memory_of_each(memory_bytes: int, readers: int) -> int:
    """What each of so many processes may hold.

    Args:
        memory_bytes: what the job may; 0 for what it may where nobody said otherwise.
        readers: how many there are. Where they are many each has a GiB all the same, if the job has.
    """
    whole = memory_bytes or indexing_bytes()
    return max(min(_LEAST_BYTES, whole), whole // readers)


class RemoteReader(Reader[TaskT, OutcomeT]):
    """Stands in the job for a reader in a process of its own."""

    results: tuple[type[Any], ...]
    """The kinds of results that the process may send."""

    def __init__(
        self,
        setup: ReaderSetup,
        control: Control,
        reading: ReadingNow,
        next_task: Callable[[], TaskT | None],
        out: "queue.Queue[OutcomeT | Ended]",
    ) -> None:
        """Starts the process, which opens its packs while the job goes on.

        Args:
            setup: what the reader there is made from.
            control, reading, next_task, out: as of a `Reader`.
        """
        super().__init__("remote-reader", control, reading, next_task, out)
        self._task: TaskT | None = None
        """The open one."""
        self._sent: deque[TaskT] = deque()
        """What it was handed and has not begun."""
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
        """The file of a task."""
        raise NotImplementedError

    def sent(self, task: TaskT) -> object:
        """What the process is told of a task."""
        return task

    def outcome(self, task: TaskT, result: object) -> OutcomeT:
        """What the job is told of a result; `task` is the open one.

        Raises:
            MessageRefused: a reader has no such result.
        """
        raise NotImplementedError

    def came(self, task: TaskT, share: float, audio_s: float) -> None:
        """Told how far a file has come."""

    def turned(self, word: str) -> None:
        self._send(word)

    def abandon(self) -> None:
        """Kills the process: what it reads is read again another time."""
        self._process.kill()

    def run(self) -> None:
        """Hands over files until there are no more, the job is cancelled, or it fails by no file's fault."""
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
        self.out.put(Ended(error))

    def _serve(self) -> None:
        while True:
            message = self._receive()
            self.reading.beat()
            if isinstance(message, ReaderOver):
                if message.error is not None:
                    raise error_of(message.error)
                return
            if isinstance(message, FileWanted):
                self._hand_over()
                continue
            if isinstance(message, FileBegun):
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
            if isinstance(message, FileCame):
                if message.share is not None:
                    self.came(self._task, *_within(message.share, message.audio_s))
            else:
                self.out.put(self.outcome(self._task, message))

    def _hand_over(self) -> None:
        """Answers with the next file. While the job is paused nobody there begins it."""
        task = None if self.control.is_cancelled else self._next_task()
        if task is not None:
            self._sent.append(task)
        self._send(None if task is None else self.sent(task))

    def _receive(self) -> object:
        try:
            message: object = self._pipe.receive()
        except PipeEnded:
            raise ReaderDied(self._ended(), self._open_file()) from None
        return message

    def _open_file(self) -> FilePath | None:
        return None if self._task is None else self.path(self._task)

    def _send(self, item: object) -> None:
        with contextlib.suppress(PipeEnded):  # It is dead, which shows when it is listened to.
            self._pipe.send(item)

    def _close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._pipe.end()  # the switch may still be turned while other readers read
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._ended()
        self._process.stdout.close()

    def _ended(self) -> int:
        """The exit status of a process that is about to end, or is made to."""
        try:
            return self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def _within(share: float, audio_s: float) -> tuple[float, float]:
    """Raises: MessageRefused: a file is nowhere so far."""
    if not (0.0 <= share <= 1.0 and 0.0 <= audio_s < math.inf):
        raise MessageRefused(f"a share of {share}, {audio_s} s")
    return share, audio_s


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """What a reader is made from that embeds; see `engine.ingest.apart.ReaderSetup`."""

    pack: Path
    """The pack's folder."""
    roots: Mapping[RootId, FilePath]
    memory_bytes: int
    dim: int
    """D of the pack's vectors."""
    is_learning: bool = False
    """Its tasks are `FileToHear`."""

    def reader(self, place: ReadersPlace) -> Worker:
        """See ReaderSetup. Names get their vectors in the job: that saves each process a text tower."""
        pack = load_pack(self.pack)
        encoder = AudioEncoder(pack, "cpu", threads=1, batch_size=MOST_ROWS)
        tools = Tools(
            plan=pack.info.plan,
            device=encoder.device,
            encode=encoder.encode,
            sentence=lambda text: np.zeros(0, np.float32),
            roots=self.roots,
            control=place.control,
            reading=place.reading,
            came=place.came,
        )
        return (Listener if self.is_learning else Worker)(tools, place.next_task, place.out)


class RemoteWorker(RemoteReader[Task, Outcome]):
    """A `Worker` in a process of its own, or a `Listener`."""

    results = (Ready, Retagged, Confirmed, Listened, Failed)

    def __init__(
        self,
        setup: WorkerSetup,
        tools: Tools,
        next_task: Callable[[], Task | None],
        out: "queue.Queue[Outcome | Ended]",
    ) -> None:
        """Args: `tools` as of a thread, of which the encoder is not used; all else as of a `Reader`."""
        self._tools, self._dim = tools, setup.dim
        self._unfinished: dict[FilePath, Task] = {}
        """What the process was handed, and has no outcome of."""
        super().__init__(setup, tools.control, tools.reading, next_task, out)

    def sent(self, task: Task) -> object:
        self._unfinished[task.stamp.path] = task
        return task

    def path(self, task: Task) -> FilePath:
        return task.stamp.path

    def outcome(self, task: Task, result: object) -> Outcome:
        """Gives the name its vector. Of the file only the stamp is taken from the process: the job knows all else."""
        assert isinstance(result, Outcome)
        handed = self._unfinished.pop(result.task.stamp.path, None)
        if handed is None:
            raise MessageRefused("a result of a file that the process does not read")
        result = replace(result, task=replace(handed, stamp=result.task.stamp))
        if isinstance(result, Failed | Confirmed):
            return result
        if isinstance(result, Ready | Listened) and not self._fits(result.vectors, len(result.bounds)):
            raise MessageRefused(f"vectors of {result.vectors.shape} for {len(result.bounds)} segments")
        name_vector: NDArray[np.float32] = self._tools.sentence(result.name)
        return replace(result, name_vector=name_vector)

    def _fits(self, vectors: Vectors, segments: int) -> bool:
        return vectors.shape == (segments, self._dim) and bool(np.isfinite(vectors).all())

    def came(self, task: Task, share: float, audio_s: float) -> None:
        self._tools.came(task, share, audio_s)
