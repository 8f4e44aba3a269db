"""The deck's controls in three groups: how it plays, what is done to the sound, how loud and through what it is heard.

A narrow deck leaves out what has a key and a menu entry as well; nothing is squeezed.
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from desktop import messages, resources
from desktop.panels.deck_knobs import ValueKnob, VolumeSlider
from desktop.panels.device_menu import fill_device_menu
from desktop.theme import Theme
from desktop.translation import number, translate
from engine.audio.effects import MAX_GAIN_DB, MAX_PITCH_SEMITONES, Effects
from engine.audio.fold import channel_names

_SIDE_PX = 18
_VALUE_PX = 28
_WIDEST = "Ls + Rs  ▾"
"""Of what the button of the channels may say: it has its place whatever sound is on the deck, so nothing moves."""
_PAIRS = {
    4: ((0, 1), (2, 3)),
    5: ((0, 1), (3, 4)),
    6: ((0, 1), (4, 5)),
    7: ((0, 1), (4, 5)),
    8: ((0, 1), (4, 5), (6, 7)),
}
"""Channels that belong together as left and right, by the number of channels; else neighbours."""


class DeckControls(QWidget):
    """Shows the state it is given and tells what the user wants. GUI thread only."""

    loop_wanted = Signal(bool)
    reverse_wanted = Signal(bool)
    pitch_wanted = Signal(float)
    gain_wanted = Signal(float)
    channels_wanted = Signal(object)
    """Tuple of int; empty for all."""
    refused = Signal(str)
    """What was typed cannot be taken; what can be."""
    level_wanted = Signal(bool)
    mute_wanted = Signal(bool)
    volume_wanted = Signal(int)
    output_wanted = Signal(str)
    """Name of a device, empty for the system's own."""
    outputs_asked = Signal()
    """The menu of devices is about to be seen."""
    autoplay_wanted = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.autoplay = self._toggle("autoplay", translate("DeckControls", "Autoplay"))
        self.loop = self._toggle("loop", translate("DeckControls", "Loop"))
        self.reverse = self._toggle("reverse", translate("DeckControls", "Reverse"))
        self.pitch = ValueKnob(
            theme,
            MAX_PITCH_SEMITONES,
            pitch_text,
            name=translate("DeckControls", "Pitch"),
            label=translate("DeckControls", "Pitch"),
            unit=translate("DeckControls", "st", comment="semitones"),
            widest="−24.5 st",
            accepted=translate("DeckControls", "Type semitones from −%1 to +%1.", number(MAX_PITCH_SEMITONES)),
            large_step=12.0,
            parent=self,
        )
        self.gain = ValueKnob(
            theme,
            MAX_GAIN_DB,
            gain_text,
            name=translate("DeckControls", "Gain"),
            label=translate("DeckControls", "Gain"),
            unit="dB",
            widest="−36.5 dB",
            accepted=translate("DeckControls", "Type decibels from −%1 to +%1.", number(MAX_GAIN_DB)),
            large_step=6.0,
            parent=self,
        )
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
        self._extra = QHBoxLayout()
        self._lay_out()
        self._connect()
        self._channels_of = 0
        self.show_channels(0, ())
        self.show_outputs((), "", "")
        self.show_keys({})

    @property
    def tab_order(self) -> tuple[QWidget, ...]:
        """The controls from left to right."""
        knobs = (self.pitch.field, self.gain.field)
        own = (self.autoplay, self.loop, self.reverse, *knobs, self.channels, self.level, self.mute)
        return (*own, self.volume, self.output)

    def add_tools(self, *tools: QWidget) -> None:
        """Puts further controls in a group of their own, to the left."""
        for tool in tools:
            self._extra.addWidget(tool)
        self._first_line.show()

    def show_effects(self, effects: Effects) -> None:
        """Shows pitch, gain and direction."""
        self.pitch.set_value(effects.pitch_semitones)
        self.gain.set_value(effects.gain_db)
        _set_quietly(self.reverse, effects.is_reversed)
        self.show_channels(self._channels_of, effects.channels)

    def show_loop(self, is_on: bool) -> None:
        """Shows whether what plays goes round."""
        _set_quietly(self.loop, is_on)

    def show_autoplay(self, is_on: bool) -> None:
        """Shows whether arrow keys play."""
        _set_quietly(self.autoplay, is_on)

    def show_level(self, is_on: bool) -> None:
        """Shows whether levels are matched."""
        _set_quietly(self.level, is_on)

    def show_volume(self, percent: int, *, is_muted: bool) -> None:
        """Shows the volume."""
        self.volume.blockSignals(True)
        self.volume.setValue(percent)
        self.volume.blockSignals(False)
        self.volume.setEnabled(not is_muted)
        _set_quietly(self.mute, is_muted)
        icon = "muted" if is_muted or percent == 0 else "volume"
        self.mute.setIcon(resources.icon(icon, self._theme.accent_text if is_muted else self._theme.text_soft))

    def show_channels(self, count: int, picked: Sequence[int]) -> None:
        """Offers the channels of a sound; of mono and stereo it says that they are."""
        self._channels_of = count
        self.channels.setEnabled(count > 2)
        if count <= 2:
            plain = {1: translate("DeckControls", "mono"), 2: translate("DeckControls", "stereo")}.get(count, "")
            self._tell_channels(plain, is_on=False)
            return
        names = channel_names(count)
        menu = self.channels.menu()
        menu.clear()
        group = QActionGroup(menu)
        offers: list[tuple[str, tuple[int, ...]]] = [(translate("DeckControls", "All %1, folded down", count), ())]
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
        text = " + ".join(names[channel] for channel in picked) or translate("DeckControls", "%1 ch", count)
        self._tell_channels(text, is_on=bool(picked))

    def show_outputs(self, names: Sequence[str], chosen: str, current: str) -> None:
        """Offers the output devices; one that was chosen and is not there is shown and cannot be chosen."""
        fill_device_menu(self.output.menu(), names, chosen)
        heard = current or chosen or translate("DeckControls", "System default")
        self.output.setToolTip(translate("DeckControls", "Output: %1", heard))

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Puts keys into the tool tips; `keys` has the first key of each command of this deck, by its id."""
        tips = {
            self.autoplay: (translate("DeckControls", "Autoplay: arrow keys play the sound they reach"), "autoplay"),
            self.loop: (translate("DeckControls", "Loop the sound, or what is selected"), "loop"),
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
            translate("DeckControls", "Gain, also of what you drag out: drag, scroll or type; double-click to reset"),
            keys,
            "gain_down",
            "gain_up",
        )
        self._tell_keys(self.volume, translate("DeckControls", "Volume"), keys, "quieter", "louder")
        self.channels.setToolTip(translate("DeckControls", "Which channels you hear"))

    def fit(self, room_px: int) -> None:
        """Shows what fits into a width; what goes first has a key and a menu entry as well."""
        for widget in self._spare:
            widget.show()
        for widget in self._spare:
            self._row.invalidate()
            if self._row.sizeHint().width() <= room_px:
                return
            widget.hide()

    def minimumSizeHint(self) -> QSize:
        """The room of what is never left out."""
        least = super().minimumSizeHint()
        spared = [widget.width() + self._row.spacing() for widget in self._spare if not widget.isHidden()]
        return QSize(least.width() - sum(spared), least.height())

    @property
    def _spare(self) -> tuple[QWidget, ...]:
        """What may be left out, the first first."""
        return (self.gain, self.volume, self.level, self.pitch, self.reverse, self.autoplay)

    def _tell_keys(self, widget: QWidget, tip: str, keys: Mapping[str, str], *names: str) -> None:
        known = [keys[name] for name in names if keys.get(name)]
        for part in (widget, widget.field) if isinstance(widget, ValueKnob) else (widget,):
            part.setToolTip(f"{tip} ({' '.join(known)})" if known else tip)

    def _tell_channels(self, text: str, *, is_on: bool) -> None:
        self.channels.setText(f"{text}  ▾" if self.channels.isEnabled() else text)
        self.channels.setProperty("on", is_on)
        self.channels.style().unpolish(self.channels)
        self.channels.style().polish(self.channels)
        self.channels.setAccessibleName(translate("DeckControls", "Channels: %1", text))

    def _toggle(self, icon: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(resources.icon(icon, self._theme.text_soft))
        button.setIconSize(QSize(_SIDE_PX, _SIDE_PX))
        button.setCheckable(True)
        button.setAccessibleName(name)
        button.toggled.connect(
            lambda is_on: button.setIcon(
                resources.icon(icon, self._theme.accent_text if is_on else self._theme.text_soft)
            )
        )
        return button

    def _lay_out(self) -> None:
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self._extra.setSpacing(2)
        row.addLayout(self._extra)
        self._first_line = _line(self)
        self._first_line.hide()
        row.addWidget(self._first_line)
        groups = (
            (self.autoplay, self.loop, self.reverse),
            (self.pitch, self.gain, self.channels),
            (self.level, self.mute, self.volume, self.output),
        )
        for place, group in enumerate(groups):
            if place:
                row.addWidget(_line(self))
            for widget in group:
                row.addWidget(widget)

    def _connect(self) -> None:
        self.autoplay.clicked.connect(self.autoplay_wanted)
        self.loop.clicked.connect(self.loop_wanted)
        self.reverse.clicked.connect(self.reverse_wanted)
        self.level.clicked.connect(self.level_wanted)
        self.mute.clicked.connect(self.mute_wanted)
        for knob in (self.pitch, self.gain):
            knob.refused.connect(self.refused)
        self.pitch.changed.connect(self.pitch_wanted)
        self.gain.changed.connect(self.gain_wanted)
        self.volume.valueChanged.connect(self.volume_wanted)
        self.channels.menu().triggered.connect(lambda action: self.channels_wanted.emit(tuple(action.data())))
        self.output.menu().triggered.connect(lambda action: self.output_wanted.emit(action.data()))
        self.output.menu().aboutToShow.connect(self.outputs_asked)


def pitch_text(semitones: float) -> str:
    """A pitch for people: "+3 st"."""
    return translate("DeckControls", "%1 st", messages.signed(semitones))


def gain_text(gain_db: float) -> str:
    """A gain for people: "-6 dB"."""
    return translate("DeckControls", "%1 dB", messages.signed(gain_db))


def _pairs(count: int) -> tuple[tuple[int, int], ...]:
    return _PAIRS.get(count) or tuple((left, left + 1) for left in range(0, count - 1, 2))


def _set_quietly(button: QToolButton, is_on: bool) -> None:
    button.setChecked(is_on)  # `clicked` is not told by this, only by the user


def _line(parent: QWidget) -> QFrame:
    line = QFrame(parent)
    line.setObjectName("deckLine")
    line.setFixedSize(1, 20)
    return line
