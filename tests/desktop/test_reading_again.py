"""Read again, from the menu of a row and of a folder: the window takes in what no time told of."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.work.ingest_process import JobOrder
from engine.base.types import FilePath, Sound
from engine.library.reader import LibraryReader
from engine.store.catalogue import Catalogue
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import bext, chunk, tone, wav_bytes
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def retagged(tmp_path: Path) -> Path:
    path = tmp_path / "mine" / "rain.wav"
    path.parent.mkdir()
    path.write_bytes(described("heavy rain"))
    return path


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, retagged: Path) -> Iterator[EarshotApp]:
    """A window over a library that has the file, which was retagged since by a program that left no trace."""
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as opened:
        opened.gathering.add((FilePath.of(retagged.parent),))
        qtbot.waitUntil(lambda: not opened.ingest.is_running, timeout=PATIENCE_MS)
        before = retagged.stat()
        retagged.write_bytes(described("light rain"))
        os.utime(retagged, ns=(before.st_atime_ns, before.st_mtime_ns))
        with Catalogue.open(opened.start.library) as catalogue, catalogue.database.change():
            catalogue.database.run("DELETE FROM file_change")
        assert description(opened, retagged) == "heavy rain"
        yield opened


def described(text: str) -> bytes:
    return wav_bytes(tone(440, 1), after=chunk(b"bext", bext(text)))


def kept(app: EarshotApp, path: Path) -> Sound:
    with Catalogue.open(app.start.library, read_only=True) as catalogue:
        id = catalogue.files.at(FilePath.of(path))
    assert id is not None
    with LibraryReader(app.start.library) as reader:
        return reader.sound(id)


def description(app: EarshotApp, path: Path) -> str:
    return kept(app, path).metadata.description


def choose(menu: QMenu, text: str) -> None:
    (action,) = (action for action in menu.actions() if action.text().replace("&", "") == text)
    action.trigger()


def test_nothing_is_noticed_when_it_is_not_asked_for(qtbot: QtBot, app: EarshotApp, retagged: Path) -> None:
    app.ingest.run(JobOrder())
    qtbot.waitUntil(lambda: not app.ingest.is_running, timeout=PATIENCE_MS)
    assert description(app, retagged) == "heavy rain"


@pytest.mark.shows("kept-dates")
def test_the_menu_of_a_row_reads_its_file_again(qtbot: QtBot, app: EarshotApp, retagged: Path) -> None:
    results = app.window.results
    QTest.keyClicks(app.window.search_bar.field, "in:mine")
    qtbot.waitUntil(lambda: results.model().rowCount() == 1, timeout=PATIENCE_MS)
    results.selectAll()
    assert results.selected_ids().tolist() == [kept(app, retagged).id]
    choose(app.commands.row_menu(results), "Read again")
    qtbot.waitUntil(lambda: description(app, retagged) == "light rain", timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not app.ingest.is_running, timeout=PATIENCE_MS)
    assert app.ingest.order == JobOrder(only=(FilePath.of(retagged),), rereads=True)


@pytest.mark.shows("kept-dates")
def test_the_menu_of_a_folder_reads_its_files_again(qtbot: QtBot, app: EarshotApp, retagged: Path) -> None:
    folder = FilePath.of(retagged.parent)
    qtbot.waitUntil(lambda: folder in [each.path for each in app.window.folders.folders], timeout=PATIENCE_MS)
    choose(app.window.folders.menu_of(folder), "Read again")
    qtbot.waitUntil(lambda: description(app, retagged) == "light rain", timeout=PATIENCE_MS)
