"""The loop of a job's main thread: threads read, batches of their outcomes are stored, pauses are reported."""

import logging
import os
import queue
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from engine.base.events import Event, FileFailed, Paused
from engine.base.logs import Name
from engine.base.types import FilePath
from engine.ingest.control import Control
from engine.ingest.readers import DecoderStalled, OpenFiles, OutcomeT, Reader, ReaderDied, ReaderEnded, TaskT
from engine.ingest.tally import Tally
from engine.ingest.worker import SoundFailure, Task

_log = logging.getLogger(__name__)

_QUEUE = 128
_LOOK_S = 0.02
KeptT = TypeVar("KeptT", contravariant=True)


class Sink(Protocol[KeptT]):
    """Stores the outcomes of the threads."""

    @property
    def is_due(self) -> bool:
        """Whether `commit` should be called now."""

    @property
    def has_pending(self) -> bool:
        """Whether outcomes wait to be stored."""

    def take(self, outcome: KeptT) -> None:
        """Keeps an outcome for the next `commit`."""

    def commit(self) -> None:
        """Stores all waiting outcomes, and reports progress."""


class PauseClock:
    """Reports pauses and stops the clock during them; reports progress in a long file. The main thread only."""

    def __init__(self, control: Control, tally: Tally, emit: Callable[[Event], None]) -> None:
        self.control, self._tally, self._emit = control, tally, emit
        self._was_paused = False

    def note(self) -> None:
        if (event := self._tally.heartbeat()) is not None:
            self._emit(event)
        if self.control.is_paused != self._was_paused:
            self._was_paused = not self._was_paused
            self._tally.pause(self._was_paused)
            self._emit(Paused(self._was_paused))
            _log.info("paused" if self._was_paused else "resumed")

    @property
    def clock_s(self) -> float:
        return self._tally.clock_s

    def may_go_on(self) -> bool:
        """Waits while paused. Returns False once cancelled."""
        self.note()
        may = self.control.may_go_on()
        self.note()
        return may


def read_all(
    tasks: Sequence[TaskT],
    threads: int,
    make: Callable[[Callable[[], TaskT | None], "queue.Queue[OutcomeT | ReaderEnded]"], Reader[TaskT, OutcomeT]],
    sink: Sink[OutcomeT],
    pauses: PauseClock,
    reading: OpenFiles,
    *,
    ahead: int = _QUEUE,
    cancels: bool = True,
) -> None:
    """Reads the tasks with several threads, and stores their outcomes until the last thread has ended.

    Args:
        tasks: the files to read.
        threads: number of threads.
        make: makes a thread.
        sink: stores the outcomes, in the calling thread.
        pauses: called periodically.
        reading: the files open now.
        ahead: limit of outcomes that wait to be stored.
        cancels: an error cancels the job, so that the threads stop in mid-file. If False, each ends with its file, and
            whoever catches the error continues the job.

    Raises:
        EngineError: from the sink, or from a thread with no file to blame.
        DecoderStalled: a decoder hangs.
        ReaderDied: a reading process died.
    """
    out: queue.Queue[OutcomeT | ReaderEnded] = queue.Queue(maxsize=ahead)
    waiting = deque(tasks)

    def next_task() -> TaskT | None:
        try:
            return waiting.popleft()
        except IndexError:
            return None

    running = min(threads, len(tasks))
    workers = [make(next_task, out) for _ in range(running)]
    for worker in workers:
        worker.start()
    pauses.control.tell(partial(_turn, workers))
    try:
        while running:
            pauses.note()
            reading.check(is_paused=pauses.control.is_paused)
            outcome = _next(out)
            if isinstance(outcome, ReaderEnded):
                running -= 1
                if outcome.error is not None:
                    raise outcome.error
            elif outcome is not None:
                sink.take(outcome)
            if sink.is_due or (not running and sink.has_pending):
                sink.commit()
        pauses.note()
    except (DecoderStalled, ReaderDied) as err:  # One thread cannot be waited for.
        _log.warning("reading stops: %s", type(err).__name__)
        for worker in workers:
            worker.abandon()
        if isinstance(err, ReaderDied) and err.path is not None:
            reading.blame(err.path)
        raise
    except BaseException:
        waiting.clear()
        if cancels:
            pauses.control.turn("cancel")
        while running:  # What the threads still deliver is read again next time.
            pauses.note()
            reading.check(is_paused=pauses.control.is_paused)
            outcome = _next(out)
            running -= isinstance(outcome, ReaderEnded)
        raise
    finally:
        pauses.control.tell(None)
    for worker in workers:
        worker.join()


def in_turns(tasks: Sequence[Task], suspects: Sequence[FilePath], threads: int) -> list[tuple[list[Task], int]]:
    """Separates the files that were open when an earlier process died: they come first, one at a time.

    Returns:
        Two parts of the tasks, each with its number of threads.
    """
    named = frozenset(path.raw for path in suspects)
    first = [task for task in tasks if task.stamp.path.raw in named]
    return [(first, 1), ([task for task in tasks if task.stamp.path.raw not in named], threads)]


def _turn(workers: Sequence[Reader[TaskT, OutcomeT]], word: str) -> None:
    for worker in workers:
        worker.turned(word)


def _next(out: "queue.Queue[OutcomeT | ReaderEnded]") -> OutcomeT | ReaderEnded | None:
    """Returns the next outcome, or None after a moment without one.

    It does not block in the queue: a thread that wakes another there yields its core while holding the interpreter
    lock, once per one-shot.
    """
    try:
        return out.get_nowait()
    except queue.Empty:
        time.sleep(_LOOK_S)
        return None


def failed_event(failed: SoundFailure) -> FileFailed:
    """Returns the event for a file that could not be read."""
    path = failed.task.stamp.path
    _log.debug("not read, %s: %s", failed.trouble.what.name, Name(path))
    return FileFailed(path.text, path.uri, failed.trouble)


def cores() -> int:
    """Returns the number of cores this process may use."""
    if sys.platform == "linux":
        count: int | None = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count()
    return count or 1
