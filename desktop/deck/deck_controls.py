"""The deck's controls in three groups: playback mode, effects, and volume with the output.

On a narrow deck time stretch and pitch shift move behind the "…" button, then the knobs drop their units. What still
does not fit moves there, too.
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget, QWidgetItem

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.deck.deck_knobs import ValueKnob, VolumeSlider
from desktop.deck.deck_overflow import OverflowButton, OverflowItem
from desktop.deck.effect_knobs import gain_knob, pitch_knob, stretch_knob, tune_knob
from desktop.widgets.boxes import hbox
from desktop.widgets.device_menu import fill_device_menu, new_group
from desktop.widgets.restyle import restyle
from engine.audio.downmix import channel_names
from engine.audio.effects import Effects

_SIDE_PX = 18
_VALUE_PX = 28
_AWAY_FIRST = 2
"""This many move away before the knobs drop their units: pitch shift and time stretch."""
_NAME_GIVES_PX = 60
"""The name may shrink by this much before the knobs drop their units, or move away."""
_WIDEST = "Ls + Rs  ▾"
"""Widest text of the channels button, which has constant width so that nothing moves."""
_PAIRS = {
    4: ((0, 1), (2, 3)),
    5: ((0, 1), (3, 4)),
    6: ((0, 1), (4, 5)),
    7: ((0, 1), (5, 6)),
    8: ((0, 1), (4, 5), (6, 7)),
}
"""Left and right pairs by number of channels; else neighbours pair up."""


class DeckControls(QWidget):
    """Shows the state it gets and emits the user's wishes. GUI thread only."""

    loop_wanted = Signal(bool)
    reverse_wanted = Signal(bool)
    pitch_wanted = Signal(float)
    gain_wanted = Signal(float)
    stretch_wanted = Signal(float)
    """Percent of the length."""
    tune_wanted = Signal(float)
    """Semitones, at the same length."""
    channels_wanted = Signal(object)
    """Tuple of int; empty for all."""
    refused = Signal(str)
    """Error message for unreadable input."""
    level_wanted = Signal(bool)
    mute_wanted = Signal(bool)
    volume_wanted = Signal(int)
    output_wanted = Signal(str)
    """Name of a device, empty for the system default."""
    outputs_asked = Signal()
    """The menu of devices is about to open."""
    autoplay_wanted = Signal(bool)
    arranged = Signal()
    """Controls moved behind the "…" button, or back."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.autoplay = self._toggle("autoplay", translate("DeckControls", "Autoplay"))
        self.loop = self._toggle("loop", translate("DeckControls", "Loop"))
        self.reverse = self._toggle("reverse", translate("DeckControls", "Reverse"))
        self.pitch, self.stretch = pitch_knob(theme, self), stretch_knob(theme, self)
        self.tune, self.gain = tune_knob(theme, self), gain_knob(theme, self)
        self.channels = QToolButton(self)
        self.channels.setObjectName("picker")
        self.channels.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.channels.setMenu(QMenu(self.channels))
        self.channels.setAccessibleName(translate("DeckControls", "Channels"))
        self.level = self._toggle("level", translate("DeckControls", "Match levels"))
        self.mute = self._toggle("volume", translate("DeckControls", "Mute"))
        self.volume = VolumeSlider(self)
        self.volume.setAccessibleName(translate("DeckControls", "Volume"))
        self.output = QToolButton(self)
        self.output.setIcon(resources.icon("output", theme.text_soft))
        self.output.setIconSize(QSize(_SIDE_PX, _SIDE_PX))
        self.output.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.output.setMenu(QMenu(self.output))
        self.output.setAccessibleName(translate("DeckControls", "Output device"))
        self.channels.setFixedSize(self.channels.fontMetrics().horizontalAdvance(_WIDEST) + 24, _VALUE_PX)
        self.more = OverflowButton(theme, self)
        self._extra = QHBoxLayout()
        self._lay_out()
        self._connect()
        self._channels_of = 0
        self.show_channels(0, ())
        self.show_outputs((), "", "")
        self.show_keys({})

    @property
    def tab_order(self) -> tuple[QWidget, ...]:
        """The visible controls in the bar, from left to right."""
        knobs = (self.pitch.field, self.stretch.field, self.tune.field, self.gain.field)
        own = (self.autoplay, self.loop, self.reverse, *knobs, self.channels, self.level, self.mute)
        every = (*own, self.volume, self.output, self.more)
        return tuple(widget for widget in every if widget.window() is self.window() and not widget.isHidden())

    def add_tools(self, *tools: QWidget) -> None:
        """Adds controls in a group of their own on the left."""
        for tool in tools:
            self._extra.addWidget(tool)
        self._first_line.show()

    def show_effects(self, effects: Effects) -> None:
        self.pitch.set_value(effects.pitch_semitones)
        self.stretch.set_value(effects.stretch_percent)
        self.tune.set_value(effects.shift_semitones)
        self.gain.set_value(effects.gain_db)
        _set_quietly(self.reverse, effects.is_reversed)
        self.show_channels(self._channels_of, effects.channels, self._layout)

    def show_loop(self, is_on: bool) -> None:
        _set_quietly(self.loop, is_on)

    def show_autoplay(self, is_on: bool) -> None:
        """Shows whether arrow keys play."""
        _set_quietly(self.autoplay, is_on)

    def show_level(self, is_on: bool) -> None:
        _set_quietly(self.level, is_on)
        self._show_active()

    def show_volume(self, percent: int, *, is_muted: bool) -> None:
        self.volume.blockSignals(True)
        self.volume.setValue(percent)
        self.volume.blockSignals(False)
        self.volume.setEnabled(not is_muted)
        _set_quietly(self.mute, is_muted)
        icon = "muted" if is_muted or percent == 0 else "volume"
        self.mute.setIcon(resources.icon(icon, self._theme.accent_text if is_muted else self._theme.text_soft))

    def show_channels(self, count: int, picked: Sequence[int], layout: str = "") -> None:
        """Offers a sound's channels, named by its layout; mono disables the button."""
        self._channels_of, self._layout = count, layout
        self.channels.setEnabled(count > 1)
        if count <= 1:
            self._tell_channels(translate("DeckControls", "mono") if count else "", is_on=False)
            return
        names = channel_names(count, layout)
        whole = translate("DeckControls", "stereo") if count == 2 else translate("DeckControls", "%1 ch", count)
        menu = self.channels.menu()
        group = new_group(menu)
        everything = whole if count == 2 else translate("DeckControls", "All %1, mixed down", count)
        offers: list[tuple[str, tuple[int, ...]]] = [(everything, ())]
        if count > 2:
            offers += [(f"{names[left]} + {names[right]}", (left, right)) for left, right in _pairs(count)]
        offers += [(translate("DeckControls", "Only %1", name), (channel,)) for channel, name in enumerate(names)]
        for place, (text, channels) in enumerate(offers):
            if place == 1 or (len(channels) == 1 and len(offers[place - 1][1]) == 2):
                menu.addSeparator()
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(tuple(picked) == channels)
            action.setData(channels)
            group.addAction(action)
        self._tell_channels(
            " + ".join(names[channel] for channel in picked if channel < count) or whole, is_on=bool(picked)
        )

    def show_outputs(self, names: Sequence[str], chosen: str, current: str) -> None:
        """Offers the output devices; a chosen but absent one is shown disabled."""
        fill_device_menu(self.output.menu(), names, chosen)
        heard = current or chosen or translate("DeckControls", "System default")
        self.output.setToolTip(translate("DeckControls", "Output: %1", heard))

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Shows keys in the tooltips; `keys` maps ids of the deck's commands to their first keys."""
        tips = {
            self.autoplay: (translate("DeckControls", "Autoplay: arrow keys play the sound you move to"), "autoplay"),
            self.loop: (translate("DeckControls", "Loop the sound, or the selection"), "loop"),
            self.reverse: (translate("DeckControls", "Play backwards"), "reverse"),
            self.level: (translate("DeckControls", "Match levels: play all sounds about equally loud"), "level"),
            self.mute: (translate("DeckControls", "Mute"), "mute"),
        }
        for widget, (tip, name) in tips.items():
            widget.setToolTip(f"{tip} ({keys[name]})" if keys.get(name) else tip)
        self._tell_keys(
            self.pitch,
            translate("DeckControls", "Pitch and speed: drag, scroll or type; double-click to reset"),
            keys,
            "pitch_down",
            "pitch_up",
        )
        self._tell_keys(
            self.gain,
            translate("DeckControls", "Gain, also for what you drag out: drag, scroll or type; double-click to reset"),
            keys,
            "gain_down",
            "gain_up",
        )
        self._tell_keys(self.volume, translate("DeckControls", "Volume"), keys, "quieter", "louder")
        stretch = translate("DeckControls", "Length at the same pitch: drag, scroll or type; double-click to reset")
        self._tell_keys(self.stretch, stretch, keys, "stretch_down", "stretch_up")
        tune = translate("DeckControls", "Pitch at the same length: drag, scroll or type; double-click to reset")
        self._tell_keys(self.tune, tune, keys, "tune_down", "tune_up")
        self.channels.setToolTip(translate("DeckControls", "Which channels are played"))

    def fit(self, room_px: int, more: Sequence[OverflowItem] = ()) -> None:
        """Shows what fits into a width; the rest moves behind the "…" button, after `more`."""
        self._extra.invalidate()  # a tool's text may have changed
        full, away = False, 0
        held: tuple[OverflowItem, ...] = tuple(more)
        whole = range(_AWAY_FIRST + 1)
        bare = range(_AWAY_FIRST, len(self._spare) + 1)
        for full, away in (*((True, count) for count in whole), *((False, count) for count in bare)):
            held = (*more, *reversed(self._spare[:away]))
            next_one = self._spare[away].widget if away < len(self._spare) else None
            is_last_try = next_one is self.gain or (full and away == _AWAY_FIRST)
            if self._width_px(full, held) <= room_px + (_NAME_GIVES_PX if is_last_try else 0):
                break
        self._arrange(full, held)

    def minimumSizeHint(self) -> QSize:
        """Width of what never moves away."""
        return QSize(self._width_px(False, self._spare), super().minimumSizeHint().height())

    @property
    def _knobs(self) -> tuple[ValueKnob, ...]:
        return (self.pitch, self.stretch, self.tune, self.gain)

    @property
    def _spare(self) -> tuple[OverflowItem, ...]:
        """Controls that may move away, in that order, with a label where they have no text."""
        return (
            OverflowItem(self.tune),
            OverflowItem(self.stretch),
            OverflowItem(self.volume, translate("DeckControls", "Volume")),
            OverflowItem(self.level),
            OverflowItem(self.channels, translate("DeckControls", "Channels")),
            OverflowItem(self.gain),
            OverflowItem(self.pitch),
            OverflowItem(self.reverse),
            OverflowItem(self.autoplay),
        )

    def _width_px(self, is_full: bool, held: Sequence[OverflowItem]) -> int:
        """Width of the bar without the controls that moved away."""
        gone = {one.widget for one in held}
        widths = [self._extra.sizeHint().width()] if self._extra.count() else []
        for line, group in self._groups:
            stays = [widget for widget in group if widget not in gone]
            if stays and (line is not self._first_line or self._extra.count()):
                widths.append(QWidgetItem(line).sizeHint().width())
            for widget in stays:
                knob = widget if isinstance(widget, ValueKnob) else None
                widths.append(knob.room_px(is_full) if knob else QWidgetItem(widget).sizeHint().width())
        if held:
            widths.append(self.more.sizeHint().width())
        return sum(widths) + self._row.spacing() * (len(widths) - 1)

    def _arrange(self, is_full: bool, held: tuple[OverflowItem, ...]) -> None:
        gone = {one.widget for one in held}
        for knob in self._knobs:
            knob.set_full(is_full or knob in gone)
        if held == self.more.held:
            return
        self.more.hold(held)
        for line, group in self._groups:
            stays = [widget for widget in group if widget not in gone]
            line.setVisible(bool(stays) and (line is not self._first_line or self._extra.count() > 0))
            after = self._row.indexOf(line)
            for place, widget in enumerate(stays, start=after + 1):
                if self._row.indexOf(widget) < 0:
                    self._row.insertWidget(place, widget)
                    widget.show()
        self._row.invalidate()
        self._show_active()
        self.arranged.emit()

    def _tell_keys(self, widget: QWidget, tip: str, keys: Mapping[str, str], *names: str) -> None:
        known = [keys[name] for name in names if keys.get(name)]
        for part in (widget, widget.field) if isinstance(widget, ValueKnob) else (widget,):
            part.setToolTip(f"{tip} ({' '.join(known)})" if known else tip)

    def _tell_channels(self, text: str, *, is_on: bool) -> None:
        self.channels.setText(f"{text}  ▾" if self.channels.isEnabled() else text)
        self.channels.setProperty("on", is_on)
        restyle(self.channels)
        name = translate("DeckControls", "Channels: %1", text) if text else translate("DeckControls", "Channels")
        self.channels.setAccessibleName(name)
        self._show_active()

    def _show_active(self) -> None:
        """Highlights the "…" button while a control behind it affects playback."""
        held = {one.widget for one in self.more.held}
        active: dict[QWidget, bool] = {
            self.level: self.level.isChecked(),
            self.reverse: self.reverse.isChecked(),
            self.channels: self.channels.property("on") is True,
            **{knob: not knob.is_neutral for knob in self._knobs},
        }
        self.more.show_active(any(is_active and widget in held for widget, is_active in active.items()))

    def _toggle(self, icon: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(resources.icon(icon, self._theme.text_soft))
        button.setIconSize(QSize(_SIDE_PX, _SIDE_PX))
        button.setCheckable(True)
        button.setText(name)  # shown behind "…", where there is room
        button.setAccessibleName(name)
        button.toggled.connect(
            lambda is_on: button.setIcon(
                resources.icon(icon, self._theme.accent_text if is_on else self._theme.text_soft)
            )
        )
        return button

    def _lay_out(self) -> None:
        self._extra.setSpacing(2)
        self._row = row = hbox(self._extra, parent=self, margins=0, spacing=2)
        self._groups: tuple[tuple[QFrame, tuple[QWidget, ...]], ...] = (
            (_line(self), (self.autoplay, self.loop, self.reverse)),
            (_line(self), (self.pitch, self.stretch, self.tune, self.gain, self.channels)),
            (_line(self), (self.level, self.mute, self.volume, self.output)),
        )
        self._first_line = self._groups[0][0]
        self._first_line.hide()
        for line, group in self._groups:
            row.addWidget(line)
            for widget in group:
                row.addWidget(widget)
        row.addWidget(self.more)

    def _connect(self) -> None:
        self.autoplay.clicked.connect(self.autoplay_wanted)
        self.loop.clicked.connect(self.loop_wanted)
        self.reverse.clicked.connect(self.reverse_wanted)
        self.level.clicked.connect(self.level_wanted)
        self.mute.clicked.connect(self.mute_wanted)
        for knob in self._knobs:
            knob.refused.connect(self.refused)
            knob.field.left.connect(self.more.popover.close)
        self.pitch.changed.connect(self.pitch_wanted)
        self.gain.changed.connect(self.gain_wanted)
        self.stretch.changed.connect(self.stretch_wanted)
        self.tune.changed.connect(self.tune_wanted)
        self.volume.valueChanged.connect(self.volume_wanted)
        self.channels.menu().triggered.connect(lambda action: self.channels_wanted.emit(tuple(action.data())))
        self.output.menu().triggered.connect(lambda action: self.output_wanted.emit(action.data()))
        self.output.menu().aboutToShow.connect(self.outputs_asked)


def _pairs(count: int) -> tuple[tuple[int, int], ...]:
    return _PAIRS.get(count) or tuple((left, left + 1) for left in range(0, count - 1, 2))


def _set_quietly(button: QToolButton, is_on: bool) -> None:
    button.setChecked(is_on)  # `clicked` fires for the user only


def _line(parent: QWidget) -> QFrame:
    line = QFrame(parent)
    line.setObjectName("deckLine")
    line.setFixedSize(1, 20)
    return line
