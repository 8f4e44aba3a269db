"""Queries of a split with their answers; windows of mel spectrograms, for validation and calibration.

Windows follow the pack's plan in frames instead of samples: the engine pads the wave, this code the spectrogram.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.audio.segments import LAST_WINDOW_OVER_S, SegmentPlan
from training.data.corpus import Clip


@dataclass(frozen=True, slots=True)
class CaptionQuery:
    """One caption of a split and the clips that answer it."""

    text: str
    relevant: frozenset[int]
    """Rows of the clips of its kind, or of all its kinds."""
    cluster: str = ""
    """Its first kind: queries of one cluster share sounds, so that intervals draw them together."""
    category: str = ""
    """Of most of its clips; on a tie the first."""


def queries_of(clips: Sequence[Clip]) -> list[CaptionQuery]:
    """Returns the queries of a split's clips, one per distinct caption, in alphabetical order."""
    members: dict[str, set[int]] = {}
    kinds: dict[str, set[str]] = {}
    for row, clip in enumerate(clips):
        members.setdefault(clip.kind, set()).add(row)
        for caption in clip.captions:
            kinds.setdefault(caption, set()).add(clip.kind)
    return [
        _query(caption, frozenset().union(*(members[kind] for kind in kinds[caption])), min(kinds[caption]), clips)
        for caption in sorted(kinds)
    ]


def pairs_of(clips: Sequence[Clip]) -> list[CaptionQuery]:
    """Returns each caption of each clip as a query that this clip alone answers, in the clips' order.

    Both papers count this way: 5225 queries on Clotho's test split, even where two sounds have the same caption.
    """
    return [
        _query(caption, frozenset({row}), clip.kind, clips)
        for row, clip in enumerate(clips)
        for caption in clip.captions
    ]


def _query(text: str, relevant: frozenset[int], cluster: str, clips: Sequence[Clip]) -> CaptionQuery:
    counts = Counter(clips[row].category for row in relevant)
    return CaptionQuery(text, relevant, cluster, min(counts, key=lambda name: (-counts[name], name)))


def frame_windows(length: int, plan: SegmentPlan, frame_rate_hz: float) -> list[tuple[int, int]]:
    """Returns start and padded length, in frames, of each window of a sound of `length` frames."""
    window, hop = round(plan.segment_s * frame_rate_hz), round(plan.hop_s * frame_rate_hz)
    if length <= window:
        return [(0, next(rung for rung in (round(r * frame_rate_hz) for r in plan.ladder_s) if rung >= length))]
    starts = list(range(0, length - window + 1, hop))
    if length - (starts[-1] + window) > LAST_WINDOW_OVER_S * frame_rate_hz:
        starts.append(length - window)
    return [(start, window) for start in starts]


def best_scores(
    texts: NDArray[np.float32], vectors: NDArray[np.float32], owners: NDArray[np.int64], clips: int
) -> NDArray[np.float32]:
    """Returns the cosine of each text with the best window of each clip, float32 [texts, clips]."""
    scores = texts @ vectors.T
    best = np.full((len(texts), clips), -2.0, dtype=np.float32)
    for window, owner in enumerate(owners):
        np.maximum(best[:, owner], scores[:, window], out=best[:, owner])
    return best


def some_kinds(clips: Sequence[Clip], at_least: int) -> list[Clip]:
    """Returns whole kinds, drawn by a fixed seed up to at least this many clips, in the clips' order.

    Drawing single clips would leave queries without some of their answers.
    """
    counts = Counter(clip.kind for clip in clips)
    kinds = sorted(counts)
    random.Random(0).shuffle(kinds)
    kept: set[str] = set()
    total = 0
    for kind in kinds:
        if total >= at_least:
            break
        kept.add(kind)
        total += counts[kind]
    return [clip for clip in clips if clip.kind in kept]
