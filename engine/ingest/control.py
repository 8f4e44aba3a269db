"""Pause, resume, cancel and yield: the switch a job looks at, and the lines on a pipe that turn it.

A job makes files searchable first; what it does after that, a base index and listening for speech, is its second pass.
Told to yield, because another job waits, it leaves the second pass to that one: the whole library is heard by whichever
job comes last.
"""

import os
import threading
from collections.abc import Callable

WORDS = ("pause", "resume", "cancel", "yield")


class Control:
    """A job's switch. Any thread may turn it; the job's threads ask it between two segments."""

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
        """From now on yield ends the job as cancel does; False when it is to end at once."""
        with self._changed:
            self._is_second_pass = True
        return not self.is_cancelled

    def turn(self, word: str) -> None:
        """Applies one of `WORDS`; anything else is ignored, so that a newer window can speak to an older job."""
        if word not in WORDS:
            return
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
        """Waits while paused; False once cancelled."""
        with self._changed:
            self._changed.wait_for(lambda: not self.is_paused)
            return not self.is_cancelled

    def tell(self, listener: Callable[[str], None] | None) -> None:
        """Passes every later word on to one listener, and the present state at once; yield is cancel where it ends."""
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
            descriptor: a readable file descriptor. It is read without Python's buffers, whose lock would abort the
                interpreter were it to end in the middle of a read.
            cancel_at_end: whether the end of the pipe (its writer died) cancels the job.
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
