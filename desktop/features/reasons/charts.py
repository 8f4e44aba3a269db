"""Two diagrams of a match: its windows over time, and the contribution of each word."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.translation import translate
from engine.library.answers import Strip
from engine.library.explanation import WordContribution

_HEIGHT_PX, _FOOT_PX = 84, 18
_LEAST_PX = 2.0
_ROW_PX, _BAR_PX = 24, 10
_GOOD = 0.8
"""Windows with at least this fraction of the best probability have the same colour as the best,"""
_HEARD = 0.1
"""but only above this probability: below it the sound itself does not match."""


class MatchChart(QWidget):
    """Bars over time, as high as each window matches. A click, or arrows and Return, play one. GUI thread only."""

    wanted = Signal(float)
    """Play from here, in seconds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._windows: list[tuple[float, float, float]] = []
        self._duration_s = 0.0
        self._at = -1
        """Index of the window under the cursor; -1 for none."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self.setFixedHeight(_HEIGHT_PX)
        self.setAccessibleName(translate("ExplanationTab", "How each part of the sound fits"))

    def show_strip(self, strip: Strip, duration_s: float) -> None:
        """Shows windows of a sound of `duration_s`."""
        arrays = (strip.starts_s.tolist(), strip.ends_s.tolist(), strip.similarities.tolist())
        self._windows = list(zip(*arrays, strict=True))
        self._duration_s = max([duration_s, *(end_s for _, end_s, _ in self._windows)], default=0.0)
        self._at = self._best()
        self.setAccessibleDescription(self._words(self._at))
        self.setVisible(bool(self._windows))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the bars, better ones on top, and marks start and end of the sound."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, foot = self._theme, float(self.height() - _FOOT_PX)
        best = max((chance for _, _, chance in self._windows), default=0.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.field))
        painter.drawRoundedRect(QRectF(0.0, 0.0, float(self.width()), foot), 4.0, 4.0)
        for start_s, end_s, chance in sorted(self._windows, key=lambda window: window[2]):
            painter.setBrush(QColor(theme.accent if chance >= max(_HEARD, _GOOD * best) else theme.wave_soft))
            high = max(_LEAST_PX, chance * (foot - 4.0))
            left, right = self._x(start_s), self._x(end_s)
            painter.drawRoundedRect(QRectF(left, foot - high, max(_LEAST_PX, right - left - 1.0), high), 2.0, 2.0)
        if best < _HEARD:
            painter.setPen(QColor(theme.text_soft))
            box = QRectF(0.0, 0.0, float(self.width()), foot - _LEAST_PX)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, translate("ExplanationTab", "Hardly by how it sounds"))
        painter.setPen(QPen(QColor(theme.line_strong)))
        painter.drawLine(QPointF(0.0, foot), QPointF(float(self.width()), foot))
        painter.setPen(QColor(theme.text_soft))
        below = QRectF(0.0, foot + 2.0, float(self.width()), _FOOT_PX - 2.0)
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, messages.position(0.0))
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, messages.position(self._duration_s))
        if self.hasFocus() and 0 <= self._at < len(self._windows):
            start_s, end_s, _ = self._windows[self._at]
            painter.setPen(QPen(QColor(theme.text), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            left = self._x(start_s)
            painter.drawRoundedRect(QRectF(left, 1.0, max(4.0, self._x(end_s) - left - 1.0), foot - 1.0), 3.0, 3.0)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.setToolTip(self._words(self._window_at(event.position().x())))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Plays the best window at the pointer."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._go_to(self._window_at(event.position().x()))
            self._play()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right select a window, Return and Space play it."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps and self._windows:
            self._go_to(min(len(self._windows) - 1, max(0, self._at + steps[Qt.Key(event.key())])))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._play()
        else:
            super().keyPressEvent(event)

    def _go_to(self, at: int) -> None:
        self._at = at
        self.setAccessibleDescription(self._words(at))
        self.update()

    def _play(self) -> None:
        if 0 <= self._at < len(self._windows):
            self.wanted.emit(self._windows[self._at][0])

    def _best(self) -> int:
        return max(range(len(self._windows)), key=lambda at: self._windows[at][2], default=-1)

    def _window_at(self, x: float) -> int:
        """Index of the best window at a position, or of the nearest one."""
        place_s = x / max(1, self.width()) * self._duration_s
        over = [at for at, (start_s, end_s, _) in enumerate(self._windows) if start_s <= place_s <= end_s]
        if over:
            return max(over, key=lambda at: self._windows[at][2])
        return min(range(len(self._windows)), key=lambda at: abs(self._windows[at][0] - place_s), default=-1)

    def _words(self, at: int) -> str:
        if not 0 <= at < len(self._windows):
            return ""
        start_s, end_s, chance = self._windows[at]
        return translate(
            "ExplanationTab",
            "%1 to %2: %3",
            messages.position(start_s),
            messages.position(end_s),
            messages.percent(chance),
        )

    def _x(self, at_s: float) -> float:
        return at_s / self._duration_s * self.width() if self._duration_s > 0 else 0.0


class WordChart(QWidget):
    """A bar for each word: to the right if it contributes, to the left if it speaks against. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[str, float | None]] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(translate("ExplanationTab", "What each word brings"))

    def show_words(self, words: tuple[WordContribution, ...], shares: tuple[float | None, ...]) -> None:
        """Shows contributions of words; `shares` as in `Reasons.shares`."""
        self._rows = [(word.word, share) for word, share in zip(words, shares, strict=True)]
        self.setAccessibleDescription("; ".join(f"{word}: {_share(share)}" for word, share in self._rows))
        self.setToolTip(translate("ExplanationTab", "How much worse the sound would match without the word"))
        self.setVisible(bool(self._rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, _ROW_PX * len(self._rows))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, theme = self.fontMetrics(), self._theme
        names_px = min(
            0.4 * self.width(), 8.0 + max((metrics.horizontalAdvance(word) for word, _ in self._rows), default=0)
        )
        shares_px = metrics.horizontalAdvance(_share(-1.0)) + 8.0
        room = self.width() - names_px - shares_px
        has_against = any(share is not None and share < 0 for _, share in self._rows)
        zero = names_px + (room * 0.35 if has_against else 0.0)
        longest = min(zero - names_px, room) if has_against else 0.0
        for row, (word, share) in enumerate(self._rows):
            top = float(row * _ROW_PX)
            painter.setPen(QColor(theme.text))
            name = metrics.elidedText(word, Qt.TextElideMode.ElideRight, int(names_px) - 6)
            line = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0.0, top, names_px, _ROW_PX), line | Qt.AlignmentFlag.AlignLeft, name)
            part = 1.0 if share is None else share
            wide = part * (names_px + room - zero) if part >= 0 else part * longest
            left = zero if wide >= 0 else zero + wide
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent if part >= 0 else theme.danger))
            bar = QRectF(left, top + (_ROW_PX - _BAR_PX) / 2, max(_LEAST_PX, abs(wide)), _BAR_PX)
            painter.drawRoundedRect(bar, 3.0, 3.0)
            painter.setPen(QColor(theme.text_soft))
            box = QRectF(names_px + room, top, shares_px, _ROW_PX)
            painter.drawText(box, line | Qt.AlignmentFlag.AlignRight, _share(share))


def _share(share: float | None) -> str:
    """Contribution of a word as text."""
    if share is None:
        return translate("ExplanationTab", "all")
    return messages.percent(share) if share >= 0 else f"−{messages.percent(-share)}"
