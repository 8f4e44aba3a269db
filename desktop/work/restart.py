"""Idle detection: no typing or clicking for a while, and nothing playing or being read.

Mouse moves do not count. Only the focused window is filtered: a few events a second, where an application filter
would see all.
"""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication, QWindow

from desktop.base.timer import single_shot

_INPUT = frozenset(
    (
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.DragMove,
    )
)


class IdleDetector(QObject):
    """Detects idleness. GUI thread only."""

    came = Signal()
    """The user is idle; emitted once until the next activity."""

    def __init__(self, is_busy: Callable[[], bool], after_ms: int, parent: QObject) -> None:
        """Starts waiting; `is_busy` reports activity other than input."""
        super().__init__(parent)
        self._is_busy = is_busy
        self._watched: QWindow | None = None
        self._timer = single_shot(self, after_ms, self._look)
        self._timer.start()
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.focusWindowChanged.connect(self.watch)
        self.watch(QGuiApplication.focusWindow())

    def disturb(self) -> None:
        """Restarts the wait."""
        self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notices typing and clicks without consuming them."""
        if event.type() in _INPUT:
            self.disturb()
        return False

    def watch(self, window: QWindow | None) -> None:
        """Watches this window's input instead of the previous one's."""
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = window
        if window is not None:
            window.installEventFilter(self)

    def _look(self) -> None:
        if self._is_busy():
            self._timer.start()
        else:
            self.came.emit()
