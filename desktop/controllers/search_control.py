"""Passes requests to the search thread, and its answers to rows, notes and status."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from desktop.base import engine_words
from desktop.controllers.place_of import is_place_alone, whereabouts
from desktop.results.empty import EmptyPage
from desktop.results.rows_state import RowsPlace
from desktop.results.view import ResultsView
from desktop.search.bar.bar import SearchBar
from desktop.search.bar.unread import left_out
from desktop.sidebar.folders import FoldersPanel
from desktop.window.main_window import MainWindow
from desktop.window.notices import NoteLine, Notices
from desktop.window.status import StatusBar
from desktop.work.requests import Folder, Reference, Request, SearchAnswer
from desktop.work.search_thread import SearchThread
from engine.base.library_facts import LibraryStats
from engine.base.types import Hit
from engine.library.answers import CANCELLED, Ranking, nothing

_LONG_S = 20.0
"""In longer sounds, find-similar uses the best moment, since they have several events."""


class _Waiting(Struct, frozen=True):
    """An action pending until a request is answered."""

    request: Request
    act: Callable[[], object]
    is_whole: bool
    """It needs all rows."""


class SearchControl(QObject):
    """Connects the search field, the results and the search thread. GUI thread only."""

    shown = Signal(object)
    """Answered, once its rows are in the table."""

    def __init__(
        self,
        window: MainWindow,
        search: SearchThread,
        empty_page: EmptyPage,
        folders: FoldersPanel,
        note_line: NoteLine,
        notices: Notices,
        results: ResultsView,
        search_bar: SearchBar,
        status: StatusBar,
    ) -> None:
        super().__init__()
        self._empty_page, self._folders, self._note_line, self._notices = empty_page, folders, note_line, notices
        self._results, self._search_bar, self._status, self._window = results, search_bar, status, window
        self._search = search
        self._stats: LibraryStats | None = None
        self._is_indexing = False
        self.on_show: Request | None = None
        """Request that the table's rows answer."""
        self.has_returned = False
        """Whether these rows were restored to their last place."""
        self._returning: tuple[Request, RowsPlace] | None = None
        self._has_more = False
        """Whether rows of the answer are still to come."""
        self._waiting: _Waiting | None = None
        self._kept: tuple[Request, RowsPlace] | None = None
        """Request and place of rows shown from the last session, until answered anew."""
        empty_page.opening()
        search_bar.wanted.connect(self._want)
        search.opened.connect(self._opened)
        search.answered.connect(self._answered)
        search.refused.connect(self._refused)
        search.hindered.connect(lambda message, advice: notices.warn(message, advice, "query"))
        search.failed.connect(self._failed)
        search.counted.connect(self._counted)

    def set_indexing(self, is_indexing: bool) -> None:
        """Sets whether sounds are being added, for the empty page's text."""
        self._is_indexing = is_indexing
        if self._results.rows.rowCount() == 0 and self._stats is not None:
            self._show_empty("")

    def when_current(self, act: Callable[[], object], *, is_whole: bool = False) -> None:
        """Runs an action once the rows answer the current request; drops it if another is made.

        `is_whole` waits for all rows, for example to find a sound far down.
        """
        request = self._search_bar.request
        if request == self.on_show and not (is_whole and self._has_more):
            act()
        else:
            self._waiting = _Waiting(request, act, is_whole)

    def when_whole(self, act: Callable[[], object]) -> None:
        """Runs an action on the current answer once all its rows are there; drops it on another request."""
        if self.on_show is not None and self._has_more:
            self._waiting = _Waiting(self.on_show, act, is_whole=True)
        else:
            act()

    def return_to(self, request: Request, place: RowsPlace) -> None:
        """Restores a place with the next answer to a request."""
        self._returning = request, place

    def show_kept(self, request: Request, ranking: Ranking, hits: tuple[Hit, ...], place: RowsPlace) -> None:
        """Shows rows of the last session while the library opens; the answer to the same request replaces them.

        Neither searches nor emits `shown`: the rows may be outdated.

        Args:
            request: the rows' request.
            ranking: the rows in their last order.
            hits: of the first rows.
            place: the last place; its sort order is for the answer, as the rows have it already.
        """
        window = self._window
        self._search_bar.show_request(request, is_asked=False)
        self._search_bar.show_chips(ranking.chips, request)
        self._results.show_ranking(ranking, hits, is_refresh=False, place=replace(place, sort=None))
        window.show_results(True)
        self._kept = request, place  # `on_show` waits for the answer: outdated rows allow no actions

    def show_empty(self) -> None:
        """Shows what to do with an empty library."""
        self._show_empty("")

    def find_similar(self, hit: Hit) -> None:
        """Searches for sounds similar to a hit: to its best moment if it is long, else to all of it."""
        is_long = hit.sound.info is not None and hit.sound.info.duration_s > _LONG_S and not hit.sound.is_away
        moment = hit.moments[0] if is_long and hit.moments and self._results.rows.has_scores else None
        self._search_bar.set_reference(
            Reference(
                hit.sound.path,
                hit.sound.id,
                moment.start_s if moment else None,
                moment.end_s if moment else None,
            )
        )

    def _want(self, request: Request) -> None:
        if self._waiting is not None and self._waiting.request != request:
            self._waiting = None
        is_returning = any(lead is not None and lead[0] == request for lead in (self._returning, self._kept))
        self._search.submit(request, is_whole=is_returning)

    def _opened(self) -> None:
        self._search_bar.ask_first()

    def _counted(self, stats: LibraryStats, folders: tuple[Folder, ...]) -> None:
        self._stats = stats
        self._folders.show_folders(folders)
        self._results.rows.set_roots(stats.roots)
        self._status.show_stats(stats)

    def _answered(self, answered: SearchAnswer) -> None:
        window = self._window
        if (
            not answered.is_refresh and not answered.ranking.is_listing
        ):  # a listing's time says nothing about a ranking's
            self._search_bar.pause.adapt(answered.took_ms)
        if answered.request != self._search_bar.request and not answered.is_refresh:
            return  # a newer request is pending: avoid flicker
        kept, self._kept = self._kept, None
        if kept is not None and kept[0] == answered.request:  # the user may have moved on among the old rows
            self._returning = answered.request, replace(self._results.place(), sort=kept[1].sort)
        self._notices.take_back("query")
        # Select-all extends to rows that arrive later.
        are_all_meant = self._has_more and answered.request == self.on_show and self._results.are_all_selected
        self.on_show, self._has_more = answered.request, answered.has_more
        ranking = answered.ranking
        has_any = len(ranking) > 0
        self._search_bar.show_chips(ranking.chips, answered.request)
        place = None
        if not answered.is_refresh:
            returning, self._returning = self._returning, None
            place = returning[1] if returning is not None and returning[0] == answered.request else None
            self.has_returned = place is not None
        self._results.show_ranking(ranking, answered.hits, is_refresh=answered.is_refresh, place=place)
        if are_all_meant:
            self._results.selectAll()
        window.show_results(has_any)
        notes = (left_out(ranking.chips), engine_words.note(ranking.note), engine_words.unheard(ranking.unheard))
        note = " ".join(filter(None, notes))
        self._note_line.say(note if has_any else "")
        if not has_any:
            self._show_empty(note)
        self._status.show_answer(answered)
        self.shown.emit(answered)
        waiting = self._waiting
        is_met = waiting is not None and waiting.request == answered.request
        if waiting is not None and is_met and waiting.is_whole and answered.has_more:
            return
        self._waiting = None
        if waiting is not None and is_met:
            waiting.act()

    def _show_empty(self, note: str) -> None:
        window = self._window
        is_unfilled = self._stats is None or self._stats.sounds == 0
        if is_unfilled and self._is_indexing:
            self._empty_page.listening()
        elif is_unfilled:
            self._empty_page.first_run()
        elif self.on_show is not None and is_place_alone(self.on_show):
            where = whereabouts(self.on_show, ())
            self._empty_page.empty_place(where.collection, where.scope)
        else:
            self._empty_page.nothing_found(note)
        window.show_results(False, has_deck=not is_unfilled)

    def _refused(self, message: str, advice: str) -> None:
        window, bar = self._window, self._search_bar
        self.on_show, self._has_more = None, False
        bar.show_chips((), bar.request)  # those shown belong to other words, and so do the rows
        self._results.show_ranking(nothing(CANCELLED), (), is_refresh=False)
        self._note_line.say("")
        self._notices.take_back("query")
        self._empty_page.refused(message, advice)
        window.show_results(False)

    def _failed(self, message: str, advice: str) -> None:
        self._empty_page.fault(message, advice)
        self._window.show_results(False)
        self._notices.warn(message, advice, "library")
