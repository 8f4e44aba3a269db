"""The queue of indexing: what is added is on show at once, in order, can be cancelled, and outlives the window."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.index_queue.dialog import QueueDialog
from desktop.features.index_queue.feature import IndexQueueFeature, queue_file, read_queue, record_of
from desktop.work.ingest_process import JobOrder
from engine.base.types import FilePath
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_noise
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


def folder_of_sounds(folder: Path, name: str, count: int = 1) -> FilePath:
    for number in range(count):
        write_noise(folder / name / f"{name} {number}.wav", seconds=2, seed=number)
    return FilePath.of(folder / name)


def folder_rows(earshot: EarshotApp) -> list[str]:
    tree = earshot.window.folders.tree
    return [item.text(0) for place in range(tree.topLevelItemCount()) if (item := tree.topLevelItem(place)) is not None]


def dialog_of(earshot: EarshotApp) -> QueueDialog:
    (feature,) = (one for one in earshot.features if isinstance(one, IndexQueueFeature))
    assert feature.dialog is not None
    return feature.dialog


def listed(dialog: QueueDialog) -> list[tuple[str, str]]:
    items = (dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount()))
    return [(item.text(0), item.text(1)) for item in items if item is not None]


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def add_three(qtbot: QtBot, earshot: EarshotApp, folder: Path) -> None:
    """Drops three folders, of which the first is held while the others wait."""
    paths = [
        folder_of_sounds(folder, name, count=20 if name == "first" else 1) for name in ("first", "second", "third")
    ]
    earshot.window.dropped.emit((paths[0],))
    earshot.ingest.pause()
    qtbot.waitUntil(lambda: earshot.ingest.is_paused, timeout=PATIENCE_MS)
    for path in paths[1:]:
        earshot.window.dropped.emit((path,))


@pytest.mark.shows("folders-queue")
def test_added_folders_are_on_show_at_once_put_in_order_and_cancelled(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        add_three(qtbot, earshot, tmp_path)
        assert "second  ·  waiting (1)" in folder_rows(earshot)
        assert "third  ·  waiting (2)" in folder_rows(earshot)
        assert any(row.startswith("first  ·  adding…") for row in folder_rows(earshot))
        button = earshot.window.strip.queue_button
        assert (button.text(), button.isVisible()) == ("2 waiting…", True)
        click(button)
        dialog = dialog_of(earshot)
        qtbot.waitUntil(dialog.isVisible, timeout=PATIENCE_MS)
        wanted = [("first", "being added now"), ("second", "waiting (1)"), ("third", "waiting (2)")]
        assert listed(dialog) == wanted
        dialog.list.setCurrentItem(dialog.list.topLevelItem(2))
        click(dialog.up_button)
        assert "third  ·  waiting (1)" in folder_rows(earshot)
        dialog.list.setCurrentItem(dialog.list.topLevelItem(2))
        click(dialog.cancel_button)
        assert button.text() == "1 waiting…"
        assert not any(row.startswith("second") for row in folder_rows(earshot))
        earshot.ingest.resume()
        qtbot.waitUntil(lambda: not earshot.ingest.is_running, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: {"first", "third"} < set(folder_rows(earshot)), timeout=PATIENCE_MS)
        assert not any(row.startswith("second") for row in folder_rows(earshot))
        assert listed(dialog) == []


@pytest.mark.shows("folders-queue")
def test_what_waits_is_gone_on_with_at_the_next_start(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        add_three(qtbot, earshot, tmp_path)
        file = queue_file(tmp_path / "library")
        qtbot.waitUntil(lambda: file.exists() and len(read_queue(tmp_path / "library")) == 3, timeout=PATIENCE_MS)
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        wanted = {"first", "second", "third"}
        qtbot.waitUntil(
            lambda: wanted < set(folder_rows(earshot)) and not earshot.ingest.is_running, timeout=PATIENCE_MS
        )
        qtbot.waitUntil(lambda: read_queue(tmp_path / "library") == (), timeout=PATIENCE_MS)


def test_cancelling_the_job_that_runs_goes_on_with_the_next(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        add_three(qtbot, earshot, tmp_path)
        click(earshot.window.strip.cancel_button)
        qtbot.waitUntil(lambda: not earshot.ingest.is_running, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: {"second", "third"} < set(folder_rows(earshot)), timeout=PATIENCE_MS)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"version": 2}', '{"version": 1, "orders": [{"folders": ["http://x/"]}]}', "[" * 100_000],
    ids=["empty", "list", "cut", "newer", "no file", "deep"],
)
def test_a_damaged_file_counts_as_no_queue(tmp_path: Path, text: str) -> None:
    queue_file(tmp_path).write_text(text)
    assert read_queue(tmp_path) == ()


def test_orders_come_back_as_they_were(tmp_path: Path) -> None:
    orders = (
        JobOrder((FilePath(b"/sounds/a b"), FilePath(b"/sounds/\xc3\xa4"))),
        JobOrder(only=(FilePath(b"/sounds/x.wav"),)),
        JobOrder(retry_failed=True),
        JobOrder((FilePath(b"/sounds/a b"),), rereads=True),
    )
    queue_file(tmp_path).write_text(json.dumps(record_of([*orders, JobOrder(is_quiet=True)])))
    assert read_queue(tmp_path) == orders
