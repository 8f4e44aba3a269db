"""Duplicates, missing files, export and copies in the real window, offscreen, over real files."""

import csv
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop.app import EarshotApp
from desktop.dialogs.collect import CollectDialog
from desktop.dialogs.export_list import ExportDialog
from desktop.duplicates.confirm import ConfirmDialog
from desktop.duplicates.model import Column
from desktop.duplicates.page import DuplicatesPage
from desktop.missing.page import MissingPage
from desktop.opening import Start
from engine.store.catalogue import Catalogue
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_pack import make_tiny_pack

T = TypeVar("T", bound=QDialog)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture
def sounds(tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Rain three times (once as AIFF), a hum twice, a beep; indexed in `library` beside the folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "sounds"
    rain = write_noise(folder / "rain.wav", 1.0, subtype="PCM_24")
    shutil.copy2(rain, folder / "rain copy.wav")
    write_noise(folder / "rain.aiff", 1.0, subtype="PCM_24")
    hum = write_tone(folder / "Tones" / "hum.wav", 100.0, 1.0)
    shutil.copy2(hum, folder / "Tones" / "hum copy.wav")
    write_tone(folder / "Tones" / "beep.wav", 4000.0, 1.0)
    files = [rain, folder / "rain copy.wav", folder / "rain.aiff", hum]
    files += [folder / "Tones" / "hum copy.wav", folder / "Tones" / "beep.wav"]
    store_sounds(tmp_path / "library", folder, pack, files)
    return folder


@pytest.fixture
def app(qtbot: QtBot, qapp: QApplication, tmp_path: Path, pack: Path, sounds: Path) -> Iterator[EarshotApp]:
    """The application with its window on show and the library listed."""
    start = Start(library=tmp_path / "library", settings_file=tmp_path / "window.json", pack=pack)
    earshot = EarshotApp(qapp, start)
    qtbot.addWidget(earshot.window)
    with qtbot.waitSignal(earshot.search.counted, timeout=20_000):
        earshot.open()
    qtbot.waitUntil(lambda: earshot.window.model.rowCount() == 6)
    yield earshot
    earshot.close()


def click(button: QPushButton) -> None:
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def on_show(qtbot: QtBot, kind: type[T]) -> T:
    """Waits for a dialog of the window."""
    found: list[T] = []

    def is_there() -> bool:
        found[:] = [
            widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind) and widget.isVisible()
        ]
        return bool(found)

    qtbot.waitUntil(is_there)
    return found[0]


# -- duplicates ----------------------------------------------------------------------------------------------------


def open_duplicates(app: EarshotApp, qtbot: QtBot) -> DuplicatesPage:
    app.commands.action("library.duplicates").trigger()
    page = app.window.pages.currentWidget()
    assert isinstance(page, DuplicatesPage)
    qtbot.waitUntil(lambda: page.rows.rowCount() == 4)
    qtbot.waitUntil(lambda: page.rows.member(0) is not None)
    return page


def names(page: DuplicatesPage) -> list[str]:
    return [page.rows.index(row, Column.NAME).data() for row in range(page.rows.rowCount())]


def test_copies_stand_group_by_group_and_nothing_goes_by_itself(app: EarshotApp, qtbot: QtBot) -> None:
    page = open_duplicates(app, qtbot)
    assert sorted(names(page)[:2]) == ["rain copy.wav", "rain.wav"]
    assert sorted(names(page)[2:]) == ["hum copy.wav", "hum.wav"]
    assert [page.rows.index(row, Column.LIKE).data() for row in range(4)] == ["best", "copy", "best", "copy"]
    assert page.rows.going == 0
    assert not page.trash.isEnabled()
    assert page.summary.text().startswith("2 groups · ")


def test_keys_and_clicks_choose_and_the_last_of_a_group_stays(app: EarshotApp, qtbot: QtBot) -> None:
    page = open_duplicates(app, qtbot)
    page.view.selectRow(1)
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert page.rows.goes.tolist() == [False, True, False, False]
    box = page.view.visualRect(page.rows.index(0, Column.KEEP)).center()
    QTest.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, box)
    assert page.rows.goes.tolist() == [False, True, False, False]
    assert page.choice.text() == "One sound of each group stays."
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
    assert page.choice.text().startswith("2 sounds go, ")
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
        assert catalogue.counts().sounds == 4


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
    assert page.likeness.text() == "alike from 100.0%"
    qtbot.waitUntil(lambda: page.rows.found is not shown)


def test_escape_leads_back_to_the_results(app: EarshotApp, qtbot: QtBot) -> None:
    open_duplicates(app, qtbot)
    app.player.stop()
    QTest.keyClick(app.window, Qt.Key.Key_Escape)
    assert app.window.page == "results"
    assert not app.commands.action("library.duplicates").isChecked()


# -- missing files -------------------------------------------------------------------------------------------------


def lose(folder: Path, library: Path) -> None:
    """Marks what is no longer in `folder` as missing, as the next look of a job does."""
    with Catalogue.open(library) as catalogue:
        gone = [known.id for root in catalogue.roots() for known in catalogue.stamps(root.id)]
        catalogue.mark_gone([id for id in gone if not catalogue.sound(id).path.native.exists()])


def open_missing(app: EarshotApp, qtbot: QtBot) -> MissingPage:
    app.commands.action("library.missing").trigger()
    page = app.window.pages.currentWidget()
    assert isinstance(page, MissingPage)
    qtbot.waitUntil(lambda: page.places.rowCount() > 0)
    return page


def test_missing_files_are_listed_and_one_file_finds_all(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sounds / "Tones").rename(tmp_path / "Beeps")
    lose(sounds, tmp_path / "library")
    page = open_missing(app, qtbot)
    assert [page.places.index(0, column).data() for column in (1, 2)] == ["3", "files missing"]
    assert page.summary.text() == "3 files missing"
    assert not page.locate_file.isEnabled()
    page.right.selectRow(0)
    name = page.files.index(0, 0).data()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "Beeps" / name), ""))
    with qtbot.waitSignal(app.search.counted, timeout=10_000):
        click(page.locate_file)
    assert page.result.text() == "3 sounds found again."
    qtbot.waitUntil(lambda: page.title.isVisible())
    assert page.title.text() == "Nothing is missing"


def test_what_is_not_the_same_audio_stays_missing_and_says_why(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sounds / "Tones").rename(tmp_path / "Beeps")
    write_tone(tmp_path / "Beeps" / "beep.wav", 3000.0, 1.0)
    lose(sounds, tmp_path / "library")
    page = open_missing(app, qtbot)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "Beeps"))
    click(page.locate_folder)
    qtbot.waitUntil(lambda: page.files.rowCount() == 1 and bool(page.result.text()))
    assert page.result.text() == "2 sounds found again. 1 not found there, or not the same audio."
    assert [page.files.index(0, column).data() for column in (0, 2)] == ["beep.wav", "it is another sound"]


def test_offline_drives_stand_apart_and_cannot_be_removed_by_mistake(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Catalogue.open(tmp_path / "library") as catalogue:
        catalogue.set_offline(catalogue.roots()[0].id, True)
    sounds.rename(tmp_path / "moved")
    page = open_missing(app, qtbot)
    assert [page.places.index(0, column).data() for column in (1, 2)] == ["6", "drive not connected"]
    assert not page.remove.isEnabled()
    assert "Connect the drive" in page.hint.text()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "moved"))
    click(page.locate_folder)
    qtbot.waitUntil(lambda: page.result.text() == "6 sounds found again.")


def test_missing_files_are_removed_after_a_question(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path
) -> None:
    (sounds / "Tones" / "beep.wav").unlink()
    lose(sounds, tmp_path / "library")
    page = open_missing(app, qtbot)
    click(page.remove)
    question = on_show(qtbot, QMessageBox)
    assert question.text() == "Remove 1 missing sound from the library?"
    agree = next(button for button in question.buttons() if button.text() == "Remove")
    assert isinstance(agree, QPushButton)
    with qtbot.waitSignal(app.search.counted, timeout=10_000):
        click(agree)
    qtbot.waitUntil(lambda: app.window.model.rowCount() == 5)


# -- export and copies ---------------------------------------------------------------------------------------------


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
    hit = app.window.results.current_hit()
    assert hit is not None

    def is_used() -> bool:
        with Catalogue.open(tmp_path / "library", read_only=True) as catalogue:
            return catalogue.sound(hit.sound.id).marks.uses == 1

    qtbot.waitUntil(is_used)


def test_a_folder_that_cannot_be_written_is_said(app: EarshotApp, qtbot: QtBot, sounds: Path) -> None:
    app.commands.action("export.collect").trigger()
    dialog = on_show(qtbot, CollectDialog)
    QTest.keyClicks(dialog.folder, str(sounds / "rain.wav" / "project"))
    click(dialog.agree)
    qtbot.waitUntil(lambda: app.window.message.isVisible())
    assert "cannot be written" in app.window.message.label.text()
