"""The large waveform under a person's hands: clicks, drags, wheel and keys, and what is then in view and chosen."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPaintEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.deck.spectrogram_tiles import colours, picture_of
from desktop.deck.waveform import WaveformView
from desktop.deck.waveform_keys import select_from_here, select_to_here
from desktop.deck.waveform_scene import SceneLook
from engine.audio.markers import Marker, MarkerKind
from engine.audio.spectrogram import Spectrogram
from engine.audio.zoom import ZoomStretch
from engine.base.types import Moment, Peaks
from engine.search.ranking import Strip

LEFT = Qt.MouseButton.LeftButton
WIDTH = 800
"""10 s on 800 pixels: 80 pixels a second."""


@pytest.fixture
def wave(qtbot: QtBot, theme: Theme) -> WaveformView:
    view = WaveformView(theme)
    qtbot.addWidget(view)
    view.resize(WIDTH, 160)
    view.show()
    qtbot.waitExposed(view)
    view.show_sound(Peaks(np.full((100, 2), (-60, 60), np.int8), 10.0), 10.0, (Moment(4.0, 5.0, 0.8),))
    return view


def at(seconds: float, y: int = 80) -> QPoint:
    return QPoint(round(seconds * WIDTH / 10.0), y)


def drag(wave: WaveformView, start: QPoint, end: QPoint, shift: bool = False) -> None:
    held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.mousePress(wave, LEFT, held, start)
    QTest.mouseMove(wave, (start + end) / 2)
    QTest.mouseMove(wave, end)
    QTest.mouseRelease(wave, LEFT, held, end)


def turn(wave: WaveformView, place: QPoint, steps: int, held: Qt.KeyboardModifier) -> None:
    event = QWheelEvent(
        QPointF(place),
        wave.mapToGlobal(QPointF(place)),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        held,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(wave, event)


def test_a_drag_selects_and_does_not_play(qtbot: QtBot, wave: WaveformView) -> None:
    sought: list[float] = []
    wave.seek_wanted.connect(sought.append)
    with qtbot.waitSignal(wave.selection_changed):
        drag(wave, at(2.0), at(3.5))
    assert wave.selection == pytest.approx((2.0, 3.5))
    assert sought == []


def test_a_drag_to_the_left_selects_too(wave: WaveformView) -> None:
    drag(wave, at(3.5), at(2.0))
    assert wave.selection == pytest.approx((2.0, 3.5))


def test_an_edge_of_the_selection_can_be_moved_past_the_other(wave: WaveformView) -> None:
    wave.select(2.0, 4.0)
    drag(wave, at(4.0), at(6.0))
    assert wave.selection == pytest.approx((2.0, 6.0))
    drag(wave, at(2.0), at(7.0))
    assert wave.selection == pytest.approx((6.0, 7.0))


def test_a_click_in_the_selection_seeks_and_keeps_it(qtbot: QtBot, wave: WaveformView) -> None:
    wave.select(2.0, 4.0)
    with qtbot.waitSignal(wave.seek_wanted) as sought:
        QTest.mouseClick(wave, LEFT, pos=at(3.0))
    assert sought.args == pytest.approx([3.0])
    assert wave.selection == (2.0, 4.0)


def test_a_click_outside_the_selection_clears_it_and_seeks(qtbot: QtBot, wave: WaveformView) -> None:
    wave.select(2.0, 4.0)
    with qtbot.waitSignals([wave.seek_wanted, wave.selection_changed]):
        QTest.mouseClick(wave, LEFT, pos=at(6.0))
    assert wave.selection is None


def test_a_double_click_selects_the_moment_or_everything(wave: WaveformView) -> None:
    QTest.mouseDClick(wave, LEFT, pos=at(4.5))
    assert wave.selection == (4.0, 5.0)
    QTest.mouseDClick(wave, LEFT, pos=at(8.0))
    assert wave.selection == (0.0, 10.0)


def test_a_shift_drag_makes_a_range_in_its_own_colour_that_drags_out_from_anywhere(
    qtbot: QtBot, wave: WaveformView, theme: Theme
) -> None:
    drag(wave, at(6.0), at(8.0), shift=True)
    assert wave.selection == pytest.approx((6.0, 8.0))
    edge = wave.grab().toImage().pixelColor(QPoint(480, 40))
    assert edge == QColor(theme.mark_green)
    with qtbot.waitSignal(wave.drag_wanted) as wanted:
        drag(wave, at(7.0), at(7.5))
    assert wanted.args == pytest.approx([6.0, 8.0])
    assert wave.selection == pytest.approx((6.0, 8.0))


@pytest.mark.shows("selection-handle-drag")
def test_the_grip_drags_the_selection_out(qtbot: QtBot, wave: WaveformView) -> None:
    wave.select(2.0, 4.0)
    with qtbot.waitSignal(wave.drag_wanted) as wanted:
        drag(wave, at(3.0, y=6), at(3.0, y=60))
    assert wanted.args == [2.0, 4.0]


def test_the_bar_of_a_moment_drags_it_out_and_plays_it_when_clicked(qtbot: QtBot, wave: WaveformView) -> None:
    with qtbot.waitSignal(wave.drag_wanted) as wanted:
        drag(wave, at(4.5, y=12), at(4.7, y=60))
    assert wanted.args == [4.0, 5.0]
    with qtbot.waitSignal(wave.seek_wanted) as sought:
        QTest.mouseClick(wave, LEFT, pos=at(4.5, y=12))
    assert sought.args == [4.0]


def test_the_wheel_zooms_at_the_pointer_down_to_samples_and_back(qtbot: QtBot, wave: WaveformView) -> None:
    with qtbot.waitSignal(wave.view_changed):
        turn(wave, at(2.5), 4, Qt.KeyboardModifier.NoModifier)
    span = wave.scene.span
    # Four steps of 1.25: 10 s / 2.44; the place under the pointer keeps its pixel.
    assert span.length_s == pytest.approx(10 / 1.25**4)
    assert span.x_of(2.5, WIDTH) == pytest.approx(200)
    turn(wave, at(2.5), 200, Qt.KeyboardModifier.NoModifier)
    assert wave.scene.span.length_s == pytest.approx(0.0005)
    turn(wave, at(2.5), -200, Qt.KeyboardModifier.NoModifier)
    assert wave.scene.span.is_whole


def test_shift_and_the_wheel_pan_as_far_as_there_is_sound(wave: WaveformView) -> None:
    wave.zoom(2.0, 0.0)
    turn(wave, at(5.0), -1, Qt.KeyboardModifier.ShiftModifier)
    assert wave.scene.span.start_s == pytest.approx(0.5)  # a tenth of 5 s
    turn(wave, at(5.0), -50, Qt.KeyboardModifier.ShiftModifier)
    assert (wave.scene.span.start_s, wave.scene.span.end_s) == pytest.approx((5.0, 10.0))


@pytest.mark.shows("zoom-out-selection")
def test_zoom_to_the_selection_and_fit(wave: WaveformView) -> None:
    wave.select(2.0, 3.0)
    wave.zoom_to_selection()
    assert (wave.scene.span.start_s, wave.scene.span.end_s) == pytest.approx((1.95, 3.05))
    wave.fit()
    assert wave.scene.span.is_whole


def test_arrows_move_a_cursor_without_playing_and_return_plays_from_it(qtbot: QtBot, wave: WaveformView) -> None:
    sought: list[float] = []
    wave.seek_wanted.connect(sought.append)
    QTest.keyClick(wave, Qt.Key.Key_Right)
    QTest.keyClick(wave, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert wave.scene.cursor_s == pytest.approx(1.1)  # a hundredth and a tenth of 10 s
    assert sought == []
    QTest.keyClick(wave, Qt.Key.Key_Return)
    assert sought == pytest.approx([1.1])


def test_arrows_seek_while_it_plays(qtbot: QtBot, wave: WaveformView) -> None:
    wave.set_playhead(3.0)
    with qtbot.waitSignal(wave.seek_wanted) as sought:
        QTest.keyClick(wave, Qt.Key.Key_Left)
    assert sought.args == pytest.approx([2.9])


def test_shift_and_arrows_select_and_unselect(wave: WaveformView) -> None:
    wave.set_cursor(2.0)
    held = Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(wave, Qt.Key.Key_Right, held | Qt.KeyboardModifier.ControlModifier)
    assert wave.selection == pytest.approx((2.0, 3.0))
    QTest.keyClick(wave, Qt.Key.Key_Left, held)
    assert wave.selection == pytest.approx((2.0, 2.9))
    QTest.keyClick(wave, Qt.Key.Key_Home, held)
    assert wave.selection == pytest.approx((0.0, 2.0))


@pytest.mark.shows("set-marker-region")
def test_i_and_o_set_the_ends_of_a_selection(wave: WaveformView) -> None:
    wave.set_cursor(2.0)
    select_from_here(wave)
    assert wave.selection == (2.0, 10.0)
    wave.set_cursor(6.0)
    select_to_here(wave)
    assert wave.selection == (2.0, 6.0)
    assert "0:02.000" in wave.accessibleDescription() and "0:06.000" in wave.accessibleDescription()


def test_space_is_handed_on(qtbot: QtBot, wave: WaveformView) -> None:
    with qtbot.waitSignal(wave.toggled):
        QTest.keyClick(wave, Qt.Key.Key_Space)


def test_the_view_follows_the_playhead_that_leaves_it_but_not_when_one_looked_elsewhere(wave: WaveformView) -> None:
    wave.zoom(5.0, 0.0)  # 0 to 2 s
    wave.set_playhead(1.95)
    wave.set_playhead(2.01)
    assert wave.scene.span.start_s == pytest.approx(1.91)
    wave.set_playhead(3.0)
    wave.pan(5.0)
    here = wave.scene.span
    wave.set_playhead(3.1)
    assert wave.scene.span == here


def test_another_sound_forgets_selection_view_and_markers(qtbot: QtBot, wave: WaveformView) -> None:
    wave.select(1.0, 2.0)
    wave.zoom(4.0)
    wave.set_markers((Marker(MarkerKind.CUE, 1.0, None),))
    with qtbot.waitSignal(wave.selection_changed) as changed:
        wave.show_sound(None, 4.0, ())
    assert changed.args == [None, None]
    assert wave.scene.span.is_whole and wave.duration_s == 4.0 and wave.scene.markers == ()


@pytest.mark.shows("set-marker-region")
def test_a_marker_is_drawn_and_a_click_on_its_flag_plays_from_it(
    qtbot: QtBot, wave: WaveformView, theme: Theme
) -> None:
    before = wave.grab().toImage().pixelColor(QPoint(161, 5))
    wave.set_markers((Marker(MarkerKind.CUE, 2.0, None, "slam"),))
    assert wave.grab().toImage().pixelColor(QPoint(161, 5)) == QColor(theme.mark_green) != before
    with qtbot.waitSignal(wave.seek_wanted) as sought:
        QTest.mouseClick(wave, LEFT, pos=QPoint(164, 5))
    assert sought.args == [2.0]


def test_a_name_without_room_leaves_the_next_one_its_place(wave: WaveformView) -> None:
    crowded = Marker(MarkerKind.CUE, 2.0, None, "a long name")

    def beside_the_second(label: str) -> QImage:
        wave.set_markers((crowded, Marker(MarkerKind.CUE, 2.25, None, label)))  # 20 pixels on
        return wave.grab(QRect(at(2.25, 0).x() + 8, 0, 60, 12)).toImage()

    assert beside_the_second("slam") != beside_the_second("")


def test_the_match_strip_is_as_bright_as_the_match_and_its_marks_lead_to_the_moment(
    qtbot: QtBot, wave: WaveformView, theme: Theme
) -> None:
    starts = np.arange(10, dtype=np.float32)
    similarities = np.zeros(10, np.float32)
    similarities[7] = 1.0
    wave.set_strip(Strip(starts, starts + 1, similarities))
    strip = wave.place().strip
    picture = wave.grab().toImage()
    y = round(strip.center().y())
    assert picture.pixelColor(at(7.5, y)) == QColor(theme.accent)
    assert picture.pixelColor(at(2.5, y)) == QColor(theme.panel)
    with qtbot.waitSignal(wave.seek_wanted) as sought:
        QTest.mouseClick(wave, LEFT, pos=at(4.55, y))  # the moment from 4 to 5 s is marked at 4.5
    assert sought.args == [4.0]


def test_channels_have_lanes_of_their_own_when_there_is_room(wave: WaveformView, theme: Theme) -> None:
    lows = np.array([[-0.9] * 1600, [0.0] * 1600], np.float32)
    wave.set_detail(ZoomStretch(0.0, 10.0, lows, -lows))
    body = wave.place().wave
    x = 100
    loud, silent = round(body.top() + body.height() * 0.15), round(body.top() + body.height() * 0.65)
    picture = wave.grab().toImage()
    assert picture.pixelColor(x, loud) == QColor(theme.wave)
    assert picture.pixelColor(x, silent) == QColor(theme.field)


def test_samples_are_joined_by_a_line_with_a_dot_each(wave: WaveformView, theme: Theme) -> None:
    values = np.tile(np.array([[0.5, -0.5]], np.float32), 8)
    wave.zoom(10.0 / 0.001, 5.0)
    span = wave.scene.span
    wave.set_detail(ZoomStretch(span.start_s, span.start_s + 0.001, values, values, is_samples=True))
    body = wave.place().wave
    y = round(body.center().y() - 0.5 * (body.height() / 2 - 2.5))
    assert wave.grab().toImage().pixelColor(QPoint(50 * 2, y)) == QColor(theme.text_soft)  # 16 samples on 800 pixels


def test_the_spectrogram_asks_for_its_tiles_and_draws_them(wave: WaveformView, theme: Theme) -> None:
    assert wave.missing_tiles() == ()
    wave.set_look(SceneLook.SPECTROGRAM)
    missing = wave.missing_tiles()
    assert missing and missing[0].start_s == 0.0 and missing[-1].end_s >= 10.0
    loud = Spectrogram(np.full((256, 512), 255, np.uint8), 0.0, 1.0, np.geomspace(30, 24_000, 257).astype(np.float32))
    image = picture_of(loud, colours(theme))
    for tile in missing:
        wave.set_tile(tile, image, 24_000.0)
    assert wave.missing_tiles() == ()
    assert wave.grab().toImage().pixelColor(at(3.0)) == QColor(theme.text)


def test_an_empty_waveform_takes_every_event(wave: WaveformView) -> None:
    wave.show_sound(None, 0.0, ())
    drag(wave, at(1.0), at(2.0))
    turn(wave, at(1.0), 3, Qt.KeyboardModifier.NoModifier)
    QTest.keyClick(wave, Qt.Key.Key_Right)
    QTest.mouseDClick(wave, LEFT, pos=at(1.0))
    wave.zoom(2.0)
    assert wave.selection is None
    assert not wave.grab().isNull()


def test_a_frame_of_the_playhead_repaints_only_where_it_moves(qtbot: QtBot, wave: WaveformView) -> None:
    wave.set_playhead(2.0)
    QApplication.processEvents()
    picture = wave._picture
    painted: list[int] = []
    original = wave.paintEvent

    def paint(event: QPaintEvent) -> None:
        painted.append(event.rect().width())
        original(event)

    wave.paintEvent = paint  # type: ignore[method-assign]
    wave.set_playhead(2.02)
    qtbot.waitUntil(lambda: bool(painted))
    assert max(painted) < 20
    assert wave._picture is picture
