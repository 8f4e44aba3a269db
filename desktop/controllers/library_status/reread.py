"""*Read again*: rereads the selected sounds or a folder even if nothing indicates a change.

It finds tags that a program wrote without changing the file's date, where the system reports no other change either.
"""

from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers.parts import WindowParts
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

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        parts.commands.add(
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
        parts.commands.in_row_menu("library.reread", 8)
        parts.finding.shown.connect(self._look_for_unmeasured)
        parts.window.folders.reread_wanted.connect(lambda path: self._start(JobOrder((path,), rereads=True)))

    def read_selected(self) -> None:
        ids = self._parts.window.results.selected_ids()
        if len(ids):
            self._parts.jobs.run(lambda cancel: self._paths(ids), self._found, failed=self._failed)

    def _look_for_unmeasured(self, answered: SearchAnswer) -> None:
        """After a query for true peaks, reports how many sounds lack one because an earlier version read them."""
        request, chips = answered.request, answered.ranking.chips
        if any(chip.key == _TRUE_PEAK and chip.id not in request.without for chip in chips):

            def say(count: int) -> None:
                if count and request == self._parts.finding.on_show:
                    self._offer(count, has_any=len(answered.ranking) > 0)

            self._parts.search.ask(Library.without_true_peak, say, failed=lambda err: None)

    def _offer(self, count: int, *, has_any: bool) -> None:
        window = self._parts.window
        if not has_any:
            text = translate("Reread", "Read again %n sound(s) without a true peak", n=count)
            window.empty.show_ways((*window.empty.ways, SuggestedAction(text, self.read_all)))
            return
        said = translate("Reread", "The true peak of %n sound(s) is not measured yet: choose Read again.", n=count)
        window.note.say(f"{window.note.label.text()} {said}".strip())

    def read_all(self) -> None:
        """Rereads the whole library; existing measures are kept."""
        self._start(JobOrder(rereads=True))

    def _paths(self, ids: Ids) -> tuple[FilePath, ...]:
        """Runs in a job."""
        with LibraryReader(self._parts.start.library) as reader:
            return tuple(reader.paths(ids))

    def _found(self, paths: tuple[FilePath, ...]) -> None:
        if paths:
            self._start(JobOrder(only=paths, rereads=True))

    def _start(self, order: JobOrder) -> None:
        self._parts.ingest.run(order)
        self._parts.window.status.say(translate("Reread", "Reading again"))

    def _failed(self, err: EngineError) -> None:
        self._parts.window.message.say(*engine_words.error(err), "job")
