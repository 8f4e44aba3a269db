"""Turns nearest segments into nearest sounds, and computes cosines of given ids."""

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import Ids, Vectors
from engine.index.tiers import Neighbours, TieredIndex
from engine.store.catalogue import Catalogue

Cosines = NDArray[np.float64]
"""float64 [N], -1 to 1, nan for ids without a vector."""


class NearSounds(Struct, frozen=True):
    """Sounds by their best segment, best first."""

    ids: Ids
    """int64 [N], each sound once."""
    cosines: Cosines
    segments: Ids
    """int64 [N], the best segment of each."""
    tier: str


class FirstScan(Struct, frozen=True):
    """One query's result of a scan for many: what `near_sounds` would search first."""

    found: Neighbours
    k: int
    there: int
    """Number of segments that may answer."""
    segments: Ids | None
    """Their ids; None for all."""


def first_looks(
    index: TieredIndex, catalogue: Catalogue, queries: Vectors, *, want: int, allowed: Ids | None, exact: bool = False
) -> list[FirstScan]:
    """Searches for many queries at once, float32 [Q, D]; otherwise as `near_sounds`."""
    segments, there, k = _to_look_at(index, catalogue, want, allowed)
    found = index.search_all(queries, k, segments, exact=exact, thorough=True)
    return [FirstScan(one, k, there, segments) for one in found]


def first_look(
    index: TieredIndex, catalogue: Catalogue, query: Vectors, *, want: int, allowed: Ids | None, exact: bool = False
) -> Callable[[], FirstScan]:
    """Returns a search for one query, float32 [D]; it uses only the index, so another thread may call it."""
    segments, there, k = _to_look_at(index, catalogue, want, allowed)
    return lambda: FirstScan(index.search(query, k, segments, exact=exact, thorough=True), k, there, segments)


def _to_look_at(
    index: TieredIndex, catalogue: Catalogue, want: int, allowed: Ids | None
) -> tuple[Ids | None, int, int]:
    """The segments that may answer, None for all; their number; and how many neighbours to request at first."""
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
    first: FirstScan | None = None,
) -> NearSounds:
    """At least `want` different sounds, or all that have vectors.

    The query may be words, so a graph is searched thoroughly. A long recording has many segments, so k grows fourfold
    until
    enough different sounds are among the k nearest, including all that tie with the last: the caller breaks ties by
    path.

    Args:
        query: float32 [D], unit.
        allowed: ids of the sounds that may answer, ascending; None for all.
        exact: uses the exact tier whatever its cost.
        first: its result from a scan for many queries.
    """
    first = first or first_looks(index, catalogue, query[None], want=want, allowed=allowed, exact=exact)[0]
    found, k, there = first.found, first.k, first.there
    while True:
        owners = catalogue.segments.owners(found.ids)
        # Best first, so a sound's first row is its best segment. Sound 0: removed since the index caught up.
        at = _first_of_each(owners)
        at = at[owners[at] > 0]
        if k >= there or (len(at) >= want and found.scores[-1] < found.scores[at[want - 1]]):
            return NearSounds(owners[at], found.scores[at].astype(np.float64), found.ids[at], found.tier)
        k = min(there, 4 * k)
        found = index.search(query, k, first.segments, exact=exact, thorough=True)


def best_segments(
    index: TieredIndex, catalogue: Catalogue, query: Vectors, sounds: Ids, *, tier: str = "exact"
) -> NearSounds:
    """The exact best segment of each of `sounds` with vectors, however many segments it has.

    The first of equal segments counts; sounds come by ascending id. `tier` labels the result: pass that of the index
    that
    found the sounds, if any.
    """
    segments = catalogue.segments.of(sounds)
    scores = index.scores_of(query, segments)
    owners = catalogue.segments.owners(segments)
    known = ~np.isnan(scores)
    if not known.all():
        segments, scores, owners = segments[known], scores[known], owners[known]
    if not len(segments):
        return NearSounds(segments, scores.astype(np.float64), segments, tier)
    # A sound's segments have consecutive ids, so the best of each needs no sorting.
    first = np.flatnonzero(np.append(True, owners[1:] != owners[:-1]))
    highest = np.maximum.reduceat(scores, first)
    counts = np.diff(np.append(first, len(scores)))
    at_best = np.flatnonzero(scores == np.repeat(highest, counts))
    best = at_best[np.searchsorted(at_best, first)]
    best = best[np.argsort(owners[best], kind="stable")]
    return NearSounds(owners[best], scores[best].astype(np.float64), segments[best], tier)


def cosines_of(index: TieredIndex, query: Vectors, ids: Ids) -> Cosines:
    """The cosine of the query with the stored vector of each id, nan if the index has none."""
    return index.scores_of(query, ids).astype(np.float64)


def _first_of_each(owners: Ids) -> NDArray[np.int64]:
    """int64 [M], ascending: the first position of each sound."""
    if not len(owners):
        return np.empty(0, np.int64)
    first = np.full(int(owners.max()) + 1, -1, np.int32)  # faster than sorting
    places = np.arange(len(owners) - 1, -1, -1, dtype=np.int32)
    first[owners[::-1]] = places  # for equal owners the last write, which is the first position, stays
    return np.flatnonzero(first[owners] == np.arange(len(owners)))


def aligned(ids: Ids, known: Ids, values: Cosines) -> Cosines:
    """The value of each of `ids`, nan if it is not in `known` (in any order)."""
    result = np.full(len(ids), np.nan)
    if len(known):
        order = np.argsort(known)
        at = np.minimum(np.searchsorted(known[order], ids), len(known) - 1)
        there = known[order][at] == ids
        result[there] = values[order][at[there]]
    return result
