"""The pick list in the whole window, offscreen: picked by a key, removed, taken back, copied, sent and dragged."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.pick_list.feature import TAB, PickListFeature
from desktop.features.send.dialog import SendDialog
from engine.features.pick_list.pick_list import FILE_NAME, read_picks
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    (tiny_library.folder / FILE_NAME).unlink(missing_ok=True)
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        app.window.results.go_to(0)
        qtbot.waitUntil(lambda: app.window.deck.waveform.duration_s > 2.0, timeout=PATIENCE_MS)
        yield app
    (tiny_library.folder / FILE_NAME).unlink(missing_ok=True)


def feature_of(app: EarshotApp) -> PickListFeature:
    return next(one for one in app.features if isinstance(one, PickListFeature))


def pick_two(app: EarshotApp, qtbot: QtBot) -> PickListFeature:
    """Half a second of the first sound, and the whole second one."""
    feature, results = feature_of(app), app.window.results
    app.window.deck.waveform.select(1.0, 1.5)
    results.setFocus()
    QTest.keyClick(results, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: len(feature.tab.picks) == 1, timeout=PATIENCE_MS)
    results.go_to(1)
    qtbot.waitUntil(lambda: app.window.deck.waveform.selection is None, timeout=PATIENCE_MS)
    QTest.keyClick(results, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: len(feature.tab.picks) == 2, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: len(feature._hits) == 2, timeout=PATIENCE_MS)
    return feature


@pytest.mark.shows("pick-list")
def test_moments_of_several_sounds_are_picked_removed_and_taken_back_by_keys(app: EarshotApp, qtbot: QtBot) -> None:
    tab = pick_two(app, qtbot).tab
    assert [(one.start_s, one.end_s) for one in tab.picks] == [(1.0, 1.5), (None, None)]
    QTest.keyClick(app.window.results, Qt.Key.Key_P, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: tab.isVisible() and tab.lines.hasFocus(), timeout=PATIENCE_MS)
    tab.lines.setCurrentRow(0)
    QTest.keyClick(tab.lines, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: [one.start_s for one in tab.picks] == [None], timeout=PATIENCE_MS)
    app.window.results.setFocus()
    QTest.keyClick(app.window.results, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(tab.picks) == 2, timeout=PATIENCE_MS)
    assert read_picks(app.start.library) == tab.picks, "it is there in the next window"


@pytest.mark.shows("pick-list")
def test_all_are_copied_to_a_folder_or_sent_together(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feature = pick_two(app, qtbot)
    app.window.inspector.show_tab(TAB)
    folder = tmp_path / "out"
    folder.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))  # the system's dialog
    QTest.mouseClick(feature.tab.copy_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: not feature.working.is_running and len(list(folder.glob("*.wav"))) == 2, timeout=PATIENCE_MS
    )
    assert min(soundfile.info(one).frames for one in folder.glob("*.wav")) == 16_000
    QTest.mouseClick(feature.tab.send_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: app.window.findChild(SendDialog) is not None, timeout=PATIENCE_MS)
    dialog = app.window.findChild(SendDialog)
    assert dialog is not None and dialog.count.text() == "2 sounds"
    project = tmp_path / "project"
    dialog.folder.setText(str(project))
    qtbot.waitUntil(dialog.agree.isEnabled, timeout=PATIENCE_MS)
    QTest.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(list(project.glob("*.otio"))) == 1, timeout=PATIENCE_MS)
    assert len(list(project.rglob("*.wav"))) == 2


def test_a_drag_makes_a_file_for_each_chosen_moment(
    app: EarshotApp, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    feature = pick_two(app, qtbot)
    dragged: list[tuple[float | None, ...]] = []
    monkeypatch.setattr(  # a drag of the system's needs a screen
        feature._drag, "drag_made", lambda source, orders: dragged.append(tuple(one.start_s for one in orders))
    )
    feature.tab.lines.startDrag(Qt.DropAction.CopyAction)
    feature.tab.lines.setCurrentRow(0)
    feature.tab.lines.startDrag(Qt.DropAction.CopyAction)
    assert dragged == [(1.0, None), (1.0,)]
