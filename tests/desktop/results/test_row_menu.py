"""The menu of a row: what it offers, and what of it this part does by itself."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.row_actions.external_editor import LaunchError, command_of, launch
from desktop.results.columns import Column
from engine.base.types import FilePath
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import PATIENCE_MS, whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as opened:
        opened.window.results.setFocus()
        yield opened


def open_menu(app: EarshotApp, row: int = 0) -> QMenu:
    """Opens the menu of a row by the right button."""
    view = app.window.results
    at = view.visualRect(app.window.model.index(row, Column.NAME)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=at)
    everywhere = view.viewport().mapToGlobal(at)
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, everywhere))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def entries(menu: QMenu) -> list[str]:
    return [action.text().partition("\t")[0] for action in menu.actions() if not action.isSeparator()]


def entry(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text().partition("\t")[0] == text)


def within(menu: QMenu, text: str) -> QMenu:
    """The menu behind an entry."""
    return next(inner for inner in menu.findChildren(QMenu) if inner.title() == text)


def choose(menu: QMenu, *texts: str) -> None:
    """Clicks an entry, through the menus within the menu."""
    for text in texts[:-1]:
        inner = within(menu, text)
        menu.setActiveAction(entry(menu, text))
        inner.popup(menu.mapToGlobal(QPoint(menu.width(), 0)))
        menu = inner
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry(menu, texts[-1])).center())


def question(app: EarshotApp) -> QMessageBox:
    return next(box for box in app.window.findChildren(QMessageBox) if box.isVisible())


def click_button(box: QMessageBox, text: str) -> None:
    button = next(button for button in box.buttons() if button.text().replace("&", "") == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_menu_offers_what_one_does_with_a_sound(app: EarshotApp) -> None:
    menu = open_menu(app, 1)
    offered = entries(menu)
    wanted = ["Find similar", "Rating", "Colour", "Add a tag…", "Add to collection", "Rename for UCS…"]
    wanted += ["Open in editor", "Show in folder", "Copy files", "Remove from library…"]
    assert [text for text in wanted if text not in offered] == []
    assert "Remove from the collection" not in offered, "no collection is listed"
    assert (len(entries(within(menu, "Rating"))), len(entries(within(menu, "Colour")))) == (6, 8)
    menu.close()


def test_beside_the_rows_there_is_no_menu(app: EarshotApp) -> None:
    view = app.window.results
    at = QPoint(20, view.viewport().height() - 5)
    asked: list[QPoint] = []
    view.menu_wanted.connect(asked.append)
    everywhere = view.viewport().mapToGlobal(at)
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, everywhere))
    assert asked == []


def test_the_key_opens_it_at_the_cursor_which_comes_into_sight(app: EarshotApp) -> None:
    view = app.window.results
    view.go_to(2)
    asked: list[QPoint] = []
    view.menu_wanted.connect(asked.append)
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason, QPoint(0, 0), QPoint(0, 0)))
    at = view.viewport().mapFromGlobal(asked[0])
    rect = view.visualRect(app.window.model.index(2, Column.NAME))
    assert rect.adjusted(0, 0, 0, 2).contains(at)
    popup = QApplication.activePopupWidget()
    assert popup is not None
    popup.close()


def test_a_rating_and_a_collection_are_given_in_the_menu(qtbot: QtBot, app: EarshotApp) -> None:
    keeping = next(part for part in app.features if isinstance(part, MarksControl))
    choose(open_menu(app, 1), "Rating", "Rate 4 stars")
    model = app.window.model
    rated = lambda: model.index(1, Column.RATING).data() == "★★★★"  # noqa: E731
    qtbot.waitUntil(rated, timeout=PATIENCE_MS)
    keeping.change(lambda library: library.keeping.make_collection("Doors", [])[1])
    qtbot.waitUntil(lambda: len(keeping.collections.collections) == 1, timeout=PATIENCE_MS)
    choose(open_menu(app, 1), "Add to collection", "Doors")
    qtbot.waitUntil(lambda: keeping.collections.collections[0].count == 1, timeout=PATIENCE_MS)
    app.window.search_bar.set_scope("collection:Doors")
    qtbot.waitUntil(lambda: model.rowCount() == 1, timeout=PATIENCE_MS)
    menu = open_menu(app)
    assert "Remove from the collection" in entries(menu)
    menu.close()


@pytest.mark.shows("undo-redo", "delete-took-sounds")
def test_removing_says_what_it_does_asks_and_is_undone(qtbot: QtBot, app: EarshotApp) -> None:
    model = app.window.model
    before, name = model.rowCount(), model.index(1, Column.NAME).data()
    choose(open_menu(app, 1), "Remove from library…")
    box = question(app)
    assert box.text() == "Remove 1 sound from the library?"
    assert "files stay" in box.informativeText()
    click_button(box, "Cancel")
    choose(open_menu(app, 1), "Remove from library…")
    click_button(question(app), "Remove")
    qtbot.waitUntil(lambda: model.rowCount() == before - 1, timeout=PATIENCE_MS)
    assert name not in [model.index(row, Column.NAME).data() for row in range(before - 1)]
    undo = app.commands.action("edit.undo")
    assert undo.text() == "Undo: Remove from library"
    undo.trigger()
    qtbot.waitUntil(lambda: model.rowCount() == before, timeout=PATIENCE_MS)
    assert name in [model.index(row, Column.NAME).data() for row in range(before)]
    assert undo.text() != "Undo: Remove from library"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the program")
def test_open_in_editor_asks_for_a_program_and_starts_it_with_the_file(
    qtbot: QtBot, app: EarshotApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    program = tmp_path / "my editor.sh"
    program.write_text(f'#!/bin/sh\nprintf "%s" "$1" > "{told}.part"\nmv "{told}.part" "{told}"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: (str(program), ""))
    choose(open_menu(app, 1), "Open in editor")
    hit = app.window.results.current_hit()
    assert hit is not None
    assert not told.exists(), "it asks first"
    click_button(question(app), "Choose…")
    qtbot.waitUntil(told.exists, timeout=PATIENCE_MS)
    assert os.fsencode(told.read_text()) == hit.sound.path.raw
    assert app.settings.values.editor == str(program)
    app.settings.change(editor=str(tmp_path / "gone"))
    app.window.results.go_to(1)
    app.commands.action("sound.open_in_editor").trigger()
    qtbot.waitUntil(lambda: "could not be started" in app.window.message.label.text(), timeout=PATIENCE_MS)


def test_a_program_is_called_as_each_system_wants_it(tmp_path: Path) -> None:
    paths = [FilePath.of(tmp_path / "a b.wav")]
    assert command_of("/usr/bin/audacity", paths, "linux") == ["/usr/bin/audacity", paths[0].raw]
    bundle = "/Applications/Audacity.app"
    assert command_of(bundle, paths, "darwin") == ["open", "-a", bundle, paths[0].raw]
    assert command_of("C:\\a.exe", paths, "win32") == ["C:\\a.exe", str(tmp_path / "a b.wav")]
    with pytest.raises(LaunchError):
        launch(str(tmp_path / "nothing"), paths)
