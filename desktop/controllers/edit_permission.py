"""Whether the user's data may be changed, and why not: readers of a shared library may not.

The shared library sets it; editing features check it first, so that nobody types in vain.
"""

from PySide6.QtCore import QObject, Signal

from desktop.window.status import StatusBar


class EditPermission(QObject):
    """The present refusal, if any. GUI thread only."""

    changed = Signal(str)
    """Reason why changes are refused; "" if they are allowed."""

    def __init__(self, status: StatusBar) -> None:
        super().__init__()
        self._status = status
        self.why = ""
        """Reason why changes are refused, a sentence; "" if they are allowed."""

    def refuse(self, why: str) -> None:
        """Refuses changes for this reason; "" allows them."""
        if why != self.why:
            self.why = why
            self.changed.emit(why)

    def allows(self) -> bool:
        """Whether changes are allowed; if not, the status bar says why."""
        if self.why:
            self._status.say(self.why)
        return not self.why
