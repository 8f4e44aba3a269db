"""The dialog of dragged files: which still exist, their sizes, and a way to move them to the trash."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base import messages
from desktop.base.translation import translate
from desktop.controllers.drag_out.exported_files import ExportedFile
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.table import set_up_list

_FILE = int(Qt.ItemDataRole.UserRole) + 1
_ROW_PX = 28
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class DraggedDialog(QDialog):
    """List of dragged files. GUI thread only."""

    folder_wanted = Signal()
    show_wanted = Signal(object)
    """A folder to show in the file manager: Path."""
    trash_wanted = Signal(object)
    """Files to move to the trash: list of ExportedFile."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("DraggedDialog", "Dragged files"))
        take_room(self, 820, 460)
        self._folder = Path()
        self._files: tuple[ExportedFile, ...] = ()
        self.note = QLabel("", self)
        self.total = text_label("", self, "soft")
        for label in (self.note, self.total):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.list = QTreeWidget(self)
        titles = (
            translate("DraggedDialog", "Name"),
            translate("DraggedDialog", "Folder"),
            translate("DraggedDialog", "Created"),
            translate("DraggedDialog", "Size"),
        )
        set_up_list(self.list, translate("DraggedDialog", "Dragged files"), titles, stretched=(0, 1))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.headerItem().setTextAlignment(3, _RIGHT)
        self.list.itemSelectionChanged.connect(self._chosen)
        self.buttons = Buttons(self.reject, self)
        self.trash = self.buttons.add(translate("DraggedDialog", "Move to trash…"), self._trash, is_danger=True)
        self.buttons.add(translate("DraggedDialog", "Show folder"), self._show)
        self.buttons.add(translate("DraggedDialog", "Another folder…"), self.folder_wanted.emit)
        vbox(self.note, (self.list, 1), self.total, self.buttons, parent=self, margins=(16, 16, 16, 14), spacing=12)
        self._chosen()

    def show_files(self, files: Sequence[ExportedFile], folder: Path) -> None:
        """Lists files in the given order; `folder` receives new ones."""
        self._folder, self._files = folder, tuple(files)
        said = translate("DraggedDialog", "New files go to %1.", str(folder))
        rule = translate(
            "DraggedDialog", "Earshot never deletes files you dragged or copied out, because a project may use them."
        )
        self.note.setText(f"{said} {rule}")
        self.list.clear()
        for file in files:
            when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(file.made_s)), QLocale.FormatType.ShortFormat)
            name, above = file.path.name, str(file.path.parent)
            item = QTreeWidgetItem(self.list, [name, above, when, messages.size(file.size_bytes)])
            item.setData(0, _FILE, file)
            item.setToolTip(0, messages.plain(str(file.path)))
            item.setToolTip(1, messages.plain(above))
            item.setSizeHint(0, QSize(0, _ROW_PX))
            item.setTextAlignment(3, _RIGHT)
        self._chosen()

    @property
    def chosen(self) -> list[ExportedFile]:
        return [item.data(0, _FILE) for item in self.list.selectedItems()]

    def _chosen(self) -> None:
        every = self._files
        picked = self.chosen
        text = translate("DraggedDialog", "%n file(s), %1.", messages.size(_bytes(every)), n=len(every))
        if picked:
            size = messages.size(_bytes(picked))
            text += " " + translate("DraggedDialog", "%n selected, %1.", size, n=len(picked))
        self.total.setText(
            text if every else translate("DraggedDialog", "You have not dragged or copied out any files yet.")
        )
        self.trash.setEnabled(bool(picked))

    def _show(self) -> None:
        picked = self.chosen
        self.show_wanted.emit(picked[0].path.parent if picked else self._folder)

    def _trash(self) -> None:
        if self.chosen:
            self.trash_wanted.emit(self.chosen)


def _bytes(files: Sequence[ExportedFile]) -> int:
    return sum(file.size_bytes for file in files)
