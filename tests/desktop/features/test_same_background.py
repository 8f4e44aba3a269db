"""Same background in the whole window, offscreen: found for a selection, heard by the arrows, written at a length."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.ambience.dialog import BackgroundDialog
from desktop.features.ambience.feature import AmbienceFeature
from tests.engine.features.ambience.rooms import RATE, room, with_events
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.whole_window import whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    """A library of three places, one of them busy in one recording and softer in another, and a silent sound."""
    for kind in range(3):
        write(tmp_path / "s" / f"place {kind}.wav", room(kind, 5, seed=kind, level=0.005), RATE)
    write(tmp_path / "s" / "busy.wav", with_events(room(2, 5, seed=9)), RATE)
    write(tmp_path / "s" / "still.wav", np.zeros(2 * RATE, np.float32), RATE)
    earshot("index", "--json", "--library", tmp_path / "library", "--pack", tiny_library.pack, tmp_path / "s")
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        yield app


def asked(app: EarshotApp, qtbot: QtBot, name: str, *stretch: float) -> tuple[AmbienceFeature, BackgroundDialog]:
    """The dialog, opened by the command with the cursor on a sound, once it said what it found."""
    rows = app.window.model.rowCount()
    row = next(row for row in range(rows) if (hit := app.window.model.hit(row)) and hit.sound.path.name == name)
    app.window.results.setFocus()
    hit = app.window.results.go_to(row)
    assert hit is not None
    qtbot.waitUntil(lambda: app.window.deck.hit is not None and app.window.deck.hit.sound.id == hit.sound.id)
    app.window.deck.waveform.clear_selection()
    if stretch:
        app.window.deck.waveform.select(*stretch)
    feature = next(one for one in app.features if isinstance(one, AmbienceFeature))
    app.commands.action("sound.same_background").trigger()
    assert feature.dialog is not None
    dialog = feature.dialog
    qtbot.waitUntil(lambda: "Analysing" not in dialog.about.text(), timeout=PATIENCE_MS)
    return feature, dialog


@pytest.mark.shows("background")
def test_a_selection_finds_its_place_again_and_writes_it(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without an output a playing ends by itself, whenever that is found out.
    monkeypatch.setattr(app.player, "perform", lambda audition: setattr(app.player, "_playing", audition))
    feature, dialog = asked(app, qtbot, "busy.wav", 0.5, 4.5)
    qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
    shown = [item.text(0) for row in range(2) if (item := dialog.list.topLevelItem(row)) is not None]
    assert sorted(shown) == ["Same file", "place 2.wav"]
    assert dialog.list.topLevelItemCount() == 2  # the other places are not alike
    assert not dialog.write.isEnabled()  # no folder yet
    row = shown.index("place 2.wav")
    dialog.list.setFocus()
    dialog.list.setCurrentItem(dialog.list.topLevelItem(1 - row))
    QTest.keyClick(dialog.list, Qt.Key.Key_Up if row == 0 else Qt.Key.Key_Down)
    playing = app.player.playing
    assert playing is not None and playing.path.name == "place 2.wav" and playing.is_looping
    assert playing.level_db == pytest.approx(12.0, abs=1.5)  # four times the amplitude
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    assert app.player.playing is None
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.length.setValue(9.5)
    QTest.mouseClick(dialog.write, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "1 file written" in dialog.about.text(), timeout=PATIENCE_MS)
    assert soundfile.info(str(tmp_path / "out" / "place 2 background 9.5s.wav")).frames == round(9.5 * RATE)
    assert app.settings.values.project_folder == str(tmp_path / "out")
    dialog.reject()
    assert feature.dialog is None


def test_what_cannot_be_is_told_in_the_dialog(app: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    feature, dialog = asked(app, qtbot, "still.wav")
    assert "silent" in dialog.about.text() and not dialog.progress.isVisible()
    dialog.reject()
    _, dialog = asked(app, qtbot, "busy.wav", 1.0, 1.2)
    assert "too short" in dialog.about.text()
    dialog.reject()
    qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
    (tmp_path / "s" / "place 2.wav").write_bytes(b"no sound")
    _, dialog = asked(app, qtbot, "busy.wav")
    assert "No other sound in the library" in dialog.about.text()
    assert "1 file could not be read" in dialog.about.text()
    dialog.reject()
