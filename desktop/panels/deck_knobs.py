"""Two small controls of the deck: a value that is dragged, turned or reset, and the volume."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QSlider, QWidget

_PX_A_STEP = 6
"""How far the mouse goes for one step."""
_ANGLE_A_STEP = 120


class ValueButton(QPushButton):
    """A number on a button: drag up or down, turn the wheel or press arrows to change it, click to reset it.

    GUI thread only.
    """

    changed = Signal(float)

    def __init__(
        self, limit: float, text_of: Callable[[float], str], *, name: str, widest: str, parent: QWidget | None = None
    ) -> None:
        """Makes it show 0.

        Args:
            limit: the value stays within ± this.
            text_of: what it shows for a value.
            name: its accessible name.
            widest: the longest text there can be.
            parent: as ever.
        """
        super().__init__(parent)
        self._limit = limit
        self._text_of = text_of
        self._name = name
        self.value = 0.0
        self._pressed: QPoint | None = None
        self._from = 0.0
        self._has_moved = False
        self.setObjectName("value")
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedWidth(self.fontMetrics().horizontalAdvance(widest) + 22)
        self.set_value(0.0)

    def set_value(self, value: float) -> None:
        """Shows a value, without telling."""
        self.value = value
        self.setText(self._text_of(value))
        self.setProperty("on", value != 0)
        self.style().unpolish(self)
        self.style().polish(self)
        self.setAccessibleName(f"{self._name}: {self.text()}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a drag or a click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._from, self._has_moved = event.globalPosition().toPoint(), self.value, False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Up is more."""
        if self._pressed is not None:
            steps = (self._pressed.y() - event.globalPosition().toPoint().y()) // _PX_A_STEP
            self._has_moved = self._has_moved or steps not in (0, -1)
            if self._has_moved:
                self._change_to(self._from + steps)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click resets."""
        was_click, self._pressed = self._pressed is not None and not self._has_moved, None
        super().mouseReleaseEvent(event)
        if was_click and self.rect().contains(event.position().toPoint()):
            self._change_to(0.0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A notch is a step."""
        steps = round(event.angleDelta().y() / _ANGLE_A_STEP)
        if steps:
            self._change_to(self.value + steps)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down are a step; Space, Return and Delete reset."""
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if steps is not None:
            self._change_to(self.value + steps)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Delete):
            self._change_to(0.0)
        else:
            super().keyPressEvent(event)

    def _change_to(self, value: float) -> None:
        value = min(self._limit, max(-self._limit, value))
        if value != self.value:
            self.set_value(value)
            self.changed.emit(value)


class VolumeSlider(QSlider):
    """The volume, 0 to 100, as loudness is felt. A click goes there at once. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("volume")
        self.setRange(0, 100)
        self.setSingleStep(5)
        self.setPageStep(10)
        self.setFixedWidth(84)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Goes to the place pressed, and follows."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go_to(event)
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follows the pointer."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Counts as a press."""
        self.mousePressEvent(event)

    def _go_to(self, event: QMouseEvent) -> None:
        margin = 7.0
        share = (event.position().x() - margin) / max(1.0, self.width() - 2 * margin)
        self.setValue(round(100 * min(1.0, max(0.0, share))))
