"""The real window, offscreen, over real files: copies, a version, and a sound that is there once."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture
def sounds(tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Rain three times (once as AIFF), a hum twice, a beep; indexed in `library` beside the folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "sounds"
    rain = write_noise(folder / "rain.wav", 1.0, subtype="PCM_24")
    shutil.copy2(rain, folder / "rain copy.wav")
    write_noise(folder / "rain.aiff", 1.0, subtype="PCM_24")
    hum = write_tone(folder / "Tones" / "hum.wav", 100.0, 1.0)
    shutil.copy2(hum, folder / "Tones" / "hum copy.wav")
    write_tone(folder / "Tones" / "beep.wav", 4000.0, 1.0)
    files = [rain, folder / "rain copy.wav", folder / "rain.aiff", hum]
    files += [folder / "Tones" / "hum copy.wav", folder / "Tones" / "beep.wav"]
    store_sounds(tmp_path / "library", folder, pack, files)
    return folder


@pytest.fixture
def app(qtbot: QtBot, qapp: QApplication, tmp_path: Path, pack: Path, sounds: Path) -> Iterator[EarshotApp]:
    """The application with its window on show and the library listed."""
    start = WindowStart(library=tmp_path / "library", settings_file=tmp_path / "window.json", pack=pack)
    earshot = EarshotApp(qapp, start)
    qtbot.addWidget(earshot.window)
    with qtbot.waitSignal(earshot.search.counted, timeout=20_000):
        earshot.open()
    qtbot.waitUntil(lambda: earshot.window.model.rowCount() == 6)
    yield earshot
    earshot.close()
