"""From nearest segments to nearest sounds, and the cosines of chosen ids: what the searcher asks of an index."""

from collections.abc import Callable
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
    segments, there, k = _to_look_at(index, catalogue, want, allowed)
    found = index.search_all(queries, k, segments, exact=exact, thorough=True)
    return [FirstLook(one, k, there, segments) for one in found]


def first_look(
    index: TieredIndex, catalogue: Catalogue, query: Vectors, *, want: int, allowed: Ids | None, exact: bool = False
) -> Callable[[], FirstLook]:
    """Gives what looks for one query, float32 [D]; it asks the index alone, so that another thread may call it."""
    segments, there, k = _to_look_at(index, catalogue, want, allowed)
    return lambda: FirstLook(index.search(query, k, segments, exact=exact, thorough=True), k, there, segments)


def _to_look_at(
    index: TieredIndex, catalogue: Catalogue, want: int, allowed: Ids | None
) -> tuple[Ids | None, int, int]:
    """The segments that may answer, None for all; how many these are; and how many neighbours to ask for at first."""
    segments = None if allowed is None else catalogue.segments.of(allowed)
    there = len(index) if segments is None else len(segments)
    return segments, there, min(there, 2 * want)


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

    The query may be words, so a graph is asked to be thorough. A long recording owns many segments, so k grows
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
        owners = catalogue.segments.owners(found.ids)
        # Best first, so the first row of a sound is its best segment. Sound 0: gone since the index caught up.
        at = _first_of_each(owners)
        at = at[owners[at] > 0]
        if k >= there or (len(at) >= want and found.scores[-1] < found.scores[at[want - 1]]):
            return NearSounds(owners[at], found.scores[at].astype(np.float64), found.ids[at], found.tier)
        k = min(there, 4 * k)
        found = index.search(query, k, first.segments, exact=exact, thorough=True)


def best_segments(
    index: TieredIndex, catalogue: Catalogue, query: Vectors, sounds: Ids, *, tier: str = "exact"
) -> NearSounds:
    """Gives each of `sounds` that has vectors with its best segment, exactly, whatever the number of its segments.

    Of segments that are equal the first counts; the sounds come by ascending id. `tier` is what the answer says it is
    of: that of the index which found the sounds, where one did.
    """
    segments = catalogue.segments.of(sounds)
    scores = index.scores_of(query, segments)
    owners = catalogue.segments.owners(segments)
    known = ~np.isnan(scores)
    if not known.all():
        segments, scores, owners = segments[known], scores[known], owners[known]
    if not len(segments):
        return NearSounds(segments, scores.astype(np.float64), segments, tier)
    # Segments of one sound have ids behind each other, so that sorting is not needed to find the best of each.
    first = np.flatnonzero(np.append(True, owners[1:] != owners[:-1]))
    highest = np.maximum.reduceat(scores, first)
    counts = np.diff(np.append(first, len(scores)))
    at_best = np.flatnonzero(scores == np.repeat(highest, counts))
    best = at_best[np.searchsorted(at_best, first)]
    best = best[np.argsort(owners[best], kind="stable")]
    return NearSounds(owners[best], scores[best].astype(np.float64), segments[best], tier)


def cosines_of(index: TieredIndex, query: Vectors, ids: Ids) -> Cosines:
    """Gives the cosine of the query with the stored vector of each id, nan where the index has none."""
    return index.scores_of(query, ids).astype(np.float64)


def _first_of_each(owners: Ids) -> NDArray[np.int64]:
    """int64 [M], ascending: the places at which a sound comes for the first time."""
    if not len(owners):
        return np.empty(0, np.int64)
    first = np.full(int(owners.max()) + 1, -1, np.int32)  # a look-up is quicker than sorting
    places = np.arange(len(owners) - 1, -1, -1, dtype=np.int32)
    first[owners[::-1]] = places  # of equal ones the last that is written stays: the first
    return np.flatnonzero(first[owners] == np.arange(len(owners)))


def aligned(ids: Ids, known: Ids, values: Cosines) -> Cosines:
    """Gives each of `ids` its value, nan where it is not among `known` (in any order)."""
    result = np.full(len(ids), np.nan)
    if len(known):
        order = np.argsort(known)
        at = np.minimum(np.searchsorted(known[order], ids), len(known) - 1)
        there = known[order][at] == ids
        result[there] = values[order][at[there]]
    return result
