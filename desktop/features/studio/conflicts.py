"""The list of conflicts: two concurrent values of a field, of which the user keeps one."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base import messages
from desktop.base.translation import translate
from desktop.features.studio import studio_messages
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.centred import centred
from desktop.widgets.labels import text_label
from desktop.widgets.table import set_up_list
from engine.features.studio.records import Conflict, ConflictChoice, ConflictSide, SharedField

_CONFLICT = int(Qt.ItemDataRole.UserRole) + 1
_ROW_PX = 32
_TEXT_PX = 520
_LONG = (0, 2, 4)
"""Columns that share the remaining width."""


class ConflictList(QTreeWidget):
    """Rows of conflicts; K keeps, T restores. GUI thread only."""

    settled = Signal(object)
    """The ConflictChoice of a key."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and event.key() == Qt.Key.Key_K:
            self.settled.emit(ConflictChoice.KEEP)
        elif plain and event.key() == Qt.Key.Key_T:
            self.settled.emit(ConflictChoice.TAKE_BACK)
        else:
            super().keyPressEvent(event)


class ConflictsTab(QWidget):
    """Shows conflicts and asks how to settle them. GUI thread only."""

    settle_wanted = Signal(object, object)
    """Conflicts and the choice for them: tuple of Conflict, ConflictChoice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Conflict, ...] = ()
        self._refusal = ""
        self.list = ConflictList(self)
        titles = (
            translate("ConflictsTab", "Sound or list"),
            translate("ConflictsTab", "What"),
            translate("ConflictsTab", "Current value"),
            translate("ConflictsTab", "Set by"),
            translate("ConflictsTab", "Lost"),
            translate("ConflictsTab", "Set by"),
        )
        set_up_list(self.list, translate("ConflictsTab", "Conflicts"), titles, stretched=_LONG, style="changes")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.settled.connect(self._settle)
        self.list.itemSelectionChanged.connect(self._show_choice)
        self.keep = push_button("", lambda: self._settle(ConflictChoice.KEEP), self)
        self.take_back = push_button("", lambda: self._settle(ConflictChoice.TAKE_BACK), self)
        self.hint = text_label("", self, "soft", wraps=True)
        self.whole = text_label("", self, wraps=True, is_plain=True)
        self.whole.setContentsMargins(16, 8, 16, 0)
        self.title = text_label(translate("ConflictsTab", "No conflicts"), self, "emptyTitle")
        self.text = text_label(
            translate(
                "ConflictsTab",
                "When two people change the same value at the same time, the later change counts. The "
                "other one is listed here until someone decides.",
            ),
            self,
            "emptyText",
        )
        self.pages = QStackedWidget(self)
        self._lay_out()
        self._show_choice()

    def show_conflicts(self, conflicts: Sequence[Conflict], refusal: str) -> None:
        """Lists conflicts; keeps the selection, or selects the row in place of a settled one.

        Args:
            conflicts: newest first.
            refusal: why this user cannot settle them; empty if possible.
        """
        self._refusal = refusal
        if tuple(conflicts) != self._shown:
            self._fill(tuple(conflicts))
        self.pages.setCurrentIndex(1 if conflicts else 0)
        self._show_choice()

    @property
    def chosen(self) -> tuple[Conflict, ...]:
        """The selected conflicts, from the top."""
        rows = sorted(self.list.indexOfTopLevelItem(item) for item in self.list.selectedItems())
        return tuple(self._shown[row] for row in rows)

    def _fill(self, conflicts: tuple[Conflict, ...]) -> None:
        chosen = {one.id for one in self.chosen}
        current = self.list.currentItem()
        row, scroll = self.list.indexOfTopLevelItem(current) if current else 0, self.list.verticalScrollBar().value()
        was_blocked = self.list.blockSignals(True)
        self.list.clear()
        self._shown, now_s = conflicts, time.time()
        for one in conflicts:
            cells = [one.about, studio_messages.field(one)]
            for side in (one.kept, one.lost):
                cells += [studio_messages.value(one.field, side.value), _by(side, now_s)]
            item = QTreeWidgetItem(self.list, cells)
            item.setSizeHint(0, QSize(0, _ROW_PX))
            for column, cell in enumerate(cells):
                item.setToolTip(column, messages.plain(cell))
            item.setSelected(one.id in chosen)
        if conflicts and not self.list.selectedItems():
            self.list.setCurrentIndex(self.list.model().index(min(max(0, row), len(conflicts) - 1), 0))
        elif conflicts:
            self.list.selectionModel().setCurrentIndex(
                self.list.indexFromItem(self.list.selectedItems()[0]),
                self.list.selectionModel().SelectionFlag.NoUpdate,
            )
        self.list.blockSignals(was_blocked)
        self.list.verticalScrollBar().setValue(scroll)

    def _show_choice(self) -> None:
        chosen = self.chosen
        is_mine = bool(chosen) and all(one.is_mine for one in chosen)
        keep, back = (
            (translate("ConflictsTab", "Keep theirs"), translate("ConflictsTab", "Restore mine"))
            if is_mine
            else (translate("ConflictsTab", "Keep current value"), translate("ConflictsTab", "Restore the lost value"))
        )
        tips = (
            translate("ConflictsTab", "Keeps the current value and settles the conflict for everyone (K)"),
            translate("ConflictsTab", "Restores the lost value for everyone (T)"),
        )
        for button, text, tip in zip((self.keep, self.take_back), (keep, back), tips, strict=True):
            button.setText(text)
            button.setAccessibleName(text)
            button.setToolTip(self._refusal or tip)
            button.setEnabled(bool(chosen) and not self._refusal)
        note = chosen[0] if len(chosen) == 1 and chosen[0].field is SharedField.NOTE else None
        self.whole.setVisible(note is not None)
        if note is not None:  # a column is too narrow for it
            values = (studio_messages.value(note.field, side.value) for side in (note.kept, note.lost))
            self.whole.setText(translate("ConflictsTab", "Current value: %1\nLost: %2", *values))
        self.hint.setText(
            self._refusal
            or translate("ConflictsTab", "K keeps the current value, T restores the lost one. Ctrl+Z undoes it.")
        )

    def _settle(self, choice: ConflictChoice) -> None:
        if self.chosen and not self._refusal:
            self.settle_wanted.emit(self.chosen, choice)

    def _lay_out(self) -> None:
        quiet = QWidget(self)
        column = vbox(STRETCH, centred(self.title, _TEXT_PX), centred(self.text, _TEXT_PX), parent=quiet)
        column.addStretch(2)
        listed = QWidget(self)
        bottom = hbox((self.hint, 1), self.keep, self.take_back, margins=(16, 8, 16, 8), spacing=6)
        vbox((self.list, 1), self.whole, bottom, parent=listed, margins=0, spacing=0)
        self.pages.addWidget(quiet)
        self.pages.addWidget(listed)
        vbox(self.pages, parent=self, margins=0)
        self.setFocusProxy(self.list)


def _by(side: ConflictSide, now_s: float) -> str:
    moment = studio_messages.when(side.made_s, now_s)
    return translate("ConflictsTab", "%1, %2", side.who, moment) if side.who else moment
