"""Saves spotting lists shortly after every change, off the GUI thread."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from desktop.base.timer import single_shot
from desktop.work.jobs import Jobs
from engine.base.errors import EngineError
from engine.features.spotting.list_cache import SpottingListCache
from engine.features.spotting.spotting_list import SpottingList

_SOON_MS = 150


class Autosave(QObject):
    """Writes the latest state of each list. GUI thread only.

    Args:
        shelf: stores the library's lists.
        jobs: runs the writes.
        failed: called with the error of a failed write; the next change, or closing the window, tries again.
    """

    def __init__(
        self, shelf: SpottingListCache, jobs: Jobs, failed: Callable[[EngineError], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._shelf = shelf
        self._jobs = jobs
        self._failed = failed
        self._is_writing = False
        self._soon = single_shot(self, _SOON_MS, self._write)

    def keep(self, kept: SpottingList) -> None:
        """Schedules a write of this state; it replaces an unwritten one."""
        self._shelf.put(kept)
        self._soon.start()

    def flush(self) -> None:
        """Writes pending states at once, for a closing window."""
        self._soon.stop()
        try:
            self._shelf.write()
        except EngineError as err:
            self._failed(err)

    def _write(self) -> None:
        if self._is_writing:
            self._soon.start()  # once more after the running write
            return
        self._is_writing = True
        self._jobs.run(lambda cancel: self._shelf.write(), lambda _: self._done(), failed=self._refused)

    def _done(self) -> None:
        self._is_writing = False

    def _refused(self, err: EngineError) -> None:
        self._done()
        self._failed(err)
