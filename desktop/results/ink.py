"""Cached colours, fonts and text widths, and simple shapes, for painting cells."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from desktop.base.theme import Theme

_TEXT_FLAGS = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)


_MOST_MEASURED = 20_000
"""Cached text widths: some hundred screens full."""


class PaintCache:
    """Caches colours and fonts for painting. GUI thread only."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._colours: dict[str, QColor] = {}
        self._fonts: dict[tuple[str, str], tuple[QFont, QFontMetrics]] = {}
        self._last: tuple[QFont, str] = (QFont(), "")
        """The last font and its key, which is slow to compute; most cells share it."""
        self._widths: dict[tuple[str, str, str], int] = {}
        self._fitted: dict[tuple[str, str, str, int, bool], str] = {}
        """Elided text by font, kind, text, room and side."""

    def forget(self) -> None:
        """Clears the caches after the colours changed."""
        self._colours.clear()
        self._fonts.clear()
        self._widths.clear()
        self._fitted.clear()

    def colour(self, name: str) -> QColor:
        found = self._colours.get(name)
        if found is None:
            found = self._colours[name] = self.theme.colour(name)
        return found

    def font(self, font: QFont, kind: str = "plain") -> tuple[QFont, QFontMetrics]:
        """A variant of the table's font, such as for names, playing names or small print, with its metrics."""
        key = (self._key(font), kind)
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
        """In pixels."""
        key = (self._key(font), kind, text)
        found = self._widths.get(key)
        if found is None:
            if len(self._widths) >= _MOST_MEASURED:
                self._widths.clear()
            found = self._widths[key] = self.font(font, kind)[1].horizontalAdvance(text)
        return found

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
        cuts_left: bool = False,
    ) -> None:
        """Draws one line, vertically centred, elided at one end if needed."""
        if not text or rect.width() <= 0:
            return
        own, metrics = self.font(font, kind)
        painter.setFont(own)
        painter.setPen(self.colour(colour))
        text = self._fit(text, font, kind, metrics, rect.width(), cuts_left)
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect, int(side) | _TEXT_FLAGS, text)

    def _key(self, font: QFont) -> str:
        if font != self._last[0] or not self._last[1]:
            self._last = (QFont(font), font.key())
        return self._last[1]

    def _fit(self, text: str, font: QFont, kind: str, metrics: QFontMetrics, room_px: int, cuts_left: bool) -> str:
        """The text, elided if needed; cached, as measuring takes as long as painting."""
        key = (self._key(font), kind, text, room_px, cuts_left)
        found = self._fitted.get(key)
        if found is None:
            if len(self._fitted) >= _MOST_MEASURED:
                self._fitted.clear()
            if self.width(text, font, kind) > room_px:
                end = Qt.TextElideMode.ElideLeft if cuts_left else Qt.TextElideMode.ElideRight
                text = metrics.elidedText(text, end, room_px)
            found = self._fitted[key] = text
        return found

    def dot(self, painter: QPainter, place: QRectF, colour: str) -> None:
        """Draws a filled circle."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour(colour))
        painter.drawEllipse(place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def badge(self, painter: QPainter, rect: QRect, text: str, font: QFont) -> int:
        """Draws a small word on a pill at the right end; returns its width."""
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
