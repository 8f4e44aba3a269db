"""Shows checks as they come: what was looked at, what was found, and what to do. The engine's facts stay English."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor, QGuiApplication
from PySide6.QtWidgets import QDialog, QTreeWidget, QTreeWidgetItem, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label

if TYPE_CHECKING:
    from engine.features.doctor.doctor import Check

_NAME_PX = 190


class ChecksDialog(QDialog):
    """A row a check, its advice below it. GUI thread only."""

    copied = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: list[str] = []
        self.setWindowTitle(translate("ChecksDialog", "Check this installation"))
        take_room(self, 860, 520)
        self.verdict = text_label(translate("ChecksDialog", "Checking…"), self, "soft", wraps=True)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(translate("ChecksDialog", "Checks"))
        self.list.setHeaderHidden(True)
        self.list.setColumnCount(2)
        self.list.setColumnWidth(0, _NAME_PX)
        self.list.setWordWrap(True)
        self.list.setIndentation(0)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setSelectionMode(QTreeWidget.SelectionMode.NoSelection)
        buttons = Buttons(self.reject, self)
        self.copy_button = buttons.add(translate("ChecksDialog", "Copy"), self._copy)
        self.copy_button.setEnabled(False)
        vbox(self.verdict, (self.list, 1), buttons, parent=self, margins=(16, 16, 16, 14), spacing=12)
        buttons.leave.setFocus()

    def add(self, check: "Check") -> None:
        """Adds what a check found."""
        theme = self._theme
        icon, colour = {
            "ok": ("dot", theme.accent),
            "warn": ("warning", theme.text),
            "fail": ("warning", theme.danger),
        }[check.status]
        has_advice = bool(check.advice) and check.status != "ok"
        row = QTreeWidgetItem(
            self.list, [check.name, f"{check.detail}\n{check.advice}" if has_advice else check.detail]
        )
        row.setIcon(0, resources.icon(icon, colour))
        row.setToolTip(1, check.advice if has_advice else "")
        row.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{check.name}: {self._word(check.status)}")
        if check.status == "fail":
            row.setForeground(1, QBrush(QColor(theme.danger)))
        self._lines.append(f"{check.status:4s}  {check.name}: {check.detail}")
        if has_advice:
            self._lines.append(f"      {check.advice}")

    def end(self, is_well: bool) -> None:
        """Says what they come to."""
        self.verdict.setText(
            translate("ChecksDialog", "Nothing needs repair.")
            if is_well
            else translate("ChecksDialog", "Something needs repair: the lines in red say what to do.")
        )
        self.copy_button.setEnabled(True)

    def _word(self, status: str) -> str:
        words = {
            "ok": translate("ChecksDialog", "in order"),
            "warn": translate("ChecksDialog", "works, with less"),
            "fail": translate("ChecksDialog", "needs repair"),
        }
        return words[status]

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(self._lines))
        self.copied.emit()
