"""Fields that the user made: made in a dialog, shown in columns, typed, asked for, and filled by rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from desktop.features.metadata_edits.batch_form import BatchForm
from desktop.features.metadata_edits.custom_fields import CustomFields, CustomFieldsDialog
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.features.metadata_edits.preview import PreviewDialog
from desktop.results.columns import CUSTOM, Column, from_text, to_text
from desktop.search.filters.strip import FilterStrip
from engine.audio.fields import CustomField, value_of
from engine.audio.metadata import read_metadata
from engine.features.metadata_edits.batch_rules import BatchKind
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_with_bext
from tests.helpers.tiny_pack import make_tiny_pack

SHOW = CustomField.named("Show")
IXML = "<BWFXML><USER><SHOW>{}</SHOW><MIC>Left</MIC></USER></BWFXML>"


class Window:
    """The window over two sounds of shows and one that says nothing."""

    def __init__(self, app: QApplication, folder: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        sounds = folder / "sounds"
        self.files = [
            write_with_bext(sounds / "a.wav", "Heavy door", ixml=IXML.format("Pilot")),
            write_with_bext(sounds / "b.wav", "Light door", ixml=IXML.format("Old Houses")),
            write_with_bext(sounds / "c.wav", "Small door"),
        ]
        pack = make_tiny_pack(folder / "pack")
        store_sounds(folder / "library", sounds, pack, self.files)
        self.earshot = EarshotApp(app, WindowStart(folder / "library", folder / "window.json", pack))
        self.window = self.earshot.window
        self.describing = next(part for part in self.earshot.features if isinstance(part, MetadataEditor))
        self.fields = next(part for part in self.earshot.features if isinstance(part, CustomFields))
        with qtbot.waitSignal(self.earshot.finding.shown, timeout=20_000):
            self.earshot.open()

    def open_dialog(self) -> CustomFieldsDialog:
        menu = self.window.results.columns.menu()
        action = next(one for part in menu.findChildren(QMenu) for one in part.actions() if "Edit custom" in one.text())
        action.trigger()
        dialog = self.fields.dialog
        assert dialog is not None
        self.qtbot.waitUntil(dialog.isVisible)
        return dialog

    def add(self, name: str) -> CustomFieldsDialog:
        dialog = self.open_dialog()
        line = dialog.name.lineEdit()
        assert line is not None
        line.setFocus()
        QTest.keyClicks(line, name)
        QTest.keyClick(line, Qt.Key.Key_Return)
        return dialog

    def make_show(self) -> None:
        dialog = self.add("Show")
        self.qtbot.waitUntil(lambda: dialog.list.count() == 1, timeout=10_000)
        dialog.close()
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow)
        self.window.results.columns.set_places(from_text("name:200 field_1:160"))

    def row(self, name: str) -> int:
        return self.shown().index(name)

    def shown(self) -> list[str]:
        model = self.window.model
        hits = [model.hit(row) for row in range(model.rowCount())]
        return [hit.sound.path.name for hit in hits if hit is not None]

    def cell(self, name: str) -> object:
        return self.window.model.index(self.row(name), Column.FIELD_1).data()

    def spoken(self, name: str) -> object:
        index = self.window.model.index(self.row(name), Column.FIELD_1)
        return index.data(Qt.ItemDataRole.AccessibleTextRole)

    def search(self, text: str, names: list[str]) -> None:
        self.window.search_bar.field.setFocus()
        self.window.search_bar.field.selectAll()
        QTest.keyClicks(self.window.search_bar.field, text)
        self.qtbot.waitUntil(lambda: sorted(self.shown()) == names, timeout=10_000)

    def save(self) -> None:
        self.describing.save()
        self.write()

    def write(self) -> None:
        self.qtbot.waitUntil(lambda: self.preview() is not None, timeout=10_000)
        dialog = self.preview()
        assert dialog is not None
        self.qtbot.waitUntil(dialog.write_button.isEnabled, timeout=10_000)
        with self.qtbot.waitSignal(self.describing.written, timeout=20_000):
            QTest.mouseClick(dialog.write_button, Qt.MouseButton.LeftButton)

    def preview(self) -> PreviewDialog | None:
        found = [one for one in self.window.findChildren(PreviewDialog) if one.isVisible()]
        return found[0] if found else None


@pytest.fixture
def made(qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    window = Window(qapp, tmp_path, qtbot)
    yield window
    window.earshot.quit()
    window.earshot.close()
    window.window.deleteLater()


@pytest.mark.shows("custom-fields")
def test_a_field_is_made_seen_sorted_and_asked_for(made: Window) -> None:
    header = made.window.results.columns
    header.set_places(from_text("name:200 field_1:160"))
    assert header.isSectionHidden(Column.FIELD_1)
    made.make_show()
    made.qtbot.waitUntil(lambda: not header.isSectionHidden(Column.FIELD_1))
    assert made.window.model.headerData(Column.FIELD_1, Qt.Orientation.Horizontal) == "Show"
    assert made.window.model.headerData(60, Qt.Orientation.Vertical) is None  # rows have no titles
    assert made.spoken("c.wav") == "Show: nothing"
    assert all(header.isSectionHidden(column) for column in CUSTOM[1:])
    assert (made.cell("a.wav"), made.cell("b.wav"), made.cell("c.wav")) == ("Pilot", "Old Houses", "")
    places = header.chosen
    assert from_text(to_text(places)) == places
    at = header.sectionViewportPosition(Column.FIELD_1) + 20
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, 12))
    made.qtbot.waitUntil(lambda: made.shown() == ["b.wav", "a.wav", "c.wav"], timeout=10_000)
    made.search('field:"show=old"', ["b.wav"])
    made.search('"pilot"', ["a.wav"])


@pytest.mark.shows("fields-in-panel")
def test_a_field_is_chosen_in_the_filters(made: Window) -> None:
    QTest.keyClick(made.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    strip = made.window.findChild(FilterStrip)
    assert strip is not None and strip.isVisible()
    popover = strip.open("custom")
    texts = popover.groups["field"].list
    assert texts is not None
    made.qtbot.waitUntil(lambda: texts.count() == 5, timeout=10_000)
    assert [texts.item(row).text() for row in range(5)] == [
        *("with something in the field Mic   2", "Mic “Left”   2", "with something in the field Show   2"),
        *("Show “Old Houses”   1", "Show “Pilot”   1"),
    ]
    QTest.mouseClick(texts.viewport(), Qt.MouseButton.LeftButton, pos=texts.visualItemRect(texts.item(4)).center())
    made.qtbot.waitUntil(lambda: made.shown() == ["a.wav"], timeout=10_000)
    assert strip.buttons["custom"].button.text() == "Custom field: Show “Pilot”"
    popover.close()
    press = strip.buttons["custom"].clear
    QTest.mouseClick(press, Qt.MouseButton.LeftButton)
    made.qtbot.waitUntil(lambda: len(made.shown()) == 3, timeout=10_000)


def test_a_text_typed_into_a_cell_or_into_details_is_written_and_undone(made: Window) -> None:
    made.make_show()
    before = made.files[2].read_bytes()
    results = made.window.results
    place = results.visualRect(made.window.model.index(made.row("c.wav"), Column.FIELD_1)).center()
    QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(results, Qt.Key.Key_F2)
    editor = next(line for line in results.viewport().findChildren(QLineEdit) if line.isVisible())
    assert editor.accessibleName() == "Show"
    QTest.keyClicks(editor, "Pilot")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    made.qtbot.waitUntil(lambda: len(made.describing.pending) == 1)
    assert made.cell("c.wav") == "Pilot"
    made.save()
    assert value_of(read_metadata(made.files[2]), SHOW) == "Pilot"
    made.window.inspector.show_tab("details")
    made.qtbot.waitUntil(lambda: not made.describing.strip.is_working)
    form = made.describing.form
    made.qtbot.waitUntil(lambda: form.inputs[SHOW].property("text") == "Pilot", timeout=10_000)
    line = form.inputs[SHOW]
    line.setFocus()
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, "Finale")
    made.save()
    assert value_of(read_metadata(made.files[2]), SHOW) == "Finale"
    for _ in range(2):
        made.qtbot.waitUntil(lambda: not made.describing.strip.is_working)
        with made.qtbot.waitSignal(made.describing.written, timeout=20_000):
            made.earshot.commands.action("metadata.undo").trigger()
    assert made.files[2].read_bytes() == before


def test_a_rule_fills_it_in_many_files(made: Window) -> None:
    made.make_show()
    made.window.results.selectAll()
    made.earshot.commands.action("metadata.batch").trigger()
    made.qtbot.waitUntil(lambda: made.preview() is not None, timeout=10_000)
    dialog = made.preview()
    assert dialog is not None
    form = dialog.findChild(BatchForm)
    assert isinstance(form, BatchForm)
    form.kind.setCurrentIndex(form.kind.findData(BatchKind.APPEND))
    form.field.setCurrentIndex(form.field.findText("Show"))
    QTest.keyClicks(form.text, " {user.mic}")
    made.write()
    assert [value_of(read_metadata(file), SHOW) for file in made.files] == ["Pilot Left", "Old Houses Left", ""]


def test_the_dialog_offers_what_files_have_refuses_what_is_no_name_and_removes(made: Window) -> None:
    dialog = made.add("Scene")
    made.qtbot.waitUntil(lambda: not dialog.fault.isHidden(), timeout=10_000)
    assert "is no name for a field" in dialog.fault.text()
    made.qtbot.waitUntil(lambda: dialog.name.count() == 2, timeout=10_000)
    assert [dialog.name.itemText(place) for place in range(2)] == ["Mic", "Show"]
    dialog.name.setEditText("")
    made.make_show()
    dialog = made.add("SHOW")
    made.qtbot.waitUntil(lambda: "already a field named" in dialog.fault.text(), timeout=10_000)
    dialog.list.setCurrentRow(0)
    QTest.mouseClick(dialog.remove_button, Qt.MouseButton.LeftButton)
    made.qtbot.waitUntil(lambda: dialog.list.count() == 0, timeout=10_000)
    assert made.window.results.columns.isSectionHidden(Column.FIELD_1)
    assert SHOW not in made.describing.form.inputs
