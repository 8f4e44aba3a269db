"""Sounds that are left alone: the window says so wherever it would write, and every byte stays."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.metadata_edits.editor import MetadataEditor
from engine.audio.fields import Field
from engine.base import read_only_mode
from engine.base.types import FilePath
from engine.features.metadata_edits.edit import Edit
from tests.helpers.indexing import index
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def sounds(tmp_path: Path, tiny_library: TinyLibrary) -> Path:
    for number in range(2):
        write_tone(tmp_path / "sounds" / f"{number}.wav", 400.0 + number, 1.0)
    index(tmp_path / "library", tiny_library.pack, tmp_path / "sounds")
    return tmp_path / "sounds"


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, sounds: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, read_only=True) as opened:
        yield opened
    read_only_mode.give(False)


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(folder.iterdir())}


@pytest.mark.shows("sounds-left-alone")
def test_what_would_write_says_that_it_may_not(qtbot: QtBot, app: EarshotApp, sounds: Path) -> None:
    before = state(sounds)
    (describing,) = (one for one in app.features if isinstance(one, MetadataEditor))
    hit = app.window.model.hit(0)
    assert hit is not None
    message, path = app.window.message, hit.sound.path
    other = FilePath.of(path.native.with_name("DOORWood_x.wav"))
    for act in (
        lambda: describing._write([(hit.sound.id, path, Edit.of({Field.TITLE: "Door"}))], False, lambda _: None),
        lambda: describing._run(lambda cancel: describing._writer.rename([(path, other)], cancel), lambda _: None),
        lambda: app.window.folders.sidecar_wanted.emit(FilePath.of(sounds)),
    ):
        message.hide()
        act()
        qtbot.waitUntil(
            lambda: message.isVisible() and "leaves your sounds alone" in message.label.text(), timeout=PATIENCE_MS
        )
    assert state(sounds) == before


def test_switching_it_off_lets_sounds_be_written_again(qtbot: QtBot, app: EarshotApp, sounds: Path) -> None:
    before = state(sounds)
    (describing,) = (one for one in app.features if isinstance(one, MetadataEditor))
    app.settings.change(read_only=False)
    hit = app.window.model.hit(0)
    assert hit is not None
    with qtbot.waitSignal(describing.written, timeout=PATIENCE_MS):
        describing._write([(hit.sound.id, hit.sound.path, Edit.of({Field.TITLE: "Door"}))], False, lambda _: None)
    assert state(sounds) != before
