"""The catalogue alone, read only, for a thread other than the library's: the rows of a ranking, their order, peaks.

Opens no model and no index. Each thread that reads opens its own.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine.contents import Subfolder
from engine.keeping import Collection, Keeping, SavedSearch
from engine.search.counting import Counting
from engine.search.facets import FacetQuestion, FacetValue, counted
from engine.search.hits import hits_of
from engine.search.order import SortKey, SoundSorter, order_of
from engine.search.ranking import Ranking
from engine.search.thesaurus import synonyms_by
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.roots import Root
from engine.types import FilePath, Hit, Ids, Peaks, Sound, SoundId


class LibraryReader:
    """Reads one library. A single thread owns it."""

    def __init__(self, folder: Path) -> None:
        """Opens it.

        Raises:
            LibraryError: there is no library, or it cannot be read.
        """
        self._catalogue = Catalogue.open(folder, read_only=True)
        self._orders = SoundSorter(self._catalogue)
        self._counting = Counting(self._catalogue)
        self._keeping = Keeping(self._catalogue)

    @staticmethod
    def is_there(folder: Path) -> bool:
        """Whether there is a library in a folder at all."""
        return (folder / FILE_NAME).exists()

    def roots(self) -> list[Root]:
        """The folders the user added, by path."""
        return self._catalogue.roots.all()

    def is_empty(self) -> bool:
        """Whether it holds no sound."""
        return self._catalogue.sounds.is_empty()

    def sound(self, id: SoundId) -> Sound:
        """One sound.

        Raises:
            SoundGone: it is not in the library.
        """
        return self._catalogue.sounds.one(id)

    def sounds(self, ids: Sequence[SoundId] | Ids) -> list[Sound]:
        """Sounds in the order of `ids`.

        Raises:
            SoundGone: one of them is not in the library.
        """
        return self._catalogue.sounds.many(ids)

    def hits(self, ranking: Ranking, rows: Sequence[int]) -> list[Hit]:
        """The hits of some rows of a ranking, in that order; `rank` is the row + 1.

        A sound that left the library since is left out.
        """
        return hits_of(ranking, rows, self._catalogue)

    def order(self, ids: Ids, key: SortKey, descending: bool = False) -> NDArray[np.int64]:
        """int64 [N]: the places in `ids` in the order of a column; equals stay as they are, what is not known is last.

        A million take about a second the first time, a tenth of that while the catalogue stays the same.
        """
        return self._orders.order(ids, key, descending=descending)

    def order_of(self, ranking: Ranking, key: SortKey, descending: bool = False) -> NDArray[np.int64]:
        """int64 [N]: the rows of a ranking in the order of a column; as `order`, and by the parts of its scores."""
        return order_of(ranking, key, self._orders, self._catalogue, descending=descending)

    def paths(self, ids: Ids) -> list[FilePath]:
        """The paths of sounds, in the order of `ids`; those that are gone are left out."""
        known = self._catalogue.files.paths(ids)
        return [FilePath(known[id]) for id in ids.tolist() if id in known]

    def subfolders(self, parent: FilePath) -> tuple[Subfolder, ...]:
        """The folders with sounds right below a root or another folder, by name."""
        return self._catalogue.folders.below(parent)

    def sounds_below(self, folder: FilePath) -> int:
        """How many sounds lie in and below a folder."""
        return self._catalogue.folders.sounds_below(folder)

    def synonyms_of(self, word: str) -> tuple[str, ...]:
        """As `Library.synonyms_of`."""
        return synonyms_by(self._catalogue.database.rows)(word)

    def count(self, filters: str) -> int:
        """How many sounds pass filters in the grammar of a query; all of them for none.

        Raises:
            QueryError: a filter cannot be read.
        """
        return self._counting.count(filters)

    def collections(self) -> list[Collection]:
        """The user's collections, in their order."""
        return self._keeping.collections()

    def saved_searches(self) -> list[SavedSearch]:
        """The user's saved searches, in their order."""
        return self._keeping.saved()

    def collection_counts(self) -> dict[int, int]:
        """How many sounds each collection lists, by its id; an empty one is not in it."""
        return self._catalogue.marks.collection_counts()

    def facet(self, question: FacetQuestion) -> tuple[FacetValue, ...]:
        """The values that one filter could be set to, and how many sounds would pass; see `engine.search.facets`."""
        return counted(self._catalogue, question)

    def peaks(self, id: SoundId) -> Peaks | None:
        """The waveform overview, None for a sound without one."""
        return self._catalogue.sounds.peaks(id)

    def close(self) -> None:
        """Ends the connection."""
        self._catalogue.close()

    def __enter__(self) -> Self:
        """The reader, closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes."""
        self.close()
