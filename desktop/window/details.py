"""The tab "Details": name and path of the selection, and below them what the core and features show of it."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.steady_scroll import SteadyScroll
from desktop.window.path_line import PathLine
from engine.base.types import FilePath

_LINES = 2


class TitleLabel(QLabel):
    """Breaks anywhere; elides the middle of a second line that does not fit. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def fit(self) -> None:
        """Sets the height to two lines of the font."""
        self.ensurePolished()
        margins = self.contentsMargins()
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + margins.top() + margins.bottom() + 2)

    def lines(self) -> tuple[str, ...]:
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
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.setFont(self.font())
        room, metrics = self.contentsRect(), self.fontMetrics()
        for at, line in enumerate(self.lines()):
            painter.drawText(QPointF(room.left(), room.top() + metrics.ascent() + at * metrics.lineSpacing()), line)
        painter.end()


class DetailsTab(QWidget):
    """Lays out what the core and features show of the selection. GUI thread only.

    Marks and metadata fill it, each at its own pace. Each signals the other when it switches to another selection, so
    that they never show two sounds together.
    """

    turning = Signal()
    """The marks switch to another selection: clear what else is shown of the former one."""
    turned = Signal()
    """Other parts show another selection: update the marks."""
    selection_shown = Signal(int)
    """The number of selected sounds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TitleLabel(self)
        self.title.setObjectName("detailsTitle")
        self.title.setContentsMargins(12, 12, 12, 0)
        self.path = PathLine(theme, self)
        scroll = SteadyScroll(self)
        self._column = scroll.column
        self._column.setSpacing(0)
        self._column.addWidget(self.title)
        self._column.addWidget(self.path)
        self._column.addStretch(1)
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click on a star or a colour leaves the focus in the list
        scroll.setAccessibleName(translate("DetailsTab", "Details of the selected sounds"))
        vbox(scroll, parent=self, margins=0)
        self.title.fit()
        self._tops: list[QWidget] = []
        self._count = 1
        self.show_selection(None, 0)

    def add_top(self, widget: QWidget) -> None:
        """Inserts a widget below the path and those added before; it is hidden without a selection."""
        self._tops.append(widget)
        self._column.insertWidget(len(self._tops) + 1, widget)
        widget.setVisible(self._count > 0)

    def add_below(self, widget: QWidget) -> None:
        """Inserts a widget below all others; who adds it shows and hides it by `selection_shown`."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def order_tabs(self, widgets: Sequence[QWidget]) -> None:
        """Sets the tab order: from the buttons of the path through these widgets."""
        for before, after in pairwise((self.path.copy_button, self.path.show_button, *widgets)):
            QWidget.setTabOrder(before, after)

    def show_selection(self, path: FilePath | None, count: int) -> None:
        """Shows name and path of one sound, or the number of sounds."""
        if count == 0:
            self.title.setText(translate("DetailsTab", "Select a sound to see its details."))
        elif path is not None and count == 1:
            self.title.setText(path.name)
        else:
            self.title.setText(translate("DetailsTab", "%n sound(s) selected", n=count))
        self.path.show_path(path.text if path is not None and count == 1 else "")
        if (count > 0) != (self._count > 0):
            for widget in self._tops:
                widget.setVisible(count > 0)
        self._count = count
        self.selection_shown.emit(count)
