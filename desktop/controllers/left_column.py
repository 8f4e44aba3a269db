"""The left column's counts and current place: both follow the query and the library, off the GUI thread."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QObject

from desktop.base.timer import single_shot
from desktop.controllers import ports
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.place_of import ShownPlace, whereabouts
from desktop.controllers.search.feature import SearchHistoryControl
from desktop.controllers.search.places import PlacesControl
from desktop.sidebar.library_list import PLACES
from desktop.work.reader_thread import ReaderThread
from desktop.work.requests import Request
from engine.base.cancellation import Cancel
from engine.base.text_forms import folded
from engine.library.library import Library, LibraryReader
from engine.library.queries import parse
from engine.library.user_data import Collection, SavedSearch

_REST_MS = 400
"""Debounce before counting."""
_PATIENCE = 20
"""Counting takes at most one part in this many of the time."""
Counts = tuple[dict[str, int], dict[int, int]]


class LeftColumn(QObject):
    """Connects the lists of the left column with their counts and the query. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        player: ports.Player,
        search_control: ports.SearchControl,
        search_bar: ports.SearchBar,
        folders: ports.FoldersPanel,
        sidebar: ports.Sidebar,
        places: PlacesControl,
        marks: MarksControl,
        searches: SearchHistoryControl,
    ) -> None:
        super().__init__()
        self._window, self._search, self._jobs, self._search_bar = window, search, jobs, search_bar
        self._folders, self._sidebar = folders, sidebar
        self._places, self._collections, self._saved = places.library_list, marks.collections, searches.saved_panel
        marks.changed.connect(self.lists_changed)
        searches.saved_changed.connect(self.lists_changed)
        searches.kept.connect(marks.note)
        searches.removing.connect(marks.tell_removal)
        marks.undone.connect(searches.read_saved)
        self._asked: dict[int, str] = {}
        self._answers: dict[int, int] = {}
        self._counted_at, self._took_s = 0.0, 0.0
        self._is_stale = True
        self._counter = ReaderThread(search.reader, self)
        self._rest = single_shot(self, 0, self._count)
        search.opened.connect(self._counter.begin)
        search.opened.connect(self.count_soon)
        window.closing.connect(self._counter.close)
        search.counted.connect(lambda stats, roots: self._library_changed())
        player.heard.connect(lambda sound: self.count_soon())
        search_bar.changed.connect(lambda request: self.show_where())
        window.page_changed.connect(lambda page: self.show_where())
        search_control.shown.connect(lambda answered: self.show_where())
        self.show_where()

    def show_first(self, collections: Sequence[Collection], saved: Sequence[SavedSearch]) -> None:
        """Shows the catalogue's lists before the library is open, so that nothing looks lost."""
        self._collections.show_collections(collections)
        self._collections.list.show_counts({one.id: one.count for one in collections})
        self._saved.show_saved(saved)
        self.show_where()

    def count_first(self) -> None:
        """Counts from the catalogue alone, before the library is open."""
        folder = self._search.folder

        def count(cancel: Cancel) -> tuple[Counts, float]:
            with LibraryReader(folder) as reader:
                return _counted(reader)

        self._jobs.run(count, self._came_first, failed=lambda err: None)  # opening reports the error

    def count_soon(self) -> None:
        """Schedules a count after a change that may affect one."""
        waited_s = time.monotonic() - self._counted_at
        self._rest.start(max(_REST_MS, round((_PATIENCE * self._took_s - waited_s) * 1000)))

    def show_where(self) -> None:
        """Marks the place the query searches; none while another page is shown."""
        is_on_show = self._window.page in ("results", "empty")
        where = self._where() if is_on_show else ShownPlace()
        self._places.mark(() if where.scope is None else (where.scope,))
        self._collections.list.mark(
            one.id
            for one in self._collections.collections
            if where.collection is not None and folded(one.name) == folded(where.collection)
        )
        self._saved.list.mark(() if where.saved is None else (where.saved,))
        self._folders.select(where.folders)

    def lists_changed(self) -> None:
        """Handles changed collections or saved searches."""
        self.show_where()
        for search in self._saved.saved:
            if parse(search.text, synonyms=lambda word: ()).filters.is_of_the_user:
                self._asked.pop(search.id, None)
        self.count_soon()

    def _where(self) -> ShownPlace:
        request: Request = self._search_bar.request
        return whereabouts(request, self._saved.saved)

    def _library_changed(self) -> None:
        self._is_stale = True
        self.count_soon()

    def _count(self) -> None:
        self._counter.ask("places", _counted, self._came)
        self._ask_saved()

    def _came_first(self, counted: tuple[Counts, float]) -> None:
        if not self._counted_at:
            self._came(counted)

    def _came(self, counted: tuple[Counts, float]) -> None:
        (places, collections), self._took_s = counted
        self._counted_at = time.monotonic()
        self._places.show_counts(places)
        self._sidebar.widen(self._places.missing_px())
        self._collections.list.show_counts(
            {one.id: collections.get(one.id, 0) for one in self._collections.collections}
        )

    def _ask_saved(self) -> None:
        """Counts the answers of saved searches one by one, behind all other requests to the library."""
        there = {search.id for search in self._saved.saved}
        self._answers = {id: count for id, count in self._answers.items() if id in there}
        for search in self._saved.saved:
            if self._asked.get(search.id, search.text) != search.text:
                self._answers.pop(search.id, None)  # its query changed
            if self._is_stale or self._asked.get(search.id) != search.text:
                self._asked[search.id] = search.text
                self._ask_one(search)
        self._is_stale = False
        self._saved.list.show_counts(self._answers)

    def _ask_one(self, search: SavedSearch) -> None:
        def count(library: Library) -> int | None:
            return library.count_answers(search.text)

        def came(count: int | None) -> None:
            if self._asked.get(search.id) != search.text:
                return
            self._answers.pop(search.id, None)  # it may need another pack
            if count is not None:
                self._answers[search.id] = count
            self._saved.list.show_counts(self._answers)

        self._search.ask(count, came, failed=lambda err: None)  # running the search reports what is wrong with it


def _counted(reader: LibraryReader) -> tuple[Counts, float]:
    """Sounds per place and per collection, and the time counting took in seconds."""
    start_s = time.monotonic()
    counts = {place.scope: reader.count(place.scope) for place in PLACES}, reader.collection_counts()
    return counts, time.monotonic() - start_s
