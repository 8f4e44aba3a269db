"""A vertically scrolling column with a margin for its scroll bar, so that nothing moves when it appears."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

_FEW_LINES = 4


class SteadyScroll(QScrollArea):
    """Add widgets to `column`. GUI thread only."""

    def __init__(self, parent: QWidget | None = None, *, margins_px: tuple[int, int, int] = (0, 0, 0)) -> None:
        """Args: `margins_px` has the column's left, top and bottom margins; the right one is as wide as the bar."""
        super().__init__(parent)
        self._margins_px = margins_px
        self.inner = QWidget(self)
        self.column = QVBoxLayout(self.inner)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self.inner)
        self.verticalScrollBar().rangeChanged.connect(lambda low, high: self._make_room(high > low))
        self._make_room(False)

    def _make_room(self, scrolls: bool) -> None:
        left, top, bottom = self._margins_px
        right = 0 if scrolls else self.verticalScrollBar().sizeHint().width()
        self.column.setContentsMargins(left, top, right, bottom)


class FittingScroll(SteadyScroll):
    """Requests room for its contents, and scrolls in a smaller dialog."""

    def sizeHint(self) -> QSize:
        return self.inner.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Width of its contents, and a few lines."""
        return QSize(self.inner.minimumSizeHint().width(), _FEW_LINES * self.fontMetrics().height())
