"""The chip of a find-similar: its sound and waveform, a play button, the weights, and a × that ends it."""

from msgspec.structs import replace
from PySide6.QtCore import QLineF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QSlider, QToolButton, QWidget

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import Phrase, phrase, translate
from desktop.deck.drawing import wave_lines
from desktop.search.bar.chips import label
from desktop.widgets.labels import text_label
from desktop.widgets.popover import open_beside
from desktop.work.requests import Reference
from engine.base.types import Peaks
from engine.library.queries import SOUND_ALONE, AspectWeights

_LETTERS = 52
_STEPS = 4
"""Steps of a slider from 0 to 1."""
_ASPECTS: dict[str, Phrase] = {
    "sound": phrase("ReferenceChip", "Sound"),
    "brightness": phrase("ReferenceChip", "Brightness"),
    "loudness": phrase("ReferenceChip", "Loudness"),
    "length": phrase("ReferenceChip", "Length"),
    "tempo": phrase("ReferenceChip", "Tempo"),
}


class MiniWave(QWidget):
    """A tiny waveform, the referenced stretch brighter. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._peaks: Peaks | None = None
        self._reference: Reference | None = None
        self.setFixedSize(64, 22)

    def show_peaks(self, peaks: Peaks | None, reference: Reference) -> None:
        """Shows an overview; None draws a line until it arrives."""
        self._peaks, self._reference = peaks, reference
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle = self.height() / 2
        painter.setPen(QPen(self._theme.colour("wave_soft"), 1))
        if self._peaks is None or self._reference is None:
            painter.drawLine(QLineF(0, middle, self.width(), middle))
            return
        duration_s = max(self._peaks.duration_s, 1e-6)
        first = (self._reference.start_s or 0.0) / duration_s * self.width()
        last = (duration_s if self._reference.end_s is None else self._reference.end_s) / duration_s * self.width()
        if last - first < self.width() - 1:
            painter.fillRect(QRectF(first, 0, max(2.0, last - first), self.height()), self._theme.colour("accent_soft"))
        tops, bottoms = wave_lines(self._peaks.columns, self.width(), self.height())
        for x, (top, bottom) in enumerate(zip(tops.tolist(), bottoms.tolist(), strict=True)):
            painter.setPen(QPen(self._theme.colour("accent_text" if first <= x < last else "wave_soft"), 1))
            painter.drawLine(QLineF(x + 0.5, top, x + 0.5, bottom))


class AspectsPopover(QFrame):
    """A slider per aspect of similarity. GUI thread only."""

    changed = Signal(object)
    """Aspects."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("popover")
        self._weights = SOUND_ALONE
        self.sliders: dict[str, QSlider] = {}
        layout = QGridLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setVerticalSpacing(8)
        title = text_label(translate("ReferenceChip", "What has to be similar"), self, "fieldName")
        layout.addWidget(title, 0, 0, 1, 2)
        for row, aspect in enumerate(AspectWeights.__struct_fields__, start=1):
            name = str(_ASPECTS[aspect])
            slider = QSlider(Qt.Orientation.Horizontal, self)
            slider.setRange(0, _STEPS)
            slider.setPageStep(1)
            slider.setFixedWidth(150)
            slider.setAccessibleName(name)
            slider.setToolTip(translate("ReferenceChip", "%1: weight", name))
            slider.valueChanged.connect(lambda value, name=aspect: self._moved(name, value))
            self.sliders[aspect] = slider
            layout.addWidget(QLabel(name, self), row, 0)
            layout.addWidget(slider, row, 1)
        self.show_weights(SOUND_ALONE)

    def show_weights(self, weights: AspectWeights) -> None:
        self._weights = weights
        for name, slider in self.sliders.items():
            slider.blockSignals(True)
            slider.setValue(round(getattr(weights, name) * _STEPS))
            slider.blockSignals(False)

    def open_under(self, button: QWidget) -> None:
        self.adjustSize()
        open_beside(self, button)
        self.sliders["sound"].setFocus(Qt.FocusReason.PopupFocusReason)

    def _moved(self, name: str, value: int) -> None:
        others = any(getattr(self._weights, other) for other in AspectWeights.__struct_fields__ if other != name)
        if value == 0 and not others:  # at least one aspect must count
            self.show_weights(self._weights)
            return
        self._weights = replace(self._weights, **{name: value / _STEPS})
        self.changed.emit(self._weights)


class ReferenceChip(QFrame):
    """Shows one reference. GUI thread only."""

    removed = Signal()
    played = Signal(object)
    """Reference to play."""
    weighed = Signal(object)
    """Aspects: the new weights."""

    def __init__(self, reference: Reference, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("referenceChip")
        self.reference = reference
        self.text = (
            translate("ReferenceChip", "The pattern of %1 again", reference.path.name)
            if reference.is_pattern
            else translate("ReferenceChip", "The word of %1 again", reference.path.name)
            if reference.is_word
            else translate("ReferenceChip", "Sounds like %1", reference.path.name)
        )
        self.play_button = self._button("play", theme, translate("ReferenceChip", "Play what is searched with"))
        self.play_button.clicked.connect(lambda: self.played.emit(self.reference))
        self.wave = MiniWave(theme, self)
        self.wave.show_peaks(None, reference)
        self.name = text_label(label(self.text, _LETTERS).replace("&&", "&"), self, is_plain=True)
        stretch = ""
        if reference.start_s is not None and reference.end_s is not None:
            stretch = f"\n{messages.position(reference.start_s)} – {messages.position(reference.end_s)}"
        self.setToolTip(messages.plain(f"{reference.path.text}{stretch}"))
        self.setAccessibleName(self.text)
        self.aspects_button = self._button(
            "sliders", theme, translate("ReferenceChip", "Choose what has to be similar")
        )
        self.aspects = AspectsPopover(self)
        self.aspects.show_weights(reference.weights)
        self.aspects.changed.connect(self.weighed)
        self.aspects_button.setHidden(reference.is_pattern or reference.is_word)
        self.aspects_button.clicked.connect(lambda: self.aspects.open_under(self.aspects_button))
        self.close_button = QPushButton(self)
        self.close_button.setObjectName("chipClose")
        self.close_button.setIcon(resources.icon("close", theme.accent_text))
        self.close_button.setIconSize(QSize(12, 12))
        self.close_button.setFixedSize(20, 20)
        self.close_button.setToolTip(translate("ReferenceChip", "Go back to the words (Esc)"))
        self.close_button.setAccessibleName(translate("ReferenceChip", "%1; remove", self.text))
        self.close_button.clicked.connect(self.removed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 1, 6, 1)
        layout.setSpacing(4)
        for widget in (self.play_button, self.wave, self.name, self.aspects_button, self.close_button):
            layout.addWidget(widget)

    def take(self, reference: Reference) -> None:
        """Updates the weights for the same sound."""
        self.reference = reference
        self.aspects.show_weights(reference.weights)

    def _button(self, icon: str, theme: Theme, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("chipTool")
        button.setIcon(resources.icon(icon, theme.accent_text))
        button.setIconSize(QSize(14, 14))
        button.setFixedSize(22, 22)
        button.setToolTip(text)
        button.setAccessibleName(text)
        return button
