"""The dB scale beside the large waveform: full scale at the edges of a lane, silence in its middle."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.deck.waveform import WaveformView
from desktop.deck.waveform_lanes import scale_marks

_WIDTH_PX = 20
_TEXT_PX = 9.0


class DbScale(QWidget):
    """dB scale of a waveform. GUI thread only."""

    def __init__(self, theme: Theme, wave: WaveformView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._wave = wave
        self.setFixedWidth(_WIDTH_PX)
        self.setAccessibleName(translate("DbScale", "Scale of the waveform in dB"))
        self.setToolTip(translate("DbScale", "The waveform's height in dB: 0 is full scale"))
        wave.lanes_changed.connect(self.update)
        theme.changed.connect(self.update)

    @property
    def marks(self) -> tuple[tuple[float, str], ...]:
        """Heights in pixels and their labels."""
        place = self._wave.place().wave
        if not self._wave.scene.has_sound or place.height() <= 0:
            return ()
        return scale_marks(place.top(), place.height(), len(self._wave.lanes), _TEXT_PX + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = painter.font()
        font.setPixelSize(round(_TEXT_PX))
        painter.setFont(font)
        painter.setPen(self._theme.colour("text_faint"))
        for y, text in self.marks:
            painter.drawText(QRectF(0, y - 7, _WIDTH_PX, 14), Qt.AlignmentFlag.AlignVCenter, text)
