"""The search field: when it asks, and what its chips do."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.panels.search_bar import SearchBar
from desktop.theme import Theme
from desktop.work.requests import Reference, Request
from engine.types import Chip, FilePath, SoundId


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> SearchBar:
    bar = SearchBar(theme)
    qtbot.addWidget(bar)
    bar.show()
    qtbot.waitExposed(bar)
    return bar


def test_quick_typing_asks_once(qtbot: QtBot, bar: SearchBar) -> None:
    asked: list[Request] = []
    bar.wanted.connect(asked.append)
    with qtbot.waitSignal(bar.wanted):
        QTest.keyClicks(bar.field, "door")
    assert [request.text for request in asked] == ["door"]


def test_return_asks_at_once_and_wants_to_hear(qtbot: QtBot, bar: SearchBar) -> None:
    QTest.keyClicks(bar.field, "door")
    with qtbot.waitSignals([bar.wanted, bar.committed], order="strict"):
        QTest.keyClick(bar.field, Qt.Key.Key_Return)


def test_a_chip_switched_off_is_asked_for_without(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("door dur:<2")
    chips = (Chip("describe", "door", "door"), Chip("filter", "shorter than 2 s", "dur:<2"))
    bar.show_chips(chips, bar.request)
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(bar.chip_button(1), Qt.MouseButton.LeftButton)
    assert wanted.args == [Request("door dur:<2", None, frozenset({"shorter than 2 s"}))]
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(bar.chip_button(1), Qt.MouseButton.LeftButton)
    assert wanted.args == [Request("door dur:<2")]


def test_chips_of_an_older_answer_are_not_shown(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("wind")
    bar.show_chips((Chip("describe", "door", "door"),), Request("door"))
    assert bar.chip_texts() == []


def test_a_reference_shows_as_a_chip_that_goes_away(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("door")
    reference = Reference(FilePath.of("/a/slam.wav"), SoundId(3))
    with qtbot.waitSignal(bar.wanted) as wanted:
        bar.set_reference(reference)
    assert wanted.args == [Request("door", reference)]
    assert bar.chip_texts() == ["Sounds like slam.wav"]
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(bar.chip_button(0), Qt.MouseButton.LeftButton)
    assert wanted.args == [Request("door")]


def test_typing_leaves_the_reference(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_reference(Reference(FilePath.of("/a/slam.wav"), SoundId(3)))
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.keyClicks(bar.field, "w")
    assert wanted.args == [Request("w")]


def test_the_clear_button_asks_for_everything(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("door")
    with qtbot.waitSignal(bar.wanted) as wanted:
        bar.field.clear()
    assert wanted.args == [Request("")]


def test_a_chip_shows_the_ampersand_of_a_name(bar: SearchBar) -> None:
    bar.set_reference(Reference(FilePath.of("/a/R&B kick.wav"), SoundId(1)))
    assert bar.chip_texts() == ["Sounds like R&B kick.wav"]
    assert "R&&B" in bar.chip_button(0).text()
