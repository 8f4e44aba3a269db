"""Collections in the left column: a click lists one, results are dragged onto one, digits put sounds in and out."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QListWidgetItem, QMenu, QVBoxLayout, QWidget

from desktop import resources
from desktop.panels.library_list import FittedList
from desktop.results.drag import sounds_of
from desktop.theme import Theme
from desktop.translation import number, translate
from engine.keeping import Collection

_COLLECTION_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_MOST_KEYS = 9


class CollectionsList(FittedList):
    """The list. GUI thread only."""

    removed = Signal(object)
    """The Collection that Delete was pressed on."""
    dropped = Signal(object, object)
    """The Collection that sounds of this window were dropped on, None beside all; and the sounds: int64 [N]."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, most_rows=9)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, F2 renames, Return lists."""
        item = self.currentItem()
        if item is not None and event.key() == Qt.Key.Key_Delete:
            self.removed.emit(item.data(_COLLECTION_ROLE))
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Sounds of this window are welcome; files from outside belong to the window itself."""
        if sounds_of(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Marks the collection under the pointer."""
        item = self.itemAt(event.position().toPoint())
        self.setCurrentItem(item) if item is not None else self.setCurrentRow(-1)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Marks none."""
        self.setCurrentRow(-1)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tells what was dropped on."""
        item = self.itemAt(event.position().toPoint())
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        ids = np.array(sounds_of(event.mimeData()), dtype=np.int64)
        self.dropped.emit(item.data(_COLLECTION_ROLE) if item is not None else None, ids)


class CollectionsPanel(QWidget):
    """Shows the collections. GUI thread only."""

    chosen = Signal(object)
    """The Collection to list."""
    renamed = Signal(int, str)
    removed = Signal(object)
    """Collection."""
    moved = Signal(int, int)
    """The id of one and the place it goes to."""
    dropped = Signal(object, object)
    """The Collection that sounds go into, None for a new one; and the sounds: int64 [N]."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.list = CollectionsList(self)
        self.list.setAccessibleName(translate("CollectionsPanel", "Collections"))
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.list.itemChanged.connect(self._changed)
        self.list.removed.connect(self.removed)
        self.list.dropped.connect(self.dropped)
        self.list.customContextMenuRequested.connect(self._menu)
        self._hint = QLabel(
            translate("CollectionsPanel", "Make a collection with +, or press B with sounds selected."), self
        )
        self._hint.setObjectName("faint")
        self._hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 0, 4, 0)
        layout.setSpacing(2)
        layout.addWidget(self._hint)
        layout.addWidget(self.list)
        self.show_collections(())

    def show_collections(self, collections: Sequence[Collection]) -> None:
        """Shows them in this order."""
        current = self.list.currentItem()
        kept = current.data(_COLLECTION_ROLE).id if current is not None else None
        self.list.blockSignals(True)
        self.list.clear()
        for place, collection in enumerate(collections, start=1):
            item = self.list.add_row(collection.name)
            item.setIcon(resources.icon("collection", self._theme.text_soft))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDropEnabled)
            item.setData(_COLLECTION_ROLE, collection)
            counted = translate("CollectionsPanel", "%n sound(s)", n=collection.count)
            key = translate("CollectionsPanel", "%1 puts the selected sounds in or takes them out", place)
            item.setToolTip(f"{counted}. {key}." if place <= _MOST_KEYS else counted)
            if collection.id == kept:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self.list.fit()
        self.list.setVisible(bool(collections))
        self._hint.setVisible(not collections)

    def edit(self, id: int) -> None:
        """Lets the name of one be typed."""
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(_COLLECTION_ROLE).id == id:
                self.list.setCurrentItem(item)
                self.list.editItem(item)

    def mark(self, id: int | None) -> None:
        """Marks one as the list that is shown."""
        self.list.setCurrentRow(-1)
        self.list.clearSelection()
        for row, collection in enumerate(self.collections):
            if collection.id == id:
                self.list.setCurrentRow(row)

    @property
    def collections(self) -> tuple[Collection, ...]:
        """Those on show, in order."""
        return tuple(self.list.item(row).data(_COLLECTION_ROLE) for row in range(self.list.count()))

    def menu_of(self, item: QListWidgetItem) -> QMenu:
        """The menu of one."""
        collection: Collection = item.data(_COLLECTION_ROLE)
        row = self.list.row(item)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(
            translate("CollectionsPanel", "List its %1 sounds", number(collection.count)), lambda: self._choose(item)
        )
        menu.addAction(translate("CollectionsPanel", "Rename (F2)"), lambda: self.list.editItem(item))
        up = menu.addAction(translate("CollectionsPanel", "Move up"), lambda: self.moved.emit(collection.id, row - 1))
        up.setEnabled(row > 0)
        down = menu.addAction(
            translate("CollectionsPanel", "Move down"), lambda: self.moved.emit(collection.id, row + 1)
        )
        down.setEnabled(row < self.list.count() - 1)
        menu.addSeparator()
        menu.addAction(
            translate("CollectionsPanel", "Remove the collection (sounds stay)"),
            lambda: self.removed.emit(collection),
        )
        return menu

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(_COLLECTION_ROLE))

    def _changed(self, item: QListWidgetItem) -> None:
        collection: Collection = item.data(_COLLECTION_ROLE)
        if item.text().strip() and item.text() != collection.name:
            self.renamed.emit(collection.id, item.text())
        elif item.text() != collection.name:
            item.setText(collection.name)

    def _menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is not None:
            self.menu_of(item).popup(self.list.viewport().mapToGlobal(at))
