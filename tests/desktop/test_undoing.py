"""Undo of the question and undo of the library: one key, and nothing older is taken back unasked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.marks.feature import MarksControl
from desktop.widgets.buttons import AskDialog
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as opened:
        yield opened


def keeping_of(app: EarshotApp) -> MarksControl:
    (keeping,) = (feature for feature in app.features if isinstance(feature, MarksControl))
    return keeping


def said(app: EarshotApp) -> str:
    return app.window.status.answer.text()


def named(app: EarshotApp) -> list[str]:
    return [collection.name for collection in keeping_of(app).collections.collections]


def rename_a_collection(qtbot: QtBot, app: EarshotApp) -> None:
    """Makes the collection “Doors” and calls it “Gates”, as the user would."""
    keeping = keeping_of(app)
    app.search.ask(lambda library: library.keeping.make_collection("Doors"))
    app.search.catch_up()
    qtbot.waitUntil(lambda: named(app) == ["Doors"], timeout=PATIENCE_MS)
    keeping.collections.renamed.emit(keeping.collections.collections[0].id, "Gates")
    qtbot.waitUntil(lambda: named(app) == ["Gates"], timeout=PATIENCE_MS)


def press_undo(app: EarshotApp) -> None:
    QTest.keyClick(app.window.results, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def search_by_row(qtbot: QtBot, app: EarshotApp) -> None:
    with qtbot.waitSignal(app.finding.shown, timeout=PATIENCE_MS):
        app.window.search_bar.set_text("tone")
    app.window.results.setFocus()
    qtbot.waitUntil(app.window.results.hasFocus, timeout=PATIENCE_MS)
    app.window.results.go_to(1)
    with qtbot.waitSignal(app.finding.shown, timeout=PATIENCE_MS):
        QTest.keyClicks(app.window.results, "+")
    assert app.window.search_bar.has_parts


def question() -> AskDialog | None:
    return next((one for one in QApplication.topLevelWidgets() if isinstance(one, AskDialog) and one.isVisible()), None)


@pytest.mark.shows("undo-redo")
def test_one_press_too_many_takes_nothing_back_that_is_older_than_the_question(qtbot: QtBot, app: EarshotApp) -> None:
    rename_a_collection(qtbot, app)
    search_by_row(qtbot, app)
    with qtbot.waitSignal(app.finding.shown, timeout=PATIENCE_MS):
        press_undo(app)
    assert not app.window.search_bar.has_parts
    assert app.commands.action("edit.undo").text() == "Undo: Collection “Gates”"

    press_undo(app)
    qtbot.waitUntil(lambda: question() is not None, timeout=PATIENCE_MS)
    asked = question()
    assert asked is not None
    assert "Collection “Gates”" in asked.text()
    QTest.mouseClick(asked.leave, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: question() is None, timeout=PATIENCE_MS)
    assert named(app) == ["Gates"]
    assert app.commands.action("edit.undo").text() == "Undo: Collection “Gates”"

    press_undo(app)
    qtbot.waitUntil(lambda: question() is not None, timeout=PATIENCE_MS)
    asked = question()
    assert asked is not None
    QTest.mouseClick(asked.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: named(app) == ["Doors"], timeout=PATIENCE_MS)
    assert said(app) == "Undone: Collection “Gates”"
    assert app.commands.action("edit.redo").text() == "Redo: Collection “Doors”"


@pytest.mark.shows("undo-redo")
def test_what_was_done_last_is_taken_back_at_once(qtbot: QtBot, app: EarshotApp) -> None:
    search_by_row(qtbot, app)
    results = app.window.results
    results.go_to(0)
    QTest.keyClick(results, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    undo = app.commands.action("edit.undo")
    qtbot.waitUntil(lambda: undo.text() == "Undo: Rating (1 sound)", timeout=PATIENCE_MS)
    press_undo(app)
    qtbot.waitUntil(lambda: said(app) == "Undone: Rating (1 sound)", timeout=PATIENCE_MS)
    assert question() is None
    assert undo.text() == "Undo: More like this"  # the question's own steps come next, whatever was kept meanwhile
    assert app.commands.action("edit.redo").text() == "Redo: Rating (1 sound)"
    with qtbot.waitSignal(app.finding.shown, timeout=PATIENCE_MS):
        press_undo(app)
    assert not app.window.search_bar.has_parts
    assert undo.text() == "Undo"


def rate(qtbot: QtBot, app: EarshotApp, row: int, stars: Qt.Key) -> None:
    """Rates a row by key, and waits until it is kept."""
    results = app.window.results
    results.setFocus()
    results.go_to(row)
    before = len(keeping_of(app).undoing._changes)
    QTest.keyClick(results, stars, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(keeping_of(app).undoing._changes) == before + 1, timeout=PATIENCE_MS)


def test_a_notice_takes_nothing_back_that_was_made_before_it(qtbot: QtBot, app: EarshotApp) -> None:
    rate(qtbot, app, 0, Qt.Key.Key_3)
    rate(qtbot, app, 1, Qt.Key.Key_4)
    take_back = keeping_of(app).undoing.taking_back_all()  # what the button of a notice does
    press_undo(app)
    qtbot.waitUntil(lambda: len(keeping_of(app).undoing._changes) == 1, timeout=PATIENCE_MS)
    take_back()
    after: list[None] = []
    app.search.ask(lambda library: None, after.append)
    qtbot.waitUntil(lambda: bool(after), timeout=PATIENCE_MS)
    assert len(keeping_of(app).undoing._changes) == 1, "the first rating stays"


def test_after_a_new_change_nothing_is_offered_to_be_made_again(qtbot: QtBot, app: EarshotApp) -> None:
    redo = app.commands.action("edit.redo")
    rate(qtbot, app, 0, Qt.Key.Key_3)
    press_undo(app)
    qtbot.waitUntil(lambda: redo.text() == "Redo: Rating (1 sound)", timeout=PATIENCE_MS)
    redos: list[str] = []
    keeping_of(app).undoing.changed.connect(lambda: redos.append(redo.text()))
    rate(qtbot, app, 1, Qt.Key.Key_4)
    assert redos == ["Redo"]
