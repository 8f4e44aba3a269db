"""Finds where something is said in a library: stretches whose vectors lie near that of the typed words.

One word is the nearest stretch. A phrase is its words in order: of all ways to choose a stretch for each, with a
bounded gap between them, the one with the highest mean cosine. A stretch's cosine counts for less if it is hardly
speech or if overlapping stretches hear something else. Of overlapping stretches the best stays.
"""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.base.types import Ids, Vectors
from engine.features.speech.words_file import SpeechBlock, WordsFile

MOST_A_SOUND = 20
"""Best places kept per sound."""
_STEP_S = 0.02
_OVERLAP_S = 0.12
"""The next word may begin this long before the previous one ends: windows are coarser than words."""
_GAP_S = 0.60
"""The next word may begin this long after the previous one ends."""
_LEAST_CHAIN = 0.4
"""Chains of words with a lower mean cosine do not count."""
_SHARED = 0.3
"""Stretches that share more than this part of the shorter one are one place."""

_SURE = 0.98
"""From this probability a stretch counts fully as speech."""

Cosines = NDArray[np.float64]


class SpokenPlaces(Struct, frozen=True, eq=False):
    """Where something is said, by sound."""

    ids: Ids
    """int64 [S], sounds with speech, ascending."""
    best: Cosines
    """float64 [S], cosine of each sound's best place."""
    bounds: NDArray[np.int64]
    """int64 [S + 1]: sound s has places bounds[s] to bounds[s + 1], best first."""
    starts_s: NDArray[np.float64]
    ends_s: NDArray[np.float64]
    cosines: Cosines

    def among(self, rows: NDArray[np.int64]) -> "SpokenPlaces":
        """Returns these rows, in their order."""
        spans = [np.arange(self.bounds[row], self.bounds[row + 1]) for row in rows.tolist()]
        places = np.concatenate(spans) if spans else np.zeros(0, np.int64)
        bounds = np.concatenate([[0], np.cumsum([len(span) for span in spans])]).astype(np.int64)
        return SpokenPlaces(
            self.ids[rows], self.best[rows], bounds, self.starts_s[places], self.ends_s[places], self.cosines[places]
        )


def find_spoken(
    file: WordsFile, said: Sequence[Vectors], allowed: Ids | None, check: Callable[[], None], slope: float
) -> SpokenPlaces:
    """Searches all heard speech.

    Args:
        file: of the pack that made `said`.
        said: unit vectors, float32 [D]: one for a word or a stretch; for a phrase the whole phrase's, then each word's.
        allowed: ids of the sounds to search, ascending; None for all.
        check: called between steps; raises if the search was cancelled.
        slope: steepness of the curve from these cosines to probabilities; see `doubt`.
    """
    ids: list[int] = []
    counts: list[int] = []
    found: list[tuple[float, float, float]] = []
    for block in file.blocks(len(said[0])):
        check()
        whole = block.vectors @ np.stack(said).T.astype(np.float32)
        whole *= block.agreements[:, None].astype(np.float32)
        whole = np.maximum(whole - doubt(block.chances, slope)[:, None], -1.0)
        for place, sound in enumerate(block.sounds.tolist()):
            if allowed is not None and not _holds(allowed, sound):
                continue
            own = slice(int(block.bounds[place]), int(block.bounds[place + 1]))
            places = _places(block, own, whole[own].astype(np.float64))
            ids.append(sound)
            counts.append(len(places))
            found += places
    table = np.array(found, np.float64).reshape(-1, 3)
    bounds = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    best = table[bounds[:-1], 2] if len(ids) else np.zeros(0)
    return SpokenPlaces(np.array(ids, np.int64), best, bounds, table[:, 0], table[:, 1], table[:, 2])


def doubt(chances: NDArray[np.float64], slope: float) -> NDArray[np.float64]:
    """Returns how much a stretch's cosine loses for being doubtful speech, float64 [N]; 0 for certain speech.

    Multiplying the odds of a logistic curve by the odds of speech moves the cosine by their logarithm over the slope.
    The odds are clipped to 2 to 98 %, the detector's trustworthy range, and taken relative to certain speech.
    """
    held = np.clip(chances, 1.0 - _SURE, _SURE)
    lost: NDArray[np.float64] = (np.log(_SURE / (1.0 - _SURE)) - np.log(held / (1.0 - held))) / slope
    return lost


def both(first: SpokenPlaces, second: SpokenPlaces) -> SpokenPlaces:
    """Intersects two searches. Each sound keeps the places of both, and the lower of the two best cosines."""
    shared, one, two = np.intersect1d(first.ids, second.ids, assume_unique=True, return_indices=True)
    left, right = first.among(one), second.among(two)
    parts = []
    for row in range(len(shared)):
        spans = [slice(int(side.bounds[row]), int(side.bounds[row + 1])) for side in (left, right)]
        rows = [
            np.stack([side.starts_s[span], side.ends_s[span], side.cosines[span]], axis=1)
            for side, span in zip((left, right), spans, strict=True)
        ]
        joined = np.concatenate(rows)
        parts.append(joined[np.argsort(-joined[:, 2], kind="stable")])
    table = np.concatenate(parts) if parts else np.zeros((0, 3))
    bounds = np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int64)
    return SpokenPlaces(shared, np.minimum(left.best, right.best), bounds, table[:, 0], table[:, 1], table[:, 2])


def with_itself(places: SpokenPlaces, sound: int, start_s: float, end_s: float) -> SpokenPlaces:
    """Returns the places of a search by a stretch with the stretch itself at cosine 1.

    Windows that slide over speech seldom begin and end exactly with the stretch, so their cosine with it is below 1.

    Args:
        places: of all sounds.
        sound: id of the stretch's sound; without places there, nothing changes.
        start_s: of the stretch, seconds.
        end_s: of the stretch, seconds.
    """
    row = int(np.searchsorted(places.ids, sound))
    if not _holds(places.ids, sound):
        return places
    own = np.arange(places.bounds[row], places.bounds[row + 1])
    shared = np.minimum(places.ends_s[own], end_s) - np.maximum(places.starts_s[own], start_s)
    if shared.max(initial=0.0) <= 0.0:
        return places
    order, itself = np.arange(len(places.cosines)), own[shared.argmax()]
    order[own] = np.concatenate([[itself], own[own != itself]])
    cosines, best = places.cosines[order], places.best.copy()
    cosines[own[0]] = best[row] = 1.0
    return replace(places, best=best, starts_s=places.starts_s[order], ends_s=places.ends_s[order], cosines=cosines)


def apart(
    starts_s: NDArray[np.float64], ends_s: NDArray[np.float64], cosines: Cosines, most: int = MOST_A_SOUND
) -> list[tuple[float, float, float]]:
    """Returns start, end and cosine of the best places, best first, without those that share much with a better one."""
    kept: list[tuple[float, float, float]] = []
    # A bound on the work: places beyond these cannot be among the best that stay apart.
    for row in np.argsort(-cosines, kind="stable")[: 64 * most].tolist():
        start_s, end_s = float(starts_s[row]), float(ends_s[row])
        is_new = all(
            min(end_s, other[1]) - max(start_s, other[0]) <= _SHARED * min(end_s - start_s, other[1] - other[0])
            for other in kept
        )
        if is_new:
            kept.append((start_s, end_s, float(cosines[row])))
            if len(kept) == most:
                break
    return kept


def in_order(
    starts_s: NDArray[np.float64], ends_s: NDArray[np.float64], cosines: Cosines
) -> tuple[NDArray[np.float64], NDArray[np.float64], Cosines]:
    """Returns for each possible last stretch the best chain of words that ends there: start, end, mean cosine.

    Args:
        starts_s: float64 [N], of one sound's stretches.
        ends_s: float64 [N].
        cosines: float64 [N, W], of each stretch with each word of the phrase, W at least 1.
    """
    begin = np.round(starts_s / _STEP_S).astype(np.int64)
    end = np.round(ends_s / _STEP_S).astype(np.int64)
    first, steps = int(begin.min()), int(end.max() - begin.min()) + 1
    begin, end = begin - first, end - first
    before, after = round(_OVERLAP_S / _STEP_S), round(_GAP_S / _STEP_S)
    sums, chain_starts = cosines[:, 0].copy(), starts_s.copy()
    for word in range(1, cosines.shape[1]):
        # The best chain that ends at each step, then the best within reach of each beginning.
        order = np.argsort(sums, kind="stable")
        best = np.full(steps + after + before + 1, -np.inf)
        who = np.zeros(len(best), np.int64)
        best[end[order] + after] = sums[order]
        who[end[order] + after] = order
        reach = np.lib.stride_tricks.sliding_window_view(best, after + before + 1)
        nearest = reach.argmax(axis=1)
        previous = who[nearest + np.arange(len(nearest))][begin]
        sums = cosines[:, word] + reach.max(axis=1)[begin]
        # One window must not stand for two words: a chain goes forward in time.
        sums[starts_s <= starts_s[previous]] = -np.inf
        chain_starts = chain_starts[previous]
    is_whole = np.isfinite(sums)
    return chain_starts[is_whole], ends_s[is_whole], sums[is_whole] / cosines.shape[1]


def _places(block: SpeechBlock, own: slice, cosines: Cosines) -> list[tuple[float, float, float]]:
    starts_s, ends_s = block.starts_s[own], block.ends_s[own]
    # A chain cannot beat the best stretch of each word, so most sounds need no search for chains.
    if cosines.shape[1] == 1 or cosines[:, 1:].max(axis=0).mean() < _LEAST_CHAIN:
        return apart(starts_s, ends_s, cosines[:, 0])
    chains = in_order(starts_s, ends_s, cosines[:, 1:])
    whole = (starts_s, ends_s, cosines[:, 0])
    starts_s, ends_s, joined = (np.concatenate(pair) for pair in zip(chains, whole, strict=True))
    return apart(starts_s, ends_s, joined)


def _holds(allowed: Ids, sound: int) -> bool:
    place = int(np.searchsorted(allowed, sound))
    return place < len(allowed) and int(allowed[place]) == sound
