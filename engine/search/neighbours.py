"""From nearest segments to nearest sounds, and the cosines of chosen ids: what the searcher asks of an index."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.index.tiers import Neighbours, TieredIndex
from engine.store.catalogue import Catalogue
from engine.types import Ids, Vectors

Cosines = NDArray[np.float64]
"""float64 [N], -1 to 1, nan for what has no vector."""


@dataclass(frozen=True, slots=True)
class NearSounds:
    """Sounds by their best segment, best first."""

    ids: Ids
    """int64 [N], each sound once."""
    cosines: Cosines
    segments: Ids
    """int64 [N], the best segment of each."""
    tier: str
    """The index tier that answered."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """What one scan for many queries found for one of them: what `near_sounds` would look at first."""

    found: Neighbours
    k: int
    there: int
    """How many segments may answer."""
    segments: Ids | None
    """Which; None for all."""


def first_looks(
    index: TieredIndex, catalogue: Catalogue, queries: Vectors, *, want: int, allowed: Ids | None, exact: bool = False
) -> list[FirstLook]:
    """Looks for many queries at once, float32 [Q, D]; otherwise as for `near_sounds`."""
    segments = None if allowed is None else catalogue.segments.of(allowed)
    there = len(index) if segments is None else len(segments)
    k = min(there, 2 * want)
    found = index.search_all(queries, k, segments, exact=exact, thorough=True)
    return [FirstLook(one, k, there, segments) for one in found]


def near_sounds(
    index: TieredIndex,
    catalogue: Catalogue,
    query: Vectors,
    *,
    want: int,
    allowed: Ids | None,
    exact: bool = False,
    first: FirstLook | None = None,
) -> NearSounds:
    """Gives at least `want` different sounds, or all that have vectors.

    The query may be words, so the base is asked to be thorough. A long recording owns many segments, so k grows
    fourfold until enough different sounds are among the k nearest, and with the last of them all that are as near: the
    caller decides between equals, by their paths.

    Args:
        index: of segments.
        catalogue: knows whose they are.
        query: float32 [D], unit.
        want: how many sounds.
        allowed: ids of the sounds that may answer, ascending; None for all.
        exact: ask the exact tier whatever its cost.
        first: what was found for it together with others.
    """
    first = first or first_looks(index, catalogue, query[None], want=want, allowed=allowed, exact=exact)[0]
    found, k, there = first.found, first.k, first.there
    while True:
        rows = catalogue.segments.rows(found.ids)
        # Best first, so the first row of a sound is its best segment. Sound 0: gone since the index caught up.
        sounds, at = np.unique(rows.sound_id, return_index=True)
        at = np.sort(at[sounds > 0])
        if k >= there or (len(at) >= want and found.scores[-1] < found.scores[at[want - 1]]):
            return NearSounds(rows.sound_id[at], found.scores[at].astype(np.float64), found.ids[at], found.tier)
        k = min(there, 4 * k)
        found = index.search(query, k, first.segments, exact=exact, thorough=True)


def best_segments(index: TieredIndex, catalogue: Catalogue, query: Vectors, sounds: Ids) -> NearSounds:
    """Gives each of `sounds` that has vectors with its best segment, exactly, whatever the number of its segments."""
    segments = catalogue.segments.of(sounds)
    found = index.search(query, len(segments), segments, exact=True)
    rows = catalogue.segments.rows(found.ids)
    _, first = np.unique(rows.sound_id, return_index=True)
    return NearSounds(rows.sound_id[first], found.scores[first].astype(np.float64), found.ids[first], found.tier)


def cosines_of(index: TieredIndex, query: Vectors, ids: Ids) -> Cosines:
    """Gives the cosine of the query with the stored vector of each id, nan where the index has none."""
    found = index.search(query, len(ids), np.unique(ids), exact=True)
    return aligned(ids, found.ids, found.scores.astype(np.float64))


def aligned(ids: Ids, known: Ids, values: Cosines) -> Cosines:
    """Gives each of `ids` its value, nan where it is not among `known` (in any order)."""
    result = np.full(len(ids), np.nan)
    if len(known):
        order = np.argsort(known)
        at = np.minimum(np.searchsorted(known[order], ids), len(known) - 1)
        there = known[order][at] == ids
        result[there] = values[order][at[there]]
    return result
