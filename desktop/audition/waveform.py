"""The large waveform: the whole sound, its moments marked, a playhead that moves, and a click that seeks."""

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop import messages
from desktop.audition.drawing import marked, wave_lines
from desktop.theme import Theme
from engine.types import Moment, Peaks

_RULER_PX = 18
_STEPS_S = (0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
_MARK_PX = 90


class WaveformView(QWidget):
    """Draws one sound. GUI thread only."""

    sought = Signal(float)
    """The place clicked, in seconds."""
    toggled = Signal()
    """Space."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._peaks: Peaks | None = None
        self._duration_s = 0.0
        self._moments: tuple[Moment, ...] = ()
        self._playhead_s: float | None = None
        self._hover_x: float | None = None
        self._picture: QPixmap | None = None
        self.setMinimumHeight(96)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Waveform")

    def sizeHint(self) -> QSize:
        """Wide and 120 pixels high."""
        return QSize(600, 120)

    @property
    def duration_s(self) -> float:
        """Length of the sound on show, 0 when there is none."""
        return self._duration_s

    def show_sound(self, peaks: Peaks | None, duration_s: float, moments: tuple[Moment, ...]) -> None:
        """Shows a sound; `peaks` may come later."""
        self._peaks, self._duration_s, self._moments = peaks, duration_s, marked(moments, duration_s)
        self._playhead_s, self._picture = None, None
        self.setCursor(Qt.CursorShape.PointingHandCursor if duration_s > 0 else Qt.CursorShape.ArrowCursor)
        self.update()

    def set_peaks(self, peaks: Peaks) -> None:
        """The overview of the sound on show has come."""
        self._peaks, self._picture = peaks, None
        self.update()

    def set_playhead(self, at_s: float | None) -> None:
        """Moves the playhead; None hides it."""
        before, self._playhead_s = self._playhead_s, at_s
        for place_s in (before, at_s):
            if place_s is not None:
                x = self._x_of(place_s)
                self.update(round(x) - 3, 0, 7, self.height())
        if before is None or at_s is None:
            self.update()

    @property
    def playhead_s(self) -> float | None:
        """Where the playhead stands."""
        return self._playhead_s

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the kept picture and the playhead over it."""
        painter = QPainter(self)
        if self._picture is None:
            self._picture = self._draw()
        painter.drawPixmap(0, 0, self._picture)
        height = self.height() - _RULER_PX
        if self._hover_x is not None and self._duration_s > 0:
            painter.setPen(QPen(self._theme.colour("text_faint"), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QLineF(self._hover_x, 0, self._hover_x, height))
        if self._playhead_s is not None and self._duration_s > 0:
            x = self._x_of(self._playhead_s)
            painter.setPen(QPen(self._theme.colour("text"), 2))
            painter.drawLine(QLineF(x, 0, x, height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture must be drawn anew."""
        self._picture = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click seeks."""
        if event.button() == Qt.MouseButton.LeftButton and self._duration_s > 0:
            self.sought.emit(self._seconds_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Shows the place under the pointer."""
        self._hover_x = event.position().x()
        if self._duration_s > 0:
            self.setToolTip(messages.position(self._seconds_at(event.position())))
        self.update()

    def leaveEvent(self, event: object) -> None:
        """No place is under the pointer any more."""
        self._hover_x = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space plays and stops, the arrows seek by a twentieth."""
        step_s = {Qt.Key.Key_Left: -self._duration_s / 20, Qt.Key.Key_Right: self._duration_s / 20}
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.toggled.emit()
        elif event.key() in step_s and self._duration_s > 0:
            at_s = (self._playhead_s or 0.0) + step_s[Qt.Key(event.key())]
            self.sought.emit(min(self._duration_s, max(0.0, at_s)))
        else:
            super().keyPressEvent(event)

    def _x_of(self, at_s: float) -> float:
        return at_s / self._duration_s * self.width() if self._duration_s > 0 else 0.0

    def _seconds_at(self, place: QPointF) -> float:
        return min(1.0, max(0.0, place.x() / max(1, self.width()))) * self._duration_s

    def _draw(self) -> QPixmap:
        theme, ratio = self._theme, self.devicePixelRatioF()
        picture = QPixmap(max(1, round(self.width() * ratio)), max(1, round(self.height() * ratio)))
        picture.setDevicePixelRatio(ratio)
        picture.fill(theme.colour("field"))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = float(self.height() - _RULER_PX)
        if self._duration_s > 0:
            for rank, moment in enumerate(self._moments[:3]):
                self._draw_moment(painter, moment, height, is_best=rank == 0)
            self._draw_ruler(painter, height)
        if self._duration_s <= 0:
            painter.end()
            return picture
        painter.setPen(theme.colour("line"))
        painter.drawLine(QLineF(0, height / 2, self.width(), height / 2))
        if self._peaks is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            self._draw_wave(painter, height)
        painter.end()
        return picture

    def _draw_wave(self, painter: QPainter, height: float) -> None:
        assert self._peaks is not None
        tops, bottoms = wave_lines(self._peaks.columns, self.width(), height - 12)
        best = self._moments[0] if self._moments else None
        first, last = (self._x_of(best.start_s), self._x_of(best.end_s)) if best else (-1.0, -1.0)
        plain: list[QLineF] = []
        inside: list[QLineF] = []
        for x, (top, bottom) in enumerate(zip(tops.tolist(), bottoms.tolist(), strict=True)):
            (inside if first <= x < last else plain).append(QLineF(x + 0.5, top + 6, x + 0.5, bottom + 6))
        for lines, colour in ((plain, "wave"), (inside, "accent")):
            painter.setPen(QPen(self._theme.colour(colour), 1))
            painter.drawLines(lines)

    def _draw_moment(self, painter: QPainter, moment: Moment, height: float, *, is_best: bool) -> None:
        left, right = self._x_of(moment.start_s), self._x_of(moment.end_s)
        band = QColor(self._theme.accent)
        band.setAlpha(44 if is_best else 20)
        painter.fillRect(QRectF(left, 0, max(2.0, right - left), height), band)
        if is_best:
            painter.fillRect(QRectF(left, 0, max(2.0, right - left), 3), self._theme.colour("accent"))

    def _draw_ruler(self, painter: QPainter, height: float) -> None:
        wanted = self._duration_s * _MARK_PX / max(1, self.width())
        step_s = next((step for step in _STEPS_S if step >= wanted), _STEPS_S[-1])
        font = QFont(self.font())
        font.setPixelSize(10)
        painter.setFont(font)
        painter.fillRect(QRectF(0, height, self.width(), _RULER_PX), self._theme.colour("panel"))
        mark = 0
        while (at_s := mark * step_s) <= self._duration_s:
            x = self._x_of(at_s)
            painter.setPen(self._theme.colour("line_strong"))
            painter.drawLine(QLineF(x, height, x, height + 5))
            painter.setPen(self._theme.colour("text_faint"))
            if x < self.width() - 44:
                painter.drawText(QPointF(x + 4, height + 13), messages.mark(at_s, step_s))
            mark += 1
