"""The shared library's item in the status bar; a click opens its page."""

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from desktop.base import messages
from desktop.base.translation import translate
from desktop.features.studio import studio_messages
from desktop.widgets.restyle import restyle
from desktop.window.status import StatusBar
from engine.features.studio.records import Person, SharedLibraryStatus, SharedState

_LOUD = (
    SharedLibraryStatus.REFUSED,
    SharedLibraryStatus.FAILED,
    SharedLibraryStatus.CONFLICTS,
    SharedLibraryStatus.ASIDE,
)


class SharedItem(QToolButton):
    """Hidden while the library is not shared. GUI thread only."""

    def __init__(self, bar: StatusBar) -> None:
        super().__init__(bar)
        self.setObjectName("statusButton")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(translate("SharedItem", "Shared library"))
        self.hide()
        bar.add_fact(self)

    def show_state(self, state: SharedState | None, people: Sequence[Person], *, is_on: bool) -> None:
        """Shows the state; highlighted only if somebody has to act."""
        if state is None:
            self.hide()
            return
        now_s = time.time()
        text = studio_messages.status(state, now_s, is_on=is_on)
        is_loud = state.standing in _LOUD or studio_messages.lacks_packages(state)
        if self.property("quiet") is not (not is_loud):
            self.setProperty("quiet", not is_loud)
            restyle(self)
        tip = "\n".join(
            (studio_messages.address(state.address), studio_messages.explained(state, people, now_s, is_on=is_on))
        )
        self.setText(text)
        self.setAccessibleName(translate("SharedItem", "Shared library: %1", text))
        self.setAccessibleDescription(tip)
        self.setToolTip(messages.plain(tip))
        self.show()
