"""Groups of sounds that are one recording, as arrays, and rules for which one to keep.

**Best quality** is, in this order: lossless before lossy, higher sample rate, more bits, more channels, longer, more
metadata, older file, path. Nothing is removed here: a rule only proposes.
"""

from enum import StrEnum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import FilePath, Ids
from engine.store.catalogue import Catalogue

Similarities = NDArray[np.float32]
"""float32 [N], cosines."""


class Duplicates(Struct, frozen=True):
    """Groups of two or more sounds; a sound is in at most one group."""

    ids: Ids
    """int64 [N]: sounds, group after group, best of each group first."""
    starts: Ids
    """int64 [G + 1]: start of each group in `ids`, and N."""
    similarities: Similarities
    """float32 [N]: cosine with the group's best; 1 for its copies."""
    sizes: Ids
    """int64 [N]: bytes of each file."""
    by_units: NDArray[np.bool_] | None = None
    """bool [N]: units, not vectors, found the sound; its similarity is the matching share. None: vectors found all."""

    def is_by_units(self, row: int) -> bool:
        return self.by_units is not None and bool(self.by_units[row])

    def __len__(self) -> int:
        return len(self.starts) - 1

    def group(self, number: int) -> Ids:
        return self.ids[self.starts[number] : self.starts[number + 1]]

    @property
    def spare_bytes(self) -> int:
        """Bytes on disk of all but the best of every group."""
        return int(self.sizes.sum() - self.sizes[self.starts[:-1]].sum())

    @property
    def group_of(self) -> Ids:
        """int64 [N]: each sound's group number."""
        return np.repeat(np.arange(len(self), dtype=np.int64), np.diff(self.starts))

    def still(self, going: Ids) -> NDArray[np.bool_]:
        """Returns bool [N]: sounds of a former choice that are still to go; spares a group that would go whole."""
        goes = np.isin(self.ids, going)
        if not len(self):
            return goes
        is_whole = np.logical_and.reduceat(goes, self.starts[:-1])
        return goes & ~is_whole[self.group_of]

    def without(self, gone: Ids) -> "Duplicates":
        """Removes sounds; drops groups with one sound left."""
        stays = ~np.isin(self.ids, gone)
        groups = self.group_of
        stays &= (np.bincount(groups[stays], minlength=len(self)) > 1)[groups] if len(self) else stays
        counts = np.bincount(groups[stays], minlength=len(self))
        starts = np.concatenate([[0], np.cumsum(counts[counts > 0])]).astype(np.int64)
        by_units = None if self.by_units is None else self.by_units[stays]
        return Duplicates(self.ids[stays], starts, self.similarities[stays], self.sizes[stays], by_units)


NO_DUPLICATES = Duplicates(np.empty(0, np.int64), np.zeros(1, np.int64), np.empty(0, np.float32), np.empty(0, np.int64))


class Keep(StrEnum):
    """Which sounds of a group stay."""

    BEST = "best"
    """The best quality, as defined at the head of this module."""
    OLDEST = "oldest"
    """The file with the earliest modification."""
    FOLDER = "folder"
    """Those in a folder; leaves groups without any there alone."""


def proposal(catalogue: Catalogue, found: Duplicates, rule: Keep, folder: FilePath | None = None) -> NDArray[np.bool_]:
    """Returns bool [N]: the sounds a rule would remove. At least one of every group stays.

    Raises:
        ValueError: the rule needs a folder and there is none.
    """
    goes = np.ones(len(found.ids), dtype=np.bool_)
    firsts = found.starts[:-1]
    if rule is Keep.BEST or not len(found):
        goes[firsts] = False
    elif rule is Keep.OLDEST:
        order = np.lexsort((catalogue.files.mtimes_ns(found.ids), found.group_of))  # stable: the better of equals
        goes[order[firsts]] = False
    elif folder is None:
        raise ValueError("the rule FOLDER needs a folder")
    else:
        inside = catalogue.files.inside(found.ids, folder)
        has_any = np.logical_or.reduceat(inside, firsts)
        goes = ~inside & np.repeat(has_any, np.diff(found.starts))
    return goes


def grouped(
    catalogue: Catalogue,
    ids: Ids,
    groups: Ids,
    similarities: Similarities | None = None,
    by_units: NDArray[np.bool_] | None = None,
) -> Duplicates:
    """Builds Duplicates from sounds and group numbers, sorted by quality, groups by the space they save.

    Args:
        ids: int64 [N], each once, all in the catalogue.
        groups: int64 [N], equal within a group.
        similarities: float32 [N]; None for copies.
        by_units: bool [N]; see `Duplicates`.
    """
    if not len(ids):
        return NO_DUPLICATES
    order = np.lexsort((catalogue.sounds.quality_ranks(ids), groups))
    ids, groups = ids[order], groups[order]
    sizes = catalogue.files.sizes(ids)
    firsts = np.flatnonzero(np.concatenate([[True], groups[1:] != groups[:-1]]))
    counts = np.diff(np.append(firsts, len(ids)))
    spare = np.add.reduceat(sizes, firsts) - sizes[firsts]
    by_spare = np.lexsort((ids[firsts], -spare))
    ends = np.cumsum(counts[by_spare])
    places = np.arange(ends[-1]) + np.repeat(firsts[by_spare] - (ends - counts[by_spare]), counts[by_spare])
    like = np.ones(len(ids), dtype=np.float32) if similarities is None else similarities[order]
    starts = np.concatenate([[0], ends]).astype(np.int64)
    marked = None if by_units is None or not by_units.any() else by_units[order][places]
    return Duplicates(ids[places], starts, np.asarray(like[places]), sizes[places], marked)
