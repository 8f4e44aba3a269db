"""Collects the sounds that may answer one alternative of a query, and takes their parts: sound, name, words.

Candidates are the union of the nearest by sound, the nearest by meaning of the name, and those that hold most of the
words; every candidate then gets all three parts, exactly, from the stored vectors.
"""

import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from engine.index.tiers import Neighbours, TieredIndex
from engine.models.calibration import Calibration
from engine.search.keywords import KeywordsFound
from engine.search.naming import Naming
from engine.search.neighbours import FirstLook, NearSounds, aligned, best_segments, cosines_of, first_look, near_sounds
from engine.search.rank import CandidateParts, Scores, named
from engine.store.catalogue import Catalogue
from engine.types import Ids, Vectors

Meanwhile = TypeVar("Meanwhile")


@dataclass(frozen=True, slots=True)
class Sources:
    """Where candidates come from."""

    catalogue: Catalogue
    sounds: TieredIndex
    """Segment vectors."""
    names: TieredIndex
    """Name vectors, keyed by sound id."""
    naming: Naming
    """Which of the names say nothing."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One alternative, as vectors and words."""

    joint: Vectors
    """float32 [D], to compare with sounds."""
    sentence: Vectors | None
    """float32 [E], to compare with names; None when the sound alone ranks."""
    found: KeywordsFound | None
    """Sounds with the words; None when the sound alone ranks."""
    allowed: Ids | None
    """Sound ids that may answer, ascending; None for all."""
    first: FirstLook | None = None
    """What is near by sound, where that was looked for ahead."""
    by_name: Neighbours | None = None
    """What is near by the meaning of its name, likewise."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Sounds with their parts, in no order."""

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
    """Gives the candidates for one alternative.

    Args:
        probe: what is asked.
        sources: where to look.
        want: how many sounds each of the three ways brings, at least, where it has as many.
        exact: ask the exact tiers whatever their cost.
        check: called between steps; raises when the search was cancelled.
        more: ids of further sounds that are candidates, ascending, each allowed.
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
        # A base may miss the best segment of a sound, and is not asked behind a narrow filter: the score must not tell.
        near = best_segments(sources.sounds, sources.catalogue, probe.joint, np.sort(near.ids), tier=near.tier)
        check()
    others = np.empty(0, np.int64) if more is None else more
    if probe.sentence is None or probe.found is None:
        return extended(_by_sound(near), probe, sources, others)
    by_name = probe.by_name or sources.names.search(probe.sentence, want, probe.allowed, exact=exact)
    sure, contesting = probe.found.best(want, probe.allowed)
    if len(contesting):
        # A common word ("door") names more sounds than can be looked at: of these, the ones that sound right.
        places = want - len(sure)
        chosen = near_sounds(
            sources.sounds, sources.catalogue, probe.joint, want=places, allowed=contesting, exact=exact
        )
        sure = np.concatenate([sure, chosen.ids[:places]])
        check()
    ids = np.unique(np.concatenate([near.ids, by_name.ids, sure, others]))
    return _parts_of(ids, probe, probe.sentence, probe.found, sources, near, by_name)


def extended(found: Candidates, probe: Probe, sources: Sources, more: Ids) -> Candidates:
    """Gives the candidates with further sounds among them, each with its parts, exactly.

    Args:
        found: of this probe.
        probe: what is asked.
        sources: where to look.
        more: ids, ascending, each allowed; those that are candidates already are passed over.
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
    """Gives the candidates without names that say nothing; unchanged where names have no say.

    A folder may still speak for a sound whose own name says nothing.
    """
    if found.parts.name is None or not calibration.fitted.name:
        return found
    against = np.flatnonzero(named(found.parts.name, calibration) < 0.0)  # of others nothing has to be read
    by_id = against[np.argsort(found.ids[against])]
    idle = by_id[sources.naming.says_nothing(found.ids[by_id])]
    name = found.parts.name.copy()
    name[idle] = np.nan
    return replace(found, parts=replace(found.parts, name=name))


def merge(sides: list[tuple[Candidates, Scores]]) -> tuple[Candidates, Scores, Ids]:
    """Joins the candidates of all alternatives: a sound keeps the parts of the one in which it scores best.

    Returns:
        the candidates, their scores, and for each the number of the alternative it comes from (the first of equals).
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
    """Looks for what is near by sound and by name, each in a thread of its own, while this one does something else.

    Both are done when it returns or raises: nobody else has the indexes meanwhile.

    Args:
        probe: as for `collect`; what was looked for ahead is not looked for again.
        sources: where to look.
        meanwhile: what is done here; it may ask the catalogue, and no index.
        want: as for `collect`.
        exact: likewise.

    Returns:
        the probe with what was found, and what `meanwhile` gave.
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
    """The threads that look; made at the first question and kept."""
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
    """All three parts of sounds, ascending: what was found near for some of them, the rest from the stored vectors."""
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
