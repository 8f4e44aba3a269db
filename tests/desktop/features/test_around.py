"""The whole window: palette, preferences, themes and words of the last session."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.app.single_instance import Call
from desktop.base.theme import load_theme
from desktop.features.help.about import About
from desktop.features.help.feature import HelpFeature
from desktop.features.help.guide import Guide
from desktop.features.help.preferences import Preferences
from desktop.features.help.shortcut_sheet import ShortcutSheet
from engine.base.types import FilePath
from engine.library.library import Library
from resources.demo.library import recipes
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        yield earshot


def around(earshot: EarshotApp) -> HelpFeature:
    (found,) = (feature for feature in earshot.features if isinstance(feature, HelpFeature))
    return found


def dialogs(kind: type[QDialog]) -> list[QDialog]:
    return [window for window in QApplication.topLevelWidgets() if isinstance(window, kind) and window.isVisible()]


def test_ctrl_k_finds_commands_folders_collections_and_saved_searches(earshot: EarshotApp, qtbot: QtBot) -> None:
    def keep(library: Library) -> None:
        library.keeping.make_collection("Storm scene")
        library.keeping.save_search("Short doors", "door dur:<2")

    with qtbot.waitSignal(earshot.search.counted):
        earshot.search.ask(keep, lambda _: earshot.search.catch_up())
    palette = around(earshot).palette
    QTest.keyClick(earshot.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert palette.isVisible()
    QTest.keyClicks(palette.field, "storm")
    qtbot.waitUntil(lambda: palette.texts()[:1] == ["Storm scene"])
    palette.field.clear()
    QTest.keyClicks(palette.field, "sounds")
    assert "sounds" in palette.texts()  # the root of the tiny library
    palette.field.clear()
    QTest.keyClicks(palette.field, "short doors")
    with qtbot.waitSignal(earshot.finding.shown) as shown:
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert shown.args is not None
    assert (shown.args[0].request.text, shown.args[0].request.filters) == ("door", "dur:<2")


@pytest.mark.shows("guide-wall-scroll")
def test_preferences_sheet_guide_and_about_open_by_their_keys(earshot: EarshotApp) -> None:
    window, control = earshot.window, Qt.KeyboardModifier.ControlModifier
    window.results.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Comma, control)
    QTest.keyClicks(window.results, "?")
    QTest.keyClick(window, Qt.Key.Key_F1)
    earshot.commands.action("help.about").trigger()
    for kind in (Preferences, ShortcutSheet, Guide, About):
        assert len(dialogs(kind)) == 1, kind
    (preferences,) = dialogs(Preferences)
    assert isinstance(preferences, Preferences)
    said = " ".join(label.text() for label in preferences.findChildren(QLabel))
    assert "uses no network" in said
    assert str(earshot.start.library) in said
    (guide,) = dialogs(Guide)
    assert isinstance(guide, Guide)
    assert "Earshot" in guide.text.toPlainText()
    assert guide.text.horizontalScrollBar().maximum() == 0, "nothing is wider than the page"


def test_a_theme_that_is_chosen_looks_as_one_that_was_there_from_the_start(
    earshot: EarshotApp, qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    earshot.window.results.go_to(0)
    earshot.commands.action("view.theme").trigger()
    assert earshot.window.grab().toImage().pixelColor(3, 3).name() == load_theme("light").window
    with whole_window(qtbot, tiny_library, tmp_path / "other", theme="light") as fresh:
        fresh.window.results.go_to(0)
        for opened in (earshot, fresh):
            opened.window.resize(1280, 800)
            opened.window.search_bar.field.clearFocus()
        qtbot.waitUntil(lambda: earshot.window.grab().toImage() == fresh.window.grab().toImage(), timeout=10_000)


def test_the_memory_chosen_in_the_preferences_is_what_the_next_job_may_have(earshot: EarshotApp) -> None:
    assert "--memory" not in earshot.ingest.common()
    earshot.settings.change(memory_gib=4)
    assert earshot.ingest.common()[-2:] == ["--memory", "4"]


def test_how_long_a_drive_is_waited_for_is_a_preference(earshot: EarshotApp) -> None:
    earshot.settings.change(give_up_s=180)
    options = earshot.ingest.common()
    assert options[options.index("--give-up-after") + 1] == "180"


@pytest.mark.shows("small-waveform-row")
def test_rows_follow_the_settings_at_once(earshot: EarshotApp) -> None:
    results = earshot.window.results
    assert results.rowHeight(0) == 30
    heights = []
    for _ in range(3):
        earshot.commands.action("view.density").trigger()
        heights.append(results.rowHeight(0))
    assert heights == [24, 46, 30]
    earshot.settings.change(thumbnails=False)
    assert not earshot.window.delegate.has_thumbnails


def test_rows_are_made_roomy_in_the_preferences_and_the_cursor_stays_in_sight(
    qtbot: QtBot, earshot: EarshotApp
) -> None:
    results = earshot.window.results
    results.go_to(results.model().rowCount() - 1)
    dialog = around(earshot).show_preferences("Appearance")
    control = dialog.rows["density"].control
    control.setFocus()
    QTest.keyClick(control, Qt.Key.Key_Up)  # Roomy stands above Standard
    assert results.rowHeight(0) == 46
    assert earshot.settings.values.density == "roomy"
    assert results.viewport().rect().contains(results.visualRect(results.currentIndex()).center())
    dialog.close()


def test_a_second_start_brings_its_words_and_folders(earshot: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    with qtbot.waitSignal(earshot.ingest.running_changed), qtbot.waitSignal(earshot.finding.shown) as shown:
        earshot.take_call(Call((FilePath.of(tmp_path / "more"),), "low hum"))
    assert shown.args is not None
    assert shown.args[0].request.text == "low hum"


def test_what_was_asked_last_is_asked_again_if_one_wants_it(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path, keep_query=True) as earshot:
        with qtbot.waitSignal(earshot.finding.shown):
            earshot.window.search_bar.set_text("low hum")
        earshot.window.close()
    with whole_window(qtbot, tiny_library, tmp_path, keep_query=True) as earshot:
        assert earshot.window.search_bar.field.text() == "low hum"


def test_the_window_is_as_it_was_left(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        window = earshot.window
        window.resize(795, 700)  # what the offscreen screen has room for
        window.show_page("map")
        window.sidebar.section("folders").fold(True)
        window.inspector.tabs.setCurrentIndex(1)
        window.inspector.set_shown(True)
        tab = window.inspector.tab
        window.close()
    with whole_window(qtbot, tiny_library, tmp_path, size=None) as earshot:
        window = earshot.window
        assert (window.width(), window.height()) == (795, 700)
        assert window.page == "map"
        assert window.sidebar.section("folders").is_folded
        assert not window.inspector.isHidden()
        assert window.inspector.tab == tab


def test_a_crash_of_the_last_session_is_told_with_the_place(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    former = tmp_path / "crashed 2026-01-01 10-00-00.txt"
    with whole_window(qtbot, tiny_library, tmp_path, start={"former_crash": former}) as earshot:
        message = earshot.window.message
        qtbot.waitUntil(message.isVisible)
        assert message.label.text() == (
            f"Earshot crashed last time. Your library is safe. The log with details is {former}"
        )


def test_demo_sounds_are_made_and_taken_in(
    earshot: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = recipes()[:2]
    monkeypatch.setattr("resources.demo.library.recipes", lambda: first)
    with qtbot.waitSignal(
        earshot.ingest.running_changed, timeout=30_000, check_params_cb=lambda is_running: not is_running
    ):
        earshot.commands.action("library.demo").trigger()
    made = {path.name for path in (tmp_path / "Demo sounds").rglob("*.*")}
    assert made == {recipe.name.split("/")[-1] for recipe in first}
    qtbot.waitUntil(lambda: earshot.window.status.sounds.text() == "8 sounds", timeout=10_000)


def test_asking_for_demo_sounds_while_they_are_made_says_so_again(
    earshot: EarshotApp, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr("resources.demo.library.make_demo", lambda folder, cancel: go_on.wait(60))
    said: list[str] = []
    monkeypatch.setattr(earshot.window.notices, "say", said.append)
    for _ in range(2):
        earshot.commands.action("library.demo").trigger()
    go_on.set()
    assert said == ["Creating demo sounds"] * 2


def test_the_window_stays_only_where_there_is_a_tray(earshot: EarshotApp, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = earshot.settings
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    settings.change(tray=True)
    assert not earshot.window.stays  # it could never be brought back
    settings.change(tray=False)
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    settings.change(tray=True)
    earshot.window.close()
    assert not earshot.window.isVisible()
    assert earshot.search.isRunning()
    earshot.take_call(Call())
    assert earshot.window.isVisible()
