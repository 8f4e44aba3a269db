"""Debounce of the search field."""

from PySide6.QtCore import QObject, QTimer

_LONGEST_MS = 120
_AT_ONCE_MS = 33
"""Two frames: if answers take no longer, every key triggers a search."""


class Debounce(QTimer):
    """Debounce timer whose interval follows the duration of the last answer."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(_LONGEST_MS)

    def adapt(self, took_ms: float) -> None:
        """Sets the interval to an answer's duration, limited; 0 if it was hardly noticeable."""
        self.setInterval(0 if took_ms <= _AT_ONCE_MS else round(min(took_ms, _LONGEST_MS)))
