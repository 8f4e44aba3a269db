"""The deck under the results: the sound under the cursor, its large waveform, and the controls of the audition."""

import re
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from desktop import messages, resources
from desktop.audition.waveform import WaveformView
from desktop.panels.deck_controls import DeckControls
from desktop.panels.elided import ElidedLabel
from desktop.theme import Theme
from desktop.translation import translate
from engine.types import Hit, Peaks

_FRAME_MS = 33
_TITLE_PX = 170
"""The name of the sound keeps at least this much room."""


class Deck(QWidget):
    """Shows one sound and where it is heard. GUI thread only."""

    toggled = Signal()
    """Play or stop was pressed."""

    def __init__(self, theme: Theme, position_s: Callable[[], float | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("deck")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._position_s = position_s
        self._hit: Hit | None = None
        self.waveform = WaveformView(theme, self)
        self.waveform.toggled.connect(self.toggled)
        self.play_button = QToolButton(self)
        self.play_button.setObjectName("round")
        self.play_button.setIconSize(QSize(20, 20))
        self.play_button.clicked.connect(self.toggled)
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self.name.setObjectName("deckName")
        self.sketch_badge = QLabel(translate("Deck", "Sketch"), self)
        self.sketch_badge.setObjectName("sketchBadge")
        self.sketch_badge.setToolTip(
            translate("Deck", "The file is not there: this is a rough drawing of it from its units, not the sound.")
        )
        self.sketch_badge.hide()
        self.facts = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.facts.setObjectName("soft")
        self.clock = QLabel("", self)
        self.clock.setObjectName("deckClock")
        self.clock.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.controls = DeckControls(theme, self)
        self._keys = {"play": "Space"}
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)
        titles = QVBoxLayout()
        titles.setSpacing(1)
        titles.addWidget(self.name)
        titles.addWidget(self.facts)
        self._top = top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.play_button)
        top.addLayout(titles, 1)
        top.addWidget(self.sketch_badge)
        top.addWidget(self.clock)
        top.addWidget(self.controls)
        self._rows = layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 12, 12)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self.waveform, 1)
        self._set_playing(False)
        self.show_hit(None, None)

    @property
    def hit(self) -> Hit | None:
        """The sound on show."""
        return self._hit

    @property
    def tab_order(self) -> tuple[QWidget, ...]:
        """What Tab goes through."""
        return (self.play_button, self.waveform, *self.controls.tab_order)

    def show_hit(self, hit: Hit | None, peaks: Peaks | None) -> None:
        """Shows a sound, or an empty deck."""
        if hit is None or self._hit is None or hit.sound.id != self._hit.sound.id:
            self.show_sketch(False)
        self._hit = hit
        info = hit.sound.info if hit else None
        self.play_button.setEnabled(hit is not None)
        if hit is None or info is None:
            self.name.hide()
            self.facts.setText(
                translate("Deck", "Choose a sound to see and hear it.") if hit is None else hit.sound.error
            )
            self._show_clock("")
            self.controls.show_channels(0, ())
            self.waveform.show_sound(None, 0.0, ())
            return
        self.name.show()
        self.name.setText(hit.sound.path.name)
        self.name.setToolTip(messages.plain(hit.sound.path.text))
        parts = [messages.length(info.duration_s), messages.format_line(info)]
        if hit.sound.measures.loudness_lufs is not None:
            parts.append(f"{hit.sound.measures.loudness_lufs:.0f} LUFS")
        self.facts.setText("  ·  ".join([*parts, *info.notes]))
        self.facts.setToolTip(messages.plain(self.facts.text()))
        self._show_clock(messages.position(info.duration_s), info.duration_s)
        self.waveform.show_sound(peaks, info.duration_s, hit.moments)

    def show_sketch(self, is_sketch: bool) -> None:
        """Says beside the name that what is heard is a sketch of the sound, or no longer."""
        self.sketch_badge.setVisible(is_sketch)

    def set_playing(self, is_playing: bool) -> None:
        """Follows the player: the playhead moves while a sound is heard."""
        self._set_playing(is_playing)
        if is_playing:
            self._timer.start()
            self._tick()
        else:
            self._timer.stop()
            self.waveform.set_playhead(None)
            if self._hit is not None and self._hit.sound.info is not None:
                self._show_clock(messages.position(self._hit.sound.info.duration_s))

    def show_key(self, key: str) -> None:
        """Puts the key that plays into the tool tip."""
        self._keys["play"] = key
        self._set_playing(self._timer.isActive())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives the controls what the name can spare."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Leaves out controls that a narrow deck has no room for."""
        margins = self._rows.contentsMargins()
        taken_px = margins.left() + margins.right() + self.play_button.sizeHint().width() + 3 * self._top.spacing()
        clock_px = self.clock.sizeHint().width()
        self.controls.fit(self.width() - taken_px - clock_px - _TITLE_PX)

    def _set_playing(self, is_playing: bool) -> None:
        self.play_button.setIcon(resources.icon("stop" if is_playing else "play", self._theme.text))
        hint = translate("Deck", "Stop") if is_playing else translate("Deck", "Play")
        key = self._keys["play"]
        self.play_button.setToolTip(f"{hint} ({key})" if key else hint)
        self.play_button.setAccessibleName(hint)

    def _show_clock(self, text: str, duration_s: float = 0.0) -> None:
        """Shows a time. It has room for the longest from the start, so that nothing beside it moves."""
        self.clock.setText(text)
        if duration_s > 0:
            longest = re.sub(r"\d", "0", _both(duration_s, duration_s))
            self.clock.setFixedWidth(self.clock.fontMetrics().horizontalAdvance(longest) + 4)
            self.fit()

    def _tick(self) -> None:
        at_s = self._position_s()
        if at_s is None or self._hit is None or self._hit.sound.info is None:
            return
        duration_s = self._hit.sound.info.duration_s
        at_s = min(at_s, duration_s)
        self.waveform.set_playhead(at_s)
        self._show_clock(_both(at_s, duration_s))


def _both(at_s: float, duration_s: float) -> str:
    return f"{messages.position(at_s)} / {messages.position(duration_s)}"
