"""Watches the library's folders, and indexes changes by small jobs, one at a time."""

import logging
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, QTimer, Signal

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.work.ingest_process import JobOrder
from desktop.work.requests import Folder
from engine.base.library_facts import LibraryStats
from engine.base.types import FilePath

if TYPE_CHECKING:
    from engine.library.watch import RootChange

_log = logging.getLogger(__name__)


class WatchThread(QThread):
    """Watches roots. Methods are for the GUI thread; only `close` blocks."""

    changed = Signal(object)
    """An engine.library.watch.RootChange."""
    listening = Signal(object)
    """The watched roots: tuple of FilePath."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wake = threading.Condition()
        self._wanted: tuple[FilePath, ...] | None = None
        self._is_closing = False

    def watch(self, roots: tuple[FilePath, ...]) -> None:
        with self._wake:
            self._wanted = roots
            self._wake.notify()

    def close(self) -> None:
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self.wait()

    def run(self) -> None:
        """Body of the thread, called by Qt."""
        try:
            from engine.library.watch import Watcher  # loads watchdog, in this thread only

            watcher = Watcher(self._tell)
            try:
                while (roots := self._next()) is not None:
                    watcher.watch(roots)
                    self.listening.emit(roots)
            finally:
                watcher.stop()
        except Exception:
            _log.exception("folders are no longer watched")

    def _tell(self, changed: "RootChange") -> None:
        self.changed.emit(changed)

    def _next(self) -> tuple[FilePath, ...] | None:
        with self._wake:
            self._wake.wait_for(lambda: self._wanted is not None or self._is_closing)
            if self._is_closing:
                return None
            roots, self._wanted = self._wanted, None
            return roots


_AFTER_START_MS = 2000
"""Delay of the first scan of all folders, until the window has settled."""


class Watch(QObject):
    """Connects the watch to the indexing job. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        ingest: ports.IngestProcess,
        notices: ports.Notices,
        folders: ports.FoldersPanel,
    ) -> None:
        super().__init__()
        self._settings, self._search, self._ingest, self._notices = settings, search, ingest, notices
        self._folders: tuple[Folder, ...] | None = None
        self._watched: tuple[FilePath, ...] = ()
        self._pending: dict[FilePath, None] = {}
        self._roots_pending: dict[FilePath, None] = {}
        self.watching = WatchThread(self)
        self.watching.changed.connect(lambda changed: self._take(changed.root, changed.paths))
        search.counted.connect(self._counted)
        ingest.running_changed.connect(lambda is_running: None if is_running else self._begin())
        ingest.second_pass_began.connect(self._begin)
        settings.changed.connect(lambda name: self._watch() if name == "watch" else None)
        folders.watch_wanted.connect(self._set_watched)
        commands.add(
            "library.look_again",
            translate("Watch", "Look for changes in all folders"),
            lambda: self._ingest.run(JobOrder()),
            keys=["F5"],
            menu="Library",
            tip=translate("Watch", "Reads only what is new or different."),
        )
        self._is_closing = False
        window.closing.connect(self._close)

    def _close(self) -> None:
        self._is_closing = True
        self.watching.close()

    def _counted(self, stats: LibraryStats, folders: tuple[Folder, ...]) -> None:
        is_first = self._folders is None
        self._folders = folders
        self._watch()
        if is_first and folders and self._settings.values.look_at_start:
            QTimer.singleShot(_AFTER_START_MS, self, self._look_at_all)

    def _watch(self) -> None:
        folders = (self._folders or ()) if self._settings.values.watch else ()
        wanted = tuple(folder.path for folder in folders if folder.is_watched)
        if wanted != self._watched:
            self._watched = wanted
            _log.info("%d of %d folders are watched", len(wanted), len(folders))
            self.watching.watch(wanted)
            if not self.watching.isRunning() and not self._is_closing:
                self.watching.start()

    def _look_at_all(self) -> None:
        self._ingest.run(JobOrder(is_quiet=True))

    def _set_watched(self, folder: Folder, is_watched: bool) -> None:
        self._search.ask(lambda library: library.set_watched(folder.id, is_watched), lambda _: self._search.catch_up())
        name = folder.path.name or folder.path.text
        if is_watched:
            self._notices.say(translate("Watch", "Watching %1", name))
            self._take(folder.path)  # indexes changes missed meanwhile
        else:
            self._notices.say(translate("Watch", "No longer watching %1", name))

    def _take(self, root: FilePath, paths: tuple[FilePath, ...] = ()) -> None:
        if paths:
            self._pending.update(dict.fromkeys(paths))
        else:
            self._roots_pending[root] = None
        self._begin()

    def _begin(self) -> None:
        """Starts a job for the changes so far; while another makes files searchable, more changes accumulate."""
        if self._ingest.is_running and not self._ingest.is_on_second_pass:
            return
        if self._roots_pending:
            known = {folder.path for folder in self._folders or ()}
            roots = tuple(root for root in self._roots_pending if root in known)
            self._roots_pending.clear()
            if roots:
                _log.info("%d folders have changed", len(roots))
                self._ingest.run(JobOrder(folders=roots, is_quiet=True))
                return
        if self._pending:
            paths = tuple(self._pending)
            self._pending.clear()
            _log.info("%d paths have changed", len(paths))
            self._ingest.run(JobOrder(only=paths, is_quiet=True))
