"""Parts of the shared library on their own: words, addresses, the list of conflicts, and a note that is being typed."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.controllers.marks.marks_panel import MarksPanel
from desktop.features.studio import studio_messages
from desktop.features.studio.conflicts import ConflictsTab
from desktop.features.studio.join_form import JoinForm, address_of
from desktop.features.studio.volumes import VolumesTab
from engine.base.messages import told
from engine.base.types import FilePath, Marks, Sound
from engine.features.studio.messages import StudioFault
from engine.features.studio.records import (
    Conflict,
    ConflictChoice,
    ConflictSide,
    RejectedEdit,
    Role,
    ServerAddress,
    SharedField,
    SharedState,
    Volume,
)
from tests.helpers.hits import make_hit

_AT_S = 1_700_000_000.0


def conflict(number: int, *, is_mine: bool = True) -> Conflict:
    kept, lost = ConflictSide(5, "ben", _AT_S), ConflictSide(3, "anna", _AT_S)
    return Conflict(str(number), SharedField.RATING, f"take {number}.wav", "", None, kept, lost, is_mine)


def state(**changed: object) -> SharedState:
    values: dict[str, object] = {
        "address": ServerAddress("nas.local", "studio", "anna"),
        "role": Role.EDITOR,
        "sequence": 1,
        "waiting": 0,
        "conflicts": 0,
        "unshared": 0,
        "synced_s": _AT_S,
        "offline_since_s": None,
        "trouble": None,
        "to_do": None,
        "is_refused": False,
    }
    return SharedState(**{**values, **changed})  # type: ignore[arg-type]


# -- words and addresses ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("nas.local", "nas.local", 5432),
        ("192.168.1.20:5433", "192.168.1.20", 5433),
        ("[fe80::1]:6000", "fe80::1", 6000),
        ("fe80::1", "fe80::1", 5432),
        ("/var/run/postgresql", "/var/run/postgresql", 5432),
    ],
)
def test_an_address_is_read_with_and_without_a_port(typed: str, host: str, port: int) -> None:
    assert address_of(typed_in(typed)) == ServerAddress(host, "studio", "anna", port)


@pytest.mark.parametrize("typed", ["", "two words", "nas.local:port", "nas.local:0", "nas.local:70000"])
def test_what_is_no_address_is_none(typed: str) -> None:
    assert address_of(typed_in(typed)) is None


def typed_in(address: str) -> JoinForm:
    return JoinForm(address, "studio", "anna", "", True, None, "", None)


def test_the_status_bar_says_one_thing_and_what_waits() -> None:
    assert studio_messages.status(state(), _AT_S) == "in sync"
    assert studio_messages.status(state(waiting=1), _AT_S) == "1 edit to send"
    assert studio_messages.status(state(conflicts=2, waiting=3), _AT_S) == "2 conflicts · 3 edits to send"
    assert studio_messages.status(state(waiting=3), _AT_S, is_on=False) == "sync is off · 3 edits to send"
    away = studio_messages.status(state(offline_since_s=_AT_S, conflicts=2, waiting=3), _AT_S)
    assert away.startswith("server offline since ") and away.endswith(" · 3 edits to send")


def test_a_server_that_answers_is_not_called_offline() -> None:
    held = told(StudioFault.SERVER_HELD, "nas.local", "ben")
    said = studio_messages.status(state(offline_since_s=_AT_S, trouble=held), _AT_S)
    assert said.startswith("waiting for another's change on the server since ") and "offline" not in said


def test_what_is_set_aside_is_named_before_all_is_said_to_be_in_sync() -> None:
    reason = told(StudioFault.EDIT_IMPOSSIBLE)
    odd = tuple(RejectedEdit(40 + n, "mallory", "door.wav", "tag:wet", reason) for n in range(5))
    assert studio_messages.status(state(aside=odd[:1]), _AT_S) == "1 edit set aside"
    said = studio_messages.explained(state(aside=odd), (), _AT_S)
    assert "Set aside: edit 40 by mallory (Tag “wet”, door.wav): Earshot gives that field no such value." in said
    assert "edit 43" not in said and "2 more: earshot server status lists them." in said
    for field in ("rating", "item", "search", "name", "bpm"):
        assert "edit 7" in studio_messages.set_aside(RejectedEdit(7, "mallory", "x", field, reason))


def test_a_fault_on_this_side_is_no_silent_server() -> None:
    trouble = told(StudioFault.SYNC_BROKE, "OverflowError")
    failed = state(is_failed=True, offline_since_s=_AT_S, trouble=trouble, waiting=2)
    assert studio_messages.status(failed, _AT_S) == "sync failed · 2 edits to send"
    assert "The sync failed because of an error in Earshot: OverflowError." in studio_messages.explained(
        failed, (), _AT_S
    )


# -- parts -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def tab(qtbot: QtBot) -> Iterator[ConflictsTab]:
    tab = ConflictsTab()
    qtbot.addWidget(tab)
    tab.show()
    yield tab


def test_conflicts_are_settled_by_keys_one_after_another(qtbot: QtBot, tab: ConflictsTab) -> None:
    asked: list[tuple[tuple[Conflict, ...], ConflictChoice]] = []
    tab.settle_wanted.connect(lambda conflicts, choice: asked.append((conflicts, choice)))
    first, second, third = conflict(1), conflict(2), conflict(3)
    tab.show_conflicts((first, second, third), "")
    QTest.keyClick(tab.list, Qt.Key.Key_Down)
    QTest.keyClick(tab.list, Qt.Key.Key_K)
    tab.show_conflicts((first, third), "")  # the next one has its place
    QTest.keyClick(tab.list, Qt.Key.Key_T)
    assert asked == [((second,), ConflictChoice.KEEP), ((third,), ConflictChoice.TAKE_BACK)]


def test_what_is_chosen_stays_chosen_when_further_conflicts_come(tab: ConflictsTab) -> None:
    tab.show_conflicts((conflict(1), conflict(2)), "")
    QTest.keyClick(tab.list, Qt.Key.Key_Down)
    tab.show_conflicts((conflict(3), conflict(1), conflict(2)), "")
    assert [one.id for one in tab.chosen] == ["2"]


def test_the_buttons_say_whose_value_was_lost(tab: ConflictsTab) -> None:
    tab.show_conflicts((conflict(1),), "")
    assert (tab.keep.text(), tab.take_back.text()) == ("Keep theirs", "Restore mine")
    tab.show_conflicts((conflict(1, is_mine=False),), "")
    assert (tab.keep.text(), tab.take_back.text()) == ("Keep current value", "Restore the lost value")
    tab.show_conflicts((conflict(1),), "You may only read.")
    assert not tab.keep.isEnabled() and tab.keep.toolTip() == "You may only read."


@pytest.fixture
def marks(qtbot: QtBot, theme: Theme) -> MarksPanel:
    panel = MarksPanel(theme)
    qtbot.addWidget(panel)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


def noted(number: int, note: str) -> Sound:
    return make_hit(number, marks=Marks(note=note)).sound


def test_a_note_being_typed_is_neither_replaced_nor_kept_half(marks: MarksPanel) -> None:
    kept: list[str] = []
    marks.note_wanted.connect(lambda sound, text: kept.append(text))
    marks.show_sounds([noted(1, "old")])
    marks.note.setFocus()
    marks.note.selectAll()
    QTest.keyClicks(marks.note, "mine, hal")
    marks.show_sounds([noted(1, "theirs")])  # another changed it
    assert marks.note.toPlainText() == "mine, hal"
    assert kept == []
    assert "theirs" in marks.meanwhile.text() and marks.meanwhile.isVisible()
    QTest.keyClicks(marks.note, "f")
    marks.show_sounds([noted(2, "")])
    assert kept == ["mine, half"]
    assert not marks.meanwhile.isVisible()


def test_a_note_that_was_kept_is_not_said_to_be_anothers(marks: MarksPanel) -> None:
    marks.show_sounds([noted(1, "old")])
    marks.note.setFocus()
    QTest.keyClicks(marks.note, "!")
    typed = marks.note.toPlainText()
    marks.show_sounds([noted(1, typed)])
    assert not marks.meanwhile.isVisible()


def test_what_came_of_a_volume_stays_when_its_state_is_looked_at_again(qtbot: QtBot, theme: Theme) -> None:
    tab = VolumesTab(theme)
    qtbot.addWidget(tab)
    tab.show_volumes([Volume("Effects", None, 6)], may_edit=True, may_add=True)
    assert "Choose where a volume is" in tab.said.text()
    tab.say("6 sounds are ready.")
    tab.show_volumes([Volume("Effects", FilePath(b"/sounds"), 6)], may_edit=True, may_add=True)
    assert tab.said.text() == "6 sounds are ready."
    tab.say("")
    assert tab.said.text() == ""
