"""Finds a pattern of units in all strings of a library.

A small library is aligned completely. In a larger one an index of adjacent pairs of units comes first: only places with
many of the pattern's pairs, or similar ones, in its order are aligned.
"""

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.features.speech.alignment import Likeness, Pattern, align
from engine.features.speech.units_store import UnitStrings

MOST_UNITS = 250
"""Longest pattern: ten seconds."""
_WHOLE_CELLS = 40_000_000
"""Pattern length times string length up to which everything is aligned."""
_MOST_PLACES = 600
"""Stretches aligned in a larger library."""
_BATCH_CELLS = 200_000
_LIKE = 0.5
_MOST_LIKE = 4
"""Most units that stand in for one of the pattern; each is at least `_LIKE` like it."""
_BUCKET = 8
_PAIRS = 1 << 16


class PatternPlace(Struct, frozen=True):
    """A place where the pattern occurs."""

    place: int
    """Row of the sound in `UnitStrings.ids`."""
    start: int
    end: int
    """One past the last unit."""
    share: float
    """Share of the pattern that matches, 0 to 1."""


class PatternFinder:
    """Searches strings. Any thread may use it; build a new one when the strings change."""

    def __init__(self, strings: UnitStrings, likeness: Likeness) -> None:
        self.strings = strings
        self._likeness = likeness

    def find(self, pattern: Pattern, *, least: float, is_exact: bool = False) -> list[PatternPlace]:
        """Returns the places where a pattern occurs, best first; places in one sound do not overlap.

        Args:
            pattern: cut to its first `MOST_UNITS` units.
            least: smallest share that counts.
            is_exact: align everything, whatever the cost.
        """
        pattern = Pattern(pattern.codes[:MOST_UNITS], pattern.weights[:MOST_UNITS])
        size = len(pattern.codes)
        if size < 2 or pattern.full < 1 or not len(self.strings):
            return []
        width = 2 * size + 2 * _BUCKET
        if is_exact or size * len(self.strings.codes) * 2 <= _WHOLE_CELLS:
            places, firsts = self._everything(width)
        else:
            places, firsts = self._likely(pattern)
        return self._aligned(pattern, places, firsts, width, least)

    def _everything(self, width: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns sounds and first units of stretches that overlap by half."""
        counts = np.diff(self.strings.bounds)
        step = width // 2
        stretches = np.maximum(1, -(-(counts - step) // step))
        places = np.repeat(np.arange(len(counts)), stretches)
        number = np.arange(len(places)) - np.repeat(np.cumsum(stretches) - stretches, stretches)
        return places, number * step

    def _likely(self, pattern: Pattern) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns sounds and first units of the stretches with most of the pattern's pairs."""
        order, edges = self._pairs
        size, total = len(pattern.codes), len(self.strings.codes)
        votes = np.zeros((total + size) // _BUCKET + 2, np.float64)
        stand_ins = [self._stand_ins(int(code)) for code in pattern.codes]
        for at in range(size - 1):
            if not pattern.weights[at] or not pattern.weights[at + 1]:
                continue
            keys = (stand_ins[at][:, None] * 256 + stand_ins[at + 1][None]).reshape(-1)
            hits = np.concatenate([order[edges[key] : edges[key + 1]] for key in keys.tolist()])
            if len(hits):
                # Rare pairs weigh more: the information, in bits, of finding one of them at a place.
                weight = np.log2(max(2.0, total / len(hits)))
                counted = np.bincount((hits.astype(np.int64) - at + size) // _BUCKET, minlength=len(votes))
                votes += np.minimum(counted, 2) * weight
        votes[:-1] += votes[1:]
        most = min(_MOST_PLACES, len(votes))
        chosen = np.argpartition(-votes, most - 1)[:most]
        chosen = chosen[votes[chosen] > 0]
        starts = np.clip(chosen * _BUCKET - size + _BUCKET // 2, 0, total - 1)
        # A match that starts in a sound's last units may point past its end, so both sounds are tried.
        ends = np.clip(starts + size // 2, 0, total - 1)
        flat = np.concatenate([starts, ends])
        places = np.searchsorted(self.strings.bounds, flat, side="right") - 1
        wanted = np.concatenate([starts, starts]) - size // 2 - _BUCKET
        firsts = np.maximum(wanted - self.strings.bounds[places], 0)
        both = np.unique(np.stack([places, firsts], axis=1), axis=0)
        return both[:, 0], both[:, 1]

    def _aligned(
        self, pattern: Pattern, places: NDArray[np.int64], firsts: NDArray[np.int64], width: int, least: float
    ) -> list[PatternPlace]:
        found: list[PatternPlace] = []
        bounds, beyond = self.strings.bounds, len(self._likeness) - 1
        codes = np.append(self.strings.codes.astype(np.int16), np.int16(beyond))
        batch = max(1, _BATCH_CELLS // width)
        for start in range(0, len(places), batch):
            part, first = places[start : start + batch], firsts[start : start + batch]
            begin = bounds[part] + first
            reach = begin[:, None] + np.arange(width)[None]
            inside = reach < bounds[part + 1][:, None]
            stretches = np.where(inside, codes[np.where(inside, reach, -1)], np.int16(beyond))
            got = align(pattern, stretches, self._likeness)
            for row in np.flatnonzero(got.shares >= least).tolist():
                own = int(first[row])
                found.append(
                    PatternPlace(
                        int(part[row]), own + int(got.starts[row]), own + int(got.ends[row]), float(got.shares[row])
                    )
                )
        return _apart(found)

    def _stand_ins(self, code: int) -> NDArray[np.int64]:
        like = self._likeness[:-1, code]
        nearest = np.argsort(-like, kind="stable")[:_MOST_LIKE]
        kept: NDArray[np.int64] = nearest[like[nearest] >= _LIKE].astype(np.int64)
        return kept

    @cached_property
    def _pairs(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Positions sorted by the pair of units there, int64 [P], and where each pair starts among them, [2^16 + 1]."""
        codes, bounds = self.strings.codes, self.strings.bounds
        keys = codes[:-1].astype(np.uint16) * np.uint16(256) + codes[1:]
        is_inside = np.ones(len(keys), np.bool_)
        ends = bounds[1:-1] - 1
        is_inside[ends[(ends >= 0) & (ends < len(keys))]] = False
        # A held unit occurs everywhere and locates nothing.
        is_inside &= codes[:-1] != codes[1:]
        kept = np.flatnonzero(is_inside)
        order = np.argsort(keys[kept], kind="stable")
        edges = np.zeros(_PAIRS + 1, np.int64)
        np.cumsum(np.bincount(keys[kept], minlength=_PAIRS), out=edges[1:])
        return kept[order], edges


def _apart(found: list[PatternPlace]) -> list[PatternPlace]:
    kept: dict[int, list[PatternPlace]] = {}
    for one in sorted(found, key=lambda each: (-each.share, each.place, each.start)):
        others = kept.setdefault(one.place, [])
        if all(one.end <= other.start or one.start >= other.end for other in others):
            others.append(one)
    return sorted((each for group in kept.values() for each in group), key=lambda each: (-each.share, each.place))
