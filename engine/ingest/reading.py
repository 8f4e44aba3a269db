"""The threads that read for a job, and which files they have open now.

That is told to the parent process before any decoder sees a file, and watched for one that hangs.
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.ingest.control import Control
from engine.patience import GIVE_UP_S, TELL_S
from engine.types import FilePath

KILLED = -9
"""The exit status of a process that was killed, as `subprocess` gives it."""

_PROCESS_S = 180.0
"""A process that reads for the job and has no file open may be silent for this long: it starts on a busy machine."""

TaskT = TypeVar("TaskT")
OutcomeT = TypeVar("OutcomeT")


class Stalled(Exception):
    """A thread hangs in a file and cannot be ended: only the process can."""

    def __init__(self, path: FilePath) -> None:
        super().__init__(f"nothing came from {path.text!a} for too long")
        self.path = path


class ReaderDied(Exception):
    """A process that read for the job died by itself: the job ends as it did."""

    def __init__(self, status: int, path: FilePath | None) -> None:
        """Args: the process's exit status, and the file it had open."""
        super().__init__(f"a reading process ended with {status}")
        self.status, self.path = status, path


class ReadingNow:
    """The files open now, a file a thread. Any thread."""

    def __init__(
        self,
        tell: Callable[[tuple[FilePath, ...]], None],
        *,
        stall_s: float = GIVE_UP_S,
        silent: Callable[[FilePath, float], None] = lambda path, silent_s: None,
        whole: FilePath | None = None,
    ) -> None:
        """Nothing is open.

        Args:
            tell: gets all open files whenever that changes, before the new one is opened.
            stall_s: a file from which nothing has come for this long hangs: a decoder in a circle, a share that does
                not answer.
            silent: told by `check` of a file, and for how many seconds nothing has come of it, every ten.
            whole: told in the place of a file where a process does not answer that has none open.
        """
        self._tell = tell
        self._stall_s = stall_s
        self._silent, self._whole = silent, whole
        self._checked_s = time.monotonic()
        self._open: dict[int, FilePath] = {}
        self._last_s: dict[int, float] = {}
        self._told_s: dict[int, float] = {}
        self._apart: set[int] = set()
        """Threads that stand for a process."""
        self._lock = threading.Lock()

    def begin(self, path: FilePath) -> None:
        """The calling thread opens this file (and is done with the one before)."""
        with self._lock:
            self._open[threading.get_ident()] = path
            self._last_s[threading.get_ident()] = time.monotonic()
            self._tell(tuple(self._open.values()))

    def beat(self) -> None:
        """Something came of the calling thread's file."""
        self._last_s[threading.get_ident()] = time.monotonic()

    def follow(self) -> None:
        """The calling thread stands for a process that reads for the job, which may hang without a file, too."""
        with self._lock:
            self._apart.add(threading.get_ident())
            self._last_s[threading.get_ident()] = time.monotonic()

    def leave(self) -> None:
        """That process is told to end: nothing is waited for that comes of it."""
        with self._lock:
            self._apart.discard(threading.get_ident())

    def end(self) -> None:
        """The calling thread has no file open."""
        with self._lock:
            if self._open.pop(threading.get_ident(), None) is not None:
                self._tell(tuple(self._open.values()))

    def blame(self, path: FilePath) -> None:
        """Tells of a file as the only open one, because it alone is to blame."""
        with self._lock:
            self._tell((path,))

    def check(self, *, is_paused: bool) -> None:
        """Looks for a file that hangs; a pause, or a time in which nobody looked, starts every file's time
        anew.

        Raises:
            Stalled: one does; it has been told as the only open file, because it alone is to blame.
            ReaderDied: the process that reads it does, or one that reads nothing: it may have been stopped, and is as
                good as dead.
        """
        now_s = time.monotonic()
        with self._lock:
            was_away = now_s - self._checked_s > TELL_S  # asleep, or storing: nothing could be heard meanwhile
            self._checked_s = now_s
            if is_paused or was_away:
                self._last_s = dict.fromkeys(self._last_s, now_s)
                return
            for thread, path in self._open.items():
                silent_s = now_s - self._last_s[thread]
                self._tell_silent(thread, path, silent_s)
                if silent_s > self._stall_s:
                    self._tell((path,))
                    raise ReaderDied(KILLED, path) if thread in self._apart else Stalled(path)
            for thread in self._apart - self._open.keys():
                if self._whole is not None:
                    self._tell_silent(thread, self._whole, now_s - self._last_s[thread])
                if now_s - self._last_s[thread] > max(_PROCESS_S, self._stall_s):
                    raise ReaderDied(KILLED, None)

    def _tell_silent(self, thread: int, path: FilePath, silent_s: float) -> None:
        told_s = self._told_s.get(thread, 0.0) if silent_s >= TELL_S else 0.0
        if silent_s >= told_s + TELL_S:
            self._silent(path, silent_s)
            told_s = silent_s
        self._told_s[thread] = told_s


@dataclass(frozen=True, slots=True)
class Ended:
    """A thread ended; with the error that ended it, if it was the world's or our fault and no file's."""

    error: BaseException | None = None


class Reader(threading.Thread, Generic[TaskT, OutcomeT]):
    """A thread that takes tasks while there are any and the job goes on; its last outcome is that it ended."""

    def __init__(
        self,
        name: str,
        control: Control,
        reading: ReadingNow,
        next_task: Callable[[], TaskT | None],
        out: "queue.Queue[OutcomeT | Ended]",
    ) -> None:
        """Args: `next_task` gives None when there is nothing more to do; any thread may call it."""
        super().__init__(name=name, daemon=True)
        self.control, self.reading, self.out = control, reading, out
        self._next_task = next_task

    def run(self) -> None:
        """Reads until there is nothing more to do, the job is cancelled, or it fails by no file's fault."""
        error: BaseException | None = None
        try:
            while self.control.may_go_on() and (task := self._next_task()) is not None:
                self.read(task)
            self.finish()
        except BaseException as err:
            error = err
        self.reading.end()
        self.out.put(Ended(error))

    def turned(self, word: str) -> None:
        """Told whenever the job's switch was turned, by any thread: for a reader that reads where the switch is not."""

    def abandon(self) -> None:
        """Told by the job's main thread before the job's process ends without this thread: leaves nothing behind."""

    def read(self, task: TaskT) -> None:
        """Does one task, and puts what came of it into `out`."""
        raise NotImplementedError

    def finish(self) -> None:
        """Comes after the last task."""
