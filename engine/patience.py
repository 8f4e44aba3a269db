"""Waits for what a drive answers, and only for so long: a share that is gone or a sick disk answers no call, ever.

Such a call cannot be ended from here, not even by a signal. So it is made by a thread that nobody needs; who waits says
after ten seconds what does not answer, and gives it up after a bound that the user may set. `use` sets who is told and
how long this process waits, so that no caller can forget it.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from engine.errors import AudioError
from engine.stopping import Cancel, StopRequested, never
from engine.trouble import FileAdvice, FileFault, Trouble, trouble
from engine.types import FilePath
from engine.wording import Amount, Unit

TELL_S = 10.0
"""A file or folder from which nothing has come for this long is told."""
GIVE_UP_S = 60.0
"""One from which nothing has come for this long is set aside, unless the user says otherwise."""
_LOOK_S = 0.2
_END_S = 2.0
"""How long a thread that is told to stop may take to."""

T = TypeVar("T")


class NotAnswering(AudioError):
    """Nothing came of a file or a folder for as long as anybody waits."""

    def __init__(self, path: FilePath, silent_s: float) -> None:
        super().__init__(not_answering(silent_s), path.text)
        self.path = path


def not_answering(silent_s: float) -> Trouble:
    """What is the matter with a file that was set aside."""
    return trouble(FileFault.NOT_ANSWERING, FileAdvice.DRIVE_OR_RETRY, Amount(round(silent_s), Unit.SECONDS))


class Sign:
    """The sign of life of one call: where it is, and when something last came. Any thread."""

    def __init__(self, path: FilePath) -> None:
        self.path = path
        self.heard_s = time.monotonic()
        self.is_given_up = False
        """Nobody waits any more: the work ends as soon as it can, and leaves nothing."""

    def at(self, path: FilePath) -> None:
        """The next file or folder is asked for something."""
        self.path, self.heard_s = path, time.monotonic()

    def beat(self) -> None:
        """Something came of it."""
        self.heard_s = time.monotonic()


def _nobody(path: FilePath, silent_s: float) -> None:
    """Is told, and tells no one."""


def _nothing(path: FilePath) -> None:
    """As `_nobody`."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long somebody waits, and who is told meanwhile."""

    tell: Callable[[FilePath, float], None] = _nobody
    """Told the file or folder and for how many seconds nothing came of it: after ten, and after every ten more."""
    give_up_s: float = GIVE_UP_S
    answered: Callable[[FilePath], None] = _nothing
    """Told a file or folder that was told before: it answers, or nobody waits for it any more."""
    is_leaving: Cancel = never
    """Asked all the time; once it gives True nobody waits for longer than two seconds, as while a window closes."""

    def run(self, work: Callable[[Cancel], T], path: FilePath, cancel: Cancel = never) -> T:
        """Has a thread do work on one file, and gives what came of it; that the work asks its Cancel is a sign of life.

        Once `cancel` gives True, what has been silent for two seconds is left behind: it ends when its drive answers.

        Args:
            work: given a Cancel that says too when nobody waits for it any more.
            path: the file or folder.
            cancel: whoever asked for the work wants it no more.

        Raises:
            NotAnswering: nothing came of the file for too long.
            StopRequested: it was cancelled, and does not answer.
            BaseException: whatever the work raises.
        """

        def begin(sign: Sign) -> T:
            def is_over() -> bool:
                sign.beat()
                return sign.is_given_up or cancel()

            return work(is_over)

        return self.wait(begin, path, cancel=cancel)

    def wait(
        self,
        work: Callable[[Sign], T],
        path: FilePath,
        *,
        look: Callable[[], bool] = lambda: False,
        cancel: Cancel = never,
    ) -> T:
        """Has a thread do some work, and gives what came of it.

        Args:
            work: given the sign that it keeps up to date.
            path: what it begins with.
            look: asked now and then; True while the work rests on purpose, which is no silence.
            cancel: see `run`.

        Raises:
            NotAnswering: nothing came of a file for too long; the thread is left behind.
            StopRequested: it was cancelled, and does not answer.
            BaseException: whatever the work raises.
        """
        sign, done = Sign(path), threading.Event()
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
                was_away = time.monotonic() - looked_s > TELL_S  # the whole process slept, and so did the work
                looked_s = time.monotonic()
                if was_away or look():
                    sign.beat()
                silent_s = time.monotonic() - sign.heard_s
                told_s = 0.0 if silent_s < TELL_S else told_s
                if silent_s >= told_s + TELL_S:
                    told_s, told = silent_s, sign.path
                    self.tell(sign.path, silent_s)
                if silent_s > (_END_S if self.is_leaving() else self.give_up_s):
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


class _InUse:
    """How long this process waits, and who is told."""

    patience = Patience()


def use(patience: Patience) -> None:
    """Has this process wait so from now on, where nobody says otherwise."""
    _InUse.patience = patience


def in_use() -> Patience:
    """How long this process waits: as long as usual, with nobody told, until `use` says otherwise."""
    return _InUse.patience


def asked(read: Callable[[FilePath], T], path: FilePath, cancel: Cancel = never) -> T:
    """What a reader says of a file, for which this process waits as long as for any.

    Raises:
        As `Patience.run`.
    """
    return in_use().run(lambda _: read(path), path, cancel)
