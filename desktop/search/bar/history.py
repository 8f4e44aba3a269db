"""Search history for going back and forward, like a browser's. No Qt here.

Typing counts as one place: a request that only extends the last one's words replaces it, until the user acts on the
answer. Each request keeps the user's position among its results (desktop/controllers/place_restoring.py).
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from desktop.results.rows_state import SearchPlace
from desktop.work.requests import Request

_MOST = 200


class _Stop(Struct):
    request: Request
    place: SearchPlace | None = None
    """Position among its results when it was left."""


class SearchHistory:
    """Visited requests in order, and the current one."""

    def __init__(self) -> None:
        self._places: list[_Stop] = []
        self._at = -1
        self._passing: Request | None = None
        """Request after deleting letters: it becomes a place once the user stays there."""
        self._is_settled = True

    @property
    def current(self) -> Request | None:
        return self._passing or (self._places[self._at].request if self._places else None)

    @property
    def place(self) -> SearchPlace | None:
        """The user's last position in the current request's results; None if unknown."""
        return self._places[self._at].place if self._places and self._passing is None else None

    def keep(self, place: SearchPlace | None) -> None:
        """Saves the user's position in the current request's results."""
        if place is not None and self._places and self._passing is None:
            self._places[self._at].place = place

    def place_of(self, request: Request) -> SearchPlace | None:
        """The user's last position in a request's results."""
        stops = reversed(self._places[: self._at + 1])
        return next((stop.place for stop in stops if stop.request == request), None)

    @property
    def can_go_back(self) -> bool:
        return self._at > 0 or self._passing is not None

    @property
    def can_go_forward(self) -> bool:
        return self._at < len(self._places) - 1

    @property
    def before(self) -> tuple[Request, ...]:
        """Requests to go back to, nearest first."""
        end = self._at + 1 if self._passing is not None else self._at
        return tuple(stop.request for stop in reversed(self._places[: max(0, end)]))

    def remember(self, older: Iterable[Request]) -> None:
        """Prepends requests of earlier sessions, oldest first."""
        stops = [_Stop(request) for request in older]
        self._places = stops + self._places
        self._at += len(stops)

    def visit(self, request: Request) -> None:
        """Records a request."""
        last = self._places[self._at].request if self._places else None
        if request == self.current:
            return
        if last is None or not _differ_in_words_alone(last, request):
            self._keep_passing()
            self._push(request)
        elif request == last:
            self._passing = None
        elif last.text and not self._is_settled and request.text.startswith(last.text):
            self._passing = None
            self._places[self._at] = _Stop(request)
        elif last.text.startswith(request.text):
            self._passing = request
        else:
            self._push(request)

    def settle(self) -> Request | None:
        """Makes the current request a place of its own, because the user acts on the answer.

        Returns:
            The request, the first time; None if already settled.
        """
        if self._is_settled and self._passing is None:
            return None
        self._keep_passing()
        self._is_settled = True
        return self.current

    def back(self) -> Request | None:
        """Goes back; None if there is nothing before."""
        if not self.can_go_back:
            return None
        self._keep_passing()
        self._at -= 1
        self._is_settled = True
        return self.current

    def forward(self) -> Request | None:
        """Goes forward; None if there is nothing after."""
        if not self.can_go_forward:
            return None
        self._passing = None
        self._at += 1
        self._is_settled = True
        return self.current

    def _keep_passing(self) -> None:
        if self._passing is not None:
            self._push(self._passing)

    def _push(self, request: Request) -> None:
        self._passing = None
        self._is_settled = False
        del self._places[self._at + 1 :]
        self._places.append(_Stop(request))
        del self._places[:-_MOST]
        self._at = len(self._places) - 1


def _differ_in_words_alone(one: Request, other: Request) -> bool:
    return replace(one, text=other.text) == other
