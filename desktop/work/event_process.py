"""A command of the engine that prints event lines, as the window runs it: a child process, its events as signals."""

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

from desktop import engine_words
from engine.errors import EarshotError
from engine.events import Broke, Event, Finished, Paused, from_line

_POLITE_MS, _FORCED_MS = 3000, 2000
"""How long a process that is waited for may take to end, and after it was killed."""
_TOLD_MS = 200
"""How long what was said to a process may take to reach its pipe, which is at once unless it starts this moment."""

_LEFT: list[QProcess] = []
"""Processes that end without the window. Qt kills one whose object it destroys: these stay until `leave` ends ours."""


def let_go(process: QProcess, *, is_awaited: bool = False) -> None:
    """Ends what a process hears, from which it learns that the window is gone, and leaves it to end by itself.

    Args:
        process: one that ends when its standard input does; not used after this.
        is_awaited: return only once it has ended, by force after a while.
    """
    process.blockSignals(True)
    process.waitForBytesWritten(_TOLD_MS)
    process.closeWriteChannel()
    if is_awaited:
        if not process.waitForFinished(_POLITE_MS):
            process.kill()
            process.waitForFinished(_FORCED_MS)
    elif process.state() is not QProcess.ProcessState.NotRunning:
        process.setParent(None)
        _LEFT.append(process)


class EventProcess(QObject):
    """Runs one process at a time. GUI thread only; nothing here blocks but `close`."""

    happened = Signal(object)
    """Every Event of the job, in order."""
    running_changed = Signal(bool)
    failed = Signal(str, str)
    """The job ended by a fault: message and advice."""

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = library
        self.device = "auto"
        """What the next job computes with."""
        self.memory_gib = 0
        """What the next job may hold; 0 for the engine's own limit."""
        self.give_up_s = 0
        """For how many seconds the next job waits for a file of which nothing comes; 0 for the engine's own bound."""
        self.library_id = ""
        """Which library the next job is for; empty where it may make one."""
        self.is_paused = False
        self.is_closed = False
        self.fault = ""
        """Class of the engine's error that ended the last job, empty for none."""
        self._process: QProcess | None = None
        self._has_ended = False
        self._complaint = ""
        self._niceness = 0

    @property
    def is_running(self) -> bool:
        """True from the start of a job to its last line."""
        return self._process is not None

    def pause(self) -> None:
        """Lets the job wait; it says so by a Paused event."""
        self.tell("pause")

    def resume(self) -> None:
        """Lets the job go on."""
        self.tell("resume")

    def close(self, *, is_awaited: bool = False) -> None:
        """Cancels the job with the window; it ends the files it holds without one.

        Args:
            is_awaited: return only once it has ended, by force after a while: something else wants the library.
        """
        self.is_closed = True
        self.tell("cancel")
        process, self._process = self._process, None
        if process is not None:
            let_go(process, is_awaited=is_awaited)

    def launch(self, arguments: Sequence[str], *, niceness: int = 0) -> None:
        """Starts `earshot` with these arguments, in which the library and the device are not; none may run.

        Args:
            arguments: the command and its options.
            niceness: how far the window and the sound go first on a busy machine; the job's own children inherit it.
        """
        process = QProcess(self)
        command, rest = arguments[0], arguments[1:]
        process.setProgram(sys.executable)
        process.setArguments(["-m", "engine.cli", *command.split(), *self.common(), *rest])
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._read_complaint)
        process.finished.connect(self._ended)
        if niceness:
            process.started.connect(self._give_way)
        process.errorOccurred.connect(self._could_not_start)
        self._process, self._has_ended, self._complaint, self.is_paused = process, False, "", False
        self.fault, self._niceness = "", niceness
        self.running_changed.emit(True)
        process.start()

    def common(self) -> list[str]:
        """The options of the next job, whatever it is to do."""
        options = ["--json", "--library", str(self.library), "--device", self.device]
        options += ["--library-id", self.library_id] if self.library_id else []
        options += ["--give-up-after", str(self.give_up_s)] if self.give_up_s else []
        return [*options, "--memory", str(self.memory_gib)] if self.memory_gib else options

    def tell(self, line: str) -> None:
        """Says a word, such as cancel, to the job, if one runs."""
        if self._process is not None:
            self._process.write(f"{line}\n".encode())

    def stopped(self, why: str) -> tuple[str, str]:
        """What to say of a job that died: message and advice."""
        raise NotImplementedError

    def go_on(self) -> None:
        """A job has ended: whoever has another starts it; else says that nothing runs any more."""
        self.running_changed.emit(False)

    def _give_way(self) -> None:
        if self._process is not None and hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):  # already over
                os.setpriority(os.PRIO_PROCESS, self._process.processId(), self._niceness)

    def _read(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            text = bytes(process.readLine().data()).decode("utf-8", errors="replace").strip()
            if not text:
                continue
            try:
                self._take(from_line(text))
            except EarshotError as err:
                self._complaint = str(err)

    def _take(self, event: Event) -> None:
        if isinstance(event, Paused):
            self.is_paused = event.is_paused
        if isinstance(event, Finished | Broke):
            self._has_ended = True
        self.happened.emit(event)
        if isinstance(event, Broke):
            self.fault = event.kind
            self.failed.emit(*engine_words.broke(event))

    def _read_complaint(self) -> None:
        if self._process is not None:
            text = bytes(self._process.readAllStandardError().data()).decode("utf-8", errors="replace").strip()
            self._complaint = text.splitlines()[-1] if text else self._complaint

    def _could_not_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._ended()

    def _ended(self) -> None:
        self._read()
        self._read_complaint()
        process, self._process = self._process, None
        if process is None:
            return
        if not self._has_ended:
            self.failed.emit(*self.stopped(self._complaint or process.errorString()))
        process.deleteLater()
        self.go_on()
