"""What one test leaves on the screen is no other test's business: see tests/helpers/desk.py."""

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.helpers.desk import clear_desk


class Watched(QWidget):
    """Remembers where the pointer came, and with which keys."""

    def __init__(self) -> None:
        super().__init__()
        self.setMouseTracking(True)
        self.resize(300, 300)
        self.moves: list[tuple[QPoint, Qt.KeyboardModifier]] = []

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self.moves.append((event.position().toPoint(), event.modifiers()))


def test_a_dialog_a_menu_and_a_key_that_were_left_take_nothing(qapp: QApplication, qtbot: QtBot) -> None:
    parent, dialog, menu = QWidget(), QDialog(), QMenu()
    for widget in (parent, dialog, menu):
        qtbot.addWidget(widget)
    dialog.resize(700, 700)
    dialog.show()
    qtbot.waitExposed(dialog)
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.mousePress(dialog.windowHandle(), Qt.MouseButton.LeftButton)
    menu.addAction("left")
    menu.popup(QPoint(20, 20))
    clear_desk(qapp)
    watched = Watched()
    qtbot.addWidget(watched)
    watched.show()
    qtbot.waitExposed(watched)
    QTest.mouseMove(watched, QPoint(100, 100))
    assert watched.moves == [(QPoint(100, 100), Qt.KeyboardModifier.NoModifier)]
    assert (dialog.isVisible(), menu.isVisible()) == (False, False)
    assert QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton


def test_what_was_to_be_deleted_is_gone_before_the_next_test(qapp: QApplication) -> None:
    left = QObject()
    gone: list[bool] = []
    left.destroyed.connect(lambda: gone.append(True))
    left.deleteLater()
    clear_desk(qapp)
    assert gone == [True]
