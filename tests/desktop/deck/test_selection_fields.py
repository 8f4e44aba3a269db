"""Start, end and length of the selection as numbers, typed and stepped by real keys."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.deck.deck import Deck
from desktop.deck.selection_fields import read_time, time_text
from desktop.widgets.number_field import NumberField
from tests.helpers.hits import make_hit


@pytest.fixture
def deck(qtbot: QtBot, theme: Theme) -> Iterator[Deck]:
    deck = Deck(theme, lambda: None)
    qtbot.addWidget(deck)
    deck.resize(1064, 132)
    deck.show()
    qtbot.waitExposed(deck)
    deck.show_hit(make_hit(1, duration_s=90.0), None)
    yield deck


def put(qtbot: QtBot, field: NumberField, text: str) -> None:
    """Clicks a field, types and presses Return."""
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7.25", 7.25), ("7,25 s", 7.25), ("250 ms", 0.25), ("1:02.5", 62.5), ("1:02:03.500", 3723.5), (".5", 0.5),
        ("0:61", None), ("1:60:00", None), ("soon", None), ("", None), ("-1", None),
    ],
)  # fmt: skip
def test_a_time_is_read_as_people_write_it(text: str, seconds: float | None) -> None:
    assert read_time(text) == seconds


@pytest.mark.parametrize(("seconds", "text"), [(0.0, "0:00:00.000"), (3723.5, "1:02:03.500"), (59.9996, "0:01:00.000")])
def test_a_time_is_shown_to_the_millisecond(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def test_a_drawn_selection_is_shown_in_numbers(deck: Deck) -> None:
    fields = deck.selection
    assert [field.text() for field in fields.fields] == ["", "", ""]
    deck.waveform.select(1.5, 4.0)
    assert [field.text() for field in fields.fields] == ["0:00:01.500", "0:00:04.000", "0:00:02.500"]
    deck.waveform.clear_selection()
    assert [field.text() for field in fields.fields] == ["", "", ""]


def test_start_end_and_length_are_typed(qtbot: QtBot, deck: Deck) -> None:
    fields, wave = deck.selection, deck.waveform
    put(qtbot, fields.start, "12.5")
    assert wave.selection == (12.5, 90.0)
    put(qtbot, fields.end, "0:00:20")
    assert wave.selection == (12.5, 20.0)
    put(qtbot, fields.length, "500 ms")
    assert wave.selection == (12.5, 13.0)
    assert fields.end.text() == "0:00:13.000"


def test_a_start_beyond_the_end_takes_it_along(qtbot: QtBot, deck: Deck) -> None:
    deck.waveform.select(10.0, 12.0)
    put(qtbot, deck.selection.start, "30")
    assert deck.waveform.selection == (30.0, 32.0)
    put(qtbot, deck.selection.end, "5")
    assert deck.waveform.selection == (3.0, 5.0)


def test_what_is_no_time_is_refused_and_the_old_value_stays(qtbot: QtBot, deck: Deck) -> None:
    deck.waveform.select(10.0, 12.0)
    with qtbot.waitSignal(deck.refused) as said:
        put(qtbot, deck.selection.start, "door")
    assert said.args == ["Type a time such as 0:01:02.500, or seconds such as 62.5."]
    with qtbot.waitSignal(deck.refused) as said:
        put(qtbot, deck.selection.end, "2:00")
    assert said.args == ["This sound ends at 0:01:30.000."]
    assert deck.waveform.selection == (10.0, 12.0)
    assert deck.selection.start.text() == "0:00:10.000"


def test_arrows_step_and_tab_goes_on_to_the_next_field(qtbot: QtBot, deck: Deck) -> None:
    deck.waveform.select(10.0, 12.0)
    fields = deck.selection
    qtbot.mouseClick(fields.start, Qt.MouseButton.LeftButton)
    qtbot.keyClick(fields.start, Qt.Key.Key_Up)
    assert fields.start.text() == "0:00:10.010"
    qtbot.keyClick(fields.start, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert fields.start.text() == "0:00:10.009"
    qtbot.keyClick(fields.start, Qt.Key.Key_PageDown)
    assert deck.waveform.selection == pytest.approx((9.009, 12.0))
    qtbot.keyClicks(fields.start, "4")
    qtbot.keyClick(fields.start, Qt.Key.Key_Tab)  # leaving takes what was typed
    qtbot.waitUntil(lambda: fields.end.hasFocus())
    assert deck.waveform.selection == (4.0, 12.0)


def test_esc_takes_typing_back_and_once_more_leads_to_the_waveform(qtbot: QtBot, deck: Deck) -> None:
    deck.waveform.select(10.0, 12.0)
    field = deck.selection.length
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(field, "5")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "0:00:02.000" and field.hasFocus()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert deck.waveform.hasFocus()
    assert deck.waveform.selection == (10.0, 12.0)
