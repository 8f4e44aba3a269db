"""The indexing strip: how far a job is, how fast, how long to go, with pause and cancel."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QVBoxLayout, QWidget

from desktop import messages, resources
from desktop.theme import Theme
from desktop.translation import translate
from engine.events import Event, Finished, Paused, Progress, Scanned, Started

_MUCH = 20
"""Files from which on a job that nobody asked for is worth showing."""


class IndexingStrip(QWidget):
    """Shows a running job; hidden while there is none. GUI thread only."""

    pause_wanted = Signal()
    resume_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._is_paused = False
        self._is_quiet = False
        self.title = QLabel(translate("IndexingStrip", "Indexing"), self)
        self.detail = QLabel("", self)
        self.detail.setObjectName("soft")
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(translate("IndexingStrip", "Indexing progress"))
        self.pause_button = self._button("pause", translate("IndexingStrip", "Pause indexing"))
        self.cancel_button = self._button("close", translate("IndexingStrip", "Cancel indexing (what is done is kept)"))
        self.pause_button.clicked.connect(self._toggle)
        self.cancel_button.clicked.connect(self._cancel)
        text = QHBoxLayout()
        text.addWidget(self.title)
        text.addStretch(1)
        text.addWidget(self.detail)
        middle = QVBoxLayout()
        middle.setSpacing(6)
        middle.addLayout(text)
        middle.addWidget(self.bar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 10, 10)
        layout.setSpacing(8)
        layout.addLayout(middle, 1)
        layout.addWidget(self.pause_button)
        layout.addWidget(self.cancel_button)
        self.hide()

    def begin(self, *, is_quiet: bool = False) -> None:
        """A job starts; a quiet one is shown once it turns out to have much to do."""
        self._is_quiet = is_quiet
        self._set_paused(False)
        self.cancel_button.setEnabled(True)
        self.title.setText(translate("IndexingStrip", "Looking through the folder…"))
        self.detail.setText("")
        self.bar.setRange(0, 0)
        self.setVisible(not is_quiet)

    def take(self, event: Event) -> None:
        """Shows what an event says."""
        if isinstance(event, Started):
            self.detail.setText(translate("IndexingStrip", "on %1", event.device))
        elif isinstance(event, Scanned):
            if event.done:
                text = translate("IndexingStrip", "Found %n file(s), %1 to index", event.to_do, n=event.files)
            else:
                text = translate("IndexingStrip", "Looking… %n file(s)", n=event.files)
            self.title.setText(text)
            if self._is_quiet and event.done and event.to_do >= _MUCH:
                self.show()
        elif isinstance(event, Progress):
            self._progress(event)
        elif isinstance(event, Paused):
            self._set_paused(event.is_paused)
        elif isinstance(event, Finished):
            self.hide()

    def _progress(self, event: Progress) -> None:
        self.bar.setRange(0, max(1, event.total))
        self.bar.setValue(event.done)
        self.title.setText(translate("IndexingStrip", "Indexing %1 of %n sound(s)", event.done, n=event.total))
        parts = [
            messages.rate(event.files_per_s),
            translate("IndexingStrip", "%1× real time", round(event.audio_x_realtime)),
        ]
        if event.failed:
            parts.append(translate("IndexingStrip", "%n unreadable", n=event.failed))
        parts.append(translate("IndexingStrip", "paused") if self._is_paused else messages.remaining(event.eta_s))
        self.detail.setText("  ·  ".join(parts))

    def _set_paused(self, is_paused: bool) -> None:
        self._is_paused = is_paused
        self.pause_button.setIcon(resources.icon("play" if is_paused else "pause", self._theme.text))
        hint = (
            translate("IndexingStrip", "Resume indexing") if is_paused else translate("IndexingStrip", "Pause indexing")
        )
        self.pause_button.setToolTip(hint)
        self.pause_button.setAccessibleName(hint)
        if is_paused:
            self.detail.setText(translate("IndexingStrip", "paused"))

    def _toggle(self) -> None:
        (self.resume_wanted if self._is_paused else self.pause_wanted).emit()

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.title.setText(translate("IndexingStrip", "Stopping…"))
        self.cancel_wanted.emit()

    def _button(self, icon: str, hint: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(resources.icon(icon, self._theme.text))
        button.setIconSize(QSize(18, 18))
        button.setToolTip(hint)
        button.setAccessibleName(hint)
        return button
