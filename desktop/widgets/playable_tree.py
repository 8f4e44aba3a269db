"""A list with playable rows: arrows play the row they reach, Space and Return play and stop it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

_HEARD = int(Qt.ItemDataRole.UserRole) + 1
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PlayableTree(QTreeWidget):
    """Rows with values to play, of any type. GUI thread only."""

    heard = Signal(object)
    """Value of a row that was reached or double-clicked."""
    toggled = Signal(object)
    """Value of the current row, to play or to stop."""
    drag_wanted = Signal()
    """The selected rows are being dragged, if dragging is enabled."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_filling = False
        self.setObjectName("heard")
        self.setAccessibleName(name)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # takes differ at the end
        self.currentItemChanged.connect(lambda item: self._reached(item))
        self.itemDoubleClicked.connect(lambda item: self._tell(item))

    def set_columns(self, titles: Sequence[str], numbers: Sequence[int] = (), tips: Sequence[str] = ()) -> None:
        """Sets the columns; the first one stretches, those in `numbers` are right-aligned."""
        self.setHeaderLabels(list(titles))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in numbers:
            self.headerItem().setTextAlignment(column, _RIGHT)
        for column, tip in enumerate(tips):
            self.headerItem().setToolTip(column, tip)

    def add(
        self, cells: Sequence[str], heard: object, numbers: Sequence[int] = (), under: QTreeWidgetItem | None = None
    ) -> QTreeWidgetItem:
        """Adds a row, at the end or under another.

        Args:
            cells: texts of its columns.
            heard: value to play; None for nothing.
            numbers: right-aligned columns.
            under: parent row.
        """
        item = QTreeWidgetItem(list(cells))
        item.setData(0, _HEARD, heard)
        for column in numbers:
            item.setTextAlignment(column, _RIGHT)
        if under is None:
            self.addTopLevelItem(item)
        else:
            under.addChild(item)
        return item

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Suppresses playing while rows are added."""
        self._is_filling = True
        try:
            yield
        finally:
            self._is_filling = False

    def heard_of(self, item: QTreeWidgetItem | None) -> object:
        """Value of a row; None for nothing."""
        return None if item is None else item.data(0, _HEARD)

    def startDrag(self, actions: Qt.DropAction) -> None:
        self.drag_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Return play; other keys behave as in a list."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            heard = self.heard_of(self.currentItem() or self.topLevelItem(0))
            if heard is not None:
                self.toggled.emit(heard)
            event.accept()  # else Return presses the dialog's button
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Plays the row under the pointer, even the current one."""
        before = self.currentItem()
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and before is not None and self.itemAt(event.position().toPoint()) is before is self.currentItem():
            self._tell(before)

    def _reached(self, item: QTreeWidgetItem | None) -> None:
        if not self._is_filling:
            self._tell(item)

    def _tell(self, item: QTreeWidgetItem | None) -> None:
        heard = self.heard_of(item)
        if heard is not None:
            self.heard.emit(heard)
