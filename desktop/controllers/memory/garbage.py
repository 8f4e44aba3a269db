"""Runs Python's garbage collector in the GUI thread only; full collections wait for an idle moment.

By default a collection runs in whichever thread creates the next object. There it destroys Qt objects that belong to
the GUI thread (a menu whose actions hold it, a finished dialog), which crashes; and it stops all threads, longer with
more objects. Therefore automatic collection is off, and a timer collects: the youngest generation often, which takes a
millisecond, all generations when nobody types or scrolls and nothing plays. Objects made at start-up are frozen. A
window that closes leaves automatic collection off: its threads still end, and its process does soon.
"""

import gc

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QCursor

from desktop.controllers import ports

YOUNG = 5_000
"""New objects that trigger a collection of generation 0."""
MIDDLE = 15
"""Collections of generation 0 that trigger one of generation 1."""
DUE, OVERDUE = 40, 400
"""Collections of generation 1 that trigger a full collection: when idle, and immediately."""
_TICK_MS = 200
_RESTING_TICKS = 10
"""Ticks without key, pointer or scrolling that count as idle."""


class GarbageCollection(QObject):
    """Collects garbage. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        player: ports.Player,
        search_control: ports.SearchControl,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
    ) -> None:
        super().__init__()
        self._player, self._search_control, self._search_bar = player, search_control, search_bar
        self._results = results
        self._seen: object = None
        self._rested = 0
        self._is_made = False
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        search_control.shown.connect(self._first_shown)
        window.closing.connect(self._timer.stop)
        gc.disable()
        self._timer.start()

    def _first_shown(self) -> None:
        self._search_control.shown.disconnect(self._first_shown)
        gc.collect()
        gc.freeze()

    def _tick(self) -> None:
        if not self._is_made:  # the first tick comes at start-up; a collection would delay the first frame
            self._is_made = True
            gc.freeze()
            return
        now = self._state()
        self._rested = self._rested + 1 if now == self._seen else 0
        self._seen = now
        young, middle, old = gc.get_count()
        is_quiet = self._rested >= _RESTING_TICKS and self._player.playing is None
        if old >= OVERDUE or (old >= DUE and is_quiet):
            gc.collect()
        elif middle >= MIDDLE:
            gc.collect(1)
        elif young >= YOUNG:
            gc.collect(0)

    def _state(self) -> object:
        """State that changes with the user's input."""
        results = self._results
        where = results.currentIndex().row(), results.verticalScrollBar().value()
        return QCursor.pos(), self._search_bar.field.text(), where
