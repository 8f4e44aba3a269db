"""Keeps Python's search for unused objects out of the way: it stops every thread, the longer the more objects there are.

What was made until the first answer stays until the end and is not looked at again; of what comes later only the young
is looked at while somebody works, and all of it in a moment when nobody does and nothing plays.
"""

import gc

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QCursor

from desktop.wiring.parts import Parts

YOUNG, MIDDLE, OLD = 2_000, 20, 1_000_000
"""New objects after which the young are looked through, and how many such rounds until the older and the oldest are."""
_LOOK_MS = 2_000
_DUE_AFTER = 40
"""Rounds of the older objects after which the oldest are due."""


class Tidying(QObject):
    """Collects garbage when it disturbs nobody. GUI thread only."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._seen: object = None
        self._former = gc.get_threshold()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        parts.finding.shown.connect(self._begin)
        parts.window.closing.connect(self._end)

    def _begin(self) -> None:
        self._parts.finding.shown.disconnect(self._begin)
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, OLD)
        self._timer.start()

    def _end(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
            gc.set_threshold(*self._former)
            gc.unfreeze()

    def _look(self) -> None:
        window = self._parts.window
        now = (
            QCursor.pos(),
            window.search_bar.field.text(),
            window.results.currentIndex().row(),
            window.results.verticalScrollBar().value(),
        )
        is_resting, self._seen = now == self._seen, now
        if is_resting and self._parts.player.playing is None and gc.get_count()[2] >= _DUE_AFTER:
            gc.collect()
