"""Says whether there is a newer version and what is new in it; opens its page when asked."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QWidget

from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.steady_scroll import FittingScroll

if TYPE_CHECKING:
    from engine.features.update.notice import VersionNotice

_LEAST_PX = 480
_WIDTH_PX = 560
_MARGIN_PX = 20


class UpdateDialog(QDialog):
    """Shows a notice beside the version that runs. Installs nothing. GUI thread only."""

    page_wanted = Signal(str)

    def __init__(self, notice: "VersionNotice", running: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("UpdateDialog", "Look for a newer version"))
        self.setMinimumWidth(_LEAST_PX)
        is_newer = notice.is_newer_than(running)
        text = (
            translate("UpdateDialog", "Earshot %1 came out on %2. You have %3.", notice.version, notice.date, running)
            if is_newer
            else translate("UpdateDialog", "You have the newest version, %1.", running)
        )
        self.verdict = text_label(text, self, wraps=True)
        self.news = FittingScroll(self)
        self.news.column.addLayout(self._points(notice.news))
        self.news.column.addStretch(1)  # room to spare goes below the last sentence
        self.news.setAccessibleName(translate("UpdateDialog", "What is new"))
        self.news.setVisible(is_newer)
        chief = translate("UpdateDialog", "Open its page") if is_newer else ""
        buttons = Buttons(self.reject, self, chief=chief)
        if buttons.chief is not None:
            buttons.chief.setToolTip(notice.page)
            buttons.chief.clicked.connect(lambda: self.page_wanted.emit(notice.page))
            buttons.chief.clicked.connect(self.accept)
        share = 1 if is_newer else 0
        vbox(
            self.verdict,
            (self.news, share),
            buttons,
            parent=self,
            margins=(_MARGIN_PX, _MARGIN_PX, _MARGIN_PX, 14),
            spacing=14,
        )
        if is_newer:
            frame_px = self.sizeHint().height() - self.news.sizeHint().height()
            take_room(self, _WIDTH_PX, frame_px + self.news.inner.heightForWidth(_WIDTH_PX - 2 * _MARGIN_PX))

    def _points(self, news: tuple[str, ...]) -> QGridLayout:
        """A row for each sentence; its further lines stand below its first word."""
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        for row, sentence in enumerate(news):
            grid.addWidget(text_label("•", self.news.inner), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text_label(sentence, self.news.inner, wraps=True, is_plain=True), row, 1)
        return grid
