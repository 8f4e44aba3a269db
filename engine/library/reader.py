"""Reads only the catalogue, for a second thread: the rows of a ranking, sort orders, peaks.

Opens no model and no index. Each thread that reads opens its own.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine.base.library_facts import Subfolder
from engine.base.types import FilePath, Hit, Ids, Peaks, Sound, SoundId
from engine.library.user_data import Collection, SavedSearch, UserData
from engine.search.facets import FacetQuestion, FacetValue, counted
from engine.search.filter_registry import FILTERS, combine, read
from engine.search.hits import hits_of
from engine.search.ranking import Ranking
from engine.search.sorting import SortKey, SoundSorter, order_of
from engine.search.thesaurus import synonyms_by
from engine.search.tokens import TokenKind, marks
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.database import SequenceStamp
from engine.store.filters import HEARD, Filters, Is
from engine.store.roots import Root

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


class LibraryReader:
    """Reads one library. A single thread owns it."""

    def __init__(self, folder: Path) -> None:
        """Raises:
        LibraryError: there is no library, or it cannot be read.
        """
        self._catalogue = Catalogue.open(folder, read_only=True)
        self._orders = SoundSorter(self._catalogue)
        self._counting = FilterCounts(self._catalogue)
        self._keeping = UserData(self._catalogue)

    @staticmethod
    def is_there(folder: Path) -> bool:
        return (folder / FILE_NAME).exists()

    def roots(self) -> list[Root]:
        """Returns the folders the user added, sorted by path."""
        return self._catalogue.roots.all()

    def is_empty(self) -> bool:
        return self._catalogue.sounds.is_empty()

    def sound(self, id: SoundId) -> Sound:
        """Returns one sound.

        Raises:
            SoundGone: it is not in the library.
        """
        return self._catalogue.sounds.one(id)

    def sounds(self, ids: Sequence[SoundId] | Ids) -> list[Sound]:
        """Returns sounds in the order of `ids`.

        Raises:
            SoundGone: one of them is not in the library.
        """
        return self._catalogue.sounds.many(ids)

    def hits(self, ranking: Ranking, rows: Sequence[int]) -> list[Hit]:
        """Returns the hits of some rows in that order; `rank` is the row + 1. Omits sounds that are gone."""
        return hits_of(ranking, rows, self._catalogue)

    def order(self, ids: Ids, key: SortKey, descending: bool = False) -> NDArray[np.int64]:
        """Returns int64 [N]: the places in `ids` sorted by a column; stable, unknown values last.

        A million take about a second the first time, a tenth of that while the catalogue is unchanged.
        """
        return self._orders.order(ids, key, descending=descending)

    def order_of(self, ranking: Ranking, key: SortKey, descending: bool = False) -> NDArray[np.int64]:
        """Returns int64 [N]: a ranking's rows sorted by a column; as `order`, but also by parts of the score."""
        return order_of(ranking, key, self._orders, self._catalogue, descending=descending)

    def paths(self, ids: Ids) -> list[FilePath]:
        """Returns the paths of sounds in the order of `ids`; omits sounds that are gone."""
        known = self._catalogue.files.paths(ids)
        return [FilePath(known[id]) for id in ids.tolist() if id in known]

    def subfolders(self, parent: FilePath) -> tuple[Subfolder, ...]:
        """Returns the folders with sounds directly below a root or folder, by name."""
        return self._catalogue.folders.below(parent)

    def sounds_below(self, folder: FilePath) -> int:
        """Counts the sounds in a folder and below."""
        return self._catalogue.folders.sounds_below(folder)

    def synonyms_of(self, word: str) -> tuple[str, ...]:
        return synonyms_by(self._catalogue.database.rows)(word)

    def count(self, filters: str) -> int:
        """Counts the sounds that pass filters in the query grammar; all sounds for no filter.

        Raises:
            QueryError: a filter cannot be read.
        """
        return self._counting.count(filters)

    def collections(self) -> list[Collection]:
        """Returns the user's collections, in the user's order."""
        return self._keeping.collections()

    def saved_searches(self) -> list[SavedSearch]:
        """Returns the user's saved searches, in the user's order."""
        return self._keeping.saved()

    def collection_counts(self) -> dict[int, int]:
        """Returns the sizes of collections by id; omits empty ones."""
        return self._catalogue.marks.collection_counts()

    def facet(self, question: FacetQuestion) -> tuple[FacetValue, ...]:
        """Returns the values of one filter, each with its number of sounds; see `engine.search.facets`."""
        return counted(self._catalogue, question)

    def peaks(self, id: SoundId) -> Peaks | None:
        return self._catalogue.sounds.peaks(id)

    def close(self) -> None:
        self._catalogue.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
