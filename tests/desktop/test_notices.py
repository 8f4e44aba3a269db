"""The lines over the results: notes and faults, one line each, and what they are read by."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.window.notices import MessageBar, NoteLine

LONG = "The folder could not be read because the server that it lies on did not answer for a whole minute"


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> Iterator[MessageBar]:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(400, 60)
    bar = MessageBar(theme, parent)
    bar.resize(400, bar.height())
    parent.show()
    qtbot.waitExposed(parent)
    yield bar  # and its parent with it


def close(bar: MessageBar) -> None:
    button = next(each for each in bar.findChildren(QToolButton) if each.accessibleName() == "Close this message")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_second_fault_does_not_hide_the_first_unread(bar: MessageBar) -> None:
    bar.say("The disk is full", "Free some space.", "job")
    bar.say("No sound output was found", "", "sound")
    assert bar.label.text() == "No sound output was found."
    close(bar)
    assert (bar.isVisible(), bar.label.text()) == (True, "The disk is full. Free some space.")
    close(bar)
    assert not bar.isVisible()


def test_a_fault_that_is_over_goes_by_itself_and_leaves_the_others(bar: MessageBar) -> None:
    bar.say("The disk is full", "", "job")
    bar.say("No sound output was found", "", "sound")
    bar.take_back("job")
    assert bar.label.text() == "No sound output was found."
    bar.take_back("sound")
    assert not bar.isVisible()


def test_one_part_says_one_thing_at_a_time(bar: MessageBar) -> None:
    bar.say("One file is missing", "", "drag")
    bar.say("Two files are missing", "", "drag")
    close(bar)
    assert not bar.isVisible()


def test_a_long_fault_is_one_line_and_details_shows_all_of_it(qtbot: QtBot, bar: MessageBar) -> None:
    bar.say("Short", "", "a")
    height = bar.height()
    assert not bar.details.isVisible()
    bar.say(LONG, "Try again.", "b")
    assert (bar.height(), bar.details.isVisible()) == (height, True)
    assert height <= 28
    QTest.mouseClick(bar.details, Qt.MouseButton.LeftButton)
    (box,) = bar.window().findChildren(QMessageBox)
    assert box.text() == f"{LONG}. Try again."
    QTest.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not bar.window().findChildren(QMessageBox))


def test_a_note_is_one_line_and_goes_with_its_answer(qtbot: QtBot) -> None:
    note = NoteLine()
    qtbot.addWidget(note)
    note.say(LONG * 3)
    assert (note.isVisible(), note.height()) == (True, 28)
    assert note.minimumSizeHint().width() < 200, "a long sentence never widens the window"
    assert LONG[:30] in note.label.toolTip()
    note.say("")
    assert not note.isVisible()
