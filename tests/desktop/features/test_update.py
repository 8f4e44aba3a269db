"""The window over the library of an earlier Earshot: it says what goes on, how far it is, and can be closed."""

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from engine.base import migration_progress
from engine.base.migration_progress import UpdateListener
from engine.store.connection import FILE_NAME
from tests.engine.store.test_update import GOLDEN, contents
from tests.helpers.desk import clear_desk
from tests.helpers.tiny_library import TinyLibrary


@pytest.fixture
def held(
    qapp: QApplication, tmp_path: Path, tiny_library: TinyLibrary, monkeypatch: pytest.MonkeyPatch
) -> Iterator[EarshotApp]:
    """A window whose update stands still in its middle until the window closes."""
    monkeypatch.setattr("engine.store.migration_progress._LOOK_STEPS", 10)  # so small a library takes few
    library = tmp_path / "library"
    library.mkdir()
    shutil.copy(GOLDEN / "catalogue-v5.sqlite", library / FILE_NAME)
    earshot = EarshotApp(qapp, WindowStart(library, tmp_path / "window.json", tiny_library.pack))
    told = migration_progress.in_use()

    def tell(share: float) -> None:
        told.tell(share)
        while share > 0.3 and not told.cancel():
            time.sleep(0.01)

    migration_progress.use(UpdateListener(tell, told.cancel))
    yield earshot
    earshot.quit()
    earshot.window.deleteLater()
    earshot.deleteLater()
    clear_desk(qapp)


@pytest.mark.shows("update-told")
def test_the_window_says_how_far_it_is_and_closing_leaves_the_old_catalogue(held: EarshotApp, qtbot: QtBot) -> None:
    library = held.start.library
    before = contents(library)
    held.open()
    window = held.window
    qtbot.waitUntil(lambda: bool(re.fullmatch(r"Bringing the library up to date… [3-9]\d%", window.empty.title.text())))
    assert window.empty.isVisible()
    held.quit()
    assert contents(library) == before
