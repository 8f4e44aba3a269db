"""Says whether there is a newer version and what is new in it; opens its page when asked."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.labels import text_label

if TYPE_CHECKING:
    from engine.features.update.notice import VersionNotice

_LEAST_PX = 480


class UpdateDialog(QDialog):
    """Shows a notice beside the version that runs. Installs nothing. GUI thread only."""

    page_wanted = Signal(str)

    def __init__(self, notice: "VersionNotice", running: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("UpdateDialog", "Look for a newer version"))
        self.setMinimumWidth(_LEAST_PX)
        is_newer = notice.is_newer_than(running)
        text = (
            translate(
                "UpdateDialog", "Earshot %1 is there, since %2. You have %3.", notice.version, notice.date, running
            )
            if is_newer
            else translate("UpdateDialog", "You have the newest version, %1.", running)
        )
        self.verdict = text_label(text, self, wraps=True)
        self.news = text_label("\n".join(f"•  {line}" for line in notice.news), self, wraps=True)
        self.news.setTextFormat(Qt.TextFormat.PlainText)
        self.news.setVisible(is_newer)
        chief = translate("UpdateDialog", "Open its page") if is_newer else ""
        buttons = Buttons(self.reject, self, chief=chief)
        if buttons.chief is not None:
            buttons.chief.setToolTip(notice.page)
            buttons.chief.clicked.connect(lambda: self.page_wanted.emit(notice.page))
            buttons.chief.clicked.connect(self.accept)
        vbox(self.verdict, self.news, buttons, parent=self, margins=(20, 20, 20, 14), spacing=14)
