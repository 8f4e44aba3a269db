"""Bar chart that compares measures before and after, with confidence intervals."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.base.theme import Theme
from desktop.base.translation import translate

_ROW_PX = 50
_BAR_PX = 13
_GAP_PX = 12


class Pair(Struct, frozen=True):
    """A measure before and after; all values from 0 to 1."""

    title: str
    before: float
    after: float
    before_text: str
    after_text: str
    before_interval: tuple[float, float] | None = None
    after_interval: tuple[float, float] | None = None


class Bars(QWidget):
    """Pairs of bars, one below the other. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.pairs: tuple[Pair, ...] = ()
        self.setAccessibleName(translate("Bars", "Before and after"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_pairs(self, pairs: Sequence[Pair]) -> None:
        """Shows pairs, and describes them to screen readers."""
        self.pairs = tuple(pairs)
        lines = [translate("Bars", "%1: before %2, after %3", p.title, p.before_text, p.after_text) for p in pairs]
        self.setAccessibleDescription("\n".join(lines))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, _ROW_PX * max(1, len(self.pairs)))

    def minimumSizeHint(self) -> QSize:
        return QSize(260, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.pairs:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = painter.fontMetrics()
        names = (translate("Bars", "before"), translate("Bars", "after"))
        left = max(metrics.horizontalAdvance(pair.title) for pair in self.pairs) + 2 * _GAP_PX
        left += max(map(metrics.horizontalAdvance, names)) + 8
        texts = [text for pair in self.pairs for text in (pair.before_text, pair.after_text)]
        right = max(map(metrics.horizontalAdvance, texts)) + 10
        whole = max(40.0, self.width() - left - right)
        top = max([0.05, *(value for pair in self.pairs for value in _values(pair))])
        scale = min(1.0, _round_up(top))
        for row, pair in enumerate(self.pairs):
            y = row * _ROW_PX + 4
            painter.setPen(self._theme.colour("text"))
            title = QRectF(0, y, left, 2 * _BAR_PX + 6)
            painter.drawText(title, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, pair.title)
            for at, (value, text, interval) in enumerate(
                (
                    (pair.before, pair.before_text, pair.before_interval),
                    (pair.after, pair.after_text, pair.after_interval),
                )
            ):
                bar = QRectF(left, y + at * (_BAR_PX + 6), whole, _BAR_PX)
                self._draw_bar(painter, bar, names[at], value / scale, text, is_new=at == 1)
                if interval is not None:
                    self._draw_interval(painter, bar, interval[0] / scale, interval[1] / scale)

    def _draw_bar(self, painter: QPainter, bar: QRectF, name: str, share: float, text: str, *, is_new: bool) -> None:
        painter.setPen(self._theme.colour("text_soft"))
        high = painter.fontMetrics().height()
        before = QRectF(0, bar.center().y() - high / 2, bar.left() - 8, high)
        painter.drawText(before, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("field"))
        painter.drawRoundedRect(bar, 3, 3)
        painter.setBrush(self._theme.colour("accent" if is_new else "wave"))
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), max(2.0, bar.width() * share), bar.height()), 3, 3)
        painter.setPen(self._theme.colour("text" if is_new else "text_soft"))
        after = QRectF(bar.right() + 10, bar.center().y() - high / 2, self.width() - bar.right() - 10, high)
        painter.drawText(after, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _draw_interval(self, painter: QPainter, bar: QRectF, low: float, high: float) -> None:
        y, edge = bar.center().y(), bar.height() / 2 - 2
        ends = [bar.left() + bar.width() * min(1.0, max(0.0, value)) for value in (low, high)]
        for colour, width in (("window", 4.0), ("text", 1.6)):
            painter.setPen(QPen(self._theme.colour(colour), width))
            painter.drawLine(QPointF(ends[0], y), QPointF(ends[1], y))
            for x in ends:
                painter.drawLine(QPointF(x, y - edge), QPointF(x, y + edge))


def _values(pair: Pair) -> tuple[float, ...]:
    return (pair.before, pair.after, *(pair.before_interval or ()), *(pair.after_interval or ()))


def _round_up(value: float) -> float:
    """Rounds up to the next tenth."""
    return -(-value * 10 // 1) / 10
