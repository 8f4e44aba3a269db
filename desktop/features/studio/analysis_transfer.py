"""Shares analyses of sounds through the server, so that nobody analyses a sound that somebody else already has."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QLineEdit, QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.features.studio.sync import Sync
from desktop.features.studio.volumes import VolumesTab
from desktop.widgets.boxes import STRETCH, vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.work.cancellable_work import LongTask, Tell
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.base.types import FilePath
from engine.features.studio.records import AnalysesTransferred

if TYPE_CHECKING:
    from engine.features.studio import facade
else:
    facade = later("engine.features.studio.facade")


class AnalysisTransfer(QObject):
    """Sends and fetches analyses, and adds volumes. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        jobs: ports.Jobs,
        indexing: ports.IndexingControl,
        start: ports.WindowStart,
        syncing: Sync,
        tab: VolumesTab,
    ) -> None:
        super().__init__()
        self._window, self._indexing, self._syncing, self._tab = window, indexing, syncing, tab
        self._library = start.library
        self.working = LongTask(jobs, self)
        self.working.running_changed.connect(tab.set_working)
        self.working.progressed.connect(tab.show_progress)
        tab.stop_wanted.connect(self.working.stop)
        tab.share_wanted.connect(self.share)
        tab.add_wanted.connect(self._choose_volume)

    def share(self) -> None:
        library, password = self._library, self._syncing.password

        def work(cancel: Cancel, tell: Tell) -> AnalysesTransferred:
            return facade.share_sounds(library, password=password, cancel=cancel, progress=tell)

        self._tab.say(translate("AnalysisTransfer", "Sending analyses…"))
        self.working.run(work, self._shared, failed=self._failed, cancelled=self._stopped)

    def fetch(self, folder: FilePath) -> None:
        """Fetches others' analyses of a folder's sounds, then indexes the folder; works without the server, too."""
        library, password = self._library, self._syncing.password

        def work(cancel: Cancel, tell: Tell) -> AnalysesTransferred:
            return facade.fetch_sounds(library, password=password, cancel=cancel, progress=tell)

        def fetched(done: AnalysesTransferred) -> None:
            self._tab.say(
                translate(
                    "AnalysisTransfer",
                    "%n sound(s) were already analysed by others and are ready at once.",
                    n=done.sounds,
                )
                if done.sounds
                else ""
            )
            self._indexing.add((folder,))

        def failed(err: EngineError) -> None:
            self._failed(err)
            self._indexing.add((folder,))

        self._tab.say(translate("AnalysisTransfer", "Fetching analyses from others…"))
        self.working.run(work, fetched, failed=failed, cancelled=self._stopped)

    def add_volume(self, name: str, folder: FilePath) -> None:
        """Registers a folder as a volume under a name for everybody."""
        password = self._syncing.password

        def added(_: None) -> None:
            self._syncing.look()
            self._syncing.sync()
            self._indexing.add((folder,))

        self._syncing.ask_server(
            lambda library: facade.add_volume(library, name, folder, password=password), added, failed=self._failed
        )

    def _choose_volume(self) -> None:
        title = translate("AnalysisTransfer", "Folder that everyone can reach")
        chosen = QFileDialog.getExistingDirectory(self._tab, title)
        if not chosen:
            return
        dialog = VolumeDialog(Path(chosen).name, self._window)
        dialog.accepted.connect(lambda: self.add_volume(dialog.name.text().strip(), FilePath.of(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _shared(self, done: AnalysesTransferred) -> None:
        told = translate("AnalysisTransfer", "%n sound(s) sent.", n=done.sounds)
        if done.known:
            told += " " + translate("AnalysisTransfer", "%n sound(s) were already there.", n=done.known)
        if done.left_out:
            told += " " + translate(
                "AnalysisTransfer", "%n sound(s) skipped: not analysed yet, or unreadable.", n=done.left_out
            )
        self._tab.say(told)

    def _stopped(self) -> None:
        self._tab.say(translate("AnalysisTransfer", "Stopped. Everything transferred so far is kept."))

    def _failed(self, err: EngineError) -> None:
        self._tab.say(engine_words.in_full(err))


class VolumeDialog(QDialog):
    """Asks for a volume's name. GUI thread only."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("AnalysisTransfer", "Add a volume"))
        take_room(self, 420, 140)
        label = QLabel(translate("AnalysisTransfer", "Name of this folder for everyone:"), self)
        self.name = QLineEdit(name, self)
        self.name.setAccessibleName(translate("AnalysisTransfer", "Name of the volume"))
        self.name.selectAll()
        label.setBuddy(self.name)
        buttons = Buttons(self.reject, self, chief=translate("AnalysisTransfer", "Add"))
        buttons.accepted.connect(self.accept)
        self.name.textChanged.connect(lambda text: buttons.first.setEnabled(bool(text.strip())))
        vbox(label, self.name, STRETCH, buttons, parent=self, margins=(20, 18, 20, 16), spacing=10)
