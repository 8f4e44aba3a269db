"""The threads that read for a job, and the files they have open.

The parent process learns of each file before a decoder sees it. Files that hang are detected here.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from engine.base.io_timeout import GIVE_UP_S, TELL_S
from engine.base.logs import Name
from engine.base.types import FilePath
from engine.ingest.control import Control

_log = logging.getLogger(__name__)

KILLED = -9
"""Exit status of a killed process, as in `subprocess`."""

_PROCESS_S = 180.0
"""How long a reading process without an open file may be silent: it may be starting on a busy machine."""

TaskT = TypeVar("TaskT")
OutcomeT = TypeVar("OutcomeT")


class DecoderStalled(Exception):
    """A thread hangs in a file and cannot be stopped without ending the process."""

    def __init__(self, path: FilePath) -> None:
        super().__init__(f"nothing came from {path.text!a} for too long")
        self.path = path


class ReaderDied(Exception):
    """A reading process died; the job ends the same way."""

    def __init__(self, status: int, path: FilePath | None) -> None:
        super().__init__(f"a reading process ended with {status}")
        self.status, self.path = status, path


class OpenFiles:
    """The files open now, at most one per thread. Any thread."""

    def __init__(
        self,
        tell: Callable[[tuple[FilePath, ...]], None],
        *,
        stall_s: float = GIVE_UP_S,
        silent: Callable[[FilePath, float], None] = lambda path, silent_s: None,
        whole: FilePath | None = None,
    ) -> None:
        """Starts with no open file.

        Args:
            tell: gets all open files whenever they change, before a new one is opened.
            stall_s: a file silent for this long hangs: a decoder in a loop, or a share that does not answer.
            silent: called by `check` every ten seconds with a silent file and the seconds of silence.
            whole: passed to `silent` for a silent process without an open file.
        """
        self._tell = tell
        self._stall_s = stall_s
        self._silent, self._whole = silent, whole
        self._checked_s = time.monotonic()
        self._open: dict[int, FilePath] = {}
        self._last_s: dict[int, float] = {}
        self._told_s: dict[int, float] = {}
        self._apart: set[int] = set()
        """Threads that represent a process."""
        self._lock = threading.Lock()

    def begin(self, path: FilePath) -> None:
        """The calling thread opens this file, and is done with its previous one."""
        with self._lock:
            self._open[threading.get_ident()] = path
            self._last_s[threading.get_ident()] = time.monotonic()
            self._tell(tuple(self._open.values()))

    def beat(self) -> None:
        """The calling thread made progress in its file."""
        self._last_s[threading.get_ident()] = time.monotonic()

    def follow(self) -> None:
        """The calling thread represents a reading process, which may also hang without a file."""
        with self._lock:
            self._apart.add(threading.get_ident())
            self._last_s[threading.get_ident()] = time.monotonic()

    def leave(self) -> None:
        """That process is ending; its silence no longer counts."""
        with self._lock:
            self._apart.discard(threading.get_ident())

    def end(self) -> None:
        with self._lock:
            if self._open.pop(threading.get_ident(), None) is not None:
                self._tell(tuple(self._open.values()))

    def blame(self, path: FilePath) -> None:
        """Reports a file as the only open one, because it alone is to blame."""
        with self._lock:
            self._tell((path,))

    def check(self, *, is_paused: bool) -> None:
        """Looks for a file that hangs. A pause, or a long time without a check, restarts every file's time.

        Raises:
            DecoderStalled: a file hangs; it was reported as the only open one, because it alone is to blame.
            ReaderDied: a reading process hangs, with or without a file. It may have been stopped, and counts as dead.
        """
        now_s = time.monotonic()
        with self._lock:
            was_away = now_s - self._checked_s > TELL_S  # asleep, or storing: no news could be received
            self._checked_s = now_s
            if is_paused or was_away:
                self._last_s = dict.fromkeys(self._last_s, now_s)
                return
            for thread, path in self._open.items():
                silent_s = now_s - self._last_s[thread]
                self._tell_silent(thread, path, silent_s)
                if silent_s > self._stall_s:
                    _log.error("nothing came for %.0f s from %s", silent_s, Name(path))
                    self._tell((path,))
                    raise ReaderDied(KILLED, path) if thread in self._apart else DecoderStalled(path)
            for thread in self._apart - self._open.keys():
                if self._whole is not None:
                    self._tell_silent(thread, self._whole, now_s - self._last_s[thread])
                if now_s - self._last_s[thread] > max(_PROCESS_S, self._stall_s):
                    _log.error("a reading process without a file was silent for %.0f s", now_s - self._last_s[thread])
                    raise ReaderDied(KILLED, None)

    def _tell_silent(self, thread: int, path: FilePath, silent_s: float) -> None:
        told_s = self._told_s.get(thread, 0.0) if silent_s >= TELL_S else 0.0
        if silent_s >= told_s + TELL_S:
            _log.info("silent for %.0f s: %s", silent_s, Name(path))
            self._silent(path, silent_s)
            told_s = silent_s
        self._told_s[thread] = told_s


class ReaderEnded(Struct, frozen=True):
    """A thread ended. `error` is set if it failed for a reason other than a file."""

    error: BaseException | None = None


class Reader(threading.Thread, Generic[TaskT, OutcomeT]):
    """A thread that reads tasks until there are none or the job ends; its last outcome is `ReaderEnded`."""

    def __init__(
        self,
        name: str,
        control: Control,
        reading: OpenFiles,
        next_task: Callable[[], TaskT | None],
        out: "queue.Queue[OutcomeT | ReaderEnded]",
    ) -> None:
        """Args: `next_task` returns None if there are no more tasks; any thread may call it."""
        super().__init__(name=name, daemon=True)
        self.control, self.reading, self.out = control, reading, out
        self._next_task = next_task

    def run(self) -> None:
        """Reads until there are no more tasks, the job is cancelled, or an error occurs that no file caused."""
        error: BaseException | None = None
        try:
            while self.control.may_go_on() and (task := self._next_task()) is not None:
                self.read(task)
            self.finish()
        except BaseException as err:
            error = err
        self.reading.end()
        self.out.put(ReaderEnded(error))

    def turned(self, word: str) -> None:
        """Called by any thread when the job's switch turns: for a reader in another process."""

    def abandon(self) -> None:
        """Called by the main thread before the process exits without this thread; cleans up."""

    def read(self, task: TaskT) -> None:
        """Does one task, and puts the outcome into `out`."""
        raise NotImplementedError

    def finish(self) -> None: ...
