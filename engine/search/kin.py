"""How much each candidate sounds like the best answers.

A model tells far better that two sounds are alike than that a sound is what words say. So a recording without a name is
found through named ones: what sounds like the answers that names and ear agree on is likely one too.

The best answers are those of the whole library to the same words: its *witnesses*. No filter, no folder and no limit
changes who they are, so that a sound scores for words what it scores, whatever else is listed.
"""

from dataclasses import dataclass

import numpy as np

from engine.search.rank import Scores
from engine.types import Ids, Vectors

WITNESSES = 5
"""Best answers that candidates are compared with."""
_ALIKE_FROM = 0.5
"""Cosine of two sounds from which they are alike at all."""
_DOUBT = 0.3
"""Weight of nothing being alike: two witnesses who agree say more than one."""
_STEP = 1e-5
"""Log-odds that are taken as equal: two ways of adding the same products differ by less."""


@dataclass(frozen=True, slots=True, eq=False)
class Witnesses:
    """The best answers of a library to some words."""

    ids: Ids
    """int64 [W], at most `WITNESSES` sounds, best first."""
    vectors: Vectors
    """float32 [W, D], unit, of the best segment of each."""
    weights: Scores
    """float64 [W], above 0, 1 for the best."""


def best_rows(evidence: Scores) -> Ids:
    """Gives int64 [W], the rows of the witnesses among candidates, best first; of equals the first leads.

    Args:
        evidence: float64 [N], log-odds without kin.
    """
    return np.argsort(-np.round(evidence / _STEP), kind="stable")[:WITNESSES]


def witness_weights(evidence: Scores) -> Scores:
    """Gives float64 [W], how much each witness counts, by their log-odds without kin, best first."""
    return np.exp(np.minimum(evidence - evidence[0], 0.0)) if len(evidence) else np.zeros(0)


def kin_of(ids: Ids, vectors: Vectors, witnesses: Witnesses) -> Scores:
    """Gives float64 [N], 0 to 1: the mean likeness with the witnesses, each weighed by how good an answer it is.

        kin_i = sum over witnesses t != i of w_t max(0, cos(v_i, v_t) - 0.5) / 0.5 / (0.3 + sum over all t of w_t)
        w_t = exp(evidence_t - evidence of the best)

    Args:
        ids: int64 [N], the sounds.
        vectors: float32 [N, D], unit, of their best segments.
        witnesses: of the question.
    """
    weights = witnesses.weights
    likeness = np.maximum(vectors @ witnesses.vectors.T - _ALIKE_FROM, 0.0).astype(np.float64) / (1.0 - _ALIKE_FROM)
    likeness[ids[:, None] == witnesses.ids] = 0.0  # nobody is their own witness
    kin: Scores = np.minimum(likeness @ weights / (_DOUBT + weights.sum()), 1.0)
    return kin
