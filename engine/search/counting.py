"""How many sounds a place of the left column holds: the same filters that list it, counted and remembered.

At a million sounds a count reads the narrow table once, and again only after something it asks about has changed.
"""

from engine.search.filtering import FILTERS, combine, read
from engine.search.marks import MarkKind, marks
from engine.store.filters import HEARD, Filters, Is, where
from engine.store.reads import CatalogueReads, FilterStamp

_REMEMBERED = 64
_COLLECTIONS = (
    "SELECT collection_id, count(*) FROM collection_item JOIN sound ON sound.id = sound_id WHERE error = ''"
    " GROUP BY collection_id"
)


class Counting:
    """Counts in one catalogue. The thread that owns the catalogue owns this."""

    def __init__(self, catalogue: CatalogueReads) -> None:
        self._catalogue = catalogue
        self._known: dict[Filters, tuple[FilterStamp, int]] = {}

    def count(self, text: str) -> int:
        """Gives how many sounds pass the filters in a text; words in it are ignored.

        Raises:
            QueryError: a filter's value cannot be read.
        """
        found = (mark for mark in marks(text, FILTERS.keys_typed) if mark.kind is MarkKind.FILTER)
        return self._count(combine(read(mark.key, mark.text) for mark in found))

    def collections(self) -> dict[int, int]:
        """Gives how many sounds each collection lists, by its id; an empty one is not in it."""
        return {int(id): int(count) for id, count in self._catalogue.rows(_COLLECTIONS)}

    def _count(self, filters: Filters) -> int:
        if filters == Filters.of([Is(HEARD, False)]):  # it changes with every play, its two parts hardly do
            return self._count(Filters()) - self._count(Filters.of([Is(HEARD, True)]))
        stamp = self._catalogue.stamp_of(filters)
        known = self._known.get(filters)
        if known is not None and known[0] == stamp:
            return known[1]
        condition, values = where(filters)
        rows = self._catalogue.rows(
            f"SELECT count(*) FROM sound JOIN root ON root.id = sound.root_id WHERE {condition}", *values
        )
        count = int(rows[0][0])
        self._known.pop(filters, None)
        self._known[filters] = stamp, count
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]
        return count
