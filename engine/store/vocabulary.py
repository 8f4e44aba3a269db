"""Counts a library's vocabulary: words of names and metadata, folders, formats and categories.

Counts are computed as a whole and cached by `CachedCount`, because completion queries them at every key press.
"""

import bisect
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Generic, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.ucs import categories
from engine.base.text_forms import composed
from engine.store.catalogue import Catalogue
from engine.store.file_fields import FileField

_CHEAP_S = 0.02
"""Counts that took no longer than this are renewed whenever the library changes."""
_PATIENCE = 100
"""Slower counts of a changing library are renewed so rarely that they take a hundredth of the time."""

Value = TypeVar("Value")


class Words(Struct, frozen=True):
    """Words in alphabetical order, folded as in the full-text index, with their numbers of sounds."""

    words: list[str]
    sounds: NDArray[np.int64]

    def begin_with(self, start: str, limit: int) -> list[tuple[str, int]]:
        """The words with this beginning, most sounds first."""
        low = bisect.bisect_left(self.words, start)
        high = bisect.bisect_left(self.words, start + "\U0010ffff")
        counts = self.sounds[low:high]
        places = np.argpartition(-counts, limit - 1)[:limit] if len(counts) > limit else np.arange(len(counts))
        best = places[np.lexsort((places, -counts[places]))]
        return [(self.words[low + place], int(counts[place])) for place in best.tolist()]

    def __contains__(self, word: str) -> bool:
        at = bisect.bisect_left(self.words, word)
        return at < len(self.words) and self.words[at] == word


class CachedCount(Generic[Value]):
    """A cached count, renewed after changes of the library unless that would take too long. One thread owns it."""

    def __init__(
        self,
        count: Callable[[Catalogue], Value],
        catalogue: Catalogue,
        *,
        sequence: Callable[[], object] | None = None,
        aside: Callable[[Callable[[Catalogue], Value]], Future[Value]] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Args:
        sequence: the state that the count depends on; equal values mean equal counts. None for the catalogue's number.
        aside: counts in another thread with its own catalogue; None counts in this one.
        clock: seconds.
        """
        self._count = count
        self._catalogue = catalogue
        self._sequence = sequence or catalogue.database.sequence
        self._aside = aside
        self._clock = clock
        self._kept: tuple[Value, object] | None = None
        self._took_s = 0.0
        self._counted_s = 0.0
        self._coming: tuple[Future[Value], object, float] | None = None
        """The pending count of the other thread, its state at the start, and its start time."""

    def __call__(self) -> Value:
        """The count, possibly outdated; computes or waits for a missing one."""
        found = self.soon() if self._coming is not None or self._kept is not None else None
        if found is not None:
            return found
        if self._coming is not None:
            with suppress(Exception):  # then it is counted here
                self._coming[0].result()
            self._take()
            if self._kept is not None:
                return self._kept[0]
        now_s, sequence = self._clock(), self._sequence()
        return self._keep(self._count(self._catalogue), sequence, now_s)

    def soon(self) -> Value | None:
        """The count, or None; starts a missing or outdated one in the other thread."""
        self._take()
        now_s, sequence = self._clock(), self._sequence()
        if self._kept is not None:
            is_early = self._took_s > _CHEAP_S and now_s - self._counted_s < _PATIENCE * self._took_s
            if self._kept[1] == sequence or is_early or self._coming is not None:
                return self._kept[0]
        if self._aside is None or (self._kept is not None and self._took_s <= _CHEAP_S):
            return self._keep(self._count(self._catalogue), sequence, now_s)
        if self._coming is None:
            self._coming = self._aside(self._count), sequence, now_s
        return None if self._kept is None else self._kept[0]

    @property
    def is_coming(self) -> bool:
        """Whether the other thread is counting."""
        self._take()
        return self._coming is not None

    def _take(self) -> None:
        """Stores the other thread's finished count."""
        if self._coming is None or not self._coming[0].done():
            return
        (counted, sequence, began_s), self._coming = self._coming, None
        if not counted.cancelled() and counted.exception() is None:
            self._keep(counted.result(), sequence, began_s)

    def _keep(self, value: Value, sequence: object, began_s: float) -> Value:
        self._took_s, self._counted_s = self._clock() - began_s, began_s
        self._kept = value, sequence
        return value


def words(catalogue: Catalogue) -> Words:
    """Words of names, folders and metadata, without CatIDs, single letters and words with digits."""
    catalogue.database.rows("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, sound_text, row)")
    sql = "SELECT coalesce(group_concat(term, ' '), ''), coalesce(group_concat(doc, ' '), '') FROM temp.vocabulary"
    terms, counts = catalogue.database.rows(sql)[0]  # no object per row: see engine.store.columns
    ids = {category.cat_id.lower() for category in categories() if not category.cat_id.isupper()}
    every = terms.split()
    rows = [row for row, word in enumerate(every) if word.isalpha() and len(word) > 1 and word not in ids]
    sounds = np.fromstring(counts, np.int64, sep=" ")[rows] if rows else np.empty(0, np.int64)
    return Words([every[row] for row in rows], sounds)


def suffixes(catalogue: Catalogue) -> dict[str, int]:
    """File suffixes, most sounds first."""
    return dict(
        catalogue.database.rows(
            "SELECT suffix, count(*) FROM sound WHERE error = '' AND suffix != '' GROUP BY suffix ORDER BY 2 DESC, 1"
        )
    )


def cat_ids(catalogue: Catalogue) -> dict[str, int]:
    """UCS CatIDs in lower case, most sounds first."""
    return dict(
        catalogue.database.rows(
            "SELECT cat_id, count(*) FROM sound WHERE error = '' AND cat_id IS NOT NULL GROUP BY cat_id"
            " ORDER BY 2 DESC, 1"
        )
    )


def ear_cat_ids(catalogue: Catalogue) -> dict[str, int]:
    """Suggested CatIDs in lower case, most sounds first."""
    return dict(
        catalogue.database.rows(
            "SELECT cat_id, count(*) FROM ear_category WHERE cat_id != '' GROUP BY cat_id ORDER BY 2 DESC, 1"
        )
    )


def folder_names(catalogue: Catalogue) -> dict[str, int]:
    """Folder names from the roots down, with the number of sounds in and below all folders of each name."""
    roots = [root.path.raw for root in catalogue.roots.all()]
    counts: Counter[str] = Counter()
    for folder, sounds in catalogue.folders.all():
        root = next((root for root in roots if folder.raw.startswith(root)), b"")
        above = root[: max(root.rfind(b"/"), root.rfind(b"\\"), 0)]
        text = composed(folder.raw[len(above) :].decode("utf-8", errors="replace"))
        for name in set(text.replace("\\", "/").split("/")) - {""}:
            counts[name] += sounds
    return dict(counts.most_common())


def file_texts(catalogue: Catalogue) -> dict[str, dict[str, int]]:
    """Texts of files by field, most sounds first."""
    rows = catalogue.database.rows(
        "SELECT field, text, count(*) FROM file_field JOIN file_text ON file_text.id = text_id GROUP BY text_id"
        " ORDER BY 3 DESC, 2"
    )
    found: dict[str, dict[str, int]] = {field.value: {} for field in FileField}
    for field, text, sounds in rows:
        found.setdefault(field, {})[text] = sounds
    return found
