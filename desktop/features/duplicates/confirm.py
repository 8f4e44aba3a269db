"""Confirms the removal of duplicates: their number, their size, each name, and what is kept instead."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop.base import engine_words, messages
from desktop.base.translation import phrase, translate
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.table import Index, TableModel
from engine.features.duplicates.removal import RemovalCheck


class ConfirmDialog(QDialog):
    """Lists what is removed; accepted when the user agrees. GUI thread only."""

    def __init__(self, leave: RemovalCheck, *, is_trash: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        going = len(leave.leaving)
        self.setWindowTitle(
            translate("ConfirmDialog", "Move to trash")
            if is_trash
            else translate("ConfirmDialog", "Remove from library")
        )
        take_room(self, 820, 460)
        if is_trash:
            asked = translate(
                "ConfirmDialog", "Move %n file(s) to the trash (%1)?", messages.size(leave.size_bytes), n=going
            )
            more = translate("ConfirmDialog", "One file of each group is kept, with its ratings, tags and collections.")
        else:
            asked = translate("ConfirmDialog", "Remove %n sound(s) from the library?", n=going)
            more = translate(
                "ConfirmDialog", "The files stay where they are. To get the sounds back, index their folder again."
            )
        self.question = text_label(asked, self, "deckName")
        self.more = text_label(more, self, "soft")
        for label in (self.question, self.more):
            label.setWordWrap(True)
        self.list = QTableView(self)
        self.list.setModel(_Items(leave, self))
        self.list.setAccessibleName(translate("ConfirmDialog", "What is removed and what is kept"))
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setShowGrid(False)
        self.list.verticalHeader().hide()
        self.list.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.refused = text_label("", self, "soft", wraps=True, is_plain=True)
        self.refused.setVisible(bool(leave.refused))
        if leave.refused:
            first = leave.refused[0]
            self.refused.setText(
                translate("ConfirmDialog", "%n file(s) are kept for safety.", n=len(leave.refused))
                + " "
                + translate("ConfirmDialog", "First error: %1: %2.", first.path.name, engine_words.note(first.reason))
            )
        self.buttons = Buttons(self.reject, self, chief=self.windowTitle(), is_danger=True)
        self.cancel = self.buttons.leave
        assert self.buttons.chief is not None
        self.agree = self.buttons.chief
        self.agree.setAccessibleName(self.windowTitle())
        self.agree.setEnabled(going > 0)
        self.buttons.accepted.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        for widget in (self.question, self.more, self.list, self.refused, self.buttons):
            column.addWidget(widget, 1 if widget is self.list else 0)


class _Items(TableModel):
    """Removed sounds on the left, kept ones on the right."""

    TITLES = (phrase("ConfirmDialog", "Remove"), phrase("ConfirmDialog", "Keep"))

    def __init__(self, leave: RemovalCheck, parent: QDialog) -> None:
        super().__init__(parent)
        self._items = leave.leaving

    def count(self) -> int:
        return len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        item = self._items[index.row()]
        return (item.sound if index.column() == 0 else item.stays).path.text
