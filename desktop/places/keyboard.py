"""Whether a list of the left column was reached by keys: only then a line shows which row has the keyboard."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractItemView

_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_NAME = "byKey"


class KeyboardMark(QObject):
    """Follows one list: keys and Tab set the mark, clicks need none. GUI thread only."""

    def __init__(self, view: QAbstractItemView, begin: Callable[[], None]) -> None:
        """Begins to follow.

        Args:
            view: the list.
            begin: chooses a row where none has the keyboard, before Tab comes in.
        """
        super().__init__(view)
        self._view, self._begin = view, begin
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Looks, and lets everything through."""
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
    """Whether a list shows which row has the keyboard."""
    return isinstance(view, QAbstractItemView) and view.property(_NAME) is True
