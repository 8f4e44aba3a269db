"""A file whose name has its marks apart, as on a Mac, is found in the window, shown, and played."""

import unicodedata
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.helpers.indexing import index
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.whole_window import whole_window

FOLDER, NAME = (unicodedata.normalize("NFD", text) for text in ("Geräusche", "Gerät ガラス"))


def test_what_one_types_finds_a_file_with_its_marks_apart_and_opens_it(qtbot: QtBot, tmp_path: Path) -> None:
    sounds, pack = tmp_path / "sounds", make_tiny_pack(tmp_path / "pack")
    (sounds / FOLDER).mkdir(parents=True)
    write_tone(sounds / FOLDER / f"{NAME}.wav")
    write_tone(sounds / "door.wav", hz=300.0)
    index(tmp_path / "library", pack, sounds, workers=1)
    with whole_window(qtbot, TinyLibrary(tmp_path / "library", pack, sounds), tmp_path) as earshot:
        window = earshot.window
        window.search_bar.field.setFocus()
        with qtbot.waitSignal(earshot.finding.shown, timeout=PATIENCE_MS) as shown:
            window.search_bar.field.insert('"ガラス" in:Geräusche')  # QTest has no keys for these letters
            QTest.keyClick(window.search_bar.field, Qt.Key.Key_Return)
        (answered,) = shown.args
        assert [hit.sound.path.native.stem for hit in answered.hits] == [NAME]
        window.results.go_to(0)
        qtbot.waitUntil(
            lambda: window.deck.hit is not None and window.deck.waveform.duration_s > 0, timeout=PATIENCE_MS
        )
