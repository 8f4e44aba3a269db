"""Counts in the filter popovers, read off the GUI thread, given the other filters."""

from PySide6.QtCore import QObject

from desktop.controllers.parts import WindowParts
from desktop.search.filters.choices import Option
from desktop.search.filters.facets import FacetGroup, value_name
from desktop.search.filters.strip import FilterStrip
from desktop.work.jobs import Job
from desktop.work.requests import Answered
from engine.base.stopping import Cancel
from engine.library.reader import LibraryReader
from engine.search.facets import FacetQuestion, FacetValue


class FacetCounts(QObject):
    """Connects the filter strip with the library. GUI thread only."""

    def __init__(self, parts: WindowParts, strip: FilterStrip) -> None:
        super().__init__(parts.window)
        self._bar = parts.window.search_bar
        self._jobs = parts.jobs
        self._folder = parts.search.folder
        self._strip = strip
        self._running: dict[str, Job] = {}
        strip.counts_wanted.connect(self._count)
        parts.finding.shown.connect(self._shown)

    def _shown(self, answered: Answered) -> None:
        self._strip.ask_counts()

    def _count(self, group: FacetGroup) -> None:
        """Counts the values of one key, cancelling a running count of it."""
        request = self._bar.request
        question = FacetQuestion(
            group.key,
            tuple(choice.value for choice in group.choices),
            request.text if request.reference is None else "",
            request.filters,
            request.without,
            request.among,
        )

        def read(cancel: Cancel) -> tuple[FacetValue, ...]:
            if not LibraryReader.is_there(self._folder):  # not created yet, or missing: the search reports it
                return ()
            with LibraryReader(self._folder) as reader:
                return () if cancel() else reader.facet(question)

        if group.key in self._running:
            self._running[group.key].cancel()
        self._running[group.key] = self._jobs.run(read, lambda found: self._show(group.key, found))

    def _show(self, key: str, found: tuple[FacetValue, ...]) -> None:
        self._strip.show_counts(key, [Option(each.value, value_name(key, each.value), each.sounds) for each in found])
