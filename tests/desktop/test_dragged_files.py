"""Files that were handed out, in the real window: where they lie, what is asked, what is listed, what goes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from desktop.controllers.drag_out import feature as dragging_feature
from desktop.controllers.drag_out.feature import DragOut
from desktop.widgets.drag import paths_of
from engine.base.types import FilePath, FileStamp
from engine.features.journal.exports import exported
from engine.ingest.scan import walk
from tests.helpers.sounds import write_noise
from tests.helpers.tiny_library import TinyLibrary


@pytest.fixture
def app(
    qapp: QApplication,
    qtbot: QtBot,
    tiny_library: TinyLibrary,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[EarshotApp]:
    """The whole application over the library, shown offscreen; a file of a former version lies in the cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_MUSIC_DIR", str(tmp_path / "Music"))
    former = tmp_path / "cache" / "earshot" / "dragged" / "5f3a" / "Creak.wav"
    former.parent.mkdir(parents=True)
    write_noise(former, 1.0)
    made = EarshotApp(qapp, WindowStart(tiny_library.folder, tmp_path / "window.json", tiny_library.pack))
    with qtbot.waitSignal(made.finding.shown, timeout=20_000):
        made.open()
    yield made
    made.quit()
    made.close()
    made.window.deleteLater()


def dragging(app: EarshotApp) -> DragOut:
    return next(feature for feature in app.features if isinstance(feature, DragOut))


def copy_part(qtbot: QtBot, app: EarshotApp, end_s: float) -> Path:
    """Copies a part of the first row; gives the file."""
    app.window.results.go_to(0)
    qtbot.waitUntil(lambda: app.window.deck.hit is not None)
    QGuiApplication.clipboard().setText("nothing yet")
    app.window.deck.waveform.select(0.5, end_s)
    app.commands.action("drag.copy_selection").trigger()
    qtbot.waitUntil(lambda: bool(paths_of(QGuiApplication.clipboard().mimeData())))
    (file,) = paths_of(QGuiApplication.clipboard().mimeData())
    return file.native


@pytest.mark.shows("journal")
def test_what_is_copied_out_is_in_the_journal(qtbot: QtBot, app: EarshotApp, tiny_library: TinyLibrary) -> None:
    file = copy_part(qtbot, app, 1.25)
    hit = app.window.deck.hit
    assert hit is not None
    qtbot.waitUntil(lambda: bool(exported(tiny_library.folder)))
    (entry, *_) = exported(tiny_library.folder)
    assert (entry.record.source, entry.record.file, entry.sound) == (hit.sound.path, file, hit.sound.id)
    assert (entry.record.start_s, entry.record.end_s) == pytest.approx((0.5, 1.25), abs=0.01)


@pytest.mark.shows("part-dragged-out")
def test_the_first_copy_works_at_once_and_the_folder_is_asked_for_after_it(
    qtbot: QtBot, app: EarshotApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strip = dragging(app).place.strip
    assert strip.isHidden()
    first = copy_part(qtbot, app, 1.0)
    assert first.parent == tmp_path / "Music" / "Earshot drags"
    assert strip.isVisible() and str(first.parent) in strip.label.text()
    project = tmp_path / "project"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(project))
    QTest.mouseClick(strip.other, Qt.MouseButton.LeftButton)
    assert strip.isHidden()
    second = copy_part(qtbot, app, 1.5)
    assert second.parent == project
    assert strip.isHidden(), "it was answered"
    assert first.exists(), "what was handed out stays where it is"


def test_keeping_the_folder_is_an_answer_too(qtbot: QtBot, app: EarshotApp, tmp_path: Path) -> None:
    copy_part(qtbot, app, 1.0)
    QTest.mouseClick(dragging(app).place.strip.stay, Qt.MouseButton.LeftButton)
    assert app.settings.values.drag_folder == str(tmp_path / "Music" / "Earshot drags")
    copy_part(qtbot, app, 1.5)
    assert dragging(app).place.strip.isHidden()


@pytest.mark.parametrize("is_taken", [True, False])
def test_a_file_goes_only_where_the_drop_was_refused(
    qtbot: QtBot, app: EarshotApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_taken: bool
) -> None:
    """The drop itself needs a real screen: tests/end_to_end."""
    carried: list[Path] = []

    def drop(source: object, data: object, *_: object) -> bool:
        carried.extend(path.native for path in paths_of(data))  # type: ignore[arg-type]
        assert all(path.exists() for path in carried)
        return is_taken

    monkeypatch.setattr(dragging_feature, "drag_out", drop)
    app.window.results.go_to(0)
    qtbot.waitUntil(lambda: app.window.deck.hit is not None)
    wave = app.window.deck.waveform
    QTest.mousePress(wave, Qt.MouseButton.LeftButton, pos=wave.rect().center())
    dragging(app).drag_region(0.5, 1.25)
    QTest.mouseRelease(wave, Qt.MouseButton.LeftButton, pos=wave.rect().center())
    assert [path.parent for path in carried] == [tmp_path / "Music" / "Earshot drags"]
    if is_taken:
        qtbot.waitUntil((tmp_path / "dragged.jsonl").exists)
        assert carried[0].exists()
    else:
        qtbot.waitUntil(lambda: not carried[0].exists())
        assert not (tmp_path / "dragged.jsonl").exists()
    assert dragging(app).place.strip.isVisible() is is_taken


def test_what_lies_there_is_listed_with_former_files_and_goes_when_told(
    qtbot: QtBot, app: EarshotApp, tmp_path: Path
) -> None:
    file = copy_part(qtbot, app, 1.0)
    qtbot.waitUntil((tmp_path / "dragged.jsonl").exists)
    app.commands.action("drag.files").trigger()
    place = dragging(app).place
    dialog = place.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 2)
    names = {dialog.list.topLevelItem(row).text(0): dialog.list.topLevelItem(row) for row in range(2)}
    assert set(names) == {file.name, "Creak.wav"}
    assert not dialog.trash.isEnabled()
    names["Creak.wav"].setSelected(True)
    QTest.mouseClick(dialog.trash, Qt.MouseButton.LeftButton)
    assert place.question is not None and file.exists()
    QTest.mouseClick(place.question.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 1)
    assert file.exists() and not (tmp_path / "cache" / "earshot" / "dragged" / "5f3a" / "Creak.wav").exists()
    dialog.reject()


def test_dragged_files_are_no_new_sounds_of_the_folder_above(tmp_path: Path) -> None:
    write_noise(tmp_path / "rain.wav", 1.0)
    write_noise(tmp_path / "Earshot drags" / "rain 0m00.500-0m01.000.wav", 0.5)
    found = [
        stamp.path.name for stamp in walk(FilePath.of(tmp_path), frozenset({".wav"})) if isinstance(stamp, FileStamp)
    ]
    assert found == ["rain.wav"]
