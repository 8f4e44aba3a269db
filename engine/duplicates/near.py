"""Finds near duplicates: other formats, rates and depths of one recording, louder or softer ones, and trimmed copies.

Three steps: vectors and lengths propose pairs (`candidates`), outlines confirm them (`outlines`), and groups form
around the best quality of each: every sound of a group is like that one, so that no chain joins what differs.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.duplicates.candidates import Pairs, candidate_pairs
from engine.duplicates.exact import find_exact
from engine.duplicates.groups import Duplicates, grouped
from engine.duplicates.means import mean_vectors
from engine.duplicates.outlines import Outline, is_same_recording, outline
from engine.stopping import Cancel, check, never
from engine.store.housekeeping import Housekeeping, Spans
from engine.store.vectors import VectorLog
from engine.types import Ids

LEAST = 0.9
"""The smallest cosine that is looked at; `NearPairs.groups` may ask for more."""
USUAL = 0.95
_CHUNK = 2000
_SHARES = (0.25, 0.5, 0.25)
"""How long the three steps take of the whole."""


@dataclass(frozen=True, slots=True)
class NearPairs:
    """Confirmed pairs of near duplicates, from which groups of any similarity are made at once."""

    ids: Ids
    """int64 [N]: sounds that are in a pair, one of each set of exact copies."""
    ranks: Ids
    """int64 [N]: their places by quality, best first."""
    pairs: Pairs
    """Places in `ids`."""
    copies: Duplicates
    """Exact copies, which follow their first into its group."""

    def groups(self, catalogue: Housekeeping, least: float = USUAL) -> Duplicates:
        """Gives the groups whose sounds have a cosine of `least` or more with the best of their group."""
        leaders, likeness = _around_leaders(self, least)
        joined = np.flatnonzero(leaders >= 0)
        ids, groups, values = self.ids[joined], leaders[joined], likeness[joined]
        group_of = dict(zip(ids.tolist(), zip(groups.tolist(), values.tolist(), strict=True), strict=True))
        more: list[tuple[int, int, float]] = []
        for number in range(len(self.copies)):
            first, *others = self.copies.group(number).tolist()
            if first in group_of:
                more += [(other, *group_of[first]) for other in others]
        if more:
            ids = np.concatenate([ids, np.array([row[0] for row in more], dtype=np.int64)])
            groups = np.concatenate([groups, np.array([row[1] for row in more], dtype=np.int64)])
            values = np.concatenate([values, np.array([row[2] for row in more], dtype=np.float32)])
        there = np.isin(ids, catalogue.there(ids))
        numbers, counts = np.unique(groups[there], return_counts=True)
        there &= np.isin(groups, numbers[counts > 1])
        return grouped(catalogue, ids[there], groups[there], values[there])


def find_near(
    catalogue: Housekeeping,
    *,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> NearPairs:
    """Compares every sound with those of about its length.

    Args:
        catalogue: read only. It needs no pack: stored vectors are compared.
        cancel: asked between blocks.
        progress: told the share that is done, 0 to 1, now and then.

    Raises:
        Stopped: `cancel` gave True.
        StorageFull: no room for a temporary file.
        LibraryError: the catalogue or its vectors cannot be read.
    """

    def stage(number: int) -> Callable[[float], None]:
        def step(share: float) -> None:
            check(cancel)
            progress(sum(_SHARES[:number]) + _SHARES[number] * share)

        return step

    copies = find_exact(catalogue, cancel=cancel)
    pack = catalogue.pack()
    log = None if pack is None else VectorLog.existing(catalogue.folder / "vectors", pack[0], "segments")
    if pack is None or log is None:
        return _none(copies)
    spans = _without(catalogue.spans(), _followers(copies))
    means = mean_vectors(spans, log, catalogue.frames(pack[0], "segments"), catalogue.folder, stage(0))
    try:
        durations_s = spans.durations_s[means.rows]
        ids = spans.sounds[means.rows]
        pairs = candidate_pairs(means, durations_s, LEAST, stage(1))
    finally:
        means.close()
    confirmed = _confirmed(catalogue, pairs, ids, durations_s, stage(2))
    kept, places = np.unique(np.concatenate([confirmed.first, confirmed.second]), return_inverse=True)
    if not len(kept):
        return _none(copies)
    half = len(confirmed.first)
    again = Pairs(places[:half], places[half:], confirmed.similarities)
    return NearPairs(ids[kept], catalogue.quality_ranks(ids[kept]), again, copies)


def _confirmed(
    catalogue: Housekeeping, pairs: Pairs, ids: Ids, durations_s: NDArray[np.float64], step: Callable[[float], None]
) -> Pairs:
    """The pairs whose outlines agree."""
    is_same = np.zeros(len(pairs.first), dtype=np.bool_)
    for start in range(0, len(is_same), _CHUNK):
        part = slice(start, start + _CHUNK)
        asked = np.unique(np.concatenate([pairs.first[part], pairs.second[part]]))
        kept = catalogue.peaks_of(ids[asked])
        outlines: dict[int, Outline | None] = {int(at): outline(kept.get(int(ids[at]), b"")) for at in asked}
        for row in range(start, min(start + _CHUNK, len(is_same))):
            first, second = int(pairs.first[row]), int(pairs.second[row])
            one, other = outlines[first], outlines[second]
            if one is not None and other is not None:
                is_same[row] = is_same_recording(one, durations_s[first], other, durations_s[second])
        step(min(1.0, (start + _CHUNK) / len(is_same)))
    return Pairs(pairs.first[is_same], pairs.second[is_same], pairs.similarities[is_same])


def _around_leaders(found: NearPairs, least: float) -> tuple[Ids, NDArray[np.float32]]:
    """int64 [N], the place of each sound's leader (its own for a leader, -1 for a sound alone), and the cosine."""
    enough = found.pairs.similarities >= least
    one = np.concatenate([found.pairs.first[enough], found.pairs.second[enough]])
    other = np.concatenate([found.pairs.second[enough], found.pairs.first[enough]])
    values = np.concatenate([found.pairs.similarities[enough]] * 2)
    order = np.argsort(one, kind="stable")
    one, other, values = one[order], other[order], values[order]
    edges = np.searchsorted(one, np.arange(len(found.ids) + 1))
    leaders = np.full(len(found.ids), -1, dtype=np.int64)
    likeness = np.ones(len(found.ids), dtype=np.float32)
    for leader in np.argsort(found.ranks):
        if leaders[leader] >= 0:
            continue
        near = slice(edges[leader], edges[leader + 1])
        free = leaders[other[near]] < 0
        if free.any():
            leaders[leader] = leader
            leaders[other[near][free]] = leader
            likeness[other[near][free]] = values[near][free]
    return leaders, likeness


def _followers(copies: Duplicates) -> Ids:
    """All sounds that are copies but the first of each group."""
    is_first = np.zeros(len(copies.ids), dtype=np.bool_)
    is_first[copies.starts[:-1]] = True
    return copies.ids[~is_first]


def _without(spans: Spans, ids: Ids) -> Spans:
    kept = ~np.isin(spans.sounds, ids)
    return Spans(spans.sounds[kept], spans.first_segments[kept], spans.counts[kept], spans.durations_s[kept])


def _none(copies: Duplicates) -> NearPairs:
    nothing = np.empty(0, dtype=np.int64)
    return NearPairs(nothing, nothing, Pairs(nothing, nothing, np.empty(0, np.float32)), copies)
