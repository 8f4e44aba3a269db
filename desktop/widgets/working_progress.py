"""A progress dialog with a stop button, shown only for work that takes a while."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from desktop.base.translation import translate
from desktop.work.cancellable_work import LongTask

_PATIENCE_MS = 400
"""Work that ends sooner shows no progress."""


class WorkingProgress(QObject):
    """Shows the progress of one `LongTask`. GUI thread only."""

    def __init__(self, working: LongTask, window: QWidget) -> None:
        super().__init__(working)
        self._working = working
        self._window = window
        self._dialog: QProgressDialog | None = None
        working.progressed.connect(self._show)

    def begin(self, text: str) -> None:
        """Starts with `text` as the label."""
        progress = self._dialog = QProgressDialog(text, translate("WorkingProgress", "Stop"), 0, 100, self._window)
        progress.setWindowTitle("Earshot")
        progress.setWindowModality(Qt.WindowModality.NonModal)
        progress.setMinimumDuration(_PATIENCE_MS)
        progress.setAutoClose(False)
        progress.setAutoReset(False)
        progress.canceled.connect(self._working.stop)
        progress.setValue(0)

    def end(self) -> None:
        """Closes the dialog when the work has ended."""
        if self._dialog is not None:
            self._dialog.canceled.disconnect(self._working.stop)
            self._dialog.close()
            self._dialog.deleteLater()
            self._dialog = None

    def _show(self, share: float) -> None:
        if self._dialog is not None:
            self._dialog.setValue(min(99, round(100 * share)))
