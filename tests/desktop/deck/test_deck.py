"""The deck's controls, with real clicks, wheels and keys."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QActionGroup, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.deck.deck import Deck
from desktop.deck.deck_controls import DeckControls
from desktop.deck.levels import gain_of
from desktop.window.main_window import MainWindow
from engine.audio.effects import Effects
from tests.helpers.hits import make_hit


@pytest.fixture
def deck(qtbot: QtBot, theme: Theme) -> Iterator[Deck]:
    deck = Deck(theme, lambda: None)
    qtbot.addWidget(deck)
    deck.resize(1064, 132)
    deck.show()
    qtbot.waitExposed(deck)
    deck.show_hit(make_hit(1), None)
    yield deck


@pytest.fixture
def controls(deck: Deck) -> DeckControls:
    return deck.controls


def in_tab_order(first: QWidget, count: int) -> list[QWidget]:
    """What Tab goes through from a widget on, itself first."""
    found, widget = [first], first.nextInFocusChain()
    while len(found) < count:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not widget.isHidden():
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


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


def test_the_wheel_bends_the_pitch_and_a_double_click_makes_it_plain(qtbot: QtBot, controls: DeckControls) -> None:
    told: list[float] = []
    controls.pitch_wanted.connect(told.append)
    turn(controls.pitch, 3)
    turn(controls.pitch.field, -1)
    assert told == [3, 2]
    assert controls.pitch.text() == "+2 st"
    qtbot.mouseDClick(controls.pitch, Qt.MouseButton.LeftButton)
    assert told == [3, 2, 0]
    assert controls.pitch.field.accessibleName() == "Pitch: 0 st"


def test_dragging_up_is_more_and_stops_at_the_limit(qtbot: QtBot, controls: DeckControls) -> None:
    told: list[float] = []
    controls.gain_wanted.connect(told.append)
    number = controls.gain.field
    middle = number.rect().center()
    qtbot.mousePress(number, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(number, middle - QPoint(0, 13))  # 6 pixels a dB
    qtbot.mouseMove(number, middle - QPoint(0, 600))
    qtbot.mouseRelease(number, Qt.MouseButton.LeftButton, pos=middle - QPoint(0, 600))
    assert told == [2, 36]
    assert not number.hasFocus()


def test_a_pitch_and_a_gain_are_typed_with_or_without_their_unit(qtbot: QtBot, controls: DeckControls) -> None:
    told: list[float] = []
    controls.pitch_wanted.connect(told.append)
    controls.gain_wanted.connect(told.append)
    qtbot.mouseClick(controls.pitch.field, Qt.MouseButton.LeftButton)
    for field, text in ((controls.pitch.field, "-7"), (controls.pitch.field, "2.5 st"), (controls.gain.field, "+3dB")):
        field.setFocus()
        qtbot.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told == [-7, 2.5, 3]
    assert (controls.pitch.text(), controls.gain.text()) == ("+2.5 st", "+3 dB")


def test_a_pitch_beyond_the_limit_is_refused_with_what_is_accepted(qtbot: QtBot, controls: DeckControls) -> None:
    controls.pitch.set_value(5)
    field = controls.pitch.field
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    for text in ("99", "loud"):
        qtbot.keyClicks(field, text)
        with qtbot.waitSignal(controls.refused) as said:
            qtbot.keyClick(field, Qt.Key.Key_Return)
        assert said.args == ["Type semitones from −24 to +24."]
        assert controls.pitch.text() == "+5 st"


def test_arrow_keys_change_a_value_that_has_the_focus_and_esc_takes_typing_back(
    qtbot: QtBot, controls: DeckControls
) -> None:
    field = controls.pitch.field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert controls.pitch.text() == "−1 st"
    qtbot.keyClick(field, Qt.Key.Key_PageUp)
    assert controls.pitch.text() == "+11 st"
    qtbot.keyClicks(field, "3")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert controls.pitch.text() == "+11 st"


def test_length_and_pitch_apart_are_set_typed_and_reset(qtbot: QtBot, deck: Deck) -> None:
    controls, told = deck.controls, []
    controls.stretch_wanted.connect(told.append)
    controls.tune_wanted.connect(told.append)
    deck.resize(1300, 132)
    qtbot.waitUntil(controls.stretch.isVisible)
    assert (controls.stretch.text(), controls.tune.text()) == ("100 %", "0 st")
    turn(controls.stretch, 5)
    turn(controls.tune, -2)
    qtbot.mouseDClick(controls.stretch, Qt.MouseButton.LeftButton)
    qtbot.mouseDClick(controls.tune, Qt.MouseButton.LeftButton)
    assert told == [105, -2, 100, 0]
    qtbot.mouseClick(controls.stretch.field, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(controls.stretch.field, "400 %")
    qtbot.keyClick(controls.stretch.field, Qt.Key.Key_Return)
    turn(controls.stretch.field, 1)
    assert told[4:] == [400] and controls.stretch.field.accessibleName() == "Time stretch: 400 %"
    with qtbot.waitSignal(controls.refused) as refused:
        qtbot.keyClicks(controls.stretch.field, "20")
        qtbot.keyClick(controls.stretch.field, Qt.Key.Key_Return)
    assert refused.args == ["Type percent of the length, from 25 to 400."]


@pytest.mark.shows("volume-own-level")
def test_channels_are_offered_for_more_than_two(qtbot: QtBot, controls: DeckControls) -> None:
    assert not controls.channels.isEnabled()
    controls.show_channels(6, ())
    assert controls.channels.isEnabled()
    offers = [action.text() for action in controls.channels.menu().actions() if action.text()]
    # ITU order of a WAVE with six channels, and the two pairs that belong together.
    assert offers == [
        "All 6, mixed down", "L + R", "Ls + Rs", "Only L", "Only R", "Only C", "Only LFE", "Only Ls", "Only Rs"
    ]  # fmt: skip
    with qtbot.waitSignal(controls.channels_wanted) as wanted:
        controls.channels.menu().actions()[offers.index("Ls + Rs") + 1].trigger()
    assert wanted.args == [(4, 5)]
    controls.show_channels(6, (4, 5))
    assert controls.channels.accessibleName() == "Channels: Ls + Rs"
    assert [action.text() for action in controls.channels.menu().actions() if action.isChecked()] == ["Ls + Rs"]


def test_of_a_stereo_sound_one_side_can_be_heard_and_of_mono_there_is_no_choice(
    qtbot: QtBot, controls: DeckControls
) -> None:
    controls.show_channels(2, ())
    assert controls.channels.accessibleName() == "Channels: stereo"
    actions = [action for action in controls.channels.menu().actions() if action.text()]
    assert [action.text() for action in actions] == ["stereo", "Only L", "Only R"]
    with qtbot.waitSignal(controls.channels_wanted) as wanted:
        actions[2].trigger()
    assert wanted.args == [(1,)]
    controls.show_channels(2, (1,))
    assert controls.channels.accessibleName() == "Channels: R"
    controls.show_channels(1, (0,))
    assert not controls.channels.isEnabled()
    assert controls.channels.accessibleName() == "Channels: mono"


def test_the_button_of_further_controls_is_lit_while_one_behind_it_changes_what_is_heard(
    qtbot: QtBot, controls: DeckControls
) -> None:
    controls.show_effects(Effects(gain_db=-6.0))
    controls.show_level(True)
    controls.fit(2000)
    assert not controls.more.is_active
    controls.fit(controls.minimumSizeHint().width())
    assert controls.more.is_active
    assert "changes what you hear" in controls.more.accessibleName()
    controls.show_level(False)
    controls.show_effects(Effects())
    assert not controls.more.is_active


def test_a_day_of_sounds_and_devices_leaves_nothing_behind_in_the_menus(qtbot: QtBot, controls: DeckControls) -> None:
    for count in (6, 8, 4) * 10:
        controls.show_channels(count, ())
        controls.show_outputs(["Studio", "Kitchen"], "Studio", "Studio")
    for menu in (controls.channels.menu(), controls.output.menu()):
        qtbot.waitUntil(lambda menu=menu: len(menu.findChildren(QActionGroup)) == 1)


@pytest.mark.shows("volume-own-level")
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


def test_a_sound_with_more_channels_moves_no_control(qtbot: QtBot, deck: Deck) -> None:
    controls = deck.controls

    def places() -> list[QPoint]:
        return [widget.mapTo(deck, QPoint(0, 0)) for widget in (deck.clock, *controls.tab_order)]

    before = places()
    for count, picked in ((6, ()), (6, (4, 5)), (1, ()), (8, (6, 7)), (2, ())):
        controls.show_channels(count, picked)
        deck.fit()
        QApplication.processEvents()
        assert places() == before
        text = controls.channels.fontMetrics().horizontalAdvance(controls.channels.text())
        assert text <= controls.channels.width() - 12


@pytest.mark.parametrize("width", [1215, 1055, 755, 560, 430])
def test_a_deck_of_any_width_clips_nothing(qtbot: QtBot, deck: Deck, width: int) -> None:
    deck.resize(width, 132)
    qtbot.waitUntil(lambda: deck.titles.width() >= 100)
    shown = [widget for widget in (deck.play_button, deck.clock, *deck.controls.tab_order) if widget.isVisible()]
    edges = [(widget.mapTo(deck, QPoint(0, 0)).x(), widget.width()) for widget in shown]
    for (left, room), (following, _) in pairwise(edges):
        assert left + room <= following
    assert edges[-1][0] + edges[-1][1] <= deck.width()
    assert all(widget.width() >= widget.minimumSizeHint().width() for widget in shown if widget is not deck.clock)


def test_beside_the_details_at_1280_the_knobs_stay_and_the_rest_is_behind_the_button(qtbot: QtBot, deck: Deck) -> None:
    controls = deck.controls
    assert controls.gain.isVisible() and controls.volume.isVisible()
    deck.resize(754, 132)
    qtbot.waitUntil(controls.more.isVisible)
    assert controls.pitch.isVisible() and controls.gain.isVisible()
    assert (controls.pitch.text(), controls.gain.text()) == ("0", "0")
    assert controls.more.accessibleName() == "More controls"
    qtbot.mouseClick(controls.more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(controls.volume.isVisible)
    wanted: list[object] = []
    controls.volume_wanted.connect(wanted.append)
    controls.level_wanted.connect(wanted.append)
    turn(controls.volume, 1)
    qtbot.mouseClick(controls.level, Qt.MouseButton.LeftButton)
    assert len(wanted) == 2 and wanted[1] is True
    qtbot.keyClick(controls.more.popover, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not controls.volume.isVisible())
    deck.resize(1064, 132)
    qtbot.waitUntil(controls.volume.isVisible)
    assert not controls.stretch.isVisible() and controls.more.isVisible()
    deck.resize(1300, 132)
    qtbot.waitUntil(controls.more.isHidden)
    assert controls.volume.isVisible() and controls.level.isVisible()
    assert controls.gain.text() == "0 dB"


def test_a_very_narrow_deck_loses_nothing(qtbot: QtBot, deck: Deck) -> None:
    controls = deck.controls
    every = (*controls.tab_order[:-1], *deck.selection.fields, deck.clock)
    assert all(widget.isVisible() for widget in every)
    deck.resize(400, 132)
    qtbot.waitUntil(controls.more.isVisible)
    qtbot.mouseClick(controls.more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: all(widget.isVisible() for widget in every))
    assert {widget.window() for widget in every} == {deck.window(), controls.more.popover}
    wanted: list[float] = []
    controls.gain_wanted.connect(wanted.append)
    turn(controls.gain, 2)
    assert (wanted, controls.gain.text()) == ([2.0], "+2 dB")
    qtbot.mouseClick(controls.pitch.field, Qt.MouseButton.LeftButton)
    qtbot.keyClick(controls.pitch.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(controls.more.popover.isHidden)
    deck.resize(1300, 132)
    qtbot.waitUntil(lambda: all(widget.isVisible() for widget in every))
    edges = [widget.mapTo(deck, QPoint(0, 0)).x() for widget in (deck.clock, *controls.tab_order)]
    assert edges == sorted(edges)


def test_tab_reaches_what_came_back_in_the_order_it_stands(qtbot: QtBot, theme: Theme) -> None:
    window = MainWindow()
    window.fill(theme, lambda sound: None, lambda: None)
    qtbot.addWidget(window)
    window.resize(1300, 760)
    window.show_results(True)
    window.show()
    qtbot.waitExposed(window)
    controls = window.deck.controls
    window.deck.show_hit(make_hit(1), None)
    window.resize(860, 760)
    qtbot.waitUntil(controls.more.isVisible)
    window.resize(1500, 760)
    qtbot.waitUntil(controls.more.isHidden)
    assert list(controls.tab_order) == in_tab_order(controls.tab_order[0], len(controls.tab_order))


def test_every_control_has_a_name_and_a_tip(deck: Deck) -> None:
    deck.controls.show_channels(6, ())
    deck.controls.show_keys({"loop": "L", "pitch_down": "[", "pitch_up": "]"})
    for widget in deck.tab_order:
        assert widget.accessibleName(), widget
        assert widget is deck.waveform or widget.toolTip(), widget
    assert deck.controls.loop.toolTip().endswith("(L)")
    assert deck.controls.pitch.field.toolTip().endswith("([ ])")


def test_half_the_volume_is_half_as_loud() -> None:
    # Stevens: loudness doubles with 10 dB, so half of it is -10 dB: a gain of 0.316; 0.5 ** (1 / 0.6) is 0.315.
    assert gain_of(50) == pytest.approx(0.316, abs=0.002)
    assert (gain_of(0), gain_of(100), gain_of(80, is_muted=True)) == (0.0, 1.0, 0.0)
