"""The first second of a window: what is seen before the library is open, and that nothing heavy is loaded by then."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from desktop.controllers.left_column import LeftColumn
from desktop.controllers.search.places import PlacesControl
from desktop.controllers.startup.last_place import LastPlace, place_file, record_of
from desktop.results.rows_state import RowsPlace
from desktop.widgets.places.delegate import COUNT_ROLE
from desktop.work.requests import Request
from engine.base.types import SoundId
from engine.search.sorting import SortKey
from tests.helpers.big_library import make_big_library
from tests.helpers.desk import clear_desk
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary
from tests.helpers.whole_window import whole_window


@dataclass
class Opened:
    """A window whose first picture has been drawn, and what was on it while the library was not open yet."""

    earshot: EarshotApp
    rows: list[str] = field(default_factory=list)
    title: str = ""
    hints: list[str] = field(default_factory=list)
    is_searching: bool = True
    folders: int = 0


@contextmanager
def opened(qtbot: QtBot, library: Path, folder: Path, pack: Path | None = None, *, typed: str = "") -> Iterator[Opened]:
    """Opens a window and stops at its first picture: the search thread is only then told to begin."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    settings = folder / "window.json"
    if not settings.exists():
        settings.write_text(json.dumps({"version": 1, "look_at_start": False, "watch": False}), encoding="utf-8")
    earshot = EarshotApp(app, WindowStart(library, settings, pack, data_folder=folder / "data"))
    seen = Opened(earshot)
    window = earshot.window
    seen.hints.append(window.folders._hint.text())
    seen.title = window.empty.title.text()

    def look() -> None:
        model = window.model
        seen.rows = [str(hit.sound.path.name) for row in range(model.rowCount()) if (hit := model.hit(row)) is not None]
        seen.title = window.empty.title.text()
        seen.hints.append(window.folders._hint.text() if window.folders._hint.isVisible() else "")
        seen.is_searching = earshot.search.isRunning()
        seen.folders = len(window.folders.folders)

    earshot.starting.drawn.disconnect()
    earshot.starting.drawn.connect(look)
    try:
        with qtbot.waitSignal(earshot.starting.drawn):
            earshot.open()
            QTest.keyClicks(window.search_bar.field, typed)
        yield seen
    finally:
        earshot.quit()
        window.deleteLater()
        earshot.deleteLater()
        clear_desk(app)


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))


def answered(earshot: EarshotApp, qtbot: QtBot, text: str) -> list[str]:
    """Types words; gives the names of the rows that answer."""
    is_it = lambda answered: answered.request.text == text  # noqa: E731
    with qtbot.waitSignal(earshot.finding.shown, check_params_cb=is_it) as shown:
        earshot.window.search_bar.field.selectAll()
        QTest.keyClicks(earshot.window.search_bar.field, text)
    return [hit.sound.path.name for hit in shown.args[0].hits]


@pytest.mark.shows("window-opens-once", "start-thousand-sounds")
def test_the_rows_of_the_last_session_are_there_before_the_library_is_open(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        names = answered(earshot, qtbot, "low hum")
        earshot.window.results.setFocus()
        earshot.window.results.go_to(1)
        QTest.keyClick(earshot.window.results, Qt.Key.Key_Down)
        earshot.window.close()
    with opened(qtbot, library, tmp_path, tiny_library.pack) as seen:
        assert not seen.is_searching
        assert seen.rows == names
        assert seen.folders == 1
        assert seen.earshot.window.search_bar.field.text() == "low hum"
        current = seen.earshot.window.results.current_hit()
        assert current is not None
        assert current.sound.path.name == names[2]
        assert seen.earshot.player.playing is None
        assert all("No folders" not in hint for hint in seen.hints)


def test_the_answer_takes_the_place_of_the_kept_rows_and_the_cursor_stays(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        names = answered(earshot, qtbot, "low hum")
        earshot.window.results.go_to(2)
        earshot.window.close()
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        results = earshot.window.results
        current = results.current_hit()
        assert earshot.window.search_bar.request == Request("low hum")
        assert earshot.window.model.has_scores
        assert current is not None
        assert current.sound.path.name == names[2]
        assert [hit.sound.path.name for hit in results.selected_hits()] == [names[2]]


def test_what_was_scrolled_to_is_uppermost_again(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    make_big_library(tmp_path / "library", tiny_library.pack, 300)
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        results = earshot.window.results
        results.verticalScrollBar().setValue(results.rowHeight(0) * 100)
        before = earshot.window.model.sounds_at(results.rowAt(0), results.rowAt(0)).tolist()
        earshot.window.close()
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        results = earshot.window.results
        assert results.rowAt(0) > 50
        assert earshot.window.model.sounds_at(results.rowAt(0), results.rowAt(0)).tolist() == before


def test_rows_that_were_sorted_stand_in_that_order_at_once_and_stay(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        earshot.window.results.sort_by(SortKey.NAME, True)
        qtbot.waitUntil(lambda: earshot.window.model.order is not None)
        earshot.window.close()
    wanted = [f"take {number}.wav" for number in (9, 4, 3, 2, 1, 0)]
    with opened(qtbot, library, tmp_path, tiny_library.pack) as seen:
        assert seen.rows == wanted
        with qtbot.waitSignal(seen.earshot.finding.shown):
            seen.earshot._begin_work()
        model = seen.earshot.window.model
        qtbot.waitUntil(lambda: model.order is not None and model.hit(5) is not None)
        assert [hit.sound.path.name for row in range(6) if (hit := model.hit(row)) is not None] == wanted
        assert seen.earshot.window.results.place().sort == (SortKey.NAME, True)


@pytest.mark.shows("window-opens-once")
def test_an_empty_library_says_at_once_what_to_do(qtbot: QtBot, tmp_path: Path) -> None:
    with opened(qtbot, tmp_path / "library", tmp_path) as seen:
        assert not seen.is_searching
        assert seen.title == "Drop a folder of sounds here"
        assert seen.hints[-1] == "No folders yet."


@pytest.mark.shows("start-thousand-sounds")
def test_a_library_that_takes_long_to_open_says_so_and_not_that_it_has_no_folders(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with opened(qtbot, library, tmp_path, tiny_library.pack) as seen:  # no session before this one
        assert seen.hints == ["", ""]
        assert seen.folders == 1
        assert seen.title == "Opening your library…"
        assert seen.rows == []
        with qtbot.waitSignal(seen.earshot.finding.shown):
            seen.earshot._begin_work()
        assert seen.earshot.window.model.rowCount() == 6


@pytest.mark.shows("restart-loses-nothing")
def test_lists_and_open_folders_are_there_before_the_library_is_open(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        for change in (
            lambda library: library.keeping.make_collection("Doors", [SoundId(1)]),
            lambda library: library.keeping.save_search("Loud ones", "lufs:>-20"),
        ):
            earshot.search.ask(change)
        root = earshot.window.folders.folders[0].path
        earshot.window.folders.item(root).setExpanded(True)
        qtbot.waitUntil(lambda: earshot.window.folders.item(root).childCount() == 2)
        earshot.window.close()
    with opened(qtbot, tmp_path / "library", tmp_path, tiny_library.pack) as seen:
        window = seen.earshot.window
        (column,) = (feature for feature in seen.earshot.features if isinstance(feature, LeftColumn))
        hints = [
            label.text()
            for label in window.sidebar.findChildren(QLabel)
            if label.isVisible() and label.objectName() == "faint"
        ]
        assert not seen.is_searching
        assert hints == []
        rows = [(item.text(), item.data(COUNT_ROLE)) for item in column._collections.list.items_shown()]
        assert rows == [("Doors", 1)]
        assert [search.name for search in column._saved.saved] == ["Loud ones"]
        folders = window.folders
        assert folders.item(root).isExpanded()
        qtbot.waitUntil(lambda: folders.item(root).childCount() == 2)
        column.count_first()  # as it begins once the first rows are drawn
        (places,) = (feature for feature in seen.earshot.features if isinstance(feature, PlacesControl))
        places.count_soon()
        qtbot.waitUntil(lambda: folders.item(root).data(0, COUNT_ROLE) == 6)
        first = column._places.item(0)
        qtbot.waitUntil(lambda: first.data(COUNT_ROLE) == 6)
        assert not seen.earshot.search.isRunning()


def test_folders_are_counted_without_a_word_while_the_library_is_still_to_be_made(qtbot: QtBot, tmp_path: Path) -> None:
    library = tmp_path / "library"
    with opened(qtbot, library, tmp_path) as seen:
        (places,) = (feature for feature in seen.earshot.features if isinstance(feature, PlacesControl))
        said: list[str] = []
        seen.earshot.jobs.failed.connect(lambda message, advice: said.append(message))
        places.count_soon()
        qtbot.waitUntil(lambda: places._counting is not None and not seen.earshot.jobs._running)
        assert not library.exists()
        assert said == []


def test_who_types_before_the_kept_rows_came_keeps_the_words(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    place = LastPlace(str(library), "low hum", rows=(1, 2, 3))
    place_file(tmp_path / "window.json").write_text(json.dumps(record_of(place)), encoding="utf-8")
    with opened(qtbot, library, tmp_path, tiny_library.pack, typed="his") as seen:
        assert seen.earshot.window.search_bar.field.text() == "his"
        assert seen.rows == []


def test_what_one_types_before_the_kept_rows_came_is_filtered_as_they_were(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    """The filters stand in the picture that one types into, and hold on while a window is open."""
    place = LastPlace(str(library), "low hum", filters="dur:<60", rows=(1, 2, 3))
    place_file(tmp_path / "window.json").write_text(json.dumps(record_of(place)), encoding="utf-8")
    with opened(qtbot, library, tmp_path, tiny_library.pack, typed="hiss") as seen:
        assert seen.earshot.window.search_bar.request == Request("hiss", filters="dur:<60")
        seen.earshot._begin_work()
        qtbot.waitUntil(lambda: seen.earshot.finding.on_show == Request("hiss", filters="dur:<60"))


def test_who_types_before_the_library_is_open_keeps_the_words_and_the_way_back(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        answered(earshot, qtbot, "low hum")
        earshot.window.close()
    with opened(qtbot, library, tmp_path, tiny_library.pack) as seen:
        window, finding = seen.earshot.window, seen.earshot.finding
        window.search_bar.field.selectAll()
        QTest.keyClicks(window.search_bar.field, "hi")
        with qtbot.waitSignal(seen.earshot.search.opened):
            seen.earshot._begin_work()
        QTest.keyClicks(window.search_bar.field, "ss")
        qtbot.waitUntil(lambda: finding.on_show == Request("hiss"))
        assert window.search_bar.field.text() == "hiss"
        QTest.mouseClick(window.search_bar.back_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: finding.on_show == Request("low hum"))


def test_rows_that_left_the_library_since_are_not_shown(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    place = LastPlace(str(library), rows=(1, 2, 999_999), at=RowsPlace(current=SoundId(2), selected=(2,)))
    place_file(tmp_path / "window.json").write_text(json.dumps(record_of(place)), encoding="utf-8")
    with opened(qtbot, library, tmp_path, tiny_library.pack) as seen:
        assert seen.rows == []
        assert seen.title == "Opening your library…"


def test_who_does_not_want_it_begins_with_an_empty_field(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path, keep_query=False) as earshot:
        answered(earshot, qtbot, "low hum")
        earshot.window.close()
    with whole_window(qtbot, tiny_library, tmp_path, keep_query=False) as earshot:
        assert earshot.window.search_bar.request == Request()
    assert "low hum" not in place_file(tmp_path / "window.json").read_text()


def test_a_window_that_is_closed_before_the_library_is_open_ends(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with opened(qtbot, library, tmp_path, tiny_library.pack) as seen:
        seen.earshot.window.close()
        assert not seen.earshot.search.isRunning()


@pytest.mark.shows("window-opens-once")
def test_nothing_that_takes_long_to_load_is_loaded_before_the_first_rows_or_the_picture_are_painted(
    library: Path, tmp_path: Path
) -> None:
    settings = tmp_path / "window.json"
    settings.write_text(json.dumps({"version": 1, "look_at_start": False, "watch": False}), encoding="utf-8")
    record = record_of(
        LastPlace(str(library), rows=tuple(range(1, 7)), at=RowsPlace(current=SoundId(2), selected=(2,)))
    )
    place_file(settings).write_text(json.dumps(record), encoding="utf-8")
    first, second = (first_paint(library, settings) for _ in range(2))
    assert first["picture"] is None, "no session was left before"
    assert second["picture"] < second["seconds"]
    assert second["early"] == []
    for found in (first, second):
        assert (found["rows"], found["heavy"]) == (6, [])


def first_paint(library: Path, settings: Path) -> dict[str, Any]:
    """A start as a process of its own, which ends at its first rows, and what it told of them."""
    given = ["--library", library, "--settings", settings, "--log", settings.parent / "log"]
    command = [sys.executable, "-m", "tests.helpers.first_paint", "--began", str(time.time()), "window", *given]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
