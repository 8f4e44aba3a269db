"""Keeps a spotting list on the disk while it is worked on: soon after every change, one write at a time."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from desktop.work.jobs import Jobs
from engine.errors import EngineError
from engine.spotting.lists import SpottingList, SpottingStore

_SOON_MS = 150


class Autosave(QObject):
    """Writes the newest state of a list. GUI thread only.

    Args:
        library: whose list it is.
        jobs: where it is written.
        failed: told why a list could not be kept; it is tried again at the next change.
    """

    def __init__(self, library: Path, jobs: Jobs, failed: Callable[[EngineError], object], parent: QObject) -> None:
        super().__init__(parent)
        self._store = SpottingStore(library)
        self._jobs = jobs
        self._failed = failed
        self._waiting: SpottingList | None = None
        self._is_writing = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(self._write)

    def keep(self, kept: SpottingList) -> None:
        """Has a list written soon; a state that was not written yet is passed over."""
        self._waiting = kept
        self._soon.start()

    def forget(self) -> None:
        """What waits is not to be written any more."""
        self._waiting = None
        self._soon.stop()

    def flush(self) -> None:
        """Writes what waits, now: the window closes."""
        self._soon.stop()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            try:
                self._store.write(waiting)
            except EngineError as err:
                self._failed(err)

    def _write(self) -> None:
        if self._is_writing or self._waiting is None:
            return
        waiting, self._waiting = self._waiting, None
        self._is_writing = True
        self._jobs.run(lambda cancel: self._store.write(waiting), lambda _: self._done(), failed=self._refused)

    def _done(self) -> None:
        self._is_writing = False
        if self._waiting is not None:
            self._soon.start()

    def _refused(self, err: EngineError) -> None:
        self._done()
        self._failed(err)
