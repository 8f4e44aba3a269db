"""The name of the sound on the deck and, behind it, its facts: one line, in which the name has the room first."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop import messages
from desktop.widgets.elided import ElidedLabel

LEAST_PX = 170
"""The name keeps this much room while the controls can do with less."""
_FEWEST_PX = 110
_GAP_PX = 10
_LEAST_FACTS_PX = 50
"""Facts in less room than this say nothing and stay away."""


class DeckTitles(QWidget):
    """Two labels side by side. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self.name.setObjectName("deckName")
        self.facts = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.facts.setObjectName("soft")

    def minimumSizeHint(self) -> QSize:
        """The room of the name."""
        return QSize(_FEWEST_PX, self.name.sizeHint().height())

    def show_texts(self, name: str, facts: str, *, path: str = "") -> None:
        """Shows a name, or none, and its facts; tool tips have both in full."""
        self.name.setText(name)
        self.name.setToolTip(messages.plain(f"{path or name}\n{facts}"))
        self.facts.setText(facts)
        self.facts.setToolTip(messages.plain(facts))
        self._lay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divides the room anew."""
        super().resizeEvent(event)
        self._lay()

    def changeEvent(self, event: QEvent) -> None:
        """Another typeface needs other room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lay()

    def _lay(self) -> None:
        width, height = self.width(), self.height()
        wanted = self.name.fontMetrics().horizontalAdvance(self.name.text()) + 2 if self.name.text() else 0
        name_px = min(width, wanted)
        left = name_px + _GAP_PX if name_px else 0
        has_facts = not name_px or width - left >= _LEAST_FACTS_PX
        self.name.setVisible(bool(self.name.text()))
        self.facts.setVisible(has_facts)
        self.name.setGeometry(0, 0, name_px if has_facts else width, height)
        self.facts.setGeometry(left, 0, max(0, width - left), height)
