"""Finding: words, chips and references go to the search thread; its answers become rows, notes and status."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from desktop import engine_words
from desktop.main_window import MainWindow
from desktop.panels.search_bar_unread import left_out
from desktop.results.places import RowsPlace
from desktop.wiring.whereabouts import is_place_alone, whereabouts
from desktop.work.background import SearchThread
from desktop.work.requests import Answered, Folder, Reference, Request
from engine.contents import LibraryStats
from engine.search.ranking import CANCELLED, Ranking, nothing
from engine.types import Hit

_LONG_S = 20.0
"""From here on a sound is several things, and its best moment is what was meant."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """What is done once a request is answered."""

    request: Request
    act: Callable[[], object]
    is_whole: bool
    """It needs all rows."""


class FindingWiring(QObject):
    """Joins the search field, the results and the search thread. GUI thread only."""

    shown = Signal(object)
    """Answered, once its rows are in the table."""

    def __init__(self, window: MainWindow, search: SearchThread, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._search = search
        self._stats: LibraryStats | None = None
        self._is_indexing = False
        self.on_show: Request | None = None
        """What the rows in the table answer."""
        self.has_returned = False
        """Whether these rows are shown as they were left off."""
        self._returning: tuple[Request, RowsPlace] | None = None
        self._has_more = False
        """Whether rows of what is on show are still to come."""
        self._waiting: _Waiting | None = None
        self._kept: tuple[Request, RowsPlace] | None = None
        """The request that the rows on show answered in the last session, until it is answered anew, and their
        place."""
        window.empty.opening()
        window.search_bar.wanted.connect(self._want)
        search.opened.connect(self._opened)
        search.answered.connect(self._answered)
        search.refused.connect(self._refused)
        search.hindered.connect(lambda message, advice: window.message.say(message, advice, "query"))
        search.failed.connect(self._failed)
        search.counted.connect(self._counted)

    def set_indexing(self, is_indexing: bool) -> None:
        """Tells whether sounds are being added, which an empty page must say."""
        self._is_indexing = is_indexing
        if self._window.model.rowCount() == 0 and self._stats is not None:
            self._show_empty("")

    def when_current(self, act: Callable[[], object], *, is_whole: bool = False) -> None:
        """Acts once the rows answer what is asked for: at once, or when the answer comes; not if another is asked.

        With `is_whole` it waits for all rows: for what looks for a sound that may be far down.
        """
        request = self._window.search_bar.request
        if request == self.on_show and not (is_whole and self._has_more):
            act()
        else:
            self._waiting = _Waiting(request, act, is_whole)

    def when_whole(self, act: Callable[[], object]) -> None:
        """Acts on what is on show once all its rows are there, mostly at once; not if another is asked meanwhile."""
        if self.on_show is not None and self._has_more:
            self._waiting = _Waiting(self.on_show, act, is_whole=True)
        else:
            act()

    def return_to(self, request: Request, place: RowsPlace) -> None:
        """When the request is answered next, its rows are shown as they were left."""
        self._returning = request, place

    def show_kept(self, request: Request, ranking: Ranking, hits: tuple[Hit, ...], place: RowsPlace) -> None:
        """Shows the rows of the last session while the library opens; the answer to the same request joins them.

        Nothing is asked, `shown` says nothing: these rows may be of yesterday.

        Args:
            request: what they answered.
            ranking: the rows in the order in which they stood.
            hits: of the first ones.
            place: where one was; its sorting is the answer's, these rows have it already.
        """
        window = self._window
        window.search_bar.show_request(request, is_asked=False)
        window.search_bar.show_chips(ranking.chips, request)
        window.results.show_ranking(ranking, hits, is_refresh=False, place=replace(place, sort=None))
        window.show_results(True)
        self._kept = request, place  # `on_show` waits for the answer: nothing is done to rows of yesterday

    def show_empty(self) -> None:
        """Says what to do: the library holds nothing."""
        self._show_empty("")

    def find_similar(self, hit: Hit) -> None:
        """Looks for what sounds like a hit: like its best moment where it is long, like the whole where it is short."""
        is_long = hit.sound.info is not None and hit.sound.info.duration_s > _LONG_S and not hit.sound.is_away
        moment = hit.moments[0] if is_long and hit.moments and self._window.model.has_scores else None
        self._window.search_bar.set_reference(
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
        self._window.search_bar.ask_first()

    def _counted(self, stats: LibraryStats, folders: tuple[Folder, ...]) -> None:
        self._stats = stats
        self._window.folders.show_folders(folders)
        self._window.model.set_roots(stats.roots)
        self._window.status.show_stats(stats)

    def _answered(self, answered: Answered) -> None:
        window = self._window
        if not answered.is_refresh and not answered.ranking.is_listing:  # what lists says nothing of what ranks
            window.search_bar.pause.adapt(answered.took_ms)
        if answered.request != window.search_bar.request and not answered.is_refresh:
            return  # a newer keystroke is on its way: do not flicker
        kept, self._kept = self._kept, None
        if kept is not None and kept[0] == answered.request:  # the user may have moved on among the kept rows
            self._returning = answered.request, replace(window.results.place(), sort=kept[1].sort)
        window.message.take_back("query")
        # Who selected all rows before all were there meant all.
        are_all_meant = self._has_more and answered.request == self.on_show and window.results.are_all_selected
        self.on_show, self._has_more = answered.request, answered.has_more
        ranking = answered.ranking
        has_any = len(ranking) > 0
        window.search_bar.show_chips(ranking.chips, answered.request)
        place = None
        if not answered.is_refresh:
            returning, self._returning = self._returning, None
            place = returning[1] if returning is not None and returning[0] == answered.request else None
            self.has_returned = place is not None
        window.results.show_ranking(ranking, answered.hits, is_refresh=answered.is_refresh, place=place)
        if are_all_meant:
            window.results.selectAll()
        window.show_results(has_any)
        notes = (left_out(ranking.chips), engine_words.note(ranking.note), engine_words.unheard(ranking.unheard))
        note = " ".join(filter(None, notes))
        window.note.say(note if has_any else "")
        if not has_any:
            self._show_empty(note)
        window.status.show_answer(answered)
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
            window.empty.listening()
        elif is_unfilled:
            window.empty.first_run()
        elif self.on_show is not None and is_place_alone(self.on_show):
            where = whereabouts(self.on_show, ())
            window.empty.empty_place(where.collection, where.scope)
        else:
            window.empty.nothing_found(note)
        window.show_results(False, has_deck=not is_unfilled)

    def _refused(self, message: str, advice: str) -> None:
        window, bar = self._window, self._window.search_bar
        self.on_show, self._has_more = None, False
        bar.show_chips((), bar.request)  # those on show belong to other words, and so do the rows
        window.results.show_ranking(nothing(CANCELLED), (), is_refresh=False)
        window.note.say("")
        window.message.take_back("query")
        window.empty.refused(message, advice)
        window.show_results(False)

    def _failed(self, message: str, advice: str) -> None:
        self._window.empty.fault(message, advice)
        self._window.show_results(False)
        self._window.message.say(message, advice, "library")
