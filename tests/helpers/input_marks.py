"""Tells when the window has handled the keys and clicks sent to it.

X delivers a client's events in order, so a property change after a key arrives after that key: once the mark is seen,
everything before it has arrived.
"""

import ctypes
from collections.abc import Callable

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication, QTimer
from PySide6.QtWidgets import QWidget

INPUT_MARK = "_EARSHOT_INPUT_MARK"
_PROPERTY_NOTIFY = 28


class _PropertyNotify(ctypes.Structure):
    """xcb_property_notify_event_t, as far as we read it."""

    _fields_ = (
        ("response_type", ctypes.c_uint8),
        ("pad", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("window", ctypes.c_uint32),
        ("atom", ctypes.c_uint32),
    )


class InputMarks(QAbstractNativeEventFilter):
    """Calls `seen` whenever a window's mark has changed and everything before it is handled."""

    def __init__(self, window: QWidget, seen: Callable[[], None]) -> None:
        super().__init__()
        self.window_id = int(window.winId())
        self._seen = seen
        self._atom = _atom(INPUT_MARK)
        application = QCoreApplication.instance()
        assert application is not None
        application.installNativeEventFilter(self)

    def nativeEventFilter(self, kind: QByteArray | bytes, message: int) -> tuple[bool, int]:  # noqa: N802 (Qt's name)
        if bytes(kind) == b"xcb_generic_event_t":
            event = _PropertyNotify.from_address(int(message))
            if event.response_type & 0x7F == _PROPERTY_NOTIFY and event.atom == self._atom:
                # Keys read before the mark wait in Qt's own queue, which empties before a timer fires.
                QTimer.singleShot(0, self._seen)
        return False, 0


def _atom(name: str) -> int:
    """Returns the X server's number for a name, made if missing."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    x11.XInternAtom.restype = ctypes.c_ulong
    x11.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    display = x11.XOpenDisplay(None)
    try:
        return int(x11.XInternAtom(display, name.encode(), 0))
    finally:
        x11.XCloseDisplay(display)
