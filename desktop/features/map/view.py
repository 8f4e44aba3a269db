"""The map's widget: zoom, pan, hover, choose, lasso. Another thread draws the points, for the newest view only."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from desktop.base.theme import Theme
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.features.map.point_image import Paint, draw
from desktop.features.map.region_labels import RegionLabel, draw_names, measured, place
from desktop.features.map.viewport import Bounds, Viewport
from desktop.work.jobs import Job, Jobs
from engine.features.map.points import Points
from engine.features.map.regions import Region

_NEAR_PX = 12.0
_REST_MS = 60
"""How long the pointer rests on a point before `rested` is emitted."""
_STEP = 1.25
_TIP_PX = 360
_MOVE_PX = 80.0
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}


class MapView(QWidget):
    """Shows, plays and lassoes points. GUI thread only. Rows are indices into the given arrays."""

    rested = Signal(int)
    """Row of the point under the pointer, -1 for none."""
    scrubbed = Signal(int)
    """Row of the point under the pointer while Alt is held: play it."""
    chosen = Signal(int)
    """Row that was clicked or reached by key."""
    opened = Signal(int)
    """Row that was double-clicked or opened with Return."""
    caught = Signal(object)
    """Rows within a lasso: int64 [K], ascending."""

    def __init__(self, theme: Theme, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._jobs = jobs
        self._points = Points(np.zeros((0, 2), np.float32))
        self._paint: Paint = np.zeros(0, np.uint32)
        self._above: NDArray[np.bool_] | None = None
        self._bounds: Bounds = self._points.bounds()
        self._regions: tuple[Region, ...] = ()
        self.viewport = self._fitting(max(1, self.width()), max(1, self.height()))
        self._has_moved = False
        self._picture: QImage | None = None
        self._pictured = self.viewport
        self._job: Job | None = None
        self._is_stale = False
        self._hovered = -1
        self._current = -1
        self._label: Callable[[int], str] = lambda row: ""
        self._pressed: QPointF | None = None
        self._dragged: QPointF | None = None
        self._lasso: list[QPointF] | None = None
        self.is_lassoing = False
        """Makes a plain drag draw a lasso instead of panning."""
        self._rest = single_shot(self, _REST_MS, self._rest_now)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 160)
        self.setAccessibleName(translate("MapView", "Map of the library"))
        self.setAccessibleDescription(
            translate("MapView", "Arrow keys go to the next sound in a direction, plus and minus zoom, Return opens.")
        )

    def show_points(
        self,
        points: Points,
        paint: Paint,
        above: NDArray[np.bool_] | None = None,
        regions: tuple[Region, ...] = (),
    ) -> None:
        """Shows points and names of regions. After the user has zoomed or panned, the view stays."""
        self._points, self._paint, self._above, self._regions = points, paint, above, regions
        self._bounds = points.bounds()
        self._hovered = self._current = -1
        self._picture = None
        if not self._has_moved:
            self.viewport = self._fitting(self.width(), self.height())
        self._draw()

    def recolour(self, paint: Paint, above: NDArray[np.bool_] | None = None) -> None:
        self._paint, self._above = paint, above
        self._draw()

    def set_label(self, row: int, text: str) -> None:
        """Sets the name of a point once it is known."""
        self._label = lambda asked: text if asked == row else ""
        self.update()

    def go_to(self, row: int) -> None:
        """Chooses a point and scrolls it into view; -1 chooses none."""
        self._current = row
        if row >= 0:
            x, y = map(float, self._points.places[row])
            x_px, y_px = self.viewport.to_px(x, y)
            if not QRectF(self.rect()).adjusted(30, 30, -30, -30).contains(QPointF(x_px, y_px)):
                self._look(self.viewport.moved(self.width() / 2 - x_px, self.height() / 2 - y_px))
        self.update()

    def fit(self) -> None:
        self._has_moved = False
        self._look(self._fitting(self.width(), self.height()))

    def zoom(self, factor: float) -> None:
        """Zooms around the centre."""
        self._has_moved = True
        self._look(self.viewport.zoomed(factor, self.width() / 2, self.height() / 2))

    @property
    def names(self) -> list[RegionLabel]:
        """Visible names of regions and their places."""
        zoom = self.viewport.scale / self._fitting(self.width(), self.height()).scale
        return place(self._regions, self.viewport, zoom, measured(self.font()))

    def point_px(self, row: int) -> QPointF:
        return QPointF(*self.viewport.to_px(*map(float, self._points.places[row])))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the last image at its current place, and names, marks and lasso above it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("window"))
        if self._picture is not None:
            painter.setRenderHint(
                QPainter.RenderHint.SmoothPixmapTransform, self._pictured.scale != self.viewport.scale
            )
            painter.drawImage(self._place_of_picture(), self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_names(painter, self.names, self.font(), self._theme)
        painter.setFont(self.font())
        for row, colour in ((self._current, self._theme.accent), (self._hovered, self._theme.text)):
            if 0 <= row < len(self._points):
                painter.setPen(QPen(QColor(colour), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(self.point_px(row), 8, 8)
        if 0 <= self._hovered < len(self._points):
            self._draw_label(painter, self.point_px(self._hovered), self._label(self._hovered))
        if self._lasso:
            fill = QColor(self._theme.accent)
            fill.setAlpha(40)
            painter.setPen(QPen(self._theme.colour("accent"), 1.5))
            painter.setBrush(fill)
            painter.drawPolygon(QPolygonF(self._lasso))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows everything until the user zooms or pans."""
        size = event.size()
        if self._has_moved:
            self._look(self.viewport.resized(size.width(), size.height()))
        else:
            self._look(self._fitting(size.width(), size.height()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms around the pointer."""
        at = event.position()
        self._has_moved = True
        self._look(self.viewport.zoomed(_STEP ** (event.angleDelta().y() / 120.0), at.x(), at.y()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Starts a click, a pan or a lasso."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._dragged = event.position()
            wants_lasso = self.is_lassoing or bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._lasso = [event.position()] if wants_lasso else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pans, extends the lasso, or hovers."""
        at = event.position()
        if self._pressed is not None and self._lasso is not None:
            self._lasso.append(at)
            self.update()
        elif self._pressed is not None and self._dragged is not None:
            if (at - self._pressed).manhattanLength() > 4 or self._dragged is not self._pressed:
                self._has_moved = True
                self._look(self.viewport.moved(at.x() - self._dragged.x(), at.y() - self._dragged.y()))
                self._dragged = at
        else:
            self._hover(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, dragged, lasso = self._pressed, self._dragged, self._lasso
        self._pressed = self._dragged = self._lasso = None
        if lasso is not None and len(lasso) > 2:
            outline = np.array([self.viewport.to_place(at.x(), at.y()) for at in lasso])
            self.caught.emit(self._points.inside(outline))
        elif pressed is not None and dragged is pressed:
            row = self._at(event.position())
            if row >= 0:
                self._choose(row)
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self._at(event.position())
        if row >= 0:
            self.opened.emit(row)

    def leaveEvent(self, event: QEvent) -> None:
        self._rest.stop()
        self._set_hovered(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows step between sounds, Ctrl+arrows pan; plus, minus and 0 zoom; Return opens."""
        key = Qt.Key(event.key())
        if key in _ARROWS:
            x, y = _ARROWS[key]
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._has_moved = True
                self._look(self.viewport.moved(-x * _MOVE_PX, y * _MOVE_PX))
            else:
                self._step(x, y)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / _STEP)
        elif key == Qt.Key.Key_Home:
            self.fit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current >= 0:
            self.opened.emit(self._current)
        else:
            super().keyPressEvent(event)

    def _step(self, dx: int, dy: int) -> None:
        """Steps to the nearest point within a quarter turn of a direction; without a current one, to the centre."""
        places = self._points.places
        if not len(places):
            return
        stretch = self.viewport.stretch
        if self._current < 0:
            row = int(np.hypot((places[:, 0] - self.viewport.x) * stretch, places[:, 1] - self.viewport.y).argmin())
        else:
            offset = places - places[self._current]
            offset = offset * np.array([stretch, 1.0], np.float32)
            along = offset[:, 0] * dx + offset[:, 1] * dy
            across = np.abs(offset[:, 0] * dy) + np.abs(offset[:, 1] * dx)
            distance = np.where((along > 0) & (across <= along), along + across, np.inf)
            row = int(distance.argmin())
            if not np.isfinite(distance[row]):
                return
        self.go_to(row)
        self._choose(row)

    def _choose(self, row: int) -> None:
        self._current = row
        self.chosen.emit(row)
        self.update()

    def _at(self, at: QPointF) -> int:
        view = self.viewport
        row = self._points.nearest(*view.to_place(at.x(), at.y()), _NEAR_PX / view.scale, view.stretch)
        return -1 if row is None else row

    def _hover(self, at: QPointF) -> None:
        row = self._at(at)
        if row != self._hovered:
            self._set_hovered(row)
            self._rest.start()

    def _set_hovered(self, row: int) -> None:
        self._hovered = row
        self.setCursor(Qt.CursorShape.PointingHandCursor if row >= 0 else Qt.CursorShape.ArrowCursor)
        self.update()

    def _rest_now(self) -> None:
        self.rested.emit(self._hovered)
        if self._hovered >= 0 and QGuiApplication.queryKeyboardModifiers() & Qt.KeyboardModifier.AltModifier:
            self.scrubbed.emit(self._hovered)

    def _fitting(self, width_px: int, height_px: int) -> Viewport:
        return Viewport.fitting(width_px, height_px, self._bounds)

    def _look(self, view: Viewport) -> None:
        self.viewport = view
        self._draw()
        self.update()

    def _draw(self) -> None:
        """Starts drawing the image; meanwhile only the newest request waits."""
        if self._job is not None:
            self._is_stale = True
            return
        view, ratio = self.viewport, self.devicePixelRatioF()
        places, paint, above = self._points.places, self._paint, self._above
        self._is_stale = False
        self._job = self._jobs.run(
            lambda cancel: draw(places, paint, view, ratio, above=above), lambda picture: self._drawn(picture, view)
        )

    def _drawn(self, picture: QImage, view: Viewport) -> None:
        self._job = None
        self._picture, self._pictured = picture, view
        if self._is_stale:
            self._draw()
        self.update()

    def _place_of_picture(self) -> QRectF:
        left, top = self.viewport.to_px(*self._pictured.to_place(0, 0))
        right, bottom = self.viewport.to_px(*self._pictured.to_place(self._pictured.width_px, self._pictured.height_px))
        return QRectF(left, top, right - left, bottom - top)

    def _draw_label(self, painter: QPainter, at: QPointF, text: str) -> None:
        if not text:
            return
        metrics = self.fontMetrics()
        lines = [metrics.elidedText(line, Qt.TextElideMode.ElideMiddle, _TIP_PX) for line in text.split("\n")]
        width = max(map(metrics.horizontalAdvance, lines)) + 16
        height = len(lines) * metrics.height() + 8
        x = min(max(4.0, at.x() + 12), self.width() - width - 4.0)
        y = at.y() - height - 8 if at.y() > height + 12 else at.y() + 14
        painter.setPen(QPen(self._theme.colour("line_strong"), 1))
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(QRectF(x, y, width, height), 6, 6)
        for number, line in enumerate(lines):
            painter.setPen(self._theme.colour("text_soft" if number else "text"))
            painter.drawText(QPointF(x + 8, y + 4 + metrics.ascent() + number * metrics.height()), line)
