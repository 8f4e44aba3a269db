"""The results table: what its rows say, and what keys and clicks on it mean."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.results.model import Column, ResultsModel
from desktop.results.view import ResultsView
from engine.types import Confidence, Hit
from tests.helpers.hits import make_hit


def show(view: ResultsView, count: int, *, keep_place: bool = False) -> tuple[Hit, ...]:
    hits = tuple(make_hit(number) for number in range(1, count + 1))
    view.show_hits(hits, has_scores=True, keep_place=keep_place)
    return hits


def press(view: ResultsView, key: Qt.Key, *, is_repeat: bool) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", is_repeat)
    QApplication.sendEvent(view, event)


def test_the_model_keeps_qts_rules(qtbot: QtBot) -> None:
    model = ResultsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show((make_hit(1), make_hit(2)), has_scores=True)
    model.show((), has_scores=False)
    assert tester.model() is model


def test_a_row_says_name_confidence_length_format_and_folder(results: ResultsView) -> None:
    hit = make_hit(1, "/sounds/Foley/Doors/slam.wav", confidence=Confidence.FAIR)
    model = results.model()
    assert isinstance(model, ResultsModel)
    model.set_roots(("/sounds", "/sounds/Foley"))
    results.show_hits((hit,), has_scores=True, keep_place=False)
    said = [model.index(0, column).data() for column in Column]
    assert said == ["", "slam.wav", "Fair", "3.0 s", "WAV", "Foley/Doors"]


def test_a_listing_claims_no_confidence(results: ResultsView) -> None:
    results.show_hits((make_hit(1),), has_scores=False, keep_place=False)
    assert results.isColumnHidden(Column.CONFIDENCE)
    assert results.model().index(0, Column.CONFIDENCE).data() == ""


def test_the_tip_says_why_a_hit_is_there(results: ResultsView) -> None:
    show(results, 1)
    tip = results.model().index(0, Column.CONFIDENCE).data(Qt.ItemDataRole.ToolTipRole)
    assert "Strong" in tip
    assert "Words found: take" in tip
    assert "0:01.0 to 0:02.0" in tip


def test_an_arrow_key_auditions_the_row_it_reaches(qtbot: QtBot, results: ResultsView) -> None:
    hits = show(results, 3)
    results.go_to(0)
    with qtbot.waitSignal(results.rested) as rested:
        QTest.keyClick(results, Qt.Key.Key_Down)
    assert rested.args == [hits[1]]


def test_a_held_arrow_plays_only_the_row_it_comes_to_rest_on(qtbot: QtBot, results: ResultsView) -> None:
    hits = show(results, 6)
    results.go_to(0)
    heard: list[Hit] = []
    results.rested.connect(heard.append)
    press(results, Qt.Key.Key_Down, is_repeat=False)
    for _ in range(3):
        press(results, Qt.Key.Key_Down, is_repeat=True)
    assert heard == [hits[1]]
    QTest.keyRelease(results, Qt.Key.Key_Down)
    assert heard == [hits[1], hits[4]]


def test_shift_and_arrow_select_in_silence(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 3)
    results.go_to(0)
    with qtbot.assertNotEmitted(results.rested):
        QTest.keyClick(results, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert len(results.selected_hits()) == 2


def test_space_return_and_up_from_the_top_are_told(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 2)
    results.go_to(0)
    with qtbot.waitSignals([results.toggled, results.chosen, results.left_upwards]):
        QTest.keyClick(results, Qt.Key.Key_Space)
        QTest.keyClick(results, Qt.Key.Key_Return)
        QTest.keyClick(results, Qt.Key.Key_Up)


def test_a_click_plays_and_a_click_on_the_thumbnail_says_where(qtbot: QtBot, results: ResultsView) -> None:
    hits = show(results, 2)
    name = results.visualRect(results.model().index(1, Column.NAME)).center()
    with qtbot.waitSignal(results.clicked_at) as clicked:
        QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=name)
    assert clicked.args == [hits[1], None]
    thumbnail = results.visualRect(results.model().index(0, Column.WAVEFORM)).center()
    with qtbot.waitSignal(results.clicked_at) as clicked:
        QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=thumbnail)
    assert clicked.args is not None
    assert abs(clicked.args[1] - 0.5) < 0.03


def test_a_ctrl_click_selects_in_silence(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 2)
    name = results.visualRect(results.model().index(1, Column.NAME)).center()
    with qtbot.assertNotEmitted(results.clicked_at):
        control = Qt.KeyboardModifier.ControlModifier
        QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, control, name)
    assert len(results.selected_hits()) == 1


def test_rows_that_arrive_while_indexing_keep_cursor_and_selection(results: ResultsView) -> None:
    show(results, 40)
    results.go_to(20)
    results.verticalScrollBar().setValue(300)
    newer = tuple(make_hit(number) for number in (99, *range(1, 41)))
    results.show_hits(newer, has_scores=True, keep_place=True)
    assert [hit.sound.id for hit in results.selected_hits()] == [21]
    assert results.currentIndex().row() == 21
    assert results.verticalScrollBar().value() == 300


def test_a_new_query_begins_at_the_top_with_nothing_selected(results: ResultsView) -> None:
    show(results, 40)
    results.go_to(20)
    show(results, 30)
    assert results.selected_hits() == []
    assert results.verticalScrollBar().value() == 0


def test_ten_thousand_rows_ask_only_for_what_is_seen(qtbot: QtBot, results: ResultsView) -> None:
    asked: list[int] = []
    model = results.model()
    assert isinstance(model, ResultsModel)
    text = model._text
    model._text = lambda hit, column: asked.append(hit.rank) or text(hit, column)  # type: ignore[method-assign]
    hit = make_hit(1)
    results.show_hits((hit,) * 10_000, has_scores=True, keep_place=False)
    qtbot.waitUntil(lambda: len(asked) > 0)
    # 400 pixels hold nine rows of 46; Qt may ask a few times a cell.
    assert len(asked) < 9 * len(Column) * 6


def test_a_narrow_window_keeps_the_name_and_leaves_out_the_folder(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 1)
    results.resize(700, 400)
    assert results.isColumnHidden(Column.FOLDER)
    assert results.columnWidth(Column.NAME) >= 250, "a file name of thirty letters is read whole"
    assert results.columnWidth(Column.NAME) > 150
    results.resize(1000, 400)
    assert not results.isColumnHidden(Column.FOLDER)


def test_folders_are_shown_from_their_root_once_the_roots_are_known(qtbot: QtBot, results: ResultsView) -> None:
    model = results.model()
    assert isinstance(model, ResultsModel)
    results.show_hits((make_hit(1, "/sounds/Foley/slam.wav"),), has_scores=False, keep_place=False)
    with qtbot.waitSignal(model.dataChanged):
        model.set_roots(("/sounds",))
    assert model.index(0, Column.FOLDER).data() == "sounds/Foley"


def test_a_sound_that_left_the_library_leaves_the_deck(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 3)
    results.go_to(2)
    with qtbot.waitSignal(results.current_changed, check_params_cb=lambda hit: hit is None):
        show(results, 2, keep_place=True)
