"""Duplicates in the window: shown, listened to, chosen, and taken out when the user agrees."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.duplicates.confirm import ConfirmDialog
from desktop.features.duplicates.model import DuplicateColumn
from desktop.features.duplicates.page import DuplicatesPage
from engine.store.catalogue import Catalogue
from tests.desktop.features.housekeeping.acts import click, on_show
from tests.helpers.sounds import write_tone


def open_duplicates(app: EarshotApp, qtbot: QtBot) -> DuplicatesPage:
    app.commands.action("library.duplicates").trigger()
    page = app.window.pages.currentWidget()
    assert isinstance(page, DuplicatesPage)
    qtbot.waitUntil(lambda: page.rows.rowCount() == 4)
    qtbot.waitUntil(lambda: page.rows.member(0) is not None)
    return page


def names(page: DuplicatesPage) -> list[str]:
    return [page.rows.index(row, DuplicateColumn.NAME).data() for row in range(page.rows.rowCount())]


def test_copies_stand_group_by_group_and_nothing_goes_by_itself(app: EarshotApp, qtbot: QtBot) -> None:
    page = open_duplicates(app, qtbot)
    assert sorted(names(page)[:2]) == ["rain copy.wav", "rain.wav"]
    assert sorted(names(page)[2:]) == ["hum copy.wav", "hum.wav"]
    assert [page.rows.index(row, DuplicateColumn.LIKE).data() for row in range(4)] == ["best", "copy", "best", "copy"]
    assert page.rows.going == 0
    assert not page.trash.isEnabled()
    assert page.summary.text().startswith("2 groups · ")


@pytest.mark.shows("duplicates-exact-near")
def test_keys_and_clicks_choose_and_the_last_of_a_group_stays(app: EarshotApp, qtbot: QtBot) -> None:
    page = open_duplicates(app, qtbot)
    page.view.selectRow(1)
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert page.rows.goes.tolist() == [False, True, False, False]
    box = page.view.visualRect(page.rows.index(0, DuplicateColumn.KEEP)).center()
    QTest.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, box)
    assert page.rows.goes.tolist() == [False, True, False, False]
    assert page.choice.text() == "One sound of each group is kept."
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    page.view.selectRow(1)
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert page.rows.going == 0


def test_rules_choose_over_all_groups(
    app: EarshotApp, qtbot: QtBot, sounds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_duplicates(app, qtbot)
    with qtbot.waitSignal(page.rows.chosen):
        click(page.best)
    assert page.rows.goes.tolist() == [False, True, False, True]
    assert page.choice.text().startswith("2 sounds marked for removal, ")
    click(page.nothing)
    assert page.rows.going == 0
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(sounds / "Tones"))
    with qtbot.waitSignal(page.rows.chosen):
        click(page.folder)
    assert page.rows.going == 0  # both hums lie in there, and no rain


def test_arrows_audition_and_space_plays(app: EarshotApp, qtbot: QtBot) -> None:
    page = open_duplicates(app, qtbot)
    page.view.setFocus()
    page.view.selectRow(0)
    with qtbot.waitSignal(page.view.rested) as rested:
        QTest.keyClick(page.view, Qt.Key.Key_Down)
    assert rested.args[0].sound.path.name == names(page)[1]
    assert app.window.deck.hit is not None
    assert app.window.deck.hit.sound.id == rested.args[0].sound.id
    with qtbot.waitSignal(page.view.toggled):
        QTest.keyClick(page.view, Qt.Key.Key_Space)


def test_files_go_to_the_trash_after_the_list_was_shown(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path
) -> None:
    page = open_duplicates(app, qtbot)
    with qtbot.waitSignal(page.rows.chosen):
        click(page.best)
    goes = [names(page)[row] for row in (1, 3)]
    click(page.trash)
    dialog = on_show(qtbot, ConfirmDialog)
    model = dialog.list.model()
    assert [Path(model.index(row, 0).data()).name for row in range(2)] == goes
    assert "Move 2 files to the trash" in dialog.question.text()
    assert dialog.cancel.isDefault()
    with qtbot.waitSignal(app.search.counted, timeout=10_000):
        click(dialog.agree)
    assert sorted(path.name for path in (tmp_path / "data" / "Trash" / "files").iterdir()) == sorted(goes)
    assert len(list(sounds.rglob("*.*"))) == 4
    assert page.title.text() == "No duplicates"
    assert app.window.status.answer.text() == "2 files moved to the trash."
    journal = (tmp_path / "library" / "removed.jsonl").read_text(encoding="utf-8").splitlines()
    assert len([json.loads(line) for line in journal]) == 2
    with Catalogue.open(tmp_path / "library", read_only=True) as catalogue:
        assert catalogue.sounds.counts().sounds == 4


def test_a_refused_dialog_changes_nothing_and_a_changed_file_is_not_offered(
    app: EarshotApp, qtbot: QtBot, sounds: Path
) -> None:
    page = open_duplicates(app, qtbot)
    with qtbot.waitSignal(page.rows.chosen):
        click(page.best)
    write_tone(sounds / "Tones" / names(page)[3], 500.0, 2.0)
    click(page.trash)
    dialog = on_show(qtbot, ConfirmDialog)
    assert dialog.list.model().rowCount() == 1
    assert "has changed since it was indexed" in dialog.refused.text()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert len(list(sounds.rglob("*.*"))) == 6
    assert page.rows.rowCount() == 4


@pytest.mark.shows("german-errors")
def test_a_german_window_says_in_german_why_a_copy_stays(
    app: EarshotApp, qtbot: QtBot, sounds: Path, german: None
) -> None:
    page = open_duplicates(app, qtbot)
    with qtbot.waitSignal(page.rows.chosen):
        click(page.best)
    changed = names(page)[3]
    write_tone(sounds / "Tones" / changed, 500.0, 2.0)
    click(page.trash)
    dialog = on_show(qtbot, ConfirmDialog)
    assert f"{changed} hat sich seit dem Indizieren geändert" in dialog.refused.text()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_a_copy_whose_other_went_before_the_user_agreed_stays(app: EarshotApp, qtbot: QtBot, sounds: Path) -> None:
    page = open_duplicates(app, qtbot)
    with qtbot.waitSignal(page.rows.chosen):
        click(page.best)
    stays, goes = ([next(sounds.rglob(names(page)[row])) for row in rows] for rows in ((0, 2), (1, 3)))
    click(page.trash)
    dialog = on_show(qtbot, ConfirmDialog)
    stays[0].unlink()  # the last of its kind is now the one that was to go
    with qtbot.waitSignal(app.search.counted, timeout=10_000):
        click(dialog.agree)
    assert goes[0].exists()
    assert not goes[1].exists()
    assert "1 file could not be moved to the trash" in app.window.message.label.text()


def test_removing_from_the_library_leaves_the_files(app: EarshotApp, qtbot: QtBot, sounds: Path) -> None:
    page = open_duplicates(app, qtbot)
    page.rows.set_stays([1], False)
    click(page.remove)
    dialog = on_show(qtbot, ConfirmDialog)
    with qtbot.waitSignal(app.search.counted, timeout=10_000):
        click(dialog.agree)
    assert page.rows.rowCount() == 2
    assert len(list(sounds.rglob("*.*"))) == 6
    qtbot.waitUntil(lambda: app.window.model.rowCount() == 5)


@pytest.mark.shows("duplicates-exact-near")
def test_near_duplicates_come_when_asked_and_follow_the_slider(app: EarshotApp, qtbot: QtBot) -> None:
    page = open_duplicates(app, qtbot)
    page.tabs.setCurrentIndex(1)
    assert page.start.isVisible()
    click(page.start)
    qtbot.waitUntil(lambda: page.rows.rowCount() == 3)  # hum and its copy have no other version
    qtbot.waitUntil(lambda: page.rows.member(0) is not None)
    assert set(names(page)) == {"rain.wav", "rain copy.wav", "rain.aiff"}
    page.slider.setFocus()
    shown = page.rows.found
    QTest.keyClick(page.slider, Qt.Key.Key_End)
    assert page.likeness.text() == "at least 100.0%"
    qtbot.waitUntil(lambda: page.rows.found is not shown)


def test_escape_leads_back_to_the_results(app: EarshotApp, qtbot: QtBot) -> None:
    open_duplicates(app, qtbot)
    app.player.stop()
    QTest.keyClick(app.window, Qt.Key.Key_Escape)
    assert app.window.page == "results"
    assert not app.commands.action("library.duplicates").isChecked()


def test_copies_can_be_looked_at_while_versions_are_compared(app: EarshotApp, qtbot: QtBot) -> None:
    page = open_duplicates(app, qtbot)
    page.tabs.setCurrentIndex(1)
    page.set_comparing(True)
    assert page.title.text() == "Comparing all sounds…"
    assert page.stop.isVisible() and not page.start.isVisible()
    page.tabs.setCurrentIndex(0)
    qtbot.waitUntil(lambda: page.rows.rowCount() == 4)
    page.rows.set_stays([1], False)
    assert page.best.isEnabled() and not page.trash.isEnabled()  # a file that goes would be compared in vain
    page.set_comparing(False)
    assert page.trash.isEnabled()


def test_choosing_everything_leaves_each_group_as_it_is(app: EarshotApp, qtbot: QtBot) -> None:
    page = open_duplicates(app, qtbot)
    page.rows.set_stays([3], False)
    page.view.setFocus()
    page.view.selectAll()
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert page.rows.goes.tolist() == [False, False, False, True]
    assert page.choice.text() == "One sound of each group is kept."


def test_groups_follow_what_the_watch_finds_and_keep_what_was_to_go(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path
) -> None:
    page = open_duplicates(app, qtbot)
    page.view.selectRow(1)
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    going = page.rows.found.ids[page.rows.goes].tolist()
    with Catalogue.open(tmp_path / "library") as catalogue:
        gone = page.rows.member(3)
        assert gone is not None
        catalogue.files.mark_gone([gone.sound.id])
    app.search.catch_up()
    qtbot.waitUntil(lambda: page.rows.rowCount() == 2)
    assert page.rows.found.ids[page.rows.goes].tolist() == going


def test_looking_again_says_what_came_of_it(app: EarshotApp, qtbot: QtBot) -> None:
    page = open_duplicates(app, qtbot)
    qtbot.waitUntil(page.again.isEnabled)
    click(page.again)
    qtbot.waitUntil(lambda: app.window.status.answer.text() == "Search finished: nothing new.")
