"""One-line notice in place of the status bar's texts: what a key changed, with an undo button.

It hides itself. It covers no row, field, control or text, and takes neither focus nor clicks outside it.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.widgets.accessibility import announce
from desktop.widgets.boxes import hbox
from desktop.widgets.elided_label import ElidedLabel
from desktop.window.status import StatusBar

_STAYS_MS = 6_000
_STAYS_LONGER_MS = 12_000
_LEAST_PX = 26
_MARGIN_PX = 8


class Notice(QFrame):
    """Shows one notice at a time. GUI thread only."""

    def __init__(self, window: QWidget, status: StatusBar) -> None:
        super().__init__(window)
        self._status = status
        self.setObjectName("notice")
        self.label = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self.search = QPushButton(translate("Notice", "&Search"), self)
        self.undo = QPushButton(translate("Notice", "&Undo"), self)
        self._search: Callable[[], object] | None = None
        self._undo: Callable[[], object] | None = None
        for button in (self.search, self.undo):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.search.clicked.connect(self._searched)
        self.undo.clicked.connect(self._undone)
        hbox((self.label, 1), self.search, self.undo, parent=self, margins=(10, 1, 4, 1), spacing=6)
        self._going = single_shot(self, 0, self.hide)
        status.installEventFilter(self)
        self.hide()

    def say(
        self,
        text: str,
        undo: Callable[[], object] | None,
        *,
        word: str = "",
        search: Callable[[], object] | None = None,
    ) -> None:
        """Shows a notice for long enough to read it.

        Args:
            text: one short sentence.
            undo: reverses the change; None if there is none.
            word: what may have been meant as a search.
            search: searches for it.
        """
        self.label.setText(text)
        self._search, self._undo = search, undo
        self.search.setText(translate("Notice", "&Search for “%1”", word))
        self.search.setVisible(search is not None)
        self.undo.setVisible(undo is not None)
        self.setAccessibleName(text)
        self._cover()
        self.show()
        self.raise_()
        self._going.start(_STAYS_MS if search is None else _STAYS_LONGER_MS)
        offers = [button.text().replace("&", "") for button in (self.search, self.undo) if not button.isHidden()]
        announce(self, ". ".join([text, *offers]))

    def take_back_offer(self) -> None:
        """Closes a notice that only offers a search."""
        if self._search is not None and self._undo is None:
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows the status bar."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and not self.isHidden():
            self._cover()
        return False

    def showEvent(self, event: QShowEvent) -> None:
        """Takes the place of the status bar's texts, also when the window is shown again."""
        super().showEvent(event)
        self._cover()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._status.come_back()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Enter:
            self._going.stop()
        elif event.type() == QEvent.Type.Leave and not self.isHidden():
            self._going.start(_STAYS_MS)
        return super().event(event)

    def _cover(self) -> None:
        """Covers the left part of the status bar, as wide as needed."""
        buttons = [button for button in (self.search, self.undo) if not button.isHidden()]
        text_px = self.label.fontMetrics().horizontalAdvance(self.label.text()) + 8
        wanted = text_px + sum(button.sizeHint().width() + 6 for button in buttons) + 20
        under = self._status.geometry()
        height = max(_LEAST_PX, under.height())
        self._status.come_back()
        width = min(wanted, self._status.make_way(wanted))
        self.setGeometry(under.left() + _MARGIN_PX, under.bottom() + 1 - height, width, height)

    def _searched(self) -> None:
        search = self._search
        self.hide()
        if search is not None:
            search()

    def _undone(self) -> None:
        undo = self._undo
        self.hide()
        if undo is not None:
            undo()
