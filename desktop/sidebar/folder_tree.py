"""The folder tree of the left column, as high as its open rows: the column around it scrolls."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.widgets.places.delegate import KeyboardMark, PlaceDelegate, is_by_key, paint_place
from desktop.widgets.places.place_list import ROW_PX, bring_into_view

PATH_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""FilePath of a row."""


_CHEVRON_PX = 14


class FolderTree(QTreeWidget):
    """Clicks and Return choose a folder, with Ctrl they add it. GUI thread only."""

    chosen = Signal(object, bool)
    """FilePath of a folder; True to add it to the searched places."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("places")
        self.setColumnCount(1)
        self.setHeaderHidden(True)
        self.setIconSize(QSize(18, 18))
        self.setIndentation(16)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setItemDelegate(PlaceDelegate(theme, self, is_whole_row=False))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        KeyboardMark(self, self._begin)
        self.itemExpanded.connect(lambda item: self.fit())
        self.itemCollapsed.connect(lambda item: self.fit())

    def fit(self) -> None:
        """Adopts the height of the visible rows."""
        rows = _open_rows(self.invisibleRootItem())
        self.setFixedHeight(max(1, rows) * max(ROW_PX, self.sizeHintForRow(0)) + 2)

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints the current place's mark across the full width, under the arrow too."""
        has_keyboard = self.hasFocus() and is_by_key(self) and index == self.currentIndex()
        paint_place(painter, self._theme, options.rect, index, has_keyboard=has_keyboard)
        options.state &= ~QStyle.StateFlag.State_Selected
        super().drawRow(painter, options, index)

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paints a chevron before rows with children."""
        if self.model().hasChildren(index):
            chevron = "chevron-down" if self.isExpanded(index) else "chevron-right"
            place = QRect(0, 0, _CHEVRON_PX, _CHEVRON_PX)
            place.moveCenter(rect.center())
            place.moveRight(rect.right())
            resources.icon(chevron, self._theme.text_faint).paint(painter, place)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        bring_into_view(self, self.visualRect(index))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Chooses on a click on the name; a click on the arrow only expands."""
        super().mouseReleaseEvent(event)
        at = event.position().toPoint()
        item = self.itemAt(at)
        if item is not None and event.button() == Qt.MouseButton.LeftButton and self.visualItemRect(item).contains(at):
            self._choose(item, event.modifiers())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(item, event.modifiers())
        else:
            super().keyPressEvent(event)

    def _begin(self) -> None:
        first = self.topLevelItem(0)
        if self.currentItem() is None and first is not None:
            self.setCurrentItem(first)

    def _choose(self, item: QTreeWidgetItem, modifiers: Qt.KeyboardModifier) -> None:
        self.chosen.emit(item.data(0, PATH_ROLE), bool(modifiers & Qt.KeyboardModifier.ControlModifier))


def _open_rows(above: QTreeWidgetItem) -> int:
    children = (above.child(at) for at in range(above.childCount()))
    return sum(1 + (_open_rows(child) if child.isExpanded() else 0) for child in children)
