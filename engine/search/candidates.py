"""Collects candidate sounds for one alternative of a query, with their score parts: sound, name, words.

Candidates are the union of the nearest by sound, the nearest by meaning of the name, and those with most of the words.
Every candidate then gets all three parts exactly, from the stored vectors.
"""

import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.base.types import Ids, Vectors
from engine.index.tiers import Neighbours, TieredIndex
from engine.models.calibration import Calibration
from engine.search.keywords import KeywordsFound
from engine.search.name_classes import NameClasses
from engine.search.neighbours import FirstScan, NearSounds, aligned, best_segments, cosines_of, first_look, near_sounds
from engine.search.score_rule import CandidateParts, Scores, named
from engine.store.catalogue import Catalogue

Meanwhile = TypeVar("Meanwhile")


class Sources(Struct, frozen=True):
    """Where candidates come from."""

    catalogue: Catalogue
    sounds: TieredIndex
    """Segment vectors."""
    names: TieredIndex
    """Name vectors, keyed by sound id."""
    naming: NameClasses
    """Detects uninformative names."""


class Probe(Struct, frozen=True):
    """One alternative, as vectors and words."""

    joint: Vectors
    """float32 [D], to compare with sounds."""
    sentence: Vectors | None
    """float32 [E], to compare with names; None if only sound counts."""
    found: KeywordsFound | None
    """Sounds with the words; None if only sound counts."""
    allowed: Ids | None
    """Sound ids that may answer, ascending; None for all."""
    first: FirstScan | None = None
    """Batched results by sound, if any."""
    by_name: Neighbours | None = None
    """Batched results by name, if any."""


class Candidates(Struct, frozen=True):
    """Sounds with their parts, unsorted."""

    ids: Ids
    parts: CandidateParts
    segments: Ids
    """int64 [N], the best segment of each; 0 for a sound without vectors."""
    tier: str


def collect(
    probe: Probe,
    sources: Sources,
    *,
    want: int,
    exact: bool,
    check: Callable[[], None],
    more: Ids | None = None,
) -> Candidates:
    """Collects the candidates for one alternative.

    Args:
        want: minimum number of sounds from each of the three ways, if available.
        exact: uses the exact tiers whatever their cost.
        check: called between steps; raises if the search was cancelled.
        more: ids of further candidates, ascending, all allowed.
    """
    near = near_sounds(
        sources.sounds,
        sources.catalogue,
        probe.joint,
        want=want,
        allowed=probe.allowed,
        exact=exact,
        first=probe.first,
    )
    check()
    if near.tier not in ("exact", "subset"):
        # An approximate base may miss a sound's best segment and is skipped behind a narrow filter. Scores must not
        # differ.
        near = best_segments(sources.sounds, sources.catalogue, probe.joint, np.sort(near.ids), tier=near.tier)
        check()
    others = np.empty(0, np.int64) if more is None else more
    if probe.sentence is None or probe.found is None:
        return extended(_by_sound(near), probe, sources, others)
    by_name = probe.by_name or sources.names.search(probe.sentence, want, probe.allowed, exact=exact)
    sure, contesting = probe.found.best(want, probe.allowed)
    if len(contesting):
        # A common word ("door") matches too many sounds; of these, take the ones that sound right.
        places = want - len(sure)
        chosen = near_sounds(
            sources.sounds, sources.catalogue, probe.joint, want=places, allowed=contesting, exact=exact
        )
        sure = np.concatenate([sure, chosen.ids[:places]])
        check()
    ids = np.unique(np.concatenate([near.ids, by_name.ids, sure, others]))
    return _parts_of(ids, probe, probe.sentence, probe.found, sources, near, by_name)


def extended(found: Candidates, probe: Probe, sources: Sources, more: Ids) -> Candidates:
    """Adds further sounds to the candidates, with exact parts.

    Args:
        more: ids, ascending, all allowed; present candidates are skipped.
    """
    more = np.setdiff1d(more, found.ids, assume_unique=True)
    if not len(more):
        return found
    if probe.sentence is None or probe.found is None:
        own = _by_sound(best_segments(sources.sounds, sources.catalogue, probe.joint, more))
    else:
        nothing = np.empty(0, np.int64)
        near = NearSounds(nothing, np.empty(0), nothing, found.tier)
        unnamed = Neighbours(nothing, np.empty(0, np.float32), found.tier)
        own = _parts_of(more, probe, probe.sentence, probe.found, sources, near, unnamed)
    return Candidates(
        np.concatenate([found.ids, own.ids]),
        found.parts.joined(own.parts),
        np.concatenate([found.segments, own.segments]),
        found.tier,
    )


def heard_names(found: Candidates, sources: Sources, calibration: Calibration) -> Candidates:
    """Removes the name part of sounds with uninformative names; a no-op if names do not count.

    A folder's name may still count for a sound whose own name says nothing.
    """
    if found.parts.name is None or not calibration.fitted.name:
        return found
    against = np.flatnonzero(named(found.parts.name, calibration) < 0.0)  # others need no reading
    by_id = against[np.argsort(found.ids[against])]
    idle = by_id[sources.naming.says_nothing(found.ids[by_id])]
    name = found.parts.name.copy()
    name[idle] = np.nan
    return replace(found, parts=replace(found.parts, name=name))


def merge(sides: list[tuple[Candidates, Scores]]) -> tuple[Candidates, Scores, Ids]:
    """Merges the candidates of all alternatives; a sound keeps the parts of the one in which it scores best.

    Returns:
        the candidates, their scores, and the index of each one's alternative (the first of equals).
    """
    numbers = np.concatenate([np.full(len(side.ids), number) for number, (side, _) in enumerate(sides)])
    ids = np.concatenate([side.ids for side, _ in sides])
    scores = np.concatenate([score for _, score in sides])
    best_first = np.lexsort((numbers, -scores))
    _, first = np.unique(ids[best_first], return_index=True)
    kept = best_first[first]

    def every(arrays: list[Scores | None]) -> Scores | None:
        there = [array for array in arrays if array is not None]
        return np.concatenate(there)[kept] if len(there) == len(arrays) else None

    sound = np.concatenate([side.parts.sound for side, _ in sides])[kept]
    name = every([side.parts.name for side, _ in sides])
    keyword = every([side.parts.keyword for side, _ in sides])
    kin = every([side.parts.kin for side, _ in sides])
    segments = np.concatenate([side.segments for side, _ in sides])[kept]
    merged = Candidates(ids[kept], CandidateParts(sound, name, keyword, kin), segments, sides[0][0].tier)
    return merged, scores[kept], numbers[kept]


def looked(
    probe: Probe, sources: Sources, meanwhile: Callable[[], Meanwhile], *, want: int, exact: bool
) -> tuple[Probe, Meanwhile]:
    """Searches by sound and by name in a thread each, while this thread runs `meanwhile`.

    Both searches end before it returns or raises, so no other code uses the indexes in that time.

    Args:
        probe: as for `collect`; batched results are not searched again.
        meanwhile: runs in this thread; may use the catalogue but no index.
        want: as for `collect`.
        exact: likewise.

    Returns:
        the probe with its results, and the result of `meanwhile`.
    """
    if probe.sentence is None or probe.first is not None or probe.by_name is not None:
        return probe, meanwhile()
    look = first_look(sources.sounds, sources.catalogue, probe.joint, want=want, allowed=probe.allowed, exact=exact)
    sounds = _beside().submit(look)
    names = _beside().submit(sources.names.search, probe.sentence, want, probe.allowed, exact=exact)
    try:
        given = meanwhile()
    finally:
        wait([sounds])
        wait([names])
    return replace(probe, first=sounds.result(), by_name=names.result()), given


@functools.cache
def _beside() -> ThreadPoolExecutor:
    """The search threads, created at the first query and kept."""
    return ThreadPoolExecutor(2, thread_name_prefix="looking")


def _joined(one: NearSounds, other: NearSounds) -> NearSounds:
    return NearSounds(
        np.concatenate([one.ids, other.ids]),
        np.concatenate([one.cosines, other.cosines]),
        np.concatenate([one.segments, other.segments]),
        one.tier,
    )


def _by_sound(near: NearSounds) -> Candidates:
    return Candidates(near.ids, CandidateParts(near.cosines, None, None), near.segments, near.tier)


def _parts_of(
    ids: Ids,
    probe: Probe,
    sentence: Vectors,
    words: KeywordsFound,
    sources: Sources,
    near: NearSounds,
    by_name: Neighbours,
) -> Candidates:
    """All three parts of sounds, ascending: from the search results where present, else from the stored vectors."""
    rest = best_segments(
        sources.sounds, sources.catalogue, probe.joint, np.setdiff1d(ids, near.ids, assume_unique=True)
    )
    heard = _joined(near, rest)
    unnamed = np.setdiff1d(ids, by_name.ids)
    name = aligned(ids, by_name.ids, by_name.scores.astype(np.float64))
    name[np.searchsorted(ids, unnamed)] = cosines_of(sources.names, sentence, unnamed)
    parts = CandidateParts(aligned(ids, heard.ids, heard.cosines), name, words.shares(ids))
    segments = np.nan_to_num(aligned(ids, heard.ids, heard.segments.astype(np.float64)), nan=0.0).astype(np.int64)
    return Candidates(ids, parts, segments, near.tier)
