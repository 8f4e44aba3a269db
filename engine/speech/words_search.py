"""Finds where in the sounds of a library something is said: stretches whose vectors lie near that of what was typed.

One word is the stretch nearest to it. A phrase is its words one after the other: of all ways to choose a stretch for
each, with a bounded gap between, the one with the highest mean cosine. A stretch's cosine counts for less where it is
hardly speech, or where those that overlap it hear something else. Of stretches that overlap the best stays.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.speech.words_file import SpokenBlock, WordsFile
from engine.types import Ids, Vectors

MOST_A_SOUND = 20
"""Places kept of one sound, the best ones."""
_STEP_S = 0.02
_OVERLAP_S = 0.12
"""The next word may begin this long before the previous one ends: windows are coarser than words."""
_GAP_S = 0.60
"""And this long after it."""
_LEAST_CHAIN = 0.4
"""Chains of words below this mean cosine do not count."""
_SHARED = 0.3
"""Stretches that share more than this part of the shorter one are one place."""

_SURE = 0.98
"""From this chance on a stretch is speech, and counts in full."""

Cosines = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SpokenPlaces:
    """Where something is said, by sound."""

    ids: Ids
    """int64 [S], sounds in which speech was heard, ascending."""
    best: Cosines
    """float64 [S], the cosine of the best place of each."""
    bounds: NDArray[np.int64]
    """int64 [S + 1]: the places of sound s are bounds[s] to bounds[s + 1], best first."""
    starts_s: NDArray[np.float64]
    ends_s: NDArray[np.float64]
    cosines: Cosines

    def among(self, rows: NDArray[np.int64]) -> "SpokenPlaces":
        """Gives some of the sounds, in the order of rows."""
        spans = [np.arange(self.bounds[row], self.bounds[row + 1]) for row in rows.tolist()]
        places = np.concatenate(spans) if spans else np.zeros(0, np.int64)
        bounds = np.concatenate([[0], np.cumsum([len(span) for span in spans])]).astype(np.int64)
        return SpokenPlaces(
            self.ids[rows], self.best[rows], bounds, self.starts_s[places], self.ends_s[places], self.cosines[places]
        )


def find_spoken(
    file: WordsFile, said: Sequence[Vectors], allowed: Ids | None, check: Callable[[], None], slope: float
) -> SpokenPlaces:
    """Looks for something in all that was heard.

    Args:
        file: of the pack that made `said`.
        said: unit vectors, float32 [D]: one for a word or a stretch; for a phrase the whole phrase's, then each word's.
        allowed: ids of the sounds to look in, ascending; None for all.
        check: called between steps; raises when the search was cancelled.
        slope: steepness of the curve that makes chances of these cosines; see `doubt`.
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
    """Gives what a stretch's cosine loses for hardly being speech, float64 [N], nothing where it surely is.

    The odds of a logistic curve are multiplied by those of being speech: its cosine moves by their logarithm over its
    slope. Odds count within what the detector can be believed, 2 to 98 %, and against those of sure speech.
    """
    held = np.clip(chances, 1.0 - _SURE, _SURE)
    lost: NDArray[np.float64] = (np.log(_SURE / (1.0 - _SURE)) - np.log(held / (1.0 - held))) / slope
    return lost


def both(first: SpokenPlaces, second: SpokenPlaces) -> SpokenPlaces:
    """Gives the sounds of two searches with the places of both; a sound is as good as the worse of the two."""
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
    """Gives the places of a search for a stretch with its own as sure: what was taken there is said there.

    Windows that slide over speech seldom begin and end where a stretch does, so that their cosine with it is below 1.

    Args:
        places: of all sounds.
        sound: id of the one that the stretch is of; where nothing of it was heard, all stays as it is.
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
    """Gives start, end and cosine of the best places, best first, none sharing much with a better one."""
    kept: list[tuple[float, float, float]] = []
    # Far more would be looked at for nothing: places beyond these cannot be among the best that stay apart.
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
    """Gives for each last stretch the best chain of words that ends there: its start, its end, its mean cosine.

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
        # A window must not stand for two words: a chain goes forward in time.
        sums[starts_s <= starts_s[previous]] = -np.inf
        chain_starts = chain_starts[previous]
    is_whole = np.isfinite(sums)
    return chain_starts[is_whole], ends_s[is_whole], sums[is_whole] / cosines.shape[1]


def _places(block: SpokenBlock, own: slice, cosines: Cosines) -> list[tuple[float, float, float]]:
    starts_s, ends_s = block.starts_s[own], block.ends_s[own]
    # No chain is better than the best stretch of each word; most sounds need not be looked at for chains.
    if cosines.shape[1] == 1 or cosines[:, 1:].max(axis=0).mean() < _LEAST_CHAIN:
        return apart(starts_s, ends_s, cosines[:, 0])
    chains = in_order(starts_s, ends_s, cosines[:, 1:])
    whole = (starts_s, ends_s, cosines[:, 0])
    starts_s, ends_s, joined = (np.concatenate(pair) for pair in zip(chains, whole, strict=True))
    return apart(starts_s, ends_s, joined)


def _holds(allowed: Ids, sound: int) -> bool:
    place = int(np.searchsorted(allowed, sound))
    return place < len(allowed) and int(allowed[place]) == sound
