"""A ranking's first rows come at once, and all of them behind, without moving what one looks at."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.export.lists import ExportDialog
from desktop.work import search_thread
from desktop.work.requests import SearchAnswer
from desktop.work.search_thread import FIRST_RANKED
from engine.base.cancellation import Cancel, never
from engine.base.errors import LibraryError
from engine.library.library import Library
from engine.search.question import Question
from engine.search.ranking import Ranking
from tests.helpers.big_library import make_big_library
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

SOUNDS = FIRST_RANKED + 200
FAR = FIRST_RANKED + 100
"""A row that the first answer does not have."""


@pytest.fixture(scope="module")
def big(tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory) -> TinyLibrary:
    folder = tmp_path_factory.mktemp("first-rows") / "library"
    make_big_library(folder, tiny_library.pack, SOUNDS)
    return TinyLibrary(folder, tiny_library.pack, folder)


@pytest.fixture
def app(qtbot: QtBot, big: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, big, tmp_path, autoplay=False) as opened:
        yield opened


@pytest.fixture
def seen(app: EarshotApp) -> list[SearchAnswer]:
    """What is answered from now on."""
    answers: list[SearchAnswer] = []
    app.finding.shown.connect(answers.append)
    return answers


@pytest.fixture
def rest_waits(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """All rows are not ranked until the next question."""
    monkeypatch.setattr(search_thread, "REST_AFTER_S", 3600.0)
    return monkeypatch


def until_answered(qtbot: QtBot, seen: list[SearchAnswer], text: str, *, is_whole: bool) -> SearchAnswer:
    qtbot.waitUntil(lambda: bool(seen) and (seen[-1].request.text, seen[-1].has_more) == (text, not is_whole))
    return seen[-1]


def test_all_rows_follow_the_first_ones(qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer]) -> None:
    QTest.keyClicks(app.window.search_bar.field, "high beep")
    whole = until_answered(qtbot, seen, "high beep", is_whole=True)
    first, _ = (answered for answered in seen if answered.request.text == "high beep")
    assert (len(first.ranking), first.has_more, first.is_refresh) == (FIRST_RANKED, True, False)
    assert (len(whole.ranking), whole.is_refresh) == (SOUNDS, True)
    assert first.rows == whole.rows == app.window.model.rowCount() == SOUNDS


def test_the_status_says_the_same_number_before_and_after(
    qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer], rest_waits: pytest.MonkeyPatch
) -> None:
    QTest.keyClicks(app.window.search_bar.field, "high beep")
    until_answered(qtbot, seen, "high beep", is_whole=False)
    before = app.window.status.answer.text()
    app.search.catch_up()
    until_answered(qtbot, seen, "high beep", is_whole=True)
    assert f"{SOUNDS:,}" in before
    assert app.window.status.answer.text() == before


def test_cursor_selection_and_scrolling_stay_as_all_rows_come(
    qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer], rest_waits: pytest.MonkeyPatch
) -> None:
    QTest.keyClicks(app.window.search_bar.field, "high beep")
    until_answered(qtbot, seen, "high beep", is_whole=False)
    results = app.window.results
    results.setFocus()
    results.go_to(40)
    QTest.keyClick(results, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(results, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    def look() -> tuple[object, ...]:
        rows = sorted({index.row() for index in results.selectionModel().selectedIndexes()})
        chosen = [int(app.window.model.sound_at(row)) for row in rows]
        return results.currentIndex().row(), chosen, results.verticalScrollBar().value()

    before = look()
    app.search.catch_up()  # as the rest does, it ranks all rows of the same question
    until_answered(qtbot, seen, "high beep", is_whole=True)
    assert look() == before


def test_who_types_on_is_not_shown_all_rows_of_what_they_left(
    qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer], rest_waits: pytest.MonkeyPatch
) -> None:
    app.window.search_bar.set_text("high beep")
    until_answered(qtbot, seen, "high beep", is_whole=False)
    rest_waits.setattr(search_thread, "REST_AFTER_S", 0.0)
    app.window.search_bar.set_text("low hum")
    until_answered(qtbot, seen, "low hum", is_whole=True)
    assert [(answered.request.text, answered.has_more) for answered in seen] == [
        ("high beep", True),
        ("low hum", True),
        ("low hum", False),
    ]


def test_who_comes_back_to_a_row_far_down_gets_all_rows_at_once(
    qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer]
) -> None:
    app.window.search_bar.set_text("high beep")
    until_answered(qtbot, seen, "high beep", is_whole=True)
    app.window.results.go_to(FAR)
    sound = app.window.model.sound_at(FAR)
    app.window.search_bar.set_text("low hum")
    until_answered(qtbot, seen, "low hum", is_whole=True)
    del seen[:]
    QTest.mouseClick(app.window.search_bar.back_button, Qt.MouseButton.LeftButton)
    until_answered(qtbot, seen, "high beep", is_whole=True)
    assert len(seen) == 1
    assert app.window.results.currentIndex().row() == FAR
    assert app.window.model.sound_at(FAR) == sound


def test_another_variety_stays_on_a_sound_far_down(qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer]) -> None:
    app.window.search_bar.set_text("high beep")
    far = set(until_answered(qtbot, seen, "high beep", is_whole=True).ranking.ids[FIRST_RANKED:].tolist())
    results, model = app.window.results, app.window.model
    results.setFocus()
    results.go_to(0)
    del seen[:]
    QTest.keyClick(results, Qt.Key.Key_V)  # takes are folded now
    until_answered(qtbot, seen, "high beep", is_whole=True)
    row = next(row for row in range(model.rowCount()) if int(model.sound_at(row)) in far)
    results.go_to(row)
    qtbot.waitUntil(lambda: results.current_hit() is not None)  # a row that was never looked at is read first
    sound = model.sound_at(row)
    del seen[:]
    QTest.keyClick(results, Qt.Key.Key_V, Qt.KeyboardModifier.ShiftModifier)
    until_answered(qtbot, seen, "high beep", is_whole=True)
    assert model.sound_at(results.currentIndex().row()) == sound
    assert results.currentIndex().row() >= FIRST_RANKED


def test_who_selects_all_before_all_rows_are_there_has_all_selected(
    qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer], rest_waits: pytest.MonkeyPatch
) -> None:
    app.window.search_bar.set_text("high beep")
    until_answered(qtbot, seen, "high beep", is_whole=False)
    app.window.results.setFocus()
    QTest.keyClick(app.window.results, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(app.window.results.selected_ids()) == FIRST_RANKED
    app.search.catch_up()
    until_answered(qtbot, seen, "high beep", is_whole=True)
    assert len(app.window.results.selected_ids()) == SOUNDS


def test_a_list_is_exported_once_all_its_rows_are_there(
    qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer], rest_waits: pytest.MonkeyPatch
) -> None:
    app.window.search_bar.set_text("high beep")
    until_answered(qtbot, seen, "high beep", is_whole=False)
    app.commands.action("export.table").trigger()
    assert app.window.findChild(ExportDialog) is None
    app.search.catch_up()
    until_answered(qtbot, seen, "high beep", is_whole=True)
    dialog = app.window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    assert dialog.scope.currentText() == f"The whole list ({SOUNDS:,})"
    dialog.reject()


def test_where_all_rows_cannot_be_ranked_the_first_ones_are_said_to_be_all(
    qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer], monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked = Library.rank

    def rank(library: Library, question: Question, *, cancel: Cancel = never) -> Ranking:
        if question.limit > FIRST_RANKED:
            raise LibraryError("the disk is away", advice="Plug it in.")
        return ranked(library, question, cancel=cancel)

    monkeypatch.setattr(Library, "rank", rank)
    app.window.search_bar.set_text("high beep")
    last = until_answered(qtbot, seen, "high beep", is_whole=True)
    assert [answered.rows for answered in seen] == [SOUNDS, FIRST_RANKED]
    assert last.is_refresh
    qtbot.waitUntil(lambda: "the disk is away" in app.window.message.label.text())
    acted: list[bool] = []
    app.finding.when_whole(lambda: acted.append(True))
    assert acted


def test_a_ranking_of_fewer_sounds_comes_in_one_answer(
    qtbot: QtBot, app: EarshotApp, seen: list[SearchAnswer], rest_waits: pytest.MonkeyPatch
) -> None:
    app.window.search_bar.set_text("high beep")
    first = until_answered(qtbot, seen, "high beep", is_whole=False)
    few = f"high beep dur:<{sorted(hit.sound.info.duration_s for hit in first.hits if hit.sound.info)[9]:.3f}"
    app.window.search_bar.set_text(few)
    answered = until_answered(qtbot, seen, few, is_whole=True)
    assert 0 < len(answered.ranking) < FIRST_RANKED
    assert not answered.is_refresh
