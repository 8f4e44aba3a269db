"""Help, Copy diagnostics, by real events in the whole window."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.crash_log import CrashLog
from desktop.features.diagnostics.dialog import DiagnosticsDialog
from engine.base.logs import Name
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    log = CrashLog(tmp_path / "log")
    with whole_window(qtbot, tiny_library, tmp_path, loop=True, editor="/opt/secret editor") as earshot:
        yield earshot
    log.close()


def opened(qtbot: QtBot, earshot: EarshotApp) -> DiagnosticsDialog:
    earshot.commands.action("help.diagnostics").trigger()

    def found() -> list[DiagnosticsDialog]:
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, DiagnosticsDialog) and one.isVisible()]

    qtbot.waitUntil(lambda: bool(found()), timeout=PATIENCE_MS)
    (dialog,) = found()
    return dialog


def press_copy(qtbot: QtBot, dialog: DiagnosticsDialog) -> str:
    QGuiApplication.clipboard().setText("nothing yet")
    QTest.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    return QGuiApplication.clipboard().text()


@pytest.mark.shows("diagnostics-copied")
def test_the_copy_has_facts_counts_settings_and_log_without_names(
    earshot: EarshotApp, qtbot: QtBot, tmp_path: Path
) -> None:
    logging.getLogger("engine.ingest.job").warning("%d files of %s lost", 3, Name("/sounds/Tante Emma.wav"))
    text = press_copy(qtbot, opened(qtbot, earshot))
    assert "Earshot: " in text
    assert "Python: CPython 3" in text
    assert "Devices: cpu (built in)" in text
    assert "Library: 6 sounds" in text
    assert "loop=True" in text
    assert "editor changed" in text
    assert "engine.ingest.job: 3 files of «» lost" in text
    for name in ("Emma", "secret editor", str(tmp_path)):
        assert name not in text
    assert earshot.window.status.answer.text() == "Diagnostics copied"


def test_names_are_copied_if_wanted(earshot: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    logging.getLogger("engine.ingest.job").warning("lost %s", Name("/sounds/Tante Emma.wav"))
    dialog = opened(qtbot, earshot)
    assert "Emma" not in dialog.preview.toPlainText()
    QTest.mouseClick(
        dialog.names, Qt.MouseButton.LeftButton, pos=dialog.names.rect().center() - dialog.names.rect().center() / 2
    )
    assert dialog.names.isChecked()
    text = press_copy(qtbot, dialog)
    assert "lost «/sounds/Tante Emma.wav»" in text
    assert f"Library folder: {tmp_path / 'library'}" in text
    assert "editor=/opt/secret editor" in text


def test_esc_copies_nothing(earshot: EarshotApp, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("nothing yet")
    dialog = opened(qtbot, earshot)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert QGuiApplication.clipboard().text() == "nothing yet"
