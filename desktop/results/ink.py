"""Colours, fonts and the few strokes that the cells of the results are painted with."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from desktop.theme import Theme

_TEXT_FLAGS = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)


class Ink:
    """Looks up colours and fonts once, to paint with many times. GUI thread only."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._colours: dict[str, QColor] = {}
        self._fonts: dict[tuple[str, str], tuple[QFont, QFontMetrics]] = {}

    def forget(self) -> None:
        """The colours changed."""
        self._colours.clear()
        self._fonts.clear()

    def colour(self, name: str) -> QColor:
        """A colour of the theme."""
        found = self._colours.get(name)
        if found is None:
            found = self._colours[name] = self.theme.colour(name)
        return found

    def font(self, font: QFont, kind: str = "plain") -> tuple[QFont, QFontMetrics]:
        """The table's font as names, playing names and small print have it, with its measures."""
        key = (font.key(), kind)
        found = self._fonts.get(key)
        if found is None:
            own = QFont(font)
            if kind == "small":
                own.setPixelSize(max(9, font.pixelSize() - 2))
            elif kind == "waiting":
                own.setItalic(True)
            elif kind != "plain":
                own.setWeight(QFont.Weight.DemiBold if kind == "playing" else QFont.Weight.Medium)
            found = self._fonts[key] = (own, QFontMetrics(own))
        return found

    def width(self, text: str, font: QFont, kind: str = "plain") -> int:
        """How wide a text is, in pixels."""
        return self.font(font, kind)[1].horizontalAdvance(text)

    def text(
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
        """Writes one line, in the middle of the height, shortened where it has no room."""
        if not text or rect.width() <= 0:
            return
        own, metrics = self.font(font, kind)
        painter.setFont(own)
        painter.setPen(self.colour(colour))
        if metrics.horizontalAdvance(text) > rect.width():
            text = metrics.elidedText(text, elide, rect.width())
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect, int(side) | _TEXT_FLAGS, text)

    def dot(self, painter: QPainter, place: QRectF, colour: str) -> None:
        """A round spot of colour."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour(colour))
        painter.drawEllipse(place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def badge(self, painter: QPainter, rect: QRect, text: str, font: QFont) -> int:
        """A small word on a pill at the right end; returns the width that it takes."""
        _, metrics = self.font(font, "small")
        width = metrics.horizontalAdvance(text) + 14
        place = QRectF(rect.right() - width, rect.center().y() - metrics.height() / 2 - 1, width, metrics.height() + 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour("line"))
        painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self.text(painter, place.toRect().adjusted(7, 0, 0, 0), text, "text_soft", font, "small")
        return width + 8
