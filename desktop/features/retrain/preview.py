"""Previews what a training would use of some sounds: `earshot-train retrain … --look`."""

import shutil
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.features.retrain.process import environment_of_training
from desktop.features.retrain.runs import TrainingRequest
from engine.base.errors import EarshotError
from engine.base.training_events import Failure, Material, Record, TrainingEvent, event_in, record_in


class TrainingPreview(QObject):
    """Runs one preview at a time; a new one cancels the former. GUI thread only; nothing blocks."""

    found = Signal(object)
    """A Material."""
    failed = Signal(str, str)
    """Message and advice."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._remove_folder: Callable[[], object] | None = None
        self._has_answered = False

    def ask(self, asked: TrainingRequest, python: Path, packages: Path) -> None:
        self.close()
        folder = Path(tempfile.mkdtemp(prefix="earshot-look-"))
        # Also covers the end of the object or the program without `close`.
        self._remove_folder = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        process = self._process = QProcess(self)
        process.setProgram(str(python))
        arguments = asked.arguments(folder)
        process.setArguments(["-m", "training", "retrain", *arguments, "--look", "--json"])
        process.setWorkingDirectory(str(folder))
        environment = QProcessEnvironment()
        for name, value in environment_of_training(packages).items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._could_not_start)
        self._has_answered = False
        process.start()
        process.closeWriteChannel()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(2000)
            process.deleteLater()
        if self._remove_folder is not None:
            self._remove_folder()
            self._remove_folder = None

    def _read(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            record = record_in(bytes(process.readLine().data()))
            if record is None or self._has_answered:
                continue
            match _event(record):
                case Material() as material:
                    self._has_answered = True
                    self.found.emit(material)
                case Failure() as failure:
                    self._has_answered = True
                    self.failed.emit(*engine_words.broke(failure))

    def _could_not_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._ended()

    def _ended(self) -> None:
        self._read()
        process = self._process
        if process is None:
            return
        if not self._has_answered:
            said = bytes(process.readAllStandardError().data()).decode("utf-8", errors="replace").strip()
            last = said.splitlines()[-1] if said else process.errorString()
            self.failed.emit(
                translate("TrainingPreview", "Earshot could not check the sounds: %1", last),
                translate("TrainingPreview", "Choose something else, or make the training environment again."),
            )
        self.close()


def _event(record: Record) -> TrainingEvent | None:
    """The event in a line; None if unreadable: the process's exit then reports the fault."""
    try:
        return event_in(record)
    except EarshotError:
        return None
