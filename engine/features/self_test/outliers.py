"""Outliers: sounds whose nearest neighbours are farther away than those of any other sound.

A sound's closeness is the mean cosine with its `NEIGHBOURS` nearest sounds, by the means of their windows. Its own
takes and copies do not count: sounds of its family (engine/search/stacks.py), and cosines from SAME_FROM.

Exact, in near linear time by the pruning of Bay and Schwabacher 2003 (KDD): sounds are compared in random order, and
one whose neighbours so far are already nearer than those of the last known outlier cannot be an outlier.
"""

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.cancellation import Cancel, check, never
from engine.base.types import FilePath, Ids, SoundId, Vectors
from engine.features.self_test.stored_windows import StoredVectors
from engine.search.stacks import SAME_FROM, family
from engine.store.catalogue import Catalogue
from engine.store.mean_vectors import MeanVectors, mean_vectors

NEIGHBOURS = 3
SHOWN = 50
_BLOCK = 1024
"""Sounds processed together."""
_MET = 2048
"""Sounds compared with a block at once."""
_TYPICAL = 512
"""Sample size for the typical closeness."""
_SEED = 2024


class Outlier(Struct, frozen=True):
    """A sound far from all others."""

    sound: SoundId
    path: FilePath
    closeness: float
    """Mean cosine with its nearest neighbours, -1 to 1."""
    nearest: FilePath


class Outliers(Struct, frozen=True):
    """The sounds far from all others, farthest first."""

    outliers: tuple[Outlier, ...] = ()
    typical: float = 0.0
    """Median closeness of the library's sounds."""
    of: int = 0
    """Sounds that were compared."""


def find_outliers(
    catalogue: Catalogue,
    stored: StoredVectors,
    *,
    limit: int = SHOWN,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Outliers:
    """Finds the sounds far from all others; none in a library of at most `NEIGHBOURS` sounds.

    Args:
        catalogue: read only.

    Raises:
        StopRequested: it was cancelled.
        StorageFull: no room for a temporary file.
        VectorsDamaged: a block of vectors is damaged.
    """

    def read(share: float) -> None:
        check(cancel)
        progress(0.2 * share)

    means = mean_vectors(stored.spans, stored.log, list(stored.frames), catalogue.folder, read)
    try:
        sounds = stored.sounds[means.rows]
        if len(sounds) <= NEIGHBOURS:
            return Outliers(of=len(sounds))
        paths = {sound: FilePath(path) for sound, path in catalogue.files.paths(sounds).items()}
        meeting = _NeighbourSearch(means, _families(sounds, paths))
        typical = meeting.typical(cancel)
        found = meeting.outliers(limit, cancel, lambda share: progress(0.25 + 0.75 * share))
    finally:
        means.close()
    outliers = [
        Outlier(SoundId(int(sounds[row])), paths[int(sounds[row])], closeness, paths[int(sounds[nearest])])
        for row, closeness, nearest in found
        if int(sounds[row]) in paths and int(sounds[nearest]) in paths
    ]
    return Outliers(tuple(outliers), typical, len(sounds))


class _NeighbourSearch:
    """Compares sounds in random order."""

    def __init__(self, means: MeanVectors, families: NDArray[np.int64]) -> None:
        self._means, self._families = means, families
        self._order = np.random.default_rng(_SEED).permutation(len(families))

    def typical(self, cancel: Cancel) -> float:
        """Median closeness of a random sample."""
        drawn = self._order[:_TYPICAL]
        near, _ = self._nearest(drawn, -np.inf, cancel)
        return float(np.median(near.mean(axis=1)))

    def outliers(self, limit: int, cancel: Cancel, progress: Callable[[float], None]) -> list[tuple[int, float, int]]:
        """Row, closeness and nearest row of each outlier, farthest first."""
        found: list[tuple[float, int, int]] = []
        for start in range(0, len(self._order), _BLOCK):
            cutoff = found[-1][0] if len(found) == limit else np.inf
            rows = np.sort(self._order[start : start + _BLOCK])
            near, nearest = self._nearest(rows, cutoff, cancel)
            closeness = near.mean(axis=1)
            new = [(float(closeness[at]), int(rows[at]), int(nearest[at])) for at in np.flatnonzero(closeness < cutoff)]
            found = sorted([*found, *new])[:limit]
            progress(min(1.0, (start + _BLOCK) / len(self._order)))
        return [(row, closeness, nearest) for closeness, row, nearest in found]

    def _nearest(self, rows: Ids, cutoff: float, cancel: Cancel) -> tuple[NDArray[np.float64], Ids]:
        """Descending cosines of each row's nearest neighbours, and the nearest row.

        Stops comparing rows that are already closer than the cut-off: their cosines are too small, but stay above it.
        """
        near = np.full((len(rows), NEIGHBOURS), -1.0)
        nearest = np.zeros(len(rows), np.int64)
        alive = np.arange(len(rows))
        own = self._means.of(rows)
        for start in range(0, len(self._order), _MET):
            check(cancel)
            others = np.sort(self._order[start : start + _MET])
            cosines = self._apart(own[alive], rows[alive], others)
            top = cosines.argmax(axis=1)
            highest = cosines[np.arange(len(alive)), top]
            is_nearest = highest > near[alive, 0]
            nearest[alive[is_nearest]] = others[top[is_nearest]]
            is_near = highest > near[alive, -1]  # most rows gain nothing from the others
            if is_near.any():
                found, kept = cosines[is_near], min(NEIGHBOURS, len(others))
                best = np.partition(found, len(others) - kept, axis=1)[:, len(others) - kept :]
                at = alive[is_near]
                near[at] = -np.sort(-np.concatenate([near[at], best], axis=1), axis=1)[:, :NEIGHBOURS]
            if cutoff < np.inf:
                alive = alive[near[alive].mean(axis=1) < cutoff]
            if not len(alive):
                break
        return near, nearest

    def _apart(self, own: Vectors, rows: Ids, others: Ids) -> NDArray[np.float32]:
        """Cosines; -1 where the other is itself, a take of it or the same recording."""
        cosines = own @ self._means.of(others).T
        cosines[(self._families[rows][:, None] == self._families[others]) | (cosines >= SAME_FROM)] = -1.0
        return cosines


def _families(sounds: Ids, paths: dict[int, FilePath]) -> NDArray[np.int64]:
    """A number per sound, equal within a family; a sound that is gone has its own."""
    numbers: dict[object, int] = {}
    keys = [family(paths[sound]) if sound in paths else sound for sound in sounds.tolist()]
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int64)
