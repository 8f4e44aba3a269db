"""The registry of commands: keys, menus, and what belongs where."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.base.settings_file import SettingsFile
from desktop.base.theme import Theme
from desktop.window.commands import Commands, Context
from desktop.window.main_window import MainWindow
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> MainWindow:
    window = MainWindow()
    window.fill(theme, lambda sound: None, lambda: None)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


@pytest.fixture
def settings(settings_file: Path) -> SettingsFile:
    return SettingsFile(settings_file)


@pytest.fixture
def commands(window: MainWindow, theme: Theme, settings: SettingsFile) -> Commands:
    return Commands(window, theme, settings, window)


def test_a_key_runs_its_command_but_types_in_a_text_field(window: MainWindow, commands: Commands) -> None:
    done: list[str] = []
    commands.add("audition.loop", "Loop", lambda: done.append("loop"), keys=["L"], menu="Sound")
    window.search_bar.field.setFocus()
    QTest.keyClick(window.search_bar.field, Qt.Key.Key_L)
    assert (done, window.search_bar.field.text()) == ([], "l")
    window.deck.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.results.setFocus()
    QTest.keyClick(window, Qt.Key.Key_L)
    assert done == ["loop"]


def test_another_key_is_kept_and_the_default_can_be_brought_back(
    window: MainWindow, commands: Commands, theme: Theme, settings: SettingsFile, settings_file: Path
) -> None:
    commands.add("audition.loop", "Loop", lambda: None, keys=["L"])
    commands.set_keys("audition.loop", ["Ctrl+Y"])
    settings.flush()
    again = Commands(window, theme, SettingsFile(settings_file), window)
    again.add("audition.loop", "Loop", lambda: None, keys=["L"])
    assert again.command("audition.loop").keys == ("Ctrl+Y",)
    again.set_keys("audition.loop", None)
    assert again.command("audition.loop").keys == ("L",)


def test_two_commands_cannot_have_one_default_key_in_one_place(commands: Commands) -> None:
    commands.add("a.one", "One", lambda: None, keys=["Ctrl+1"])
    with pytest.raises(ValueError, match=r"a\.one"):
        commands.add("a.two", "Two", lambda: None, keys=["Ctrl+1"], context=Context.RESULTS)


def test_conflicts_are_named_only_where_both_keys_would_work(commands: Commands) -> None:
    commands.add("a.rows", "Rows", lambda: None, keys=["W"], context=Context.RESULTS)
    commands.add("a.wave", "Wave", lambda: None, keys=["M"], context=Context.WAVEFORM)
    commands.add("a.any", "Any", lambda: None)
    assert [command.id for command in commands.conflicts("a.any", "W")] == ["a.rows"]
    assert commands.conflicts("a.wave", "W") == ()


def test_menus_hold_the_commands_in_groups(window: MainWindow, commands: Commands) -> None:
    commands.add("b.last", "Last", lambda: None, menu="View", group=5)
    commands.add("b.first", "First", lambda: None, menu="View")
    commands.build_menus()
    assert [action.text() for action in window.menuBar().actions()] == ["View"]
    assert [action.text() for action in commands.menus["View"].actions()] == ["First", "", "Last"]


def test_a_menu_within_a_menu_stands_where_its_first_command_would(window: MainWindow, commands: Commands) -> None:
    commands.add("c.one", "One", lambda: None, menu="Sound/Rating", group=1)
    commands.add("c.two", "Two", lambda: None, menu="Sound/Rating", group=1)
    commands.add("c.after", "After", lambda: None, menu="Sound", group=2)
    commands.build_menus()
    assert [action.text() for action in commands.menus["Sound"].actions()] == ["Sound/Rating", "", "After"]
    assert [action.text() for action in commands.menus["Sound/Rating"].actions()] == ["One", "Two"]


def test_a_command_about_sounds_says_that_none_is_selected(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        earshot.window.results.selectionModel().clear()
        earshot.commands.action("keep.rate_3").trigger()
        assert earshot.window.status.answer.text() == "Select a sound first."
