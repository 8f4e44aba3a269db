"""The folder for dragged files: set in the preferences, and asked for once, after the first drag."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QFrame, QPushButton, QWidget

from desktop.base import messages
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.drag_out.dialog import DraggedDialog
from desktop.controllers.drag_out.exported_files import ExportedFile, ExportedFiles
from desktop.controllers.drag_out.staging import music_folder
from desktop.widgets.boxes import hbox
from desktop.widgets.buttons import AskDialog
from desktop.widgets.elided_label import ElidedLabel
from desktop.work.trash import to_trash
from engine.base.types import FilePath


class DragFolder(QObject):
    """The folder and its contents. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        jobs: ports.Jobs,
        notices: ports.Notices,
        handed: ExportedFiles,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._settings, self._jobs, self._notices = window, settings, jobs, notices
        self._handed = handed
        self.dialog: DraggedDialog | None = None
        self.question: AskDialog | None = None
        self.strip = DragFolderQuestion(window)
        self.strip.stay.clicked.connect(lambda: self._choose(self.folder))
        self.strip.other.clicked.connect(self.choose)
        window.add_above_status(self.strip)
        settings.changed.connect(self._setting_changed)
        commands.add(
            "drag.files",
            translate("DragOut", "Dragged files…"),
            self.show,
            menu="File",
            group=3,
            tip=translate("DragOut", "Lists the files that Earshot made for other programs, with their sizes"),
        )

    @property
    def folder(self) -> Path:
        chosen = self._settings.values.drag_folder.strip()
        return Path.home() / Path(chosen).expanduser() if chosen else music_folder()

    def ask(self) -> None:
        """After files were handed out, asks for their folder until the user answers. Does not block."""
        if not self._settings.values.drag_folder.strip():
            self.strip.ask(self.folder)

    def choose(self) -> None:
        """Lets the user choose a folder. Earlier files stay where they are."""
        title = translate("DragOut", "Folder for dragged files")
        chosen = QFileDialog.getExistingDirectory(self._window, title, str(self.folder.parent))
        if chosen:
            self._choose(Path(chosen))

    def show(self) -> None:
        """Lists the files that were handed out and still exist."""
        dialog = self.dialog
        if dialog is None:
            dialog = self.dialog = DraggedDialog(self._window)
            dialog.folder_wanted.connect(self.choose)
            dialog.show_wanted.connect(_show_folder)
            dialog.trash_wanted.connect(self._ask_trash)
            dialog.finished.connect(self._closed)
            dialog.open()
        self._list()

    def _list(self) -> None:
        self._jobs.run(lambda cancel: self._handed.files(), self._listed)

    def _listed(self, files: tuple[ExportedFile, ...]) -> None:
        if self.dialog is not None:
            self.dialog.show_files(files, self.folder)

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _ask_trash(self, files: Sequence[ExportedFile]) -> None:
        size = messages.size(sum(file.size_bytes for file in files))
        question = self.question = AskDialog(
            self.dialog or self._window,
            translate("DragOut", "Move to trash"),
            translate("DragOut", "Move %n file(s) to the trash (%1)?", size, n=len(files)),
            translate(
                "DragOut", "Projects that use these files will not find them until you restore them from the trash."
            ),
            translate("DragOut", "Move to trash"),
            is_danger=True,
        )
        question.ask(lambda: self._trash(files))

    def _trash(self, files: Sequence[ExportedFile]) -> None:
        self._jobs.run(lambda cancel: [(file, *to_trash(FilePath.of(file.path))) for file in files], self._trashed)

    def _trashed(self, done: Sequence[tuple[ExportedFile, bool, str]]) -> None:
        gone, stayed = [one for one in done if one[1]], [one for one in done if not one[1]]
        self._notices.say(translate("DragOut", "%n file(s) moved to the trash.", n=len(gone)))
        if stayed:
            file, _, why = stayed[0]
            self._notices.warn(
                translate("DragOut", "%n file(s) could not be moved to the trash.", n=len(stayed)),
                translate("DragOut", "First error: %1: %2.", str(file.path), why),
                "drag",
            )
        self._list()

    def _choose(self, folder: Path) -> None:
        self._settings.change(drag_folder=str(folder))

    def _setting_changed(self, name: str) -> None:
        if name == "drag_folder":
            self.strip.setVisible(False)
            self._notices.say(translate("DragOut", "Dragged files go to %1.", str(self.folder)))
            if self.dialog is not None:
                self._list()


class DragFolderQuestion(QFrame):
    """Asks for the folder in a line of its own, which covers nothing. GUI thread only."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.label = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self.stay = QPushButton(translate("DragOut", "Keep this folder"), self)
        self.other = QPushButton(translate("DragOut", "Another folder…"), self)
        hbox((self.label, 1), self.stay, self.other, parent=self, margins=(16, 6, 10, 6), spacing=8)
        self.hide()

    def ask(self, folder: Path) -> None:
        said = translate("DragOut", "Dragged files stay in %1 until you delete them.", str(folder))
        self.label.setText(said)
        self.label.setToolTip(messages.plain(said))
        self.label.setAccessibleName(said)
        self.show()


def _show_folder(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
