"""The row of tabs over the search field; with one search alone it is hidden and takes no room."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTabBar, QToolButton, QWidget

from desktop import messages, resources
from desktop.theme import Theme
from desktop.translation import translate

_WIDEST_PX = 240


class SearchTabs(QTabBar):
    """Shows titles; which search belongs to which tab is the business of feature.py. GUI thread only."""

    close_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("searchTabs")
        self.setAccessibleName(translate("SearchTabs", "Searches side by side"))
        self.setMovable(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setAutoHide(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def add(self, title: str, at: int) -> None:
        """Adds a tab; it does not come to the front by itself."""
        was_blocked = self.blockSignals(True)
        self.insertTab(at, "")
        self.blockSignals(was_blocked)
        self.set_title(at, title)
        button = QToolButton(self)
        button.setObjectName("tabClose")
        button.setIcon(resources.icon("close", self._theme.text_soft))
        button.setIconSize(QSize(12, 12))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAccessibleName(translate("SearchTabs", "Close tab"))
        button.setToolTip(translate("SearchTabs", "Close tab (Ctrl+W)"))
        button.clicked.connect(lambda: self.close_wanted.emit(self._tab_of(button)))
        self.setTabButton(at, QTabBar.ButtonPosition.RightSide, button)

    def set_title(self, at: int, title: str) -> None:
        """Says what a tab shows."""
        self.setTabText(at, title.replace("&", "&&"))
        self.setTabToolTip(at, messages.plain(title))

    def tabSizeHint(self, index: int) -> QSize:
        """As wide as its title, within reason."""
        size = super().tabSizeHint(index)
        return QSize(min(size.width(), _WIDEST_PX), size.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click with the middle button closes."""
        at = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and at >= 0:
            self.close_wanted.emit(at)
        else:
            super().mouseReleaseEvent(event)

    def _tab_of(self, button: QToolButton) -> int:
        side = QTabBar.ButtonPosition.RightSide
        return next(at for at in range(self.count()) if self.tabButton(at, side) is button)
