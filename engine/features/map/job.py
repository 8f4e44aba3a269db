"""Makes or updates the map of a library: places new sounds; if they are many, lays it out again.

Heavy: the window runs it in its own process (`python -m engine.features.map`).
"""

import logging
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.base.cancellation import Cancel, check
from engine.base.events import MapStage
from engine.base.types import Ids, Vectors
from engine.features.map.layout import SAMPLE, Placer, Places, lay_out
from engine.features.map.map_file import SoundMap, read_map, write_map
from engine.index.tiers import TieredIndex
from engine.models.pack import load_pack_of
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters

_log = logging.getLogger(__name__)

_CHUNK = 4_096
_ANEW_FROM = 0.25
"""Share of new sounds above which the layout is made again."""
_SEED = 99
PlacingProgress = Callable[[MapStage, float], None]
"""Receives the stage and its share done."""


def make_map(
    library: Path, *, pack: Path | None = None, anew: bool = False, cancel: Cancel, progress: PlacingProgress
) -> SoundMap:
    """Makes and saves the map of every sound with vectors.

    Args:
        pack: its pack; None finds it.
        anew: lay out again even where placing the new sounds would do.
        progress: receives the stage and its share done.

    Raises:
        LibraryError: there is no library, or it is damaged.
        PackError: the library's pack is missing.
        StorageFull: there is no room to save the map.
        StopRequested: `cancel` returned True; the former map stays.
    """
    started_s = time.monotonic()
    with Catalogue.open(library, read_only=True) as catalogue:
        info = load_pack_of(library, catalogue.packs.searched(), pack).info
        reader = _Reader(catalogue, TieredIndex.open(catalogue, info.pack_id, info.dim, "segments"))
        ids = reader.ids()
        former = None if anew else read_map(library, info.pack_id)
        sample = _sample_of(ids, former)
        _log.info(
            "map of %d sounds, %d laid out, former map: %s",
            len(ids),
            len(sample),
            "none" if former is None else "there",
        )
        progress(MapStage.READING, 0.0)
        vectors = reader.means(sample, cancel)
        if former is not None and _is_still_good(former, ids, sample):
            _log.debug("the former layout still fits; only new sounds are placed")
            places = former.places_of(sample)
        else:
            places = lay_out(vectors, cancel=cancel, tell=lambda share: progress(MapStage.LAYING_OUT, share))
        made = SoundMap(ids, _placed(reader, ids, sample, vectors, places, cancel, progress), sample)
        write_map(library, info.pack_id, made)
    _log.info("map made in %.1f s", time.monotonic() - started_s)
    return made


class _Reader:
    """Mean vectors of sounds."""

    def __init__(self, catalogue: Catalogue, index: TieredIndex) -> None:
        self._catalogue = catalogue
        self._index = index

    def ids(self) -> Ids:
        """Sounds with vectors of this pack, ascending."""
        passing = self._catalogue.passing.ids(Filters())
        there = np.intersect1d(self._catalogue.segments.living(), self._index.ids, assume_unique=True)
        rows = self._catalogue.segments.rows(there)
        return np.intersect1d(passing, rows.sound_id)

    def means(self, ids: Ids, cancel: Cancel) -> Vectors:
        """float32 [N, D], unit: the mean direction of each sound's windows, of which each has some."""
        parts = [np.zeros((0, self._index.dim), np.float32)]
        for first in range(0, len(ids), _CHUNK):
            check(cancel)
            parts.append(self._mean(ids[first : first + _CHUNK]))
        return np.concatenate(parts)

    def _mean(self, ids: Ids) -> Vectors:
        segments = self._catalogue.segments.of(ids)
        owners = self._catalogue.segments.rows(segments).sound_id
        order = np.argsort(owners, kind="stable")
        vectors = self._index.vectors_of(segments[order])
        starts = np.searchsorted(owners[order], ids)
        sums = np.add.reduceat(vectors.astype(np.float64), starts, axis=0)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        # Windows that cancel out have no mean direction: use the first.
        return np.where(norms > 1e-3, sums / np.maximum(norms, 1e-9), vectors[starts]).astype(np.float32)


def _sample_of(ids: Ids, former: SoundMap | None) -> Ids:
    """The sounds to lay out: those of the former map that still exist, else a random draw."""
    if former is not None:
        kept = np.intersect1d(former.sample, ids)
        if len(kept) >= (1 - _ANEW_FROM) * len(former.sample):
            return kept
    if len(ids) <= SAMPLE:
        return ids
    return np.sort(np.random.default_rng(_SEED).choice(ids, SAMPLE, replace=False))


def _is_still_good(former: SoundMap, ids: Ids, sample: Ids) -> bool:
    """Whether the former layout can stay: its sample is in use, and not too many sounds are new."""
    was_there = np.isin(sample, former.sample)
    news = len(np.setdiff1d(ids, former.ids, assume_unique=True))
    return bool(len(sample) and was_there.all() and news <= _ANEW_FROM * len(former.ids))


def _placed(
    reader: _Reader, ids: Ids, sample: Ids, vectors: Vectors, places: Places, cancel: Cancel, progress: PlacingProgress
) -> Places:
    """float32 [N, 2] for all sounds: the sample where it was laid out, the others near their neighbours."""
    answer = np.zeros((len(ids), 2), np.float32)
    answer[np.searchsorted(ids, sample)] = places
    others = np.setdiff1d(ids, sample, assume_unique=True)
    if not len(others):
        return answer
    placer = Placer(vectors, places)
    for first in range(0, len(others), _CHUNK):
        progress(MapStage.PLACING, first / len(others))
        chunk = others[first : first + _CHUNK]
        answer[np.searchsorted(ids, chunk)] = placer.place(reader.means(chunk, cancel))
    return answer
