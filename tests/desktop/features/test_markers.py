"""Markers in the whole window, offscreen: set, dragged, renamed, removed, undone and written, by keys and mouse."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.markers.marker_tab import MarkerTab
from desktop.features.markers.region_export import RegionExport
from desktop.features.markers.silence_split import SilenceSplit
from desktop.features.markers.sound_markers import TAB, MarkersFeature
from desktop.widgets.buttons import AskDialog
from engine.audio.markers import MarkerKind, read_markers
from engine.features.markers.sound_markers import markers_of
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        app.window.results.go_to(0)
        qtbot.waitUntil(lambda: app.window.deck.waveform.duration_s > 2.0, timeout=PATIENCE_MS)
        yield app


def tab_of(app: EarshotApp) -> MarkerTab:
    return next(one for one in app.features if isinstance(one, MarkersFeature)).tab


def starts(app: EarshotApp) -> list[float]:
    return [round(one.start_s, 2) for one in app.window.deck.waveform.scene.markers]


def set_at(app: EarshotApp, qtbot: QtBot, *places_s: float) -> None:
    wave = app.window.deck.waveform
    app.window.results.setFocus()
    for number, at_s in enumerate(places_s, 1):
        wave.set_cursor(at_s)
        QTest.keyClick(app.window.results, Qt.Key.Key_K)
        qtbot.waitUntil(lambda number=number: tab_of(app).lines.count() == number, timeout=PATIENCE_MS)


@pytest.mark.shows("set-marker-region")
def test_markers_are_set_renamed_removed_and_taken_back_by_keys(app: EarshotApp, qtbot: QtBot) -> None:
    set_at(app, qtbot, 0.5, 1.5)
    assert starts(app) == [0.5, 1.5]
    QTest.keyClick(app.window.results, Qt.Key.Key_K)
    qtbot.waitUntil(lambda: "already" in app.window.status.answer.text(), timeout=PATIENCE_MS)
    assert starts(app) == [0.5, 1.5], "one place has one marker"
    tab, window = tab_of(app), app.window
    window.inspector.show_tab(TAB)
    tab.lines.setFocus()
    tab.lines.setCurrentRow(1)
    QTest.keyClick(tab.lines, Qt.Key.Key_F2)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit) and editor.accessibleName() == "Name of the marker"
    tab.show_markers(tab.markers, "Read once more.", is_written=False)  # as after the second K
    assert QApplication.focusWidget() is editor
    QTest.keyClicks(editor, "Slam")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [one.label for one in tab.markers] == ["", "Slam"], timeout=PATIENCE_MS)
    tab.lines.setCurrentRow(0)
    QTest.keyClick(tab.lines, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: starts(app) == [1.5], timeout=PATIENCE_MS)
    window.results.setFocus()
    QTest.keyClick(window.results, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: starts(app) == [0.5, 1.5], timeout=PATIENCE_MS)
    hit = window.deck.hit
    assert hit is not None
    assert [one.label for one in markers_of(app.start.library, hit.sound.path).markers] == ["", "Slam"]
    assert read_markers(hit.sound.path) == (), "the file is as it was"


@pytest.mark.shows("set-marker-region")
def test_a_selection_becomes_a_region_whose_flag_is_dragged_and_keys_go_from_one_to_the_next(
    app: EarshotApp, qtbot: QtBot
) -> None:
    wave, tab = app.window.deck.waveform, tab_of(app)
    set_at(app, qtbot, 0.25)
    wave.select(1.0, 1.5)
    QTest.keyClick(app.window.results, Qt.Key.Key_K)
    qtbot.waitUntil(lambda: len(tab.markers) == 2, timeout=PATIENCE_MS)
    assert tab.markers[1].kind is MarkerKind.REGION
    wave.clear_selection()
    head, span = wave.place().head, wave.scene.span

    def at(at_s: float) -> QPoint:
        return QPointF(span.x_of(at_s, head.width()) + 3, head.center().y()).toPoint()

    QTest.mousePress(wave, Qt.MouseButton.LeftButton, pos=at(1.0))
    QTest.mouseMove(wave, at(1.4))
    QTest.mouseMove(wave, at(2.0))
    QTest.mouseRelease(wave, Qt.MouseButton.LeftButton, pos=at(2.0))
    qtbot.waitUntil(lambda: tab.markers[1].start_s > 1.9, timeout=PATIENCE_MS)
    moved = tab.markers[1]
    assert moved.start_s == pytest.approx(2.0, abs=0.01) and moved.end_s == pytest.approx(moved.start_s + 0.5)
    wave.set_cursor(0.0)
    with qtbot.waitSignal(wave.seek_wanted, timeout=PATIENCE_MS) as played:
        QTest.keyClick(app.window.results, Qt.Key.Key_N)
    assert played.args == [0.25]


@pytest.mark.shows("set-marker-region")
def test_markers_are_written_into_the_file_after_a_question(app: EarshotApp, qtbot: QtBot) -> None:
    hit = app.window.deck.hit
    assert hit is not None
    file = hit.sound.path.native
    former, status = file.read_bytes(), file.stat()
    try:
        set_at(app, qtbot, 0.5)
        app.window.inspector.show_tab(TAB)
        QTest.mouseClick(tab_of(app).write_button, Qt.MouseButton.LeftButton)
        question = app.window.findChild(AskDialog)
        assert question is not None and question.text() == f"Write 1 marker into {file.name}?"
        QTest.mouseClick(question.agree, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: [one.start_s for one in read_markers(file)] == [0.5], timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: not tab_of(app).write_button.isEnabled(), timeout=PATIENCE_MS)
    finally:
        file.write_bytes(former)
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.shows("regions-exported")
def test_each_region_becomes_a_file(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_at(app, qtbot, 0.25)
    tab, wave = tab_of(app), app.window.deck.waveform
    assert not tab.export_button.isEnabled(), "a marker is no region"
    wave.select(1.0, 1.5)
    QTest.keyClick(app.window.results, Qt.Key.Key_K)
    qtbot.waitUntil(tab.export_button.isEnabled, timeout=PATIENCE_MS)
    app.window.inspector.show_tab(TAB)
    folder = tmp_path / "regions"
    folder.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))  # the system's dialog
    exporting = next(one for one in app.features if isinstance(one, RegionExport))
    QTest.mouseClick(tab.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not exporting.working.is_running and bool(list(folder.glob("*.wav"))), timeout=PATIENCE_MS)
    (made,) = folder.glob("*.wav")
    hit = app.window.deck.hit
    assert hit is not None and made.stem == f"{hit.sound.path.native.stem} 1"
    assert soundfile.info(made).frames == 16_000


@pytest.mark.shows("regions-split")
def test_regions_between_silences_are_proposed_made_in_one_step_and_taken_back(app: EarshotApp, qtbot: QtBot) -> None:
    window, tab = app.window, tab_of(app)
    panel = next(one for one in app.features if isinstance(one, SilenceSplit)).panel
    window.results.setFocus()
    QTest.keyClick(window.results, Qt.Key.Key_K, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: panel.isVisible() and bool(panel.note.text()), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: "istening" not in panel.note.text(), timeout=PATIENCE_MS)
    panel.threshold.setFocus()
    panel.threshold.selectAll()
    QTest.keyClicks(panel.threshold, "-60")
    QTest.keyClick(panel.threshold, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.lines.count() == 1, timeout=PATIENCE_MS)  # a tone from end to end
    assert [(one.start_s, one.end_s) for one in window.deck.waveform.scene.proposals] == [
        (0.0, pytest.approx(window.deck.waveform.duration_s, abs=1e-3))
    ]
    assert starts(app) == [], "nothing is made yet"
    QTest.keyClick(panel.threshold, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: tab.isVisible() and window.deck.waveform.scene.proposals == (), timeout=PATIENCE_MS)
    QTest.mouseClick(tab.split_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "istening" not in panel.note.text(), timeout=PATIENCE_MS)
    panel.threshold.setValue(-60)
    qtbot.waitUntil(lambda: panel.make_button.isEnabled(), timeout=PATIENCE_MS)
    QTest.mouseClick(panel.make_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: starts(app) == [0.0], timeout=PATIENCE_MS)
    assert tab.isVisible() and tab.markers[0].kind is MarkerKind.REGION and tab.export_button.isEnabled()
    window.results.setFocus()
    QTest.keyClick(window.results, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: starts(app) == [], timeout=PATIENCE_MS)
