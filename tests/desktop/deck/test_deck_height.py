"""How high the deck is, with a sound and without, and what of it is there at the next start."""

import base64
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSplitter, QWidget
from pytestqt.qtbot import QtBot

from desktop.base.settings import WindowSettings
from desktop.base.theme import Theme
from desktop.deck.waveform_scene import SceneLook
from desktop.window.main_window import MainWindow
from tests.helpers.hits import make_hit


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> Iterator[MainWindow]:
    window = MainWindow()
    window.fill(theme, lambda sound: None, lambda: None)
    qtbot.addWidget(window)
    window.resize(860, 760)
    window.show_results(True)
    window.show()
    qtbot.waitExposed(window)
    yield window


def drawn_by(window: MainWindow, up_px: int) -> None:
    """Draws the upper edge of the deck up with the mouse."""
    splitter = window.deck.parentWidget()
    assert isinstance(splitter, QSplitter)
    handle = splitter.handle(1)
    place = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseMove(handle, place - QPoint(0, up_px))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=place)


def former_state(sizes: tuple[int, int]) -> str:
    """What an Earshot kept that let the splitter remember."""
    splitter = QSplitter(Qt.Orientation.Vertical)
    for _ in sizes:
        splitter.addWidget(QWidget())
    splitter.resize(400, sum(sizes) + splitter.handleWidth())
    splitter.show()
    splitter.setSizes(sizes)
    return base64.b64encode(splitter.saveState().data()).decode("ascii")


def test_an_empty_deck_is_a_thin_bar_and_a_sound_opens_it(qtbot: QtBot, window: MainWindow) -> None:
    deck = window.deck
    qtbot.waitUntil(lambda: deck.height() <= 36)
    assert deck.facts.text() == "Click a sound, or press ↓, to see and play it."
    deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: deck.height() == 132)
    assert deck.waveform.isVisible() and deck.waveform.height() >= 90
    deck.show_hit(None, None)
    qtbot.waitUntil(lambda: deck.height() <= 36)


def test_a_larger_window_gives_its_room_to_the_rows(qtbot: QtBot, window: MainWindow) -> None:
    window.deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: window.deck.height() == 132)
    window.resize(860, 600)
    qtbot.waitUntil(lambda: window.height() == 600 and window.deck.height() == 132)


def test_a_height_that_was_drawn_stays_and_is_there_at_the_next_start(
    qtbot: QtBot, window: MainWindow, theme: Theme
) -> None:
    window.deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: window.deck.height() == 132)
    drawn_by(window, 80)
    qtbot.waitUntil(lambda: 207 <= window.deck.height() <= 217)
    window.deck.show_hit(None, None)
    qtbot.waitUntil(lambda: window.deck.height() <= 36)
    kept = WindowSettings(**window.place())
    again = MainWindow()
    again.fill(theme, lambda sound: None, lambda: None)
    qtbot.addWidget(again)
    again.take_place(kept)
    again.show_results(True)
    again.show()
    again.deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: 207 <= again.deck.height() <= 217)


def test_a_double_click_on_the_edge_brings_the_standard_back(qtbot: QtBot, window: MainWindow) -> None:
    window.deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: window.deck.height() == 132)
    drawn_by(window, 80)
    qtbot.waitUntil(lambda: 207 <= window.deck.height() <= 217)
    splitter = window.deck.parentWidget()
    assert isinstance(splitter, QSplitter)
    QTest.mouseDClick(splitter.handle(1), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.deck.height() == 132)
    assert window.place()["deck_px"] == 0


@pytest.mark.parametrize(("former_px", "now_px"), [(190, 132), (300, 300)])
def test_of_a_former_start_only_a_height_that_was_drawn_is_taken(
    qtbot: QtBot, window: MainWindow, former_px: int, now_px: int
) -> None:
    window.take_place(WindowSettings(deck=former_state((700 - former_px, former_px))))
    window.resize(860, 760)
    window.deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: abs(window.deck.height() - now_px) <= 4)


def test_a_spectrogram_under_the_waveform_gets_room_of_its_own(qtbot: QtBot, window: MainWindow) -> None:
    window.deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: window.deck.height() == 132)
    window.deck.waveform.set_look(SceneLook.BOTH)
    qtbot.waitUntil(lambda: window.deck.height() > 180)
    window.deck.waveform.set_look(SceneLook.WAVEFORM)
    qtbot.waitUntil(lambda: window.deck.height() == 132)


def test_a_switch_gives_half_the_window_and_takes_it_back(qtbot: QtBot, window: MainWindow, theme: Theme) -> None:
    window.deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: window.deck.height() == 132)
    rows = window.deck.parentWidget()
    window.switch_deck_height()
    qtbot.waitUntil(lambda: abs(window.deck.height() - rows.height() // 2) <= 6)
    kept = WindowSettings(**window.place())
    window.switch_deck_height()
    qtbot.waitUntil(lambda: window.deck.height() == 132)
    again = MainWindow()
    again.fill(theme, lambda sound: None, lambda: None)
    qtbot.addWidget(again)
    again.resize(860, 760)
    again.show_results(True)
    again.take_place(kept)
    again.show()
    again.deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: again.deck.height() > 250)


def test_it_is_never_more_than_half_of_the_window(qtbot: QtBot, window: MainWindow) -> None:
    window.deck.show_hit(make_hit(1), None)
    qtbot.waitUntil(lambda: window.deck.height() == 132)
    drawn_by(window, 500)
    window.resize(860, 740)
    qtbot.waitUntil(lambda: window.deck.height() <= window.deck.parentWidget().height() // 2 + 6)


def test_six_channels_have_room_for_each(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(900, 900)
    window.deck.show_hit(make_hit(1, channels=6), None)
    qtbot.waitUntil(lambda: window.deck.height() == 132)  # nothing moves from sound to sound
    window.switch_deck_height()
    wave = window.deck.waveform
    qtbot.waitUntil(lambda: wave.place().wave.height() >= 6 * 24)
