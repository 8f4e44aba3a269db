"""Chooses the known kinds of a pack and their pull on queries, on the val split.

`engine.models.kinds` helps a model whose text side was trained on few captions and may harm one that reads well. So
pulls are tried on val, and kinds go into the pack only if mAP@10 rises beyond its 95 % interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.models.kinds import Kinds
from training.data.corpus import Clip
from training.measures.bootstrap import compare
from training.measures.caption_queries import CaptionQuery, best_scores
from training.measures.metrics import average_precision

SHARPNESS = 30.0
"""mAP@10 of the first starter on val was similar from 20 to 40."""
PULLS = (0.5, 1.0, 2.0, 4.0)
MOST_CAPTIONS = 16
"""Of one kind: more are redundant, and every caption takes bytes of the pack."""
MOST_KINDS = 2_000
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ProbeVectors:
    """A model's vectors of sounds and of the queries to answer."""

    queries: Sequence[CaptionQuery]
    joint: Floats
    """float32 [queries, D], unit, from the text graph."""
    sentence: Floats
    """float32 [queries, E], unit."""
    vectors: Floats
    """float32 [windows, D], unit."""
    owners: NDArray[np.int64]
    """int64 [windows], the sound of each."""
    sounds: int

    def scores(self, kinds: Kinds | None) -> Floats:
        """Returns the cosine of each query, pulled by `kinds` if given, with each sound's best window, [queries,
        sounds].
        """
        joint = self.joint if kinds is None else kinds.drawn(self.joint, self.sentence)
        return best_scores(joint, self.vectors, self.owners, self.sounds)


def captions_of(clips: Sequence[Clip]) -> list[tuple[str, ...]]:
    """Returns the captions of each kind, at most sixteen spread over the alphabet, for the kinds with most clips."""
    captions: dict[str, set[str]] = {}
    counts: dict[str, int] = {}
    for clip in clips:
        if clip.captions:
            captions.setdefault(clip.kind, set()).update(clip.captions)
            counts[clip.kind] = counts.get(clip.kind, 0) + 1
    largest = sorted(captions, key=lambda kind: (-counts[kind], kind))[:MOST_KINDS]
    return [_spread(sorted(captions[kind])) for kind in sorted(largest)]


def kinds_of(counts: Sequence[int], joint: Floats, sentence: Floats) -> Kinds:
    """Makes kinds from their captions' vectors.

    Args:
        counts: captions of each kind, at least one.
        joint: float32 [N, D], of the captions, grouped by kind.
        sentence: float32 [N, E], likewise.
    """
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
    means = np.add.reduceat(_unit(joint), starts, axis=0)
    return Kinds(_unit(sentence), starts, _unit(means), sharpness=SHARPNESS, pull=PULLS[0])


def chosen(kinds: Kinds, heard: ProbeVectors) -> tuple[Kinds | None, str]:
    """Returns the kinds with the best pull, or None unless clearly better than without; and a sentence about it."""
    clusters = [query.cluster for query in heard.queries]
    before = _precisions(heard, None)
    tried = {pull: _precisions(heard, kinds.pulling(pull)) for pull in PULLS}
    best = max(PULLS, key=lambda pull: float(tried[pull].mean()))
    change = compare(tried[best], before, clusters)
    said = f"mAP@10 with queries drawn to {len(kinds.starts)} known kinds: {before.mean():.4f} {change}"
    if change.low <= 0.0:
        return None, f"{said} at a pull of {best:g}: not clearly better, left out"
    return kinds.pulling(best), f"{said}, pull {best:g}"


def _precisions(heard: ProbeVectors, kinds: Kinds | None) -> NDArray[np.float64]:
    ranked = np.argsort(-heard.scores(kinds), axis=1, kind="stable")[:, :10]
    pairs = zip(ranked.tolist(), heard.queries, strict=True)
    return np.array([average_precision(rows, query.relevant) for rows, query in pairs])


def _spread(captions: list[str]) -> tuple[str, ...]:
    if len(captions) <= MOST_CAPTIONS:
        return tuple(captions)
    places = np.linspace(0, len(captions) - 1, MOST_CAPTIONS).round().astype(int)
    return tuple(captions[place] for place in places)


def _unit(rows: Floats) -> Floats:
    norms = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(norms, 1e-12), dtype=np.float32)
