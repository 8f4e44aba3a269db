"""Background work on files: a few threads, cancellable jobs, results in the GUI thread."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.base import engine_words
from desktop.base.translation import translate
from engine.base.cancellation import Cancel, StopRequested
from engine.base.errors import EngineError
from engine.base.io_timeout import in_use
from engine.base.types import FilePath

T = TypeVar("T")
_THREADS = 2
_log = logging.getLogger(__name__)


class Job:
    """One piece of work; after `cancel` neither `then` nor `failed` is called."""

    def __init__(self) -> None:
        self._stop = threading.Event()

    def cancel(self) -> None:
        """Asks the work to stop. Any thread."""
        self._stop.set()

    @property
    def is_cancelled(self) -> bool:
        return self._stop.is_set()


class Jobs(QObject):
    """Runs work on its own threads. `run` is for the GUI thread; results return to it."""

    failed = Signal(str, str)
    """Message and advice of failed work without a failure handler."""
    _ended = Signal(object)
    """A call to make in the GUI thread."""

    def __init__(self, parent: QObject | None = None, *, threads: int = _THREADS) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="job")
        self._running: set[Job] = set()
        self._is_closed = False
        self._ended.connect(_call)

    def run(
        self,
        work: Callable[[Cancel], T],
        then: Callable[[T], object] | None = None,
        *,
        failed: Callable[[EngineError], object] | None = None,
        of: FilePath | None = None,
    ) -> Job:
        """Starts work and returns at once; does nothing once closed.

        Args:
            work: runs in another thread; must not touch widgets.
            then: called in the GUI thread with the result.
            failed: called in the GUI thread with an EngineError, which also wraps internal errors; without it
                the signal `failed` is emitted.
            of: the single file the work is about, if any: work that hangs with its drive is abandoned
                (`engine.base.io_timeout`), at once if the job was cancelled.
        """
        job = Job()
        if self._is_closed:  # a timer may still fire while the window closes
            job.cancel()
            return job
        self._running.add(job)
        self._pool.submit(self._work, job, work if of is None else _patient(work, of), then, failed)
        return job

    def close(self) -> None:
        """Cancels all jobs and waits for them."""
        self._is_closed = True
        for job in self._running:
            job.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _work(
        self,
        job: Job,
        work: Callable[[Cancel], T],
        then: Callable[[T], object] | None,
        failed: Callable[[EngineError], object] | None,
    ) -> None:
        try:
            value = work(lambda: job.is_cancelled)
        except StopRequested:
            self._ended.emit(lambda: self._running.discard(job))
        except EngineError as err:
            fault = err
            self._ended.emit(lambda: self._fail(job, fault, failed))
        except Exception as err:
            _log.exception("a job ended")
            surprise = EngineError(
                translate("Jobs", "Something went wrong: %1", str(err)),
                advice=translate("Jobs", "See the log for details. If it happens again, please send it to us."),
            )
            self._ended.emit(lambda: self._fail(job, surprise, failed))
        else:
            self._ended.emit(lambda: self._finish(job, then, value))

    def _finish(self, job: Job, then: Callable[[T], object] | None, value: T) -> None:
        self._running.discard(job)
        if then is not None and not job.is_cancelled:
            then(value)

    def _fail(self, job: Job, err: EngineError, failed: Callable[[EngineError], object] | None) -> None:
        self._running.discard(job)
        if job.is_cancelled:
            return
        if failed is not None:
            failed(err)
        else:
            self.failed.emit(*engine_words.error(err))


def _patient(work: Callable[[Cancel], T], of: FilePath) -> Callable[[Cancel], T]:
    return lambda cancel: in_use().run(work, of, cancel)


def _call(ended: Callable[[], object]) -> None:
    ended()
