"""The indexing strip: progress, speed and remaining time of a job, with pause and cancel."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.job_strip import JobStrip
from engine.base.events import (
    Event,
    FileSilent,
    Finished,
    Paused,
    PreparationStarted,
    Progress,
    Scanned,
    SpeechProgress,
    Started,
)

_MUCH = 20
"""Minimum number of files for showing a job the user did not start."""
_PATH_PX = 320
"""Room for the path of a file that does not answer."""
_STEPS = 10_000
"""Resolution of the progress bar."""


class IndexingStrip(JobStrip):
    """Shows a running job; hidden without one. GUI thread only."""

    queue_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        hints = {
            "bar": translate("IndexingStrip", "Indexing progress"),
            "pause": translate("IndexingStrip", "Pause indexing"),
            "resume": translate("IndexingStrip", "Resume indexing"),
            "cancel": translate("IndexingStrip", "Cancel indexing (finished sounds are kept)"),
        }
        super().__init__(theme, translate("IndexingStrip", "Indexing"), hints, parent)
        self._is_quiet = False
        self.queue_button = QPushButton(self)
        self.queue_button.setToolTip(translate("IndexingStrip", "Shows the queue: change the order, or cancel"))
        self.queue_button.clicked.connect(lambda: self.queue_wanted.emit())
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)
        layout.insertWidget(1, self.queue_button)  # so that Pause and Cancel stay under the pointer when it appears
        self.show_waiting(0)

    def show_waiting(self, waiting: int) -> None:
        """Shows how many jobs are queued."""
        self.queue_button.setText(translate("IndexingStrip", "%n waiting…", n=waiting))
        self.queue_button.setAccessibleName(self.queue_button.text())
        self.queue_button.setVisible(waiting > 0)

    def begin(self, *, is_quiet: bool = False) -> None:
        """Starts showing a job; a quiet one appears once it has much to do."""
        self._is_quiet = is_quiet
        self.start(translate("IndexingStrip", "Looking through the folder…"))
        self.setVisible(not is_quiet)

    def take(self, event: Event) -> None:
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
        elif isinstance(event, SpeechProgress):
            title = translate("IndexingStrip", "Analysing speech: %1 of %n sound(s)", event.done, n=event.total)
            self.show_progress(*_filled(event), title, [messages.remaining(event.eta_s)])
        elif isinstance(event, PreparationStarted):
            self.show_busy(messages.preparing(event.what), can_pause=False)
        elif isinstance(event, FileSilent):
            self._silent(event)
        elif isinstance(event, Paused):
            self.set_paused(event.is_paused)
        elif isinstance(event, Finished):
            self.hide()

    def _silent(self, event: FileSilent) -> None:
        """Names a file that does not answer, with its drive and name visible."""
        path = self.detail.fontMetrics().elidedText(event.path, Qt.TextElideMode.ElideMiddle, _PATH_PX)
        text = translate("IndexingStrip", "%1 does not answer: nothing for %2 s", path, round(event.silent_s))
        self.detail.setText(text)
        self.detail.setToolTip(messages.plain(event.path))
        self.show()

    def _progress(self, event: Progress) -> None:
        details = [
            messages.rate(event.files_per_s),
            translate("IndexingStrip", "%1× real time", round(event.audio_x_realtime)),
        ]
        if event.failed:
            details.append(translate("IndexingStrip", "%n unreadable", n=event.failed))
        self.detail.setToolTip("")
        title = translate("IndexingStrip", "Indexing %1 of %n sound(s)", event.done, n=event.total)
        self.show_progress(*_filled(event), title, [*details, messages.remaining(event.eta_s)])


def _filled(event: Progress | SpeechProgress) -> tuple[int, int]:
    """Position and range of the bar, including progress within a long file. Speech recognition counts files."""
    return (round(event.share * _STEPS), _STEPS) if event.share else (event.done, event.total)
