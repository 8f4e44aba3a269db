"""Stars, colours, tags, notes and collections, by mouse and key."""

import shutil
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme, apply_theme
from desktop.controllers.marks.collections import CollectionsPanel
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.marks.marks_panel import MarksPanel, ago, history
from desktop.widgets.stars import Stars
from engine.base.types import Colour, Marks, Sound
from engine.library.user_data import Collection, UserData
from engine.store.catalogue import Catalogue
from tests.helpers.hits import make_hit
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


def sound(number: int, marks: Marks) -> Sound:
    return structs.replace(make_hit(number).sound, marks=marks)


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> MarksPanel:
    panel = MarksPanel(theme)
    qtbot.addWidget(panel)
    panel.resize(300, 400)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def test_the_third_star_rates_three_and_once_more_takes_it_away(qtbot: QtBot, theme: Theme) -> None:
    stars = Stars(theme)
    qtbot.addWidget(stars)
    third = QPoint(3 + 2 * 24 + 10, 12)
    with qtbot.waitSignal(stars.chosen) as chosen:
        QTest.mouseClick(stars, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, third)
    assert chosen.args == [3]
    stars.show_rating(3)
    assert stars.accessibleName() == "Rating: 3 of 5 stars"
    with qtbot.waitSignal(stars.chosen) as chosen:
        QTest.mouseClick(stars, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, third)
    assert chosen.args == [0]
    for key, rating in ((Qt.Key.Key_Left, 2), (Qt.Key.Key_Right, 4), (Qt.Key.Key_5, 5)):
        with qtbot.waitSignal(stars.chosen) as chosen:
            QTest.keyClick(stars, key)
        assert chosen.args == [rating]


def test_several_sounds_show_what_they_share(panel: MarksPanel) -> None:
    one = Marks(rating=4, colour=Colour.RED, is_favourite=True, tags=("door", "wood"))
    other = Marks(rating=2, colour=Colour.RED, is_favourite=True, tags=("wood",))
    panel.show_sounds([sound(1, one), sound(2, other)])
    assert panel.stars.rating is None
    assert panel.favourite.isChecked()
    assert panel.colours.buttons[Colour.RED].isChecked()
    assert panel.tags.shown == ("door", "wood")
    assert panel.note.toPlainText() == ""


def test_a_colour_is_asked_for_and_asked_away(panel: MarksPanel, qtbot: QtBot) -> None:
    panel.show_sounds([sound(1, Marks(colour=Colour.BLUE))])
    with qtbot.waitSignal(panel.colour_wanted) as wanted:
        QTest.mouseClick(panel.colours.buttons[Colour.GREEN], Qt.MouseButton.LeftButton)
    assert wanted.args == [Colour.GREEN]
    with qtbot.waitSignal(panel.colour_wanted) as wanted:
        QTest.mouseClick(panel.colours.buttons[Colour.BLUE], Qt.MouseButton.LeftButton)
    assert wanted.args == [None]


def test_tags_are_typed_with_commas_and_taken_off_by_a_click(panel: MarksPanel, qtbot: QtBot) -> None:
    panel.show_sounds([sound(1, Marks(tags=("door",)))])
    QTest.keyClicks(panel.tags.field, "wood,  metal, wood")
    with qtbot.waitSignal(panel.tags_added) as added:
        QTest.keyClick(panel.tags.field, Qt.Key.Key_Return)
    assert added.args == [("wood", "metal")]
    assert panel.tags.field.text() == ""
    with qtbot.waitSignal(panel.tag_removed) as removed:
        QTest.mouseClick(chip_of(panel, "door"), Qt.MouseButton.LeftButton)
    assert removed.args == ["door"]


def chip_of(panel: MarksPanel, tag: str) -> QPushButton:
    """The chip of a tag."""
    found = [
        chip for chip in panel.tags.findChildren(QPushButton) if chip.accessibleName() == f"Tag {tag}; take it off"
    ]
    return found[0]


def places(panel: MarksPanel) -> list[QRect]:
    """Where everything stands that one may be typing into."""
    return [part.geometry() for part in (panel.note, panel.tags, panel.tags.field, panel.tags.area, panel.facts)]


def test_nothing_moves_when_tags_come_and_go(panel: MarksPanel, qtbot: QtBot) -> None:
    panel.show_sounds([sound(1, Marks())])
    panel.layout().activate()
    before = places(panel)
    many = tuple(f"a tag number {number}" for number in range(30))
    panel.show_sounds([sound(1, Marks(tags=many, plays=3, last_played_s=5.0))])
    panel.layout().activate()
    assert places(panel) == before
    bar = panel.tags.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert panel.tags.shown == tuple(sorted(many))


def test_the_note_has_a_border(panel: MarksPanel, qapp: QApplication, theme: Theme) -> None:
    apply_theme(qapp, theme)
    panel.show_sounds([sound(1, Marks())])
    picture = panel.note.grab().toImage()
    edge, inside = picture.pixelColor(picture.width() // 2, 0), picture.pixelColor(picture.width() // 2, 30)
    assert edge == theme.colour("line")
    assert inside == theme.colour("field")


def test_a_tag_is_renamed_in_the_field_and_escape_leaves_it(panel: MarksPanel, qtbot: QtBot) -> None:
    panel.show_sounds([sound(1, Marks(tags=("scene4",)))])
    actions = {action.text(): action for action in panel.tags.menu_of("scene4").actions()}
    QTest.keyClicks(panel.tags.field, "half a wo")
    actions["Rename on every sound…"].trigger()
    assert panel.tags.field.text() == "scene4"
    QTest.keyClicks(panel.tags.field, "Scene4")
    with qtbot.assertNotEmitted(panel.tags_added), qtbot.waitSignal(panel.tag_renamed) as renamed:
        QTest.keyClick(panel.tags.field, Qt.Key.Key_Return)
    assert renamed.args == ["scene4", "Scene4"]
    assert panel.tags.field.text() == "half a wo", "what was typed before is there again"
    panel.tags.rename("scene4")
    QTest.keyClicks(panel.tags.field, "other")
    with qtbot.assertNotEmitted(panel.tag_renamed):
        QTest.keyClick(panel.tags.field, Qt.Key.Key_Escape)
    assert panel.tags.field.text() == "half a wo"


def test_a_tag_that_was_not_sent_waits_for_its_sound(panel: MarksPanel, qtbot: QtBot) -> None:
    panel.show_sounds([sound(1, Marks())])
    QTest.keyClicks(panel.tags.field, "woo")
    with qtbot.assertNotEmitted(panel.tags_added):
        panel.show_sounds([sound(2, Marks())])
        assert panel.tags.field.text() == ""
        QTest.keyClick(panel.tags.field, Qt.Key.Key_Return)
        panel.show_sounds([sound(1, Marks()), sound(2, Marks())])
        assert panel.tags.field.text() == ""
    panel.show_sounds([sound(1, Marks())])
    QTest.keyClicks(panel.tags.field, "d")
    panel.show_sounds([sound(1, Marks(rating=2))])  # the same sound, read again
    with qtbot.waitSignal(panel.tags_added) as added:
        QTest.keyClick(panel.tags.field, Qt.Key.Key_Return)
    assert added.args == [("wood",)]
    panel.show_sounds([sound(2, Marks())])
    panel.show_sounds([sound(1, Marks())])
    assert panel.tags.field.text() == ""


def test_a_tag_goes_to_the_sound_it_was_typed_for_though_the_selection_has_just_moved(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        (keeping,) = (feature for feature in earshot.features if isinstance(feature, MarksControl))
        results, field = earshot.window.results, keeping.marks.tags.field
        results.go_to(0)
        earshot.commands.action("keep.tag").trigger()
        QTest.keyClicks(field, "wood")
        results.go_to(1)  # as when a new answer comes in
        QTest.keyClick(field, Qt.Key.Key_Return)

        def tags(row: int) -> tuple[str, ...] | None:
            hit = earshot.window.model.hit(row)
            return hit.sound.marks.tags if hit is not None else None

        qtbot.waitUntil(lambda: tags(0) == ("wood",), timeout=20_000)
        assert tags(1) == ()


def test_a_collection_that_somebody_else_removed_is_said_and_leaves_the_list(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    with Catalogue.open(tmp_path / "library") as other:
        doors, _ = UserData(other).make_collection("Doors")
        with whole_window(qtbot, tiny_library, tmp_path) as earshot:
            (keeping,) = (feature for feature in earshot.features if isinstance(feature, MarksControl))
            qtbot.waitUntil(lambda: [one.name for one in keeping.collections.collections] == ["Doors"], timeout=20_000)
            UserData(other).remove_collection(doors.id)
            earshot.window.results.go_to(0)
            earshot.commands.action("keep.collection_1").trigger()
            message = earshot.window.message
            qtbot.waitUntil(lambda: "not there any more" in message.label.text(), timeout=20_000)
            qtbot.waitUntil(lambda: not keeping.collections.collections, timeout=20_000)


def test_a_note_is_kept_when_one_goes_on_to_another_sound(panel: MarksPanel, qtbot: QtBot) -> None:
    first = sound(1, Marks())
    panel.show_sounds([first])
    QTest.keyClicks(panel.note, "too bright")
    with qtbot.waitSignal(panel.note_wanted) as wanted:
        panel.show_sounds([sound(2, Marks(note="other"))])
    assert wanted.args == [first.id, "too bright"]
    assert panel.note.toPlainText() == "other"


def test_a_note_that_was_not_changed_is_not_kept_again(panel: MarksPanel, qtbot: QtBot) -> None:
    panel.show_sounds([sound(1, Marks(note="same"))])
    with qtbot.assertNotEmitted(panel.note_wanted):
        panel.show_sounds(())


def test_a_note_for_several_sounds_is_added_or_replaces_theirs(panel: MarksPanel, qtbot: QtBot) -> None:
    several = [sound(1, Marks(note="one")), sound(2, Marks(note="two"))]
    panel.show_sounds(several)
    assert (panel.note.isEnabled(), panel.note.toPlainText(), panel.add_note.isVisible()) == (True, "", False)
    QTest.keyClicks(panel.note, "wet")
    panel.show_sounds(several)  # the same ones are read anew while one types
    assert panel.note.toPlainText() == "wet"
    with qtbot.waitSignal(panel.notes_wanted) as wanted:
        qtbot.mouseClick(panel.add_note, Qt.MouseButton.LeftButton)
    assert (wanted.args, panel.note.toPlainText()) == (["wet", False], "")
    QTest.keyClicks(panel.note, "dry")
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    with qtbot.waitSignal(panel.notes_wanted) as wanted:
        QTest.keyClick(panel.note, Qt.Key.Key_Return, control | shift)
    assert wanted.args == ["dry", True]
    QTest.keyClicks(panel.note, "late")
    with qtbot.waitSignal(panel.notes_wanted) as wanted:  # going on to another sound adds it
        panel.show_sounds([sound(3, Marks(note="three"))])
    assert (wanted.args, panel.note.toPlainText()) == (["late", False], "three")


def test_typing_a_note_for_several_rows_runs_no_command_and_reaches_them_all(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        (keeping,) = (feature for feature in earshot.features if isinstance(feature, MarksControl))
        window, note = earshot.window, keeping.marks.note
        window.inspector.show_tab("details")
        window.results.selectAll()
        count = len(window.results.selected_ids())
        qtbot.waitUntil(lambda: note.placeholderText() == "A note for all selected sounds", timeout=20_000)
        fired: list[str] = []
        for action in window.actions():
            action.triggered.connect(partial(fired.append, action.text()))
        qtbot.mouseClick(note.viewport(), Qt.MouseButton.LeftButton)
        for letter in "tail end, raw v2":
            QTest.keyClicks(QApplication.focusWidget(), letter)
        assert (note.toPlainText(), fired) == ("tail end, raw v2", [])
        QTest.keyClick(note, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: f"Note changed on {count} sounds" in window.status.answer.text(), timeout=20_000)

        def notes() -> set[str]:
            hits = (window.model.hit(row) for row in range(count))
            return {hit.sound.marks.note for hit in hits if hit is not None}

        qtbot.waitUntil(lambda: notes() == {"tail end, raw v2"}, timeout=20_000)


def test_how_long_ago_is_said_in_days() -> None:
    assert [ago(seconds) for seconds in (5.0, 90_000.0, 12 * 86_400.0 + 5)] == ["today", "yesterday", "12 days ago"]
    heard = Marks(plays=1, last_played_s=1_000.0, uses=3, last_used_s=1_000.0)
    assert history(heard, 1_000.0 + 2 * 86_400) == "Played 1 time, last 2 days ago, used 3 times, last 2 days ago"
    assert history(Marks(), 5.0) == ""


@pytest.fixture
def collections(qtbot: QtBot, theme: Theme) -> CollectionsPanel:
    panel = CollectionsPanel(theme)
    qtbot.addWidget(panel)
    panel.show_collections([Collection(7, "Doors", 12, 1), Collection(9, "Wind", 0, 2)])
    panel.resize(220, 200)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def click(qtbot: QtBot, list: QListWidget, row: int) -> None:
    at = list.visualItemRect(list.item(row)).center()
    qtbot.mouseClick(list.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_a_click_lists_a_collection_and_delete_removes_it(collections: CollectionsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(collections.chosen) as chosen:
        click(qtbot, collections.list, 1)
    assert chosen.args is not None
    assert chosen.args[0].name == "Wind"
    with qtbot.waitSignal(collections.removed) as removed:
        QTest.keyClick(collections.list, Qt.Key.Key_Delete)
    assert removed.args is not None
    assert removed.args[0].id == 9


def test_a_collection_is_renamed_in_place_and_an_empty_name_is_none(
    collections: CollectionsPanel, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(collections.renamed) as renamed:
        collections.list.item(0).setText("Gates")
    assert renamed.args == [7, "Gates"]
    with qtbot.assertNotEmitted(collections.renamed):
        collections.list.item(1).setText("  ")
    assert collections.list.item(1).text() == "Wind"


def test_the_menu_moves_a_collection(collections: CollectionsPanel, qtbot: QtBot) -> None:
    menu = collections.menu_of(collections.list.item(0))
    names = {action.text(): action for action in menu.actions()}
    assert not names["Move up"].isEnabled()
    with qtbot.waitSignal(collections.moved) as moved:
        names["Move down"].trigger()
    assert moved.args == [7, 1]
