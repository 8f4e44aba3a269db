"""What the window says of a library that is damaged, and what can still be done in it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from desktop.features.backups.dialog import BackupsDialog
from desktop.features.backups.feature import BackupsFeature
from desktop.features.backups.restore import mend_library, put_back
from desktop.widgets.buttons import AskDialog
from desktop.work.restart import IdleDetector
from engine.base.backup_files import Reason, backups_of
from engine.library.library import Library
from engine.store.backup import make_backup
from engine.store.connection import FILE_NAME
from engine.store.migrations import SCHEMA_VERSION
from tests.helpers.desk import clear_desk
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> TinyLibrary:
    """A copy, to be damaged; the window opens this very one."""
    return replace(tiny_library, folder=Path(shutil.copytree(tiny_library.folder, tmp_path / "library")))


@contextmanager
def opened(qtbot: QtBot, library: TinyLibrary, folder: Path) -> Iterator[EarshotApp]:
    """A window over a library that cannot be opened, so that no rows are waited for."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    earshot = EarshotApp(app, WindowStart(library.folder, folder / "window.json", library.pack))
    try:
        with qtbot.waitSignal(earshot.search.failed, timeout=PATIENCE_MS):
            earshot.open()
        yield earshot
    finally:
        earshot.quit()
        earshot.window.deleteLater()
        earshot.deleteLater()
        clear_desk(app)


def dialog_of(earshot: EarshotApp) -> BackupsDialog:
    """The dialog that was opened."""
    (feature,) = (feature for feature in earshot.features if isinstance(feature, BackupsFeature))
    assert feature.dialog is not None
    return feature.dialog


def test_a_bad_block_of_vectors_is_said_and_names_are_found_all_the_same(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path
) -> None:
    (path,) = (library.folder / "vectors").rglob("segments-*.vec")
    os.truncate(path, path.stat().st_size - 5)
    with whole_window(qtbot, library, tmp_path) as earshot:
        window = earshot.window
        window.search_bar.set_text('"take 9" noise')
        qtbot.waitUntil(lambda: window.model.rowCount() == 1 and not window.note.isHidden(), timeout=PATIENCE_MS)
        assert "6 sounds cannot be found by how they sound" in window.note.label.text()
        assert "F5" in window.note.label.text()


@pytest.mark.shows("entered-lost-file")
def test_a_library_that_cannot_be_opened_offers_its_backups_and_says_what_going_back_costs(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path
) -> None:
    backup = make_backup(library.folder, Reason.DAILY)
    (library.folder / "catalogue.sqlite").write_bytes(b"")
    with opened(qtbot, library, tmp_path) as earshot:
        window = earshot.window
        qtbot.waitUntil(lambda: len(window.empty.ways) == 1, timeout=PATIENCE_MS)
        window.empty.ways[0].take()
        dialog = dialog_of(earshot)
        qtbot.waitUntil(dialog.restore_button.isEnabled, timeout=PATIENCE_MS)
        assert dialog.backup == backup
        assert "cannot be compared" in dialog.lost.text()
        dialog.restore_button.click()
        assert earshot.restart.is_wanted and earshot.restart.work is not None
    assert earshot.restart.work()
    assert [kept.reason for kept in backups_of(library.folder)] == [Reason.DAMAGED, Reason.DAILY]


@pytest.mark.shows("entered-lost-file")
def test_what_would_be_lost_is_shown_before_anything_can_be_restored(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path
) -> None:
    make_backup(library.folder, Reason.ASKED, now_s=1_700_000_000.0)
    with whole_window(qtbot, library, tmp_path) as earshot:
        rated: list[object] = []
        earshot.search.ask(
            lambda library: library.keeping.set_rating(library.browse().hits[0].sound.id, 4), rated.append
        )
        qtbot.waitUntil(lambda: len(rated) == 1, timeout=PATIENCE_MS)
        earshot.commands.action("library.backups").trigger()
        dialog = dialog_of(earshot)
        assert not dialog.restore_button.isEnabled()
        qtbot.waitUntil(dialog.restore_button.isEnabled, timeout=PATIENCE_MS)
        assert dialog.lost.text() == "You would lose: 1 rating."
        qtbot.waitUntil(dialog.make_button.isEnabled, timeout=PATIENCE_MS)
        dialog.make_button.click()
        qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 2, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: dialog.lost.text() == "Nothing would be lost.", timeout=PATIENCE_MS)


def test_a_backup_of_the_day_is_made_while_the_window_is_open_and_left_alone(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.features.backups.feature._QUIET_MS", 100)
    with whole_window(qtbot, library, tmp_path):
        qtbot.waitUntil(lambda: len(backups_of(library.folder)) == 1, timeout=PATIENCE_MS)
    assert backups_of(library.folder)[0].reason is Reason.DAILY


def damage(library: Path) -> None:
    """Turns a bit of a note: opening and searching go on."""
    path = library / "catalogue.sqlite"
    with Library.open(library) as opened:
        opened.keeping.set_note([opened.browse().hits[0].sound.id], "a note that was written")
    raw = path.read_bytes()
    assert raw.count(b"that was written") == 1
    path.write_bytes(raw.replace(b"that was written", b"that was wrItten"))


@pytest.mark.shows("entered-lost-file")
def test_a_library_known_to_be_damaged_is_searched_and_says_that_it_keeps_nothing(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path
) -> None:
    make_backup(library.folder, Reason.ASKED)
    damage(library.folder)
    assert not make_backup(library.folder, Reason.ASKED).is_whole
    with whole_window(qtbot, library, tmp_path) as earshot:
        window = earshot.window
        qtbot.waitUntil(lambda: window.message.kind == "held", timeout=PATIENCE_MS)
        window.search_bar.set_text('"take 9" noise')
        qtbot.waitUntil(lambda: window.model.rowCount() == 1, timeout=PATIENCE_MS)
        window.message.take_back("held")  # closed by the user: what is refused says it again
        window.results.go_to(0)
        earshot.commands.action("keep.rate_4").trigger()
        qtbot.waitUntil(lambda: window.message.kind == "held", timeout=PATIENCE_MS)
        assert "changes are not saved" in window.message.label.text()
        window.message.take_back("held")
        earshot.commands.action("library.look_again").trigger()  # its job ends with words for a shell
        qtbot.waitUntil(lambda: window.message.kind == "held", timeout=PATIENCE_MS)
        window.message.way.click()
        question = QApplication.activeModalWidget()
        assert isinstance(question, AskDialog)
        question.agree.click()
        assert earshot.restart.is_wanted and earshot.restart.work is not None
    with Library.open(library.folder, read_only=True) as opened:
        assert [hit.sound.marks.rating for hit in opened.browse().hits] == [0] * 6


def test_mending_from_the_window_says_what_came_of_it_and_changes_are_kept_again(
    library: TinyLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_backup(library.folder, Reason.ASKED)
    damage(library.folder)
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(f"{box.text()} {box.informativeText()}"))
    assert mend_library(library.folder)
    assert told[-1].startswith("The library is repaired.")
    assert mend_library(library.folder)
    assert told[-1].startswith("The library is intact.")
    with Library.open(library.folder) as opened:
        opened.keeping.set_rating([opened.browse().hits[0].sound.id], 3)


def test_the_daily_backup_waits_until_nobody_types_and_nothing_plays(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = iter([True, True, False])  # it plays, it plays, it is over
    with whole_window(qtbot, library, tmp_path) as earshot:
        handle, came = earshot.window.windowHandle(), []
        quiet = IdleDetector(lambda: next(states), 50, earshot)
        quiet.watch(handle)
        quiet.came.connect(lambda: came.append(next(states, "over")))
        qtbot.waitUntil(lambda: came == ["over"], timeout=PATIENCE_MS)
        disturbed: list[bool] = []
        monkeypatch.setattr(quiet, "disturb", lambda: disturbed.append(True))
        QTest.mouseMove(handle, earshot.window.rect().center())
        assert disturbed == []
        QTest.keyClick(handle, Qt.Key.Key_Shift)
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=earshot.window.rect().center())
        assert len(disturbed) == 2


def test_a_library_that_is_open_elsewhere_is_not_replaced(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = make_backup(library.folder, Reason.DAILY)
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    with Library.open(library.folder) as other:
        assert other.roots()
        assert not put_back(library.folder, backup.path)
    assert "open" in told[0]
    assert len(backups_of(library.folder)) == 1


@pytest.mark.shows("german-errors")
def test_a_german_window_says_in_german_that_a_backup_could_not_be_put_back(
    qtbot: QtBot, library: TinyLibrary, monkeypatch: pytest.MonkeyPatch, german: None
) -> None:
    backup = make_backup(library.folder, Reason.DAILY)
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append((box.text(), box.informativeText())))
    with Library.open(library.folder) as other:
        assert other.roots()
        assert not put_back(library.folder, backup.path)
    what, advice = told[0]
    assert what == f"Ein anderes Programm hat die Bibliothek {library.folder} offen"
    assert advice.startswith("Schließ alle Fenster und Befehle von Earshot")


@pytest.mark.shows("german-errors")
def test_a_german_window_says_in_german_that_a_library_is_of_a_later_earshot(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path, german: None
) -> None:
    with closing(apsw.Connection(str(library.folder / FILE_NAME))) as connection:
        connection.pragma("user_version", 99)
    with opened(qtbot, library, tmp_path) as earshot:
        qtbot.waitUntil(lambda: "Format 99" in earshot.window.message.label.text(), timeout=PATIENCE_MS)
        assert earshot.window.message.label.text() == (
            f"Die Bibliothek {library.folder / FILE_NAME} hat Format 99, dieses Earshot kennt nur Formate bis "
            f"{SCHEMA_VERSION}. Installiere das neuere Earshot, das sie angelegt hat, oder wähle für die Bibliothek "
            "einen anderen Ordner. Geändert wurde nichts."
        )
