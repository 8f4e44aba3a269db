"""A name that always takes two lines, so that what stands under it does not move from sound to sound."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_LINES = 2


class TitleLabel(QLabel):
    """Breaks anywhere; what does not fit on the second line has its middle left out. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def fit(self) -> None:
        """Takes the height of two lines of its typeface."""
        self.ensurePolished()
        margins = self.contentsMargins()
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + margins.top() + margins.bottom() + 2)

    def lines(self) -> tuple[str, ...]:
        """What each line shows."""
        width, text = self.contentsRect().width(), self.text()
        layout = QTextLayout(text, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        first = layout.createLine()
        if not first.isValid():
            return ()
        first.setLineWidth(max(1, width))
        layout.endLayout()
        end = first.textLength()
        rest = text[end:].strip()
        if not rest:
            return (text,)
        return text[:end].rstrip(), self.fontMetrics().elidedText(rest, Qt.TextElideMode.ElideMiddle, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the lines from the top."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.setFont(self.font())
        room, metrics = self.contentsRect(), self.fontMetrics()
        for at, line in enumerate(self.lines()):
            painter.drawText(QPointF(room.left(), room.top() + metrics.ascent() + at * metrics.lineSpacing()), line)
        painter.end()
