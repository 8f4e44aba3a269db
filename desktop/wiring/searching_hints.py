"""What to try where a search found nothing: each of its conditions is left out once, and what that finds is offered."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject

from desktop.panels.empty import Way
from desktop.translation import translate
from desktop.wiring.parts import Parts
from desktop.work.requests import Answered, Request
from engine.library import Library
from engine.types import Chip

_MOST = 4
"""Ways that are offered at most, and conditions that are tried one by one."""
_CONDITIONS = ("filter", "require", "exclude")


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A request that asks for less."""

    request: Request
    left_out: tuple[str, ...]
    """What the chips say that are switched off in it."""


def relaxations(request: Request, chips: tuple[Chip, ...]) -> tuple[Relaxation, ...]:
    """The request without each of its conditions, and without all of them."""
    asked = [chip.text for chip in chips if chip.kind in _CONDITIONS and chip.text not in request.without]
    found = [Relaxation(replace(request, without=request.without | {text}), (text,)) for text in asked[:_MOST]]
    if len(asked) > 1:
        found.append(Relaxation(replace(request, without=request.without.union(asked)), tuple(asked)))
    return tuple(found)


class Hints(QObject):
    """Offers ways out of an empty answer. GUI thread only."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._window = parts.window
        self._search = parts.search
        parts.finding.shown.connect(self._shown)

    def _shown(self, answered: Answered) -> None:
        self._window.empty.show_ways(())
        if answered.ranking.considered or self._window.model.rowCount():
            return
        request = answered.request
        for relaxation in relaxations(request, answered.ranking.chips):
            self._try(request, relaxation)

    def _try(self, request: Request, relaxation: Relaxation) -> None:
        """Counts what is found without; a condition alone that finds something makes leaving all out needless."""

        def count(library: Library) -> int:
            asked = relaxation.request
            if request != self._window.search_bar.request:  # another search is on its way
                return 0
            return _considered(library, asked)

        self._search.ask(count, lambda found: self._offer(request, relaxation, found), failed=lambda err: None)

    def _offer(self, request: Request, relaxation: Relaxation, found: int) -> None:
        page, bar = self._window.empty, self._window.search_bar
        if not found or request != bar.request:
            return
        if len(relaxation.left_out) > 1 and page.ways:
            return
        left_out = (
            translate("Hints", "all conditions") if len(relaxation.left_out) > 1 else f"“{relaxation.left_out[0]}”"
        )
        text = translate("Hints", "%n sound(s) without %1", left_out, n=found)
        page.show_ways((*page.ways, Way(text, lambda: bar.show_request(relaxation.request)))[:_MOST])


def _considered(library: Library, request: Request) -> int:
    reference = request.reference
    if reference is not None:
        return library.rank("", filters=request.filters, without=request.without, limit=1).considered
    return library.rank(request.text, filters=request.filters, without=request.without, limit=1).considered
