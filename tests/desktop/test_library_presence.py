"""A library that goes away while the window is open is said, nothing is written, and it is not made anew."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from desktop.work.ingest_process import JobOrder
from engine.base.types import FilePath
from engine.store.catalogue import Catalogue
from tests.helpers.desk import clear_desk
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as opened:
        yield opened


def renamed(library: Path) -> None:
    library.rename(library.with_name("elsewhere"))


def deleted(library: Path) -> None:
    shutil.rmtree(library)


def replaced(library: Path) -> None:
    renamed(library)
    Catalogue.open(library).close()


def says_gone(app: EarshotApp) -> bool:
    message = app.window.message
    return message.isVisible() and "The library is no longer in" in message.label.text()


@pytest.mark.shows("library-asked-for")
@pytest.mark.parametrize("goes", [renamed, deleted, replaced])
def test_a_library_that_goes_away_is_said_and_not_made_anew(
    qtbot: QtBot, app: EarshotApp, tmp_path: Path, goes: Callable[[Path], None]
) -> None:
    library = app.start.library
    write_tone(tmp_path / "more" / "new.wav", 300.0)
    goes(library)
    qtbot.waitUntil(lambda: says_gone(app), timeout=PATIENCE_MS)
    app.gathering.add((FilePath.of(tmp_path / "more"),))
    app.ingest.run(JobOrder())
    qtbot.waitUntil(lambda: not app.ingest.is_running, timeout=PATIENCE_MS)
    app.window.results.go_to(0)
    app.window.results.setFocus()
    QTest.keyClick(app.window.results, Qt.Key.Key_5)
    app.quit()
    if goes is replaced:
        with Catalogue.open(library, read_only=True) as other:
            assert other.sounds.is_empty() and not other.roots.all()
    else:
        assert not library.exists()


@pytest.mark.shows("library-asked-for")
def test_a_library_that_comes_back_is_used_again(qtbot: QtBot, app: EarshotApp, tmp_path: Path) -> None:
    library = app.start.library
    renamed(library)
    qtbot.waitUntil(lambda: says_gone(app), timeout=PATIENCE_MS)
    (tmp_path / "elsewhere").rename(library)
    qtbot.waitUntil(lambda: not says_gone(app), timeout=PATIENCE_MS)
    write_tone(tmp_path / "more" / "new.wav", 300.0)
    app.gathering.add((FilePath.of(tmp_path / "more"),))
    qtbot.waitUntil(lambda: not app.ingest.is_running, timeout=PATIENCE_MS)
    with Catalogue.open(library, read_only=True) as catalogue:
        assert catalogue.files.at(FilePath.of(tmp_path / "more" / "new.wav")) is not None


@pytest.mark.shows("library-asked-for")
def test_a_known_library_that_is_away_at_the_start_is_made_only_when_asked_for(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    start = WindowStart(tmp_path / "library", tmp_path / "window.json", may_create=False, data_folder=tmp_path / "data")
    app = EarshotApp(qapp, start)
    try:
        app.open()
        message = app.window.message
        qtbot.waitUntil(lambda: message.isVisible() and message.way.isVisible(), timeout=PATIENCE_MS)
        assert str(start.library) in message.label.text()
        assert not start.library.exists()
        QTest.mouseClick(message.way, Qt.MouseButton.LeftButton)
        assert app.restart.is_wanted and app.restart.creates_library
    finally:
        app.quit()
        app.window.deleteLater()
        app.deleteLater()
        clear_desk(qapp)


def test_a_library_that_was_opened_once_is_known(app: EarshotApp) -> None:
    with Catalogue.open(app.start.library, read_only=True) as catalogue:
        assert app.settings.values.libraries == {str(app.start.library): catalogue.id}
    assert app.ingest.library_id == app.learning.process.library_id == app.search.library_id
