"""Where the user has been: requests to go back and forward through, as a browser does with pages. No Qt here.

Typing is one place, not one a letter: a request that only lengthens the words of the last one takes its place, until
the user does something with the answer. With each goes the place that was left there (desktop/wiring/coming_back.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from desktop.results.places import Place
from desktop.work.requests import Request

_MOST = 200


@dataclass(slots=True)
class _Stop:
    request: Request
    place: Place | None = None
    """Where the user was among its answers when it was left."""


class Trail:
    """Requests in the order they were visited, and where in them the user is."""

    def __init__(self) -> None:
        self._places: list[_Stop] = []
        self._at = -1
        self._passing: Request | None = None
        """What stands in the field after letters were taken away: a place only once the user stays there."""
        self._is_settled = True

    @property
    def current(self) -> Request | None:
        """What is on show."""
        return self._passing or (self._places[self._at].request if self._places else None)

    @property
    def place(self) -> Place | None:
        """Where the user was in what is on show when it was left; None where that is not known."""
        return self._places[self._at].place if self._places and self._passing is None else None

    def keep(self, place: Place | None) -> None:
        """Keeps where the user is in what is on show, for when it is left."""
        if place is not None and self._places and self._passing is None:
            self._places[self._at].place = place

    def place_of(self, request: Request) -> Place | None:
        """Where the user was in the answers to a request when it was last on show."""
        stops = reversed(self._places[: self._at + 1])
        return next((stop.place for stop in stops if stop.request == request), None)

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place before this one."""
        return self._at > 0 or self._passing is not None

    @property
    def can_go_forward(self) -> bool:
        """Whether the user came back from a place."""
        return self._at < len(self._places) - 1

    @property
    def before(self) -> tuple[Request, ...]:
        """The places one can go back to, nearest first."""
        end = self._at + 1 if self._passing is not None else self._at
        return tuple(stop.request for stop in reversed(self._places[: max(0, end)]))

    def remember(self, older: Iterable[Request]) -> None:
        """Puts places of earlier days before the first one; oldest first."""
        stops = [_Stop(request) for request in older]
        self._places = stops + self._places
        self._at += len(stops)

    def visit(self, request: Request) -> None:
        """Takes a request that was asked for."""
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
        """The user does something with the answer: what is on show is a place of its own from now on.

        Returns:
            The request, the first time; None when it has been settled before.
        """
        if self._is_settled and self._passing is None:
            return None
        self._keep_passing()
        self._is_settled = True
        return self.current

    def back(self) -> Request | None:
        """Goes to the place before; None where there is none."""
        if not self.can_go_back:
            return None
        self._keep_passing()
        self._at -= 1
        self._is_settled = True
        return self.current

    def forward(self) -> Request | None:
        """Goes to the place one came back from; None where there is none."""
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
