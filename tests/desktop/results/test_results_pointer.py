"""The results table under the mouse: clicks play or select, and the pointer scrubs."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.results.columns import Column
from desktop.results.view import ResultsView
from tests.desktop.results.test_results import click, place, show


def test_a_click_plays_and_a_click_on_the_thumbnail_says_where(qtbot: QtBot, results: ResultsView) -> None:
    hits = show(results, 2)
    with qtbot.waitSignal(results.clicked_at) as clicked:
        click(results, 1)
    assert clicked.args == [hits[1], None]
    with qtbot.waitSignal(results.clicked_at) as clicked:
        click(results, 0, Column.WAVEFORM)
    assert clicked.args is not None
    assert abs(clicked.args[1] - 0.5) < 0.03


def test_a_ctrl_click_selects_in_silence(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 2)
    with qtbot.assertNotEmitted(results.clicked_at):
        click(results, 1, modifier=Qt.KeyboardModifier.ControlModifier)
    assert len(results.selected_hits()) == 1


@pytest.mark.shows("click-plays-ctrl")
def test_a_click_on_what_plays_selects_it_and_does_not_begin_again(qtbot: QtBot, results: ResultsView) -> None:
    hits = show(results, 3)
    click(results, 1)
    results.mark_playing(hits[1].sound.id)
    QTest.keyClick(results, Qt.Key.Key_Down)  # the selection goes on, the sound plays on
    with qtbot.assertNotEmitted(results.clicked_at):
        click(results, 1)
    assert [hit.sound.id for hit in results.selected_hits()] == [2]
    with qtbot.waitSignal(results.clicked_at):  # selected now: again from the start
        click(results, 1)
    with qtbot.waitSignal(results.restarted):
        QTest.mouseDClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place(results, 1))


def hover(view: ResultsView, at: QPoint, modifiers: Qt.KeyboardModifier) -> None:
    none = Qt.MouseButton.NoButton
    spot = QPointF(at)
    everywhere = QPointF(view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), QMouseEvent(QEvent.Type.MouseMove, spot, everywhere, none, none, modifiers))


def test_the_pointer_scrubs_over_a_thumbnail_only_with_alt_held(qtbot: QtBot, results: ResultsView) -> None:
    hits = show(results, 2)
    at = place(results, 1, Column.WAVEFORM)
    with qtbot.assertNotEmitted(results.scrubbed, wait=80):
        hover(results, at, Qt.KeyboardModifier.NoModifier)
    with qtbot.waitSignal(results.scrubbed) as scrubbed:
        hover(results, at, Qt.KeyboardModifier.AltModifier)
    assert scrubbed.args is not None
    assert scrubbed.args[0] == hits[1]
    assert abs(scrubbed.args[1] - 0.5) < 0.03
    with qtbot.waitSignal(results.scrub_ended):
        QTest.keyRelease(results, Qt.Key.Key_Alt)
