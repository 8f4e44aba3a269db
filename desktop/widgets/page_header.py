"""The header of a page shown instead of the results: a back button and the title."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.base.translation import translate
from desktop.widgets.boxes import STRETCH, hbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label


class PageHeader(QWidget):
    """One header for all pages, hidden with the results. GUI thread only."""

    left = Signal()
    """The back button was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pageHeader")
        self.back = push_button(
            translate("PageHeader", "‹ Results"),
            self.left,
            self,
            tip=translate("PageHeader", "Back to the results (Esc)"),
        )
        self.back.setObjectName("pageBack")
        self.back.setAccessibleName(translate("PageHeader", "Back to the results"))
        self.title = text_label("", self, "pageTitle")
        hbox(self.back, self.title, STRETCH, parent=self, margins=(12, 2, 16, 2), spacing=10)
        self.hide()

    def show_title(self, title: str) -> None:
        self.title.setText(title)
        self.setVisible(bool(title))
