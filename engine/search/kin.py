"""Measures how much each candidate sounds like the best answers.

A model is much better at telling that two sounds are alike than that a sound matches words. So an unnamed recording is
found through named ones: what resembles the answers that names and sound agree on probably fits too.

The best answers are those of the whole library to the same words: its *witnesses*. No filter, folder or limit changes
them, so a sound's score for words does not depend on what else is listed.
"""

import numpy as np
from msgspec import Struct

from engine.base.types import Ids, Vectors
from engine.search.score_rule import Scores

WITNESSES = 5
"""Number of best answers that candidates are compared with."""
_ALIKE_FROM = 0.5
"""Minimum cosine of similar sounds."""
_DOUBT = 0.3
"""Weight of no similarity: two agreeing witnesses count more than one."""
_STEP = 1e-5
"""Log-odds treated as equal: rounding differences of sums are smaller."""


class Witnesses(Struct, frozen=True, eq=False):
    """A library's best answers to some words."""

    ids: Ids
    """int64 [W], at most `WITNESSES` sounds, best first."""
    vectors: Vectors
    """float32 [W, D], unit, of the best segment of each."""
    weights: Scores
    """float64 [W], above 0, 1 for the best."""


def best_rows(evidence: Scores) -> Ids:
    """int64 [W], the candidates' rows that become witnesses, best first; the first of equals leads.

    Args:
        evidence: float64 [N], log-odds without kin.
    """
    return np.argsort(-np.round(evidence / _STEP), kind="stable")[:WITNESSES]


def witness_weights(evidence: Scores) -> Scores:
    """float64 [W], the witnesses' weights from their log-odds without kin, best first."""
    return np.exp(np.minimum(evidence - evidence[0], 0.0)) if len(evidence) else np.zeros(0)


def kin_of(ids: Ids, vectors: Vectors, witnesses: Witnesses) -> Scores:
    """float64 [N], 0 to 1: mean similarity to the witnesses, weighted by how good an answer each is.

        kin_i = sum over witnesses t != i of w_t max(0, cos(v_i, v_t) - 0.5) / 0.5 / (0.3 + sum over all t of w_t)
        w_t = exp(evidence_t - evidence of the best)

    Args:
        ids: int64 [N], the sounds.
        vectors: float32 [N, D], unit, of their best segments.
    """
    weights = witnesses.weights
    likeness = np.maximum(vectors @ witnesses.vectors.T - _ALIKE_FROM, 0.0).astype(np.float64) / (1.0 - _ALIKE_FROM)
    likeness[ids[:, None] == witnesses.ids] = 0.0  # no sound is its own witness
    kin: Scores = np.minimum(likeness @ weights / (_DOUBT + weights.sum()), 1.0)
    return kin
