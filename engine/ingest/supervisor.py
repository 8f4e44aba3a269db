"""The parent of an indexing process: passes its events on, and survives a decoder that crashes it.

If the process dies, the files named by its last `reading` event are tried again one at a time in a new process. A file
that kills a process on its own is recorded as failed, and the rest goes on. The parent opens no catalogue and no sound;
it knows only the event lines.

The process reports every other second that it is alive. If it is silent for longer than a file may be, it is killed,
whatever the cause, and another takes over; one that cannot end, because a drive holds it, is abandoned.
"""

import contextlib
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from engine.base import errors
from engine.base.child_processes import child_environment
from engine.base.errors import AudioError, EarshotError, EngineError
from engine.base.events import (
    Event,
    FileSilent,
    FilesReading,
    Finished,
    JobAbandoned,
    JobAborted,
    ProcessAlive,
    Progress,
    from_line,
)
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.io_timeout import TELL_S, not_answering
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.logs import Name
from engine.base.memory_limit import OUT_OF_MEMORY, indexing_bytes
from engine.base.messages import Amount, told
from engine.base.types import FilePath
from engine.ingest.control import Control
from engine.ingest.spec import FAULT_OF_OURS, STALLED, JobSpec

_log = logging.getLogger(__name__)

_WHY = {OUT_OF_MEMORY: FileFault.INDEXING_MEMORY}
_GIVE_UP_AFTER = 3
_CANCEL_GRACE_S = 20.0
_KILLED = -9
_LOOK_S = 0.5
_END_S = 5.0
"""How long a process may take to end, once told to or once it has announced it; then it is abandoned."""


class JobFailed(EngineError):
    """The indexing process cannot go on, and no single file is to blame."""


def supervise(spec: JobSpec, control: Control, emit: Callable[[Event], None]) -> Finished:
    """Runs a job in a child process to its end. Returns its last event.

    Args:
        spec: what to do.
        control: forwarded to the process; after a cancel, an unresponsive process is killed.
        emit: gets every event, in the caller's thread.

    Raises:
        EngineError: the job failed for an outside reason: full disk, busy library, bad pack. Acknowledged work stays,
            and the same call continues from there.
    """
    started_s = time.monotonic()
    before = _Tally(started_s)
    crashes_without_progress = 0
    while True:
        _log.debug("starting an indexing process; %d suspects, %d left out", len(spec.suspects), len(spec.blamed))
        run = _Run(spec, control, emit, before)
        status = run.wait()
        if run.finished is not None and status == 0:
            return run.finished
        if run.broke is not None:
            _log.info("the indexing process stopped: %s", run.broke.kind)
            raise error_of(run.broke)
        if status == FAULT_OF_OURS:
            raise RuntimeError("the indexing process failed unexpectedly; its traceback is on standard error")
        if control.is_cancelled:
            finished = before.closed(run.last_progress)
            emit(finished)
            return finished
        before = before.plus(run.last_progress)
        has_progress = run.last_progress is not None and run.last_progress.done > 0
        is_silent = status == STALLED
        if len(run.reading) == 1 and (is_silent or run.reading[0] in spec.suspects):
            guilty = run.reading[0]
            _log.warning("a file ended the indexing process (status %d) and is left out: %s", status, Name(guilty))
            guilt = trouble(_WHY.get(status, FileFault.INDEXING_CRASHED), FileAdvice.CONVERT_OR_LEAVE)
            if is_silent:
                guilt = not_answering(spec.give_up_s)
            spec = replace(
                spec,
                blamed=(*spec.blamed, (guilty, guilt)),
                suspects=tuple(path for path in spec.suspects if path != guilty),
            )
            continue
        crashes_without_progress = 0 if has_progress else crashes_without_progress + 1
        if crashes_without_progress >= _GIVE_UP_AFTER and status == OUT_OF_MEMORY:
            gib = (spec.memory_bytes or indexing_bytes()) / (1 << 30)
            raise JobFailed(told(LibraryFault.JOB_MEMORY, Amount(gib, places=1)), advice=LibraryAdvice.MORE_MEMORY)
        if crashes_without_progress >= _GIVE_UP_AFTER:
            raise JobFailed(told(LibraryFault.JOB_STOPPED, _GIVE_UP_AFTER, status), advice=LibraryAdvice.ASK_DOCTOR)
        _log.warning(
            "the indexing process ended with %d, %d files open; started again with these one at a time",
            status,
            len(run.reading),
        )
        spec = replace(spec, suspects=tuple(dict.fromkeys((*spec.suspects, *run.reading))))


class _Tally(Struct, frozen=True):
    """Work acknowledged by processes that died."""

    started_s: float
    """Start of the first process, by `time.monotonic`; their silence counts too."""
    done: int = 0
    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    embedded_segments: int = 0
    share: float = 0.0

    @property
    def seconds(self) -> float:
        return round(time.monotonic() - self.started_s, 3)

    def plus(self, last: Progress | None) -> "_Tally":
        if last is None:
            return self
        return _Tally(
            self.started_s,
            self.done + last.done,
            self.added + last.added,
            self.changed + last.changed,
            self.moved + last.moved,
            self.removed + last.removed,
            self.embedded_segments + last.embedded_segments,
            1 - (1 - self.share) * (1 - last.share),  # each process starts with what was left
        )

    def closed(self, last: Progress | None) -> Finished:
        total = self.plus(last)
        failed = 0 if last is None else last.failed
        return Finished(
            total.added,
            total.changed,
            total.moved,
            total.removed,
            failed,
            0,
            total.embedded_segments,
            self.seconds,
            True,
        )

    def added_to(self, event: Event) -> Event:
        """Returns a progress or final event that includes earlier processes."""
        if isinstance(event, Progress):
            total = self.plus(event)
            return replace(
                event,
                done=total.done,
                total=event.total + self.done,
                added=total.added,
                changed=total.changed,
                moved=total.moved,
                removed=total.removed,
                embedded_segments=total.embedded_segments,
                seconds=self.seconds,
                share=round(total.share, 4),
            )
        if isinstance(event, Finished):
            return replace(
                event,
                added=event.added + self.added,
                changed=event.changed + self.changed,
                moved=event.moved + self.moved,
                removed=event.removed + self.removed,
                unchanged=event.unchanged - self.added - self.changed - self.moved,
                embedded_segments=event.embedded_segments + self.embedded_segments,
                seconds=self.seconds,
            )
        return event


class _Run:
    def __init__(self, spec: JobSpec, control: Control, emit: Callable[[Event], None], before: _Tally) -> None:
        self.finished: Finished | None = None
        self.broke: JobAborted | None = None
        self.reading: tuple[FilePath, ...] = ()
        self.last_progress: Progress | None = None
        self._control, self._emit, self._before = control, emit, before
        self._spec = spec
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._status: int | None = None
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "engine.ingest"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=child_environment(),
            start_new_session=os.name == "posix",
        )
        self._reader = threading.Thread(target=self._read, name="job-lines", daemon=True)
        self._reader.start()
        self._send(spec.to_line())

    def wait(self) -> int:
        """Passes events on until the process ends; returns its exit status."""
        self._control.tell(self._word)
        try:
            heard_s = told_s = looked_s = time.monotonic()
            while True:
                if (slept_s := time.monotonic() - looked_s) > TELL_S:  # the machine slept, so the process did too
                    heard_s += slept_s
                looked_s = time.monotonic()
                try:
                    line = self._lines.get(timeout=_LOOK_S)
                except queue.Empty:
                    silent_s = time.monotonic() - heard_s
                    if self.finished is not None or self.broke is not None or self._status is not None:
                        if silent_s > _END_S:  # it announced its end, and a drive holds it
                            return self._status or 0
                    elif self._control.is_cancelled and silent_s > _CANCEL_GRACE_S + _END_S:
                        return _KILLED
                    elif silent_s > self._spec.give_up_s + TELL_S:  # it had time to give up by itself
                        _log.error("the indexing process was silent for %.0f s and is killed", silent_s)
                        self._kill()
                        return _KILLED
                    elif silent_s > TELL_S and time.monotonic() - told_s > TELL_S:
                        told_s = time.monotonic()
                        self._tell_silent(silent_s)
                    continue
                heard_s = time.monotonic()
                if line is None:
                    return self._process.wait()
                self._take(line.decode("utf-8", errors="replace"))
        finally:
            self._control.tell(None)
            self._end()

    def _read(self) -> None:
        """Passes lines to `wait`, which can then time out; reaps the process."""
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)
        self._process.wait()

    def _tell_silent(self, silent_s: float) -> None:
        """Reports that the process itself does not answer, with its open file if there is just one."""
        path = self.reading[0] if len(self.reading) == 1 else FilePath.of(self._spec.library)
        self._emit(FileSilent(path.text, path.uri, round(silent_s, 1)))

    def _take(self, line: str) -> None:
        try:
            event = from_line(line)
        except EarshotError:
            _log.debug("a last event line was cut short")
            return  # A last line cut short by a crash.
        if isinstance(event, FilesReading):
            self.reading = tuple(FilePath.of_uri(uri) for uri in event.uris)
        elif isinstance(event, ProcessAlive):
            return
        elif isinstance(event, JobAbandoned):
            self._status = event.status
            return
        elif isinstance(event, Progress):
            self.last_progress = event
        elif isinstance(event, JobAborted):
            self.broke = event
            return  # `supervise` raises it; whoever catches it tells the user.
        event = self._before.added_to(event)
        if isinstance(event, Finished):
            self.finished = event
        self._emit(event)

    def _word(self, word: str) -> None:
        self._send(word)
        if word == "cancel":
            timer = threading.Timer(_CANCEL_GRACE_S, self._kill)
            timer.daemon = True
            timer.start()

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # It may be dead; `wait` will notice.
            self._process.stdin.write(line.encode("ascii") + b"\n")
            self._process.stdin.flush()

    def _kill(self) -> None:
        """Kills the process and its reading processes, which would exit by themselves unless a decoder holds them."""
        if self._process.poll() is not None:
            return  # Another process may have its number by now.
        if sys.platform == "win32":
            self._process.kill()
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _end(self) -> None:
        """Leaves no child behind, whatever made the parent stop reading; except one that a drive holds."""
        self._kill()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._reader.join(_END_S)


def error_of(broke: JobAborted) -> EngineError:
    """Recreates another process's error, in its own class if engine.base.errors has it."""
    kind = getattr(errors, broke.kind, None)
    if isinstance(kind, type) and issubclass(kind, AudioError) and broke.trouble is not None:
        return kind(broke.trouble, broke.name)
    if isinstance(kind, type) and issubclass(kind, EngineError) and not issubclass(kind, AudioError):
        return kind(broke.said or broke.message, advice=broke.said_advice or broke.advice)
    return JobFailed(broke.said or broke.message, advice=broke.said_advice or broke.advice)
