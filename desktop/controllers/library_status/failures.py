"""Lists the files that could not be read, why, and what to do; retries them on request."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from engine.base.library_facts import FailedFile
from engine.base.types import FilePath

_PATH_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class Failures(QDialog):
    """Unreadable files with reasons. GUI thread only."""

    retry_wanted = Signal()
    reveal_wanted = Signal(object)
    """A FilePath to show in the file manager."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Failures", "Files that could not be read"))
        take_room(self, 860, 480)
        self.note = text_label("", self, "soft", wraps=True)
        self.list = QTreeWidget(self)
        self.list.setObjectName("failures")
        self.list.setAccessibleName(translate("Failures", "Files that could not be read"))
        self.list.setHeaderLabels(
            [translate("Failures", "File"), translate("Failures", "Reason"), translate("Failures", "What to do")]
        )
        self.list.setRootIsDecorated(False)
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.list.itemActivated.connect(lambda item: self.reveal_wanted.emit(item.data(0, _PATH_ROLE)))
        self.list.setToolTip(translate("Failures", "Return or a double click shows the file in its folder."))
        buttons = Buttons(self.reject, self)
        self.retry_button = buttons.add(translate("Failures", "Try again"), self.retry_wanted.emit)
        self.retry_button.setToolTip(translate("Failures", "Tries all of them again, even if they have not changed."))
        self.copy_button = buttons.add(translate("Failures", "Copy list"), self._copy)
        vbox(self.note, (self.list, 1), buttons, parent=self, margins=(16, 16, 16, 14), spacing=12)

    def show_files(self, files: Sequence[FailedFile], total: int) -> None:
        """Shows files with their faults; `total` counts all unreadable files."""
        self.list.clear()
        for file in files:
            item = QTreeWidgetItem(self.list, [file.path.name, *_told(file)])
            item.setData(0, _PATH_ROLE, file.path)
            item.setToolTip(0, file.path.text)
            item.setSizeHint(0, QSize(0, 40))
            for column in (1, 2):
                item.setToolTip(column, item.text(column))
        if not files:
            self.note.setText(translate("Failures", "Every file of the library could be read."))
        elif len(files) < total:
            self.note.setText(
                translate("Failures", "The first %1 of %2 files. Earshot has not changed them.", len(files), total)
            )
        else:
            self.note.setText(
                translate("Failures", "%n file(s) could not be read. The rest of the library is not affected.", n=total)
            )
        self.retry_button.setEnabled(bool(files))
        self.copy_button.setEnabled(bool(files))

    @property
    def paths(self) -> list[FilePath]:
        return [self.list.topLevelItem(row).data(0, _PATH_ROLE) for row in range(self.list.topLevelItemCount())]  # type: ignore[union-attr]

    def _copy(self) -> None:
        lines = []
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            assert item is not None
            lines.append("\t".join([item.data(0, _PATH_ROLE).text, item.text(1), item.text(2)]))
        QGuiApplication.clipboard().setText("\n".join(lines))


def _told(file: FailedFile) -> tuple[str, str]:
    """Why a file could not be read, and what to do."""
    return engine_words.reason(file.trouble), engine_words.advice(file.trouble)
