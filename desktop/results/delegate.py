"""How a row looks: thumbnail with the moments marked, name over description, confidence as a word and a meter.

Only the cells on screen are painted; overviews come from the overview thread and a missing one leaves a quiet line. A
row that was not read yet is a quiet bar, so that nothing jumps when it comes.
"""

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop import messages
from desktop.audition.drawing import marked
from desktop.results.columns import ABOUT, Column
from desktop.results.model import ResultsModel, can_open
from desktop.results.thumbnail import thumbnail, tint
from desktop.theme import Theme
from engine.types import Hit, Peaks, SoundId

ROW_PX = 46
COMPACT_PX = 30
ARROW_PX = 18
"""Width of the arrow that opens a row, at the left of the name."""
_PAD_PX = 10
_HEART = "\u2665\ufe0e"
"""A favourite, as text rather than as a coloured picture."""
_THUMBNAILS = 1024
_TEXT_FLAGS = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_COLUMNS = tuple(Column)
_SOFT = frozenset({Column.FOLDER, Column.DESCRIPTION, Column.CATEGORY, Column.TAGS, Column.DATE})


class ResultsDelegate(QStyledItemDelegate):
    """Paints the cells of the results table. GUI thread only."""

    def __init__(self, theme: Theme, overview: Callable[[SoundId], Peaks | None], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._overview = overview
        self._thumbnails: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()
        self._colours: dict[str, QColor] = {}
        self._fonts: dict[tuple[str, str], tuple[QFont, QFontMetrics]] = {}
        self.hovered_row = -1
        self.playing: SoundId | None = None
        self.has_thumbnails = True
        """Whether waveforms are drawn; without, none is read either."""
        theme.changed.connect(self.forget)

    def forget(self) -> None:
        """Empties what is kept for painting: the library or the colours changed."""
        self._thumbnails.clear()
        self._colours.clear()
        self._fonts.clear()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints one cell."""
        model = index.model()
        assert isinstance(model, ResultsModel)
        row, column = index.row(), _COLUMNS[index.column()]
        hit = model.hit(row)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        font: QFont = option.font
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        if is_selected:
            painter.fillRect(rect, self._colour("accent_soft"))
        elif row == self.hovered_row:
            painter.fillRect(rect, self._colour("raised"))
        painter.setPen(self._colour("line" if not is_selected else "accent_soft"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(_PAD_PX, 0, -_PAD_PX, 0)
        if column is Column.WAVEFORM and is_selected:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), self._colour("accent"))
        if hit is None:
            self._paint_unread(painter, inner, column)
        elif column is Column.WAVEFORM:
            self._paint_thumbnail(painter, inner.adjusted(2, 6, 0, -7), hit)
        elif column is Column.NAME:
            self._paint_name(painter, inner, model, row, hit, font, is_selected)
        elif column is Column.MATCH:
            self._paint_match(painter, inner, hit, model.text(hit, column), font)
        elif column is Column.RATING:
            self._paint_stars(painter, inner, hit.sound.marks.rating, font)
        elif column is Column.COLOUR:
            self._paint_colour(painter, inner, hit, model.text(hit, column), font)
        else:
            self._text(
                painter,
                inner,
                model.text(hit, column),
                "text_soft" if column in _SOFT else "text",
                font,
                right=ABOUT[column].is_number,
                elide=Qt.TextElideMode.ElideLeft if column is Column.FOLDER else Qt.TextElideMode.ElideRight,
            )

    def _colour(self, name: str) -> QColor:
        found = self._colours.get(name)
        if found is None:
            found = self._colours[name] = self._theme.colour(name)
        return found

    def _font(self, font: QFont, kind: str) -> tuple[QFont, QFontMetrics]:
        """The table's font as names, playing names and second lines have it, with its measures: made once."""
        key = (font.key(), kind)
        found = self._fonts.get(key)
        if found is None:
            own = QFont(font)
            if kind == "small":
                own.setPixelSize(max(9, font.pixelSize() - 2))
            elif kind != "plain":
                own.setWeight(QFont.Weight.DemiBold if kind == "playing" else QFont.Weight.Medium)
            found = self._fonts[key] = (own, QFontMetrics(own))
        return found

    def _text(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        colour: str,
        font: QFont,
        kind: str = "plain",
        *,
        right: bool = False,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        if not text:
            return
        own, metrics = self._font(font, kind)
        painter.setFont(own)
        painter.setPen(self._colour(colour))
        if metrics.horizontalAdvance(text) > rect.width():
            text = metrics.elidedText(text, elide, rect.width())
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect, int(side) | _TEXT_FLAGS, text)

    def _paint_unread(self, painter: QPainter, rect: QRect, column: Column) -> None:
        if column is Column.NAME:
            bar = QRectF(rect.left() + ARROW_PX, rect.center().y() - 4, min(180, rect.width() * 0.5), 8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._colour("line"))
            painter.drawRoundedRect(bar, 4, 4)

    def _paint_name(
        self,
        painter: QPainter,
        rect: QRect,
        model: ResultsModel,
        row: int,
        hit: Hit,
        font: QFont,
        is_selected: bool,
    ) -> None:
        is_child = model.spot(row).child >= 0
        if not is_child and can_open(hit):
            self._paint_arrow(painter, rect, model.is_open(row))
        rect = rect.adjusted(ARROW_PX * (2 if is_child else 1), 0, 0, 0)
        marks = hit.sound.marks
        if marks.colour is not None:
            self._dot(painter, QRectF(rect.left(), rect.center().y() - 4, 8, 8), f"mark_{marks.colour}")
            rect = rect.adjusted(15, 0, 0, 0)
        takes = len(hit.stacked)
        if takes and not is_child:
            rect = rect.adjusted(0, 0, -self._paint_takes(painter, rect, takes + 1, font), 0)
        if marks.is_favourite:
            self._text(painter, rect, _HEART, "accent_text", font, right=True)
            rect = rect.adjusted(0, 0, -20, 0)
        below = "" if is_child or rect.height() < ROW_PX - 6 else second_line(hit)
        half = rect.height() // 2
        upper = QRect(rect.left(), rect.top() + 5, rect.width(), half - 4) if below else rect
        is_playing = hit.sound.id == self.playing and not is_child
        colour = "accent_text" if is_playing else "text_soft" if is_child or hit.sound.is_offline else "text"
        said = model.said(row, hit, Column.NAME)
        self._text(painter, upper, said, colour, font, "playing" if is_playing else "name")
        if below:
            lower = QRect(rect.left(), rect.top() + half, rect.width(), half - 5)
            self._text(painter, lower, below, "text_soft" if is_selected else "text_faint", font, "small")

    def _paint_arrow(self, painter: QPainter, rect: QRect, is_open: bool) -> None:
        self._text(
            painter,
            QRect(rect.left(), rect.top(), ARROW_PX, rect.height()),
            "▾" if is_open else "▸",
            "text_soft",
            painter.font(),
        )

    def _paint_takes(self, painter: QPainter, rect: QRect, takes: int, font: QFont) -> int:
        """How many near-identical sounds stand in this row, at its right; returns the width taken."""
        text = messages.takes(takes)
        _, metrics = self._font(font, "small")
        width = metrics.horizontalAdvance(text) + 14
        badge = QRectF(rect.right() - width, rect.center().y() - metrics.height() / 2 - 1, width, metrics.height() + 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour("line"))
        painter.drawRoundedRect(badge, badge.height() / 2, badge.height() / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._text(painter, badge.toRect().adjusted(7, 0, 0, 0), text, "text_soft", font, "small")
        return width + 8

    def _paint_match(self, painter: QPainter, rect: QRect, hit: Hit, word: str, font: QFont) -> None:
        if not word:
            return
        filled = messages.CONFIDENCE_BARS[hit.confidence]
        painter.setPen(Qt.PenStyle.NoPen)
        base = rect.center().y() + 7
        for bar in range(3):
            height = 5 + 4 * bar
            painter.setBrush(self._colour("accent" if bar < filled else "line_strong"))
            painter.drawRect(QRectF(rect.left() + 6 * bar, base - height, 4, height))
        colour = {3: "text", 2: "text", 1: "text_soft"}[filled]
        self._text(painter, rect.adjusted(26, 0, 0, 0), word, colour, font)

    def _paint_stars(self, painter: QPainter, rect: QRect, rating: int, font: QFont) -> None:
        if rating:
            self._text(painter, rect, "★" * rating, "accent_text", font)
            lit = self._font(font, "plain")[1].horizontalAdvance("★" * rating)
            self._text(painter, rect.adjusted(lit, 0, 0, 0), "☆" * (5 - rating), "text_faint", font)

    def _paint_colour(self, painter: QPainter, rect: QRect, hit: Hit, word: str, font: QFont) -> None:
        if hit.sound.marks.colour is not None:
            self._dot(painter, QRectF(rect.left(), rect.center().y() - 4, 8, 8), f"mark_{hit.sound.marks.colour}")
            self._text(painter, rect.adjusted(15, 0, 0, 0), word, "text_soft", font)

    def _dot(self, painter: QPainter, place: QRectF, colour: str) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour(colour))
        painter.drawEllipse(place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_thumbnail(self, painter: QPainter, rect: QRect, hit: Hit) -> None:
        peaks = self._overview(hit.sound.id) if self.has_thumbnails else None
        if peaks is None or rect.width() < 2 or rect.height() < 2:
            painter.setPen(self._colour("line_strong"))
            painter.drawLine(rect.left(), rect.center().y(), rect.right(), rect.center().y())
            return
        ratio = painter.device().devicePixelRatio()
        spans = tuple((moment.start_s, moment.end_s) for moment in marked(hit.moments, peaks.duration_s))
        key = (hit.sound.id, rect.width(), rect.height(), ratio, spans)
        picture = self._thumbnails.get(key)
        if picture is None:
            colour = tint(hit.sound.measures.brightness_hz, self._theme)
            picture = thumbnail(peaks, rect.width(), rect.height(), ratio, spans, colour, self._colour("accent"))
            self._thumbnails[key] = picture
            while len(self._thumbnails) > _THUMBNAILS:
                self._thumbnails.popitem(last=False)
        else:
            self._thumbnails.move_to_end(key)
        painter.drawPixmap(rect.topLeft(), picture)


def second_line(hit: Hit) -> str:
    """What stands under a name: the description that came with the file, else its category; first that it is away."""
    metadata = hit.sound.metadata
    about = metadata.description or metadata.title or metadata.category or ", ".join(metadata.keywords)
    return " · ".join(filter(None, (messages.offline(), about))) if hit.sound.is_offline else about
