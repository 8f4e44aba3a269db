"""Searching: completion, search history and saved searches."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from desktop.base import engine_words
from desktop.base.filter_terms import joined, split
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.results.rows_state import SearchPlace
from desktop.search.bar.completion import suggestion_of
from desktop.search.bar.history import SearchHistory
from desktop.sidebar.saved_searches import SavedPanel
from desktop.work.requests import Request
from engine.base.chips import ChipKind
from engine.base.errors import EngineError, LibraryHeld
from engine.base.types import Hit
from engine.library.completion import Completion
from engine.library.library import Library
from engine.library.queries import asked, parse
from engine.library.user_data import SavedSearch, Undo

_REMEMBERED = 100
"""Searches of earlier sessions in the history."""

_LONGEST_NAME = 80
"""Maximum length of a saved search's initial name."""
_COUNTING_MS = 100
"""Interval for checking whether completions have been counted."""
_LISTED = 40
"""Length of the list of earlier searches."""


class SearchHistoryControl(QObject):
    """Connects the search field with history, completions and saved searches. GUI thread only."""

    saved_changed = Signal()
    """Saved searches were added, removed or renamed."""
    removing = Signal(str)
    """Announces a removal, in a sentence."""
    kept = Signal(object)
    """The Undo of a change of saved searches."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        navigation: ports.Navigation,
        place_restorer: ports.PlaceRestorer,
        permission: ports.EditPermission,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
        sidebar: ports.Sidebar,
    ) -> None:
        super().__init__()
        self._search, self._navigation, self._place_restorer = search, navigation, place_restorer
        self._permission, self._notices = permission, notices
        self._bar = bar = search_bar
        self._trail = SearchHistory()
        self._saved: tuple[SavedSearch, ...] = ()
        self._completing = 0
        self.saved_panel = SavedPanel(theme, sidebar)
        sidebar.add_section(
            "saved", translate("SearchHistoryControl", "Saved searches"), self.saved_panel, is_first=True
        )
        add = commands.add
        self._back: QAction = add(
            "search.back",
            translate("SearchHistoryControl", "Back"),
            self.go_back,
            keys=["Alt+Left"],
            menu="Search/History",
            group=1,
            icon="arrow-left",
            tip=translate("SearchHistoryControl", "To the search before this one"),
        )
        self._forward: QAction = add(
            "search.forward",
            translate("SearchHistoryControl", "Forward"),
            self.go_forward,
            keys=["Alt+Right"],
            menu="Search/History",
            group=1,
            icon="arrow-right",
            tip=translate("SearchHistoryControl", "To the search you came back from"),
        )
        add(
            "search.save",
            translate("SearchHistoryControl", "Save this search"),
            self.save,
            keys=["Ctrl+D"],
            menu="Search",
            group=2,
            icon="star",
            tip=translate("SearchHistoryControl", "Saves this search in the left column, or removes it from there"),
        )
        add(
            "search.complete",
            translate("SearchHistoryControl", "Show suggestions"),
            bar.open_list,
            keys=["Ctrl+Space"],
            menu="Search",
            group=2,
            tip=translate(
                "SearchHistoryControl", "Suggests how the words may go on; the arrow keys choose, Tab or Return accepts"
            ),
        )
        add(
            "search.history",
            translate("SearchHistoryControl", "Earlier searches"),
            self.list_history,
            keys=["Ctrl+Shift+H"],
            menu="Search/History",
            group=1,
            icon="clock",
            tip=translate(
                "SearchHistoryControl", "Lists what you searched before; the arrow keys choose, Return searches"
            ),
        )
        add(
            "search.clear_history",
            translate("SearchHistoryControl", "Clear search history"),
            self.clear_history,
            menu="Search/History",
            group=1,
        )
        bar.back_button.clicked.connect(self.go_back)
        bar.forward_button.clicked.connect(self.go_forward)
        bar.save_button.clicked.connect(self.save)
        bar.field.glass.triggered.connect(lambda: self.list_history())
        bar.changed.connect(self._changed)
        bar.typed.connect(self._typed)
        bar.left_downwards.connect(self._settle)
        bar.committed.connect(self._settle)
        results.current_changed.connect(self._moved)
        window.page_changed.connect(lambda page: self._show_places())
        search.opened.connect(self._opened)
        panel = self.saved_panel
        permission.changed.connect(panel.refuse)
        panel.run_wanted.connect(self.run_saved)
        panel.renamed.connect(lambda id, name: self._keep(lambda library: library.keeping.rename_saved(id, name)))
        panel.removed.connect(self._remove)
        panel.ordered.connect(lambda ids: self._keep(lambda library: library.keeping.order_saved(ids)))
        self._show_places()

    def go_back(self) -> None:
        """From a page to the results; from there to the previous search."""
        if not self._navigation.leave():
            self._keep_place()
            self._go(self._trail.back())

    def go_forward(self) -> None:
        """To the search last left by going back."""
        self._keep_place()
        self._go(self._trail.forward())

    def leave_trail(self) -> SearchHistory:
        """The present history with the current place, for `enter_trail`."""
        self._keep_place()
        return self._trail

    def enter_trail(self, trail: SearchHistory, *, is_by_user: bool = True) -> None:
        """Switches to another history at its last place."""
        self._trail = trail
        request = trail.current or Request()
        self._place_restorer.return_to(request, trail.place or SearchPlace())
        self._bar.show_request(request, is_by_user=is_by_user)
        self._show_places()

    def join_trail(self, trail: SearchHistory) -> None:
        """Switches to another history and appends the current request; the field stays."""
        self._trail = trail
        trail.visit(self._bar.request)
        self._show_places()
        self._show_star()

    def list_history(self) -> None:
        """Lists earlier searches under the field."""

        def show(queries: list[str]) -> None:
            if queries:
                self._bar.list_searches(queries)
            else:
                self._notices.say(translate("SearchHistoryControl", "Nothing was searched yet."))

        self._search.ask(lambda library: library.keeping.history(_LISTED), show)

    def save(self) -> None:
        """Saves the current words and filters, or removes them from the saved searches."""
        query = self._bar.query
        if query and not self._permission.allows():
            return
        if not query:
            self._notices.say(translate("SearchHistoryControl", "Type something to find, or set a filter, to save it."))
            return
        known = self._saved_as(query)
        if known is not None:
            self._remove(known)
            return
        words, _ = split(query)
        name = words or _name_of(query)
        self._keep(lambda library: library.keeping.save_search(name, query)[1])
        self._notices.say(translate("SearchHistoryControl", "Saved “%1”; rename it in the left column with F2.", name))

    def _remove(self, saved: SavedSearch) -> None:
        if not self._permission.allows():
            return
        self.removing.emit(translate("SearchHistoryControl", "Removed “%1”. Ctrl+Z restores it.", saved.name))
        self._keep(lambda library: library.keeping.remove_saved(saved.id))

    def run_saved(self, saved: SavedSearch) -> None:
        words, filters = split(saved.text)
        self._bar.show_request(Request(words, filters=filters))
        self._settle()

    def clear_history(self) -> None:
        self._trail = SearchHistory()
        self._trail.visit(self._bar.request)
        self._show_places()
        self._search.ask(lambda library: library.keeping.clear_history())
        self._notices.say(translate("SearchHistoryControl", "The search history is empty now."))

    def _opened(self) -> None:
        self._search.ask(lambda library: library.keeping.history(_REMEMBERED), self._remember)
        self._search.ask(_read_saved, self._show_saved)

    def _remember(self, newest_first: list[str]) -> None:
        older, now = [], self._trail.current
        if newest_first and now is not None and split(newest_first[0]) == split(joined(now.text, now.filters)):
            del newest_first[0]  # the session starts with the last search: Back goes beyond it
        for text in reversed(newest_first):
            words, filters = split(text)
            older.append(Request(words, filters=filters))
        self._trail.remember(older)
        self._show_places()

    def _go(self, request: Request | None) -> None:
        if request is not None:
            self._place_restorer.return_to(request, self._trail.place)
            self._bar.show_request(request)
            self._show_places()

    def _keep_place(self) -> None:
        request = self._trail.current
        if request is not None:
            self._trail.keep(self._place_restorer.place(request))

    def _changed(self, request: Request) -> None:
        former = self._trail.current
        self._keep_place()
        if former is not None and former.reference is not None and request.reference is None:
            self._place_restorer.return_to(request, self._trail.place_of(request))
        self._trail.visit(request)
        self._show_places()
        self._show_star()

    def _moved(self, hit: Hit | None) -> None:
        if hit is not None:
            self._settle()

    def _settle(self) -> None:
        request = self._trail.settle()
        if request is not None:
            self._show_places()
            query = joined(*asked(request.text, request.without, filters=request.filters))
            if query and request.reference is None:
                self._search.note(lambda library: library.keeping.add_history(query))

    def _show_places(self) -> None:
        can_go_back = self._trail.can_go_back or self._navigation.is_on_page
        can_go_forward = self._trail.can_go_forward
        self._bar.show_places(can_go_back=can_go_back, can_go_forward=can_go_forward)
        self._back.setEnabled(can_go_back)
        self._forward.setEnabled(can_go_forward)

    def read_saved(self) -> None:
        """Reads the saved searches again, for example after an undo."""
        self._search.ask(_read_saved, self._show_saved)

    def _keep(self, change: Callable[[Library], Undo]) -> None:
        if not self._permission.allows():
            self._show_saved(self._saved)  # revert a renamed or moved row
            return

        def keep(library: Library) -> tuple[Undo, tuple[SavedSearch, ...]]:
            return change(library), _read_saved(library)

        def kept(answer: tuple[Undo, tuple[SavedSearch, ...]]) -> None:
            self.kept.emit(answer[0])
            self._show_saved(answer[1])

        self._search.ask(keep, kept, failed=self._refused)

    def _refused(self, err: EngineError) -> None:
        if not isinstance(err, LibraryHeld):  # reported elsewhere, with a remedy
            self._notices.warn(*engine_words.error(err), "saved")
        self._search.ask(_read_saved, self._show_saved)

    def _show_saved(self, saved: tuple[SavedSearch, ...]) -> None:
        self._saved = saved
        self.saved_panel.show_saved(saved)
        self.saved_changed.emit()
        self._show_star()

    def _show_star(self) -> None:
        self._bar.show_saved(self._saved_as(self._bar.query) is not None)

    def _saved_as(self, query: str) -> SavedSearch | None:
        wanted = split(query)
        return next((saved for saved in self._saved if split(saved.text) == wanted), None)

    def _typed(self, text: str, cursor: int) -> None:
        self._completing += 1
        self._complete(text, cursor, self._completing, None)

    def _complete(self, text: str, cursor: int, asked: int, before: tuple[Completion, ...] | None) -> None:
        """Shows completions, and again, if more are found, while counts are still being computed."""

        def complete(library: Library) -> tuple[tuple[Completion, ...], bool]:
            if asked != self._completing:
                return (), False
            return library.complete(text, cursor, is_waiting=False), library.is_counting

        def show(found: tuple[tuple[Completion, ...], bool]) -> None:
            completions, is_counting = found
            if asked != self._completing:
                return
            if completions != before:
                self._bar.show_suggestions([suggestion_of(completion, text) for completion in completions], text)
            if is_counting:
                again = partial(self._complete, text, cursor, asked, completions)
                QTimer.singleShot(_COUNTING_MS, self._bar, again)

        self._search.ask(complete, show)


def _name_of(query: str) -> str:
    """Name for a search without words: its example sounds, or its filters."""
    chips = parse(query, synonyms=lambda word: ()).chips
    like = [engine_words.chip(chip) for chip in chips if chip.kind in (ChipKind.LIKE, ChipKind.UNLIKE)]
    return ", ".join(like)[:_LONGEST_NAME] or query


def _read_saved(library: Library) -> tuple[SavedSearch, ...]:
    return tuple(library.keeping.saved())
