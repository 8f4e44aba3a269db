"""*Retrain…*: a window with a page for each state: not installed, choosing, training, done.

It requests changes by signals; desktop/features/retrain/feature.py makes them.
"""

from collections.abc import Callable
from enum import IntEnum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QProgressBar, QStackedWidget, QWidget

from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.features.retrain.install import InstallPage
from desktop.features.retrain.material import MaterialPage
from desktop.features.retrain.page import Page
from desktop.features.retrain.progress import ProgressPage
from desktop.features.retrain.result import ResultPage
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import AskDialog
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.motion import show_busy


class RetrainPage(IntEnum):
    """Indices of the pages."""

    SEARCH = 0
    INSTALL = 1
    MATERIAL = 2
    PROGRESS = 3
    RESULT = 4


class RetrainDialog(QDialog):
    """The non-modal window. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("RetrainDialog", "Retrain"))
        take_room(self, 780, 680)
        self.setMinimumSize(560, 420)
        self.search = _SearchPage(self.close, self)
        self.install = InstallPage(self.close, self)
        self.material = MaterialPage(self.close, self)
        self.progress = ProgressPage(theme, self.close, self)
        self.outcome = ResultPage(theme, self.close, self)
        self.pages = QStackedWidget(self)
        for page in (self.search, self.install, self.material, self.progress, self.outcome):
            self.pages.addWidget(page)
        vbox(self.pages, parent=self, margins=0)

    def show_page(self, at: RetrainPage) -> None:
        if self.pages.currentIndex() == at:
            return
        self.pages.setCurrentIndex(at)
        first = {
            RetrainPage.SEARCH: self.search.close_button,
            RetrainPage.INSTALL: self.install.make_button,
            RetrainPage.MATERIAL: self.material.first,
            RetrainPage.PROGRESS: self.progress.buttons.at_hand,
            RetrainPage.RESULT: self.outcome.first,
        }[at]
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def confirm_discard(self) -> bool:
        """Asks whether to discard a training."""
        text = translate("RetrainDialog", "Discard this training?")
        more = translate(
            "RetrainDialog", "What was learnt is deleted. Your sounds and the model in use stay as they are."
        )
        return AskDialog(
            self, self.windowTitle(), text, more, translate("RetrainDialog", "Discard"), is_danger=True
        ).asked()


class _SearchPage(Page):
    """Shown while searching for a Python interpreter that can train."""

    def __init__(self, close: Callable[[], object], parent: QWidget) -> None:
        super().__init__(close, parent)
        self.title.setText(translate("RetrainDialog", "Retrain"))
        self.about.setText(translate("RetrainDialog", "Looking for an environment that can train…"))
        bar = QProgressBar(self)
        show_busy(bar)
        bar.setTextVisible(False)
        bar.setAccessibleName(self.about.text())
        self.body.addWidget(bar)
        self.body.addWidget(QLabel("", self), 1)
