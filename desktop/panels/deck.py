"""The deck under the results: the sound under the cursor, its large waveform, play and stop, autoplay."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop import messages, resources
from desktop.audition.waveform import WaveformView
from desktop.theme import Theme
from engine.types import Hit, Peaks

_FRAME_MS = 33


class Deck(QWidget):
    """Shows one sound and where it is heard. GUI thread only."""

    toggled = Signal()
    """Play or stop was pressed."""
    autoplay_changed = Signal(bool)

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
        self.name = QLabel("", self)
        self.name.setObjectName("deckName")
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.facts = QLabel("", self)
        self.facts.setObjectName("soft")
        self.facts.setTextFormat(Qt.TextFormat.PlainText)
        self.clock = QLabel("", self)
        self.clock.setObjectName("soft")
        self.clock.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.autoplay = QToolButton(self)
        self.autoplay.setIcon(resources.icon("autoplay", theme.text))
        self.autoplay.setIconSize(QSize(20, 20))
        self.autoplay.setCheckable(True)
        self.autoplay.setToolTip("Autoplay: the arrow keys play the sound they reach")
        self.autoplay.setAccessibleName("Autoplay")
        self.autoplay.toggled.connect(self.autoplay_changed)
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)
        titles = QVBoxLayout()
        titles.setSpacing(1)
        titles.addWidget(self.name)
        titles.addWidget(self.facts)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.play_button)
        top.addLayout(titles, 1)
        top.addWidget(self.clock)
        top.addWidget(self.autoplay)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 16, 12)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self.waveform, 1)
        self._set_playing(False)
        self.show_hit(None, None)

    @property
    def hit(self) -> Hit | None:
        """The sound on show."""
        return self._hit

    def show_hit(self, hit: Hit | None, peaks: Peaks | None) -> None:
        """Shows a sound, or an empty deck."""
        self._hit = hit
        info = hit.sound.info if hit else None
        self.play_button.setEnabled(hit is not None)
        if hit is None or info is None:
            self.name.hide()
            self.facts.setText("Choose a sound to see and hear it." if hit is None else hit.sound.error)
            self.clock.setText("")
            self.waveform.show_sound(None, 0.0, ())
            return
        self.name.show()
        self.name.setText(hit.sound.path.name)
        self.name.setToolTip(messages.plain(hit.sound.path.text))
        parts = [messages.length(info.duration_s), messages.format_line(info)]
        if hit.sound.measures.loudness_lufs is not None:
            parts.append(f"{hit.sound.measures.loudness_lufs:.0f} LUFS")
        self.facts.setText("  ·  ".join([*parts, *info.notes]))
        self.clock.setText(messages.position(info.duration_s))
        self.waveform.show_sound(peaks, info.duration_s, hit.moments)

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
                self.clock.setText(messages.position(self._hit.sound.info.duration_s))

    def _set_playing(self, is_playing: bool) -> None:
        self.play_button.setIcon(resources.icon("stop" if is_playing else "play", self._theme.text))
        hint = "Stop (Space)" if is_playing else "Play (Space)"
        self.play_button.setToolTip(hint)
        self.play_button.setAccessibleName(hint)

    def _tick(self) -> None:
        at_s = self._position_s()
        if at_s is None or self._hit is None or self._hit.sound.info is None:
            return
        duration_s = self._hit.sound.info.duration_s
        at_s = min(at_s, duration_s)
        self.waveform.set_playhead(at_s)
        self.clock.setText(f"{messages.position(at_s)} / {messages.position(duration_s)}")
