"""Pages in the place of the results: what works while one is on show, and what one comes back to."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.results.columns import Column
from desktop.widgets.places.delegate import COUNT_ROLE
from engine.base.types import FilePath, FileStamp, SoundId
from engine.search.sorting import SortKey
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import EMPTY
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


def find(earshot: EarshotApp, qtbot: QtBot, text: str) -> None:
    with qtbot.waitSignal(earshot.finding.shown):
        earshot.window.search_bar.set_text(text)


def chosen_stretch(earshot: EarshotApp, row: int) -> SoundId:
    """Goes to a row and selects a stretch of its sound."""
    hit = earshot.window.results.go_to(row)
    assert hit is not None
    earshot.window.deck.waveform.select(0.5, 1.25)
    return hit.sound.id


def assert_is_back(earshot: EarshotApp, qtbot: QtBot, sound: SoundId) -> None:
    window = earshot.window

    def is_back() -> bool:
        hit, deck = window.results.current_hit(), window.deck.hit
        return hit is not None and deck is not None and hit.sound.id == deck.sound.id == sound

    qtbot.waitUntil(is_back)
    qtbot.waitUntil(lambda: window.deck.waveform.selection == (0.5, 1.25))
    assert earshot.player.playing is None


def test_back_and_forward_lead_to_the_row_the_deck_and_the_stretch(earshot: EarshotApp, qtbot: QtBot) -> None:
    find(earshot, qtbot, "low hum")
    low = chosen_stretch(earshot, 2)
    find(earshot, qtbot, "noise")
    noise = chosen_stretch(earshot, 1)
    earshot.commands.action("search.back").trigger()
    assert_is_back(earshot, qtbot, low)
    earshot.commands.action("search.forward").trigger()
    assert_is_back(earshot, qtbot, noise)


@pytest.mark.parametrize("way", ["search.back", "window.back_out", "cross"])
def test_one_comes_back_from_find_similar_to_where_one_was(earshot: EarshotApp, qtbot: QtBot, way: str) -> None:
    window = earshot.window
    find(earshot, qtbot, "low hum")
    sound = chosen_stretch(earshot, 3)
    with qtbot.waitSignal(earshot.finding.shown):
        earshot.commands.action("find.similar").trigger()
    assert window.results.currentIndex().row() == -1
    if way == "cross":
        QTest.mouseClick(window.search_bar.chip_row.buttons[0], Qt.MouseButton.LeftButton)
    else:
        earshot.commands.action(way).trigger()
    assert_is_back(earshot, qtbot, sound)
    assert window.search_bar.field.text() == "low hum"


@pytest.mark.shows("coming-back-find")
def test_one_comes_back_to_the_order_the_selection_and_what_was_open(earshot: EarshotApp, qtbot: QtBot) -> None:
    results = earshot.window.results
    results.sort_by(SortKey.NAME, True)
    qtbot.waitUntil(lambda: results.model().index(0, Column.NAME).data() == "take 9.wav")
    results.setCurrentIndex(results.model().index(1, Column.NAME))
    results.selectionModel().select(
        results.model().index(3, Column.NAME),
        QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
    )
    before = results.selected_ids().tolist()
    find(earshot, qtbot, "low hum")
    assert results.place().sort is None
    earshot.commands.action("search.back").trigger()
    qtbot.waitUntil(lambda: results.selected_ids().tolist() == before)
    assert results.place().sort == (SortKey.NAME, True)
    assert len(before) == 2


def test_a_new_search_begins_at_the_top_though_it_was_asked_before(earshot: EarshotApp, qtbot: QtBot) -> None:
    find(earshot, qtbot, "low hum")
    chosen_stretch(earshot, 3)
    find(earshot, qtbot, "noise")
    find(earshot, qtbot, "low hum")
    assert earshot.window.results.currentIndex().row() == -1


@pytest.mark.shows("counts-disagreed")
def test_every_count_of_the_library_is_of_the_sounds_that_can_be_searched(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    with Catalogue.open(library) as catalogue:
        root = catalogue.roots.all()[0]
        for name in (b"/tones/broken.wav", b"/broken/empty.wav"):
            catalogue.files.note_failed(FileStamp(FilePath(root.path.raw + name), 9, 0), EMPTY, root=root.id)
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        window, folders = earshot.window, earshot.window.folders
        item = folders.item(root.path)
        qtbot.waitUntil(lambda: item.data(0, COUNT_ROLE) == 6)
        item.setExpanded(True)
        qtbot.waitUntil(lambda: item.childCount() == 2)
        assert sorted(item.child(at).data(0, COUNT_ROLE) for at in range(2)) == [1, 5]
        assert window.status.facts.sounds.text() == "6 sounds"
        assert window.status.facts.failed.text() == "2 unreadable"
        assert window.model.rowCount() == 6
