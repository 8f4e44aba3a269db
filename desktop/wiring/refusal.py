"""Whether what the user keeps may be changed, and why not: a reader of a shared library may only look.

The shared library says so; whatever offers a change asks here first, so that nobody types what is refused at the end.
"""

from PySide6.QtCore import QObject, Signal

from desktop.panels.status import StatusBar


class Refusal(QObject):
    """GUI thread only."""

    changed = Signal(str)
    """Why nothing may be changed now; empty where it may."""

    def __init__(self, status: StatusBar, parent: QObject) -> None:
        super().__init__(parent)
        self._status = status
        self.why = ""
        """Why nothing may be changed, a sentence; empty where it may."""

    def refuse(self, why: str) -> None:
        """Lets nothing be changed, for this reason; empty lets it again."""
        if why != self.why:
            self.why = why
            self.changed.emit(why)

    def allows(self) -> bool:
        """Whether a change may be made; where not, the status bar says why."""
        if self.why:
            self._status.say(self.why)
        return not self.why
