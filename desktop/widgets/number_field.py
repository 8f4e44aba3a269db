"""A number that is typed, stepped by arrows or the wheel, or dragged; it explains unreadable input.

It shows the value it gets and emits the user's wish; `read` parses a text.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

_PX_A_STEP = 6
"""Drag distance per step."""
_CLICK_PX = 4
_ANGLE_A_STEP = 120
_SAID_MS = 6000


class UnreadableNumber(ValueError):
    """The text is not a valid number; the message says what is."""


class NumberField(QLineEdit):
    """One value, or none. GUI thread only."""

    changed = Signal(float)
    """Value the user wants."""
    refused = Signal(str)
    """Error message for unreadable input."""
    left = Signal()
    """Esc, with nothing to undo."""

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
        """Creates it empty.

        Args:
            text_of: formats a value.
            read: parses a text; raises `UnreadableNumber`.
            name: accessible name.
            step: change per arrow key, wheel notch and drag step.
            large_step: change per Page Up and Page Down.
            fine_step: change per arrow with Shift.
            at_rest: value a double click restores, if any.
            parent: the parent widget.
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
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a press may start a drag: only a click takes the focus
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFrame(False)
        self.setAccessibleName(name)
        self.returnPressed.connect(self._typed)

    def set_value(self, value: float | None) -> None:
        """Shows a value, or none, without emitting `changed`; keeps text being typed."""
        is_typing = self.hasFocus() and self.isModified()
        self.value = value
        if not is_typing:
            self._show()

    def set_text_of(self, text_of: Callable[[float], str]) -> None:
        """Changes how values are formatted; keeps text being typed."""
        self._text_of = text_of
        self.set_value(self.value)

    # -- events --------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Takes Esc and the stepping keys before shortcuts do."""
        own_keys = (*self._steps, Qt.Key.Key_Escape)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() in own_keys:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow and page keys step, Esc undoes typing."""
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
        """Selects everything, so that typing replaces it."""
        super().focusInEvent(event)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Applies what was typed."""
        if self.isModified():
            self._typed()
        super().focusOutEvent(event)
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.deselect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Starts a drag or a click; while typing, places the cursor."""
        if self.hasFocus():
            super().mousePressEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._has_moved = event.globalPosition().toPoint(), False
            self._from = self.value or 0.0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Changes the value with a vertical drag; up is more."""
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        up_px = self._pressed.y() - event.globalPosition().toPoint().y()
        self._has_moved = self._has_moved or abs(up_px) >= _CLICK_PX
        if self._has_moved:
            self._want(self._from + int(up_px / _PX_A_STEP) * self._step)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Starts editing on a click."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
        elif not self._has_moved:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.selectAll()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Restores the value at rest."""
        self._pressed = None
        if self._at_rest is not None:
            self._want(self._at_rest)
        self.selectAll()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Steps once per notch."""
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
        """Emits a value; the receiver shows it within its limits, or refuses it."""
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
        self.refused.emit(why)  # its receiver informs screen readers

    def _show(self) -> None:
        self.setText("" if self.value is None else self._text_of(self.value))
        self.setModified(False)
        self.setAccessibleName(f"{self._name}: {self.text()}" if self.text() else self._name)
