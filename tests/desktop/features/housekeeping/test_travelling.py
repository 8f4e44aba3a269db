"""What the user entered goes into a file and comes back in, by the menu, after a look at what would change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.marks.feature import MarksControl
from desktop.features.user_data.dialog import ImportDialog
from engine.base.types import SoundId
from engine.features.user_data.records import Count, Prefer, RecordKind
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.desktop.features.housekeeping.acts import click, on_show, seen

BEEP = SoundId(6)


@pytest.fixture
def file(app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An export of a library in which the beep has five stars and is in a collection; both are taken away again."""
    path = tmp_path / "mine.jsonl"
    undos = enter(
        tmp_path, lambda keeping: [keeping.set_rating([BEEP], 5), keeping.make_collection("Alarms", [BEEP])[1]]
    )
    enter(tmp_path, lambda keeping: keeping.save_search("High", "beep"))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path.with_suffix("")), ""))
    app.commands.action("library.export_data").trigger()
    qtbot.waitUntil(lambda: "What you gave 1 sound is in" in app.window.status.answer.text())
    assert path.exists()
    enter(tmp_path, lambda keeping: [keeping.undo(undo) for undo in reversed(undos)])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    return path


def enter(folder: Path, change: Callable[[UserData], Any]) -> list[Any]:
    """Changes the library as another program would."""
    with Catalogue.open(folder / "library") as catalogue:
        done = change(UserData(catalogue))
    return list(done) if isinstance(done, list) else [done]


def kept(folder: Path) -> tuple[int, list[str]]:
    """The beep's rating, and the collections."""
    with Catalogue.open(folder / "library", read_only=True) as catalogue:
        keeping = UserData(catalogue)
        return catalogue.sounds.one(BEEP).marks.rating, [one.name for one in keeping.collections()]


def rows(dialog: ImportDialog) -> dict[str, tuple[str, str]]:
    items = (dialog.tree.topLevelItem(row) for row in range(dialog.tree.topLevelItemCount()))
    return {item.text(0): (item.text(1), item.text(2)) for item in items if item is not None}


def test_a_file_is_looked_at_taken_in_and_taken_back(app: EarshotApp, qtbot: QtBot, tmp_path: Path, file: Path) -> None:
    app.commands.action("library.import_data").trigger()
    dialog = on_show(qtbot, ImportDialog)
    assert rows(dialog) == {"Ratings": ("1", ""), "Collections": ("1", ""), "Sounds in collections": ("1", "")}
    assert dialog.heading.text() == "Import from “mine.jsonl”?"
    assert not dialog.choice.isVisible()
    assert kept(tmp_path) == (0, [])
    click(dialog.agree)
    qtbot.waitUntil(lambda: kept(tmp_path) == (5, ["Alarms"]))
    (feature,) = (one for one in app.features if isinstance(one, MarksControl))
    qtbot.waitUntil(lambda: [one.name for one in feature.collections.collections] == ["Alarms"])
    qtbot.waitUntil(lambda: app.commands.action("edit.undo").text().startswith("Undo: Import"))
    app.commands.action("edit.undo").trigger()
    qtbot.waitUntil(lambda: kept(tmp_path) == (0, []))
    qtbot.waitUntil(lambda: app.commands.action("edit.redo").text().startswith("Redo: Import"))
    app.commands.action("edit.redo").trigger()
    qtbot.waitUntil(lambda: kept(tmp_path) == (5, ["Alarms"]))


def test_a_file_that_brings_nothing_says_so_and_is_left(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, file: Path
) -> None:
    enter(tmp_path, lambda keeping: [keeping.set_rating([BEEP], 5), keeping.make_collection("Alarms", [BEEP])])
    app.commands.action("library.import_data").trigger()
    dialog = on_show(qtbot, ImportDialog)
    assert dialog.heading.text() == "This library already has everything in “mine.jsonl”."
    assert not dialog.agree.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.shows("entered-travels-another")
def test_what_differs_is_listed_and_the_user_says_whose_counts(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, file: Path
) -> None:
    enter(tmp_path, lambda keeping: [keeping.set_rating([BEEP], 2), keeping.make_collection("Alarms", [BEEP])])
    app.commands.action("library.import_data").trigger()
    dialog = on_show(qtbot, ImportDialog)
    head = dialog.tree.topLevelItem(0)
    assert head is not None
    assert (head.text(0), head.text(2)) == ("Ratings", "1")
    assert (head.child(0).text(0), head.child(0).text(2)) == ("sounds/Tones/beep.wav", "★★ here, ★★★★★ in the file")
    assert not dialog.agree.isEnabled()
    dialog.choice.setFocus()
    QTest.keyClick(dialog.choice, Qt.Key.Key_Down)
    assert dialog.prefer is Prefer.FILE
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: kept(tmp_path)[0] == 5)


def test_a_file_that_is_none_is_said_in_the_window(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other.jsonl").write_text("no\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "other.jsonl"), ""))
    app.commands.action("library.import_data").trigger()
    qtbot.waitUntil(lambda: app.window.message.isVisible())
    assert "is not an Earshot export of ratings, tags and collections" in app.window.message.label.text()


def test_everything_a_look_found_is_in_the_dialog(qtbot: QtBot, qapp: QApplication) -> None:
    dialog = ImportDialog("mine.jsonl", seen(forgotten=3, notes_left_out=1, is_cut_off=True))
    qtbot.addWidget(dialog)
    found = rows(dialog)
    assert found["Ratings"] == ("310", "2")
    assert found["Not in this library yet (43)"] == found["Left out (6)"] == ("", "")
    assert "1,204 sounds in the file, 1,160 of them in this library." in dialog.about.text()
    assert "incomplete" in dialog.about.text()
    left = next(item for item in map(dialog.tree.topLevelItem, range(20)) if item and item.text(0) == "Left out (6)")
    assert [left.child(row).text(0) for row in range(left.childCount())] == [
        "Foley/broken.wav",
        "Line 17",
        "1 note, too long with the one that is here",
        "3 old searches: the history is full",
    ]
    assert left.child(1).text(2) == "an impossible value (rating)"


def test_a_dialog_without_differences_asks_nothing(qtbot: QtBot, qapp: QApplication) -> None:
    counts = tuple(Count(kind, 1) for kind in RecordKind)
    dialog = ImportDialog("mine.jsonl", seen(counts=counts, differences=(), waiting=0, unknown=0, damaged=0))
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.choice.isVisible()
    assert (dialog.prefer, dialog.tree.topLevelItemCount()) == (Prefer.HERE, len(RecordKind))
