"""The main window on its own: where it stands, and which page it shows."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.base.settings import WindowSettings
from desktop.base.theme import Theme
from desktop.results.empty import EmptyPage
from desktop.window.main_window import MainWindow
from engine.base.chips import Chip, ChipKind


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> MainWindow:
    window = MainWindow()
    window.fill(theme, lambda sound: None, lambda: None)
    qtbot.addWidget(window)
    return window


def test_a_small_screen_gets_a_window_that_fits_with_its_frame(window: MainWindow) -> None:
    room = window.screen().availableSize()  # the offscreen platform has a screen of 800 x 800
    window.take_place(WindowSettings())
    assert window.height() + 30 <= room.height()
    assert window.width() <= max(room.width(), window.minimumWidth())


def test_the_size_is_there_at_the_next_start(qtbot: QtBot, window: MainWindow, theme: Theme) -> None:
    window.resize(795, 620)  # within the offscreen platform's screen
    window.show()
    qtbot.waitExposed(window)
    kept = WindowSettings(**window.place())
    again = MainWindow()
    again.fill(theme, lambda sound: None, lambda: None)
    qtbot.addWidget(again)
    again.take_place(kept)
    assert again.size() == QSize(795, 620)


def test_a_damaged_place_leaves_the_windows_own_size(window: MainWindow) -> None:
    window.take_place(WindowSettings(place="nonsense", sides="?", deck="AAAA"))
    assert window.width() >= window.minimumWidth()


def test_an_empty_answer_does_not_ask_for_folders(qtbot: QtBot, theme: Theme) -> None:
    page = EmptyPage(theme)
    qtbot.addWidget(page)
    page.nothing_found("No sound matches the filters.")
    assert page.text.text().startswith("No sound matches the filters. ")
    assert page.button.isHidden()
    assert page.findChild(object, "dropZone") is None
    page.first_run()
    assert not page.button.isHidden()


def test_the_welcome_says_what_it_costs_and_how_long_once_that_is_measured(qtbot: QtBot, theme: Theme) -> None:
    page = EmptyPage(theme)
    qtbot.addWidget(page)
    assert page.cost.text() == "1,000 short sounds need about 5 MB of disk."
    page.show_pace(0.0117)
    assert page.cost.text() == "1,000 short sounds take about 12 seconds on this computer, and 5 MB of its disk."
    page.show_pace(0.2)
    assert page.cost.text() == "1,000 short sounds take about 3 minutes on this computer, and 5 MB of its disk."


def test_tab_goes_from_the_words_to_their_chips_and_on_to_the_results(qtbot: QtBot, window: MainWindow) -> None:
    window.search_bar.set_text("door dur:<2")
    window.search_bar.show_chips((Chip(ChipKind.DESCRIBE, value="door", source="door"),), window.search_bar.request)
    window.show_results(True)
    field = window.search_bar.field
    assert field.nextInFocusChain() is window.search_bar.chip_row.buttons[0]
    assert _next_tab(window.search_bar.chip_row.buttons[0]) is window.results
    assert _next_tab(window.results) is window.deck.play_button
    assert _next_tab(window.deck.play_button) is window.deck.waveform


def _next_tab(widget: QWidget) -> QWidget:
    following = widget.nextInFocusChain()
    while not following.focusPolicy() & Qt.FocusPolicy.TabFocus:
        following = following.nextInFocusChain()
    return following
