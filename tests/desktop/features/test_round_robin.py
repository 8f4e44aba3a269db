"""A round robin in the whole window, offscreen: asked for by its command, copied, and what is missing is said."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.round_robin.round_robin import RoundRobinDialog, RoundRobins
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.whole_window import whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    """A library of three takes of one beep at different levels, and nothing else that is like them."""
    for take, level in enumerate((0.5, 0.4, 0.3), start=1):
        write_tone(tmp_path / "s" / f"Beep High_{take:02}.wav", hz=4000 + take, seconds=0.3, level=level)
    write_tone(tmp_path / "s" / "rumble.wav", hz=90, seconds=2.0)
    earshot("index", "--json", "--library", tmp_path / "library", "--pack", tiny_library.pack, tmp_path / "s")
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        yield app


def on(app: EarshotApp, qtbot: QtBot, name: str) -> RoundRobins:
    """The feature, with the cursor on a sound."""
    rows = app.window.model.rowCount()
    row = next(row for row in range(rows) if (hit := app.window.model.hit(row)) and hit.sound.path.name == name)
    app.window.results.setFocus()
    app.window.results.go_to(row)
    return next(one for one in app.features if isinstance(one, RoundRobins))


def asked(app: EarshotApp, qtbot: QtBot, name: str) -> tuple[RoundRobins, RoundRobinDialog]:
    feature = on(app, qtbot, name)
    app.commands.action("export.round_robin").trigger()
    qtbot.waitUntil(lambda: feature.dialog is not None and feature.dialog.isVisible(), timeout=PATIENCE_MS)
    assert feature.dialog is not None
    return feature, feature.dialog


@pytest.mark.shows("transfer-profiles")
def test_takes_leave_by_the_chosen_profile(app: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    app.commands.action("transfer.next").trigger()
    _, dialog = asked(app, qtbot, "Beep High_01.wav")
    dialog.folder.setText(str(tmp_path / "profiled"))
    dialog.count.setValue(3)
    dialog.accept()
    qtbot.waitUntil(lambda: "3 takes copied" in app.window.status.answer.text(), timeout=PATIENCE_MS)
    made = [soundfile.info(file) for file in sorted((tmp_path / "profiled").glob("*.wav"))]
    assert [(one.samplerate, one.subtype) for one in made] == [(48_000, "PCM_24")] * 3


@pytest.mark.shows("round-robin")
def test_takes_are_copied_as_the_dialog_says(app: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    _, dialog = asked(app, qtbot, "Beep High_01.wav")
    assert "3 takes" in dialog.about.text()
    assert not dialog.agree.isEnabled()  # no folder yet
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.takes_only.setChecked(True)
    assert dialog.count.maximum() == 3
    dialog.count.setValue(3)
    QTest.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "3 takes copied" in app.window.status.answer.text(), timeout=PATIENCE_MS)
    made = sorted(path.name for path in (tmp_path / "out").glob("*.wav"))
    assert made == [f"Beep High rr{number}.wav" for number in (1, 2, 3)]
    assert app.settings.values.project_folder == str(tmp_path / "out")


def test_a_name_that_cannot_be_is_told(app: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    _, dialog = asked(app, qtbot, "Beep High_01.wav")
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.pattern.setText("{title}")
    QTest.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "{title}" in app.window.message.label.text(), timeout=PATIENCE_MS)
    assert list((tmp_path / "out").glob("*")) == []


def test_a_file_that_is_gone_is_told_and_the_others_are_copied(app: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    _, dialog = asked(app, qtbot, "Beep High_01.wav")
    (tmp_path / "s" / "Beep High_02.wav").unlink()
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.takes_only.setChecked(True)
    dialog.count.setValue(3)
    QTest.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "3 were wanted" in app.window.status.answer.text(), timeout=PATIENCE_MS)
    assert "1 file could not be read" in app.window.message.label.text()
    assert len(list((tmp_path / "out").glob("*.wav"))) == 2


def test_a_sound_that_stands_alone_is_said(app: EarshotApp, qtbot: QtBot) -> None:
    feature = on(app, qtbot, "rumble.wav")
    app.commands.action("export.round_robin").trigger()
    qtbot.waitUntil(
        lambda: "No other take" in app.window.status.answer.text() or feature.dialog is not None, timeout=PATIENCE_MS
    )
    assert feature.dialog is None
