"""The name cell: arrow, colour, name, description, and faint marks at its right."""

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from desktop.base import messages
from desktop.base.translation import translate
from desktop.results.cells import second_line
from desktop.results.density import TWO_LINES_FROM_PX
from desktop.results.ink import PaintCache
from engine.base.types import Hit

ARROW_PX = 14
"""Width of the expand arrow at the left edge, beside which the name is aligned with its title."""
INDENT_PX = 18
"""Indentation of rows under another."""
_GAP_PX, _LEAST_ABOUT_PX = 12, 48
"""Gap between name and description, and the least room for the description."""
_MARKS_FROM_PX = 170
"""Narrower cells show the name only."""
_HEART = "\u2665\ufe0e"
"""A favourite, in text presentation."""
_TICK = "\u2713"
"""Played before."""


_JUDGE_GAP_PX = 4
_JUDGE_PX = 22
"""Width of the + and − buttons of a row under the pointer."""


def judging_places(cell: QRect) -> tuple[QRect, QRect]:
    """Rectangles of + and − at the right end of a name cell."""
    minus = QRect(cell.right() - _JUDGE_PX - 4, cell.top() + 2, _JUDGE_PX, cell.height() - 4)
    return minus.translated(-_JUDGE_PX, 0), minus


def beside_judging(rect: QRect, cell: QRect) -> QRect:
    """The part of `rect` left for the name while + and − are shown."""
    plus, _ = judging_places(cell)
    return QRect(
        rect.left(), rect.top(), min(rect.width(), plus.left() - 2 * _JUDGE_GAP_PX - rect.left()), rect.height()
    )


class NameRow(Struct, frozen=True):
    """State of the row that the name cell shows."""

    said: str
    """The name, or the moment's label."""
    is_child: bool
    can_open: bool
    is_open: bool
    is_playing: bool
    """Its sound or one of its folded takes is playing."""
    take: int
    """The take that is playing, from 1; 0 for none."""
    is_selected: bool
    is_weak: bool
    begins_weak: bool
    shows_stars: bool
    """No visible column has the rating."""


def paint_name(ink: PaintCache, painter: QPainter, rect: QRect, hit: Hit, row: NameRow, font: QFont) -> None:
    """Paints the cell within `rect`."""
    if row.can_open:
        arrow = QRect(rect.left() - ARROW_PX + 4, rect.top(), ARROW_PX, rect.height())
        ink.text(painter, arrow, "▾" if row.is_open else "▸", "text_soft", font)
    rect = rect.adjusted(INDENT_PX if row.is_child else 0, 0, 0, 0)
    marks = hit.sound.marks
    if marks.colour is not None and not row.is_child:
        ink.dot(painter, QRectF(rect.left(), rect.center().y() - 4, 8, 8), f"mark_{marks.colour}")
        rect = rect.adjusted(15, 0, 0, 0)
    if not row.is_child and rect.width() >= _MARKS_FROM_PX:
        rect = _paint_marks(ink, painter, rect, hit, row, font)
    soft = row.is_child or row.is_weak or hit.sound.is_away
    colour = "accent_text" if row.is_playing else "text_soft" if soft else "text"
    kind = "playing" if row.is_playing else "name"
    about_colour = "text_soft" if row.is_selected else "text_faint"
    about = "" if row.is_child else second_line(hit)
    if about and rect.height() >= TWO_LINES_FROM_PX:
        half = rect.height() // 2
        ink.text(painter, QRect(rect.left(), rect.top() + 5, rect.width(), half - 4), row.said, colour, font, kind)
        ink.text(
            painter, QRect(rect.left(), rect.top() + half, rect.width(), half - 5), about, about_colour, font, "small"
        )
        return
    ink.text(painter, rect, row.said, colour, font, kind)
    behind = rect.adjusted(ink.width(row.said, font, kind) + _GAP_PX, 0, 0, 0)
    if behind.width() >= _LEAST_ABOUT_PX:
        ink.text(painter, behind, about, about_colour, font)


def paint_judging(ink: PaintCache, painter: QPainter, cell: QRect) -> None:
    """Paints + and − at the right end of a cell."""
    plus, minus = judging_places(cell)
    pen = QPen(ink.colour("text_soft"), 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for place in (plus, minus):
        middle = QPointF(place.center())
        painter.drawLine(middle - QPointF(5, 0), middle + QPointF(5, 0))
    middle = QPointF(plus.center())
    painter.drawLine(middle - QPointF(0, 5), middle + QPointF(0, 5))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_marks(ink: PaintCache, painter: QPainter, rect: QRect, hit: Hit, row: NameRow, font: QFont) -> QRect:
    """Paints the marks from right to left; returns the room left for the name."""
    marks, right = hit.sound.marks, 0
    weak = translate("ResultsDelegate", "weak from here")
    if row.begins_weak and ink.width(row.said, font, "name") + ink.width(weak, font) + _GAP_PX <= rect.width():
        right += ink.badge(painter, rect, weak, font)
    if hit.stacked:
        count = len(hit.stacked) + 1
        said = messages.take_of(row.take, count) if row.take else messages.takes(count)
        right += ink.badge(painter, rect.adjusted(0, 0, -right, 0), said, font)
    if marks.plays:
        ink.text(painter, rect.adjusted(0, 0, -right, 0), _TICK, "text_faint", font, "small", right=True)
        right += 16
    if marks.is_favourite:
        ink.text(painter, rect.adjusted(0, 0, -right, 0), _HEART, "accent_text", font, right=True)
        right += 20
    if marks.rating and row.shows_stars:
        stars = "★" * marks.rating
        ink.text(painter, rect.adjusted(0, 0, -right, 0), stars, "accent_text", font, "small", right=True)
        right += ink.width(stars, font, "small") + 8
    return rect.adjusted(0, 0, -right - (6 if right else 0), 0)
