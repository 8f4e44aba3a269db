"""Adds Help, Copy diagnostics."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from engine.base.lazy_import import later
from engine.base.library_facts import LibraryStats

if TYPE_CHECKING:
    from desktop.features.diagnostics import dialog, report
else:
    dialog = later("desktop.features.diagnostics.dialog")
    report = later("desktop.features.diagnostics.report")


class Diagnostics(QObject):
    """Gathers a report in a job and shows it. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        start: ports.WindowStart,
        notices: ports.Notices,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._jobs, self._start, self._notices = window, settings, jobs, start, notices
        self._stats: LibraryStats | None = None
        self.dialog: dialog.DiagnosticsDialog | None = None
        search.counted.connect(self._counted)
        commands.add(
            "help.diagnostics",
            translate("Diagnostics", "Copy diagnostics…"),
            self._gather,
            menu="Help",
            group=2,
            tip=translate("Diagnostics", "Version, system, settings and the log, for a report of a fault"),
        )

    def _counted(self, stats: LibraryStats, folders: object) -> None:
        self._stats = stats

    def _gather(self) -> None:
        start, stats, settings = self._start, self._stats, self._settings.values
        self._jobs.run(lambda cancel: report.gather(start.library, stats, settings, start.log_folder), self._show)

    def _show(self, found: "report.DiagnosticsReport") -> None:
        if self.dialog is not None:
            self.dialog.reject()
        shown = self.dialog = dialog.DiagnosticsDialog(found, self._window)
        shown.copied.connect(lambda: self._notices.say(translate("Diagnostics", "Diagnostics copied")))
        shown.finished.connect(self._closed)
        shown.show()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


FEATURE = WindowFeature((FeaturePart(461, Diagnostics),))
