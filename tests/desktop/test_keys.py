"""Keys: found, changed, taken from another command, brought back, printed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from desktop.base.settings_file import SettingsFile
from desktop.base.theme import Theme
from desktop.features.help.keys import KeysPage
from desktop.features.help.shortcut_sheet import ShortcutSheet, as_html, print_sheet
from desktop.window.commands import Commands, Context


class Window(QMainWindow):
    """A window with the places that commands belong to."""

    def __init__(self) -> None:
        super().__init__()
        self.results, self.deck = QWidget(self), QWidget(self)


@pytest.fixture
def settings(settings_file: Path) -> SettingsFile:
    return SettingsFile(settings_file)


@pytest.fixture
def commands(qtbot: QtBot, theme: Theme, settings: SettingsFile) -> Iterator[Commands]:
    window = Window()
    qtbot.addWidget(window)
    commands = Commands(window, theme, settings)  # type: ignore[arg-type]
    commands.add("find.similar", "Find similar", print, keys=["W"], menu="Search", context=Context.RESULTS)
    commands.add("audition.loop", "Loop", print, keys=["L"], menu="Sound", tip="Plays round and round.")
    commands.add("file.quit", "Quit", print, keys=["Ctrl+Q"], menu="File")
    commands.add("view.map", "Map…", print, menu="View")
    yield commands


@pytest.fixture
def page(qtbot: QtBot, commands: Commands) -> KeysPage:
    page = KeysPage(commands)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitExposed(page)
    return page


def capture(page: KeysPage, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    page.capture.setFocus()
    QTest.keyClick(page.capture, key, modifiers)


def test_a_new_key_replaces_the_old_one_and_is_kept(
    page: KeysPage, commands: Commands, settings: SettingsFile, settings_file: Path
) -> None:
    page.table.setCurrentItem(page.items["audition.loop"])
    capture(page, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert not page.conflict.isVisible()
    page.set_button.click()
    assert commands.command("audition.loop").keys == ("Ctrl+P",)
    settings.flush()
    assert SettingsFile(settings_file).values.keys == {"audition.loop": ["Ctrl+P"]}


def test_a_second_key_can_be_added_and_all_taken_away(page: KeysPage, commands: Commands) -> None:
    page.table.setCurrentItem(page.items["audition.loop"])
    capture(page, Qt.Key.Key_F8)
    page.add_button.click()
    assert commands.command("audition.loop").keys == ("L", "F8")
    page.remove_button.click()
    assert commands.command("audition.loop").keys == ()


def test_a_key_of_another_command_is_said_and_taken_from_it(page: KeysPage, commands: Commands) -> None:
    page.table.setCurrentItem(page.items["audition.loop"])
    capture(page, Qt.Key.Key_W)
    assert page.conflict.text() == "W is already used for: Find similar. Using it here removes it there."
    page.set_button.click()
    assert (commands.command("audition.loop").keys, commands.command("find.similar").keys) == (("W",), ())
    page.table.setCurrentItem(page.items["find.similar"])
    page.reset_button.click()  # what it had at first comes back, and goes from the other
    assert (commands.command("audition.loop").keys, commands.command("find.similar").keys) == ((), ("W",))


def test_everything_goes_back_to_the_first_keys(
    page: KeysPage, commands: Commands, settings: SettingsFile, settings_file: Path
) -> None:
    page.table.setCurrentItem(page.items["view.map"])
    capture(page, Qt.Key.Key_W)
    page.set_button.click()
    page.reset_all_button.click()
    assert [command.keys for command in commands.all] == [("W",), ("L",), ("Ctrl+Q",), ()]
    settings.flush()
    assert SettingsFile(settings_file).values.keys == {}


def test_commands_are_found_by_their_words_and_by_their_keys(page: KeysPage) -> None:
    assert page.shown() == ["file.quit", "find.similar", "audition.loop", "view.map"]  # as the menus have them
    page.search.setText("simi")
    assert page.shown() == ["find.similar"]
    page.search.setText("ctrl+q")
    assert page.shown() == ["file.quit"]


def test_tab_leads_out_of_the_field_that_takes_keys(page: KeysPage) -> None:
    page.table.setCurrentItem(page.items["audition.loop"])
    capture(page, Qt.Key.Key_F9)
    QTest.keyClick(page.capture, Qt.Key.Key_Tab)
    assert page.focusWidget() is page.set_button


def test_the_sheet_prints_every_key(qtbot: QtBot, commands: Commands, tmp_path: Path) -> None:
    qtbot.addWidget(ShortcutSheet(commands))
    text = as_html(commands)
    assert "<td>Loop</td><td><b>L</b></td>" in text
    assert "Map" not in text  # it has no key
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "keys.pdf"))
    print_sheet(commands, printer)
    assert (tmp_path / "keys.pdf").read_bytes().startswith(b"%PDF")
