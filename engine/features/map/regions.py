"""Names map regions after what is frequent there and rare elsewhere: coarse ones from afar, finer ones near.

A region is a cell of a k-means partition of the plane; its name is the term that its sounds share and others lack
(each term's part of the Kullback-Leibler divergence between region and map: tf-idf with cells as documents). Terms are
UCS categories and the words of a sound's name vector. Large maps use a random sample of their sounds, so that a million
take no longer than forty thousand.
"""

import json
import re
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict
from numpy.typing import NDArray

from engine.audio.ucs import by_cat_id
from engine.base.text_forms import small
from engine.base.types import Ids
from engine.features.map.layout import Places
from engine.store.catalogue import Catalogue

_VERSION = 2
_SAMPLE = 40_000
_SEED = 7
_ROUNDS = 25
_SOUNDS_A_REGION = (8, 4, 3)
_MOST_REGIONS = (12, 48, 192)
"""Per level, coarsest first."""
_LEAST_SHARE = 0.25
_LEAST_SOUNDS = 2
"""Sounds of a region that a name must apply to."""
_CATEGORY_GAIN = 1.6
"""Weight of categories, which were chosen from one list, over arbitrary words of names."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_EMPTY_WORDS = frozenset(
    {"the", "and", "with", "for", "from", "off", "out", "into", "over", "under", "onto", "near", "very", "some", "this"}
    | {"that", "are", "its", "per", "two", "three", "one", "sound", "take", "version", "short", "long", "old", "new"}
    | {"big", "small", "mono", "stereo", "loop", "left", "right", "part", "demo", "test", "recording", "recorded"}
    | {"mix", "room", "low", "high", "slow", "fast"}
    | {"zoom", "tascam", "ste", "rec", "file", "audio", "untitled", "track", "wav", "aiff", "flac", "clip", "sample"}
)
"""The last line has default names of recorders and editors: ZOOM0007, TASCAM_0012, STE-001."""


class Region(Struct, frozen=True):
    """A name and its place."""

    name: str
    """Such as "Doors"; starts with a capital."""
    x: float
    y: float
    level: int
    """0 for the whole map in view, 1 and 2 for closer views."""
    sounds: int
    """Sounds of the region with the name: the more, the sooner it is shown."""


def name_regions(catalogue: Catalogue, ids: Ids, places: Places) -> tuple[Region, ...]:
    """Names the regions of a map, most distinctive first within a level.

    Args:
        ids: int64 [N], ascending.
        places: float32 [N, 2], of these.
    """
    if len(ids) > _SAMPLE:
        kept = np.sort(np.random.default_rng(_SEED).choice(len(ids), _SAMPLE, replace=False))
        ids, places = ids[kept], places[kept]
    terms = _terms(catalogue, ids)
    return regions_of(places, [terms.get(id, {}) for id in ids.tolist()])


def regions_of(places: Places, terms: Sequence[Mapping[str, float]]) -> tuple[Region, ...]:
    """Names regions after the weighted terms of N sounds."""
    overall: Counter[str] = Counter(term for own in terms for term in own)
    found: list[Region] = []
    cells_before = 0
    for level, (most, size) in enumerate(zip(_MOST_REGIONS, _SOUNDS_A_REGION, strict=True)):
        count = min(most, len(places) // size)
        if count < 1.5 * cells_before:
            break
        cells_before = count
        found += _level(places, terms, overall, level, _cells(places, count))
    return tuple(found)


def read_regions(path: Path, ids: Ids, places: Places) -> tuple[Region, ...] | None:
    """Reads the names stored for exactly this map, or None."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["version"] != _VERSION or kept["map"] != _mark(ids, places):
            return None
        return tuple(Region(**region) for region in kept["regions"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def keep_regions(path: Path, ids: Ids, places: Places, regions: Sequence[Region]) -> None:
    """Saves the names beside the map; they are a cache, so a full disk is no error."""
    record = {"version": _VERSION, "map": _mark(ids, places), "regions": [asdict(region) for region in regions]}
    partial = path.with_suffix(".json.part")
    try:
        partial.write_text(json.dumps(record), encoding="utf-8")
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)


def _mark(ids: Ids, places: Places) -> int:
    return zlib.crc32(np.ascontiguousarray(places).tobytes(), zlib.crc32(np.ascontiguousarray(ids).tobytes()))


def _terms(catalogue: Catalogue, ids: Ids) -> dict[int, dict[str, float]]:
    texts, ucs_ids = catalogue.sounds.name_texts(ids), catalogue.sounds.ucs_ids(ids)
    return {id: _terms_of(text, ucs_ids.get(id, "")) for id, text in texts.items()}


def _terms_of(text: str, ucs_id: str) -> dict[str, float]:
    """A sound's possible names with their weights."""
    terms = {word: 1.0 for word in _WORD.findall(small(text)) if word not in _EMPTY_WORDS}
    known = by_cat_id(ucs_id) if ucs_id else None
    if known is not None:
        terms[known.category.lower()] = _CATEGORY_GAIN
    return terms


def _level(
    places: Places,
    terms: Sequence[Mapping[str, float]],
    overall: Mapping[str, int],
    level: int,
    cells: NDArray[np.int64],
) -> list[Region]:
    best: dict[str, Region] = {}
    for cell in range(int(cells.max(initial=-1)) + 1):
        rows = np.flatnonzero(cells == cell)
        name = _name([terms[row] for row in rows.tolist()], overall, len(terms))
        if not name:
            continue
        bearers = [row for row in rows.tolist() if name in terms[row]]
        x, y = np.median(places[bearers], axis=0).tolist()
        region = Region(name[:1].upper() + name[1:], x, y, level, len(bearers))
        if name not in best or best[name].sounds < region.sounds:
            best[name] = region
    return sorted(best.values(), key=lambda region: -region.sounds)


def _name(own: Sequence[Mapping[str, float]], overall: Mapping[str, int], total: int) -> str:
    """The term that best distinguishes a region; empty if none applies to enough of it."""
    counts: Counter[str] = Counter(term for terms in own for term in terms)
    weights = {term: weight for terms in own for term, weight in terms.items()}
    least = max(_LEAST_SOUNDS, _LEAST_SHARE * len(own))
    scores: dict[str, float] = {}
    for term, count in counts.items():
        if count >= least:
            share = count / len(own)
            scores[term] = weights[term] * share * float(np.log(share * total / overall[term]))
    best = max(scores, key=lambda term: (scores[term], term), default="")
    return best if best and scores[best] > 0 else ""


def _cells(places: Places, count: int) -> NDArray[np.int64]:
    """The cell, of `count`, of each place: Lloyd's k-means, starting from distant places."""
    if count < 2:
        return np.zeros(len(places), np.int64)
    rng = np.random.default_rng(_SEED)
    centres = places[[int(rng.integers(len(places)))]]
    nearest = _distances(places, centres)[:, 0]
    while len(centres) < count and nearest.sum() > 0:  # k-means++ (Arthur & Vassilvitskii 2007)
        drawn = places[[int(rng.choice(len(places), p=nearest / nearest.sum()))]]
        centres = np.concatenate([centres, drawn])
        nearest = np.minimum(nearest, _distances(places, drawn)[:, 0])
    for _ in range(_ROUNDS):
        cells = _distances(places, centres).argmin(axis=1)
        sizes = np.bincount(cells, minlength=len(centres))
        sums = np.stack([np.bincount(cells, places[:, axis], len(centres)) for axis in (0, 1)], axis=1)
        moved = np.where(sizes[:, None] > 0, sums / np.maximum(sizes, 1)[:, None], centres).astype(np.float32)
        if np.allclose(moved, centres):
            break
        centres = moved
    return np.asarray(_distances(places, centres).argmin(axis=1), dtype=np.int64)


def _distances(places: Places, centres: Places) -> NDArray[np.float64]:
    """Squared: float64 [N, K]."""
    x = places[:, None, 0].astype(np.float64) - centres[None, :, 0]
    y = places[:, None, 1].astype(np.float64) - centres[None, :, 1]
    return np.asarray(x * x + y * y, dtype=np.float64)
