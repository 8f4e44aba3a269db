"""Saved searches in the sidebar: run by click, rename in place, reorder by drag, remove."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidgetItem, QMenu, QWidget

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.labels import text_label
from desktop.widgets.places.place_list import PlaceList, PlaceRow, step_of, value_of
from engine.library.user_data import SavedSearch


class SavedList(PlaceList):
    """List of saved searches with keyboard control. GUI thread only."""

    removed = Signal(object)
    """SavedSearch on which Delete was pressed."""
    ordered = Signal(object)
    """tuple[int, ...]: ids in the order set by keys."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, F2 renames, Return runs, Ctrl+Shift with up and down moves."""
        row, step = self.currentRow(), step_of(event)
        if row >= 0 and event.key() == Qt.Key.Key_Delete:
            self.removed.emit(_search_of(self.item(row)))
        elif row >= 0 and step:
            if 0 <= row + step < self.count():
                ids = [_search_of(item).id for item in self.items_shown()]
                ids.insert(row + step, ids.pop(row))
                self.ordered.emit(tuple(ids))
        else:
            super().keyPressEvent(event)


class SavedPanel(QWidget):
    """Shows the saved searches. GUI thread only."""

    run_wanted = Signal(object)
    """SavedSearch to run."""
    renamed = Signal(int, str)
    """Id and new name."""
    removed = Signal(object)
    """SavedSearch to remove."""
    ordered = Signal(object)
    """tuple[int, ...]: ids in the order set by dragging."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._refusal = ""
        self.list = SavedList(theme, self)
        self.list.setAccessibleName(translate("SavedPanel", "Saved searches"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.itemClicked.connect(self._run)
        self.list.itemActivated.connect(self._run)
        self.list.itemChanged.connect(self._changed)
        self.list.removed.connect(self.removed)
        self.list.ordered.connect(self.ordered)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.model().rowsMoved.connect(lambda: self.ordered.emit(tuple(saved.id for saved in self.saved)))
        self._hint = text_label(
            translate("SavedPanel", "Click the star in the search field to save a search here."),
            self,
            "faint",
            wraps=True,
        )
        self._hint.setContentsMargins(6, 0, 4, 0)
        vbox(self._hint, self.list, parent=self, margins=0, spacing=2)
        self._hint.hide()  # until the saved searches are known
        self.list.hide()

    def show_saved(self, saved: Sequence[SavedSearch]) -> None:
        icon = resources.icon("saved-search", self._theme.text_soft)
        self.list.show_rows(
            [
                PlaceRow(search.id, search.name, icon, search, _tip(search), is_editable=not self._refusal)
                for search in saved
            ]
        )
        self.list.setVisible(bool(saved))
        self._hint.setVisible(not saved)

    def refuse(self, why: str) -> None:
        """Disables renaming for this reason; "" enables it."""
        self._refusal = why
        self.show_saved(self.saved)

    @property
    def saved(self) -> tuple[SavedSearch, ...]:
        return tuple(_search_of(item) for item in self.list.items_shown())

    def menu_of(self, item: QListWidgetItem) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(translate("SavedPanel", "Search"), lambda: self._run(item))
        rename = menu.addAction(translate("SavedPanel", "Rename (F2)"), lambda: self.list.editItem(item))
        rename.setEnabled(not self._refusal)
        menu.addAction(translate("SavedPanel", "Remove (Delete)"), lambda: self.removed.emit(value_of(item)))
        return menu

    def _run(self, item: QListWidgetItem) -> None:
        self.run_wanted.emit(value_of(item))

    def _changed(self, item: QListWidgetItem) -> None:
        search = _search_of(item)
        if item.text().strip() and item.text() != search.name:
            self.renamed.emit(search.id, item.text())
        elif item.text() != search.name:
            item.setText(search.name)

    def _menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is not None:
            self.menu_of(item).popup(self.list.viewport().mapToGlobal(at))


def _tip(search: SavedSearch) -> str:
    return messages.plain(f"{search.name}\n{search.text}")


def _search_of(item: QListWidgetItem) -> SavedSearch:
    search = value_of(item)
    assert isinstance(search, SavedSearch)
    return search
