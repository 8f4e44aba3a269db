"""The right half of the status bar: facts of the library; those needing attention are clickable.

It tells whether everything is analysed and what is missing. A tooltip names the pack and how searches are answered.
"""

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from desktop.base import messages
from desktop.base.translation import translate
from desktop.widgets.labels import text_label
from engine.base.events import Event, Finished, Progress, Scanned
from engine.base.library_facts import LibraryStats


class StatusFacts(QWidget):
    """The job; sounds, missing, offline and unreadable; and the state of analysis. GUI thread only."""

    missing_wanted = Signal()
    offline_wanted = Signal()
    """Show sounds on disconnected drives."""
    failed_wanted = Signal()
    pack_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = self._line = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        self.job = self._label(translate("StatusFacts", "What is being done"))
        self.sounds = self._label(translate("StatusFacts", "Sounds in the library"))
        self.missing = self._button(translate("StatusFacts", "Missing files. Click to locate them."))
        self.offline = self._button(translate("StatusFacts", "Their drives are not connected. Click to list them."))
        self.failed = self._button(translate("StatusFacts", "Click to see which files, and why."))
        self.heard = self._button(translate("StatusFacts", "Whether Earshot has analysed every sound."))
        self.heard.setProperty("quiet", True)
        self.pack_name = ""
        """The model pack that searches use."""
        self._stats: LibraryStats | None = None
        self._was_stopped = False
        self._looked_in: set[str] = set()
        """Folders scanned completely since the start."""
        self._looked_everywhere = False
        for part in (self.job, self.sounds, self.missing, self.offline, self.failed, self.heard):
            layout.addWidget(part)
        self.missing.clicked.connect(self.missing_wanted)
        self.offline.clicked.connect(self.offline_wanted)
        self.failed.clicked.connect(self.failed_wanted)
        self.heard.clicked.connect(self.pack_wanted)

    def add(self, button: QToolButton) -> None:
        """Appends a feature's fact."""
        self._line.addWidget(button)

    def show_stats(self, stats: LibraryStats) -> None:
        _set(self.sounds, translate("StatusFacts", "%n sound(s)", n=stats.sounds))
        _set(self.missing, translate("StatusFacts", "%n missing", n=stats.missing) if stats.missing else "")
        _set(self.offline, translate("StatusFacts", "%n offline", n=stats.offline) if stats.offline else "")
        _set(self.failed, translate("StatusFacts", "%n unreadable", n=stats.failed) if stats.failed else "")
        self._stats, self.pack_name = stats, stats.pack_name
        self._show_heard()

    def show_event(self, event: Event, folders: Collection[str] | None = ()) -> None:
        """Shows the progress of a job.

        Args:
            event: from the job.
            folders: scanned by the job; empty for all folders, None for a few changed files.
        """
        if isinstance(event, Scanned) and not event.done:
            _set(self.job, translate("StatusFacts", "looking through folders: %1 files", event.files))
        elif isinstance(event, Progress) and event.total:
            _set(self.job, translate("StatusFacts", "analysing: %1 of %2", event.done, event.total))
        elif isinstance(event, Finished):
            if folders is not None:
                self._was_stopped = event.cancelled
                if not event.cancelled:
                    self._looked_in.update(folders)
                    self._looked_everywhere = self._looked_everywhere or not folders
            self.end_job()
        if isinstance(event, Scanned | Progress | Finished):
            self._show_heard()

    def end_job(self) -> None:
        _set(self.job, "")
        self._show_heard()

    def _show_heard(self) -> None:
        """Shows whether everything is analysed, unless a job shows its progress."""
        stats = self._stats
        if stats is None or not stats.sounds or not self.job.isHidden():
            _set(self.heard, "")
            return
        pack = translate("StatusFacts", "Analysed with the model pack “%1”. Click to see it.", stats.pack_name)
        tip = f"{pack}\n{messages.index_reason(stats)}"
        if stats.next_pack_id:
            text = translate("StatusFacts", "%1 of %n re-analysed", stats.next_pack_sounds, n=stats.sounds)
            learnt = translate("StatusFacts", "Earshot is re-analysing the library with “%1”.", stats.next_pack_name)
            tip = f"{learnt}\n{tip}"
        elif self._was_stopped:
            text = translate("StatusFacts", "not up to date yet")
            stopped = translate("StatusFacts", "The analysis was stopped. Look for changes in the folders to continue.")
            tip = f"{stopped}\n{tip}"
        elif self._looked_everywhere or (stats.roots and self._looked_in.issuperset(stats.roots)):
            text = translate("StatusFacts", "up to date")
        else:  # no scan yet: there may be more to analyse
            text = translate("StatusFacts", "analysed with %1", stats.pack_name)
        _set(self.heard, text)
        self.heard.setToolTip(messages.plain(tip))
        self.heard.setAccessibleDescription(tip)

    def _label(self, hint: str) -> QLabel:
        label = text_label("", self, is_plain=True)
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
