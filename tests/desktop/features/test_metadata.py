"""The parts of the inspector that show and edit metadata, on their own."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.controllers.library_status.failures import Failures
from desktop.features.metadata_edits.differences import PlannedChange
from desktop.features.metadata_edits.facts_tree import FactsTree
from desktop.features.metadata_edits.form import EditForm
from desktop.features.metadata_edits.pending_edits import PendingEdits
from desktop.features.metadata_edits.preview import PreviewDialog
from desktop.features.metadata_edits.progress_strip import MetadataProgress
from desktop.features.metadata_edits.rename import RenameDialog
from desktop.features.metadata_edits.suggestions import SoundSuggestions, SuggestionsTab
from desktop.features.metadata_edits.technical_facts import coding, technical_facts
from desktop.widgets.ucs_field import UcsField
from desktop.window.details import DetailsTab
from engine.audio.fields import Field
from engine.audio.ucs import UcsCategory, by_cat_id
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.library_facts import FailedFile
from engine.base.types import AudioInfo, FilePath, Measures, SoundId
from engine.features.metadata_edits.edit import Edit, TagDifference
from engine.features.metadata_edits.file_facts import Fact, Group
from engine.features.metadata_edits.ucs_names import Proposal
from engine.search.category_suggestions import Suggestion
from tests.helpers.hits import make_hit


def on_show(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.addWidget(widget)
    widget.resize(320, 600)
    widget.show()
    qtbot.waitExposed(widget)


@pytest.fixture
def form(qtbot: QtBot) -> EditForm:
    form = EditForm()
    on_show(qtbot, form)
    form.show_values({Field.TITLE: "Slam", Field.KEYWORDS: None}, changed=frozenset(), is_editable=True)
    return form


def test_what_differs_among_the_sounds_is_shown_as_several(form: EditForm) -> None:
    keywords, title = form.inputs[Field.KEYWORDS], form.inputs[Field.TITLE]
    assert isinstance(keywords, QLineEdit) and isinstance(title, QLineEdit)
    assert (keywords.text(), keywords.placeholderText()) == ("", "multiple values")
    assert (title.text(), title.placeholderText()) == ("Slam", "")


def test_leaving_a_field_tells_of_its_edit_once(qtbot: QtBot, form: EditForm) -> None:
    told: list[tuple[Field, str]] = []
    form.edited.connect(lambda field, text: told.append((field, text)))
    title = form.inputs[Field.TITLE]
    title.setFocus()
    QTest.keyClick(title, Qt.Key.Key_End)
    QTest.keyClicks(title, " door")
    QTest.keyClick(title, Qt.Key.Key_Tab)
    QTest.keyClick(form.inputs[Field.DESCRIPTION], Qt.Key.Key_A)
    QTest.keyClick(form.inputs[Field.DESCRIPTION], Qt.Key.Key_Tab)
    assert told == [(Field.TITLE, "Slam door"), (Field.DESCRIPTION, "a")]
    form.finish()
    assert len(told) == 2


def test_several_left_alone_stay_several(form: EditForm) -> None:
    told: list[object] = []
    form.edited.connect(lambda field, text: told.append(field))
    form.inputs[Field.KEYWORDS].setFocus()
    QTest.keyClick(form.inputs[Field.KEYWORDS], Qt.Key.Key_Tab)
    form.finish()
    assert told == []


def test_what_is_being_typed_stays_while_the_selection_does(form: EditForm) -> None:
    title = form.inputs[Field.TITLE]
    assert isinstance(title, QLineEdit)
    title.setFocus()
    QTest.keyClick(title, Qt.Key.Key_End)
    QTest.keyClicks(title, " door")
    form.show_values({Field.TITLE: "Slam"}, changed=frozenset(), is_editable=True, is_same=True)
    assert title.text() == "Slam door"
    form.show_values({Field.TITLE: "Rain"}, changed=frozenset(), is_editable=True)
    assert title.text() == "Rain"


def test_without_edits_there_is_nothing_to_save(form: EditForm) -> None:
    form.show_waiting(0)
    assert not form.save_button.isEnabled() and not form.discard_button.isEnabled()
    form.show_waiting(3)
    assert form.save_button.isEnabled()
    assert form.waiting.text() == "3 sounds with unsaved edits"


def test_every_field_has_a_name_and_a_tip(form: EditForm) -> None:
    assert all(part.accessibleName() and part.toolTip() for part in form.inputs.values())


def test_any_word_finds_a_category(qtbot: QtBot) -> None:
    field = UcsField()
    on_show(qtbot, field)
    QTest.keyClicks(field, "wood door")
    assert field.offers()[0] == "DOORWood   Doors, Wood"
    with qtbot.waitSignal(field.chosen) as chosen:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert chosen.args == ["DOORWood"]
    assert field.text() == "DOORWood"
    assert "Doors, Wood" in field.toolTip()


def test_what_is_no_category_is_not_taken(qtbot: QtBot) -> None:
    field = UcsField()
    on_show(qtbot, field)
    field.show_id("RAIN")
    field.selectAll()
    QTest.keyClicks(field, "qqqq")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (field.text(), field.cat_id) == ("RAIN", "RAIN")
    field.clear()
    with qtbot.waitSignal(field.chosen) as chosen:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert chosen.args == [""]


def test_facts_stand_in_groups_and_can_be_copied(qtbot: QtBot) -> None:
    tree = FactsTree()
    on_show(qtbot, tree)
    tree.show_facts((Fact(Group.BEXT, "Originator", "Zoom"), Fact(Group.DESCRIPTION, "title", "Slam")))
    heads = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    assert [head.text(0) for head in heads if head is not None] == ["Description", "BEXT"]
    assert heads[0] is not None and heads[1] is not None
    assert heads[0].child(0).text(0) == "Title"
    tree.setCurrentItem(heads[1].child(0))
    QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Zoom"
    tree.selectAll()
    assert tree.copy() == "Title\tSlam\nOriginator\tZoom"


def test_a_group_that_was_folded_stays_folded(qtbot: QtBot) -> None:
    tree = FactsTree()
    on_show(qtbot, tree)
    facts = (Fact(Group.BEXT, "Originator", "Zoom"),)
    tree.show_facts(facts)
    head = tree.topLevelItem(0)
    assert head is not None and head.isExpanded()
    head.setExpanded(False)
    tree.show_facts(facts)
    again = tree.topLevelItem(0)
    assert again is not None and not again.isExpanded()


def test_other_features_have_a_place_at_the_top(qtbot: QtBot, theme: Theme) -> None:
    tab = DetailsTab(theme)
    first, second, below = QLabel("first"), QLabel("second"), QLabel("below")
    tab.add_below(below)
    tab.add_top(first)
    tab.add_top(second)
    on_show(qtbot, tab)
    tab.show_selection(FilePath(b"/a.wav"), 1)
    tops = [part.mapTo(tab, part.rect().topLeft()).y() for part in (tab.title, first, second, below)]
    assert tops == sorted(tops)


def test_pending_edits_add_up_and_are_dropped_by_sound() -> None:
    pending = PendingEdits()
    one, two = SoundId(1), SoundId(2)
    pending.put([one, two], Edit({Field.TITLE: "a", Field.COMMENT: "c"}))
    pending.put([one], Edit({Field.TITLE: "b"}))
    assert pending.of(one) == {Field.TITLE: "b", Field.COMMENT: "c"}
    assert pending.of(two) == {Field.TITLE: "a", Field.COMMENT: "c"}
    pending.drop([one])
    assert (len(pending), pending.of(one)) == (1, {})


def planned(count: int) -> list[PlannedChange]:
    differences = (TagDifference(Field.TITLE, "", "New"), TagDifference(Field.COMMENT, "old", ""))
    return [PlannedChange(SoundId(n), FilePath.of(f"/s/{n}.wav"), differences) for n in range(count)]


def test_the_preview_shows_old_and_new_and_rows_can_be_left_out(qtbot: QtBot) -> None:
    dialog = PreviewDialog([*planned(2), PlannedChange(SoundId(9), FilePath.of("/s/9.wav"), (), "9.wav is gone")])
    on_show(qtbot, dialog)
    model = dialog.model
    assert [model.data(model.index(1, column)) for column in range(4)] == ["0.wav", "Comment", "old", "(empty)"]
    assert dialog.write_button.text() == "Write 2 files"
    assert dialog.problems.text() == "9.wav is gone"
    model.setData(model.index(0, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    model.setData(model.index(1, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    model.setData(model.index(3, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert (dialog.write_button.text(), dialog.summary.text()) == ("Write 1 file", "1 difference")
    assert not dialog.all.isChecked()
    with qtbot.waitSignal(dialog.confirmed) as confirmed:
        QTest.mouseClick(dialog.write_button, Qt.MouseButton.LeftButton)
    assert confirmed.args == [[(SoundId(1), FilePath.of("/s/1.wav"), Edit({Field.TITLE: "New"}))], False]


def test_with_nothing_ticked_nothing_can_be_written(qtbot: QtBot) -> None:
    dialog = PreviewDialog(planned(1))
    on_show(qtbot, dialog)
    dialog.all.click()
    assert not dialog.write_button.isEnabled()


def test_the_strip_offers_cancel_and_then_undo(qtbot: QtBot, theme: Theme) -> None:
    strip = MetadataProgress(theme)
    qtbot.addWidget(strip)
    strip.begin("Writing 4 files…", 4)
    assert strip.is_working
    with qtbot.waitSignal(strip.cancel_wanted):
        strip.cancel_button.click()
    strip.advance(3)
    assert strip.bar.value() == 3
    strip.end("Wrote 4 files.", session=7)
    assert not strip.is_working
    with qtbot.waitSignal(strip.undo_wanted) as wanted:
        strip.undo_button.click()
    assert wanted.args == [7]


def test_the_new_names_are_shown_before_anything_happens(qtbot: QtBot, theme: Theme) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = RenameDialog(theme, 3, parent=parent)
    with qtbot.waitSignal(dialog.preview_wanted):
        dialog.show()
        QTest.keyClicks(dialog.creator, "JD")
    assert dialog.parts.creator == "JD"
    a, b = FilePath.of("/s/a.wav"), FilePath.of("/s/b.wav")
    new = FilePath.of("/s/DOORWood_a_JD_x.wav")
    dialog.show_proposals(dialog.parts, [Proposal(a, new), Proposal(b, b, "no CatID")])
    assert dialog.rename_button.text() == "Rename 1 file"
    assert "1 file skipped" in dialog.summary.text()
    with qtbot.waitSignal(dialog.confirmed) as confirmed:
        dialog.rename_button.click()
    assert confirmed.args == [[(a, new)]]


def test_names_of_parts_that_were_changed_since_are_not_offered(qtbot: QtBot, theme: Theme) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = RenameDialog(theme, 1, parent=parent)
    dialog.show()
    before = dialog.parts
    QTest.keyClicks(dialog.creator, "JD")
    a = FilePath.of("/s/a.wav")
    dialog.show_proposals(before, [Proposal(a, FilePath.of("/s/DOORWood_a_NONE_x.wav"))])
    assert not dialog.rename_button.isEnabled() and dialog.list.topLevelItemCount() == 0
    with qtbot.waitSignal(dialog.preview_wanted) as wanted:
        pass
    dialog.show_proposals(wanted.args[0], [Proposal(a, FilePath.of("/s/DOORWood_a_JD_x.wav"))])
    assert dialog.rename_button.text() == "Rename 1 file" and dialog.rename_button.isEnabled()


def test_cancel_stays_under_the_pointer_while_the_button_beside_it_counts(qtbot: QtBot, theme: Theme) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = RenameDialog(theme, 3, parent=parent)
    dialog.show()
    qtbot.waitExposed(dialog)
    QApplication.processEvents()
    place = lambda: dialog.buttons.leave.mapTo(dialog, dialog.buttons.leave.rect().center())  # noqa: E731
    before = place()
    moved = [
        Proposal(FilePath.of(f"/s/{name}.wav"), FilePath.of(f"/s/DOORWood_{name}_JD_x.wav")) for name in ("a", "b", "c")
    ]
    dialog.show_proposals(dialog.parts, moved)
    qtbot.waitUntil(lambda: dialog.rename_button.text() == "Rename 3 files")
    QApplication.processEvents()
    assert place() == before
    assert dialog.rename_button.width() >= dialog.rename_button.sizeHint().width()


def test_without_a_selection_the_details_say_what_to_do_and_show_no_dead_fields(qtbot: QtBot, theme: Theme) -> None:
    tab = DetailsTab(theme)
    qtbot.addWidget(tab)
    top, form = QWidget(), EditForm()
    tab.add_top(top)
    tab.add_below(form)
    tab.selection_shown.connect(lambda count: form.show_fields(count > 0))
    tab.show_selection(None, 0)
    tab.resize(300, 700)
    tab.show()
    qtbot.waitExposed(tab)
    assert tab.title.text() == "Select a sound to see its details."
    parts = (top, *form.inputs.values(), form.save_button)
    assert not any(part.isVisible() for part in parts)
    form.show_waiting(2)
    assert form.save_button.isVisible()  # what was typed for others can be written all the same
    tab.show_selection(FilePath(b"/a.wav"), 1)
    assert all(part.isVisible() for part in parts)
    tab.show_selection(None, 0)
    assert not top.isVisible() and form.save_button.isVisible()


def category(cat_id: str) -> UcsCategory:
    known = by_cat_id(cat_id)
    assert known is not None
    return known


def test_a_note_of_two_lines_in_a_narrow_panel_is_read_whole(qtbot: QtBot, theme: Theme) -> None:
    tab = SuggestionsTab(theme)
    qtbot.addWidget(tab)
    tab.resize(280, 700)
    tab.show()
    tab.note.setText("In a test, a suggestion this sure was right this often. " * 2)
    qtbot.waitUntil(lambda: tab.note.height() >= tab.note.heightForWidth(tab.note.width()) > 20, timeout=10_000)


def test_suggestions_are_accepted_one_by_one_or_all_that_are_sure(qtbot: QtBot, theme: Theme) -> None:
    tab = SuggestionsTab(theme)
    on_show(qtbot, tab)
    wood, rain = category("DOORWood"), category("RAIN")
    sure, unsure = Suggestion(wood, 0.7, 0.5, 0.4, ("wood",)), Suggestion(rain, 0.2, 0.3, None, ())
    tab.show_suggestions(
        [
            SoundSuggestions(SoundId(1), "a.wav", (sure, unsure)),
            SoundSuggestions(SoundId(2), "b.wav", (unsure,)),
            SoundSuggestions(SoundId(3), "c.wav", ()),
        ]
    )
    head = tab.tree.topLevelItem(0)
    assert head is not None
    assert (head.child(0).text(0), head.child(0).text(1)) == ("Doors, Wood", "70 %")
    assert "DOORWood" in head.child(0).toolTip(0)
    assert "Words: wood" in head.child(0).toolTip(0)
    assert not tab.accept_button.isEnabled()
    head.child(1).setSelected(True)
    with qtbot.waitSignal(tab.accepted) as accepted:
        tab.accept_button.click()
    assert accepted.args == [{SoundId(1): rain}]
    with qtbot.waitSignal(tab.accepted) as accepted:
        tab.all_button.click()
    assert accepted.args == [{SoundId(1): wood}]
    tab.least.setValue(95)
    tab.all_button.click()
    assert tab.note.text() == "No suggestion reaches this confidence."


@pytest.mark.parametrize(
    ("codec", "bits", "said"),
    [
        ("PCM_16", 16, "16-bit"),
        ("PCM_24", 24, "24-bit"),
        ("PCM_U8", 8, "8-bit"),
        ("FLOAT", 32, "32-bit float"),
        ("DOUBLE", 64, "64-bit float"),
        ("VORBIS", None, "Vorbis"),
        ("MPEG_LAYER_III", None, "MPEG layer III"),
    ],
)
def test_the_coding_of_a_file_is_said_as_people_say_it(codec: str, bits: int | None, said: str) -> None:
    assert coding(AudioInfo("WAV", codec, 48_000, 2, bits, 1.0)) == said


@pytest.mark.shows("true-peak", "loudness-layout")
def test_details_tell_true_peak_and_where_channels_stand() -> None:
    hit = make_hit(1, channels=6, measures=Measures(-20.0, -1.0, true_peak_dbtp=0.4))
    assert hit.sound.info is not None
    placed = replace(hit.sound, info=replace(hit.sound.info, layout="FL FR FC LFE BL BR"))
    told = {fact.name: fact.value for fact in technical_facts(placed)}
    assert (told["True peak"], told["Channels"]) == ("0.4 dBTP", "5.1 (L R C LFE Ls Rs)")
    plain = {fact.name: fact.value for fact in technical_facts(make_hit(1, measures=Measures(peak_dbfs=-1.0)).sound)}
    assert plain["True peak"] == "not measured yet (Read again)"
    assert plain["Channels"] == "stereo"


def test_a_file_that_cannot_be_read_says_why_in_a_sentence(qtbot: QtBot) -> None:
    dialog = Failures()
    qtbot.addWidget(dialog)
    path = FilePath.of("/s/a.wav")
    dialog.show_files([FailedFile(path, trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT))], 1)
    item = dialog.list.topLevelItem(0)
    assert item is not None
    assert (item.text(0), item.text(1)) == ("a.wav", "The file is empty.")
