"""*Read again*: rereads the selected sounds or a folder even if nothing indicates a change.

It finds tags that a program wrote without changing the file's date, where the system reports no other change either.
"""

from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.results.empty import SuggestedAction
from desktop.work.ingest_process import JobOrder
from desktop.work.requests import SearchAnswer
from engine.base.errors import EngineError
from engine.base.types import FilePath, Ids
from engine.library.library import Library
from engine.library.reader import LibraryReader

_TRUE_PEAK = "tp"
"""Key of its filter."""


class Reread(QObject):
    """Starts jobs that reread files. GUI thread only."""

    def __init__(
        self,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        ingest: ports.IngestProcess,
        search_control: ports.SearchControl,
        note_line: ports.NoteLine,
        notices: ports.Notices,
        results: ports.ResultsView,
        folders: ports.FoldersPanel,
        empty_page: ports.EmptyPage,
    ) -> None:
        super().__init__()
        self._search, self._jobs, self._ingest, self._search_control = search, jobs, ingest, search_control
        self._note_line, self._notices, self._results = note_line, notices, results
        self._empty_page = empty_page
        commands.add(
            "library.reread",
            translate("Reread", "Read again"),
            self.read_selected,
            needs="sound",
            menu="Sound",
            group=8,
            tip=translate(
                "Reread",
                "Looks into the selected files for tags that other programs wrote, and measures what is missing",
            ),
        )
        commands.in_row_menu("library.reread", 8)
        search_control.shown.connect(self._look_for_unmeasured)
        folders.reread_wanted.connect(lambda path: self._begin(JobOrder((path,), rereads=True)))

    def read_selected(self) -> None:
        ids = self._results.selected_ids()
        if len(ids):
            self._jobs.run(lambda cancel: self._paths(ids), self._found, failed=self._failed)

    def _look_for_unmeasured(self, answered: SearchAnswer) -> None:
        """After a query for true peaks, reports how many sounds lack one because an earlier version read them."""
        request, chips = answered.request, answered.ranking.chips
        if any(chip.key == _TRUE_PEAK and chip.id not in request.without for chip in chips):

            def say(count: int) -> None:
                if count and request == self._search_control.on_show:
                    self._offer(count, has_any=len(answered.ranking) > 0)

            self._search.ask(Library.without_true_peak, say, failed=lambda err: None)

    def _offer(self, count: int, *, has_any: bool) -> None:
        if not has_any:
            text = translate("Reread", "Read again %n sound(s) without a true peak", n=count)
            self._empty_page.show_ways((*self._empty_page.ways, SuggestedAction(text, self.read_all)))
            return
        said = translate("Reread", "The true peak of %n sound(s) is not measured yet: choose Read again.", n=count)
        self._note_line.say(f"{self._note_line.label.text()} {said}".strip())

    def read_all(self) -> None:
        """Rereads the whole library; existing measures are kept."""
        self._begin(JobOrder(rereads=True))

    def _paths(self, ids: Ids) -> tuple[FilePath, ...]:
        """Runs in a job."""
        with LibraryReader(self._search.folder) as reader:
            return tuple(reader.paths(ids))

    def _found(self, paths: tuple[FilePath, ...]) -> None:
        if paths:
            self._begin(JobOrder(only=paths, rereads=True))

    def _begin(self, order: JobOrder) -> None:
        self._ingest.run(order)
        self._notices.say(translate("Reread", "Reading again"))

    def _failed(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), "job")
