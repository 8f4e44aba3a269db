"""Send to… in the whole window, offscreen: places, handles and names arrive, faults are told and lose nothing."""

import sys
from collections.abc import Iterator
from pathlib import Path

import opentimelineio as otio
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.send.dialog import SendDialog
from desktop.features.send.feature import SendFeature
from engine.features.journal.exports import exported
from engine.features.send.project_sending import ProjectTarget
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.whole_window import whole_window

RATE = 48_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, tiny_library: TinyLibrary) -> Path:
    """Two tones of two and three seconds."""
    made = tmp_path_factory.mktemp("send")
    write_tone(made / "tones" / "low.wav", hz=400, seconds=2.0, rate=RATE)
    write_tone(made / "tones" / "high.wav", hz=800, seconds=3.0, rate=RATE)
    earshot("index", "--json", "--library", made / "library", "--pack", tiny_library.pack, made / "tones")
    return made


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, folder: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, folder, autoplay=False, project_folder="", send_handles_ms=-1) as app:
        yield app


def feature_of(app: EarshotApp) -> SendFeature:
    return next(one for one in app.features if isinstance(one, SendFeature))


def opened(qtbot: QtBot, app: EarshotApp) -> SendDialog:
    """The dialog, by its key."""
    app.window.activateWindow()
    app.window.results.setFocus()
    qtbot.waitUntil(lambda: app.window.results.hasFocus() and app.window.isActiveWindow(), timeout=PATIENCE_MS)
    QTest.keyClick(app.window.results, Qt.Key.Key_S, Qt.KeyboardModifier.ShiftModifier)
    dialog = feature_of(app).dialog
    assert dialog is not None and dialog.isVisible()
    return dialog


def retype(field: QLineEdit, text: str) -> None:
    """Pastes: Qt's test keys end the process at a letter that is not ASCII, which a checkout's path may have."""
    field.setFocus()
    field.selectAll()
    QApplication.clipboard().setText(text)
    if text:
        QTest.keySequence(field, QKeySequence.StandardKey.Paste)
    else:
        QTest.keyClick(field, Qt.Key.Key_Delete)
    assert field.text() == text


def send(dialog: SendDialog) -> None:
    assert dialog.agree.isEnabled()
    QTest.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)


@pytest.mark.shows("send-window")
def test_a_stretch_stands_at_its_timecode_with_handles_and_name(
    qtbot: QtBot, app: EarshotApp, folder: Path, tmp_path: Path
) -> None:
    hit = app.window.results.go_to(0)
    qtbot.waitUntil(lambda: app.window.deck.hit is not None)
    assert hit is not None
    app.window.deck.waveform.select(0.5, 1.5)
    dialog = opened(qtbot, app)
    retype(dialog.folder, str(tmp_path / "film"))
    retype(dialog.at, "00:00:10:00")
    retype(dialog.name, "Ship horn")
    dialog.handles.setValue(0.25)
    send(dialog)
    qtbot.waitUntil(lambda: feature_of(app).dialog is None, timeout=PATIENCE_MS)
    (track,) = otio.adapters.read_from_file(str(tmp_path / "film" / "Ship horn.otio")).tracks
    gap, clip = track
    # the moment begins at 10 s, so its file 0.25 s before; 1 s with a handle on each side is 1.5 s
    assert (gap.duration().to_seconds(), clip.duration().to_seconds(), clip.name) == (9.75, 1.5, "Ship horn")
    (entry, *_) = exported(folder / "library")
    assert (entry.record.source, entry.record.start_s, entry.cue) == (hit.sound.path, 0.5, "Ship horn")
    again = opened(qtbot, app)
    kept = (again.folder.text(), again.at.text(), again.handles.value())
    assert kept == (str(tmp_path / "film"), "00:00:10:00", 0.25)
    again.reject()


def test_what_a_target_does_not_take_is_told_in_the_dialog_and_can_be_mended(
    qtbot: QtBot, app: EarshotApp, tmp_path: Path
) -> None:
    app.window.results.selectAll()
    dialog = opened(qtbot, app)
    dialog.target.setCurrentIndex(list(ProjectTarget).index(ProjectTarget.RPP))
    retype(dialog.folder, str(tmp_path / "film"))
    retype(dialog.at, "00:00:10:25")  # frame 25 of 25
    send(dialog)
    qtbot.waitUntil(dialog.fault.isVisible, timeout=PATIENCE_MS)
    assert "00:00:10:25 is not a time of the project" in dialog.fault.text()
    assert not (tmp_path / "film").exists(), "nothing was made"
    retype(dialog.at, "10")
    retype(dialog.name, "")
    send(dialog)
    qtbot.waitUntil(lambda: feature_of(app).dialog is None, timeout=PATIENCE_MS)
    project = (tmp_path / "film" / "Earshot.rpp").read_text(encoding="utf-8")
    assert project.count("<ITEM") == 2 and "POSITION 10.0" in project
    assert "2 clips placed" in app.window.status.answer.text()


def test_a_program_gets_the_clips(qtbot: QtBot, app: EarshotApp, tmp_path: Path) -> None:
    script = tmp_path / "note.py"
    script.write_text("import sys\nopen(sys.argv[1], 'w').write('\\n'.join(sys.argv[2:]))\n", encoding="utf-8")
    app.window.results.go_to(0)
    dialog = opened(qtbot, app)
    dialog.target.setCurrentIndex(list(ProjectTarget).index(ProjectTarget.COMMAND))
    retype(dialog.folder, str(tmp_path / "film"))
    retype(dialog.at, "0")
    retype(dialog.command, f'"{sys.executable}" "{script}')
    send(dialog)
    qtbot.waitUntil(dialog.fault.isVisible, timeout=PATIENCE_MS)
    assert "cannot be read" in dialog.fault.text()
    told = tmp_path / "told.txt"
    retype(dialog.command, f'"{sys.executable}" "{script}" "{told}" {{file}}')
    send(dialog)
    qtbot.waitUntil(lambda: told.exists() and bool(told.read_text()), timeout=PATIENCE_MS)
    assert Path(told.read_text()).parent == tmp_path / "film" and Path(told.read_text()).is_file()
    qtbot.waitUntil(lambda: feature_of(app).dialog is None, timeout=PATIENCE_MS)


def test_an_edl_tells_how_far_a_clip_without_a_handle_moved(qtbot: QtBot, app: EarshotApp, tmp_path: Path) -> None:
    app.window.results.go_to(0)
    dialog = opened(qtbot, app)
    dialog.target.setCurrentIndex(list(ProjectTarget).index(ProjectTarget.EDL))
    assert "counts in frames" in dialog.note.text()
    retype(dialog.folder, str(tmp_path / "film"))
    retype(dialog.at, "10.01")  # frame 250.25 of 25 a second
    dialog.rate.setCurrentIndex(dialog.rate.findData("25"))
    retype(dialog.name, "Ship horn")
    send(dialog)
    qtbot.waitUntil(lambda: feature_of(app).dialog is None, timeout=PATIENCE_MS)
    (clip,) = otio.adapters.read_from_file(str(tmp_path / "film" / "Ship horn.edl"), rate=25).find_clips()
    assert (clip.source_range.start_time.value, clip.markers[0].name) == (250, "Ship horn")
    assert "moved by up to 10.0 ms" in app.window.status.answer.text()
