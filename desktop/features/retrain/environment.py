"""The training environment: finds, creates or accepts one, and drives its page of *Retrain…*."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.features.retrain.interpreters import (
    ProbeResult,
    SearchResult,
    candidates,
    find,
    own_folder,
    packages_folder,
    probe,
    python_of,
)
from desktop.features.retrain.setup import SetupProgress, TrainingSetup
from engine.base.lazy_import import later

if TYPE_CHECKING:
    from desktop.features.retrain import install
else:
    install = later("desktop.features.retrain.install")

Then = Callable[[Path], object]
"""What to do with a Python interpreter that can train."""


class TrainingEnvironment(QObject):
    """Manages the training environment. GUI thread only."""

    found = Signal()
    """`trainer` can train."""
    missing = Signal()
    """No known interpreter can train."""

    def __init__(self, settings: ports.SettingsFile, jobs: ports.Jobs, start: ports.WindowStart) -> None:
        super().__init__()
        self._settings, self._jobs = settings, jobs
        self._data = start.data
        self.trainer: Path | None = None
        """The interpreter that passed the probe."""
        self.packages = Path()
        """Folder of our packages, for its PYTHONPATH."""
        self.setup = TrainingSetup(self._data, jobs, parent=self)
        self._page: install.InstallPage | None = None
        self._making: SetupProgress | None = None
        self._is_begun = False
        self._waiting: list[Then] = []
        self._is_looking = False
        self.setup.progressed.connect(self._progressed)
        self.setup.running_changed.connect(lambda is_running: self._show())
        self.setup.finished.connect(self._made)
        self.setup.failed.connect(self._not_made)

    def join(self, page: "install.InstallPage") -> None:
        """Connects the page that offers the ways to get an environment."""
        self._page = page
        page.show_place(own_folder(self._data))
        page.make_wanted.connect(self._make)
        page.cancel_wanted.connect(self._cancel)
        page.take_wanted.connect(self._try)

    def find(self, then: Then | None = None) -> None:
        """Probes interpreters until one can train; a known one is not probed again.

        Args:
            then: called with the interpreter; None to emit the signals instead.
        """
        if self.trainer is not None:
            self._tell(then, self.trainer)
            return
        if then is not None:
            self._waiting.append(then)
        if self._is_looking or self.setup.is_running:
            self._show()
            if self.setup.is_running:
                self.missing.emit()
            return
        self._is_looking = True
        chosen, data = self._settings.values.training_python, self._data
        self._jobs.run(
            lambda cancel: (
                packages := packages_folder(data),
                find(candidates(chosen, data), packages, cancel),
                own_folder(data).exists(),
            ),
            self._looked,
        )

    def close(self) -> None:
        """Cancels a setup when the window closes; the next request resumes it."""
        self.setup.close()

    def _looked(self, answer: tuple[Path, SearchResult, bool]) -> None:
        self.packages, found, self._is_begun = answer
        self._is_looking = False
        if found.trainer is not None:
            self._take(found.trainer.python)
            return
        self._waiting.clear()
        self._show()
        self._show_refused(found.refused)
        self.missing.emit()

    def _take(self, python: Path) -> None:
        self.trainer = python
        waiting, self._waiting = self._waiting, []
        for then in waiting:
            then(python)
        if not waiting:
            self.found.emit()

    def _tell(self, then: Then | None, python: Path) -> None:
        if then is not None:
            then(python)
        else:
            self.found.emit()

    def _show_refused(self, refused: tuple[ProbeResult, ...]) -> None:
        """Shows what is wrong with the user's interpreter or with our own environment."""
        chosen = self._settings.values.training_python
        for verdict in refused:
            if self._page is None:
                return
            if chosen and verdict.python == Path(chosen):
                self._page.show_refused(verdict)
            elif verdict.python == python_of(own_folder(self._data)):
                advice = translate("TrainingEnvironment", "Continue adds what is missing.")
                self._page.show_fault(install.refusal(verdict), advice)

    def _make(self) -> None:
        self._making = None
        self.setup.make()

    def _cancel(self) -> None:
        self._is_begun = True
        self.setup.cancel()

    def _progressed(self, making: SetupProgress) -> None:
        self._making = making
        self._show()

    def _show(self) -> None:
        if self._page is not None:
            self._page.show_making(self._making, is_running=self.setup.is_running, is_begun=self._is_begun)

    def _made(self) -> None:
        python, packages = python_of(self.setup.folder), self.packages
        self._jobs.run(lambda cancel: probe(python, packages, cancel), self._probed_own)

    def _probed_own(self, verdict: ProbeResult) -> None:
        if verdict.is_good:
            self._settings.change(training_python="")
            self._take(verdict.python)
        elif self._page is not None:
            from_page = ", ".join(name for name, _ in verdict.missing) or verdict.fault
            self._page.show_fault(
                translate("TrainingEnvironment", "The environment was made, but cannot train: %1", from_page),
                translate("TrainingEnvironment", "Try again. If it happens again, please send us the log."),
            )

    def _not_made(self, message: str, advice: str) -> None:
        self._is_begun = True
        self._show()
        if self._page is not None:
            self._page.show_fault(message, advice)

    def _try(self, path: Path) -> None:
        if self._page is not None:
            self._page.show_refused(None)
        packages = self.packages
        self._jobs.run(lambda cancel: probe(python_of(path) if path.is_dir() else path, packages, cancel), self._tried)

    def _tried(self, verdict: ProbeResult) -> None:
        if verdict.is_good:
            self._settings.change(training_python=str(verdict.python))
            self._take(verdict.python)
        elif self._page is not None:
            self._page.show_refused(verdict)
