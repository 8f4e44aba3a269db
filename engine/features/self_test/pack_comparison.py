"""Which pack finds the user's kinds better: by vectors stored in the library, or by a sample analysed for it.

A pack without vectors in the library is not guessed at: it is listed as not measured.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import AudioError, PackError, QueryError
from engine.base.types import FilePath, Ids, PackId
from engine.features.self_test.kind_search import figures_of, read_texts
from engine.features.self_test.named_kinds import FEWEST_FILES, NamedPool
from engine.features.self_test.stored_windows import Cosines, StoredVectors, best_cosines, stored_vectors
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import Pack, find_pack, installed_packs, load_pack, read_info
from engine.search.reference import reference_vectors
from engine.store.catalogue import Catalogue

_ROUNDS = 1000
_SEED = 2024


class PackMeasure(StrEnum):
    """How another pack was measured."""

    STORED = "stored"
    """By vectors stored in the library."""
    SAMPLE = "sample"
    """By sounds analysed for it."""
    NOT = "not"
    """The library has no vectors of it."""
    GONE = "gone"
    """The library has vectors of it, but it is not installed, so its text tower is missing."""


class PackComparison(Struct, frozen=True):
    """Another pack compared with the library's, on the same sounds."""

    name: str
    measured: PackMeasure
    sounds: int = 0
    kinds: int = 0
    here: float = 0.0
    """Mean average precision of the library's pack."""
    there: float = 0.0
    """And of this one."""
    low: float = 0.0
    """The 95 % interval of there - here, over resampled kinds."""
    high: float = 0.0
    first_here: int = 0
    """Kinds whose first row is one of their sounds, with the library's pack."""
    first_there: int = 0
    """And with this one."""
    folder: Path | None = None
    """Of an installed pack that was not measured."""

    @property
    def is_better(self) -> bool:
        """Whether it finds the kinds better beyond chance."""
        return self.measured in (PackMeasure.STORED, PackMeasure.SAMPLE) and self.low > 0.0


def packs_beside(
    catalogue: Catalogue, pack: Pack, stored: StoredVectors, pools: Sequence[NamedPool], cancel: Cancel
) -> tuple[PackComparison, ...]:
    """Compares every other pack that is installed, or has vectors in the library.

    Raises:
        StopRequested: it was cancelled.
        EngineError: vectors or a pack are damaged.
    """
    held = {id: name for id, name, sounds in catalogue.packs.known() if sounds and id != pack.info.pack_id}
    found = []
    for pack_id, name in held.items():
        check(cancel)
        folder = find_pack(pack_id, catalogue.folder)
        theirs = stored_vectors(catalogue, pack_id, is_searched=False)
        if folder is None or theirs is None:
            found.append(PackComparison(name, PackMeasure.GONE if folder is None else PackMeasure.NOT))
            continue
        found.append(_by_stored(load_pack(folder), theirs, pack, stored, pools, cancel))
    for name, folder in _installed(catalogue.folder, {pack.info.pack_id, *held}):
        found.append(PackComparison(name, PackMeasure.NOT, folder=folder))
    return tuple(found)


def pack_on_sample(
    catalogue: Catalogue,
    pack: Pack,
    stored: StoredVectors,
    pools: Sequence[NamedPool],
    other: Path,
    count: int,
    *,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> PackComparison:
    """Analyses some sounds of each kind with another pack, and compares both on them.

    Args:
        catalogue: read only.

    Raises:
        StopRequested: it was cancelled.
        PackError: the other pack is damaged.
    """
    beside = load_pack(other)
    drawn = _drawn(pools, count)
    audio = AudioEncoder(beside)
    vectors, read = [], []
    for number, (sound, raw) in enumerate(sorted(catalogue.files.paths(drawn).items()), start=1):
        check(cancel)
        try:
            vectors.append(reference_vectors(FilePath(raw), audio, beside.info))
            read.append(sound)
        except (AudioError, QueryError):
            continue  # away or unreadable: compare fewer
        finally:
            progress(number / max(1, len(drawn)))
    sounds = np.array(read, np.int64)
    kept = _narrowed(pools, sounds)
    if not kept:
        return PackComparison(beside.info.name, PackMeasure.NOT, len(sounds))
    texts = read_texts(TextEncoder(beside), _words(kept), cancel, _quiet)
    theirs = np.stack([(own @ texts.T).max(axis=0) for own in vectors])
    mine = best_cosines(stored, read_texts(TextEncoder(pack), _words(kept), cancel, _quiet), cancel=cancel)
    rows = stored.rows_of(sounds)
    return _compared(beside, PackMeasure.SAMPLE, kept, (sounds, theirs), (stored.sounds[rows], mine[rows]))


def _by_stored(
    beside: Pack,
    theirs: StoredVectors,
    pack: Pack,
    stored: StoredVectors,
    pools: Sequence[NamedPool],
    cancel: Cancel,
) -> PackComparison:
    both = np.intersect1d(theirs.sounds, stored.sounds)
    kept = _narrowed(pools, both)
    if not kept:
        return PackComparison(beside.info.name, PackMeasure.NOT, len(both))
    sides = []
    for one, windows in ((beside, theirs), (pack, stored)):
        texts = read_texts(TextEncoder(one), _words(kept), cancel, _quiet)
        sides.append((windows.sounds, best_cosines(windows, texts, cancel=cancel)))
    return _compared(beside, PackMeasure.STORED, kept, sides[0], sides[1])


def _compared(
    beside: Pack,
    measured: PackMeasure,
    pools: Sequence[NamedPool],
    theirs: tuple[Ids, Cosines],
    mine: tuple[Ids, Cosines],
) -> PackComparison:
    there, here = figures_of(pools, *theirs), figures_of(pools, *mine)
    change = there.precisions - here.precisions
    drawn = np.random.default_rng(_SEED).integers(0, len(change), (_ROUNDS, len(change)))
    low, high = np.quantile(change[drawn].mean(axis=1), (0.025, 0.975))
    sounds = len(np.unique(np.concatenate([pool.sounds for pool in pools])))
    name = beside.info.name
    means = float(here.precisions.mean()), float(there.precisions.mean()), float(low), float(high)
    return PackComparison(name, measured, sounds, len(change), *means, here.first, there.first)


def _narrowed(pools: Sequence[NamedPool], sounds: Ids) -> list[NamedPool]:
    """The pools limited to some sounds, with the kinds that still have enough."""
    kept = []
    for pool in pools:
        kinds = [replace(kind, sounds=np.intersect1d(kind.sounds, sounds)) for kind in pool.kinds]
        kinds = [kind for kind in kinds if len(kind.sounds) >= FEWEST_FILES]
        if kinds:
            kept.append(replace(pool, sounds=np.intersect1d(pool.sounds, sounds), kinds=tuple(kinds)))
    return kept


def _drawn(pools: Sequence[NamedPool], count: int) -> Ids:
    """Equally many sounds of the largest kinds, so that many kinds have enough."""
    draw = np.random.default_rng(_SEED)
    drawn: list[int] = []
    for kind in sorted((kind for pool in pools for kind in pool.kinds), key=lambda kind: -len(kind.sounds)):
        if len(drawn) >= count:
            break
        drawn += draw.permutation(kind.sounds)[: 2 * FEWEST_FILES].tolist()
    return np.unique(np.array(drawn[:count], np.int64))


def _installed(library: Path, known: set[PackId]) -> list[tuple[str, Path]]:
    """Name and folder of the packs without vectors in the library."""
    found = []
    for folder in installed_packs(library):
        try:
            info = read_info(folder)
        except PackError:
            continue  # `earshot pack list` reports the error
        if info.pack_id not in known:
            found.append((info.name, folder))
    return found


def _words(pools: Sequence[NamedPool]) -> list[str]:
    return [kind.words for pool in pools for kind in pool.kinds]


def _quiet(share: float) -> None: ...
