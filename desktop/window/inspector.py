"""The right column: tabs with details of the selection. Hidden by default."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.window.details import DetailsTab

_WIDTH_PX = 274


class Inspector(QWidget):
    """Tabs beside the results. GUI thread only."""

    shown = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_WIDTH_PX)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setAccessibleName(translate("Inspector", "About the selected sounds"))
        self._ids: list[str] = []
        self.details = DetailsTab(theme, self)
        self.add_tab("details", translate("Inspector", "Details"), self.details)
        vbox(self.tabs, parent=self, margins=0)
        self.hide()

    def add_tab(self, id: str, title: str, widget: QWidget) -> None:
        """Adds a tab; `title` is already translated."""
        self._ids.append(id)
        self.tabs.setTabToolTip(self.tabs.addTab(widget, title), title)
        self._fit_heads()

    def offer_tab(self, id: str, is_offered: bool) -> None:
        """Shows or hides the head of a tab."""
        self.tabs.setTabVisible(self._ids.index(id), is_offered)
        self._fit_heads()

    def _fit_heads(self) -> None:
        """Keeps the column wide enough for all heads in full."""
        self.setMinimumWidth(max(_WIDTH_PX, self.tabs.tabBar().sizeHint().width()))

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.Polish, QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit_heads()
        return done

    @property
    def tab(self) -> str:
        """Id of the front tab, "" without tabs."""
        number = self.tabs.currentIndex()
        return self._ids[number] if number >= 0 else ""

    def bring_forward(self, id: str) -> None:
        """Selects a tab without showing the column; ignores an unknown id."""
        if id in self._ids:
            self.tabs.setCurrentIndex(self._ids.index(id))

    def show_tab(self, id: str) -> None:
        """Selects a tab and shows the column.

        Raises:
            ValueError: there is no such tab.
        """
        self.tabs.setCurrentIndex(self._ids.index(id))
        self.set_shown(True)

    def set_shown(self, is_shown: bool) -> None:
        if is_shown == self.isHidden():
            self.setVisible(is_shown)
            self.shown.emit(is_shown)
