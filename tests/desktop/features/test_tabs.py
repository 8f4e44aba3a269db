"""Searches side by side: opened, walked through, moved, closed, and there again at the next start."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.tabs.bar import SearchTabs, title_of
from desktop.features.tabs.feature import TabsFeature
from desktop.features.tabs.stored_tabs import StoredTab, from_text, to_text
from desktop.results.rows_state import RowsPlace, SearchPlace
from desktop.work.requests import Reference, Request
from engine.base.types import FilePath, PickedSounds, SoundId
from engine.search.sorting import SortKey
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as earshot:
        yield earshot


def bar_of(earshot: EarshotApp) -> SearchTabs:
    (tabbing,) = (feature for feature in earshot.features if isinstance(feature, TabsFeature))
    return tabbing.bar


def titles(earshot: EarshotApp) -> list[str]:
    bar = bar_of(earshot)
    return [bar.tabText(at) for at in range(bar.count())]


def do(earshot: EarshotApp, id: str) -> None:
    earshot.commands.action(id).trigger()


def find(earshot: EarshotApp, qtbot: QtBot, text: str) -> None:
    with qtbot.waitSignal(earshot.finding.shown):
        earshot.window.search_bar.set_text(text)


def test_one_search_alone_has_no_row_of_tabs(earshot: EarshotApp) -> None:
    assert not bar_of(earshot).isVisible()
    do(earshot, "tabs.close")
    assert titles(earshot) == ["All sounds"]
    do(earshot, "tabs.open")
    assert bar_of(earshot).isVisible()
    do(earshot, "tabs.close")
    assert not bar_of(earshot).isVisible()


def test_each_tab_has_its_words_its_row_its_stretch_and_its_way_back(earshot: EarshotApp, qtbot: QtBot) -> None:
    window = earshot.window
    find(earshot, qtbot, "low hum")
    low = window.results.go_to(3)
    assert low is not None
    window.deck.waveform.select(0.5, 1.25)
    do(earshot, "tabs.open")
    qtbot.waitUntil(lambda: earshot.finding.on_show == Request())
    assert window.search_bar.field.hasFocus() and window.deck.hit is None
    find(earshot, qtbot, "noise")
    window.results.go_to(1)
    assert titles(earshot) == ["low hum", "noise"]
    do(earshot, "tabs.previous")
    qtbot.waitUntil(lambda: earshot.finding.on_show == Request("low hum"))
    assert window.search_bar.field.text() == "low hum"
    qtbot.waitUntil(lambda: window.deck.hit is not None and window.deck.hit.sound.id == low.sound.id)
    qtbot.waitUntil(lambda: window.deck.waveform.selection == (0.5, 1.25))
    assert earshot.player.playing is None
    do(earshot, "tabs.next")
    qtbot.waitUntil(lambda: earshot.finding.on_show == Request("noise"))
    do(earshot, "search.back")
    qtbot.waitUntil(lambda: earshot.finding.on_show == Request())
    assert titles(earshot) == ["low hum", "All sounds"]


def test_a_closed_tab_is_there_again_as_it_was(earshot: EarshotApp, qtbot: QtBot) -> None:
    do(earshot, "tabs.open")
    find(earshot, qtbot, "noise")
    do(earshot, "tabs.open")
    bar = bar_of(earshot)
    at = bar.tabRect(1).center()
    QTest.mouseClick(bar, Qt.MouseButton.MiddleButton, pos=at)
    assert titles(earshot) == ["All sounds", "All sounds"]
    do(earshot, "tabs.reopen")
    assert "noise" in titles(earshot)
    qtbot.waitUntil(lambda: earshot.finding.on_show == Request("noise"))


def test_tabs_are_moved_with_the_mouse_and_keep_their_searches(earshot: EarshotApp, qtbot: QtBot) -> None:
    do(earshot, "tabs.open")
    find(earshot, qtbot, "noise")
    bar = bar_of(earshot)
    start, end = bar.tabRect(1).center(), bar.tabRect(0).center() - QPoint(30, 0)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 11):
        QTest.mouseMove(bar, start + (end - start) * (step / 10))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=end)
    qtbot.waitUntil(lambda: titles(earshot) == ["noise", "All sounds"])
    do(earshot, "tabs.next")
    qtbot.waitUntil(lambda: earshot.finding.on_show == Request())
    do(earshot, "tabs.next")
    qtbot.waitUntil(lambda: earshot.finding.on_show == Request("noise"))


def test_two_tabs_that_ask_the_same_keep_their_own_rows(earshot: EarshotApp, qtbot: QtBot) -> None:
    results = earshot.window.results
    first = results.go_to(4)
    do(earshot, "tabs.open")
    assert results.currentIndex().row() == -1
    second = results.go_to(1)
    do(earshot, "tabs.previous")
    qtbot.waitUntil(lambda: results.current_hit() == first)
    do(earshot, "tabs.previous")
    qtbot.waitUntil(lambda: results.current_hit() == second)


def test_a_middle_click_in_the_left_column_opens_a_tab(earshot: EarshotApp, qtbot: QtBot) -> None:
    find(earshot, qtbot, "low hum")
    tree = earshot.window.folders.tree
    item = tree.topLevelItem(0)
    assert item is not None
    at = tree.visualItemRect(item).center()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.MiddleButton, pos=at)
    qtbot.waitUntil(lambda: "in:" in earshot.window.search_bar.request.filters)
    assert titles(earshot) == ["low hum", item.text(0)]


def test_tabs_are_there_again_at_the_next_start(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path, keep_query=True) as earshot:
        find(earshot, qtbot, "low hum")
        hit = earshot.window.results.go_to(2)
        do(earshot, "tabs.open")
        find(earshot, qtbot, "noise")
        do(earshot, "tabs.previous")
        qtbot.waitUntil(lambda: earshot.window.results.current_hit() is not None)
        earshot.window.close()
    with whole_window(qtbot, tiny_library, tmp_path, keep_query=True) as earshot:
        assert titles(earshot) == ["low hum", "noise"]
        qtbot.waitUntil(lambda: earshot.window.results.current_hit() is not None)
        now = earshot.window.results.current_hit()
        assert now is not None and hit is not None and now.sound.id == hit.sound.id
        do(earshot, "tabs.next")
        qtbot.waitUntil(lambda: earshot.finding.on_show == Request("noise"))


def test_what_is_kept_of_a_tab_is_read_as_it_was() -> None:
    path = FilePath(b"/s/\xff rain.wav")
    place = SearchPlace(
        RowsPlace((SortKey.NAME, True), SoundId(3), -1, (3,), SoundId(2), 7, 900), SoundId(3), (0.5, 1.0)
    )
    tabs = [
        StoredTab(Request("rain", without=frozenset({"≈ rain"}), filters="dur:<2"), place),
        StoredTab(Request("", Reference(path, SoundId(4), 1.0, 2.0)), SearchPlace()),
    ]
    assert from_text(to_text(tabs, 1)) == (tabs, 1)
    assert from_text("{nonsense") == ([], 0)
    assert from_text("") == ([], 0)


def test_words_are_kept_without_what_was_picked_out_on_the_map_and_that_alone_is_not() -> None:
    picked = PickedSounds("9 sounds from the map", np.arange(9))
    tabs = [StoredTab(Request(among=picked)), StoredTab(Request("rain", among=picked))]
    assert from_text(to_text(tabs, 1)) == ([StoredTab(Request("rain"))], 0)


@pytest.mark.parametrize(
    ("request_", "title"),
    [
        (Request(), "All sounds"),
        (Request("rain on glass", filters="dur:<2"), "rain on glass"),
        (Request("", Reference(FilePath.of("/s/slam 3.wav"))), "Similar to slam 3"),
        (Request(filters='in:"/sounds/Wind and rain/"'), "Wind and rain"),
        (Request(filters="fav:yes"), "Favourites"),
        (Request(filters='collection:"Scene 4" dur:<2'), "Scene 4, dur:<2"),
    ],
)
def test_a_tab_is_called_what_it_shows(request_: Request, title: str) -> None:
    assert title_of(request_) == title
