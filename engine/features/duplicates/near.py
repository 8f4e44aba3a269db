"""Finds near duplicates: other formats, rates, depths and levels of one recording, and trimmed copies.

Three steps: vectors and lengths propose pairs (`candidates`), and so do units if present, for any lengths
(`unit_pairs`); outlines confirm them; groups form around the best quality. Every sound of a group resembles its best,
so that no chain joins different sounds.
"""

import logging
from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.peaks import from_bytes
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import LibraryError
from engine.base.types import Ids
from engine.features.duplicates.candidates import Pairs, candidate_pairs
from engine.features.duplicates.exact import find_exact, one_name_each
from engine.features.duplicates.groups import Duplicates, grouped
from engine.features.duplicates.unit_pairs import unit_pairs
from engine.store.catalogue import Catalogue
from engine.store.mean_vectors import mean_vectors
from engine.store.segments import Spans
from engine.store.vectors import VectorLog

_log = logging.getLogger(__name__)

LEAST = 0.9
"""The smallest cosine examined; `NearPairs.groups` may require more."""
USUAL = 0.95
_CHUNK = 2000
_SHARES = (0.25, 0.4, 0.15, 0.2)
"""Shares of the time: means, vectors, units, outlines."""
BINS = 512
"""Bins of an outline over the whole sound."""
SAME_FROM = 0.9
"""The least correlation of equal outlines."""
_SLIP_S = 0.08
"""Most silence that encoders add before or after a sound: MP3 encoders 1,105 to 2,257 samples, AAC 2,112."""
_FLAT = 1.5
"""Standard deviation, of 127, below which an outline has no shape that survives re-encoding."""
_SAME_LENGTH_S = 0.1
_SAME_LENGTH = 0.01
_FLAT_RATIO = 0.5
"""Least ratio of the levels of two flat outlines."""

Outline = NDArray[np.float32]
"""float32 [BINS], 0 to 127: the greatest deflection in each bin."""


class NearPairs(Struct, frozen=True):
    """Confirmed pairs of near duplicates, from which groups of any similarity follow at once."""

    ids: Ids
    """int64 [N]: sounds in a pair, one of each set of exact copies."""
    ranks: Ids
    """int64 [N]: their ranks by quality, best first."""
    pairs: Pairs
    """Places in `ids`."""
    copies: Duplicates
    """Exact copies, which follow their first into its group."""
    by_units: NDArray[np.bool_] | None = None
    """bool, per pair: proposed by units only; such a pair counts at any similarity."""

    def groups(self, catalogue: Catalogue, least: float = USUAL) -> Duplicates:
        """Returns the groups whose sounds have a cosine of at least `least` with their best."""
        leaders, likeness, by_units = _around_leaders(self, least)
        joined = np.flatnonzero(leaders >= 0)
        ids, groups, values, marked = self.ids[joined], leaders[joined], likeness[joined], by_units[joined]
        found = zip(groups.tolist(), values.tolist(), marked.tolist(), strict=True)
        group_of = dict(zip(ids.tolist(), found, strict=True))
        more: list[tuple[int, int, float, bool]] = []
        for number in range(len(self.copies)):
            first, *others = self.copies.group(number).tolist()
            if first in group_of:
                more += [(other, *group_of[first]) for other in others]
        if more:
            ids = np.concatenate([ids, np.array([row[0] for row in more], dtype=np.int64)])
            groups = np.concatenate([groups, np.array([row[1] for row in more], dtype=np.int64)])
            values = np.concatenate([values, np.array([row[2] for row in more], dtype=np.float32)])
            marked = np.concatenate([marked, np.array([row[3] for row in more], dtype=np.bool_)])
        there = np.isin(ids, catalogue.sounds.there(ids))
        numbers, counts = np.unique(groups[there], return_counts=True)
        there &= np.isin(groups, numbers[counts > 1])
        return grouped(catalogue, ids[there], groups[there], values[there], marked[there])


def find_near(
    catalogue: Catalogue,
    *,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> NearPairs:
    """Compares every sound with those of similar length.

    Args:
        catalogue: read only. Needs no pack: stored vectors are compared.
        progress: receives the share done, 0 to 1.

    Raises:
        StopRequested: `cancel` returned True.
        StorageFull: no room for a temporary file.
        LibraryError: the catalogue or its vectors cannot be read.
    """

    def stage(number: int) -> Callable[[float], None]:
        def step(share: float) -> None:
            check(cancel)
            progress(sum(_SHARES[:number]) + _SHARES[number] * share)

        return step

    names = find_exact(catalogue, with_names=True, cancel=cancel)
    copies = one_name_each(catalogue, names, cancel)
    pack = catalogue.packs.searched()
    log = None if pack is None else VectorLog.existing(catalogue.folder / "vectors", pack[0], "segments")
    if pack is None or log is None:
        _log.info("no stored vectors to compare")
        return _none(copies)
    spans = _without(catalogue.segments.spans(), _followers(names))
    means = mean_vectors(spans, log, catalogue.frames.of(pack[0], "segments"), catalogue.folder, stage(0))
    try:
        durations_s = spans.durations_s[means.rows]
        ids = spans.sounds[means.rows]
        pairs = candidate_pairs(means, durations_s, LEAST, stage(1))
    finally:
        means.close()
    proposed, by_units = _joined(pairs, unit_pairs(catalogue.folder, ids, stage(2)), len(ids))
    _log.info(
        "%d pairs proposed among %d sounds, %d of them by units", len(proposed.first), len(ids), int(by_units.sum())
    )
    is_same = _confirmed(catalogue, proposed, ids, durations_s, stage(3))
    confirmed = Pairs(proposed.first[is_same], proposed.second[is_same], proposed.similarities[is_same])
    _log.info("%d pairs confirmed by their outlines", int(is_same.sum()))
    kept, places = np.unique(np.concatenate([confirmed.first, confirmed.second]), return_inverse=True)
    if not len(kept):
        return _none(copies)
    half = len(confirmed.first)
    again = Pairs(places[:half], places[half:], confirmed.similarities)
    return NearPairs(ids[kept], catalogue.sounds.quality_ranks(ids[kept]), again, copies, by_units[is_same])


def _joined(pairs: Pairs, more: Pairs, count: int) -> tuple[Pairs, NDArray[np.bool_]]:
    """Both kinds of pairs, each once, and which of them only units proposed."""
    known = pairs.first * count + pairs.second
    is_new = ~np.isin(more.first * count + more.second, known)
    joined = Pairs(
        np.concatenate([pairs.first, more.first[is_new]]),
        np.concatenate([pairs.second, more.second[is_new]]),
        np.concatenate([pairs.similarities, more.similarities[is_new]]),
    )
    return joined, np.arange(len(joined.first)) >= len(pairs.first)


def _confirmed(
    catalogue: Catalogue, pairs: Pairs, ids: Ids, durations_s: NDArray[np.float64], step: Callable[[float], None]
) -> NDArray[np.bool_]:
    is_same = np.zeros(len(pairs.first), dtype=np.bool_)
    for start in range(0, len(is_same), _CHUNK):
        part = slice(start, start + _CHUNK)
        asked = np.unique(np.concatenate([pairs.first[part], pairs.second[part]]))
        kept = catalogue.sounds.peaks_of(ids[asked])
        outlines: dict[int, Outline | None] = {int(at): outline(kept.get(int(ids[at]), b"")) for at in asked}
        for row in range(start, min(start + _CHUNK, len(is_same))):
            first, second = int(pairs.first[row]), int(pairs.second[row])
            one, other = outlines[first], outlines[second]
            if one is not None and other is not None:
                is_same[row] = is_same_recording(one, durations_s[first], other, durations_s[second])
        step(min(1.0, (start + _CHUNK) / len(is_same)))
    return is_same


def _around_leaders(found: NearPairs, least: float) -> tuple[Ids, NDArray[np.float32], NDArray[np.bool_]]:
    """int64 [N], each sound's leader (itself for a leader, -1 for none); its similarity; whether by units."""
    by_units = np.zeros(len(found.pairs.first), np.bool_) if found.by_units is None else found.by_units
    enough = (found.pairs.similarities >= least) | by_units
    one = np.concatenate([found.pairs.first[enough], found.pairs.second[enough]])
    other = np.concatenate([found.pairs.second[enough], found.pairs.first[enough]])
    values = np.concatenate([found.pairs.similarities[enough]] * 2)
    unit_found = np.concatenate([by_units[enough]] * 2)
    order = np.argsort(one, kind="stable")
    one, other, values, unit_found = one[order], other[order], values[order], unit_found[order]
    edges = np.searchsorted(one, np.arange(len(found.ids) + 1))
    leaders = np.full(len(found.ids), -1, dtype=np.int64)
    likeness = np.ones(len(found.ids), dtype=np.float32)
    marked = np.zeros(len(found.ids), dtype=np.bool_)
    for leader in np.argsort(found.ranks):
        if leaders[leader] >= 0:
            continue
        near = slice(edges[leader], edges[leader + 1])
        free = leaders[other[near]] < 0
        if free.any():
            leaders[leader] = leader
            leaders[other[near][free]] = leader
            likeness[other[near][free]] = values[near][free]
            marked[other[near][free]] = unit_found[near][free]
    return leaders, likeness, marked


def _followers(copies: Duplicates) -> Ids:
    """All exact copies but the first of each group."""
    is_first = np.zeros(len(copies.ids), dtype=np.bool_)
    is_first[copies.starts[:-1]] = True
    return copies.ids[~is_first]


def _without(spans: Spans, ids: Ids) -> Spans:
    kept = ~np.isin(spans.sounds, ids)
    return Spans(spans.sounds[kept], spans.first_segments[kept], spans.counts[kept], spans.durations_s[kept])


def _none(copies: Duplicates) -> NearPairs:
    nothing = np.empty(0, dtype=np.int64)
    return NearPairs(nothing, nothing, Pairs(nothing, nothing, np.empty(0, np.float32)), copies)


def outline(peaks: bytes) -> Outline | None:
    """Makes the outline of a stored waveform overview; None if it is missing or damaged."""
    if not peaks:
        return None
    try:
        columns = from_bytes(peaks).columns
    except LibraryError:
        return None
    if not len(columns):
        return None
    levels = np.abs(columns.astype(np.int16)).max(axis=1)
    return _resampled(levels.astype(np.float32), BINS)


def is_same_recording(one: Outline, one_s: float, other: Outline, other_s: float) -> bool:
    """Whether the shorter of two sounds is the longer one, or a stretch of it.

    Flat outlines prove nothing: they pass if the lengths are equal and not just one of them is silent.
    """
    (long, long_s), (short, short_s) = sorted(((one, one_s), (other, other_s)), key=lambda sound: -sound[1])
    flat = min(float(long.std()), float(short.std())) < _FLAT
    if flat:
        is_one_length = long_s - short_s <= max(_SAME_LENGTH_S, _SAME_LENGTH * long_s)
        levels = sorted((float(long.mean()), float(short.mean())))
        return is_one_length and levels[0] >= _FLAT_RATIO * levels[1] - 1.0
    return correlation(long, long_s, short, short_s) >= SAME_FROM


def correlation(long: Outline, long_s: float, short: Outline, short_s: float) -> float:
    """Returns the best Pearson correlation, -1 to 1, of the shorter outline with a stretch of the longer one."""
    step_s = long_s / BINS
    width = max(8, round(BINS * short_s / long_s))
    moved = _resampled(short, width)
    slip = min(BINS // 4, int(np.ceil(_SLIP_S / step_s)))
    padded = np.pad(long, slip)
    moved = moved - moved.mean()
    norm = float(np.linalg.norm(moved))
    products = np.correlate(padded, moved, mode="valid")
    sums = np.concatenate([[0.0], np.cumsum(padded, dtype=np.float64)])
    squares = np.concatenate([[0.0], np.cumsum(padded.astype(np.float64) ** 2)])
    own = sums[width:] - sums[:-width]
    spread = np.sqrt(np.maximum(squares[width:] - squares[:-width] - own**2 / width, 0.0))
    return float(np.max(products / np.maximum(spread * norm, 1e-9), initial=-1.0))


def _resampled(levels: NDArray[np.float32], width: int) -> Outline:
    """float32 [width]: the greatest level of each bin, or the nearest if bins are finer than the levels."""
    edges = np.linspace(0, len(levels), width + 1)
    firsts = np.minimum(edges[:-1].astype(np.int64), len(levels) - 1)
    if width > len(levels):
        return np.asarray(levels[firsts], dtype=np.float32)
    return np.asarray(np.maximum.reduceat(levels, firsts), dtype=np.float32)
