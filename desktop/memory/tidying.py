"""Lets Python look for unused objects in the GUI thread alone, and for long only when it disturbs nobody.

Left to itself the search runs in whichever thread makes the next object. There it ends Qt objects that belong to the
GUI thread (a menu whose actions hold it, a finished dialog), which crashes; and it stops every thread, the longer the
more objects there are. So it is switched off, and called from a timer: for young objects often, which takes a
millisecond, for all of them when nobody types or scrolls and nothing plays. What the start has made is never looked at.
"""

import gc

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QCursor

from desktop.wiring.parts import WindowParts

YOUNG = 5_000
"""New objects after which the young ones are searched."""
MIDDLE = 15
"""Such rounds after which those that outlived one are searched too."""
DUE, OVERDUE = 40, 400
"""Rounds of the second kind after which all objects are looked through: in a quiet moment, and at once."""
_TICK_MS = 200
_RESTING_TICKS = 10
"""Ticks without key, pointer or scrolling that make a quiet moment."""


class Tidying(QObject):
    """Collects garbage. GUI thread only."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._seen: object = None
        self._rested = 0
        self._is_made = False
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        parts.finding.shown.connect(self._first_shown)
        parts.window.closing.connect(self._end)
        gc.disable()
        self._timer.start()

    def _first_shown(self) -> None:
        self._parts.finding.shown.disconnect(self._first_shown)
        gc.collect()
        gc.freeze()

    def _end(self) -> None:
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _tick(self) -> None:
        if not self._is_made:  # the first comes with the window, whose first picture waits for this
            self._is_made = True
            gc.freeze()
            return
        now = self._state()
        self._rested = self._rested + 1 if now == self._seen else 0
        self._seen = now
        young, middle, old = gc.get_count()
        is_quiet = self._rested >= _RESTING_TICKS and self._parts.player.playing is None
        if old >= OVERDUE or (old >= DUE and is_quiet):
            gc.collect()
        elif middle >= MIDDLE:
            gc.collect(1)
        elif young >= YOUNG:
            gc.collect(0)

    def _state(self) -> object:
        """What changes when somebody works."""
        window = self._parts.window
        results = window.results
        where = results.currentIndex().row(), results.verticalScrollBar().value()
        return QCursor.pos(), window.search_bar.field.text(), where
