"""A number that is typed, stepped by arrows or the wheel, or dragged; it says what it cannot read.

It shows the value that it is given and tells what is wanted; `read` says what a text means.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

_PX_A_STEP = 6
"""How far the mouse goes for one step."""
_CLICK_PX = 4
_ANGLE_A_STEP = 120
_SAID_MS = 6000


class UnreadableNumber(ValueError):
    """A text that is no such number; its words say what is accepted."""


class NumberField(QLineEdit):
    """One value, or none. GUI thread only."""

    changed = Signal(float)
    """The user wants this value."""
    refused = Signal(str)
    """What was typed cannot be taken: says what can be."""
    left = Signal()
    """Esc, with nothing to take back."""

    def __init__(
        self,
        text_of: Callable[[float], str],
        read: Callable[[str], float],
        *,
        name: str,
        step: float,
        large_step: float,
        fine_step: float,
        at_rest: float | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Makes it empty.

        Args:
            text_of: how it shows a value.
            read: what a text means; raises `UnreadableNumber`.
            name: what a screen reader calls it.
            step: what an arrow key, a notch of the wheel and some pixels of a drag change.
            large_step: what Page Up and Page Down change.
            fine_step: what an arrow with Shift changes.
            at_rest: the value that a double click brings back, where there is one.
            parent: as ever.
        """
        super().__init__(parent)
        self._text_of = text_of
        self._read = read
        self._name = name
        self._steps = {
            Qt.Key.Key_Up: step,
            Qt.Key.Key_Down: -step,
            Qt.Key.Key_PageUp: large_step,
            Qt.Key.Key_PageDown: -large_step,
        }
        self._step, self._fine_step = step, fine_step
        self._at_rest = at_rest
        self.value: float | None = None
        self._pressed: QPoint | None = None
        self._from = 0.0
        self._has_moved = False
        self._turned = 0
        self.setObjectName("number")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a press may be a drag: a click alone takes the keyboard
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFrame(False)
        self.setAccessibleName(name)
        self.returnPressed.connect(self._typed)

    def set_value(self, value: float | None) -> None:
        """Shows a value, or none, without telling; what is being typed stays."""
        is_typing = self.hasFocus() and self.isModified()
        self.value = value
        if not is_typing:
            self._show()

    def set_text_of(self, text_of: Callable[[float], str]) -> None:
        """Shows values in another way; what is being typed stays."""
        self._text_of = text_of
        self.set_value(self.value)

    # -- events --------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Esc takes back what was typed; the keys that step are its own."""
        own_keys = (*self._steps, Qt.Key.Key_Escape)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() in own_keys:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows and page keys step, Esc takes back."""
        by = self._steps.get(Qt.Key(event.key()))
        if by is not None:
            is_fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._step_by(by / self._step * self._fine_step if is_fine else by)
        elif event.key() == Qt.Key.Key_Escape:
            was_typed = self.isModified()
            self._show()
            if not was_typed:
                self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """All of it is replaced by what is typed."""
        super().focusInEvent(event)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Takes what was typed."""
        if self.isModified():
            self._typed()
        super().focusOutEvent(event)
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.deselect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a drag or a click; in a field that is being typed in it places the cursor."""
        if self.hasFocus():
            super().mousePressEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._has_moved = event.globalPosition().toPoint(), False
            self._from = self.value or 0.0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Up is more."""
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        up_px = self._pressed.y() - event.globalPosition().toPoint().y()
        self._has_moved = self._has_moved or abs(up_px) >= _CLICK_PX
        if self._has_moved:
            self._want(self._from + int(up_px / _PX_A_STEP) * self._step)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click lets it be typed."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
        elif not self._has_moved:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.selectAll()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Brings the value at rest back."""
        self._pressed = None
        if self._at_rest is not None:
            self._want(self._at_rest)
        self.selectAll()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A notch is a step."""
        self._turned += event.angleDelta().y()
        notches = int(self._turned / _ANGLE_A_STEP)
        if notches:
            self._turned -= notches * _ANGLE_A_STEP
            self._step_by(notches * self._step)
        event.accept()

    # -- values --------------------------------------------------------------------------------------------------

    def _step_by(self, by: float) -> None:
        if self.isModified() and self.hasFocus():
            self._typed()
        self._want((self.value or 0.0) + by)

    def _typed(self) -> None:
        if not self.isModified():
            return
        try:
            value = self._read(self.text())
        except UnreadableNumber as err:
            self._refuse(str(err))
            return
        self._want(value)

    def _want(self, value: float) -> None:
        """Asks for a value; whoever listens shows it, within what is possible, or refuses."""
        before = self.value
        self.setModified(False)
        if value != before:
            self.changed.emit(value)
        self._show()
        if self.hasFocus():
            self.selectAll()

    def _refuse(self, why: str) -> None:
        self._show()
        self.selectAll()
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), why, self, QRect(), _SAID_MS)
        self.refused.emit(why)  # whoever shows it has a screen reader say it

    def _show(self) -> None:
        self.setText("" if self.value is None else self._text_of(self.value))
        self.setModified(False)
        self.setAccessibleName(f"{self._name}: {self.text()}" if self.text() else self._name)
