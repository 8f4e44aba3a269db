"""Pages in the place of the results: what works while one is on show, and what one comes back to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import EarshotApp
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as earshot:
        yield earshot


def test_commands_of_rows_are_off_while_no_rows_are_on_show(earshot: EarshotApp) -> None:
    action = earshot.commands.action
    ids = ("find.similar", "sound.reveal", "keep.rate_3", "keep.favourite", "metadata.edit", "export.table")
    earshot.window.results.go_to(0)
    action("library.missing").trigger()
    assert not any(action(id).isEnabled() for id in ids)
    assert action("audition.loop").isEnabled() and action("search.random").isEnabled()
    action("library.missing").trigger()
    assert all(action(id).isEnabled() for id in ids)


def test_a_selection_that_cannot_be_seen_is_none_and_is_there_again_afterwards(earshot: EarshotApp) -> None:
    results, window = earshot.window.results, earshot.window
    before = results.go_to(2)
    window.deck.waveform.select(0.5, 1.25)
    window.show_page("map")
    assert results.current_hit() is None
    assert not len(results.selected_ids())
    assert results.go_to(1) is None
    window.show_page("results")
    assert results.current_hit() == before == window.deck.hit
    assert window.deck.waveform.selection == (0.5, 1.25)


def test_a_random_sound_is_seen_when_it_is_heard(earshot: EarshotApp) -> None:
    earshot.window.show_page("duplicates")
    earshot.commands.action("search.random").trigger()
    assert earshot.window.page == "results"
    assert earshot.window.deck.hit == earshot.window.results.current_hit() is not None


def test_return_right_after_the_last_letter_waits_for_the_answer(earshot: EarshotApp, qtbot: QtBot) -> None:
    field = earshot.window.search_bar.field
    field.setFocus()
    with qtbot.waitSignal(earshot.finding.shown):
        QTest.keyClicks(field, "take 4")
        QTest.keyClick(field, Qt.Key.Key_Return)
    hit = earshot.window.results.current_hit()
    assert hit is not None and hit.rank == 1
    assert hit.sound.path.name == "take 4.wav"
