"""Pause, resume, cancel and yield: a job's switch, and the lines on a pipe that turn it.

A job first makes files searchable; its second pass is a base index and listening for speech. A job told to yield,
because another waits, leaves the second pass to that one: the last job does it for the whole library.
"""

import logging
import os
import threading
from collections.abc import Callable

_log = logging.getLogger(__name__)

WORDS = ("pause", "resume", "cancel", "yield")


class Control:
    """A job's switch. Any thread may turn it; the job's threads check it between segments."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._is_paused = False
        self._is_cancelled = False
        self._is_yielding = False
        self._is_second_pass = False
        self._listener: Callable[[str], None] | None = None

    @property
    def is_paused(self) -> bool:
        """True between pause and resume, and never after cancel."""
        return self._is_paused and not self.is_cancelled

    @property
    def is_cancelled(self) -> bool:
        """True for good after cancel, and in a second pass after yield."""
        return self._is_cancelled or self.has_yielded

    @property
    def has_yielded(self) -> bool:
        """True for good once a second pass was left to another job."""
        return self._is_yielding and self._is_second_pass

    def begin_second_pass(self) -> bool:
        """Makes yield end the job like cancel from now on. Returns False if the job must end at once."""
        with self._changed:
            self._is_second_pass = True
        return not self.is_cancelled

    def turn(self, word: str) -> None:
        """Applies one of `WORDS`. Ignores others, so that a newer window can talk to an older job."""
        if word not in WORDS:
            return
        _log.debug("told to %s", word)
        with self._changed:
            if word == "yield":
                self._is_yielding = True
            else:
                self._is_paused = word == "pause"
                self._is_cancelled = self._is_cancelled or word == "cancel"
            self._changed.notify_all()
            listener, told = self._listener, "cancel" if self.has_yielded else word
        if listener is not None:
            listener(told)

    def may_go_on(self) -> bool:
        """Waits while paused. Returns False once cancelled."""
        with self._changed:
            self._changed.wait_for(lambda: not self.is_paused)
            return not self.is_cancelled

    def tell(self, listener: Callable[[str], None] | None) -> None:
        """Passes the current state and every later word to one listener; where yield ends the job, it gets cancel."""
        with self._changed:
            self._listener = listener
            words = ["yield"] if self._is_yielding and not self._is_second_pass else []
            words += ["cancel"] if self.is_cancelled else ["pause"] if self._is_paused else []
        if listener is not None:
            for word in words:
                listener(word)

    def follow(self, descriptor: int, *, cancel_at_end: bool) -> None:
        """Turns the switch by the lines of a pipe, from a daemon thread.

        Args:
            descriptor: a readable file descriptor, read without Python's buffers: their lock would abort the
                interpreter if it ended during a read.
            cancel_at_end: whether the end of the pipe, when its writer has died, cancels the job.
        """

        def read() -> None:
            rest = b""
            while chunk := _read(descriptor):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self.turn(line.decode("utf-8", errors="replace").strip())
            if cancel_at_end:
                self.turn("cancel")

        threading.Thread(target=read, name="control", daemon=True).start()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:
        return b""
