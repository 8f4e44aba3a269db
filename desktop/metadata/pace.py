"""Estimates the time that is left, from the progress so far."""

import time

from desktop import messages

_SURE_S = 1.0
"""Before that nothing is said: the first steps say little about the others."""


class Pace:
    """Starts when it is made. GUI thread only."""

    def __init__(self) -> None:
        self._started_s = time.monotonic()
        self._first: int | None = None

    def left(self, done: int, of: int) -> str:
        """The time that is left, in words; empty while nobody can tell."""
        if self._first is None:
            self._first, self._started_s = done, time.monotonic()
        made, took_s = done - self._first, time.monotonic() - self._started_s
        if made <= 0 or took_s < _SURE_S or done >= of:
            return ""
        return messages.remaining(took_s / made * (of - done))
