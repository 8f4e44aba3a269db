"""The palette: a few letters, arrows, Return."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.features.help.palette import Palette, PaletteEntry


class Told:
    """What was chosen."""

    def __init__(self) -> None:
        self.chosen: list[str] = []

    def entry(self, text: str, words: str = "") -> PaletteEntry:
        return PaletteEntry(text, text, "command", lambda: self.chosen.append(text), words=words)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def palette(qtbot: QtBot, told: Told) -> Iterator[Palette]:
    window = QWidget()
    window.resize(900, 600)
    window.setLayout(QVBoxLayout())
    window.field = QLineEdit()  # type: ignore[attr-defined]
    window.layout().addWidget(window.field)  # type: ignore[attr-defined, union-attr]
    qtbot.addWidget(window)
    palette = Palette(window)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    window.field.setFocus()  # type: ignore[attr-defined]
    palette.open([told.entry(text) for text in ("Add folder", "Find similar", "Loop", "Preferences")])
    yield palette


def press(palette: Palette, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(palette.field, key)


def test_letters_and_return_do_it_and_the_keyboard_goes_back(palette: Palette, told: Told) -> None:
    QTest.keyClicks(palette.field, "fs")
    assert palette.texts() == ["Find similar", "Preferences"]  # the starts of words before letters somewhere
    press(palette, Qt.Key.Key_Return)
    assert told.chosen == ["Find similar"]
    assert not palette.isVisible()
    assert isinstance(palette.window().focusWidget(), QLineEdit)
    assert palette.window().focusWidget() is not palette.field


def test_arrows_choose_another(palette: Palette, told: Told) -> None:
    press(palette, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert told.chosen == ["Find similar"]


def test_escape_does_nothing_and_leaves(palette: Palette, told: Told) -> None:
    press(palette, Qt.Key.Key_Escape)
    assert told.chosen == []
    assert not palette.isVisible()


def test_what_was_used_last_comes_first(palette: Palette, told: Told) -> None:
    QTest.keyClicks(palette.field, "pref")
    press(palette, Qt.Key.Key_Return)
    palette.open([told.entry(text) for text in ("Add folder", "Find similar", "Loop", "Preferences")])
    assert palette.texts() == ["Preferences", "Add folder", "Find similar", "Loop"]


def test_nothing_that_fits_is_said(palette: Palette) -> None:
    QTest.keyClicks(palette.field, "xyzzy")
    assert palette.nothing.isVisible()
    assert not palette.list.isVisible()


def test_what_comes_later_is_found_too_and_by_its_other_words(palette: Palette, told: Told) -> None:
    QTest.keyClicks(palette.field, "gate")
    palette.add([told.entry("Doors", words="/sounds/gates and doors")])
    assert palette.texts() == ["Doors"]


def test_a_click_elsewhere_leaves(palette: Palette) -> None:
    palette.window().field.setFocus(Qt.FocusReason.MouseFocusReason)  # type: ignore[attr-defined]
    assert not palette.isVisible()
