"""A single line of widgets that scrolls by arrows at its ends or the wheel instead of wrapping."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollArea, QToolButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.boxes import STRETCH, hbox

_STEP_PX = 160


class OneLine(QWidget):
    """Widgets side by side at one height. GUI thread only."""

    def __init__(self, theme: Theme, height_px: int, parent: QWidget, *, gap_px: int = 6) -> None:
        super().__init__(parent)
        self.setFixedHeight(height_px)
        self._area = area = QScrollArea(self)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setObjectName("oneLine")
        area.viewport().setAutoFillBackground(False)
        self._inner = QWidget(area)
        self._inner.setObjectName("oneLineInner")
        """The widgets, followed by a stretch."""
        self.line = hbox(STRETCH, parent=self._inner, margins=0, spacing=gap_px)
        area.setWidget(self._inner)
        self.to_left = self._arrow("arrow-left", translate("OneLine", "What is further left"), theme, -_STEP_PX)
        self.to_right = self._arrow("arrow-right", translate("OneLine", "What is further right"), theme, _STEP_PX)
        hbox(self.to_left, (area, 1), self.to_right, parent=self, margins=0, spacing=2)
        bar = area.horizontalScrollBar()
        bar.rangeChanged.connect(lambda low, high: self._show_arrows())
        bar.valueChanged.connect(lambda value: self._show_arrows())
        self._inner.installEventFilter(self)
        self._show_arrows()

    def add(self, widget: QWidget) -> None:
        self.line.insertWidget(self.line.count() - 1, widget)

    def clear(self, *, keep: QWidget | None = None) -> None:
        """Removes and deletes every widget; `keep` is only removed."""
        while self.line.count() > 1:
            item = self.line.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None and widget is not keep:
                widget.hide()
                widget.deleteLater()

    @property
    def count(self) -> int:
        return self.line.count() - 1

    def sizeHint(self) -> QSize:
        """Requests no minimum width."""
        return QSize(0, self.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scrolls the line with the wheel."""
        if isinstance(event, QWheelEvent):
            turned = event.angleDelta().y() or event.angleDelta().x()
            bar = self._area.horizontalScrollBar()
            bar.setValue(bar.value() - turned)
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows arrows if the widgets do not fit."""
        super().resizeEvent(event)
        self._show_arrows()

    def _arrow(self, icon: str, text: str, theme: Theme, step_px: int) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("chipTool")
        button.setIcon(resources.icon(icon, theme.text_soft))
        button.setIconSize(QSize(12, 12))
        button.setFixedSize(20, 22)
        button.setToolTip(text)
        button.setAccessibleName(text)
        bar = self._area.horizontalScrollBar()
        button.clicked.connect(lambda: bar.setValue(bar.value() + step_px))
        return button

    def _show_arrows(self) -> None:
        bar = self._area.horizontalScrollBar()
        overflows = bar.maximum() > 0
        for arrow, leads in ((self.to_left, bar.value() > 0), (self.to_right, bar.value() < bar.maximum())):
            arrow.setVisible(overflows)
            arrow.setEnabled(leads)
