"""How long the search field waits after a key for another one."""

from PySide6.QtCore import QObject, QTimer

_LONGEST_MS = 120
_AT_ONCE_MS = 33
"""Two pictures: where answers take no longer, every key is answered."""


class KeyPause(QTimer):
    """Ends when no key came for a while, `interval` in ms: as long as the last answer took."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(_LONGEST_MS)

    def adapt(self, took_ms: float) -> None:
        """Waits as long from now on as an answer took, and not at all where that is hardly to be seen."""
        self.setInterval(0 if took_ms <= _AT_ONCE_MS else round(min(took_ms, _LONGEST_MS)))
