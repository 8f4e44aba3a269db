"""Closing the window in order to start it again, and what is done between. GUI thread only."""

from collections.abc import Callable
from pathlib import Path


class Restart:
    """Whether and how to start again once the window has closed; `desktop.app.start` does it."""

    def __init__(self, close: Callable[[], object]) -> None:
        self._close = close
        self.is_wanted = False
        self.creates_library = False
        self.backup: Path | None = None
        """The backup to put in place of the catalogue."""
        self.mends = False
        """Whether to mend the library."""

    def start_again(self) -> None:
        self.is_wanted = True
        self._close()

    def create_library(self) -> None:
        """Starts again with a new library where there is none."""
        self.creates_library = True
        self.start_again()

    def restore(self, backup: Path) -> None:
        self.backup = backup
        self.start_again()

    def mend(self) -> None:
        self.mends = True
        self.start_again()
