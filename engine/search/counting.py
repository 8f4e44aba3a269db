"""How many sounds a place of the left column holds: the same filters that list it, counted and remembered.

At a million sounds a count reads the narrow table once, and again only after something it asks about has changed.
"""

from engine.search.filtering import FILTERS, combine, read
from engine.search.marks import MarkKind, marks
from engine.store.catalogue import Catalogue
from engine.store.database import SequenceStamp
from engine.store.filters import HEARD, Filters, Is

_REMEMBERED = 64


class Counting:
    """Counts in one catalogue. The thread that owns the catalogue owns this."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._known: dict[Filters, tuple[SequenceStamp, int]] = {}

    def count(self, text: str) -> int:
        """Gives how many sounds pass the filters in a text; words in it are ignored.

        Raises:
            QueryError: a filter's value cannot be read.
        """
        found = (mark for mark in marks(text, FILTERS.keys_typed) if mark.kind is MarkKind.FILTER)
        return self._count(combine(read(mark.key, mark.text) for mark in found))

    def _count(self, filters: Filters) -> int:
        if filters == Filters.of([Is(HEARD, False)]):  # it changes with every play, its two parts hardly do
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
