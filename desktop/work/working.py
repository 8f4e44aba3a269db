"""Tells the GUI thread how far a job is, and lets work that was asked to stop end quietly."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.work.jobs import Job, Jobs
from engine.errors import EngineError
from engine.stopping import Cancel, StopRequested

T = TypeVar("T")
Tell = Callable[[float], None]
"""Told the share that is done, 0 to 1; any thread."""


class Working(QObject):
    """One kind of long work: at most one of it runs. GUI thread only."""

    progressed = Signal(float)
    """The share that is done, 0 to 1."""
    running_changed = Signal(bool)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: Job | None = None
        self._stop = _Stop()

    @property
    def is_running(self) -> bool:
        """Whether work is being done."""
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
            work: runs in another thread; once it was asked to stop it ends by `StopRequested`, or with what it did
                by then.
            then: called in the GUI thread with what the work gave.
            failed: called in the GUI thread with its error.
            cancelled: called in the GUI thread once work that was stopped has ended without a result.
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
        """Asks the work to stop; it ends soon after."""
        if self._job is not None:
            self._stop.is_asked = True


class _Stop:
    """Whether the work was asked to stop. Set by one thread, read by another."""

    is_asked = False


def _rise(err: Exception) -> None:
    """A fault of ours goes on in the GUI thread, where it is logged and said."""
    raise err
