"""Jobs as the window shows them: what is said of one goes when the next one begins."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.work.ingest_process import JobOrder
from engine.base.types import FilePath
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import sparse_rf64, write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

_STOPPED = "Stopped. So far: Nothing new; add the folder again to go on"


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as opened:
        yield opened


@pytest.fixture
def endless(tmp_path: Path) -> FilePath:
    """A folder that no job is done with while a test lasts: a sound of ten hours."""
    (tmp_path / "endless").mkdir()
    sparse_rf64(tmp_path / "endless" / "hours.wav", 36_000.0, 16_000, {0.0: np.zeros((10, 1), np.float32)})
    return FilePath.of(tmp_path / "endless")


def click(button: QToolButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def stopped(qtbot: QtBot, app: EarshotApp, folder: FilePath) -> str:
    """Adds a folder and cancels its job by the button; gives what the status bar says then."""
    app.gathering.add((folder,))
    qtbot.waitUntil(app.window.strip.cancel_button.isVisible, timeout=PATIENCE_MS)
    click(app.window.strip.cancel_button)
    qtbot.waitUntil(lambda: not app.ingest.is_running, timeout=PATIENCE_MS)
    return app.window.status.answer.text()


def test_that_a_job_was_stopped_is_not_said_beside_the_next_one(
    qtbot: QtBot, app: EarshotApp, endless: FilePath
) -> None:
    listed = app.window.status.answer.text()
    assert stopped(qtbot, app, endless) == _STOPPED
    app.ingest.index((endless,))  # as "Look for changes" does
    qtbot.waitUntil(lambda: app.ingest.is_running, timeout=PATIENCE_MS)
    assert app.window.status.answer.text() == listed
    assert app.window.status.answer.toolTip() == "What the last search gave"


def test_a_job_that_nobody_asked_for_leaves_it_to_be_read(qtbot: QtBot, app: EarshotApp, endless: FilePath) -> None:
    assert stopped(qtbot, app, endless) == _STOPPED
    app.ingest.run(JobOrder((endless,), is_quiet=True))
    qtbot.waitUntil(lambda: app.ingest.is_running, timeout=PATIENCE_MS)
    assert app.window.status.answer.text() == _STOPPED


def test_folders_of_the_command_line_are_indexed_into_a_library_opened_for_the_first_time(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    write_tone(tmp_path / "new" / "tone.wav", hz=300.0, seconds=1.0)
    folders = (FilePath.of(tmp_path / "new"),)
    with whole_window(qtbot, tiny_library, tmp_path, start={"folders": folders, "may_create": False}) as app:
        counts: list[int] = []
        app.search.counted.connect(lambda stats, known: counts.append(stats.sounds))
        qtbot.waitUntil(lambda: 7 in counts or bool(app.ingest.fault), timeout=PATIENCE_MS)
        assert app.ingest.fault == ""
