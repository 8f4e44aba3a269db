"""The right half of the status bar: facts of the library, of which those that need attention can be clicked."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from desktop import messages
from desktop.translation import translate
from engine.events import Event, Finished, Progress, Scanned
from engine.types import LibraryStats


class StatusFacts(QWidget):
    """Sounds, what is offline or unreadable, the pack, the index and the job. GUI thread only."""

    missing_wanted = Signal()
    """Show the files that are not where they were."""
    offline_wanted = Signal()
    """Show the sounds whose drives are not connected."""
    failed_wanted = Signal()
    """Show the files that could not be read."""
    pack_wanted = Signal()
    """Show the model packs."""
    index_wanted = Signal()
    """Explain how searches are answered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        self.job = self._label(translate("StatusFacts", "What is being done"))
        self.sounds = self._label(translate("StatusFacts", "Sounds in the library"))
        self.missing = self._button(
            translate("StatusFacts", "Files that are not where they were. Click to locate them.")
        )
        self.offline = self._button(translate("StatusFacts", "Their drives are not connected. Click to list them."))
        self.failed = self._button(translate("StatusFacts", "Click to see which files, and why."))
        self.pack = self._button(translate("StatusFacts", "The model pack that listens. Click to see it."))
        self.index = self._label(translate("StatusFacts", "How searches are answered"))
        for part in (self.job, self.sounds, self.missing, self.offline, self.failed, self.pack, self.index):
            layout.addWidget(part)
        self.missing.clicked.connect(self.missing_wanted)
        self.offline.clicked.connect(self.offline_wanted)
        self.failed.clicked.connect(self.failed_wanted)
        self.pack.clicked.connect(self.pack_wanted)

    def show_stats(self, stats: LibraryStats) -> None:
        """Shows the state of the library."""
        _set(self.sounds, translate("StatusFacts", "%n sound(s)", n=stats.sounds))
        _set(self.missing, translate("StatusFacts", "%n missing", n=stats.missing) if stats.missing else "")
        _set(self.offline, translate("StatusFacts", "%n offline", n=stats.offline) if stats.offline else "")
        _set(self.failed, translate("StatusFacts", "%n unreadable", n=stats.failed) if stats.failed else "")
        is_learning = bool(stats.next_pack_id)
        both = translate("StatusFacts", "%1, learning %2", stats.pack_name, stats.next_pack_name)
        _set(self.pack, both if is_learning else stats.pack_name)
        _set(self.index, messages.index_line(stats) if stats.sounds else "")
        self.index.setToolTip(messages.index_reason(stats))

    def show_event(self, event: Event) -> None:
        """Shows how far the job is."""
        if isinstance(event, Scanned) and not event.done:
            _set(self.job, translate("StatusFacts", "looking through folders: %1 files", event.files))
        elif isinstance(event, Progress) and event.total:
            _set(self.job, translate("StatusFacts", "indexing %1 of %2", event.done, event.total))
        elif isinstance(event, Finished):
            self.end_job()

    def end_job(self) -> None:
        """No job runs."""
        _set(self.job, "")

    def _label(self, hint: str) -> QLabel:
        label = QLabel("", self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setToolTip(hint)
        label.hide()
        return label

    def _button(self, hint: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("statusButton")
        button.setToolTip(hint)
        button.setAccessibleName(hint)
        button.setAccessibleDescription(hint)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.hide()
        return button


def _set(part: QLabel | QToolButton, text: str) -> None:
    part.setText(text)
    if text:
        part.setAccessibleName(text)
    part.setVisible(bool(text))
