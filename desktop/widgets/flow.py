"""A layout that wraps widgets like words, for chips. Qt has none."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Left to right, then a new line. GUI thread only."""

    def __init__(self, parent: QWidget, *, gap_px: int) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap_px = gap_px
        self.setContentsMargins(0, 0, 0, 0)

    def clear(self, *, keep: QWidget | None = None) -> None:
        """Removes and deletes every widget; `keep` is only removed."""
        while self._items:
            widget = self._items.pop().widget()
            if widget is not None and widget is not keep:
                widget.hide()
                widget.deleteLater()
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay(QRect(0, 0, width, 0), is_dry=True)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay(rect, is_dry=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Size of the largest widget."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _lay(self, rect: QRect, *, is_dry: bool) -> int:
        """Lays out the lines, items vertically centred; hidden items take no room. Returns the height."""
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        x, y = inner.x(), inner.y()
        line: list[tuple[QLayoutItem, int, QSize]] = []
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            if line and x + size.width() > inner.right() + 1:
                y += self._set_line(line, y, is_dry=is_dry) + self._gap_px
                x, line = inner.x(), []
            line.append((item, x, size))
            x += size.width() + self._gap_px
        y += self._set_line(line, y, is_dry=is_dry)
        return y + margins.bottom() - rect.y()

    def _set_line(self, line: list[tuple[QLayoutItem, int, QSize]], y: int, *, is_dry: bool) -> int:
        line_px = max((size.height() for _, _, size in line), default=0)
        if not is_dry:
            for item, x, size in line:
                item.setGeometry(QRect(QPoint(x, y + (line_px - size.height()) // 2), size))
        return line_px
