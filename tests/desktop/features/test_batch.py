"""The texts of many files changed by one rule in the window: seen before, written at once, undone in one step."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from desktop.features.metadata_edits.batch import BatchSession
from desktop.features.metadata_edits.batch_form import BatchForm
from engine.audio.fields import Field
from engine.audio.metadata import read_metadata
from engine.audio.slate import slate_of
from tests.desktop.features.test_describing import Described


@pytest.fixture
def described(qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Described]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Described(qapp, tmp_path, qtbot)
    yield made
    made.earshot.quit()
    made.earshot.close()
    made.window.deleteLater()


class Dialog:
    """The dialog, opened over all three files by its key; the list has the newest first."""

    def __init__(self, described: Described) -> None:
        self.described = described
        described.select("a.wav", "b.wav", "c.flac")
        described.window.results.setFocus()
        QTest.keyClick(described.window.results, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
        self.preview = described.preview()
        form = self.preview.findChild(BatchForm)
        assert isinstance(form, BatchForm)
        self.form = form

    def choose(self, box: QComboBox, text: str) -> None:
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Home)
        for _ in range(box.findText(text)):
            QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentText() == text

    def type(self, line: QLineEdit, text: str) -> None:
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, text)

    def shows(self, *rows: tuple[str, str, str, str]) -> None:
        """Waits until these differences are on show: file, field, now, new."""
        model = self.preview.model

        def found() -> list[tuple[str, ...]]:
            return [tuple(str(model.index(row, at).data()) for at in range(4)) for row in range(model.rowCount())]

        self.described.qtbot.waitUntil(lambda: found() == list(rows), timeout=10_000)

    def write(self) -> None:
        with self.described.qtbot.waitSignal(self.described.describing.written, timeout=20_000):
            QTest.mouseClick(self.preview.write_button, Qt.MouseButton.LeftButton)


@pytest.mark.shows("batch-metadata")
def test_words_are_replaced_in_all_files_after_a_look_and_one_click_takes_it_back(described: Described) -> None:
    before = [file.read_bytes() for file in described.files]
    dialog = Dialog(described)
    assert not dialog.preview.write_button.isEnabled()
    dialog.choose(dialog.form.field, "Description")
    dialog.type(dialog.form.wanted, "DOOR")
    dialog.type(dialog.form.other, "gate")
    dialog.shows(
        ("b.wav", "Description", "Light door", "Light gate"), ("a.wav", "Description", "Heavy door", "Heavy gate")
    )
    assert [file.read_bytes() for file in described.files] == before
    dialog.write()
    assert [read_metadata(file).description for file in described.files] == ["Heavy gate", "Light gate", ""]
    QTest.mouseClick(described.describing.strip.undo_button, Qt.MouseButton.LeftButton)
    described.qtbot.waitUntil(lambda: [file.read_bytes() for file in described.files] == before, timeout=20_000)


@pytest.mark.shows("batch-metadata")
def test_numbers_run_over_the_files_in_their_order(described: Described) -> None:
    dialog = Dialog(described)
    dialog.choose(dialog.form.kind, "Set the text")
    assert not dialog.form.first.isVisible()
    dialog.type(dialog.form.text, "Door {number:2}")
    assert dialog.form.first.isVisible()
    dialog.form.first.setFocus()
    dialog.form.first.selectAll()
    QTest.keyClicks(dialog.form.first, "7")
    dialog.shows(
        ("c.flac", "Title", "(empty)", "Door 07"),
        ("b.wav", "Title", "(empty)", "Door 08"),
        ("a.wav", "Title", "(empty)", "Door 09"),
    )
    dialog.preview.model.tick([1], False)
    dialog.write()
    assert [read_metadata(file).title for file in described.files] == ["Door 09", "", "Door 07"]


def test_a_token_that_is_none_is_said_and_nothing_can_be_written(described: Described) -> None:
    dialog = Dialog(described)
    dialog.choose(dialog.form.kind, "Append")
    dialog.type(dialog.form.text, " {sceen}")
    described.qtbot.waitUntil(dialog.preview.problems.isVisible, timeout=10_000)
    assert dialog.preview.problems.text().startswith("{sceen} stands for nothing. Use one of these: {name}, {folder}")
    assert "\n" not in dialog.preview.problems.text()
    assert not dialog.preview.write_button.isEnabled()


def test_fields_come_out_of_names_and_out_of_a_table(described: Described, tmp_path: Path) -> None:
    dialog = Dialog(described)
    dialog.choose(dialog.form.kind, "Read from the file name")
    dialog.type(dialog.form.pattern, "{scene}")
    dialog.shows(
        ("c.flac", "Scene", "(empty)", "c"),
        ("b.wav", "Scene", "(empty)", "b"),
        ("a.wav", "Scene", "(empty)", "a"),
    )
    dialog.choose(dialog.form.kind, "Read from a table (CSV)")
    dialog.shows()
    table = tmp_path / "table.csv"
    table.write_text("name;scene;take\nb.wav;12A;3\nx.wav;1;1\n")
    (session,) = dialog.preview.findChildren(BatchSession)
    session.read_table(table)
    dialog.shows(("b.wav", "Scene", "(empty)", "12A"), ("b.wav", "Take", "(empty)", "3"))
    assert dialog.form.table_name.text() == "table.csv: 2 files"
    dialog.write()
    slate = slate_of(read_metadata(described.files[1]).fields)
    assert (slate.scene, slate.take) == ("12A", "3")


def test_a_table_that_cannot_be_read_is_said_in_the_dialog(described: Described, tmp_path: Path) -> None:
    dialog = Dialog(described)
    dialog.choose(dialog.form.kind, "Read from a table (CSV)")
    (session,) = dialog.preview.findChildren(BatchSession)
    session.read_table(tmp_path / "none.csv")
    described.qtbot.waitUntil(dialog.preview.problems.isVisible, timeout=10_000)
    assert "none.csv cannot be read" in dialog.preview.problems.text()


def test_another_rule_takes_the_former_differences_away_at_once(described: Described) -> None:
    dialog = Dialog(described)
    dialog.choose(dialog.form.field, "Description")
    dialog.choose(dialog.form.kind, "Change case")
    dialog.choose(dialog.form.case, "UPPER CASE")
    dialog.shows(
        ("b.wav", "Description", "Light door", "LIGHT DOOR"), ("a.wav", "Description", "Heavy door", "HEAVY DOOR")
    )
    dialog.choose(dialog.form.case, "lower case")
    assert dialog.preview.model.rowCount() == 0 and not dialog.preview.write_button.isEnabled()
    dialog.shows(
        ("b.wav", "Description", "Light door", "light door"), ("a.wav", "Description", "Heavy door", "heavy door")
    )


def test_a_rule_leaves_edits_of_other_fields_waiting(described: Described) -> None:
    described.select("a.wav")
    described.type(Field.COMMENT, "night")
    described.type(Field.DESCRIPTION, "typed")
    dialog = Dialog(described)
    dialog.choose(dialog.form.field, "Description")
    dialog.type(dialog.form.wanted, "door")
    dialog.type(dialog.form.other, "gate")
    dialog.shows(
        ("b.wav", "Description", "Light door", "Light gate"), ("a.wav", "Description", "Heavy door", "Heavy gate")
    )
    dialog.write()
    edits = [dict(edit.values) for edit in described.describing.pending.edits.values()]
    assert edits == [{Field.COMMENT: "night"}]
