"""Long work with progress in the GUI thread and a quiet stop."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.work.jobs import Job, Jobs
from engine.base.cancellation import Cancel, StopRequested
from engine.base.errors import EngineError

T = TypeVar("T")
Tell = Callable[[float], None]
"""Reports progress, 0 to 1; any thread."""


class LongTask(QObject):
    """One kind of long work, of which at most one runs. GUI thread only."""

    progressed = Signal(float)
    """Progress, 0 to 1."""
    running_changed = Signal(bool)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: Job | None = None
        self._stop = _Stop()

    @property
    def is_running(self) -> bool:
        return self._job is not None

    def run(
        self,
        work: Callable[[Cancel, Tell], T],
        then: Callable[[T], object],
        *,
        failed: Callable[[EngineError], object],
        cancelled: Callable[[], object] = lambda: None,
    ) -> None:
        """Starts work, unless some is running.

        Args:
            work: runs in another thread; once stopped it raises `StopRequested` or returns what it has done.
            then: called in the GUI thread with the result.
            failed: called in the GUI thread with its error.
            cancelled: called in the GUI thread once stopped work has ended without a result.
        """
        if self._job is not None:
            return
        stop = self._stop = _Stop()

        def guarded(cancel: Cancel) -> Callable[[], object]:
            try:
                value = work(lambda: stop.is_asked or cancel(), self.progressed.emit)
            except StopRequested:
                return cancelled
            except EngineError as err:
                fault = err
                return lambda: failed(fault)
            except Exception as err:
                surprise = err
                return lambda: _rise(surprise)
            return lambda: then(value)

        def ended(tell: Callable[[], object]) -> None:
            self._job = None
            self.running_changed.emit(False)
            tell()

        self._job = self._jobs.run(guarded, ended)
        self.running_changed.emit(True)

    def stop(self) -> None:
        if self._job is not None:
            self._stop.is_asked = True


class _Stop:
    """Whether the work should stop. Written by one thread, read by another."""

    is_asked = False


def _rise(err: Exception) -> None:
    """Raises an internal error again in the GUI thread, where it is logged and reported."""
    raise err
