"""The list whose rows are heard: what a click and the arrows play."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.widgets.playable_tree import PlayableTree


def test_a_row_is_heard_by_click_and_arrow_the_current_one_too(qtbot: QtBot) -> None:
    tree, heard = PlayableTree("sounds"), list[object]()
    qtbot.addWidget(tree)
    tree.heard.connect(heard.append)
    for name in ("a", "b"):
        tree.add([name], name)
    tree.resize(300, 200)
    tree.show()
    qtbot.waitExposed(tree)
    tree.activateWindow()
    tree.setFocus()
    qtbot.waitUntil(lambda: tree.currentItem() is not None)
    heard.clear()
    first, second = (tree.visualItemRect(tree.topLevelItem(row)).center() for row in (0, 1))
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=first)  # the current one already
    assert heard == ["a"]
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=second)
    assert heard == ["a", "b"]
    QTest.keyClick(tree, Qt.Key.Key_Up)
    assert heard == ["a", "b", "a"]
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.RightButton, pos=first)
    assert heard == ["a", "b", "a"]
