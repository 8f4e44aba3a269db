"""Runs indexing jobs for added folders; job events update the strip and the results."""

import os
import time

from PySide6.QtCore import QObject

from desktop.base import messages
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers.search_control import SearchControl
from desktop.results.empty import EmptyPage
from desktop.sidebar.folders import FoldersPanel
from desktop.window.indexing import IndexingStrip
from desktop.window.main_window import MainWindow
from desktop.window.notices import Notices
from desktop.window.status import StatusBar
from desktop.work.ingest_process import IngestProcess
from desktop.work.requests import Folder
from desktop.work.search_thread import SearchThread
from engine.base.events import Event, FileFailed, Finished, Progress
from engine.base.types import FilePath

_REFRESH_MS = 500
_READING_MS = 15_000
"""How long the banner of unreadable files stays; the status bar keeps their number, with a link to the list."""
_UNREADABLE = "unreadable"


class IndexingControl(QObject):
    """Connects folders, drops, the indexing job and its strip. GUI thread only."""

    def __init__(
        self,
        window: MainWindow,
        ingest: IngestProcess,
        search: SearchThread,
        finding: SearchControl,
        empty_page: EmptyPage,
        folders: FoldersPanel,
        indexing_strip: IndexingStrip,
        notices: Notices,
        status: StatusBar,
    ) -> None:
        super().__init__()
        self._indexing_strip, self._notices, self._status, self._ingest = indexing_strip, notices, status, ingest
        self._search, self._finding = search, finding
        self._sequence = -1
        self._first_failure: FileFailed | None = None
        self._added: set[str] = set()
        self._no_sounds: set[str] = set()
        self._leaving: list[Folder] = []
        self._ended = ""
        """Status text of the last job."""
        self._refreshed_at = 0.0
        self._refresh = single_shot(self, 0, self._catch_up)
        self.reading_time = single_shot(self, _READING_MS, lambda: notices.take_back(_UNREADABLE))
        window.dropped.connect(self.add)
        folders.add_wanted.connect(self.add)
        empty_page.add_wanted.connect(folders.choose)
        folders.rescan_wanted.connect(lambda path: ingest.index((path,)))
        folders.forget_wanted.connect(self._forget)
        indexing_strip.pause_wanted.connect(ingest.pause)
        indexing_strip.resume_wanted.connect(ingest.resume)
        indexing_strip.cancel_wanted.connect(ingest.skip)
        ingest.happened.connect(self._happened)
        ingest.failed.connect(self._failed)
        ingest.running_changed.connect(self._running)

    def add(self, paths: tuple[FilePath, ...]) -> None:
        """Indexes folders and files, after the running job."""
        odd = [path for path in paths if os.name == "posix" and not _is_utf8(path)]
        if odd:  # Qt passes arguments as text; the scan itself accepts any name
            self._failed(
                translate("IndexingControl", "The name of %1 is not UTF-8 text.", odd[0].name),
                translate("IndexingControl", "Add the folder above it instead."),
            )
            return
        self._added.update(path.uri for path in paths)
        self._ingest.index(paths)
        if self._ingest.is_running:
            names = ", ".join(path.name for path in paths[:3]) + (" …" if len(paths) > 3 else "")
            self._notices.say(translate("IndexingControl", "Adding %1", names))

    def _forget(self, folder: Folder) -> None:
        if self._ingest.is_reading(folder.path):  # the job would add it again
            self._leaving.append(folder)
            self._ingest.skip()
            self._notices.say(
                translate("IndexingControl", "%1 will be removed when indexing has stopped", folder.path.name)
            )
        else:
            self._search.forget_root(folder.id)

    def _let_go(self) -> None:
        for folder in self._leaving:
            self._search.forget_root(folder.id)
        self._leaving.clear()

    def _running(self, is_running: bool) -> None:
        self._finding.set_indexing(is_running)
        if is_running:
            self._notices.take_back("job")
            self._notices.take_back(_UNREADABLE)
            if not self._ingest.order.is_quiet:  # an automatic job must not replace a text not yet read
                self._status.take_back(self._ended)
            self._indexing_strip.begin(is_quiet=self._ingest.order.is_quiet)
            self._first_failure = None
        else:
            self._indexing_strip.hide()
            self._let_go()
            if self._no_sounds:
                self._search.forget_files(frozenset(self._no_sounds))
                self._no_sounds.clear()
            self._catch_up()

    def _happened(self, event: Event) -> None:
        self._indexing_strip.take(event)
        if isinstance(event, Progress) and event.sequence != self._sequence:
            self._sequence = event.sequence
            if not self._refresh.isActive():
                waited_ms = (time.monotonic() - self._refreshed_at) * 1000
                self._refresh.start(max(0, round(_REFRESH_MS - waited_ms)))
        elif isinstance(event, FileFailed):
            self._first_failure = self._first_failure or event
            if event.uri in self._added:  # a dropped file: remove it from the list of folders
                self._no_sounds.add(event.uri)
        elif isinstance(event, Finished):
            self._let_go()
            if self._first_failure is not None:
                self._notices.warn(*messages.unreadable(self._first_failure, event.failed), _UNREADABLE)
                self.reading_time.start()
            has_changed = any((event.added, event.changed, event.moved, event.removed))
            if has_changed or not self._ingest.order.is_quiet:
                self._ended = messages.finished(
                    event.added, event.changed, event.moved, event.removed, event.failed, event.cancelled
                )
                self._notices.say(self._ended)
                self._search.build_index()

    def _catch_up(self) -> None:
        self._refreshed_at = time.monotonic()
        self._search.catch_up()

    def _failed(self, message: str, advice: str) -> None:
        self._notices.warn(message, advice, "job")


def _is_utf8(path: FilePath) -> bool:
    try:
        path.raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
