"""Adds Help, Copy diagnostics."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.base.translation import translate
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.controllers.parts import WindowParts
from engine.base.lazy_import import later
from engine.base.library_facts import LibraryStats

if TYPE_CHECKING:
    from desktop.features.diagnostics import dialog, report
else:
    dialog = later("desktop.features.diagnostics.dialog")
    report = later("desktop.features.diagnostics.report")


class Diagnostics(QObject):
    """Gathers a report in a job and shows it. GUI thread only."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._stats: LibraryStats | None = None
        self.dialog: dialog.DiagnosticsDialog | None = None
        parts.search.counted.connect(self._counted)
        parts.commands.add(
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
        start, stats, settings = self._parts.start, self._stats, self._parts.settings.values
        self._parts.jobs.run(lambda cancel: report.gather(start.library, stats, settings, start.log_folder), self._show)

    def _show(self, found: "report.DiagnosticsReport") -> None:
        if self.dialog is not None:
            self.dialog.reject()
        shown = self.dialog = dialog.DiagnosticsDialog(found, self._parts.window)
        shown.copied.connect(lambda: self._parts.window.status.say(translate("Diagnostics", "Diagnostics copied")))
        shown.finished.connect(self._closed)
        shown.show()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


FEATURE = WindowFeature((FeaturePart(461, Diagnostics),))
