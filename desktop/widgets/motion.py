"""Reduced motion: stops busy bars and the blinking cursor.

The playhead and the level meter show a position and keep moving.
"""

from PySide6.QtWidgets import QApplication, QProgressBar

_STILL = "isStill"
_BLINK = "blinkMs"
_BUSY = "isBusy"


def set_still(app: QApplication, is_still: bool) -> None:
    """Stops or restarts animations. GUI thread only."""
    if is_still == bool(app.property(_STILL)):
        return
    if is_still:
        app.setProperty(_BLINK, app.cursorFlashTime())
    app.setProperty(_STILL, is_still)
    app.setCursorFlashTime(0 if is_still else int(app.property(_BLINK)))
    for widget in app.allWidgets():
        if (
            isinstance(widget, QProgressBar)
            and widget.property(_BUSY)
            and widget.maximum() <= 1
            and widget.value() <= 0
        ):
            show_busy(widget)


def show_busy(bar: QProgressBar) -> None:
    """Shows a busy bar for work without known progress. GUI thread only."""
    app = QApplication.instance()
    bar.setRange(0, 1 if app is not None and app.property(_STILL) else 0)
    bar.setValue(0)
    bar.setProperty(_BUSY, True)
