"""Combines words and examples, wanted or unwanted, into one score.

For one sound, in log-odds, so that evidence for a sound adds and evidence against it subtracts:

    evidence = u e_words
             + 5 r sum over examples w > 0 of w (c - 0.5)
             + 2 ln((1 + sum over examples w > 0 of w exp(15 (c - 0.5))) / 2)
             - sum over examples w < 0 of |w| (3 max(0, c) + 2.5 ln(1 + exp(30 (c - 0.7))))
    r        = min(1, 3 / sum over examples w > 0 of w)
    score    = 1 / (1 + exp(-evidence))

w is the weight of an example and c the cosine of its vector (the mean of its windows) with the sound's best window for
it; u is the weight of the words and e_words their log-odds alone (engine/search/score_rule.py; 0 without a
description). The first sum is what Rocchio 1971 does to a query's vector, for each example separately. The logarithm
(softplus) lets a sound that closely resembles one example count even if it is unlike the others, so a query can ask
for two kinds at once. Beyond three examples of weight 1 only their proportions count, so words always keep their
influence. A cosine of 0.5 is neutral: for the starter, two sounds of one kind have 0.76 (median), two others 0.07.
Sounds like an unwanted example are lowered a little, and the very same sound by 22 log-odds more, so that it and its
takes leave the first rows (docs/decisions/0142); c of an unwanted sound with itself is 1. Minus terms lower the score
afterwards.

The constants were chosen on the val split; docs/experiments/refining.md compares them with Rocchio's rule and others.
Moments are the windows nearest to one direction: u times the vector of the words, plus the examples by their weights,
unwanted ones by half (Rocchio's own rule).
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import FilePath, Ids, SoundId, Vectors
from engine.index.tiers import TieredIndex
from engine.search.score_rule import Scores
from engine.store.catalogue import Catalogue

_NEUTRAL = 0.5
_LINEAR, _AGAINST = 5.0, 3.0
_SAME_FROM, _SAME, _SAME_STEEPNESS = 0.7, 2.5, 30.0
"""Cosine from which a sound counts as a take of an unwanted one (engine/search/stacks.py)."""
_ANY_ONE, _STEEPNESS = 2.0, 15.0
_ENOUGH = 3.0
"""Total weight of wanted examples beyond which only their proportions count."""
_AWAY = 0.5
"""Share of an unwanted example in the direction of moments."""
_STEEP = 20.0
"""Log-odds beyond this are compressed, so that scores stay distinct in float64."""
_AT_ONCE = 50_000
"""Windows whose vectors are in memory at once."""

Cosines = NDArray[np.float64]
"""float64 [N, P], of N sounds with P examples; nan for a sound without vectors."""


class ExampleVector(Struct, frozen=True, eq=False):
    """An example of a query, with its vector."""

    path: FilePath | None
    """None for a vector learned from the user's choices, which is not a file."""
    start_s: float | None
    end_s: float | None
    weight: float
    """Below 0 for an unwanted example."""
    vector: Vectors
    """float32 [D], unit."""
    sound: SoundId | None = None
    """The library's sound, if the example is a whole sound of the library."""


def with_examples(words: Scores | None, cosines: Cosines, weights: Sequence[float], words_weight: float) -> Scores:
    """float64 [N] in 0..1, the score by the rule above.

    Args:
        words: float64 [N] in 0..1, the score of the words alone; None without a description.
        weights: P, of the examples; not 0.
    """
    weight = np.asarray(weights, np.float64)
    like, unlike = weight > 0, weight < 0
    known = np.nan_to_num(cosines, nan=0.0)
    evidence = np.zeros(len(cosines)) if words is None else words_weight * _log_odds(words)
    if like.any():
        wanted, apart = weight[like], known[:, like] - _NEUTRAL
        evidence = evidence + _LINEAR * min(1.0, _ENOUGH / wanted.sum()) * (apart @ wanted)
        evidence = evidence + _ANY_ONE * np.log((1.0 + np.exp(_STEEPNESS * apart) @ wanted) / 2.0)
    same = _SAME * np.logaddexp(0.0, _SAME_STEEPNESS * (known[:, unlike] - _SAME_FROM))
    evidence = evidence - (_AGAINST * np.maximum(known[:, unlike], 0.0) + same) @ -weight[unlike]
    steep = np.abs(evidence) > _STEEP
    evidence[steep] = np.sign(evidence[steep]) * (_STEEP + np.log1p(np.abs(evidence[steep]) - _STEEP))
    return np.asarray(1.0 / (1.0 + np.exp(-evidence)), np.float64)


def direction(joint: Vectors, examples: Sequence[ExampleVector], words_weight: float) -> Vectors:
    """float32 [A, D], unit: the direction of answering windows, for each alternative of the words.

    Args:
        joint: float32 [A, D], the vectors of the alternatives; zeros without a description.
        examples: at least one.
    """
    pull = np.sum([one.weight * (1.0 if one.weight > 0 else _AWAY) * one.vector for one in examples], axis=0)
    found = words_weight * joint.astype(np.float64) + pull
    norms = np.linalg.norm(found, axis=1, keepdims=True)
    # Parts that cancel out have no direction; the first example replaces it.
    return np.asarray(np.where(norms > 1e-3, found / np.maximum(norms, 1e-3), examples[0].vector), np.float32)


def best_cosines(
    index: TieredIndex, catalogue: Catalogue, ids: Ids, vectors: Vectors
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Compares all windows of sounds with several vectors at once, exactly.

    Args:
        ids: int64 [N], sound ids, ascending.
        vectors: float32 [K, D], unit.

    Returns:
        float64 [N, K], the cosine of each sound's best window with each vector, nan for a sound without vectors; and
        int64 [N], the best window for the first vector, 0 if there is none.
    """
    segments = catalogue.segments.of(ids)
    segments = segments[np.isin(segments, index.ids)]
    cosines = np.full((len(ids), len(vectors)), np.nan)
    best = np.zeros(len(ids), np.int64)
    for start in range(0, len(segments), _AT_ONCE):
        part = segments[start : start + _AT_ONCE]
        rows = np.searchsorted(ids, catalogue.segments.rows(part).sound_id)
        found = (index.vectors_of(part) @ vectors.T).astype(np.float64)
        order = np.lexsort((part, -found[:, 0], rows))
        _, first = np.unique(rows[order], return_index=True)
        leads = order[first]
        better = leads[~(cosines[rows[leads], 0] >= found[leads, 0])]
        best[rows[better]] = part[better]
        np.fmax.at(cosines, rows, found)
    return cosines, best


def _log_odds(scores: Scores) -> Scores:
    kept = np.clip(scores, 1e-12, 1.0 - 1e-12)
    return np.asarray(np.log(kept / (1.0 - kept)), np.float64)
