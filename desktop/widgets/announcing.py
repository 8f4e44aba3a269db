"""What a screen reader says by itself, wherever the keyboard is: changes, faults, and how far a job is."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

_REST_MS = 700
"""Answers come while one types: the one that stays is said."""


def announce(widget: QWidget, text: str, *, is_urgent: bool = False) -> None:
    """Has a screen reader say a sentence; an urgent one breaks into what it is saying. GUI thread only.

    Args:
        widget: where the sentence stands.
        text: plain text; an empty one is not said.
        is_urgent: for faults.
    """
    if not text:
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    if is_urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def renamed(view: QAbstractItemView) -> None:
    """Tells a screen reader that the cell under the keyboard says something else now. GUI thread only.

    Qt does not; and a reader goes on saying what it read the first time.
    """
    if QAccessible.isActive() and view.hasFocus():
        interface = QAccessible.queryAccessibleInterface(view)
        cell = interface.focusChild() if interface else None
        if cell:
            QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.NameChanged))


class Announcer:
    """Says the last of several sentences, once no other has come for a moment. GUI thread only."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._text = ""
        self._rest = QTimer(widget)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(lambda: announce(self._widget, self._text))

    def soon(self, text: str) -> None:
        """Says it, unless something else is to be said before."""
        self._text = text
        self._rest.start()

    def now(self, text: str) -> None:
        """Says it at once, and nothing of what was to be said."""
        self._rest.stop()
        announce(self._widget, text)
