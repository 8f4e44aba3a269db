"""Feeds the status bar, and opens what a click there asks for."""

from PySide6.QtCore import QObject

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.library_status.failures import Failures
from desktop.results.file_manager import reveal
from desktop.work.ingest_process import JobOrder
from desktop.work.requests import Request
from engine.base.library_facts import FailedFile, LibraryStats
from engine.library.library import Library

_SHOWN = 1000
"""Limit of listed files."""


class LibraryStatus(QObject):
    """Connects the facts in the status bar to lists and jobs. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        commands: ports.Commands,
        search: ports.SearchThread,
        ingest: ports.IngestProcess,
        status: ports.StatusBar,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
    ) -> None:
        super().__init__()
        self._window, self._search, self._ingest, self._notices = window, search, ingest, notices
        self._search_bar = search_bar
        self._failed = 0
        self.failures: Failures | None = None
        facts = status.facts
        facts.offline_wanted.connect(self._show_offline)
        facts.failed_wanted.connect(self.show_failures)
        ingest.happened.connect(lambda event: facts.show_event(event, self._looked_through()))
        ingest.running_changed.connect(lambda is_running: None if is_running else facts.end_job())
        search.counted.connect(self._counted)
        commands.add(
            "library.failures",
            translate("LibraryStatus", "Files that could not be read…"),
            self.show_failures,
            menu="Library",
            group=7,
            tip=translate("LibraryStatus", "Which they are, why, and what to do."),
        )
        commands.add(
            "library.retry_failed",
            translate("LibraryStatus", "Try unreadable files again"),
            self._retry,
            menu="Library",
            group=7,
        )

    def _looked_through(self) -> tuple[str, ...] | None:
        order = self._ingest.order
        return None if order.only else tuple(folder.text for folder in order.folders)

    def show_failures(self) -> None:
        if self.failures is None:
            dialog = self.failures = Failures(self._window)
            dialog.retry_wanted.connect(self._retry)
            dialog.reveal_wanted.connect(lambda path: reveal([path], self))
        self._list()
        self.failures.show()
        self.failures.raise_()
        self.failures.activateWindow()

    def _list(self) -> None:
        self._search.ask(_read, self._show)

    def _show(self, files: list[FailedFile]) -> None:
        if self.failures is not None:
            self.failures.show_files(files, max(self._failed, len(files)))

    def _counted(self, stats: LibraryStats, folders: object) -> None:
        has_changed, self._failed = stats.failed != self._failed, stats.failed
        if has_changed and self.failures is not None and self.failures.isVisible():
            self._list()

    def _retry(self) -> None:
        self._ingest.run(JobOrder(retry_failed=True))
        self._notices.say(translate("LibraryStatus", "Trying unreadable files again"))

    def _show_offline(self) -> None:
        self._search_bar.show_request(Request("", filters="offline:"))


def _read(library: Library) -> list[FailedFile]:
    return library.failures(_SHOWN)
