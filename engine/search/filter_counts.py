"""Counts the sounds of a place in the left column, with the filters that list it, and caches the counts.

With a million sounds, a count reads the narrow table once, and again only after a relevant change.
"""

from engine.search.filter_registry import FILTERS, combine, read
from engine.search.tokens import TokenKind, marks
from engine.store.catalogue import Catalogue
from engine.store.database import SequenceStamp
from engine.store.filters import HEARD, Filters, Is

_REMEMBERED = 64


class FilterCounts:
    """Cached counts in one catalogue. Belongs to the catalogue's thread."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._known: dict[Filters, tuple[SequenceStamp, int]] = {}

    def count(self, text: str) -> int:
        """The number of sounds that pass the filters in a text; ignores its words.

        Raises:
            QueryError: a filter's value cannot be read.
        """
        found = (mark for mark in marks(text, FILTERS.keys_typed) if mark.kind is TokenKind.FILTER)
        return self._count(combine(read(mark.key, mark.text) for mark in found))

    def _count(self, filters: Filters) -> int:
        if filters == Filters.of([Is(HEARD, False)]):  # it changes with every play, its two parts rarely do
            return self._count(Filters()) - self._count(Filters.of([Is(HEARD, True)]))
        stamp = self._catalogue.passing.stamp(filters)
        known = self._known.get(filters)
        if known is not None and known[0] == stamp:
            return known[1]
        count = self._catalogue.passing.count(filters)
        self._known.pop(filters, None)
        self._known[filters] = stamp, count
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]
        return count
