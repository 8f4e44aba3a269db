"""The window beside a drive that hangs, a real one: it says so, does the rest, stays alive, and can be closed."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.drag_out.feature import DragOut
from desktop.controllers.drag_out.staging import RegionOrder
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.features.metadata_edits.preview import PreviewDialog
from engine.audio.fields import Field
from engine.audio.metadata import read_metadata
from engine.base.io_timeout import in_use, use
from engine.base.types import FilePath
from tests.helpers.hanging import HangingDrive, hanging_drive
from tests.helpers.sounds import tone, wav_bytes, write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.whole_window import whole_window

FILES = {"hung.wav": wav_bytes(tone(300.0, 3.0))}
F = TypeVar("F")
_GIVE_UP_S = 11.0
"""More than the ten seconds after which a silence is told."""


class Beside:
    """The window, a file that answers and one that does not."""

    def __init__(self, app: EarshotApp, drive: HangingDrive, well: Path, qtbot: QtBot) -> None:
        self.app, self.drive, self.qtbot = app, drive, qtbot
        self.hung, self.well = FilePath.of(drive.folder / "hung.wav"), FilePath.of(well)
        self.beats = 0
        self._pulse = QTimer(app)
        self._pulse.timeout.connect(self._beat)
        self._pulse.start(20)

    def _beat(self) -> None:
        self.beats += 1

    def is_told(self) -> bool:
        message = self.app.window.message
        return message.kind == "drive" and "hung.wav does not answer." in message.label.text()

    def feature(self, kind: type[F]) -> F:
        return next(part for part in self.app.features if isinstance(part, kind))


@pytest.fixture
def beside(qtbot: QtBot, tmp_path: Path, tiny_library: TinyLibrary) -> Iterator[Beside]:
    well = write_tone(tmp_path / "well" / "good.wav", 440.0, 2.0)
    library, folder = tmp_path / "library", tmp_path / "drive"
    with hanging_drive(folder, FILES):
        pack = ("--pack", tiny_library.pack, "--device", "cpu", "--no-speech")
        earshot("index", "--json", "--library", library, *pack, folder, well.parent)
    with (
        hanging_drive(folder, FILES, "hung.wav") as drive,
        whole_window(qtbot, tiny_library, tmp_path, start={"pack": tiny_library.pack}) as app,
    ):
        use(replace(in_use(), give_up_s=_GIVE_UP_S))
        yield Beside(app, drive, well, qtbot)


@pytest.mark.shows("hung-drive-window")
def test_metadata_of_what_answers_is_written_and_the_rest_is_named(beside: Beside) -> None:
    window, describing = beside.app.window, beside.feature(MetadataEditor)
    window.inspector.show_tab("details")
    window.results.setFocus()
    QTest.keyClick(window.results, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    beside.qtbot.waitUntil(lambda: len(describing._selected.ids) == 2)
    part = describing.form.inputs[Field.TITLE]
    part.setFocus()
    QTest.keyClicks(part, "wind")
    QTest.keyClick(part, Qt.Key.Key_Tab)
    beside.qtbot.waitUntil(lambda: len(describing.pending) == 2)
    beats = beside.beats
    QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    beside.qtbot.waitUntil(beside.is_told)
    assert beside.beats > beats + 50, "the window lives"
    beside.qtbot.waitUntil(lambda: window.findChild(PreviewDialog) is not None)
    beside.qtbot.waitUntil(lambda: not beside.is_told())
    preview = window.findChild(PreviewDialog)
    assert isinstance(preview, PreviewDialog)
    with beside.qtbot.waitSignal(describing.written) as written:
        preview.write_button.click()
    assert (written.args[0].changed, written.args[0].failures) == (1, ())
    assert read_metadata(beside.well).title == "wind"


@pytest.mark.shows("hung-drive-window")
def test_what_is_dragged_is_made_of_what_answers(beside: Beside) -> None:
    renders = beside.feature(DragOut).renders
    orders = [RegionOrder(path, 0.5, 1.5) for path in (beside.hung, beside.well)]
    with beside.qtbot.waitSignal(renders.failed) as failed:
        renders.prepare(orders)
        beside.qtbot.waitUntil(lambda: renders.files(orders[1:]) is not None)
        beside.qtbot.waitUntil(beside.is_told)
    assert "hung.wav does not answer: nothing came of it for 1" in failed.args[0]
    made = renders.files(orders)
    assert made is not None and [path.name for path in made] == [orders[1].name]
