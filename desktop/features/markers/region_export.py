"""*Export regions…*: each region of the sound in the deck becomes a file, by the chosen profile."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub
from desktop.features.markers.sound_markers import TAB, MarkersFeature
from desktop.widgets.working_progress import WorkingProgress
from desktop.work.cancellable_work import LongTask, Tell
from engine.audio.markers import MarkerKind
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later

if TYPE_CHECKING:
    from engine.features.markers import region_export
    from engine.transfer import transfer as transferring
else:
    region_export = later("engine.features.markers.region_export")
    transferring = later("engine.transfer.transfer")


class RegionExport(QObject):
    """Exports the regions that the Markers tab shows. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        jobs: ports.Jobs,
        search: ports.SearchThread,
        notices: ports.Notices,
        hub: FeatureHub,
        markers: MarkersFeature,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._notices, self._hub, self._markers = window, settings, notices, hub, markers
        self._library = search.folder
        self.working = LongTask(jobs, self)
        self._progress = WorkingProgress(self.working, window)
        commands.add(
            "markers.export",
            translate("RegionExport", "Export regions…"),
            self.ask,
            needs="wave",
            menu="File",
            group=4,
            tip=translate("RegionExport", "A file for each region of the sound, by the chosen transfer profile"),
        )
        markers.tab.export_wanted.connect(self.ask)

    def ask(self) -> None:
        """Asks for the folder; says so where there is no region."""
        shown = self._markers.shown
        if shown is None or not any(one.kind is MarkerKind.REGION for one in shown.markers):
            self._notices.say(translate("RegionExport", "This sound has no regions. Select a stretch, then press K."))
            return
        if self.working.is_running:
            return
        start = self._settings.values.project_folder or str(Path.home())
        title = translate("RegionExport", "Folder for the regions")
        folder = QFileDialog.getExistingDirectory(self._window, title, start)
        if folder:
            self._settings.change(project_folder=folder)
            self.export(Path(folder))

    def export(self, folder: Path) -> None:
        """Writes a file for each region into a folder."""
        shown, profile, library = self._markers.shown, self._hub.transfer_profile, self._library
        if shown is None:
            return

        def work(cancel: Cancel, tell: Tell) -> "transferring.TransferSummary":
            pieces = region_export.region_pieces(shown, profile)
            return transferring.transfer(pieces, folder, profile, library=library, cancel=cancel, progress=tell)

        self._progress.begin(translate("RegionExport", "Exporting regions…"))
        self.working.run(work, partial(self._exported, folder), failed=self._failed, cancelled=self._progress.end)

    def _exported(self, folder: Path, done: "transferring.TransferSummary") -> None:
        self._progress.end()
        for skipped in done.skipped:
            self._notices.warn(*engine_words.error(skipped.error), TAB)
        self._notices.say(translate("RegionExport", "%n region(s) exported to %1.", folder, n=len(done.files)))

    def _failed(self, err: EngineError) -> None:
        self._progress.end()
        self._notices.warn(*engine_words.error(err), TAB)
