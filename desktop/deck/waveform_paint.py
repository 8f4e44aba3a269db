"""Paints the static parts of the large waveform: waves, spectrogram, moments, markers, strip, ruler."""

import math
from bisect import bisect_right
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPixmap, QPolygonF

from desktop.base.theme import Theme
from desktop.base.translation import number
from desktop.deck.drawing import lane_coverage, pixel_columns
from desktop.deck.spectrogram_tiles import tiles_for
from desktop.deck.waveform_lanes import Lanes, air_px, folded, labels_of
from desktop.deck.waveform_scene import Scene, SceneLayout, SceneLook
from engine.audio.markers import MarkerKind
from engine.audio.spectrogram import LOWEST_HZ
from engine.audio.zoom import ZoomStretch

_MARK_PX = 90.0
_LABEL_PX = 120.0
"""Longest name of a marker."""
_LONG_STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000)


def step_s(length_s: float, width_px: float) -> float:
    """Interval of ruler marks at least 90 pixels apart: a round number of seconds."""
    wanted_s = length_s * _MARK_PX / max(1.0, width_px)
    if wanted_s > 1:
        return float(next((step for step in _LONG_STEPS_S if step >= wanted_s), _LONG_STEPS_S[-1]))
    decade = 10.0 ** math.floor(math.log10(max(1e-7, wanted_s)))
    return next(factor * decade for factor in (1, 2, 5, 10) if factor * decade >= wanted_s * 0.999)


def marks(start_s: float, end_s: float, width_px: float) -> Iterator[tuple[float, str]]:
    """Positions of the ruler marks in view, with their labels."""
    step = step_s(end_s - start_s, width_px)
    for count in range(math.ceil(start_s / step - 1e-9), math.floor(end_s / step + 1e-9) + 1):
        yield count * step, label(count * step, step)


def label(at_s: float, step: float) -> str:
    """A position no finer than the step: "0:05", "9:00:00", "0:07.5", "0:00.0025"; with a comma in German."""
    digits = max(0, math.ceil(-math.log10(step) - 1e-9)) if step < 1 else 0
    scale = 10**digits
    ticks = round(at_s * scale)
    seconds = ticks // scale
    text = f"{seconds // 60 % 60:02}:{seconds % 60:02}" if seconds >= 3600 else f"{seconds // 60}:{seconds % 60:02}"
    text = f"{seconds // 3600}:{text}" if seconds >= 3600 else text
    return text + number(ticks % scale / scale, digits)[1:] if digits else text


_DOT_FROM_PX = 7.0
"""Samples at least this far apart are drawn as dots."""
_DIMMEST = 0.35
"""Minimum brightness of a sound's best part in the match strip, however weak the match."""
_HZ_MARKS = ((100.0, "100"), (1_000.0, "1k"), (10_000.0, "10k"))


class WaveformPainter:
    """Paints a scene into a pixmap. GUI thread only."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        self._theme = theme
        self._font = QFont(font)
        self._font.setPixelSize(10)

    def picture(self, scene: Scene, layout: SceneLayout, size: QSizeF, ratio: float) -> QPixmap:
        """The scene in device pixels."""
        picture = QPixmap(max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio)))
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.colour("field"))
        if not scene.has_sound:
            return picture
        painter = QPainter(picture)
        painter.setFont(self._font)
        if scene.look is not SceneLook.WAVEFORM:
            self._spectrogram(painter, scene, layout.spectrogram, ratio)
        self._moments(painter, scene, layout)
        self._proposals(painter, scene, layout)
        if scene.look is not SceneLook.SPECTROGRAM:
            self._waves(painter, scene, layout, ratio)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._markers(painter, scene, layout)
        if scene.words:
            self._words(painter, scene, layout.words)
        if scene.has_strip:
            self._strip(painter, scene, layout.strip, ratio)
        self._ruler(painter, scene, layout.ruler)
        painter.end()
        return picture

    def _words(self, painter: QPainter, scene: Scene, place: QRectF) -> None:
        """Paints each word in a box of its time; its text where it fits."""
        metrics = QFontMetricsF(self._font)
        for word in scene.words:
            left, right = (scene.span.x_of(at_s, place.width()) for at_s in (word.start_s, word.end_s))
            if right < 0 or left > place.width():
                continue
            box = QRectF(left, place.top() + 1, max(1.0, right - left - 1), place.height() - 2)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_veiled(self._theme.colour("mark_blue"), 56))
            painter.drawRoundedRect(box, 2, 2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            text = metrics.elidedText(word.text, Qt.TextElideMode.ElideRight, box.width() - 2)
            if len(text) > 1 or text == word.text:
                painter.setPen(self._theme.colour("text"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    # -- waves -----------------------------------------------------------------------------------------------------

    def _waves(self, painter: QPainter, scene: Scene, layout: SceneLayout, ratio: float) -> None:
        drawn = scene.detail or scene.overview
        lanes = scene.lanes(layout.wave.height())
        height = layout.wave.height() / len(lanes)
        painter.setPen(self._theme.colour("line"))
        for lane in range(len(lanes)):
            middle = layout.wave.top() + (lane + 0.5) * height
            painter.drawLine(QLineF(0, middle, layout.wave.width(), middle))
        if drawn is None:
            return
        width_px = round(layout.wave.width() * ratio)
        lows, highs = self._columns(scene, lanes, width_px)
        samples = self._samples(scene, lanes, layout.wave.width())
        for lane in range(len(lanes)):
            top = layout.wave.top() + lane * height + air_px(height)
            place = QRectF(0, top, layout.wave.width(), height - 2 * air_px(height))
            if samples is not None:
                self._line(painter, scene, samples, lane, place)
            else:
                painter.drawImage(place, self._lane(scene, lows[lane], highs[lane], round(place.height() * ratio)))
        self._labels(painter, labels_of(lanes, layout.wave.height(), scene.channel_layout), layout.wave)

    def _labels(self, painter: QPainter, labels: tuple[str, ...], place: QRectF) -> None:
        """Paints the channel names at the left of their lanes."""
        height = place.height() / len(labels)
        font = QFont(self._font)
        font.setPixelSize(round(min(10.0, max(8.0, height - 1))))
        metrics = QFontMetricsF(font)
        painter.save()
        painter.setFont(font)
        for lane, label in enumerate(labels):
            if label:
                room = min(height, metrics.height())
                middle = place.top() + (lane + 0.5) * height
                box = QRectF(2, middle - room / 2, metrics.horizontalAdvance(label) + 6, room)
                painter.fillRect(box, _veiled(self._theme.colour("field"), 190))
                painter.setPen(self._theme.colour("text_soft"))
                painter.drawText(box.adjusted(0, -3, 0, 3), Qt.AlignmentFlag.AlignCenter, label)
        painter.restore()

    def _columns(self, scene: Scene, lanes: Lanes, width_px: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Extremes per lane and pixel: from the detail where available, else the overview."""
        span = scene.span
        nothing = np.full((len(lanes), width_px), np.nan, np.float32)
        lows, highs = nothing, nothing
        for stretch in (scene.overview, scene.detail):
            if stretch is None:
                continue
            low, high = pixel_columns(folded(stretch, lanes), span.start_s, span.end_s, width_px)
            known = ~np.isnan(low)
            lows, highs = np.where(known, low, lows), np.where(known, high, highs)
        return lows, highs

    def _samples(self, scene: Scene, lanes: Lanes, width: float) -> ZoomStretch | None:
        """The samples, if they are far enough apart to tell them from each other."""
        detail = scene.detail
        if detail is None or not detail.is_samples or not _covers(detail, scene):
            return None
        if detail.lows.shape[1] / (detail.end_s - detail.start_s) * scene.span.length_s > width:
            return None
        return detail if len(lanes) == detail.lows.shape[0] else None

    def _line(self, painter: QPainter, scene: Scene, stretch: ZoomStretch, lane: int, place: QRectF) -> None:
        values = stretch.lows[lane]
        step_s = (stretch.end_s - stretch.start_s) / len(values)
        first = max(0, int((scene.span.start_s - stretch.start_s) / step_s) - 1)
        last = min(len(values), int((scene.span.end_s - stretch.start_s) / step_s) + 3)
        scale, middle = place.height() / 2 - 0.5, place.center().y()
        points = [
            QPointF(scene.span.x_of(stretch.start_s + at * step_s, place.width()), middle - value * scale)
            for at, value in zip(range(first, last), np.clip(values[first:last], -1, 1).tolist(), strict=True)
        ]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("wave"), 1.4))
        painter.drawPolyline(QPolygonF(points))
        if step_s / scene.span.length_s * place.width() >= _DOT_FROM_PX:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("text_soft"))
            for point in points:
                painter.drawEllipse(point, 2.2, 2.2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _lane(self, scene: Scene, lows: NDArray[np.float32], highs: NDArray[np.float32], height_px: int) -> QImage:
        coverage = lane_coverage(lows, highs, max(1, height_px))
        width_px = coverage.shape[1]
        pixels = np.empty(coverage.shape, np.uint32)
        at = 0
        for end, name in self._stretches(scene, width_px):
            pixels[:, at:end] = _shades(self._theme.colour(name))[coverage[:, at:end]]
            at = end
        image = QImage(pixels.data, width_px, coverage.shape[0], 4 * width_px, _PREMULTIPLIED)
        return image.copy()

    def _stretches(self, scene: Scene, width_px: int) -> list[tuple[int, str]]:
        """Right edge of each colour; the best moment has the accent colour."""
        if not scene.moments:
            return [(width_px, "wave")]
        best = scene.moments[0]
        left = round(min(width_px, max(0.0, scene.span.x_of(best.start_s, width_px))))
        right = round(min(width_px, max(0.0, scene.span.x_of(best.end_s, width_px))))
        return [(left, "wave"), (max(left, right), "accent"), (width_px, "wave")]

    # -- spectrogram -----------------------------------------------------------------------------------------------

    def _spectrogram(self, painter: QPainter, scene: Scene, place: QRectF, ratio: float) -> None:
        span = scene.span
        tiles = tiles_for(span.start_s, span.end_s, round(place.width() * ratio))
        painter.save()
        painter.setClipRect(place)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for tile, image in scene.tiles.pictures(tiles, span.start_s, span.end_s):
            left, right = span.x_of(tile.start_s, place.width()), span.x_of(tile.end_s, place.width())
            painter.drawImage(QRectF(left, place.top(), right - left, place.height()), image)
        painter.restore()
        metrics = QFontMetricsF(self._font)
        for hz, text in _HZ_MARKS:
            if LOWEST_HZ < hz < scene.highest_hz and place.height() > 50:
                y = place.bottom() - np.log(hz / LOWEST_HZ) / np.log(scene.highest_hz / LOWEST_HZ) * place.height()
                box = QRectF(3, y - 7, metrics.horizontalAdvance(text) + 6, 13)
                painter.fillRect(box, _veiled(self._theme.colour("field"), 170))
                painter.setPen(self._theme.colour("text_soft"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    # -- overlays --------------------------------------------------------------------------------------------------

    def _moments(self, painter: QPainter, scene: Scene, layout: SceneLayout) -> None:
        accent = self._theme.colour("accent")
        for rank, moment in reversed(list(enumerate(scene.moments))):
            left = scene.span.x_of(moment.start_s, layout.head.width())
            width = max(2.0, scene.span.x_of(moment.end_s, layout.head.width()) - left)
            veil = QRectF(left, layout.wave.top(), width, layout.wave.height())
            painter.fillRect(veil, _veiled(accent, 38 if rank == 0 else 16))
            bar = QRectF(left, layout.head.bottom() - 4, width, 4)
            painter.fillRect(bar, accent if rank == 0 else _veiled(accent, 120))

    def _proposals(self, painter: QPainter, scene: Scene, layout: SceneLayout) -> None:
        """Paints proposed regions as veils with dashed edges: they have no flags, and cannot be dragged."""
        green = self._theme.colour("mark_green")
        painter.setPen(QPen(_veiled(green, 150), 1, Qt.PenStyle.DashLine))
        for region in scene.proposals:
            left = scene.span.x_of(region.start_s, layout.head.width())
            right = scene.span.x_of(region.end_s or region.start_s, layout.head.width())
            if left > layout.head.width() or right < 0:
                continue
            painter.fillRect(
                QRectF(left, layout.head.top(), max(1.0, right - left), layout.body.bottom()), _veiled(green, 40)
            )
            for x in (left, right):
                painter.drawLine(QLineF(x, layout.head.top() + 2, x, layout.body.bottom()))

    def _markers(self, painter: QPainter, scene: Scene, layout: SceneLayout) -> None:
        metrics = QFontMetricsF(self._font)
        flag, loop = self._theme.colour("mark_green"), self._theme.colour("mark_purple")
        free_from = -1.0
        flags = sorted(scene.span.x_of(marker.start_s, layout.head.width()) for marker in scene.markers)
        for marker in scene.markers:
            x = scene.span.x_of(marker.start_s, layout.head.width())
            end = None if marker.end_s is None else scene.span.x_of(marker.end_s, layout.head.width())
            if x > layout.head.width() or (end if end is not None else x) < 0:
                continue
            colour = loop if marker.kind is MarkerKind.LOOP else flag
            painter.setPen(QPen(_veiled(colour, 150), 1))
            painter.drawLine(QLineF(x, layout.head.top() + 2, x, layout.body.bottom()))
            if end is not None:
                painter.drawLine(QLineF(end, layout.head.top() + 2, end, layout.body.bottom()))
                painter.fillRect(QRectF(x, layout.head.top() + 1, max(1.0, end - x), 2), colour)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawPolygon(QPolygonF([QPointF(x, 2), QPointF(x + 6, 5), QPointF(x, 8)]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if marker.label and x >= free_from:
                after = bisect_right(flags, x)
                room_px = min(_LABEL_PX, flags[after] - x - 10 if after < len(flags) else _LABEL_PX)
                text = metrics.elidedText(marker.label, Qt.TextElideMode.ElideRight, max(0.0, room_px))
                if len(text) > 1:  # a bare ellipsis says nothing
                    painter.setPen(self._theme.colour("text_soft"))
                    painter.drawText(QPointF(x + 8, 10), text)
                    free_from = x + 8 + metrics.horizontalAdvance(text)

    def _strip(self, painter: QPainter, scene: Scene, place: QRectF, ratio: float) -> None:
        strip, span = scene.strip, scene.span
        assert strip is not None
        width_px = round(place.width() * ratio)
        heat = np.zeros(width_px, np.float32)
        lefts = np.clip((strip.starts_s - span.start_s) / span.length_s * width_px, 0, width_px).astype(np.int64)
        rights = np.clip(np.ceil((strip.ends_s - span.start_s) / span.length_s * width_px), 0, width_px)
        for left, right, similarity in zip(lefts, rights.astype(np.int64), strip.similarities, strict=True):
            np.maximum(heat[left:right], similarity, out=heat[left:right])
        # A weak match is dim, but its best part stays visible.
        brightest = float(strip.similarities.max())
        heat *= (_DIMMEST + (1 - _DIMMEST) * brightest) / max(1e-6, brightest)
        painter.fillRect(place, self._theme.colour("panel"))
        shades = _shades(self._theme.colour("accent"))
        row = np.ascontiguousarray(shades[np.clip(heat * 255, 0, 255).astype(np.uint8)][None, :])
        image = QImage(row.data, width_px, 1, 4 * width_px, _PREMULTIPLIED).copy()
        painter.drawImage(place.adjusted(0, 1, 0, -1), image)
        painter.setPen(QPen(self._theme.colour("field"), 1))
        painter.setBrush(self._theme.colour("text"))
        for moment in scene.moments:
            x = span.x_of((moment.start_s + moment.end_s) / 2, place.width())
            points = [QPointF(x - 5, place.bottom()), QPointF(x, place.top() + 1), QPointF(x + 5, place.bottom())]
            painter.drawPolygon(QPolygonF(points))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _ruler(self, painter: QPainter, scene: Scene, place: QRectF) -> None:
        painter.fillRect(place, self._theme.colour("panel"))
        for at_s, text in marks(scene.span.start_s, scene.span.end_s, place.width()):
            x = scene.span.x_of(at_s, place.width())
            painter.setPen(self._theme.colour("line_strong"))
            painter.drawLine(QLineF(x, place.top(), x, place.top() + 5))
            painter.setPen(self._theme.colour("text_faint"))
            if x < place.width() - 44:
                painter.drawText(QPointF(x + 4, place.top() + 13), text)


_PREMULTIPLIED = QImage.Format.Format_ARGB32_Premultiplied


def _covers(stretch: ZoomStretch, scene: Scene) -> bool:
    """Whether a stretch fills the view; a sound may end a few samples before its header says."""
    slack_s = 0.001
    return stretch.start_s <= scene.span.start_s + 1e-9 and stretch.end_s >= scene.span.end_s - slack_s


def _veiled(colour: QColor, alpha: int) -> QColor:
    seen = QColor(colour)
    seen.setAlpha(alpha)
    return seen


def _shades(colour: QColor) -> NDArray[np.uint32]:
    """A colour at 256 coverages, premultiplied: 0xaarrggbb."""
    alpha = np.arange(256, dtype=np.uint32)
    parts = [(alpha * value + 127) // 255 for value in (colour.red(), colour.green(), colour.blue())]
    return np.asarray(alpha << 24 | parts[0] << 16 | parts[1] << 8 | parts[2], dtype=np.uint32)
