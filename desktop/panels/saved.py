"""Saved searches in the sidebar: a click runs one; renamed in place, dragged into order, removed."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QListWidgetItem, QMenu, QVBoxLayout, QWidget

from desktop import messages, resources
from desktop.panels.library_list import FittedList
from desktop.theme import Theme
from desktop.translation import translate
from engine.keeping import SavedSearch

_SAVED_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class SavedList(FittedList):
    """The list. GUI thread only."""

    removed = Signal(object)
    """The SavedSearch that Delete was pressed on."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, F2 renames, Return runs."""
        item = self.currentItem()
        if item is not None and event.key() == Qt.Key.Key_Delete:
            self.removed.emit(item.data(_SAVED_ROLE))
        else:
            super().keyPressEvent(event)


class SavedPanel(QWidget):
    """Shows the saved searches. GUI thread only."""

    run_wanted = Signal(object)
    """SavedSearch."""
    renamed = Signal(int, str)
    """The id of one, and its new name."""
    removed = Signal(object)
    """SavedSearch."""
    ordered = Signal(object)
    """Their ids in the order they were dragged into: tuple of int."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.list = SavedList(self, most_rows=6)
        self.list.setAccessibleName(translate("SavedPanel", "Saved searches"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.itemClicked.connect(self._run)
        self.list.itemActivated.connect(self._run)
        self.list.itemChanged.connect(self._changed)
        self.list.removed.connect(self.removed)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.model().rowsMoved.connect(lambda: self.ordered.emit(tuple(saved.id for saved in self.saved)))
        self._hint = QLabel(translate("SavedPanel", "Press the star in the search field to keep a search here."), self)
        self._hint.setObjectName("faint")
        self._hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 0, 4, 0)
        layout.setSpacing(2)
        layout.addWidget(self._hint)
        layout.addWidget(self.list)
        self.show_saved(())

    def show_saved(self, saved: Sequence[SavedSearch]) -> None:
        """Shows them in this order."""
        current = self.list.currentItem()
        kept = current.data(_SAVED_ROLE).id if current is not None else None
        self.list.blockSignals(True)
        self.list.clear()
        for search in saved:
            item = self.list.add_row(search.name)
            item.setIcon(resources.icon("saved-search", self._theme.text_soft))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setData(_SAVED_ROLE, search)
            item.setToolTip(messages.plain(search.text))
            if search.id == kept:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self.list.fit()
        self.list.setVisible(bool(saved))
        self._hint.setVisible(not saved)

    @property
    def saved(self) -> tuple[SavedSearch, ...]:
        """Those on show, in order."""
        return tuple(self.list.item(row).data(_SAVED_ROLE) for row in range(self.list.count()))

    def menu_of(self, item: QListWidgetItem) -> QMenu:
        """The menu of one."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(translate("SavedPanel", "Search"), lambda: self._run(item))
        menu.addAction(translate("SavedPanel", "Rename (F2)"), lambda: self.list.editItem(item))
        menu.addAction(translate("SavedPanel", "Remove (Delete)"), lambda: self.removed.emit(item.data(_SAVED_ROLE)))
        return menu

    def _run(self, item: QListWidgetItem) -> None:
        self.run_wanted.emit(item.data(_SAVED_ROLE))

    def _changed(self, item: QListWidgetItem) -> None:
        search: SavedSearch = item.data(_SAVED_ROLE)
        if item.text().strip() and item.text() != search.name:
            self.renamed.emit(search.id, item.text())
        elif item.text() != search.name:
            item.setText(search.name)

    def _menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is not None:
            self.menu_of(item).popup(self.list.viewport().mapToGlobal(at))
