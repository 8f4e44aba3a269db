"""What a person does in a window or dialog."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton
from pytestqt.qtbot import QtBot

T = TypeVar("T", bound=QDialog)


def click(button: QPushButton) -> None:
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def on_show(qtbot: QtBot, kind: type[T]) -> T:
    """Waits for a dialog of the window."""
    found: list[T] = []

    def is_there() -> bool:
        found[:] = [
            widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind) and widget.isVisible()
        ]
        return bool(found)

    qtbot.waitUntil(is_there)
    return found[0]
