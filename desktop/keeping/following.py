"""Follows collections on show: a renamed one is listed by its new name, a removed one no longer."""

from collections.abc import Sequence

from desktop.panels.search_bar import SearchBar
from desktop.terms import Term, terms_of, text_of
from engine.keeping import Collection


def follow_names(bar: SearchBar, before: Sequence[Collection], now: Sequence[Collection]) -> None:
    """Puts the names that collections have now into the filters, and drops those of collections that are gone.

    Args:
        bar: holds the filters.
        before: the collections as they were; one the filters name and nobody knew stays as it was typed.
        now: as they are.
    """
    known = {one.name.casefold(): one.id for one in before}
    names = {one.id: one.name for one in now}
    there = {name.casefold() for name in names.values()}
    terms: list[Term] = []
    for term in terms_of(bar.request.filters):
        id = known.get(term.value.casefold()) if term.key == "collection" else None
        if id is None or (term.value.casefold() in there and id not in names):
            terms.append(term)
        elif id in names:
            terms.append(term if names[id].casefold() == term.value.casefold() else Term(term.key, names[id]))
    if tuple(terms) != terms_of(bar.request.filters):
        bar.set_filters(text_of(terms))
