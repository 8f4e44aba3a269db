"""A strip for a long job: its title, progress, a bar, pause and cancel."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QProgressBar, QToolButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.accessibility import announce
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.labels import text_label
from desktop.widgets.motion import show_busy

_PARTS = 4
"""Number of progress announcements per job."""


class JobStrip(QWidget):
    """Hidden while there is no job. GUI thread only."""

    pause_wanted = Signal()
    resume_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(self, theme: Theme, title: str, hints: dict[str, str], parent: QWidget | None = None) -> None:
        """Args: `hints` has tooltips for `pause`, `resume`, `cancel` and the bar (`bar`)."""
        super().__init__(parent)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._hints = hints
        self._said_parts = 0
        self.is_paused = False
        self.title = text_label(title, self, is_plain=True)
        self.detail = text_label("", self, "soft", is_plain=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(hints["bar"])
        self.pause_button = self.button("pause", hints["pause"], self._toggle)
        self.cancel_button = self.button("close", hints["cancel"], self._cancel)
        text = hbox(self.title, STRETCH, self.detail)
        middle = vbox(text, self.bar, spacing=6)
        hbox((middle, 1), self.pause_button, self.cancel_button, parent=self, margins=(16, 8, 10, 10), spacing=8)
        self.hide()

    def start(self, title: str) -> None:
        """Starts showing a job without known progress."""
        self.set_paused(False)
        self.cancel_button.setEnabled(True)
        self._said_parts = 0
        self.show_busy(title)

    def show_busy(self, title: str, *, can_pause: bool = True) -> None:
        """Shows a step of unknown length."""
        self.pause_button.setEnabled(can_pause)
        self.title.setText(title)
        self.detail.setText(translate("IndexingStrip", "paused") if self.is_paused else "")
        show_busy(self.bar)

    def show_progress(self, done: int, total: int, title: str, details: list[str]) -> None:
        """Shows progress; a pause replaces the last detail, the remaining time."""
        self.pause_button.setEnabled(True)
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.title.setText(title)
        if self.is_paused:
            details = [*details[:-1], translate("IndexingStrip", "paused")]
        self.detail.setText("  ·  ".join(details))
        self._announce_part(done, total)

    def set_paused(self, is_paused: bool) -> None:
        self.is_paused = is_paused
        self.pause_button.setEnabled(True)
        self.pause_button.setIcon(resources.icon("play" if is_paused else "pause", self._theme.text))
        hint = self._hints["resume" if is_paused else "pause"]
        self.pause_button.setToolTip(hint)
        self.pause_button.setAccessibleName(hint)
        if is_paused:
            self.detail.setText(translate("IndexingStrip", "paused"))

    def _announce_part(self, done: int, total: int) -> None:
        """Announces progress to screen readers at the start and after each quarter."""
        parts = 1 + done * _PARTS // max(1, total)
        if parts == 1 < self._said_parts:  # the job's next phase begins
            self._said_parts = 0
        if parts > self._said_parts and not self.isHidden():
            self._said_parts = parts
            announce(self, f"{self.title.text()}. {self.detail.text()}")

    def button(self, icon: str, hint: str, run: Callable[[], object]) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(resources.icon(icon, self._theme.text))
        button.setIconSize(QSize(18, 18))
        button.setToolTip(hint)
        button.setAccessibleName(hint)
        button.clicked.connect(lambda: run())
        return button

    def _toggle(self) -> None:
        (self.resume_wanted if self.is_paused else self.pause_wanted).emit()

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.title.setText(translate("IndexingStrip", "Stopping…"))
        self.cancel_wanted.emit()
