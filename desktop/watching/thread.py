"""The engine's watch as the window sees it: a thread of its own, as watching a big tree takes a while to begin."""

import logging
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal

from engine.types import FilePath

if TYPE_CHECKING:
    from engine.ingest.watch import Changed

_log = logging.getLogger(__name__)


class Watching(QThread):
    """Watches roots. The methods are for the GUI thread; nothing here blocks it but `close`."""

    changed = Signal(object)
    """An engine.ingest.watch.Changed."""
    listening = Signal(object)
    """The roots that are watched now: tuple of FilePath."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wake = threading.Condition()
        self._wanted: tuple[FilePath, ...] | None = None
        self._is_closing = False

    def watch(self, roots: tuple[FilePath, ...]) -> None:
        """Watches these roots from now on, and no others."""
        with self._wake:
            self._wanted = roots
            self._wake.notify()

    def close(self) -> None:
        """Ends the watch and the thread."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self.wait()

    def run(self) -> None:
        """The thread's body; Qt calls it."""
        try:
            from engine.ingest.watch import Watcher  # it loads what listens to the disk: this thread's business

            watcher = Watcher(self._tell)
            try:
                while (roots := self._next()) is not None:
                    watcher.watch(roots)
                    self.listening.emit(roots)
            finally:
                watcher.stop()
        except Exception:
            _log.exception("folders are no longer watched")

    def _tell(self, changed: "Changed") -> None:
        self.changed.emit(changed)

    def _next(self) -> tuple[FilePath, ...] | None:
        with self._wake:
            self._wake.wait_for(lambda: self._wanted is not None or self._is_closing)
            if self._is_closing:
                return None
            roots, self._wanted = self._wanted, None
            return roots
