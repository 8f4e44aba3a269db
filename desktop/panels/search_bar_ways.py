"""A line under the search field that offers other searches where an answer is only weak."""

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop.panels.empty import Way
from desktop.panels.flow import FlowLayout
from desktop.translation import translate


class WaysRow(QWidget):
    """Shown while there is something to offer. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ways")
        self.ways: tuple[Way, ...] = ()
        self._flow = FlowLayout(self, gap_px=8)
        self._flow.setContentsMargins(16, 0, 16, 8)
        self.hide()

    def show_ways(self, ways: Sequence[Way]) -> None:
        """Offers searches, a button each; none hides the line."""
        self.ways = tuple(ways)
        self._flow.clear()
        if ways:
            title = QLabel(translate("WaysRow", "Try instead:"), self)
            title.setObjectName("faint")
            self._flow.addWidget(title)
        for way in ways:
            button = QPushButton(way.text.replace("&", "&&"), self)
            button.setProperty("facet", True)
            button.setAccessibleName(way.text)
            button.clicked.connect(lambda _=False, way=way: way.take())
            self._flow.addWidget(button)
        self.setVisible(bool(ways))
