"""Computes the map in a child process at low priority, and reports progress as signals."""

import contextlib
import os
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.work.event_process import let_go
from engine.base.errors import EarshotError
from engine.base.events import Broke, Event, Placed, Placing, from_line

_NICENESS = 10


class MapProcess(QObject):
    """Runs `python -m engine.features.map`. GUI thread only; nothing blocks."""

    progressed = Signal(object)
    """Progress: a Placing."""
    finished = Signal()
    """The map is complete and stored."""
    failed = Signal(str, str)
    """Message and advice."""
    running_changed = Signal(bool)

    def __init__(self, library: Path, *, pack: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._pack = pack
        self._process: QProcess | None = None
        self._has_ended = False

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def make(self, *, anew: bool = False) -> None:
        """Starts the computation unless it is running."""
        if self._process is not None:
            return
        process = QProcess(self)
        process.setProgram(sys.executable)
        options = ["--anew"] if anew else []
        if self._pack is not None:
            options += ["--pack", str(self._pack)]
        process.setArguments(["-m", "engine.features.map", "--follow", *options, "--", str(self._library)])
        process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(self._read)
        process.started.connect(self._give_way)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._could_not_start)
        self._process, self._has_ended = process, False
        self.running_changed.emit(True)
        process.start()

    def stop(self) -> None:
        """Cancels the computation; the former map stays."""
        if self._process is not None:
            self._has_ended = True
            self._process.closeWriteChannel()

    def close(self) -> None:
        """Lets the process end by itself, without waiting for it."""
        process, self._process = self._process, None
        if process is not None:
            let_go(process)

    def _give_way(self) -> None:
        if self._process is not None and hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):  # already ended
                os.setpriority(os.PRIO_PROCESS, self._process.processId(), _NICENESS)

    def _read(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            with contextlib.suppress(EarshotError):  # a truncated last line
                self._take(from_line(bytes(process.readLine().data()).decode("utf-8", errors="replace")))

    def _take(self, event: Event) -> None:
        match event:
            case Placing():
                self.progressed.emit(event)
            case Placed():
                self._has_ended = True
                self.finished.emit()
            case Broke():
                self._has_ended = True
                self.failed.emit(*engine_words.broke(event))

    def _could_not_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._ended()

    def _ended(self) -> None:
        self._read()
        process, self._process = self._process, None
        if process is None:
            return
        process.deleteLater()
        if not self._has_ended:
            self.failed.emit(
                translate("MapProcess", "The map could not be made."),
                translate("MapProcess", "Try again. If it happens again, please send us the log."),
            )
        self.running_changed.emit(False)
