"""Retrieval on cached mel pictures, to watch a run and fit its curves; the figures that count go through the engine.

Windows follow the pack's plan, in frames instead of samples: the engine pads the wave, here the picture is padded.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from engine.audio.segments import LAST_WINDOW_OVER_S, SegmentPlan
from training.data.batches import MelClips
from training.data.corpus import Clip
from training.evaluation.metrics import mean_average_precision
from training.towers.dual_encoder import DualEncoder

_BATCH_FRAMES = 16_000


@dataclass(frozen=True, slots=True)
class Query:
    """One distinct caption of a split and the clips that answer it."""

    text: str
    relevant: frozenset[int]
    """Rows of the clips of its kind; a caption of several kinds: of all of them."""


def queries_of(clips: Sequence[Clip]) -> list[Query]:
    """Gives the queries of a split's clips, by caption."""
    members: dict[str, set[int]] = {}
    kinds: dict[str, set[str]] = {}
    for row, clip in enumerate(clips):
        members.setdefault(clip.kind, set()).add(row)
        for caption in clip.captions:
            kinds.setdefault(caption, set()).add(clip.kind)
    return [Query(caption, frozenset().union(*(members[kind] for kind in kinds[caption]))) for caption in sorted(kinds)]


def frame_windows(length: int, plan: SegmentPlan, frame_rate_hz: float) -> list[tuple[int, int]]:
    """Gives start and padded length, in frames, of each window of a sound of `length` frames."""
    window, hop = round(plan.segment_s * frame_rate_hz), round(plan.hop_s * frame_rate_hz)
    if length <= window:
        return [(0, next(rung for rung in (round(r * frame_rate_hz) for r in plan.ladder_s) if rung >= length))]
    starts = list(range(0, length - window + 1, hop))
    if length - (starts[-1] + window) > LAST_WINDOW_OVER_S * frame_rate_hz:
        starts.append(length - window)
    return [(start, window) for start in starts]


def hear_clips(
    model: DualEncoder, clips: MelClips, plan: SegmentPlan, frame_rate_hz: float
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Gives the vector of every window, float32 [N, D], and the clip it belongs to, int64 [N]."""
    rungs: dict[int, list[tuple[int, int]]] = {}
    for clip in range(len(clips.starts) - 1):
        for start, length in frame_windows(clips.length(clip), plan, frame_rate_hz):
            rungs.setdefault(length, []).append((clip, start))
    vectors: list[NDArray[np.float32]] = []
    owners: list[int] = []
    with torch.inference_mode():
        for length, windows in rungs.items():
            size = max(1, _BATCH_FRAMES // length)
            for first in range(0, len(windows), size):
                part = windows[first : first + size]
                power = np.stack([clips.window(clip, start, length, plan.padding) for clip, start in part])
                vectors.append(model.hear(torch.from_numpy(power)).numpy())
                owners += [clip for clip, _ in part]
    return np.concatenate(vectors), np.asarray(owners, dtype=np.int64)


def best_scores(
    texts: NDArray[np.float32], vectors: NDArray[np.float32], owners: NDArray[np.int64], clips: int
) -> NDArray[np.float32]:
    """Gives the cosine of each text with the best window of each clip, float32 [texts, clips]."""
    scores = texts @ vectors.T
    best = np.full((len(texts), clips), -2.0, dtype=np.float32)
    for window, owner in enumerate(owners):
        np.maximum(best[:, owner], scores[:, window], out=best[:, owner])
    return best


def listen(
    model: DualEncoder,
    clips: Sequence[Clip],
    pictures: MelClips,
    sentences: dict[str, torch.Tensor],
    plan: SegmentPlan,
    frame_rate_hz: float,
) -> float:
    """Gives mAP@10 of a split's captions over its clips, ties by path; the model is left in eval mode."""
    model.eval()
    queries = queries_of(clips)
    vectors, owners = hear_clips(model, pictures, plan, frame_rate_hz)
    with torch.inference_mode():
        texts = model.read(torch.stack([sentences[query.text] for query in queries])).numpy()
    best = best_scores(texts, vectors, owners, len(clips))
    by_path = np.argsort(np.argsort([str(clip.path) for clip in clips]))
    ranked = [np.lexsort((by_path, -row))[:10].tolist() for row in best]
    return mean_average_precision(ranked, [query.relevant for query in queries])
