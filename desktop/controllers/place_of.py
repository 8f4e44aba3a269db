"""The place of the left column that a request searches, derived from its query. No Qt here."""

from collections.abc import Sequence

from msgspec import Struct

from desktop.base.filter_terms import SCOPES, Term, joined, split, terms_of, with_values
from desktop.sidebar.library_list import PLACES
from desktop.work.requests import Request
from engine.library.queries import VARIETY, asked
from engine.library.user_data import SavedSearch

_CLAIMS = frozenset({"fav", "heard"})
"""Filters that may be typed without their "yes"."""


class ShownPlace(Struct, frozen=True):
    """At most one field is set; there may be several folders, chosen with Ctrl+click."""

    scope: str | None = None
    """A scope of `desktop.panels.library_list.PLACES`."""
    collection: str | None = None
    """A collection's name as in the query, in any case."""
    saved: int | None = None
    folders: frozenset[str] = frozenset()
    """Paths without a trailing separator."""


def whereabouts(request: Request, saved: Sequence[SavedSearch]) -> ShownPlace:
    """Where a request searches.

    Args:
        request: disabled parts are ignored.
        saved: saved searches; one with the request's words and filters is the place.
    """
    query = joined(*asked(request.text, request.without, filters=request.filters))
    place = _place([term for term in terms_of(query) if term.key in SCOPES])
    is_whole = request.reference is None and request.among is None and not request.without
    if is_whole and not is_place_alone(request):
        wanted = split(query)
        own = next((search.id for search in saved if split(search.text) == wanted), None)
        if own is not None:
            return ShownPlace(saved=own)
    return place


def is_place_alone(request: Request) -> bool:
    """Whether a request has at most one place and nothing else."""
    terms = terms_of(with_values(request.filters, VARIETY, ()))
    is_plain = not request.text and request.reference is None and request.among is None
    return is_plain and len(terms) <= 1 and all(term.key in SCOPES for term in terms)


def _place(terms: Sequence[Term]) -> ShownPlace:
    if not terms:
        return ShownPlace(scope="")
    if {term.key for term in terms} == {"in"}:
        return ShownPlace(folders=frozenset(_bare(term.value) for term in terms))
    if len(terms) > 1:
        return ShownPlace()
    (term,) = terms
    if term.key == "collection":
        return ShownPlace(collection=term.value)
    scope = str(Term(term.key, term.value or "yes")) if term.key in _CLAIMS else str(term)
    return ShownPlace(scope=scope if any(place.scope == scope for place in PLACES) else None)


def _bare(folder: str) -> str:
    return folder.rstrip("/").rstrip("\\")
