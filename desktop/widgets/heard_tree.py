"""A list whose rows are heard: the arrows play the one they reach, Space and Return play and stop it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

_HEARD = int(Qt.ItemDataRole.UserRole) + 1
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class HeardTree(QTreeWidget):
    """Rows with what is to be heard of them, of any type. GUI thread only."""

    heard = Signal(object)
    """What the row holds that was reached, or clicked twice."""
    toggled = Signal(object)
    """What the row under the cursor holds is to be heard, or to be stopped where it is heard."""

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
        """Names the columns; the first takes what room is left, and those of `numbers` stand at the right."""
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
            cells: what it says.
            heard: what is to be heard of it; None for nothing.
            numbers: the columns that stand at the right.
            under: the row it belongs to.
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
        """While it is filled nothing is heard."""
        self._is_filling = True
        try:
            yield
        finally:
            self._is_filling = False

    def heard_of(self, item: QTreeWidgetItem | None) -> object:
        """What is to be heard of a row; None for nothing."""
        return None if item is None else item.data(0, _HEARD)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plays, or does what a list does."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            heard = self.heard_of(self.currentItem() or self.topLevelItem(0))
            if heard is not None:
                self.toggled.emit(heard)
            event.accept()  # Return would press the dialog's button
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Plays the row under the pointer, the current one too."""
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
