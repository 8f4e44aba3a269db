"""Places popovers beside the buttons that open them."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget


def open_beside(popover: QWidget, button: QWidget, *, is_above: bool = False) -> None:
    """Shows a popover under a button, or above it and flush right, moved to fit on the screen. GUI thread only."""
    under, above = QPoint(0, button.height() + 4), QPoint(button.width() - popover.width(), -popover.height() - 4)
    at = button.mapToGlobal(above if is_above else under)
    room = (QGuiApplication.screenAt(at) or button.screen()).availableGeometry()
    at.setX(max(room.left(), min(at.x(), room.right() - popover.width())))
    at.setY(max(room.top(), min(at.y(), room.bottom() - popover.height())))
    popover.move(at)
    popover.show()
