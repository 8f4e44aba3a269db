"""Reads a stored map with everything the window draws. A million sounds take a second: not for the GUI thread."""

from pathlib import Path

import numpy as np
from msgspec import Struct

from engine.base.types import Ids
from engine.features.map.groups import Grouping, Groups, group
from engine.features.map.map_file import names_file, read_map
from engine.features.map.points import Points
from engine.features.map.regions import Region, keep_regions, name_regions, read_regions
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters


class MapData(Struct, frozen=True, eq=False):
    """A map, ready to draw."""

    ids: Ids
    """int64 [N], ascending: its sounds that are still in the library."""
    points: Points
    groups: dict[Grouping, Groups]
    """Of the same N sounds."""
    missing: int
    """Sounds of the library that are not on it yet."""
    regions: tuple[Region, ...] = ()


def load_map(library: Path) -> MapData | None:
    """Reads a library's map; None if its pack has none, or there is nothing to show.

    Raises:
        LibraryError: there is no library, or it cannot be read.
    """
    with Catalogue.open(library, read_only=True) as catalogue:
        pack = catalogue.packs.searched()
        kept = read_map(library, pack[0]) if pack else None
        if pack is None or kept is None:
            return None
        there = catalogue.passing.ids(Filters())
        ids = np.intersect1d(kept.ids, there, assume_unique=True)
        if not len(ids):
            return None
        places = kept.places_of(ids)
        names = names_file(library, pack[0])
        regions = read_regions(names, ids, places)
        if regions is None:
            regions = name_regions(catalogue, ids, places)
            keep_regions(names, ids, places, regions)
        return MapData(
            ids=ids,
            points=Points(places),
            groups={by: group(catalogue, ids, by) for by in Grouping},
            missing=len(there) - len(ids),
            regions=regions,
        )
