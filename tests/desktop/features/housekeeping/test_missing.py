"""Missing files in the window: listed, located, removed."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.missing.feature import MissingFeature
from desktop.features.missing.page import MissingPage
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock
from tests.desktop.features.housekeeping.acts import click, on_show
from tests.helpers.sounds import write_tone


def lose(folder: Path, library: Path) -> None:
    """Marks what is no longer in `folder` as missing, as the next look of a job does."""
    with Catalogue.open(library) as catalogue:
        gone = [known.id for root in catalogue.roots.all() for known in catalogue.files.stamps(root.id)]
        catalogue.files.mark_gone([id for id in gone if not catalogue.sounds.one(id).path.native.exists()])


def open_missing(app: EarshotApp, qtbot: QtBot) -> MissingPage:
    app.commands.action("library.missing").trigger()
    page = app.window.pages.currentWidget()
    assert isinstance(page, MissingPage)
    qtbot.waitUntil(lambda: page.places.rowCount() > 0)
    return page


@pytest.mark.shows("sound-known-audio")
def test_missing_files_are_listed_and_one_file_finds_all(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sounds / "Tones").rename(tmp_path / "Beeps")
    lose(sounds, tmp_path / "library")
    page = open_missing(app, qtbot)
    assert [page.places.index(0, column).data() for column in (1, 2)] == ["3", "missing"]
    assert page.summary.text().startswith("3 files missing")
    assert not page.locate_file.isEnabled()
    page.right.selectRow(0)
    name = page.files.index(0, 0).data()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "Beeps" / name), ""))
    with qtbot.waitSignal(app.search.counted, timeout=10_000):
        click(page.locate_file)
    assert page.result.text() == "3 sounds found again."
    qtbot.waitUntil(lambda: page.title.isVisible())
    qtbot.waitUntil(lambda: page.title.text() == "Nothing is missing")


@pytest.mark.shows("missing-true")
def test_the_page_looks_before_it_says_that_nothing_is_missing(app: EarshotApp, qtbot: QtBot, sounds: Path) -> None:
    gone = sorted((sounds / "Tones").iterdir())[:2]
    for file in gone:
        file.unlink()
    app.commands.action("library.missing").trigger()
    page = app.window.pages.currentWidget()
    assert isinstance(page, MissingPage)
    assert page.title.text() == "Looking for missing files…"
    qtbot.waitUntil(lambda: page.files.rowCount() == 2)
    qtbot.waitUntil(lambda: page.summary.text().startswith("2 files missing · As of "))
    qtbot.waitUntil(lambda: not page.summary.text().endswith("…"))
    page.remove.setFocus()
    app.commands.action("library.missing").trigger()  # back to the results, and here again after another goes
    (sounds / "Noises" / "hiss.wav").unlink(missing_ok=True)
    app.commands.action("library.missing").trigger()
    qtbot.waitUntil(lambda: "Looking" in page.summary.text())
    qtbot.waitUntil(lambda: not page.summary.text().endswith("…"))


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


@pytest.mark.shows("german-errors")
def test_a_german_window_says_in_german_why_a_file_stays_missing(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, german: None
) -> None:
    (sounds / "Tones").rename(tmp_path / "Beeps")
    write_tone(tmp_path / "Beeps" / "beep.wav", 3000.0, 1.0)
    lose(sounds, tmp_path / "library")
    page = open_missing(app, qtbot)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "Beeps"))
    click(page.locate_folder)
    qtbot.waitUntil(lambda: page.files.rowCount() == 1 and bool(page.result.text()))
    assert page.files.index(0, 2).data() == "ein anderer Sound"


def test_a_job_that_the_move_itself_has_begun_is_waited_for(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sounds / "Tones").rename(tmp_path / "Beeps")
    lose(sounds, tmp_path / "library")
    page = open_missing(app, qtbot)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "Beeps"))
    with WriterLock(tmp_path / "library"):
        click(page.locate_folder)
        qtbot.waitUntil(page.stop.isVisible)
        click(page.stop)  # the wait can be given up
        qtbot.waitUntil(lambda: not page.stop.isVisible())
        click(page.locate_folder)
        qtbot.waitUntil(page.stop.isVisible)
    qtbot.waitUntil(lambda: page.result.text() == "3 sounds found again.", timeout=10_000)


def test_offline_drives_stand_apart_and_cannot_be_removed_by_mistake(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Catalogue.open(tmp_path / "library") as catalogue:
        catalogue.roots.set_offline(catalogue.roots.all()[0].id, True)
    sounds.rename(tmp_path / "moved")
    page = open_missing(app, qtbot)
    assert [page.places.index(0, column).data() for column in (1, 2)] == ["6", "offline"]
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


def test_locate_leads_from_a_missing_row_to_its_file(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path
) -> None:
    (sounds / "Tones" / "hum.wav").unlink()
    lose(sounds, tmp_path / "library")
    app.search.catch_up()
    window = app.window
    qtbot.waitUntil(lambda: window.status.facts.missing.text() == "1 missing")
    with qtbot.waitSignal(app.finding.shown):
        window.search_bar.set_text("is:missing")
    window.results.go_to(0)
    app.commands.action("library.locate").trigger()
    assert window.page == "missing"
    (missing,) = (feature for feature in app.features if isinstance(feature, MissingFeature))
    qtbot.waitUntil(lambda: [row.path.name for row in missing.page.chosen_files] == ["hum.wav"])
    assert missing.page.locate_file.isEnabled()


def test_a_row_offers_locate_only_for_a_sound_that_is_away(
    app: EarshotApp, qtbot: QtBot, sounds: Path, tmp_path: Path
) -> None:
    def offered() -> set[str]:
        menu = app.commands.row_menu(app.window)
        texts = {action.text().partition("\t")[0] for action in menu.actions()}
        menu.close()
        return texts

    app.window.results.go_to(0)
    qtbot.waitUntil(lambda: app.window.results.current_hit() is not None)
    assert "Locate…" not in offered()
    (sounds / "Tones" / "hum.wav").unlink()
    lose(sounds, tmp_path / "library")
    app.search.catch_up()
    qtbot.waitUntil(lambda: app.window.status.facts.missing.text() == "1 missing")
    with qtbot.waitSignal(app.finding.shown):
        app.window.search_bar.set_text("is:missing")
    app.window.results.go_to(0)
    assert "Locate…" in offered()
