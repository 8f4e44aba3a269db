"""How far long work is, in a window of its own that can stop it; work that is soon over shows none."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from desktop.translation import translate
from desktop.work.working import Working

_PATIENCE_MS = 400
"""Work that is over sooner shows no progress."""


class WorkingProgress(QObject):
    """Shows the progress of one `Working`. GUI thread only."""

    def __init__(self, working: Working, window: QWidget) -> None:
        super().__init__(working)
        self._working = working
        self._window = window
        self._dialog: QProgressDialog | None = None
        working.progressed.connect(self._show)

    def begin(self, text: str) -> None:
        """Work begins; `text` says what is done."""
        progress = self._dialog = QProgressDialog(text, translate("WorkingProgress", "Stop"), 0, 100, self._window)
        progress.setWindowTitle("Earshot")
        progress.setWindowModality(Qt.WindowModality.NonModal)
        progress.setMinimumDuration(_PATIENCE_MS)
        progress.setAutoClose(False)
        progress.setAutoReset(False)
        progress.canceled.connect(self._working.stop)
        progress.setValue(0)

    def end(self) -> None:
        """The work has ended, in whatever way."""
        if self._dialog is not None:
            self._dialog.canceled.disconnect(self._working.stop)
            self._dialog.close()
            self._dialog.deleteLater()
            self._dialog = None

    def _show(self, share: float) -> None:
        if self._dialog is not None:
            self._dialog.setValue(min(99, round(100 * share)))
