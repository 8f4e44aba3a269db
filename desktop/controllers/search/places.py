"""Where a search looks: places and folders of the sidebar and the filter panel, all in one text of filters.

Counts of the filter popovers are read off the GUI thread, given the other filters.
"""

import time

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QAction, QDesktopServices

from desktop.base.filter_terms import Term
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.search.filters.choices import Option
from desktop.search.filters.facets import FacetGroup, value_name
from desktop.search.filters.strip import FilterStrip
from desktop.sidebar.library_list import LibraryList
from desktop.work.jobs import Job
from desktop.work.requests import Request, SearchAnswer
from engine.base.cancellation import Cancel
from engine.base.library_facts import Subfolder
from engine.base.types import FilePath
from engine.library.filters import FacetQuestion, FacetValue
from engine.library.queries import asked
from engine.library.reader import LibraryReader

_COUNT_MS = 3000
"""Minimum interval between folder counts while sounds are added."""

_ASKED = ("results", "empty", "map")
"""Pages that show the query's answer."""


class PlacesControl(QObject):
    """Connects sidebar and filter panel with the search field. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        search_bar: ports.SearchBar,
        folders: ports.FoldersPanel,
        sidebar: ports.Sidebar,
        search_control: ports.SearchControl,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._search, self._jobs = window, settings, search, jobs
        self._folders, self._window = folders, window
        self._bar = bar = search_bar
        self._counting: Job | None = None
        self._counted_at = 0.0
        self._recount = single_shot(self, 0, self._count)
        self.library_list = LibraryList(theme, sidebar)
        self.library_list.setAccessibleName(translate("Places", "Library"))
        sidebar.add_section("library", translate("Places", "Library"), self.library_list, is_first=True)
        self.strip = FilterStrip(theme, window)
        window.add_below_search(self.strip)
        self._toggle: QAction = commands.add(
            "search.filters",
            translate("Places", "Filters"),
            self.show_strip,
            keys=["Ctrl+Shift+F"],
            menu="Search",
            group=3,
            icon="filter",
            is_checkable=True,
            is_checked=settings.values.filters,
            tip=translate("Places", "Shows or hides the filters under the search field"),
        )
        commands.add(
            "search.clear_filters",
            translate("Places", "Clear all filters"),
            self.strip.clear_filters,
            menu="Search",
            group=3,
        )
        commands.add(
            "search.heard",
            translate("Places", "Recently played"),
            lambda: bar.set_scope("heard:yes"),
            keys=["Ctrl+H"],
            menu="Search",
            group=4,
            icon="clock",
            tip=translate("Places", "The sounds you played, latest first"),
        )
        bar.filters_button.clicked.connect(lambda: self._toggle.toggle())
        self.show_strip(settings.values.filters)
        self.strip.changed.connect(bar.set_filters)
        self.counts = FacetCounts(search, jobs, search_control, search_bar, self.strip)
        self.library_list.chosen.connect(bar.set_scope)
        folders.chosen.connect(self._look_in)
        folders.children_wanted.connect(self._children)
        folders.reveal_wanted.connect(lambda path: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.native))))
        bar.changed.connect(self._changed)
        window.page_changed.connect(self._page_changed)
        search.counted.connect(lambda stats, roots: self.count_soon())

    def show_strip(self, is_shown: bool) -> None:
        """Shows or hides the filter panel, which is always hidden on pages unrelated to the query."""
        self.strip.setVisible(is_shown and self._window.page in _ASKED)
        self._bar.leave_to_buttons(self.strip.keys if is_shown else frozenset())
        self._bar.filters_button.setChecked(is_shown)
        if self._settings.values.filters != is_shown:
            self._settings.change(filters=is_shown)

    def _page_changed(self, page: str) -> None:
        self._bar.chip_row.set_away(page not in _ASKED)
        self.show_strip(self._settings.values.filters)

    def _look_in(self, path: FilePath, is_added: bool) -> None:
        self._bar.set_scope(str(folder_term(path)), is_added=is_added)

    def _changed(self, request: Request) -> None:
        self.strip.show_filters(request.filters, asked("", request.without, filters=request.filters)[1])

    def _children(self, parent: FilePath) -> None:
        folder = self._search.folder

        def read(cancel: Cancel) -> tuple[Subfolder, ...]:
            if not LibraryReader.is_there(folder):
                return ()
            with LibraryReader(folder) as reader:
                return reader.subfolders(parent)

        self._jobs.run(read, lambda children: self._folders.show_children(parent, children))

    def count_soon(self) -> None:
        """Schedules a count of the folders shown, off the GUI thread, from the catalogue alone."""
        if not self._recount.isActive():
            waited_ms = (time.monotonic() - self._counted_at) * 1000
            self._recount.start(max(0, round(_COUNT_MS - waited_ms)))

    def _count(self) -> None:
        self._counted_at = time.monotonic()
        folder = self._search.folder
        roots = tuple(root.path for root in self._folders.folders)

        def read(cancel: Cancel) -> list[tuple[FilePath, int]]:
            if not LibraryReader.is_there(folder):  # not created yet, or missing: the search reports it
                return []
            with LibraryReader(folder) as reader:
                return [(root, reader.sounds_below(root)) for root in roots if not cancel()]

        if self._counting is not None:
            self._counting.cancel()
        self._counting = self._jobs.run(read, self._show_counts)
        for path in self._folders.open_folders:
            self._children(path)

    def _show_counts(self, counts: list[tuple[FilePath, int]]) -> None:
        for path, sounds in counts:
            self._folders.show_count(path, sounds)


def folder_term(path: FilePath) -> Term:
    """The filter for a folder and its subfolders; the final separator excludes longer names."""
    separator = "\\" if "\\" in path.text and "/" not in path.text else "/"
    return Term("in", path.text.rstrip(separator) + separator)


class FacetCounts(QObject):
    """Connects the filter strip with the library. GUI thread only."""

    def __init__(
        self,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        search_control: ports.SearchControl,
        search_bar: ports.SearchBar,
        strip: FilterStrip,
    ) -> None:
        super().__init__()
        self._jobs, self._search_bar = jobs, search_bar
        self._folder = search.folder
        self._strip = strip
        self._running: dict[str, Job] = {}
        strip.counts_wanted.connect(self._count)
        search_control.shown.connect(self._shown)

    def _shown(self, answered: SearchAnswer) -> None:
        self._strip.ask_counts()

    def _count(self, group: FacetGroup) -> None:
        """Counts the values of one key, cancelling a running count of it."""
        request = self._search_bar.request
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
