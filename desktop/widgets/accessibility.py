"""Announcements for screen readers: changes, errors, and progress of jobs."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from desktop.base.timer import single_shot

_REST_MS = 700
"""Debounce of answers while the user types."""


def announce(widget: QWidget, text: str, *, is_urgent: bool = False) -> None:
    """Lets a screen reader say a sentence; an urgent one interrupts it. GUI thread only.

    Args:
        widget: where the sentence is shown.
        text: plain text; "" is not announced.
        is_urgent: for errors.
    """
    if not text:
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    if is_urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def renamed(view: QAbstractItemView) -> None:
    """Tells screen readers that the focused cell's text changed, as Qt does not. GUI thread only."""
    if QAccessible.isActive() and view.hasFocus():
        interface = QAccessible.queryAccessibleInterface(view)
        cell = interface.focusChild() if interface else None
        if cell:
            QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.NameChanged))


class Announcer:
    """Announces the last of several sentences after a pause. GUI thread only."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._text = ""
        self._rest = single_shot(widget, _REST_MS, lambda: announce(self._widget, self._text))

    def soon(self, text: str) -> None:
        """Announces it after a pause, unless replaced."""
        self._text = text
        self._rest.start()

    def now(self, text: str) -> None:
        """Announces it at once and drops a pending sentence."""
        self._rest.stop()
        announce(self._widget, text)
