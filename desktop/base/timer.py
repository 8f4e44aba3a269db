"""Single-shot timers."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def single_shot(parent: QObject, delay_ms: int, run: Callable[[], object]) -> QTimer:
    """A timer that calls `run` once after each start. GUI thread only."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(delay_ms)
    timer.timeout.connect(run)
    return timer
