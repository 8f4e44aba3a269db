"""Many rows: read a page at a time, sorted, selected and opened without a list of them."""

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.results.cells import second_line
from desktop.results.columns import Column
from desktop.results.layout import HitRequest, RowLayout, RowPosition
from desktop.results.model import PAGE, ResultsModel
from desktop.results.row_stretches import stretches
from desktop.results.view import ResultsView
from engine.base.types import Hit, Measures, SoundMetadata, Whereabouts
from engine.search.ranking import Ranking
from engine.search.sorting import SortKey
from tests.helpers.hits import listing_of, make_hit, ranking_of

MILLION = 1_000_000


def model_of(view: ResultsView) -> ResultsModel:
    model = view.model()
    assert isinstance(model, ResultsModel)
    return model


def read(wanted: HitRequest) -> list[Hit]:
    """What a reader thread would bring."""
    ids = wanted.ranking.ids
    return [replace(make_hit(int(ids[row])), rank=row + 1) for row in wanted.rows]


def serve(view: ResultsView) -> list[HitRequest]:
    """Answers every page at once; returns what was asked for."""
    model, asked = model_of(view), list[HitRequest]()

    def answer(wanted: HitRequest) -> None:
        asked.append(wanted)
        model.take(wanted, read(wanted))

    model.wanted.connect(answer, Qt.ConnectionType.QueuedConnection)
    return asked


def names(view: ResultsView, rows: Sequence[int]) -> list[str]:
    return [str(view.model().index(row, Column.NAME).data()) for row in rows]


def test_a_sound_that_left_the_library_is_not_asked_for_again_and_again(qtbot: QtBot) -> None:
    model, asked = ResultsModel(), list[HitRequest]()
    model.wanted.connect(asked.append)
    model.show(listing_of([3, 2, 1]))
    assert model.hit(1) is None
    model.take(asked[0], [hit for hit in read(asked[0]) if hit.rank != 2])
    assert [model.hit(row) is None for row in range(3)] == [False, True, False]
    assert len(asked) == 1
    model.refresh()  # it may be back
    assert model.hit(1) is None
    assert len(asked) == 2


@pytest.mark.shows("answers-come-once")
def test_a_million_rows_read_the_pages_that_are_seen(qtbot: QtBot, results: ResultsView) -> None:
    asked = serve(results)
    results.show_ranking(listing_of(range(MILLION, 0, -1)), (), is_refresh=False)
    qtbot.waitUntil(lambda: names(results, [0]) == ["take 1000000.wav"])
    results.scrollToBottom()
    qtbot.waitUntil(lambda: names(results, [MILLION - 1]) == ["take 1.wav"])
    assert len(asked) <= 4
    assert {row for wanted in asked for row in wanted.rows} <= {*range(2 * PAGE), *range(MILLION - 2 * PAGE, MILLION)}


def test_a_row_that_was_not_read_says_nothing_and_is_asked_for_once(qtbot: QtBot, results: ResultsView) -> None:
    asked: list[HitRequest] = []
    model_of(results).wanted.connect(asked.append)
    results.show_ranking(listing_of(range(1, 100)), (), is_refresh=False)
    assert [model_of(results).index(0, column).data() for column in Column] == [None] * len(Column)
    results.viewport().grab()
    assert [wanted.page for wanted in asked] == [0]


def test_an_answer_to_an_older_question_is_let_go(results: ResultsView) -> None:
    asked: list[HitRequest] = []
    model = model_of(results)
    model.wanted.connect(asked.append)
    results.show_ranking(listing_of([1, 2, 3]), (), is_refresh=False)
    model.hit(0)
    results.show_ranking(listing_of([7, 8, 9]), (), is_refresh=False)
    model.take(asked[0], read(asked[0]))
    assert model.hit(0) is None


def test_rows_that_were_given_up_are_asked_for_again(results: ResultsView) -> None:
    asked: list[HitRequest] = []
    model = model_of(results)
    model.wanted.connect(asked.append)
    results.show_ranking(listing_of([1, 2, 3]), (), is_refresh=False)
    model.hit(0)
    model.give_up(asked[0])
    model.hit(0)
    assert len(asked) == 2


def test_the_cursor_on_a_row_that_comes_later_plays_when_it_is_there(qtbot: QtBot, results: ResultsView) -> None:
    asked: list[HitRequest] = []
    model = model_of(results)
    model.wanted.connect(asked.append)
    results.show_ranking(listing_of(range(1, 10)), (), is_refresh=False)
    results.go_to(3)
    with qtbot.assertNotEmitted(results.rested):
        QTest.keyClick(results, Qt.Key.Key_Down)
    told: list[Hit] = []
    results.current_changed.connect(told.append)
    results.rested.connect(told.append)
    model.take(asked[0], read(asked[0]))
    assert [hit.sound.id for hit in told] == [5, 5]


def test_all_of_a_million_rows_are_selected_and_named_at_once(qtbot: QtBot, results: ResultsView) -> None:
    results.show_ranking(listing_of(range(MILLION, 0, -1)), (), is_refresh=False)
    with qtbot.waitSignal(results.held_wanted) as held:
        results.selectAll()
    assert stretches(results.selectionModel()) == [(0, MILLION - 1)]
    assert len(results.selected_ids()) == MILLION
    assert results.selected_ids()[0] == MILLION
    assert held.args is not None
    assert len(held.args[1]) == 10_000, "a sensible number is read ahead"


def test_selected_rows_are_read_ahead_wherever_they_are(qtbot: QtBot, results: ResultsView) -> None:
    ranking = listing_of(range(1, 20_001))
    results.show_ranking(ranking, (), is_refresh=False)
    results.go_to(0)
    with qtbot.waitSignal(results.held_wanted) as held:
        QTest.keyClick(results, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert held.args is not None
    rows = held.args[1]
    results.take_held(ranking, [replace(make_hit(row + 1), rank=row + 1) for row in rows])
    assert [hit.sound.id for hit in results.selected_hits()] == list(range(1, 10_001))
    assert results.selected_ids().tolist() == list(range(1, 20_001))


def test_a_click_on_a_title_sorts_twice_and_then_goes_back(qtbot: QtBot, results: ResultsView) -> None:
    hits = tuple(make_hit(number) for number in (1, 2, 3))
    ranking = ranking_of([1, 2, 3])
    results.show_ranking(ranking, hits, is_refresh=False)
    results.go_to(0)
    header = results.columns
    at = header.sectionViewportPosition(Column.LENGTH) + 20
    wanted: list[tuple[Ranking, SortKey, bool]] = []
    results.order_wanted.connect(lambda *asked: wanted.append(asked))

    def click() -> None:
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, 10))

    click()
    results.take_order(*wanted[0], np.array([1, 2, 0]))
    assert names(results, [0, 1, 2]) == ["take 2.wav", "take 3.wav", "take 1.wav"]
    assert header.sortIndicatorSection() == Column.LENGTH
    click()
    results.take_order(*wanted[1], np.array([2, 1, 0]))
    assert names(results, [0, 1, 2]) == ["take 3.wav", "take 2.wav", "take 1.wav"]
    assert [asked[1:] for asked in wanted] == [(SortKey.LENGTH, False), (SortKey.LENGTH, True)]
    click()
    assert names(results, [0, 1, 2]) == ["take 1.wav", "take 2.wav", "take 3.wav"]
    assert not header.isSortIndicatorShown()
    current = results.current_hit()
    assert current is not None
    assert current.sound.id == 1, "the cursor stayed on its sound"
    assert [hit.sound.id for hit in results.selected_hits()] == [1]


def test_a_listing_stays_sorted_and_a_ranking_begins_with_its_best(qtbot: QtBot, results: ResultsView) -> None:
    results.show_ranking(listing_of([1, 2]), (), is_refresh=False)
    results.sort_by(SortKey.NAME, descending=True)
    other = listing_of([5, 6, 7])
    with qtbot.waitSignal(results.order_wanted):
        results.show_ranking(other, (), is_refresh=False)
    assert model_of(results).rowCount() == 2, "rows stand as they did until the order is there"
    results.take_order(other, SortKey.NAME, True, np.array([2, 1, 0]))
    assert results.selected_rows() == []
    assert [model_of(results).sound_at(row) for row in range(3)] == [7, 6, 5]
    results.show_ranking(ranking_of([1, 2]), (), is_refresh=False)
    assert results.place().sort is None
    assert [model_of(results).sound_at(row) for row in range(2)] == [1, 2]


@pytest.mark.shows("row-moment-showed")
def test_the_row_of_a_moment_shows_the_moments_length_and_nothing_of_the_whole_file(results: ResultsView) -> None:
    loud = Measures(loudness_lufs=-20.0)
    hit = make_hit(1, duration_s=170.0, moment_s=(1.0, 2.5), more_moments_s=((60.0, 61.0),), measures=loud)
    results.show_ranking(ranking_of([1]), (hit,), is_refresh=False)
    results.go_to(0)
    QTest.keyClick(results, Qt.Key.Key_Right)
    said = [[model_of(results).index(row, column).data() for row in range(3)] for column in Column]
    assert said[Column.LENGTH] == ["2:50", "1.5 s", "1.0 s"]
    assert said[Column.LOUDNESS] == ["-20.0 LUFS", "", ""]
    assert said[Column.TECHNICAL] == ["48k 2ch WAV", "", ""]


@pytest.mark.shows("into-out-collection")
def test_moments_open_under_their_sound_and_play_from_there(qtbot: QtBot, results: ResultsView) -> None:
    hits = (make_hit(1, moment_s=(1.0, 2.0), more_moments_s=((2.2, 2.8),)), make_hit(2))
    results.show_ranking(ranking_of([1, 2]), hits, is_refresh=False)
    results.go_to(0)
    QTest.keyClick(results, Qt.Key.Key_Right)
    assert names(results, range(4)) == ["take 1.wav", "Moment 0:01.0 – 0:02.0", "Moment 0:02.2 – 0:02.8", "take 2.wav"]
    results.go_to(1)
    with qtbot.waitSignal(results.rested) as rested:
        QTest.keyClick(results, Qt.Key.Key_Down)
    assert rested.args is not None
    assert [(moment.start_s, moment.end_s) for moment in rested.args[0].moments] == [(2.2, 2.8)]
    QTest.keyClick(results, Qt.Key.Key_Left)
    QTest.keyClick(results, Qt.Key.Key_Left)
    assert results.currentIndex().row() == 0
    assert names(results, range(2)) == ["take 1.wav", "take 2.wav"]


def test_a_click_on_the_arrow_opens_without_playing(qtbot: QtBot, results: ResultsView) -> None:
    hits = (make_hit(1, more_moments_s=((2.2, 2.8),)), make_hit(2))
    results.show_ranking(ranking_of([1, 2]), hits, is_refresh=False)
    rect = results.visualRect(results.model().index(0, Column.NAME))
    with qtbot.assertNotEmitted(results.clicked_at):
        QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.left() + 6, rect.center().y()))
    assert model_of(results).rowCount() == 4


def test_moments_stay_open_with_the_cursor_on_them_as_the_same_is_asked_again(results: ResultsView) -> None:
    hits = (make_hit(1), make_hit(2, more_moments_s=((2.2, 2.8),)), make_hit(3, more_moments_s=((2.2, 2.8),)))
    results.show_ranking(ranking_of([1, 2, 3]), hits, is_refresh=False)
    results.go_to(1)
    QTest.keyClick(results, Qt.Key.Key_Right)
    QTest.keyClick(results, Qt.Key.Key_Down)
    QTest.keyClick(results, Qt.Key.Key_Down)
    assert (model_of(results).rowCount(), results.currentIndex().row()) == (5, 3)
    # One more sound came, and it is the best: all rows are one further down.
    again = tuple(replace(hit, rank=hit.rank + 1) for hit in hits)
    results.show_ranking(ranking_of([9, 1, 2, 3]), (make_hit(9), *again), is_refresh=True)
    model = model_of(results)
    assert [row for row in range(model.rowCount()) if model.is_open(row)] == [2]
    assert results.currentIndex().row() == 4
    assert (model.sound_at(4), model.spot(4).child) == (2, 1)
    assert {index.row() for index in results.selectionModel().selectedIndexes()} == {4}
    # Where more is selected, all of it stays so.
    results.selectAll()
    results.show_ranking(ranking_of([9, 1, 2, 3]), (make_hit(9), *again), is_refresh=True)
    assert results.selected_ids().tolist() == [9, 1, 2, 3]


def test_folded_takes_open_under_their_leader(qtbot: QtBot, results: ResultsView) -> None:
    ranking = ranking_of([1, 4], takes=[[2, 3]])
    last = replace(make_hit(4), rank=2)
    results.show_ranking(ranking, (make_hit(1, stacked=(2, 3)), last), is_refresh=False)
    results.go_to(0)
    with qtbot.waitSignal(results.takes_wanted) as wanted:
        QTest.keyClick(results, Qt.Key.Key_Right)
    assert wanted.args is not None
    assert (wanted.args[0], list(wanted.args[1])) == (ranking.takes.ranking if ranking.takes else None, [0, 1])
    results.take_takes(wanted.args[0], [make_hit(2), make_hit(3)])
    assert names(results, range(4)) == ["take 1.wav", "take 2.wav", "take 3.wav", "take 4.wav"]
    results.selectAll()
    assert results.selected_ids().tolist() == [1, 2, 3, 4]


def test_a_changed_sound_says_what_it_said_until_it_was_read_again(qtbot: QtBot, results: ResultsView) -> None:
    asked: list[HitRequest] = []
    model = model_of(results)
    model.wanted.connect(asked.append)
    results.show_ranking(ranking_of([1, 2]), (make_hit(1), make_hit(2)), is_refresh=False)
    results.refresh_sounds(np.array([2]))
    assert names(results, [0, 1]) == ["take 1.wav", "take 2.wav"]
    assert [wanted.page for wanted in asked] == [0]
    model.take(asked[0], [replace(make_hit(2, "/sounds/renamed.wav"), rank=2)])
    assert names(results, [0, 1]) == ["take 1.wav", "renamed.wav"]


@pytest.mark.parametrize(
    ("opened", "rows"),
    [
        ({}, [(0, -1), (1, -1), (2, -1)]),
        ({1: 2}, [(0, -1), (1, -1), (1, 0), (1, 1), (2, -1)]),
        ({0: 1, 2: 1}, [(0, -1), (0, 0), (1, -1), (2, -1), (2, 0)]),
    ],
)
def test_rows_of_the_table_are_found_both_ways(opened: dict[int, int], rows: list[tuple[int, int]]) -> None:
    layout = RowLayout(3)
    for base, under in opened.items():
        layout.open(base, under)
    assert [layout.spot(row) for row in range(len(layout))] == [RowPosition(*row) for row in rows]
    assert [layout.row(base) for base in range(3)] == [rows.index((base, -1)) for base in range(3)]


def test_a_sound_that_is_away_says_so_under_its_name() -> None:
    sound = make_hit(1).sound
    described = replace(sound, metadata=SoundMetadata(description="A gate"), whereabouts=Whereabouts.OFFLINE)
    assert second_line(replace(make_hit(1), sound=described)) == "offline · A gate"
    assert second_line(replace(make_hit(1), sound=replace(sound, whereabouts=Whereabouts.MISSING))) == "missing"


def test_rows_come_back_to_the_sounds_that_were_on_screen(qtbot: QtBot, results: ResultsView) -> None:
    serve(results)
    results.show_ranking(ranking_of(range(1, 501)), (), is_refresh=False)
    results.verticalScrollBar().setValue(7_003)
    results.setCurrentIndex(results.model().index(240, Column.NAME))
    results.verticalScrollBar().setValue(7_003)
    place, top = results.place(), model_of(results).sound_at(results.rowAt(0))
    results.show_ranking(ranking_of([3, 1, 2]), (), is_refresh=False)
    # Two sounds that ranked above left the library meanwhile.
    results.show_ranking(ranking_of(range(3, 501)), (), is_refresh=False, place=place)
    assert model_of(results).sound_at(results.rowAt(0)) == top
    assert (results.verticalScrollBar().value() - 7_003) % results.rowHeight(0) == 0
    qtbot.waitUntil(lambda: results.current_hit() is not None)
    hit = results.current_hit()
    assert hit is not None
    assert hit.sound.id == 241
