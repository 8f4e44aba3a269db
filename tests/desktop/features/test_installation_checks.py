"""Help, Check this installation: the facts of `earshot doctor`, in the whole window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.doctor.dialog import ChecksDialog
from desktop.features.doctor.feature import InstallationChecks
from engine.features.doctor.doctor import examine
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        yield earshot


def checked(qtbot: QtBot, earshot: EarshotApp) -> ChecksDialog:
    (feature,) = (one for one in earshot.features if isinstance(one, InstallationChecks))
    earshot.commands.action("help.doctor").trigger()
    dialog = feature.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.copy_button.isEnabled, timeout=PATIENCE_MS)
    return dialog


@pytest.mark.shows("installation-checked")
def test_it_shows_what_doctor_prints_and_copies_it(qtbot: QtBot, earshot: EarshotApp) -> None:
    dialog = checked(qtbot, earshot)
    shown = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    names = [row.text(0) for row in shown if row is not None]
    assert names == [check.name for check in examine(earshot.start.library)]
    assert dialog.verdict.text() in (
        "Nothing needs repair.",
        "Something needs repair: the lines in red say what to do.",
    )
    QTest.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert f"ok    library: {earshot.start.library}: 6 sounds" in copied


def test_a_library_that_needs_repair_is_named_with_what_to_do(
    qtbot: QtBot, earshot: EarshotApp, tiny_library: TinyLibrary
) -> None:
    for block in (earshot.start.library / "vectors").rglob("*.vec"):
        block.write_bytes(block.read_bytes()[:-7])
    dialog = checked(qtbot, earshot)
    assert "needs repair" in dialog.verdict.text()
    texts = [row.text(1) for row in map(dialog.list.topLevelItem, range(dialog.list.topLevelItemCount())) if row]
    assert any("are damaged or missing\nRun `earshot index`" in text for text in texts)


def test_closing_it_early_ends_the_checks_and_it_opens_again(qtbot: QtBot, earshot: EarshotApp) -> None:
    (feature,) = (one for one in earshot.features if isinstance(one, InstallationChecks))
    earshot.commands.action("help.doctor").trigger()
    assert feature.dialog is not None
    feature.dialog.reject()
    assert feature.dialog is None
    assert checked(qtbot, earshot).list.topLevelItemCount() > 8
