"""How much each candidate sounds like the best answers.

A model tells far better that two sounds are alike than that a sound is what words say. So a recording without a name is
found through named ones: what sounds like the answers that names and ear agree on is likely one too.
"""

import numpy as np

from engine.search.rank import Scores
from engine.types import Vectors

TEACHERS = 5
"""Best answers that candidates are compared with."""
_ALIKE_FROM = 0.5
"""Cosine of two sounds from which they are alike at all."""
_DOUBT = 0.3
"""Weight of nothing being alike: two teachers who agree say more than one."""


def kin_of(evidence: Scores, vectors: Vectors) -> Scores:
    """Gives float64 [N], 0 to 1: the mean likeness with the best answers, each weighed by how good it is.

        kin_i = sum over teachers t != i of w_t max(0, cos(v_i, v_t) - 0.5) / 0.5 / (0.3 + sum over all t of w_t)
        w_t = exp(evidence_t - evidence of the best)

    Args:
        evidence: float64 [N], log-odds without kin; of equals the first leads.
        vectors: float32 [N, D], unit, of the best segments.
    """
    best = np.argsort(-evidence, kind="stable")[:TEACHERS]
    if not len(best):
        return np.zeros(0)
    weights = np.exp(evidence[best] - evidence[best[0]])
    likeness = np.maximum(vectors @ vectors[best].T - _ALIKE_FROM, 0.0).astype(np.float64) / (1.0 - _ALIKE_FROM)
    likeness[best, np.arange(len(best))] = 0.0  # nobody is their own witness
    kin: Scores = np.minimum(likeness @ weights / (_DOUBT + weights.sum()), 1.0)
    return kin
