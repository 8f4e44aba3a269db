"""Paints the moving parts of the large waveform: selection with its grip, cursor, playhead, hover line."""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from desktop.base.theme import Theme
from desktop.deck.waveform_scene import Scene, SceneLayout, Selection

_VEIL_ALPHA = 46
_GRIP_PX = 12.0
"""Minimum width, so that short selections can be grabbed."""


def paint_overlay(painter: QPainter, theme: Theme, scene: Scene, layout: SceneLayout, hover_x: float | None) -> None:
    """Paints over the cached picture; cheap enough for every frame."""
    if not scene.has_sound:
        return
    if scene.selection is not None:
        _paint_selection(painter, theme, scene, layout, scene.selection)
    width = layout.body.width()
    cursor_x = None if scene.cursor_s is None else scene.span.x_of(scene.cursor_s, width)
    playhead_x = None if scene.playhead_s is None else scene.span.x_of(scene.playhead_s, width)
    lines = (
        (hover_x, "text_faint", 1, Qt.PenStyle.DashLine),
        (cursor_x, "text_soft", 1, Qt.PenStyle.SolidLine),
        (playhead_x, "text", 2, Qt.PenStyle.SolidLine),
    )
    for x, colour, pen_px, style in lines:
        if x is not None:
            painter.setPen(QPen(theme.colour(colour), pen_px, style))
            painter.drawLine(QLineF(x, layout.head.bottom(), x, layout.body.bottom()))


def _paint_selection(painter: QPainter, theme: Theme, scene: Scene, layout: SceneLayout, chosen: Selection) -> None:
    name = "mark_green" if chosen.is_temporary else "mark_blue"
    colour, veil = theme.colour(name), theme.colour(name)
    width = layout.body.width()
    left, right = scene.span.x_of(chosen.start_s, width), scene.span.x_of(chosen.end_s, width)
    veil.setAlpha(_VEIL_ALPHA)
    painter.fillRect(QRectF(left, layout.body.top(), max(1.0, right - left), layout.body.height()), veil)
    painter.setPen(QPen(colour, 1))
    for x in (left, right):
        painter.drawLine(QLineF(x, layout.head.top(), x, layout.body.bottom()))
    grip = QRectF(left, 1, max(_GRIP_PX, right - left), layout.head.height() - 2)
    seen = grip.intersected(QRectF(0, 0, width, layout.head.height()))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(grip, 3, 3)
    painter.setBrush(theme.colour("field"))
    for step in (-4, 0, 4) if seen.width() > 0 else ():
        painter.drawEllipse(QPointF(seen.center().x() + step, grip.center().y()), 1.3, 1.3)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
