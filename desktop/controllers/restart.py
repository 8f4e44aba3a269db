"""Closing the window in order to start it again, and what is done between. GUI thread only."""

from collections.abc import Callable


class Restart:
    """Whether and how to start again once the window has closed; `desktop.app.start` does it."""

    def __init__(self, close: Callable[[], object]) -> None:
        self._close = close
        self.is_wanted = False
        self.creates_library = False
        self.work: Callable[[], object] | None = None
        """Called in between, when nothing in the process has the library open."""

    def start_again(self) -> None:
        self.is_wanted = True
        self._close()

    def create_library(self) -> None:
        """Starts again with a new library where there is none."""
        self.creates_library = True
        self.start_again()

    def start_again_after(self, work: Callable[[], object]) -> None:
        """Starts again, and calls this in between."""
        self.work = work
        self.start_again()
