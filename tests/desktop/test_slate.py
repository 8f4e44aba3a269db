"""What a recorder noted, in the window: columns, chips, Details, and a scene typed into a cell."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from desktop.controllers.search.places import PlacesControl
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.features.metadata_edits.preview import PreviewDialog
from desktop.results.columns import Column, from_text
from engine.audio.fields import Field
from engine.audio.metadata import read_metadata
from engine.audio.slate import slate_of
from tests.engine.audio.test_slate import IXML
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_with_bext
from tests.helpers.tiny_pack import make_tiny_pack

COLUMNS = "name:200 scene:80 take:60 tape:90 tracks:200 timecode:110 originator:130"
SLATED = [Column.SCENE, Column.TAKE, Column.TAPE, Column.TRACKS, Column.TIMECODE, Column.ORIGINATOR]


class Recorded:
    """The window over a recording with a slate and a sound without one."""

    def __init__(self, app: QApplication, folder: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.file = write_with_bext(folder / "sounds" / "a.wav", "Heavy door", ixml=IXML)
        files = [self.file, write_with_bext(folder / "sounds" / "b.wav", "Light door")]
        pack = make_tiny_pack(folder / "pack")
        store_sounds(folder / "library", folder / "sounds", pack, files)
        self.earshot = EarshotApp(app, WindowStart(folder / "library", folder / "window.json", pack))
        self.window = self.earshot.window
        self.describing = next(part for part in self.earshot.features if isinstance(part, MetadataEditor))
        with qtbot.waitSignal(self.earshot.finding.shown, timeout=20_000):
            self.earshot.open()
        self.window.results.columns.set_places(from_text(COLUMNS))

    def search(self, text: str, names: list[str]) -> None:
        self.window.search_bar.field.setFocus()
        self.window.search_bar.field.selectAll()
        QTest.keyClicks(self.window.search_bar.field, text)
        self.qtbot.waitUntil(lambda: self.shown() == names, timeout=10_000)

    def shown(self) -> list[str]:
        model = self.window.model
        hits = [model.hit(row) for row in range(model.rowCount())]
        return [hit.sound.path.name for hit in hits if hit is not None]


@pytest.fixture
def recorded(qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Recorded(qapp, tmp_path, qtbot)
    yield made
    made.earshot.quit()
    made.earshot.close()
    made.window.deleteLater()


@pytest.mark.shows("slate")
def test_a_scene_is_typed_found_and_its_columns_say_all(recorded: Recorded) -> None:
    recorded.search("scene:12a track:anna", ["a.wav"])
    model = recorded.window.model
    # The time reference of the file is 48,000 samples at 32 kHz, 1.5 s: frame 35 of 23.976 (1.5 * 23.976 = 35.96).
    assert [model.index(0, column).data() for column in SLATED] == [
        "12A",
        "03",
        "18Y12M31",
        "Boom; Lav Anna; Lav Bea",
        "00:00:01:11",
        "Earshot tests",
    ]
    chips = [chip.text() for chip in recorded.window.search_bar.chip_row.chips if chip.isVisible()]
    assert any("scene 12a" in text for text in chips) and any("track “anna”" in text for text in chips)


def test_details_list_every_track_and_what_was_noted(recorded: Recorded) -> None:
    recorded.search("scene:12a", ["a.wav"])
    recorded.window.inspector.show_tab("details")
    recorded.window.results.go_to(0)
    tree = recorded.describing.facts
    recorded.qtbot.waitUntil(lambda: bool(tree.findItems("Recording", Qt.MatchFlag.MatchExactly)), timeout=10_000)
    (head,) = tree.findItems("Recording", Qt.MatchFlag.MatchExactly)
    assert [(head.child(row).text(0), head.child(row).text(1)) for row in range(head.childCount())] == [
        ("Project", "Hafen"),
        ("Note", "plane at the end"),
        ("Circled", "yes"),
        ("Timecode", "00:00:01:11"),
        ("Track 1", "Boom"),
        ("Track 4", "Lav Anna"),
        ("Track 5", "Lav Bea"),
    ]
    form = recorded.describing.form
    assert [form.inputs[field].property("text") for field in (Field.SCENE, Field.TAKE)] == ["12A", "03"]


def test_a_scene_typed_into_a_cell_is_written_and_nothing_else(recorded: Recorded) -> None:
    recorded.search("scene:12a", ["a.wav"])
    results = recorded.window.results
    place = results.visualRect(recorded.window.model.index(0, Column.SCENE)).center()
    QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(results, Qt.Key.Key_F2)
    editor = next(line for line in results.viewport().findChildren(QLineEdit) if line.isVisible())
    QTest.keyClicks(editor, "13")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    recorded.qtbot.waitUntil(lambda: len(recorded.describing.pending) == 1)
    before = slate_of(read_metadata(recorded.file).fields)
    recorded.describing.save()
    recorded.qtbot.waitUntil(lambda: recorded.window.findChild(PreviewDialog) is not None, timeout=10_000)
    dialog = recorded.window.findChild(PreviewDialog)
    assert isinstance(dialog, PreviewDialog)
    with recorded.qtbot.waitSignal(recorded.describing.written, timeout=20_000):
        QTest.mouseClick(dialog.write_button, Qt.MouseButton.LeftButton)
    after = slate_of(read_metadata(recorded.file).fields)
    assert (before.scene, after.scene, after.tracks, after.take) == ("12A", "13", before.tracks, "03")
    recorded.search("scene:13", ["a.wav"])


def test_a_scene_is_chosen_from_the_list_of_those_that_occur(recorded: Recorded) -> None:
    places = next(part for part in recorded.earshot.features if isinstance(part, PlacesControl))
    popover = places.strip.open("scene")
    offers = popover.findChild(QListWidget)
    assert isinstance(offers, QListWidget)
    recorded.qtbot.waitUntil(lambda: offers.count() == 1, timeout=10_000)
    place = offers.visualItemRect(offers.item(0)).center()
    QTest.mouseClick(offers.viewport(), Qt.MouseButton.LeftButton, pos=place)
    recorded.qtbot.waitUntil(lambda: recorded.shown() == ["a.wav"], timeout=10_000)
    popover.close()


@pytest.mark.shows("timecode")
def test_a_timecode_typed_into_a_cell_is_written_and_found(recorded: Recorded) -> None:
    recorded.search("scene:12a", ["a.wav"])
    results, form = recorded.window.results, recorded.describing.form
    recorded.window.inspector.show_tab("details")
    results.go_to(0)
    recorded.qtbot.waitUntil(lambda: form.inputs[Field.TIMECODE].property("text") == "00:00:01:11", timeout=10_000)
    recorded.window.results.columns.set_places(from_text("name:100 timecode:110"))
    place = results.visualRect(recorded.window.model.index(0, Column.TIMECODE)).center()
    QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(results, Qt.Key.Key_F2)
    editor = next(line for line in results.viewport().findChildren(QLineEdit) if line.isVisible())
    assert editor.text() == "00:00:01:11"
    editor.selectAll()
    QTest.keyClicks(editor, "10:02:15:12")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    recorded.qtbot.waitUntil(lambda: len(recorded.describing.pending) == 1)
    recorded.describing.save()
    recorded.qtbot.waitUntil(lambda: recorded.window.findChild(PreviewDialog) is not None, timeout=10_000)
    dialog = recorded.window.findChild(PreviewDialog)
    assert isinstance(dialog, PreviewDialog)
    with recorded.qtbot.waitSignal(recorded.describing.written, timeout=20_000):
        QTest.mouseClick(dialog.write_button, Qt.MouseButton.LeftButton)
    recorded.search("tc:10:02-10:03", ["a.wav"])
    shown = recorded.window.model.index(0, Column.TIMECODE)
    recorded.qtbot.waitUntil(lambda: shown.data() == "10:02:15:12", timeout=10_000)
