"""Runs an engine command that prints event lines: a child process, its events as signals."""

import contextlib
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from desktop.base import engine_words
from engine.base import logs
from engine.base.errors import EarshotError
from engine.base.events import Event, Finished, JobAborted, MapFinished, Paused, from_line

_POLITE_MS, _FORCED_MS = 3000, 2000
"""How long a process may take to end, before and after it is killed."""
_TOLD_MS = 200
"""How long a written line may take to reach the pipe: immediate unless the process is just starting."""

_log = logging.getLogger(__name__)
_LEFT: list[QProcess] = []
"""Processes that outlive the window. Qt kills a process with its object, so these stay until `leave`."""


def let_go(process: QProcess, *, is_awaited: bool = False) -> None:
    """Closes a process's input, which tells it that the window is gone, and lets it end by itself.

    Args:
        process: one that ends with its standard input; do not use it afterwards.
        is_awaited: return only once it has ended, killing it after a while.
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
    """Runs one process at a time. GUI thread only; only `close` may block."""

    happened = Signal(object)
    """Every Event of the job, in order."""
    running_changed = Signal(bool)
    failed = Signal(str, str)
    """The job ended with an error: message and advice."""

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = library
        self.device = "auto"
        self.memory_gib = 0
        """Memory limit of the next job; 0 for the engine's default."""
        self.give_up_s = 0
        """Seconds the next job waits for an unresponsive file; 0 for the engine's default."""
        self.library_id = ""
        """Library of the next job; empty if the job may create one."""
        self.is_paused = False
        self.is_closed = False
        self.fault = ""
        """Class name of the engine error that ended the last job, "" for none."""
        self._process: QProcess | None = None
        self._has_ended = False
        self._complaint = ""
        self._half_line = b""
        self._niceness = 0

    @property
    def is_running(self) -> bool:
        """True from a job's start to its last line."""
        return self._process is not None

    def pause(self) -> None:
        """Pauses the job, which confirms with a Paused event."""
        self.tell("pause")

    def resume(self) -> None:
        self.tell("resume")

    def close(self, *, is_awaited: bool = False) -> None:
        """Cancels the job; it finishes its current files without the window.

        Args:
            is_awaited: return only once it has ended, killing it after a while: something else needs the library.
        """
        self.is_closed = True
        self.tell("cancel")
        process, self._process = self._process, None
        if process is not None:
            let_go(process, is_awaited=is_awaited)

    def launch(self, arguments: Sequence[str], *, niceness: int = 0) -> None:
        """Starts `earshot` with these arguments plus library and device; no job may be running.

        Args:
            arguments: the command and its options.
            niceness: lowers the priority, so that window and audio come first; child processes inherit it.
        """
        command, rest = arguments[0], arguments[1:]
        self.start_module("engine.cli.main", [*command.split(), *self.common(), *rest], niceness=niceness)

    def start_module(self, module: str, arguments: Sequence[str], *, niceness: int = 0) -> None:
        """Runs a module that prints event lines; no job may be running."""
        process = QProcess(self)
        process.setProgram(sys.executable)
        process.setArguments(["-m", module, *arguments])
        environment = QProcessEnvironment.systemEnvironment()
        for name, value in logs.child_variables(is_read=True).items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._read_complaint)
        process.finished.connect(self._ended)
        if niceness:
            process.started.connect(self._give_way)
        process.errorOccurred.connect(self._could_not_start)
        self._process, self._has_ended, self._complaint, self.is_paused = process, False, "", False
        self._half_line = b""
        self.fault, self._niceness = "", niceness
        self.running_changed.emit(True)
        _log.info("starting %s", arguments[0] if module == "engine.cli.main" else module.rpartition(".")[2])
        process.start()

    def common(self) -> list[str]:
        """Options common to all jobs."""
        options = ["--json", "--library", str(self.library), "--device", self.device]
        options += ["--library-id", self.library_id] if self.library_id else []
        options += ["--give-up-after", str(self.give_up_s)] if self.give_up_s else []
        return [*options, "--memory", str(self.memory_gib)] if self.memory_gib else options

    def tell(self, line: str) -> None:
        """Sends a word, such as cancel, to the running job."""
        if self._process is not None:
            self._process.write(f"{line}\n".encode())

    def stopped(self, why: str) -> tuple[str, str]:
        """Message and advice for a job that died."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Called when a job has ended: starts the next one, or emits `running_changed`."""
        self.running_changed.emit(False)

    def _give_way(self) -> None:
        if self._process is not None and sys.platform != "win32":
            with contextlib.suppress(OSError):  # already ended
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
                _log.warning("a line of a job is no event: %s", err)
                self._complaint = str(err)

    def _take(self, event: Event) -> None:
        if isinstance(event, Paused):
            self.is_paused = event.is_paused
        if isinstance(event, Finished | MapFinished | JobAborted):
            self._has_ended = True
        self.happened.emit(event)
        if isinstance(event, JobAborted):
            self.fault = event.kind
            _log.warning("%s stopped: %s", type(self).__name__, event.kind)
            self.failed.emit(*engine_words.broke(event))

    def _read_complaint(self) -> None:
        """Takes over log lines; the last other line says why a job died. A line still being written waits."""
        process = self._process
        if process is None:
            return
        *lines, self._half_line = (self._half_line + bytes(process.readAllStandardError().data())).split(b"\n")
        if process.state() is QProcess.ProcessState.NotRunning:
            lines, self._half_line = [*lines, self._half_line], b""
        for line in lines:
            text = line.decode("utf-8", errors="replace").strip()
            if text and not logs.take_line(text):
                _log.info("%s says: %s", type(self).__name__, logs.Name(text))
                self._complaint = text

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
        _log.info("%s ended with %d; complete: %s", type(self).__name__, process.exitCode(), self._has_ended)
        process.deleteLater()
        self.go_on()
