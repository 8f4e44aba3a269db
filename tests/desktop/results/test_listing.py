"""The results of a whole window: rows read, sorted and folded by its threads, choices kept."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.settings_file import read_settings
from desktop.results.columns import ABOUT, CUSTOM, Column
from engine.search.sorting import SortKey
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.whole_window import whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as opened:
        yield opened


def names(app: EarshotApp) -> list[str]:
    model = app.window.model
    return [str(model.index(row, Column.NAME).data()) for row in range(model.rowCount())]


def click_title(app: EarshotApp, column: Column) -> None:
    header = app.window.results.columns
    at = QPoint(header.sectionViewportPosition(column) + 15, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)


def search(qtbot: QtBot, app: EarshotApp, text: str) -> None:
    with qtbot.waitSignal(app.finding.shown, timeout=PATIENCE_MS):
        app.window.search_bar.set_text(text)


def test_a_title_sorts_the_library_and_goes_back(qtbot: QtBot, app: EarshotApp) -> None:
    newest = names(app)
    upwards = [f"take {number}.wav" for number in (0, 1, 2, 3, 4, 9)]
    click_title(app, Column.NAME)
    qtbot.waitUntil(lambda: names(app) == upwards, timeout=PATIENCE_MS)
    click_title(app, Column.NAME)
    qtbot.waitUntil(lambda: names(app) == upwards[::-1], timeout=PATIENCE_MS)
    click_title(app, Column.NAME)
    assert names(app) == newest


def test_a_click_on_any_title_sorts_the_rows_by_what_their_cells_say(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    widths = " ".join(f"{column.name.lower()}:60" for column in Column)
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False, columns=widths) as app:
        search(qtbot, app, "high beep")
        results, model = app.window.results, app.window.model
        sorted_by = [
            column for column in Column if column not in CUSTOM and ABOUT[column].sort not in (None, SortKey.SCORE)
        ]
        for column in sorted_by:
            results.scrollTo(model.index(0, column))
            click_title(app, column)
            qtbot.waitUntil(lambda: model.order is not None, timeout=PATIENCE_MS)
            assert results.place().sort == (ABOUT[column].sort, ABOUT[column].falls_first)
            said = [str(model.index(row, column).data()) for row in range(model.rowCount())]
            assert "" not in said[: len([text for text in said if text])], f"{column.name}: what is not known is last"
            results.sort_by(None)


def test_a_sorted_listing_takes_new_sounds_in_their_place(
    qtbot: QtBot, app: EarshotApp, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    click_title(app, Column.NAME)
    qtbot.waitUntil(lambda: names(app)[:4] == [f"take {number}.wav" for number in range(4)], timeout=PATIENCE_MS)
    app.window.results.go_to(3)
    write_tone(tmp_path / "more" / "take 1b.wav", hz=4000, seconds=1)
    earshot("index", "--json", "--library", tmp_path / "library", "--pack", tiny_library.pack, tmp_path / "more")
    app.search.catch_up()
    qtbot.waitUntil(lambda: "take 1b.wav" in names(app), timeout=PATIENCE_MS)
    assert names(app)[:3] == ["take 0.wav", "take 1.wav", "take 1b.wav"]
    assert app.window.results.place().sort == (SortKey.NAME, False)
    current = app.window.results.current_hit()
    assert current is not None
    assert current.sound.path.name == "take 3.wav", "the cursor stayed on its sound"


def test_takes_fold_and_open(qtbot: QtBot, app: EarshotApp, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    for take in (1, 2, 3):
        write_tone(tmp_path / "more" / f"beep_{take}.wav", hz=4000 + take, seconds=1)
    earshot("index", "--json", "--library", tmp_path / "library", "--pack", tiny_library.pack, tmp_path / "more")
    app.search.catch_up()
    search(qtbot, app, "high beep")
    before = app.window.model.rowCount()
    app.commands.action("results.fold_takes").trigger()
    window = app.window
    qtbot.waitUntil(lambda: window.model.rowCount() < before, timeout=PATIENCE_MS)
    row = next(row for row in range(window.model.rowCount()) if names(app)[row].startswith("beep"))
    window.results.setFocus()
    window.results.go_to(row)
    QTest.keyClick(window.results, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: window.model.is_open(row), timeout=PATIENCE_MS)
    assert sum(name.startswith("beep") for name in names(app)) == 3


def test_every_selected_sound_is_at_hand_for_what_is_done_with_it(qtbot: QtBot, app: EarshotApp) -> None:
    app.window.results.setFocus()
    QTest.keyClick(app.window.results, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(app.window.results.selected_hits()) == 6, timeout=PATIENCE_MS)
    assert len(app.window.results.selected_ids()) == 6


def test_chosen_columns_are_kept_and_come_back(
    qtbot: QtBot, app: EarshotApp, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    menu = app.window.results.columns.menu()
    next(action for action in menu.actions() if action.text() == "Tempo").trigger()
    app.settings.flush()
    assert "tempo:" in read_settings(tmp_path / "window.json").columns
    app.quit()
    with whole_window(qtbot, tiny_library, tmp_path) as again:
        assert not again.window.results.isColumnHidden(Column.TEMPO)


def test_rows_are_low_and_without_waveforms_where_the_settings_say_so(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path, density="compact", thumbnails=False) as app:
        assert app.window.results.rowHeight(0) < 40
        asked: list[object] = []
        app.overviews.ready.connect(asked.append)
        app.window.results.viewport().grab()
        search(qtbot, app, "hiss")
        app.window.results.viewport().grab()
        assert asked == []


def test_garbage_is_collected_in_the_gui_thread_alone(app: EarshotApp) -> None:
    assert not gc.isenabled()
    assert gc.get_freeze_count() > 0
    app.quit()
    assert not gc.isenabled(), "threads that still end would collect"


def test_a_sound_that_was_just_heard_is_marked_in_its_row(qtbot: QtBot, app: EarshotApp) -> None:
    model = app.window.model

    def said() -> tuple[str, str]:
        spoken = model.index(1, Column.NAME).data(Qt.ItemDataRole.AccessibleTextRole)
        return str(spoken), str(model.index(1, Column.HEARD).data())

    assert "played" not in said()[0]
    app.player.heard.emit(model.sound_at(1))
    qtbot.waitUntil(lambda: "played 1 time" in said()[0] and said()[1] == "1", timeout=PATIENCE_MS)


def test_a_row_with_nothing_under_it_says_so(app: EarshotApp) -> None:
    app.window.results.go_to(0)
    assert not app.window.model.has_under(0)
    app.commands.action("results.open").trigger()
    assert app.window.status.answer.text() == "This sound has no moments and no takes to show."
