"""Returns freed memory to the system while the window is idle."""

from PySide6.QtCore import QObject, QTimer

from desktop.controllers import ports
from desktop.work.restart import IdleDetector
from engine.base.memory_limit import give_back_memory

_QUIET_MS = 10_000
_EVERY_MS = 10 * 60_000
"""Applies even when never idle: hours of use fragment the heap."""


class MemoryRelease(QObject):
    """Calls `give_back_memory` in a job when the window is idle. GUI thread only."""

    def __init__(self, jobs: ports.Jobs, player: ports.Player) -> None:
        super().__init__()
        self._jobs = jobs
        IdleDetector(lambda: player.playing is not None, _QUIET_MS, self).came.connect(self._rest)
        often = QTimer(self)
        often.timeout.connect(self._rest)
        often.start(_EVERY_MS)

    def _rest(self) -> None:
        self._jobs.run(lambda cancel: give_back_memory())
