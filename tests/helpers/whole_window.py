"""The whole window in the test's own process, offscreen, for tests that look inside it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.settings_file import SettingsFile
from desktop.base.start_options import WindowStart
from tests.helpers.desk import clear_desk
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary


@contextmanager
def whole_window(
    qtbot: QtBot,
    tiny_library: TinyLibrary,
    folder: Path,
    *,
    start: dict[str, Any] | None = None,
    size: tuple[int, int] | None = (1280, 800),
    **settings: Any,
) -> Iterator[EarshotApp]:
    """Opens the window over a copy of the tiny library and waits for its first rows.

    Args:
        folder: for the copy and the settings.
        start: fields of WindowStart other than library, settings and pack.
        size: of the window; None restores its last size.
        settings: entries of the settings file; watching and looking through folders are off by default.
    """
    library = folder / "library"
    if not library.exists():
        shutil.copytree(tiny_library.folder, library)
    file = folder / "window.json"
    chosen = SettingsFile(file)
    chosen.change(**{"look_at_start": False, "watch": False, **settings})
    chosen.flush()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    opened = WindowStart(library, file, tiny_library.pack, log_folder=folder / "log", data_folder=folder / "data")
    earshot = EarshotApp(app, replace(opened, **(start or {})))
    if size is not None:
        earshot.window.resize(*size)
    try:
        with (
            qtbot.waitSignal(earshot.finding.shown, timeout=PATIENCE_MS),
            qtbot.waitSignal(earshot.search.counted, timeout=PATIENCE_MS),
        ):
            earshot.open()
        earshot.window.activateWindow()
        yield earshot
    finally:
        earshot.quit()
        earshot.window.deleteLater()
        earshot.deleteLater()
        clear_desk(app)  # its dialogs would cover the next window and the pointer's place
