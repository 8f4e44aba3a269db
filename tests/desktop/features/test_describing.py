"""Describing in the whole window: edits wait, a preview asks, files are written, and Undo gives them back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from desktop.base.translation import use_language
from desktop.controllers.marks.feature import MarksControl
from desktop.features.metadata_edits.category_suggestions import CategorySuggestions
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.features.metadata_edits.preview import PreviewDialog
from desktop.features.metadata_edits.rename import RenameDialog
from desktop.features.metadata_edits.suggestions import category_name
from desktop.widgets.buttons import NoticeDialog
from desktop.widgets.ucs_field import UcsField
from engine.audio.fields import Field
from engine.audio.metadata import read_metadata
from engine.base.types import FilePath, SoundId
from engine.features.metadata_edits import journal
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.envelope_writer import copy_name
from engine.search.category_suggestions import listed
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import tone, wav_bytes, write_tone, write_with_bext
from tests.helpers.tiny_pack import make_tiny_pack


class Described:
    """The window over a library of three files."""

    def __init__(self, app: QApplication, folder: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.files = [
            write_with_bext(folder / "sounds" / "a.wav", "Heavy door"),
            write_with_bext(folder / "sounds" / "b.wav", "Light door"),
            write_tone(folder / "sounds" / "c.flac", 440.0, 0.3),
        ]
        pack = make_tiny_pack(folder / "pack")
        store_sounds(folder / "library", folder / "sounds", pack, self.files)
        self.earshot = EarshotApp(app, WindowStart(folder / "library", folder / "window.json", pack))
        self.window = self.earshot.window
        self.describing = next(part for part in self.earshot.features if isinstance(part, MetadataEditor))
        self.cataloguing = next(part for part in self.earshot.features if isinstance(part, CategorySuggestions))
        self.form = self.describing.form
        self.settings = self.earshot.settings
        with qtbot.waitSignal(self.earshot.finding.shown, timeout=20_000):
            self.earshot.open()
        self.window.inspector.show_tab("details")

    def select(self, *names: str) -> None:
        results, model = self.window.results, self.window.model
        results.clearSelection()
        mode = results.selectionModel().SelectionFlag
        for row in range(model.rowCount()):
            hit = model.hit(row)
            if hit is not None and hit.sound.path.name in names:
                results.selectionModel().select(model.index(row, 0), mode.Select | mode.Rows)
        self.qtbot.waitUntil(lambda: len(self.describing._selected.ids) == len(names), timeout=10_000)

    def type(self, field: Field, text: str) -> None:
        part = self.form.inputs[field]
        part.setFocus()
        part.selectAll()
        QTest.keyClicks(part, text)
        leave(part)

    def write(self) -> None:
        with self.qtbot.waitSignal(self.describing.written, timeout=20_000):
            self.preview().write_button.click()

    def preview(self) -> PreviewDialog:
        self.qtbot.waitUntil(lambda: self.window.findChild(PreviewDialog) is not None, timeout=10_000)
        dialog = self.window.findChild(PreviewDialog)
        assert isinstance(dialog, PreviewDialog)
        return dialog


def leave(part: QWidget) -> None:
    """Tab, which goes to a list of completions where one is open, as it does from a keyboard."""
    popup = part.completer().popup() if isinstance(part, UcsField) else None
    QTest.keyClick(popup if popup is not None and popup.isVisible() else part, Qt.Key.Key_Tab)


@pytest.fixture
def described(qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Described]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Described(qapp, tmp_path, qtbot)
    yield made
    made.earshot.quit()
    made.earshot.close()
    made.window.deleteLater()


def test_the_selected_files_words_are_shown(described: Described) -> None:
    described.select("a.wav")
    assert described.describing.details.title.text() == "a.wav"
    tree = described.describing.facts
    described.qtbot.waitUntil(lambda: tree.topLevelItemCount() > 3, timeout=10_000)
    heads = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    assert [head.text(0) for head in heads if head is not None] == [
        "Description",
        "Recording",
        "Technical",
        "BEXT",
        "Chunks",
    ]
    described.select("a.wav", "b.wav")
    description = described.form.inputs[Field.DESCRIPTION]
    assert description.property("placeholderText") == "multiple values"
    assert described.describing.details.title.text() == "2 sounds selected"


def test_escape_in_the_details_leads_back_to_the_list_and_keeps_what_is_selected(described: Described) -> None:
    described.select("a.wav", "b.wav")
    title = described.form.inputs[Field.TITLE]
    title.setFocus()
    described.qtbot.waitUntil(lambda: QApplication.focusWidget() is title)
    described.earshot.commands.action("window.back_out").trigger()
    assert QApplication.focusWidget() is described.window.results
    assert len(described.window.results.selected_hits()) == 2


def test_a_click_on_the_heart_leaves_the_arrow_keys_to_the_list(described: Described) -> None:
    described.select("a.wav")
    described.window.results.setFocus()
    keeping = next(part for part in described.earshot.features if isinstance(part, MarksControl))
    QTest.mouseClick(keeping.marks.favourite, Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is described.window.results


def test_typed_edits_wait_and_nothing_is_written_before_the_preview_is_confirmed(described: Described) -> None:
    before = [file.read_bytes() for file in described.files]
    described.select("a.wav", "c.flac")
    described.type(Field.TITLE, "Slam")
    described.type(Field.UCS_ID, "wood door")
    assert len(described.describing.pending) == 2
    described.describing.save()
    dialog = described.preview()
    assert dialog.model.rowCount() == 4
    assert [file.read_bytes() for file in described.files] == before
    dialog.reject()
    assert [file.read_bytes() for file in described.files] == before
    assert len(described.describing.pending) == 2


def test_saving_writes_the_files_and_undo_gives_them_back(described: Described) -> None:
    before = [file.read_bytes() for file in described.files]
    described.select("a.wav", "c.flac")
    described.type(Field.TITLE, "Zeppelin slam")
    QTest.keyClick(described.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    described.write()
    assert [read_metadata(file).title for file in described.files] == ["Zeppelin slam", "", "Zeppelin slam"]
    assert described.describing.strip.label.text() == "Wrote 2 files."
    assert len(described.describing.pending) == 0
    title = described.form.inputs[Field.TITLE]
    described.qtbot.waitUntil(lambda: title.property("text") == "Zeppelin slam", timeout=10_000)
    with described.qtbot.waitSignal(described.earshot.finding.shown, timeout=10_000):
        described.window.search_bar.set_text('"zeppelin"')
    described.qtbot.waitUntil(lambda: described.window.model.rowCount() == 2, timeout=10_000)
    with described.qtbot.waitSignal(described.describing.written, timeout=20_000):
        described.describing.strip.undo_button.click()
    assert [file.read_bytes() for file in described.files] == before
    described.qtbot.waitUntil(lambda: described.window.model.rowCount() == 0, timeout=10_000)


def test_unticked_rows_are_not_written_and_keep_waiting_for_nobody(described: Described) -> None:
    described.select("a.wav", "b.wav")
    described.type(Field.COMMENT, "night")
    described.describing.save()
    dialog = described.preview()
    first = next(row for row in range(2) if dialog.model.data(dialog.model.index(row, 0)) == "a.wav")
    dialog.model.setData(dialog.model.index(first, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    described.write()
    assert [read_metadata(file).comment for file in described.files] == ["", "night", ""]


def test_a_file_that_cannot_be_written_is_told_and_its_edit_waits_on(described: Described) -> None:
    described.files[0].chmod(0o444)
    described.select("a.wav", "b.wav")
    described.type(Field.TITLE, "Slam")
    described.describing.save()
    described.write()
    assert "1 file could not be changed" in described.describing.strip.label.text()
    assert "write-protected" in described.describing.strip.label.text()
    assert len(described.describing.pending) == 1


def test_files_that_cannot_be_read_are_told_in_the_language_of_the_window(described: Described, tmp_path: Path) -> None:
    (tmp_path / "leer.wav").touch()
    files = [FilePath.of(tmp_path / name) for name in ("leer.wav", "weg.wav")]
    changes = [(SoundId(1_000 + at), path, Edit({Field.TITLE: "Slam"})) for at, path in enumerate(files)]
    use_language("de")
    try:
        with described.qtbot.waitSignal(described.describing.written, timeout=20_000):
            described.describing.write(changes, False)
        assert described.describing.strip.label.text().endswith("leer.wav ist leer")
        described.describing.strip.details_button.click()
        notice = described.window.findChild(NoticeDialog)
        assert isinstance(notice, NoticeDialog)
        said = notice.informativeText()
        assert "leer.wav ist leer. Kopiere oder exportiere sie noch einmal." in said
        assert "weg.wav fehlt. Sie wurde verschoben, umbenannt oder gelöscht." in said
        notice.close()
    finally:
        use_language("en")


def test_renaming_for_ucs_and_its_undo_from_the_menu(described: Described) -> None:
    described.select("a.wav")
    described.window.results.go_to(described.window.results.selectionModel().selectedRows()[0].row())
    described.describing.rename()
    dialog = described.window.findChild(RenameDialog)
    assert isinstance(dialog, RenameDialog)
    described.qtbot.waitUntil(dialog.isActiveWindow, timeout=10_000)
    dialog.cat_id.setFocus()
    QTest.keyClicks(dialog.cat_id, "doorwood")
    leave(dialog.cat_id)
    QTest.keyClicks(dialog.creator, "JD")
    described.qtbot.waitUntil(lambda: dialog.rename_button.text() == "Rename 1 file", timeout=10_000)
    with described.qtbot.waitSignal(described.describing.written, timeout=20_000):
        dialog.rename_button.click()
    new = described.files[0].with_name("DOORWood_a_JD_NONE.wav")
    assert new.exists() and not described.files[0].exists()
    assert described.settings.values.ucs_creator == "JD"
    described.qtbot.waitUntil(
        lambda: any(
            (hit := described.window.model.hit(row)) is not None and hit.sound.path.name == new.name
            for row in range(described.window.model.rowCount())
        ),
        timeout=10_000,
    )
    deck = described.window.deck
    described.qtbot.waitUntil(lambda: deck.hit is not None and deck.hit.sound.path.name == new.name, timeout=10_000)
    with described.qtbot.waitSignal(described.describing.written, timeout=20_000):
        described.earshot.commands.action("metadata.undo").trigger()
    assert described.files[0].exists() and not new.exists()


def test_cancel_stops_and_what_was_written_can_be_undone(described: Described, tmp_path: Path) -> None:
    content = wav_bytes(tone(440.0, 0.1))
    files = [tmp_path / f"{number}.wav" for number in range(400)]
    for file in files:
        file.write_bytes(content)
    edit = Edit({Field.TITLE: "Slam"})
    changes = [(SoundId(1_000 + number), FilePath.of(file), edit) for number, file in enumerate(files)]
    cancel = described.describing._advanced.connect(lambda done: described.describing.strip.cancel_button.click())
    with described.qtbot.waitSignal(described.describing.written, timeout=30_000) as written:
        described.describing.write(changes, False)
    described.describing._advanced.disconnect(cancel)  # the undo is to run to its end
    report = written.args[0]
    assert report.is_cancelled and 0 < report.changed < 400
    assert "Stopped before the end" in described.describing.strip.label.text()
    with described.qtbot.waitSignal(described.describing.written, timeout=30_000):
        described.describing.strip.undo_button.click()
    assert all(file.read_bytes() == content for file in files[: report.changed + 1])


def test_what_a_crash_left_is_cleared_away_at_the_start(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = write_tone(tmp_path / "a.wav", 440.0, 0.2)
    (tmp_path / "library").mkdir()
    left = journal.JournalWriter(tmp_path / "library", "describe")
    left.prepare(FilePath.of(file))
    left._file.close()
    left._lock.release()
    copy = copy_name(FilePath.of(file))
    copy.write_bytes(b"half")
    earshot = EarshotApp(qapp, WindowStart(tmp_path / "library", tmp_path / "window.json"))
    earshot.open()
    qtbot.waitUntil(lambda: not copy.exists(), timeout=20_000)
    earshot.quit()
    earshot.close()
    earshot.window.deleteLater()
    assert all(session.is_finished for session in journal.sessions(tmp_path / "library"))


def test_an_undo_with_nothing_to_undo_says_so(described: Described) -> None:
    described.describing.undo(None)
    described.qtbot.waitUntil(described.window.message.isVisible, timeout=10_000)
    assert "no metadata change to undo" in described.window.message.label.text()
    assert described.describing.strip.isHidden()


@pytest.mark.shows("nothing-changed-removed")
def test_suggestions_wait_as_edits_or_become_tags(described: Described) -> None:
    before = [file.read_bytes() for file in described.files]
    described.select("a.wav", "b.wav")
    described.cataloguing.suggest()
    tab = described.cataloguing.tab
    described.qtbot.waitUntil(lambda: tab.tree.topLevelItemCount() == 2, timeout=60_000)
    head = tab.tree.topLevelItem(0)
    assert head is not None and head.childCount() == 5
    head.child(0).setSelected(True)
    tab.accept_button.click()
    assert len(described.describing.pending) == 1
    tab.as_tag.setChecked(True)
    with described.qtbot.waitSignal(described.earshot.finding.shown, timeout=10_000):
        tab.accept_button.click()
    assert [file.read_bytes() for file in described.files] == before


def test_suggestions_can_be_cancelled_and_go_on_from_there(described: Described) -> None:
    described.select("a.wav")
    cataloguing, tab, qtbot = described.cataloguing, described.cataloguing.tab, described.qtbot
    cataloguing.suggest()
    qtbot.waitUntil(lambda: tab.bar.value() > 20, timeout=60_000)
    assert "737" in tab.note.text()
    QTest.mouseClick(tab.cancel_button, Qt.MouseButton.LeftButton)
    assert not tab.cancel_button.isVisible()
    assert "continues from here" in tab.note.text()
    reached = tab.bar.value()
    seen: list[int] = []
    tab.bar.valueChanged.connect(seen.append)
    QTest.mouseClick(tab.ask_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: tab.tree.topLevelItemCount() == 1, timeout=60_000)
    assert min(value for value in seen if value > 5) >= reached, "what was read before was not read again"


def test_suggestions_are_never_those_of_the_selection_before(described: Described) -> None:
    cataloguing, tab, qtbot = described.cataloguing, described.cataloguing.tab, described.qtbot

    def heads() -> list[str]:
        items = (tab.tree.topLevelItem(at) for at in range(tab.tree.topLevelItemCount()))
        return [item.text(0) for item in items if item is not None]

    described.select("a.wav")
    cataloguing.suggest()
    described.select("b.wav")  # while the categories are read for the first time
    qtbot.waitUntil(lambda: heads() == ["b.wav"], timeout=60_000)
    described.select("a.wav")
    qtbot.waitUntil(lambda: heads() == ["a.wav"], timeout=60_000)
    described.earshot.window.results.clearSelection()
    described.earshot.window.results.setCurrentIndex(described.earshot.window.model.index(-1, -1))
    qtbot.waitUntil(lambda: heads() == [], timeout=60_000)
    assert tab.note.text() == "Select sounds first."
    assert not tab.all_button.isEnabled()


def test_a_categorys_name_has_room_or_loses_its_middle(described: Described) -> None:
    tab = described.cataloguing.tab
    described.select("a.wav")
    described.cataloguing.suggest()
    described.qtbot.waitUntil(lambda: tab.tree.topLevelItemCount() == 1, timeout=60_000)
    head = tab.tree.topLevelItem(0)
    assert head is not None
    assert tab.tree.textElideMode() is Qt.TextElideMode.ElideMiddle
    for at in range(head.childCount()):
        room = tab.tree.visualItemRect(head.child(at)).width() - tab.tree.columnWidth(1)
        widths = [tab.tree.fontMetrics().horizontalAdvance(category_name(one)) for one in listed()]
        assert sum(width <= room for width in widths) > 0.8 * len(widths)
        assert head.child(at).toolTip(0).split()[0].isalpha(), "its CatID"
