"""Waits during a drag for files being rendered; the window stays responsive and a progress bar follows the pointer."""

from collections.abc import Callable, Sequence
from enum import Enum, auto

from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QProgressBar, QWidget

from desktop.base.translation import translate
from desktop.controllers.drag_out.render_queue import RenderQueue
from desktop.controllers.drag_out.staging import RenderOrder

_TICK_MS = 50
_PATIENCE_MS = 60_000
"""Limit of a wait; rendering continues."""


class WaitResult(Enum):
    """How a wait ended."""

    READY = auto()
    """The files are ready and the button is still held."""
    LET_GO = auto()
    """The button was released first, or the wait took too long; rendering continues."""
    STOPPED = auto()


def wait_held(app: QApplication, window: QWidget, renders: RenderQueue, orders: Sequence[RenderOrder]) -> WaitResult:
    """Waits until files are ready, while the mouse button is held. GUI thread only."""
    if renders.handed(orders) is not None:
        return WaitResult.READY
    loop = QEventLoop()
    meter = _Meter(window)
    escape = _Escape(loop.quit)

    def look() -> None:
        meter.setValue(round(100 * renders.share(orders)))
        if renders.handed(orders) is not None or not _is_held():
            loop.quit()

    tick = QTimer(loop)
    tick.timeout.connect(look)
    tick.start(_TICK_MS)
    QTimer.singleShot(_PATIENCE_MS, loop, loop.quit)
    renders.changed.connect(look)
    app.installEventFilter(escape)
    loop.exec()
    app.removeEventFilter(escape)
    renders.changed.disconnect(look)
    tick.stop()
    meter.deleteLater()
    if escape.was_pressed:
        return WaitResult.STOPPED
    return WaitResult.READY if renders.handed(orders) is not None and _is_held() else WaitResult.LET_GO


def _is_held() -> bool:
    return bool(QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton)


class _Meter(QProgressBar):
    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setWindowFlags(Qt.WindowType.ToolTip)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFormat(translate("DragOut", "Making the file…  %p %"))
        self.resize(220, 24)
        self.move(QCursor.pos() + QPoint(14, 18))
        self.show()


class _Escape(QObject):
    def __init__(self, end: Callable[[], None]) -> None:
        super().__init__()
        self._end = end
        self.was_pressed = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() is not QEvent.Type.KeyRelease:  # a press, or Qt's query for shortcuts
                self.was_pressed = True
                self._end()
            event.accept()
            return True
        return False
