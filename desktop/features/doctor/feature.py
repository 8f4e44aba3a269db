"""Help, *Check this installation…*: the checks of `earshot doctor`, one after the other as they are made."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.work.jobs import Job
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later

if TYPE_CHECKING:
    from desktop.features.doctor import dialog
    from engine.features.doctor.doctor import Check
else:
    dialog = later("desktop.features.doctor.dialog")


class InstallationChecks(QObject):
    """Runs the checks in a job and shows them. GUI thread only."""

    _checked = Signal(object)
    """A check, from the job's thread."""

    def __init__(
        self,
        window: QWidget,
        theme: ports.Theme,
        commands: ports.Commands,
        jobs: ports.Jobs,
        start: ports.WindowStart,
        notices: ports.Notices,
    ) -> None:
        super().__init__()
        self._window, self._theme, self._jobs = window, theme, jobs
        self._library, self._notices = start.library, notices
        self._job: Job | None = None
        self.dialog: dialog.ChecksDialog | None = None
        self._checked.connect(self._add)
        commands.add(
            "help.doctor",
            translate("InstallationChecks", "Check this installation…"),
            self.show,
            menu="Help",
            group=2,
            tip=translate("InstallationChecks", "Tries sound output, models, library and disk, and says what to do"),
        )

    def show(self) -> None:
        """Opens the dialog and starts the checks, unless it is open."""
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()
            return
        shown = self.dialog = dialog.ChecksDialog(self._theme, self._window)
        shown.copied.connect(lambda: self._notices.say(translate("InstallationChecks", "Checks copied")))
        shown.finished.connect(self._closed)
        shown.show()
        library = self._library
        self._job = self._jobs.run(lambda cancel: self._examine(library, cancel), shown.end, failed=self._failed)

    def _examine(self, library: Path, cancel: Cancel) -> bool:
        """Makes the checks; True if none failed. The job's thread."""
        from engine.features.doctor.doctor import examine  # loads ONNX Runtime

        is_well = True
        for check in examine(library):
            if cancel():
                break
            is_well = is_well and check.status != "fail"
            self._checked.emit(check)
        return is_well

    def _add(self, check: "Check") -> None:
        if self.dialog is not None and self._job is not None and not self._job.is_cancelled:
            self.dialog.add(check)

    def _failed(self, err: EngineError) -> None:
        if self.dialog is not None:
            self.dialog.reject()
        self._notices.warn(*engine_words.error(err), "doctor")

    def _closed(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


FEATURE = WindowFeature((FeaturePart(462, InstallationChecks),))
