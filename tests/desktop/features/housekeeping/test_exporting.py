"""Lists and copies leave the library through the window's own dialogs."""

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.export.collect import CollectDialog
from desktop.features.export.lists import ExportDialog
from engine.store.catalogue import Catalogue
from tests.desktop.features.housekeeping.acts import click, on_show


def test_the_list_is_written_as_a_table(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.commands.action("export.table").trigger()
    dialog = on_show(qtbot, ExportDialog)
    assert dialog.scope.currentText() == "The whole list (6)"
    QTest.mouseClick(dialog.mark, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(8, 8))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "all"), ""))
    click(dialog.agree)
    qtbot.waitUntil(lambda: "6 sounds written to" in app.window.status.answer.text())
    with (tmp_path / "all.csv").open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.DictReader(file))) == 6


def test_selected_rows_are_written_as_a_playlist(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.window.results.selectAll()
    app.commands.action("export.playlist").trigger()
    dialog = on_show(qtbot, ExportDialog)
    assert dialog.scope.currentText() == "Selected (6)"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "all.m3u8"), ""))
    click(dialog.agree)
    qtbot.waitUntil(lambda: (tmp_path / "all.m3u8").exists())
    assert len((tmp_path / "all.m3u8").read_text(encoding="utf-8").splitlines()) == 13


def test_sounds_are_copied_to_a_project_with_credits_and_count_as_used(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path
) -> None:
    app.window.results.go_to(0)
    app.commands.action("export.collect").trigger()
    dialog = on_show(qtbot, CollectDialog)
    assert dialog.scope.currentText() == "Selected (1)"
    assert not dialog.agree.isEnabled()
    QTest.keyClicks(dialog.folder, str(tmp_path / "project"))
    click(dialog.agree)
    qtbot.waitUntil(lambda: "1 file copied to" in app.window.status.answer.text())
    assert (tmp_path / "project" / "credits.txt").exists()
    app.commands.action("export.collect").trigger()
    again = on_show(qtbot, CollectDialog)
    assert again.folder.text() == str(tmp_path / "project")
    again.reject()
    hit = app.window.results.current_hit()
    assert hit is not None

    def is_used() -> bool:
        with Catalogue.open(tmp_path / "library", read_only=True) as catalogue:
            return catalogue.sounds.one(hit.sound.id).marks.uses == 1

    qtbot.waitUntil(is_used)


def test_a_folder_that_cannot_be_written_is_said(app: EarshotApp, qtbot: QtBot, sounds: Path) -> None:
    app.commands.action("export.collect").trigger()
    dialog = on_show(qtbot, CollectDialog)
    QTest.keyClicks(dialog.folder, str(sounds / "rain.wav" / "project"))
    click(dialog.agree)
    qtbot.waitUntil(lambda: app.window.message.isVisible())
    assert "cannot be written" in app.window.message.label.text()
