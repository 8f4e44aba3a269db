"""Collections in the left column: a click lists one, a drop adds results, digit keys add and remove."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListWidgetItem, QMenu, QWidget

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.widgets.boxes import vbox
from desktop.widgets.drag import sounds_of
from desktop.widgets.labels import text_label
from desktop.widgets.places.delegate import TARGET_ROLE
from desktop.widgets.places.place_list import ROW_PX, PlaceList, PlaceRow, step_of, value_of
from engine.library.user_data import Collection

_MOST_KEYS = 9


class CollectionsList(PlaceList):
    """List of collections. GUI thread only."""

    removed = Signal(object)
    """The Collection to remove (Delete)."""
    dropped = Signal(object, object)
    """The Collection that received a drop, None below all; and the sounds: int64 [N]."""
    moved = Signal(object, int)
    """The Collection to move by drag or key, and its new place."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._insert_at: int | None = None
        self._theme = theme
        self.setAcceptDrops(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, F2 renames, Return lists, Ctrl+Shift+Up and Ctrl+Shift+Down move."""
        row, step = self.currentRow(), step_of(event)
        if row >= 0 and event.key() == Qt.Key.Key_Delete:
            self.removed.emit(collection_of(self.item(row)))
        elif row >= 0 and step:
            if 0 <= row + step < self.count():
                self.moved.emit(collection_of(self.item(row)), row + step)
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accepts sounds of this window and collections; the window handles files from outside."""
        if event.source() is self or sounds_of(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Marks the collection under the pointer, or the gap where a dragged collection would land."""
        at = event.position().toPoint()
        if event.source() is self:
            self._show_target(None, self._gap_at(at))
        else:
            self._show_target(self.itemAt(at), None)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_target(None, None)

    def dropEvent(self, event: QDropEvent) -> None:
        at = event.position().toPoint()
        self._show_target(None, None)
        event.setDropAction(Qt.DropAction.CopyAction)  # for a move the list would remove its row by itself
        event.accept()
        item, dragged = self.itemAt(at), self.currentItem()
        if event.source() is not self:
            ids = np.array(sounds_of(event.mimeData()), dtype=np.int64)
            self.dropped.emit(collection_of(item) if item is not None else None, ids)
        elif dragged is not None:
            row, gap = self.row(dragged), self._gap_at(at)
            to = gap - 1 if gap > row else gap
            if to != row:
                self.moved.emit(collection_of(dragged), to)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws a line where a dragged collection would land."""
        super().paintEvent(event)
        if self._insert_at is not None:
            painter = QPainter(self.viewport())
            painter.fillRect(4, max(0, self._insert_at * ROW_PX - 1), self.width() - 8, 2, self._theme.colour("accent"))
            painter.end()

    @property
    def target(self) -> str | None:
        """Name of the collection that sounds are dragged over."""
        return next((item.text() for item in self.items_shown() if item.data(TARGET_ROLE)), None)

    def _gap_at(self, at: QPoint) -> int:
        return max(0, min(self.count(), (at.y() + ROW_PX // 2) // ROW_PX))

    def _show_target(self, target: QListWidgetItem | None, gap: int | None) -> None:
        self._insert_at = gap
        was_blocked = self.blockSignals(True)  # this changes no name
        for item in self.items_shown():
            item.setData(TARGET_ROLE, item is target)
        self.blockSignals(was_blocked)
        self.viewport().update()


class CollectionsPanel(QWidget):
    """Shows the collections. GUI thread only."""

    chosen = Signal(object)
    """The Collection to list."""
    renamed = Signal(int, str)
    removed = Signal(object)
    """The Collection to remove."""
    put_wanted = Signal(object)
    """The Collection to which the selected sounds are added."""
    take_wanted = Signal(object)
    """The Collection from which the selected sounds are removed."""
    moved = Signal(int, int)
    """Id and new place of a collection."""
    dropped = Signal(object, object)
    """The Collection to which sounds are added, None for a new one; and the sounds: int64 [N]."""
    private_wanted = Signal(int, bool)
    """Id of a collection, and whether only its maker sees it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._refusal = ""
        self._private: frozenset[int] | None = None
        """Collections that only this user sees; None if nobody else sees any."""
        self.list = CollectionsList(theme, self)
        self.list.setAccessibleName(translate("CollectionsPanel", "Collections"))
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.list.itemChanged.connect(self._changed)
        self.list.removed.connect(self.removed)
        self.list.dropped.connect(self.dropped)
        self.list.moved.connect(lambda collection, to: self.moved.emit(collection.id, to))
        self.list.customContextMenuRequested.connect(self._menu)
        self._hint = text_label(
            translate("CollectionsPanel", "Click + to create a collection, or select sounds and press B."),
            self,
            "faint",
            wraps=True,
        )
        self._hint.setContentsMargins(6, 0, 4, 0)
        vbox(self._hint, self.list, parent=self, margins=0, spacing=2)
        self._hint.hide()  # until collections are read
        self.list.hide()

    def show_collections(self, collections: Sequence[Collection]) -> None:
        icon = resources.icon("collection", self._theme.text_soft)
        self.list.show_rows(
            [
                PlaceRow(one.id, one.name, icon, one, self._tip(one, place), is_editable=not self._refusal)
                for place, one in enumerate(collections, start=1)
            ]
        )
        self.list.setVisible(bool(collections))
        self._hint.setVisible(not collections)

    def show_private(self, private: frozenset[int] | None) -> None:
        """Sets the collections that only this user sees, in a shared library; None for any other library."""
        self._private = private
        self.show_collections(self.collections)

    def refuse(self, why: str) -> None:
        """Blocks renaming for this reason; empty allows it again."""
        self._refusal = why
        self.show_collections(self.collections)

    def edit(self, id: int) -> None:
        """Starts editing a collection's name."""
        for item in self.list.items_shown():
            if collection_of(item).id == id:
                self.list.setCurrentItem(item)
                self.list.scrollTo(self.list.currentIndex())
                self.list.editItem(item)

    def mark(self, id: int | None) -> None:
        """Marks the collection that the results list."""
        self.list.mark(() if id is None else (id,))

    @property
    def collections(self) -> tuple[Collection, ...]:
        """The collections in display order."""
        return tuple(collection_of(item) for item in self.list.items_shown())

    def menu_of(self, item: QListWidgetItem) -> QMenu:
        collection = collection_of(item)
        row = self.list.row(item)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(
            translate("CollectionsPanel", "Show its %1 sounds", number(collection.count)), lambda: self._choose(item)
        )
        put, take = self.put_wanted, self.take_wanted
        menu.addAction(translate("CollectionsPanel", "Add the selected sounds"), lambda: put.emit(collection))
        menu.addAction(translate("CollectionsPanel", "Remove the selected sounds"), lambda: take.emit(collection))
        menu.addSeparator()
        rename = menu.addAction(translate("CollectionsPanel", "Rename (F2)"), lambda: self.list.editItem(item))
        rename.setEnabled(not self._refusal)
        up = menu.addAction(translate("CollectionsPanel", "Move up"), lambda: self.moved.emit(collection.id, row - 1))
        up.setEnabled(row > 0)
        down = menu.addAction(
            translate("CollectionsPanel", "Move down"), lambda: self.moved.emit(collection.id, row + 1)
        )
        down.setEnabled(row < self.list.count() - 1)
        if self._private is not None:
            private = menu.addAction(translate("CollectionsPanel", "Only for me"))
            private.setCheckable(True)
            private.setChecked(collection.id in self._private)
            private.setEnabled(not self._refusal)
            private.toggled.connect(lambda is_on: self.private_wanted.emit(collection.id, is_on))
        menu.addSeparator()
        menu.addAction(
            translate("CollectionsPanel", "Delete the collection (its sounds are kept)"),
            lambda: self.removed.emit(collection),
        )
        return menu

    def _tip(self, collection: Collection, place: int) -> str:
        key = translate("CollectionsPanel", "%1 adds or removes the selected sounds", place)
        lines = [collection.name, translate("CollectionsPanel", "%n sound(s)", n=collection.count)]
        if self._private and collection.id in self._private:
            lines.append(translate("CollectionsPanel", "Only you see it."))
        return messages.plain("\n".join([*lines, f"{key}."] if place <= _MOST_KEYS else lines))

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(collection_of(item))

    def _changed(self, item: QListWidgetItem) -> None:
        collection = collection_of(item)
        if item.text().strip() and item.text() != collection.name:
            self.renamed.emit(collection.id, item.text())
        elif item.text() != collection.name:
            item.setText(collection.name)

    def _menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is not None:
            self.menu_of(item).popup(self.list.viewport().mapToGlobal(at))


def collection_of(item: QListWidgetItem) -> Collection:
    """The collection of a row."""
    collection = value_of(item)
    assert isinstance(collection, Collection)
    return collection
