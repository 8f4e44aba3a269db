"""How a row looks: thumbnail with the moment marked, name over description, confidence as a word and a meter.

Only the cells on screen are painted; overviews come from the overview thread and a missing one leaves a quiet line.
"""

from collections import OrderedDict
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QLineF, QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop import messages
from desktop.audition.drawing import marked, wave_lines
from desktop.results.model import HIT_ROLE, Column
from desktop.theme import Theme
from engine.types import Hit, Peaks, SoundId

ROW_PX = 46
_PAD_PX = 10
_THUMBNAILS = 1024


class ResultsDelegate(QStyledItemDelegate):
    """Paints the cells of the results table. GUI thread only."""

    def __init__(self, theme: Theme, overview: Callable[[SoundId], Peaks | None], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._overview = overview
        self._thumbnails: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()
        self.hovered_row = -1
        self.playing: SoundId | None = None

    def forget(self) -> None:
        """Empties the thumbnails: the library changed."""
        self._thumbnails.clear()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints one cell."""
        hit: Hit = index.data(HIT_ROLE)
        theme = self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        font: QFont = option.font
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        if is_selected:
            painter.fillRect(rect, theme.colour("accent_soft"))
        elif index.row() == self.hovered_row:
            painter.fillRect(rect, theme.colour("raised"))
        painter.setPen(theme.colour("line" if not is_selected else "accent_soft"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(_PAD_PX, 0, -_PAD_PX, 0)
        column = index.column()
        if column == Column.WAVEFORM:
            if is_selected:
                painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), theme.colour("accent"))
            self._paint_thumbnail(painter, inner.adjusted(2, 6, 0, -7), hit)
        elif column == Column.NAME:
            self._paint_name(painter, inner, hit, font, is_selected)
        elif column == Column.CONFIDENCE:
            self._paint_confidence(painter, inner, hit, str(index.data() or ""), font)
        elif column == Column.FORMAT:
            self._paint_format(painter, inner, hit, font, is_selected)
        elif column == Column.LENGTH:
            self._text(painter, inner, str(index.data()), "text", font, right=True)
        else:
            self._text(painter, inner, str(index.data()), "text_soft", font, elide=Qt.TextElideMode.ElideLeft)
        painter.restore()

    def _text(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        colour: str,
        font: QFont,
        *,
        right: bool = False,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.colour(colour))
        shown = QFontMetrics(font).elidedText(text, elide, rect.width())
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect, int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)

    def _paint_name(self, painter: QPainter, rect: QRect, hit: Hit, font: QFont, is_selected: bool) -> None:
        sound = hit.sound
        below = second_line(hit)
        half = rect.height() // 2
        upper = QRect(rect.left(), rect.top() + 5, rect.width(), half - 4) if below else rect
        is_playing = sound.id == self.playing
        name_font = QFont(font)
        name_font.setWeight(QFont.Weight.DemiBold if is_playing else QFont.Weight.Medium)
        self._text(painter, upper, sound.path.name, "accent_text" if is_playing else "text", name_font)
        if below:
            small = QFont(font)
            small.setPixelSize(max(9, font.pixelSize() - 2))
            lower = QRect(rect.left(), rect.top() + half, rect.width(), half - 5)
            self._text(painter, lower, below, "text_soft" if is_selected else "text_faint", small)

    def _paint_confidence(self, painter: QPainter, rect: QRect, hit: Hit, word: str, font: QFont) -> None:
        if not word:
            return
        filled = messages.CONFIDENCE_BARS[hit.confidence]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        base = rect.center().y() + 7
        for bar in range(3):
            height = 5 + 4 * bar
            painter.setBrush(self._theme.colour("accent" if bar < filled else "line_strong"))
            painter.drawRoundedRect(QRectF(rect.left() + 6 * bar, base - height, 4, height), 1, 1)
        colour = {3: "text", 2: "text", 1: "text_soft"}[filled]
        self._text(painter, rect.adjusted(26, 0, 0, 0), word, colour, font)

    def _paint_format(self, painter: QPainter, rect: QRect, hit: Hit, font: QFont, is_selected: bool) -> None:
        info = hit.sound.info
        if info is None:
            return
        self._text(painter, rect, info.format, "text", font)
        used = QFontMetrics(font).horizontalAdvance(info.format) + 8
        rest = f"{messages.sample_rate(info.sample_rate_hz)} {messages.channels(info.channels)}"
        colour = "text_soft" if is_selected else "text_faint"
        self._text(painter, rect.adjusted(used, 0, 0, 0), rest, colour, font)

    def _paint_thumbnail(self, painter: QPainter, rect: QRect, hit: Hit) -> None:
        peaks = self._overview(hit.sound.id)
        if peaks is None:
            painter.setPen(self._theme.colour("line_strong"))
            painter.drawLine(rect.left(), rect.center().y(), rect.right(), rect.center().y())
            return
        ratio = painter.device().devicePixelRatio()
        moments = marked(hit.moments, peaks.duration_s)
        span = (moments[0].start_s, moments[0].end_s) if moments else None
        key = (hit.sound.id, rect.width(), rect.height(), ratio, span)
        picture = self._thumbnails.get(key)
        if picture is None:
            picture = thumbnail(peaks, rect.width(), rect.height(), ratio, span, self._theme)
            self._thumbnails[key] = picture
            while len(self._thumbnails) > _THUMBNAILS:
                self._thumbnails.popitem(last=False)
        else:
            self._thumbnails.move_to_end(key)
        painter.drawPixmap(rect.topLeft(), picture)


def second_line(hit: Hit) -> str:
    """What stands under a name: the description that came with the file, else its category, else nothing."""
    metadata = hit.sound.metadata
    return metadata.description or metadata.title or metadata.category or ", ".join(metadata.keywords)


def thumbnail(
    peaks: Peaks, width_px: int, height_px: int, ratio: float, span_s: tuple[float, float] | None, theme: Theme
) -> QPixmap:
    """Draws an overview small, the moment `span_s` in the accent colour. GUI thread only."""
    picture = QPixmap(max(1, round(width_px * ratio)), max(1, round(height_px * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    tops, bottoms = wave_lines(peaks.columns, width_px, float(height_px))
    inside = np.zeros(len(tops), bool)
    if span_s is not None and peaks.duration_s > 0:
        first, last = (round(at_s / peaks.duration_s * width_px) for at_s in span_s)
        inside[max(0, first) : max(first + 1, last)] = True
    for mask, colour in ((~inside, theme.colour("wave")), (inside, theme.colour("accent"))):
        painter.setPen(QPen(QColor(colour), 1))
        painter.drawLines([QLineF(x + 0.5, tops[x], x + 0.5, bottoms[x]) for x in np.flatnonzero(mask).tolist()])
    painter.end()
    return picture
