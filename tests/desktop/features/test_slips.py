"""Letters typed into the list: what they switched is said and taken back, a word is offered as a search."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.marks.feature import MarksControl
from desktop.features.stray_keys.feature import StrayKeysFeature, TypedWord
from desktop.features.stray_keys.notice import Notice
from tests.helpers.clipping import cut_texts
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import PATIENCE_MS, whole_window


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as opened:
        opened.window.results.go_to(0)
        opened.window.results.setFocus()
        qtbot.waitUntil(lambda: opened.window.results.hasFocus(), timeout=PATIENCE_MS)
        yield opened


@pytest.fixture
def slips(earshot: EarshotApp) -> StrayKeysFeature:
    (found,) = (feature for feature in earshot.features if isinstance(feature, StrayKeysFeature))
    return found


@pytest.fixture
def notice(slips: StrayKeysFeature) -> Notice:
    return slips.notice


def press(earshot: EarshotApp, letters: str) -> None:
    """Types into the list."""
    for letter in letters:
        QTest.keyClick(earshot.window.results, letter)


def test_a_switch_by_a_single_key_is_said_and_taken_back(earshot: EarshotApp, notice: Notice) -> None:
    press(earshot, "l")
    assert earshot.settings.values.loop
    assert (notice.isVisible(), notice.label.text()) == (True, "Loop is on (L)")
    assert notice.search.isHidden()
    QTest.mouseClick(notice.undo, Qt.MouseButton.LeftButton)
    assert not earshot.settings.values.loop
    assert notice.isHidden()
    assert earshot.window.results.hasFocus()


@pytest.mark.parametrize("width", [860, 1280])
def test_a_notice_covers_no_text(qtbot: QtBot, earshot: EarshotApp, notice: Notice, width: int) -> None:
    window, status = earshot.window, earshot.window.status
    window.resize(width, 700)
    qtbot.waitUntil(lambda: window.width() == width, timeout=PATIENCE_MS)
    press(earshot, "l")
    qtbot.waitUntil(notice.isVisible, timeout=PATIENCE_MS)
    assert not [fault for fault in cut_texts(window) if fault.startswith("over each other")]
    assert not status.answer.isVisible()
    QTest.mouseClick(notice.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: status.answer.isVisible() and status.facts.isVisible(), timeout=PATIENCE_MS)


@pytest.mark.shows("tag-typed-quickly")
def test_a_tag_typed_at_once_and_kept_by_return_was_no_search(
    qtbot: QtBot, earshot: EarshotApp, notice: Notice
) -> None:
    press(earshot, "t")
    field = next(part for part in earshot.features if isinstance(part, MarksControl)).marks.tags.field
    qtbot.waitUntil(field.hasFocus, timeout=PATIENCE_MS)
    QTest.keyClicks(field, "scene")
    assert notice.search.text() == "&Search for “tscene”"  # so may somebody type who thinks of the search field
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert notice.isHidden()


def test_the_same_switch_by_the_mouse_is_seen_and_needs_no_notice(earshot: EarshotApp, notice: Notice) -> None:
    QTest.mouseClick(earshot.window.deck.controls.loop, Qt.MouseButton.LeftButton)
    earshot.commands.action("audition.reverse").trigger()
    assert earshot.settings.values.loop and earshot.hearing.effects.is_reversed
    assert notice.isHidden()


def test_a_look_and_a_pitch_by_a_single_key_are_taken_back(
    earshot: EarshotApp, notice: Notice, slips: StrayKeysFeature
) -> None:
    press(earshot, "s")
    assert earshot.settings.values.look == "both"
    QTest.mouseClick(notice.undo, Qt.MouseButton.LeftButton)
    assert earshot.settings.values.look == "waveform"
    slips.letters.end()
    press(earshot, "]")
    assert notice.label.text() == "Pitch up a semitone"
    QTest.mouseClick(notice.undo, Qt.MouseButton.LeftButton)
    assert earshot.hearing.effects.pitch_semitones == 0


def test_the_notice_covers_neither_rows_nor_deck_controls(earshot: EarshotApp, notice: Notice) -> None:
    press(earshot, "l")
    window = earshot.window

    def place(widget: object) -> QRect:
        return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())  # type: ignore[attr-defined]

    over = place(notice)
    assert window.rect().contains(over)
    assert not over.intersects(place(window.results))
    assert not over.intersects(place(window.deck.controls))
    assert not over.intersects(place(window.deck.play_button))


def test_a_word_typed_into_the_list_is_offered_as_a_search_which_takes_all_back(
    qtbot: QtBot, earshot: EarshotApp, notice: Notice
) -> None:
    press(earshot, "real")  # R reverses, E closes the left column, A ends autoplay (on), L loops
    assert earshot.hearing.effects.is_reversed and earshot.settings.values.loop and earshot.settings.values.autoplay
    assert notice.search.isVisible()
    assert notice.search.text() == "&Search for “real”"
    assert "4 keys changed something" in notice.label.text()
    with qtbot.waitSignal(earshot.finding.shown, timeout=PATIENCE_MS):
        QTest.mouseClick(notice.search, Qt.MouseButton.LeftButton)
    assert earshot.window.search_bar.field.text() == "real"
    assert not earshot.hearing.effects.is_reversed
    assert not earshot.settings.values.loop and not earshot.settings.values.autoplay
    assert not earshot.window.sidebar.isHidden()


def test_one_key_again_and_again_is_no_word(earshot: EarshotApp, notice: Notice) -> None:
    press(earshot, "lll")
    assert notice.search.isHidden()
    assert notice.label.text() == "Loop is on (L)"


def test_letters_in_the_search_field_are_nobodys_slip(earshot: EarshotApp, notice: Notice) -> None:
    field = earshot.window.search_bar.field
    field.setFocus()
    for letter in "real":
        QTest.keyClick(field, letter)
    assert field.text() == "real"
    assert notice.isHidden()


def test_a_new_collection_by_a_letter_is_seen_and_taken_back(qtbot: QtBot, earshot: EarshotApp, notice: Notice) -> None:
    def names() -> list[str]:
        told: list[list[str]] = []
        earshot.search.ask(
            lambda library: [kept.name for kept in library.keeping.collections()], lambda found: told.append(found)
        )
        qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
        return told[0]

    press(earshot, "b")
    assert notice.label.text() == "Add to a new collection"
    qtbot.waitUntil(lambda: names() == ["New collection"], timeout=PATIENCE_MS)
    QTest.mouseClick(notice.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: names() == [], timeout=PATIENCE_MS)


def test_letters_with_pauses_are_keys_and_fluent_ones_a_word() -> None:
    letters = TypedWord()
    letters.typed("d", 0.0)
    letters.typed("o", 1.5)
    letters.typed("o", 1.7)
    assert (letters.word, letters.is_word) == ("oo", False)
    letters.typed("r", 1.9)
    assert (letters.word, letters.is_word) == ("oor", True)
    letters.typed("s", 2.2, is_in_field=True)
    assert letters.word == "oors"
    letters.typed("x", 3.0, is_in_field=True)  # too late to belong to what was typed into the list
    assert letters.word == ""
