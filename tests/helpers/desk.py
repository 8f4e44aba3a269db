"""A clean desk before a test: nothing open, no key or button held, the pointer in a corner."""

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication


def clear_desk(app: QApplication) -> None:
    """Removes what an earlier test left on the screen, in the hand or under it. GUI thread only."""
    while (left := QApplication.activePopupWidget() or QApplication.activeModalWidget()) is not None:
        left.hide()
    for widget in QApplication.topLevelWidgets():
        widget.hide()  # a dialog stays when its window closes
    while QApplication.overrideCursor() is not None:
        QApplication.restoreOverrideCursor()
    _let_go()
    QApplication.clipboard().clear()
    QCursor.setPos(app.primaryScreen().geometry().bottomRight())
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _let_go() -> None:
    """Releases buttons and keys: Qt believes the last event, and a key pressed with Ctrl is released with Ctrl."""
    nowhere = QWindow()
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton):
        if QGuiApplication.mouseButtons() & button:
            QTest.mouseRelease(nowhere, button)
    if QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        QTest.keyRelease(nowhere, Qt.Key.Key_unknown)
    nowhere.destroy()
