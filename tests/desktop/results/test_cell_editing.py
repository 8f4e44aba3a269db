"""Cells of the list edited in place: the chosen cell, its editor, and what comes of what was typed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.features.metadata_edits.rename import RenameDialog
from desktop.results.columns import Column, from_text
from desktop.results.editing import CellEdit
from desktop.results.view import ResultsView
from desktop.widgets.stars import Stars
from engine.audio.fields import Field
from engine.base.types import SoundMetadata
from tests.helpers.hits import listing_of, make_hit
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import PATIENCE_MS, whole_window

COLUMNS = "waveform:100 name:250 length:70 title:150 description:150 rating:90 tags:120 note:120 category:120"


def show(view: ResultsView) -> None:
    """Three sounds, the first with two moments; title, designer and tags on show."""
    hits = (make_hit(1, more_moments_s=((2.2, 2.8),)), *map(make_hit, (2, 3)))
    told = [SoundMetadata(title=f"Title {number}", artist="Ann") for number in (1, 2, 3)]
    named = tuple(replace(hit, sound=replace(hit.sound, metadata=text)) for hit, text in zip(hits, told, strict=True))
    view.columns.set_places(from_text("waveform:100 name:250 title:150 length:70 designer:120"))
    view.show_ranking(listing_of([1, 2, 3]), named, is_refresh=False)
    view.setFocus()


def place(view: ResultsView, row: int, column: Column) -> QPoint:
    return view.visualRect(view.model().index(row, column)).center()


def click(view: ResultsView, row: int, column: Column, **how: Qt.KeyboardModifier) -> None:
    modifier = how.get("modifier", Qt.KeyboardModifier.NoModifier)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place(view, row, column))


def editor_of(view: ResultsView) -> QWidget | None:
    found = [editor for editor in view.viewport().findChildren(QWidget) if editor.isVisible()]
    return found[0] if found else None


def line_of(view: ResultsView) -> QLineEdit:
    editor = editor_of(view)
    assert isinstance(editor, QLineEdit)
    return editor


def retype(view: ResultsView, text: str, key: Qt.Key = Qt.Key.Key_Return) -> None:
    line = line_of(view)
    QTest.keyClicks(line, text)
    QTest.keyClick(line, key)


def test_return_hands_over_what_was_typed_for_every_selected_sound(qtbot: QtBot, results: ResultsView) -> None:
    show(results)
    click(results, 0, Column.TITLE)
    click(results, 2, Column.TITLE, modifier=Qt.KeyboardModifier.ControlModifier)
    assert results.edit_cell()
    assert line_of(results).text() == "Title 3"
    with qtbot.waitSignal(results.edited) as edited:
        retype(results, "Door")
    assert edited.args is not None
    (edit,) = edited.args
    assert isinstance(edit, CellEdit)
    assert (edit.column, edit.text, edit.before, edit.ids.tolist()) == (Column.TITLE, "Door", "Title 3", [1, 3])
    qtbot.waitUntil(lambda: editor_of(results) is None)
    assert results.hasFocus()


def test_esc_leaves_the_editor_and_what_is_the_same_is_no_edit(qtbot: QtBot, results: ResultsView) -> None:
    show(results)
    click(results, 1, Column.TITLE)
    with qtbot.assertNotEmitted(results.edited):
        results.edit_cell()
        retype(results, "never mind", Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: editor_of(results) is None)
        results.edit_cell()
        retype(results, "Title 2")
        qtbot.waitUntil(lambda: editor_of(results) is None)
    assert [hit.sound.id for hit in results.selected_hits()] == [2]


def test_a_name_a_length_and_a_waveform_have_no_editor(results: ResultsView) -> None:
    show(results)
    for column in (Column.NAME, Column.LENGTH, Column.WAVEFORM):
        click(results, 1, column)
        assert not results.edit_cell()


def test_right_opens_a_row_and_then_leads_from_cell_to_cell_and_left_goes_back_and_closes(
    results: ResultsView,
) -> None:
    show(results)
    results.go_to(0)

    def columns(key: Qt.Key, times: int) -> list[Column]:
        found = []
        for _ in range(times):
            QTest.keyClick(results, key)
            found.append(Column(results.currentIndex().column()))
        return found

    rows = results.model().rowCount
    assert columns(Qt.Key.Key_Right, 1) == [Column.NAME] and rows() == 5, "the moments are shown"
    assert columns(Qt.Key.Key_Right, 3) == [Column.TITLE, Column.DESIGNER, Column.DESIGNER]
    assert columns(Qt.Key.Key_Left, 2) == [Column.TITLE, Column.NAME] and rows() == 5
    assert columns(Qt.Key.Key_Left, 1) == [Column.NAME] and rows() == 3
    QTest.keyClick(results, Qt.Key.Key_Right)
    columns(Qt.Key.Key_Right, 1)
    QTest.keyClick(results, Qt.Key.Key_Down)
    assert Column(results.currentIndex().column()) is Column.TITLE, "the cell goes with the cursor"


def test_tab_in_an_editor_goes_on_to_the_next_cell(qtbot: QtBot, results: ResultsView) -> None:
    show(results)
    click(results, 0, Column.TITLE)
    results.edit_cell()
    with qtbot.waitSignal(results.edited):
        retype(results, "Door", Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: isinstance(editor_of(results), QLineEdit) and line_of(results).text() == "Ann")
    assert Column(results.currentIndex().column()) is Column.DESIGNER


def test_a_double_click_edits_only_the_cell_that_was_chosen_before(qtbot: QtBot, results: ResultsView) -> None:
    show(results)
    at = place(results, 1, Column.TITLE)

    def double_click() -> None:
        QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=at)
        QTest.mouseDClick(results.viewport(), Qt.MouseButton.LeftButton, pos=at)

    with qtbot.waitSignal(results.restarted):
        double_click()
    assert editor_of(results) is None
    with qtbot.assertNotEmitted(results.restarted):
        double_click()
    assert line_of(results).text() == "Title 2"


def test_another_answer_takes_what_was_typed_for_the_sounds_it_was_typed_for(
    qtbot: QtBot, results: ResultsView
) -> None:
    show(results)
    click(results, 0, Column.TITLE)
    results.edit_cell()
    QTest.keyClicks(line_of(results), "Door")
    with qtbot.waitSignal(results.edited) as edited:
        results.show_ranking(listing_of([7, 8]), (make_hit(7), make_hit(8)), is_refresh=False)
    assert edited.args is not None
    assert (edited.args[0].text, edited.args[0].ids.tolist()) == ("Door", [1])
    qtbot.waitUntil(lambda: editor_of(results) is None)


def test_typing_goes_on_while_the_list_is_read_again_and_ends_where_the_row_moves(
    qtbot: QtBot, results: ResultsView
) -> None:
    show(results)
    click(results, 1, Column.TITLE)
    results.edit_cell()
    QTest.keyClicks(line_of(results), "Do")
    with qtbot.assertNotEmitted(results.edited):
        results.show_ranking(listing_of([1, 2, 3]), tuple(map(make_hit, (1, 2, 3))), is_refresh=True)
    QTest.keyClicks(line_of(results), "or")
    assert line_of(results).text() == "Door"
    assert Column(results.currentIndex().column()) is Column.TITLE
    with qtbot.waitSignal(results.edited) as edited:
        results.show_ranking(listing_of([9, 1, 2, 3]), tuple(map(make_hit, (9, 1, 2, 3))), is_refresh=True)
    assert edited.args is not None
    assert (edited.args[0].text, edited.args[0].ids.tolist()) == ("Door", [2])
    qtbot.waitUntil(lambda: editor_of(results) is None)
    assert results.currentIndex().row() == 2, "the cursor stays on its sound"


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False, columns=COLUMNS) as opened:
        opened.window.results.setFocus()
        yield opened


def press_f2(app: EarshotApp) -> None:
    QTest.keyClick(app.window.results, Qt.Key.Key_F2)


def said(app: EarshotApp, row: int, column: Column) -> str:
    return str(app.window.model.index(row, column).data())


def test_f2_in_a_cell_stages_an_edit_that_the_cell_shows_and_the_details_know(qtbot: QtBot, app: EarshotApp) -> None:
    results = app.window.results
    describing = next(part for part in app.features if isinstance(part, MetadataEditor))
    click(results, 0, Column.TITLE)
    click(results, 1, Column.TITLE, modifier=Qt.KeyboardModifier.ShiftModifier)
    press_f2(app)
    retype(results, "Front door")
    ids = results.selected_ids().tolist()
    assert len(ids) == 2
    staged = [{Field.TITLE: "Front door"}] * 2
    qtbot.waitUntil(lambda: [describing.pending.of(sound) for sound in ids] == staged)
    assert [said(app, row, Column.TITLE) for row in range(3)] == ["Front door", "Front door", ""]
    assert "2 sounds with unsaved edits" in app.window.status.answer.text()
    describing.pending.drop()
    assert said(app, 0, Column.TITLE) == ""


def test_f2_without_a_chosen_cell_renames_as_before(qtbot: QtBot, app: EarshotApp) -> None:
    app.window.results.go_to(0)
    press_f2(app)
    qtbot.waitUntil(lambda: bool(app.window.findChildren(RenameDialog)))
    app.window.findChildren(RenameDialog)[0].reject()


def test_a_category_is_found_by_a_word_and_a_wrong_one_changes_nothing(qtbot: QtBot, app: EarshotApp) -> None:
    results = app.window.results
    click(results, 0, Column.CATEGORY)
    press_f2(app)
    retype(results, "doorwood")
    qtbot.waitUntil(lambda: editor_of(results) is None)
    assert said(app, 0, Column.CATEGORY) == "DOORWood"
    app.window.activateWindow()  # offscreen no window is active once the list has closed
    qtbot.waitUntil(app.window.isActiveWindow)
    press_f2(app)
    qtbot.waitUntil(lambda: editor_of(results) is not None)
    line_of(results).selectAll()
    retype(results, "qqqqq")
    qtbot.waitUntil(lambda: editor_of(results) is None)
    assert said(app, 0, Column.CATEGORY) == "DOORWood"


def test_rating_tags_and_note_hold_at_once_and_ctrl_z_takes_each_back(qtbot: QtBot, app: EarshotApp) -> None:
    results = app.window.results
    results.setMinimumWidth(1200)

    def shows(column: Column, text: str) -> None:
        qtbot.waitUntil(lambda: said(app, 0, column) == text, timeout=PATIENCE_MS)

    click(results, 0, Column.RATING)
    press_f2(app)
    stars = editor_of(results)
    assert isinstance(stars, Stars)
    QTest.keyClick(stars, Qt.Key.Key_4)
    QTest.keyClick(stars, Qt.Key.Key_Return)
    shows(Column.RATING, "★★★★")
    for column, text, shown in ((Column.TAGS, "wood, door", "door, wood"), (Column.NOTE, "too dry", "too dry")):
        click(results, 0, column)
        press_f2(app)
        retype(results, text)
        shows(column, shown)
    click(results, 0, Column.TAGS)
    press_f2(app)
    retype(results, "wood, slam")
    shows(Column.TAGS, "slam, wood")
    for column, text in ((Column.TAGS, "door, wood"), (Column.NOTE, ""), (Column.TAGS, ""), (Column.RATING, "")):
        app.commands.action("edit.undo").trigger()
        shows(column, text)


def test_letters_typed_into_a_cell_are_no_commands(qtbot: QtBot, app: EarshotApp) -> None:
    is_looping = app.settings.values.loop
    click(app.window.results, 0, Column.TITLE)
    press_f2(app)
    QTest.keyClicks(line_of(app.window.results), "loop 1b")
    assert line_of(app.window.results).text() == "loop 1b"
    assert app.settings.values.loop is is_looping
    QTest.keyClick(line_of(app.window.results), Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
