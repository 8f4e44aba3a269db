"""The right column: tabs that tell more of what is selected. Hidden until it is asked for."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from desktop.translation import translate


class Inspector(QWidget):
    """The tabs. GUI thread only."""

    shown = Signal(bool)
    """Whether it is on show now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(274)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName(translate("Inspector", "About the selected sounds"))
        self._ids: list[str] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)
        self.hide()

    def add_tab(self, id: str, title: str, widget: QWidget) -> None:
        """Adds a tab; `title` is already translated."""
        self._ids.append(id)
        self.tabs.addTab(widget, title)

    @property
    def tab(self) -> str:
        """The id of the tab in front, "" while there is none."""
        number = self.tabs.currentIndex()
        return self._ids[number] if number >= 0 else ""

    def widget(self, id: str) -> QWidget:
        """The widget of a tab.

        Raises:
            ValueError: there is no such tab.
        """
        found = self.tabs.widget(self._ids.index(id))
        assert found is not None
        return found

    def bring_forward(self, id: str) -> None:
        """Brings a tab to the front without showing the column; one that is not there changes nothing."""
        if id in self._ids:
            self.tabs.setCurrentIndex(self._ids.index(id))

    def show_tab(self, id: str) -> None:
        """Brings a tab to the front and shows the column.

        Raises:
            ValueError: there is no such tab.
        """
        self.tabs.setCurrentIndex(self._ids.index(id))
        self.set_shown(True)

    def set_shown(self, is_shown: bool) -> None:
        """Shows or hides the column."""
        if is_shown == self.isHidden():
            self.setVisible(is_shown)
            self.shown.emit(is_shown)
