"""The deck's controls, with real clicks, wheels and keys."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.audition.level import gain_of
from desktop.panels.deck import Deck
from desktop.panels.deck_controls import DeckControls
from desktop.theme import Theme
from engine.audio.effects import Effects
from tests.helpers.hits import make_hit


@pytest.fixture
def deck(qtbot: QtBot, theme: Theme) -> Iterator[Deck]:
    deck = Deck(theme, lambda: None)
    qtbot.addWidget(deck)
    deck.resize(1064, 190)
    deck.show()
    qtbot.waitExposed(deck)
    deck.show_hit(make_hit(1), None)
    yield deck


@pytest.fixture
def controls(deck: Deck) -> DeckControls:
    return deck.controls


def turn(widget: QWidget, notches: int) -> None:
    """Turns the wheel over a widget."""
    middle = QPointF(widget.rect().center())
    nothing, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        middle,
        widget.mapToGlobal(middle),
        QPoint(),
        QPoint(0, 120 * notches),
        nothing,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_the_wheel_bends_the_pitch_and_a_click_makes_it_plain(qtbot: QtBot, controls: DeckControls) -> None:
    told: list[float] = []
    controls.pitch_wanted.connect(told.append)
    turn(controls.pitch, 3)
    turn(controls.pitch, -1)
    assert told == [3, 2]
    assert controls.pitch.text() == "+2 st"
    qtbot.mouseClick(controls.pitch, Qt.MouseButton.LeftButton)
    assert told == [3, 2, 0]
    assert controls.pitch.accessibleName() == "Pitch: 0 st"


def test_dragging_up_is_more_and_stops_at_the_limit(qtbot: QtBot, controls: DeckControls) -> None:
    told: list[float] = []
    controls.gain_wanted.connect(told.append)
    middle = controls.gain.rect().center()
    qtbot.mousePress(controls.gain, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(controls.gain, middle - QPoint(0, 13))  # 6 pixels a dB
    qtbot.mouseMove(controls.gain, middle - QPoint(0, 600))
    qtbot.mouseRelease(controls.gain, Qt.MouseButton.LeftButton, pos=middle - QPoint(0, 600))
    assert told == [2, 36]


def test_arrow_keys_change_a_value_that_has_the_focus(qtbot: QtBot, controls: DeckControls) -> None:
    controls.pitch.setFocus()
    qtbot.keyClick(controls.pitch, Qt.Key.Key_Down)
    assert controls.pitch.text() == "−1 st"
    qtbot.keyClick(controls.pitch, Qt.Key.Key_Delete)
    assert controls.pitch.text() == "0 st"


def test_channels_are_offered_for_more_than_two(qtbot: QtBot, controls: DeckControls) -> None:
    assert controls.channels.isHidden()
    controls.show_channels(6, ())
    assert not controls.channels.isHidden()
    offers = [action.text() for action in controls.channels.menu().actions() if action.text()]
    # ITU order of a WAVE with six channels, and the two pairs that belong together.
    assert offers == [
        "All 6, folded down", "L + R", "Ls + Rs", "Only L", "Only R", "Only C", "Only LFE", "Only Ls", "Only Rs"
    ]  # fmt: skip
    with qtbot.waitSignal(controls.channels_wanted) as wanted:
        controls.channels.menu().actions()[offers.index("Ls + Rs") + 1].trigger()
    assert wanted.args == [(4, 5)]
    controls.show_channels(6, (4, 5))
    assert controls.channels.accessibleName() == "Channels: Ls + Rs"
    assert [action.text() for action in controls.channels.menu().actions() if action.isChecked()] == ["Ls + Rs"]


def test_outputs_are_offered_and_one_that_is_gone_is_named(qtbot: QtBot, controls: DeckControls) -> None:
    controls.show_outputs(("Speakers", "Focusrite"), "Headphones", "Speakers")
    actions = [action for action in controls.output.menu().actions() if action.text()]
    assert [action.text() for action in actions] == [
        "System default", "Speakers", "Focusrite", "Headphones (not connected)"
    ]  # fmt: skip
    assert [action.isEnabled() for action in actions] == [True, True, True, False]
    assert controls.output.toolTip() == "Output: Speakers"
    with qtbot.waitSignal(controls.output_wanted) as wanted:
        actions[2].trigger()
    assert wanted.args == ["Focusrite"]


def test_showing_a_state_wants_nothing(qtbot: QtBot, controls: DeckControls) -> None:
    wanted: list[object] = []
    for signal in (controls.reverse_wanted, controls.loop_wanted, controls.volume_wanted, controls.mute_wanted):
        signal.connect(wanted.append)
    controls.show_effects(Effects(pitch_semitones=-3, is_reversed=True))
    controls.show_loop(True)
    controls.show_volume(30, is_muted=True)
    assert wanted == []
    assert (controls.pitch.text(), controls.volume.value()) == ("−3 st", 30)
    qtbot.mouseClick(controls.mute, Qt.MouseButton.LeftButton)
    assert wanted == [False]


def test_a_narrow_deck_leaves_out_what_has_a_key(qtbot: QtBot, deck: Deck) -> None:
    controls = deck.controls
    assert not controls.gain.isHidden()
    deck.resize(700, 190)
    qtbot.waitUntil(lambda: controls.gain.isHidden())
    assert not controls.volume.isHidden()
    deck.resize(560, 190)
    qtbot.waitUntil(lambda: controls.volume.isHidden())
    assert not any(widget.isHidden() for widget in (controls.loop, controls.reverse, controls.pitch, controls.mute))
    qtbot.waitUntil(lambda: deck.name.width() >= 150)
    deck.resize(1064, 190)
    qtbot.waitUntil(lambda: not controls.gain.isHidden())


def test_every_control_has_a_name_and_a_tip(deck: Deck) -> None:
    deck.controls.show_channels(6, ())
    deck.controls.show_keys({"loop": "L", "pitch_down": "[", "pitch_up": "]"})
    for widget in deck.tab_order:
        assert widget.accessibleName(), widget
        assert widget is deck.waveform or widget.toolTip(), widget
    assert deck.controls.loop.toolTip().endswith("(L)")
    assert deck.controls.pitch.toolTip().endswith("([ ])")


def test_half_the_volume_is_half_as_loud() -> None:
    # Stevens: loudness doubles with 10 dB, so half of it is -10 dB: a gain of 0.316; 0.5 ** (1 / 0.6) is 0.315.
    assert gain_of(50) == pytest.approx(0.316, abs=0.002)
    assert (gain_of(0), gain_of(100), gain_of(80, is_muted=True)) == (0.0, 1.0, 0.0)
