"""Focus indicator of the left column's lists, shown only after keyboard use."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractItemView

_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_NAME = "byKey"


class KeyboardMark(QObject):
    """Tracks one list: keys and Tab show its indicator, clicks hide it. GUI thread only."""

    def __init__(self, view: QAbstractItemView, begin: Callable[[], None]) -> None:
        """Starts tracking.

        Args:
            view: the list.
            begin: selects an initial row when Tab enters.
        """
        super().__init__(view)
        self._view, self._begin = view, begin
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tracks events without consuming them."""
        match event.type():
            case QEvent.Type.FocusIn if isinstance(event, QFocusEvent) and event.reason() in _BY_TAB:
                self._view.setProperty(_NAME, True)
                self._begin()
            case QEvent.Type.KeyPress:
                self._view.setProperty(_NAME, True)
            case QEvent.Type.MouseButtonPress:
                self._view.setProperty(_NAME, False)
            case _:
                pass
        return False


def is_by_key(view: object) -> bool:
    """Whether a list shows its focus indicator."""
    return isinstance(view, QAbstractItemView) and view.property(_NAME) is True
