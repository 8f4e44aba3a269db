"""The chips under the search field: what they say, and what a click, a cross and Delete do."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from desktop.search.bar.bar import SearchBar
from desktop.search.bar.chips import ChipButton
from desktop.work.requests import Reference, Request
from engine.base.chips import Chip, ChipKind
from engine.base.types import FilePath, SoundId
from engine.search.query_parser import parse


def answer(bar: SearchBar, *related: str) -> None:
    """Shows the chips that the engine makes of what is asked; `related` words stand in for the first word."""
    request = bar.request
    first = request.text.split()[:1]
    found = parse(
        request.text,
        synonyms=lambda word: related if [word] == first else (),
        without=request.without,
        filters=request.filters,
    )
    bar.show_chips(found.chips, request)


def the_cross(bar: SearchBar, number: int) -> QToolButton:
    button = bar.chip_row.chips[number]
    assert isinstance(button, ChipButton)
    return button.close_button


def test_a_chip_switched_off_is_asked_for_without(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("door dur:<2")
    answer(bar)
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(bar.chip_row.buttons[1], Qt.MouseButton.LeftButton)
    assert wanted.args == [Request("door dur:<2", None, frozenset({bar.chip_row.chips[1].chip.id}))]
    assert bar.query == "door"  # what is switched off is not saved
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(bar.chip_row.buttons[1], Qt.MouseButton.LeftButton)
    assert wanted.args == [Request("door dur:<2")]


def test_chips_of_an_older_answer_are_not_shown(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("wind")
    bar.show_chips((Chip(ChipKind.DESCRIBE, value="door", source="door"),), Request("door"))
    assert bar.chip_row.texts == []


def test_the_focus_stays_on_the_one_of_two_chips_that_read_alike(qtbot: QtBot, bar: SearchBar) -> None:
    bar.activateWindow()
    qtbot.waitUntil(bar.isActiveWindow)
    bar.set_text('in:"collection 4" collection:4')
    answer(bar)
    qtbot.waitUntil(bar.chip_row.buttons[1].isVisible)
    bar.chip_row.buttons[0].setFocus()
    answer(bar)
    qtbot.waitUntil(lambda: [button.hasFocus() for button in bar.chip_row.chips] == [True, False])


def test_a_filter_that_was_switched_off_and_overtyped_holds_when_it_is_typed_again(bar: SearchBar) -> None:
    bar.set_text("in:a")
    answer(bar)
    QTest.mouseClick(bar.chip_row.buttons[0], Qt.MouseButton.LeftButton)
    QTest.keyClicks(bar.field, "b")
    QTest.keyClick(bar.field, Qt.Key.Key_Backspace)
    assert bar.request == Request("in:a")


def test_a_reference_shows_as_a_chip_that_goes_away(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("door")
    reference = Reference(FilePath.of("/a/slam.wav"), SoundId(3))
    with qtbot.waitSignal(bar.wanted) as wanted:
        bar.set_reference(reference)
    assert wanted.args == [Request("door", reference)]
    assert bar.chip_row.texts == ["Sounds like slam.wav"]
    assert (bar.field.text(), bar.query) == ("", "")  # what stands in the field counts, and the words do not now
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(bar.chip_row.buttons[0], Qt.MouseButton.LeftButton)
    assert wanted.args == [Request("door")]
    assert bar.field.text() == "door"
    bar.show_request(Request("door", reference))  # by Back and Forward
    assert (bar.field.text(), bar.request) == ("", Request("door", reference))
    bar.set_reference(Reference(FilePath.of("/a/creak.wav"), SoundId(4)))
    bar.set_reference(None)
    assert (bar.field.text(), bar.request) == ("door", Request("door"))


def test_a_chip_shows_the_ampersand_of_a_name(bar: SearchBar) -> None:
    bar.set_reference(Reference(FilePath.of("/a/R&B kick.wav"), SoundId(1)))
    assert bar.chip_row.texts == ["Sounds like R&B kick.wav"]
    assert bar.chip_row.reference_chip is not None
    assert bar.chip_row.reference_chip.name.text() == "Sounds like R&B kick.wav"
    assert bar.chip_row.reference_chip.name.textFormat() == Qt.TextFormat.PlainText
    bar.set_text("R&B")
    bar.show_chips((Chip(ChipKind.DESCRIBE, value="R&B", source="R&B"),), bar.request)
    assert "R&&B" in bar.chip_row.buttons[0].text()


@pytest.mark.shows("searched-stands-chips")
def test_a_cross_takes_a_part_out_of_the_words(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("door dur:<2 -music")
    answer(bar)
    close = the_cross(bar, 2)
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert wanted.args == [Request("door -music")]
    assert bar.chip_row.texts == ["door", "-music"]


def test_delete_on_a_chip_takes_it_out_of_the_filters(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("door")
    bar.set_filters("ch:2 dur:<2")
    answer(bar)
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.keyClick(bar.chip_row.buttons[2], Qt.Key.Key_Delete)
    assert wanted.args == [Request("door", filters="ch:2")]


def test_related_words_are_one_chip_that_opens_to_switch_each_and_all(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("rain roof")
    answer(bar, "drizzle", "downpour", "shower")
    assert bar.chip_row.texts == ["rain roof", "≈ 3 related words"]
    QTest.mouseClick(bar.chip_row.buttons[1], Qt.MouseButton.LeftButton)
    related = bar.chip_row.related
    assert related.isVisible()
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(related.words["synonym rain: downpour"], Qt.MouseButton.LeftButton)
    assert wanted.args[0].without == {"synonym rain: downpour"}
    answer(bar, "drizzle", "downpour", "shower")
    assert bar.chip_row.texts[1] == "≈ 2 of 3 related words"
    assert related.isVisible(), "it stays open for the next word"
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(related.all_off, Qt.MouseButton.LeftButton)
    assert len(wanted.args[0].without) == 3
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(related.all_on, Qt.MouseButton.LeftButton)
    assert wanted.args[0].without == frozenset()
    assert bar.query == "rain roof"


def test_a_filter_that_cannot_be_read_is_a_warning_that_leads_to_it(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("dur:abc rain")
    answer(bar)
    assert bar.chip_row.texts == ["dur:abc left out", "rain"]
    assert "dur:&lt;2" in bar.chip_row.buttons[0].toolTip()
    QTest.mouseClick(bar.chip_row.buttons[0], Qt.MouseButton.LeftButton)
    assert bar.field.selectedText() == "dur:abc"
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(the_cross(bar, 0), Qt.MouseButton.LeftButton)
    assert wanted.args == [Request("rain")]


def test_two_filters_that_read_alike_are_two_chips(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text('in:"collection 4" collection:4 favourites fav:')
    answer(bar)
    assert len(bar.chip_row.texts) == 4
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(the_cross(bar, 3), Qt.MouseButton.LeftButton)
    assert wanted.args == [Request('in:"collection 4" collection:4 favourites')]


def test_taking_out_words_keeps_the_filter_among_them(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("rain dur:<2 roof")
    answer(bar)
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.mouseClick(the_cross(bar, 0), Qt.MouseButton.LeftButton)
    assert wanted.args == [Request("dur:<2")]


def test_many_chips_stay_on_one_line_and_can_be_reached(bar: SearchBar) -> None:
    bar.resize(600, bar.height())
    bar.set_text(" ".join(f"-word{number}" for number in range(30)))
    height = bar.height()
    answer(bar)
    row = bar.chip_row
    assert row.height() == 28
    assert bar.height() <= height + 40
    before = row.to_right.isVisible(), row.to_right.isEnabled()
    assert before == (True, True)
    last = bar.chip_row.buttons[29]
    for _ in range(60):
        QTest.mouseClick(row.to_right, Qt.MouseButton.LeftButton)
    assert not row.to_right.isEnabled()
    assert last.visibleRegion().boundingRect().width() == last.width()


def test_a_folder_is_called_as_in_the_left_column_and_its_tip_has_the_path(bar: SearchBar) -> None:
    bar.set_filters('in:"/mnt/sounds/Wind and rain/" ch:2')
    answer(bar)
    assert bar.chip_row.texts == ["in Wind and rain", "stereo"]
    assert "/mnt/sounds/Wind and rain/" in bar.chip_row.buttons[0].toolTip()


def test_what_a_filter_button_shows_needs_no_chip_unless_it_is_off(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("ch:2")
    bar.set_filters('dur:<2 in:"/a/"')
    answer(bar)
    assert bar.chip_row.texts == ["stereo", "shorter than 2 s", "in a"]
    QTest.mouseClick(bar.chip_row.buttons[1], Qt.MouseButton.LeftButton)
    bar.leave_to_buttons(frozenset({"dur", "ch"}))
    answer(bar)
    assert bar.chip_row.texts == ["stereo", "shorter than 2 s", "in a"]  # typed; off; no button
    QTest.mouseClick(bar.chip_row.buttons[1], Qt.MouseButton.LeftButton)
    answer(bar)
    assert bar.chip_row.texts == ["stereo", "in a"]


def test_an_unreadable_filter_of_a_saved_search_is_corrected_in_the_field(bar: SearchBar) -> None:
    bar.set_text("rain")
    bar.set_filters("ch:2 dur:abc")
    answer(bar)
    QTest.mouseClick(bar.chip_row.buttons[0], Qt.MouseButton.LeftButton)
    assert (bar.field.text(), bar.field.selectedText()) == ("rain dur:abc", "dur:abc")
    QTest.keyClicks(bar.field, "dur:<2")
    assert bar.request == Request("rain dur:<2", filters="ch:2")
