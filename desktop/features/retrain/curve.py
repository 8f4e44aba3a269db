"""A line chart that grows: value over step, with axes and round tick labels."""

import math
from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.base.messages import percent
from desktop.base.theme import Theme
from desktop.base.translation import number

Points = Sequence[tuple[float, float]]
"""Step and value, ordered by step."""
_TICKS = 4
_SMOOTH = 0.9
"""Weight of the former mean in an exponential moving average; averages about ten points."""
_MARKER_PX = 3.5


class Axis(Struct, frozen=True):
    """Range and round ticks of an axis."""

    low: float
    high: float
    step: float
    is_share: bool = False
    """Labels its ticks as percentages."""

    @property
    def ticks(self) -> tuple[float, ...]:
        """Round numbers, low to high."""
        count = round((self.high - self.low) / self.step)
        return tuple(self.low + at * self.step for at in range(count + 1))

    def label(self, value: float) -> str:
        """Formats a number with the precision of the ticks."""
        places = max(0, -math.floor(math.log10(self.step) + 1e-9))
        return percent(value, max(0, places - 2)) if self.is_share else number(value, places)


def axis(low: float, high: float, most: int = _TICKS) -> Axis:
    """Creates an axis around `low` to `high`, with at most `most` + 1 steps of 1, 2 or 5 times a power of ten."""
    if high - low < 1e-9:
        middle = (low + high) / 2
        low, high = middle - max(abs(middle) * 0.1, 1e-3), middle + max(abs(middle) * 0.1, 1e-3)
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * nice for nice in (1, 2, 5, 10) if power * nice >= rough * (1 - 1e-9))
    return Axis(math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step, step)


def share_axis(low: float, high: float) -> Axis:
    """Creates an axis around shares, within 0 and 1."""
    around = axis(low, high)
    return Axis(max(0.0, around.low), min(1.0, around.high), around.step, is_share=True)


def smoothed(points: Points, share: float = _SMOOTH) -> list[tuple[float, float]]:
    """Exponential moving average, corrected for its bias to zero at the start."""
    mean, weight, answer = 0.0, 0.0, []
    for step, value in points:
        mean = share * mean + (1 - share) * value
        weight = share * weight + (1 - share)
        answer.append((step, mean / weight))
    return answer


class Curve(QWidget):
    """One curve with its axes. GUI thread only.

    Args:
        theme: the colours.
        role: colour of the line, by its name in the theme.
        name: what it shows, for screen readers.
        x_name: label of the x axis.
        is_noisy: draws the points faintly, below their moving average.
        is_share: whether values are shares of one.
        parent: the parent widget.
    """

    def __init__(
        self,
        theme: Theme,
        role: str,
        name: str,
        x_name: str,
        *,
        is_noisy: bool = False,
        is_share: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._role, self._x_name, self._is_noisy = theme, role, x_name, is_noisy
        self._axis_around = share_axis if is_share else axis
        self.points: tuple[tuple[float, float], ...] = ()
        self.best: tuple[float, float] | None = None
        self._steps: float = 0
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(180, 110)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(340, 190)

    def show_points(
        self, points: Points, *, best: tuple[float, float] | None = None, steps: float | None = None
    ) -> None:
        """Shows points; marks `best`, and extends the axis to `steps` if the total is known."""
        self.points = tuple((step, value) for step, value in points if math.isfinite(value))
        self.best, self._steps = best, steps or 0
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the axes, and the curve if there are points."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self.font()
        font.setPixelSize(11)
        painter.setFont(font)
        values = [value for _, value in self.points] or [0.0, 1.0]
        across = axis(0, max([self._steps, *(step for step, _ in self.points)]) or 1)
        up = self._axis_around(min(values), max(values))
        metrics = painter.fontMetrics()
        left = max(metrics.horizontalAdvance(up.label(tick)) for tick in up.ticks) + 10
        plot = QRectF(left, 8, self.width() - left - 14, self.height() - 8 - 2 * metrics.height() - 10)
        self._draw_axes(painter, plot, across, up)
        if self.points:
            self._draw_curve(painter, plot, across, up)

    def _draw_axes(self, painter: QPainter, plot: QRectF, across: Axis, up: Axis) -> None:
        metrics = painter.fontMetrics()
        half, faint = metrics.height() / 2, self._theme.colour("text_faint")
        for tick in up.ticks:
            y = _place(QPointF(0, tick), plot, across, up).y()
            painter.setPen(QPen(self._theme.colour("line"), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(faint)
            room = QRectF(0, y - half, plot.left() - 6, metrics.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, up.label(tick))
        for tick in across.ticks:
            x = _place(QPointF(tick, up.low), plot, across, up).x()
            text = across.label(tick)
            wide = metrics.horizontalAdvance(text)
            x = min(max(x - wide / 2, 0), self.width() - wide)
            painter.drawText(QPointF(x, plot.bottom() + metrics.ascent() + 4), text)
        below = QRectF(plot.left(), plot.bottom() + metrics.height() + 7, plot.width(), metrics.height())
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, self._x_name)
        painter.setPen(QPen(self._theme.colour("line_strong"), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())

    def _draw_curve(self, painter: QPainter, plot: QRectF, across: Axis, up: Axis) -> None:
        colour = self._theme.colour(self._role)
        places = [_place(QPointF(*point), plot, across, up) for point in _thinned(self.points, plot.width())]
        if self._is_noisy:
            soft = QColor(colour)
            soft.setAlphaF(0.35)
            painter.setPen(QPen(soft, 1))
            painter.drawPolyline(QPolygonF(places))
            mean = _thinned(smoothed(self.points), plot.width())
            places = [_place(QPointF(*point), plot, across, up) for point in mean]
        painter.setPen(QPen(colour, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPolyline(QPolygonF(places))
        painter.setBrush(colour)
        if not self._is_noisy or len(places) == 1:
            for place in places:
                painter.drawEllipse(place, _MARKER_PX - 1, _MARKER_PX - 1)
        if self.best is not None:
            painter.setBrush(self._theme.colour("window"))
            painter.drawEllipse(_place(QPointF(*self.best), plot, across, up), _MARKER_PX + 1, _MARKER_PX + 1)


def _place(point: QPointF, plot: QRectF, across: Axis, up: Axis) -> QPointF:
    x = (point.x() - across.low) / (across.high - across.low)
    y = (point.y() - up.low) / (up.high - up.low)
    return QPointF(plot.left() + x * plot.width(), plot.bottom() - y * plot.height())


def _thinned(points: Points, width_px: float) -> Points:
    """Thins points to about two per pixel."""
    most = max(2, int(2 * width_px))
    if len(points) <= most:
        return points
    stride = math.ceil(len(points) / most)
    return [*points[::stride], points[-1]]
