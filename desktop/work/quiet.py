"""Tells when nobody needs the machine: nothing was typed or clicked for a while, and nothing plays or is being read.

Moving the mouse does not count. Input is seen at the window that has the keyboard: a few events a second, where a
filter over the whole application would see them all.
"""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QWindow

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


class Quiet(QObject):
    """GUI thread only."""

    came = Signal()
    """It is quiet; said once, and again after somebody did something."""

    def __init__(self, is_busy: Callable[[], bool], after_ms: int, parent: QObject) -> None:
        """Begins to wait; `is_busy` says that something goes on that nobody types or clicks for."""
        super().__init__(parent)
        self._is_busy = is_busy
        self._watched: QWindow | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(after_ms)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.focusWindowChanged.connect(self.watch)
        self.watch(QGuiApplication.focusWindow())

    def disturb(self) -> None:
        """Something happened: waits anew."""
        self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Sees what is typed and clicked; it goes on."""
        if event.type() in _INPUT:
            self.disturb()
        return False

    def watch(self, window: QWindow | None) -> None:
        """Sees what is typed and clicked in this window, and no longer in the one before."""
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
