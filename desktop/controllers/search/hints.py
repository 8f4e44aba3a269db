"""Suggestions for searches with no good match or an unknown word.

Tries the search without each condition, and without the first or last word, and offers what finds something.
"""

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.results.empty import SuggestedAction
from desktop.search.bar.suggestions_row import SuggestionsRow
from desktop.work.requests import Request, SearchAnswer
from engine.base.chips import Chip, ChipKind
from engine.base.query_messages import QueryMessage
from engine.base.types import Confidence
from engine.library.library import Library

_MOST = 4
"""Maximum number of suggestions, and of conditions tried singly."""
_COUNTED = 100
"""Good matches are counted up to this many."""
_CONDITIONS = (ChipKind.FILTER, ChipKind.REQUIRE, ChipKind.EXCLUDE, ChipKind.SAID)


class Relaxation(Struct, frozen=True):
    """A request with fewer conditions."""

    request: Request
    left_out: tuple[Chip, ...]
    """Its disabled conditions."""


def relaxations(request: Request, chips: tuple[Chip, ...]) -> tuple[Relaxation, ...]:
    """The request without each of its conditions, and without all of them."""
    asked = [chip for chip in chips if chip.kind in _CONDITIONS and chip.id not in request.without]
    found = [Relaxation(replace(request, without=request.without | {chip.id}), (chip,)) for chip in asked[:_MOST]]
    if len(asked) > 1:
        without = request.without.union(chip.id for chip in asked)
        found.append(Relaxation(replace(request, without=without), tuple(asked)))
    return tuple(found)


def shorter(request: Request, chips: tuple[Chip, ...]) -> tuple[Request, ...]:
    """The request without the last and without the first word of its description."""
    described = [chip.source for chip in chips if chip.kind is ChipKind.DESCRIBE and chip.id not in request.without]
    if len(described) != 1 or len(described[0].split()) < 2:
        return ()
    words = described[0].split()
    kept = dict.fromkeys((" ".join(words[:-1]), " ".join(words[1:])))
    return tuple(replace(request, text=request.text.replace(described[0], text)) for text in kept)


class Hints(QObject):
    """Offers ways out of an unhelpful answer. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        search_control: ports.SearchControl,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        empty_page: ports.EmptyPage,
    ) -> None:
        super().__init__()
        self._search, self._notices, self._search_bar, self._empty_page = search, notices, search_bar, empty_page
        self.row = SuggestionsRow(theme, window)
        window.add_below_search(self.row)
        search_control.shown.connect(self._shown)
        commands.add(
            "search.meant",
            translate("Hints", "Use the suggested word"),
            self.take_meant,
            keys=["Ctrl+."],
            menu="Search",
            group=2,
            tip=translate("Hints", "Searches for the suggested word instead of the unknown one"),
        )
        self._current = Request()
        """The current request, read by the search thread."""
        search_bar.changed.connect(self._changed)

    def take_meant(self) -> None:
        """Accepts the suggested correction of an unknown word."""
        if not self._search_bar.take_meant():
            self._notices.say(
                translate("Hints", "There is no suggestion: every word is known, or no known word is similar.")
            )

    def _changed(self, request: Request) -> None:
        self._current = request
        self.row.show_ways(())

    def _shown(self, answered: SearchAnswer) -> None:
        if not answered.is_refresh:
            self._empty_page.show_ways(())
            self.row.show_ways(())
        if answered.has_more:
            return  # suggestions are counted once, from the full answer
        ranking, request = answered.ranking, answered.request
        if len(ranking) == 0 and not self._empty_page.ways:
            for relaxation in relaxations(request, ranking.chips):
                self._try(request, relaxation)
        elif ranking.note is not None and ranking.note.what is QueryMessage.NOTHING_GOOD and not self.row.ways:
            for less in shorter(request, ranking.chips):
                self._try_words(request, less)

    def _try(self, request: Request, relaxation: Relaxation) -> None:
        def count(library: Library) -> int:
            return passing(library, relaxation.request) if request == self._current else 0

        def offer(found: int) -> None:
            page = self._empty_page
            is_last_resort = len(relaxation.left_out) > 1
            if not found or request != self._current or (is_last_resort and page.ways):
                return
            left_out = translate("Hints", "all conditions") if is_last_resort else _quoted(relaxation.left_out[0])
            text = translate("Hints", "%n sound(s) without %1", left_out, n=found)
            page.show_ways((*page.ways, self._way(text, relaxation.request)))

        self._search.ask(count, offer, failed=lambda err: None)

    def _try_words(self, request: Request, less: Request) -> None:
        def count(library: Library) -> int:
            return good_matches(library, less) if request == self._current else 0

        def offer(found: int) -> None:
            if found and request == self._current:
                text = translate("Hints", "%n good match(es) for “%1”", less.text, n=found)
                self.row.show_ways((*self.row.ways, self._way(text, less)))

        self._search.ask(count, offer, failed=lambda err: None)

    def _way(self, text: str, request: Request) -> SuggestedAction:
        return SuggestedAction(text, lambda: self._search_bar.show_request(request))


def _quoted(chip: Chip) -> str:
    """A chip's text in quotes; required words have them already."""
    said = engine_words.chip(chip)
    return said if chip.kind is ChipKind.REQUIRE else translate("Hints", "“%1”", said)


def passing(library: Library, request: Request) -> int:
    """How many sounds pass a request's conditions."""
    asked = replace(request.question(limit=1), like=None)  # every sound is similar to a reference
    return library.rank(asked).considered


def good_matches(library: Library, request: Request) -> int:
    """How many sounds match a description more than weakly; 0 if uncalibrated."""
    ranking = library.rank(request.question(limit=_COUNTED))
    hits = library.hits(ranking, range(len(ranking)))
    return sum(hit.confidence in (Confidence.STRONG, Confidence.FAIR) for hit in hits)
