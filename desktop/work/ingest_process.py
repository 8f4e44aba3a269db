"""The indexing job as the window sees it: a child process, its event lines as signals, its pause, resume and cancel.

Folders dropped while a job runs wait for the next one. What was indexed when a job is cancelled, or dies, stays.
"""

import contextlib
import os
import sys
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

from desktop.translation import translate
from engine.errors import EarshotError
from engine.events import Broke, Event, Finished, Paused, from_line
from engine.types import FilePath

_NICENESS = 5
_MOST_PATHS = 500
"""More named paths than this would not fit a command line everywhere: the roots are looked through instead."""


@dataclass(frozen=True, slots=True)
class Order:
    """What one job is to do."""

    folders: tuple[FilePath, ...] = ()
    """Folders and files to take in; none, and nothing in `only`: every known root again."""
    only: tuple[FilePath, ...] = ()
    """Files and folders of the library that changed; nothing else is looked at."""
    retry_failed: bool = False
    pack: Path | None = None
    """Embed everything with this pack from now on."""
    is_quiet: bool = False
    """Nobody asked for it: it is not worth a word unless it finds something."""

    def arguments(self) -> list[str]:
        """What follows `earshot index`."""
        given = ["--retry-failed"] if self.retry_failed else []
        for path in self.only:
            given += ["--only", path.uri]
        return [*given, "--", *(str(folder.native) for folder in self.folders)]


class IngestProcess(QObject):
    """Runs `earshot index` for the window. GUI thread only; nothing here blocks."""

    happened = Signal(object)
    """Every Event of the job, in order."""
    running_changed = Signal(bool)
    failed = Signal(str, str)
    """The job ended by a fault: message and advice."""

    def __init__(self, library: Path, *, pack: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._pack = pack
        self._waiting: deque[Order] = deque()
        self.order = Order()
        """What the job that runs, or ran last, is to do."""
        self.device = "auto"
        """What the next job computes with."""
        self._process: QProcess | None = None
        self._has_ended = False
        self._is_closed = False
        self._complaint = ""
        self.is_paused = False

    @property
    def is_running(self) -> bool:
        """True from the start of a job to its last line."""
        return self._process is not None

    def index(self, folders: tuple[FilePath, ...]) -> None:
        """Indexes these folders and files (none: every known root again), after the job that runs now."""
        self.run(Order(folders))

    def run(self, order: Order) -> None:
        """Starts a job, after the one that runs now and those that wait."""
        self._waiting.append(_fitting(order))
        if self._process is None:
            self._start_next()

    @property
    def has_waiting(self) -> bool:
        """Whether another job follows the one that runs."""
        return bool(self._waiting)

    def pause(self) -> None:
        """Lets the job wait; it says so by a Paused event."""
        self._tell("pause")

    def resume(self) -> None:
        """Lets the job go on."""
        self._tell("resume")

    def is_reading(self, folder: FilePath) -> bool:
        """True while the job that runs looks through this folder, or through a part of it."""
        start = folder.raw + os.sep.encode()
        asked = self.order.folders or self.order.only or (folder,)  # no paths: every folder
        return self.is_running and any(path.raw == folder.raw or path.raw.startswith(start) for path in asked)

    def skip(self) -> None:
        """Ends the job that runs after the files it holds, and goes on with what waits."""
        self._tell("cancel")

    def cancel(self) -> None:
        """Ends the job after the files it holds, and forgets what waits."""
        self._waiting.clear()
        self._tell("cancel")

    def close(self) -> None:
        """Ends the job with the window: politely, then by force. What was acknowledged is kept."""
        self._is_closed = True
        self._waiting.clear()
        process = self._process
        if process is None:
            return
        process.blockSignals(True)
        self._tell("cancel")
        process.closeWriteChannel()
        if not process.waitForFinished(3000):
            process.kill()
            process.waitForFinished(2000)
        self._process = None

    def _start_next(self) -> None:
        if self._is_closed:  # asked for while the window went away: the next start looks again
            self._waiting.clear()
            return
        order = self.order = self._waiting.popleft()
        process = QProcess(self)
        arguments = ["-m", "engine.cli", "index", "--json", "--library", str(self._library), "--device", self.device]
        if order.pack is not None:
            self._pack = order.pack
        if self._pack is not None:
            arguments += ["--pack", str(self._pack)]
        process.setProgram(sys.executable)
        process.setArguments([*arguments, *order.arguments()])
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._read_complaint)
        process.finished.connect(self._ended)
        if not order.only:  # a few files that changed are taken in as fast as can be
            process.started.connect(self._give_way)
        process.errorOccurred.connect(self._could_not_start)
        self._process, self._has_ended, self._complaint, self.is_paused = process, False, "", False
        self.running_changed.emit(True)
        process.start()

    def _give_way(self) -> None:
        """Lets the window and the sound go first on a busy machine; the job's own children inherit it."""
        if self._process is not None and hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):  # already over
                os.setpriority(os.PRIO_PROCESS, self._process.processId(), _NICENESS)

    def _tell(self, line: str) -> None:
        if self._process is not None:
            self._process.write(f"{line}\n".encode())

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
            self.failed.emit(event.message, event.advice)

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
            self.failed.emit(
                translate("IngestProcess", "Indexing stopped: %1", self._complaint or process.errorString()),
                translate("IngestProcess", "What was indexed is kept. Add the folder again to go on."),
            )
        process.deleteLater()
        if self._waiting:
            self._start_next()
        else:
            self.running_changed.emit(False)


def _fitting(order: Order) -> Order:
    """The order, with the whole library in place of more paths than a command line holds."""
    return replace(order, only=()) if len(order.only) > _MOST_PATHS else order
