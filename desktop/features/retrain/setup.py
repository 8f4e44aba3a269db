"""Creates Earshot's own training environment from the locks it ships, by uv, or by venv and pip.

Every package is compared with the hash in the lock. Downloads are kept until everything is installed, so that a
cancelled or interrupted setup resumes.
"""

import os
import shutil
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from desktop.base import engine_words
from desktop.base.translation import number, translate
from desktop.features.retrain.installers import LOG, Downloads, Program, complaint, lock_files, programs, uv_program
from desktop.features.retrain.interpreters import DISK_BYTES, DOWNLOAD_BYTES, own_folder
from desktop.work.jobs import Job, Jobs
from engine.base.errors import EngineError

_LAST_LINES = 40


class SetupProgress(Struct, frozen=True):
    """Progress of a setup."""

    line: str
    """Last output of the installer."""
    done_bytes: int
    """Downloaded bytes, as far as the installer reports them."""
    total_bytes: int


class TrainingSetup(QObject):
    """Creates the environment. GUI thread only; nothing blocks except `close`.

    Args:
        data_folder: contains the folder `training`, which gets the environment.
        jobs: runs checks of files.
        locks: requirements with hashes.
        needed_bytes: disk space required to start; None for that of the locks shipped with Earshot.
    """

    progressed = Signal(object)
    """A SetupProgress."""
    finished = Signal()
    """The environment exists; desktop.features.retrain.interpreters.probe tells whether it can train."""
    failed = Signal(str, str)
    """Message and advice."""
    running_changed = Signal(bool)

    def __init__(
        self,
        data_folder: Path,
        jobs: Jobs,
        *,
        locks: Sequence[Path] | None = None,
        needed_bytes: int | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._folder = own_folder(data_folder)
        self._cache = self._folder.with_name("downloads")
        self._jobs = jobs
        self._locks = tuple(locks) if locks is not None else lock_files()
        self._needed_bytes = needed_bytes
        self._programs: deque[Program] = deque()
        self._process: QProcess | None = None
        self._preparing: Job | None = None
        self._said: deque[str] = deque(maxlen=_LAST_LINES)
        self._downloads = Downloads()

    @property
    def folder(self) -> Path:
        return self._folder

    @property
    def is_running(self) -> bool:
        return self._process is not None or self._preparing is not None

    def make(self) -> None:
        if self.is_running:
            return
        self._said.clear()
        self._downloads = Downloads()
        self._preparing = self._jobs.run(lambda cancel: self._prepare(), self._prepared, failed=self._not_prepared)
        self.running_changed.emit(True)

    def cancel(self) -> None:
        """Cancels the setup; downloads are kept."""
        self.close()
        self.running_changed.emit(False)

    def close(self) -> None:
        """Cancels the setup when the window closes."""
        self._programs.clear()
        if self._preparing is not None:
            self._preparing.cancel()
            self._preparing = None
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.terminate()
            if not process.waitForFinished(2000):
                process.kill()
                process.waitForFinished(2000)
            process.deleteLater()

    def _prepare(self) -> tuple[Program, ...]:
        """Checks the disk space and returns the commands to run; in a worker thread."""
        uv = uv_program()
        try:
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            there_bytes = _bytes_in(self._folder) + _bytes_in(self._cache)
            free_bytes = shutil.disk_usage(self._folder.parent).free
            missing_bytes = self._needs_bytes(uv) - there_bytes - free_bytes
            if missing_bytes > 0:
                raise EngineError(
                    translate("TrainingSetup", "%1 GB more must be free in %2.", _gb(missing_bytes), str(self._folder)),
                    advice=translate("TrainingSetup", "Free some space there, or use an existing environment."),
                )
            if self._folder.exists() and not (self._folder / "pyvenv.cfg").exists():
                shutil.rmtree(self._folder)
        except OSError as err:
            raise EngineError(
                translate("TrainingSetup", "%1 cannot be used: %2", str(self._folder), str(err.strerror)),
                advice=translate("TrainingSetup", "Let Earshot write there, then try again."),
            ) from err
        return programs(self._folder, self._locks, uv)

    def _needs_bytes(self, uv: str) -> int:
        """Required space: uv keeps its downloads unpacked and links them; pip keeps the wheels as well."""
        if self._needed_bytes is not None:
            return self._needed_bytes
        return DISK_BYTES if uv else DOWNLOAD_BYTES + DISK_BYTES

    def _prepared(self, wanted: tuple[Program, ...]) -> None:
        self._preparing = None
        self._programs.extend(wanted)
        self._next()

    def _not_prepared(self, err: EngineError) -> None:
        self._preparing = None
        self.running_changed.emit(False)
        self.failed.emit(*engine_words.error(err))

    def _next(self) -> None:
        wanted = self._programs.popleft()
        process = self._process = QProcess(self)
        process.setProgram(wanted.program)
        process.setArguments(list(wanted.arguments))
        process.setProcessEnvironment(self._surroundings())
        process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._could_not_start)
        process.start()
        process.closeWriteChannel()

    def _surroundings(self) -> QProcessEnvironment:
        environment = QProcessEnvironment.systemEnvironment()
        for name in ("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV"):
            environment.remove(name)
        environment.insert("UV_CACHE_DIR", str(self._cache / "uv"))
        environment.insert("PIP_CACHE_DIR", str(self._cache / "pip"))
        environment.insert("PIP_DISABLE_PIP_VERSION_CHECK", "1")
        environment.insert("PIP_NO_INPUT", "1")
        environment.insert("PYTHONUNBUFFERED", "1")
        return environment

    def _read(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            line = bytes(process.readLine().data()).decode("utf-8", errors="replace").strip()
            if not line:
                continue
            self._said.append(line)
            self._downloads.hear(line)
            self.progressed.emit(SetupProgress(line, min(self._downloads.done_bytes, DOWNLOAD_BYTES), DOWNLOAD_BYTES))

    def _could_not_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            self._said.append(self._process.errorString())
            self._fail()

    def _ended(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        if self._process is None:
            return
        if code != 0 or status is QProcess.ExitStatus.CrashExit:
            self._fail()
            return
        self._process.deleteLater()
        self._process = None
        if self._programs:
            self._next()
            return
        self._jobs.run(lambda cancel: shutil.rmtree(self._cache, ignore_errors=True))
        self.running_changed.emit(False)
        self.finished.emit()

    def _fail(self) -> None:
        if self._process is not None:
            self._process.deleteLater()
        self._process = None
        self._programs.clear()
        said = tuple(self._said)
        self._jobs.run(lambda cancel: self._folder.with_name(LOG).write_text("\n".join(said), encoding="utf-8"))
        self.running_changed.emit(False)
        self.failed.emit(*complaint(said))


def _bytes_in(folder: Path) -> int:
    """Size of all accessible files below a folder."""
    sizes = 0
    for above, _, names in os.walk(folder):
        for name in names:
            place = Path(above) / name
            sizes += place.lstat().st_size if place.exists() else 0
    return sizes


def _gb(size_bytes: float) -> str:
    return number(size_bytes / 1e9, 1)
