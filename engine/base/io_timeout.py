"""Waits a limited time for a drive: a lost share or a failing disk may never answer.

Not even a signal can end such a call. So an expendable thread makes it; the waiting side reports after ten seconds what
does not answer, and gives up after a bound that the user can set. `use` sets the listener and the bound for the whole
process, so that no caller can forget them.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from engine.base.cancellation import Cancel, StopRequested, never
from engine.base.errors import AudioError
from engine.base.file_messages import FileAdvice, FileFault, FileProblem, trouble
from engine.base.logs import Name
from engine.base.messages import Amount, Unit
from engine.base.types import FilePath

_log = logging.getLogger(__name__)

TELL_S = 10.0
"""Silence after which a file or folder is reported."""
GIVE_UP_S = 60.0
"""Silence after which it is skipped, unless the user set another bound."""
_LOOK_S = 0.2
_END_S = 2.0
"""How long a thread may take to stop."""

T = TypeVar("T")


class NotAnswering(AudioError):
    """A file or folder did not answer within the bound."""

    def __init__(self, path: FilePath, silent_s: float) -> None:
        super().__init__(not_answering(silent_s), path.text)
        self.path = path


def not_answering(silent_s: float) -> FileProblem:
    """Returns the trouble of a file that was skipped."""
    return trouble(FileFault.NOT_ANSWERING, FileAdvice.DRIVE_OR_RETRY, Amount(round(silent_s), Unit.SECONDS))


class DriveHeartbeat:
    """One call's sign of life: its current file, and when something last came. Any thread."""

    def __init__(self, path: FilePath) -> None:
        self.path = path
        self.heard_s = time.monotonic()
        self.is_given_up = False
        """Nobody waits any more: the work ends as soon as it can and leaves nothing."""

    def at(self, path: FilePath) -> None:
        """Notes that the next file or folder is being read."""
        self.path, self.heard_s = path, time.monotonic()

    def beat(self) -> None:
        """Notes that something came."""
        self.heard_s = time.monotonic()


def _nobody(path: FilePath, silent_s: float) -> None: ...


def _nothing(path: FilePath) -> None: ...


class IoTimeout(Struct, frozen=True):
    """How long to wait, and whom to tell meanwhile."""

    tell: Callable[[FilePath, float], None] = _nobody
    """Receives the file or folder and its silence in seconds, every ten seconds."""
    give_up_s: float = GIVE_UP_S
    answered: Callable[[FilePath], None] = _nothing
    """Receives a reported file or folder once it answers, or nobody waits for it any more."""
    is_leaving: Cancel = never
    """Polled continually; when it returns True, as while a window closes, nobody waits longer than two seconds."""

    def run(self, work: Callable[[Cancel], T], path: FilePath, cancel: Cancel = never) -> T:
        """Runs work on one file in a thread and returns its result. Each poll of its Cancel is a sign of life.

        After `cancel`, work that is silent for two seconds is abandoned; it ends when its drive answers.

        Args:
            work: receives a Cancel that also returns True once nobody waits.

        Raises:
            NotAnswering: the file was silent for too long.
            StopRequested: it was cancelled, and does not answer.
            BaseException: any error of the work.
        """

        def begin(sign: DriveHeartbeat) -> T:
            def is_over() -> bool:
                sign.beat()
                return sign.is_given_up or cancel()

            return work(is_over)

        return self.wait(begin, path, cancel=cancel)

    def wait(
        self,
        work: Callable[[DriveHeartbeat], T],
        path: FilePath,
        *,
        look: Callable[[], bool] = lambda: False,
        cancel: Cancel = never,
    ) -> T:
        """Runs work in a thread and returns its result.

        Args:
            work: receives the Sign that it updates.
            look: polled; True while the work pauses on purpose, which does not count as silence.

        Raises:
            NotAnswering: a file was silent for too long; the thread is abandoned.
            StopRequested: it was cancelled, and does not answer.
            BaseException: any error of the work.
        """
        sign, done = DriveHeartbeat(path), threading.Event()
        results: list[T] = []
        errors: list[BaseException] = []

        def run() -> None:
            try:
                results.append(work(sign))
            except BaseException as err:
                errors.append(err)
            done.set()

        thread = threading.Thread(target=run, name="patience", daemon=True)
        thread.start()
        told_s, looked_s = 0.0, time.monotonic()
        told: FilePath | None = None
        try:
            while not done.wait(_LOOK_S):
                was_away = time.monotonic() - looked_s > TELL_S  # the whole process slept, and the work with it
                looked_s = time.monotonic()
                if was_away or look():
                    sign.beat()
                silent_s = time.monotonic() - sign.heard_s
                told_s = 0.0 if silent_s < TELL_S else told_s
                if silent_s >= told_s + TELL_S:
                    told_s, told = silent_s, sign.path
                    _log.info("no answer for %.0f s: %s", silent_s, Name(sign.path))
                    self.tell(sign.path, silent_s)
                if silent_s > (_END_S if self.is_leaving() else self.give_up_s):
                    _log.info("given up after %.0f s: %s", silent_s, Name(sign.path))
                    raise NotAnswering(sign.path, silent_s)
                if silent_s > _END_S and cancel():
                    raise StopRequested
        except (NotAnswering, StopRequested):
            sign.is_given_up = True
            raise
        except BaseException:
            sign.is_given_up = True
            thread.join(_END_S)
            raise
        finally:
            if told is not None:
                self.answered(told)
        if errors:
            raise errors[0]
        return results[0]


class _Current:
    patience = IoTimeout()


def use(patience: IoTimeout) -> None:
    """Sets this process's default patience."""
    _Current.patience = patience


def in_use() -> IoTimeout:
    """Returns this process's patience: the default bound and no listener, until `use` sets others."""
    return _Current.patience


def asked(read: Callable[[FilePath], T], path: FilePath, cancel: Cancel = never) -> T:
    """Returns a reader's result on a file, within this process's patience."""
    return in_use().run(lambda _: read(path), path, cancel)
