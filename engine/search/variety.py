"""How different results should be: every take in its own row, takes folded into one row, or rows unlike each other.

Variety is one number from 0 to 1. Written as a term of a query, `variety:folded`, it is kept wherever queries are:
saved searches, history, tabs, user data. 0 shows everything. From `FOLDED` on takes are folded
(engine/search/stacks.py). Above it rows are reordered by maximal marginal relevance (Carbonell and Goldstein 1998), one
after the other:

    next = argmax over the remaining rows of  e_i - w max over the rows above of cos(v_i, v_j)

e is a row's score as log-odds, v the vector of its best window, and w grows with the number, to `MOST_APART` at 1.
lambda = 1 / (1 + w) gives their rule. A row that answers well never moves below one that answers weakly, and the first
row stays. After the best `POOL` rows the order is that of the search.

`MOST_APART` was chosen on the val split: docs/experiments/variety.md.
"""

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.search.value_parsers import InvalidValue

if TYPE_CHECKING:
    from engine.base.types import Vectors
    from engine.search.score_rule import Scores

VARIETY = "variety"
"""The key of the term."""
ALL, FOLDED, DIFFERENT = 0.0, 0.25, 1.0
NAMED = {"all": ALL, "folded": FOLDED, "different": DIFFERENT}
"""Named values."""
MOST_APART = 8.0
"""Log-odds that a row identical to one above it loses at maximum variety."""
POOL = 100
"""Best rows to reorder."""


def read_variety(value: str) -> float:
    """Parses the value of `variety:`, a name or a number from 0 to 1.

    Raises:
        InvalidValue: it is neither.
    """
    named = NAMED.get(value.strip().lower())
    if named is not None:
        return named
    try:
        number = float(value)
    except ValueError:
        raise InvalidValue from None
    if not (math.isfinite(number) and 0.0 <= number <= 1.0):
        raise InvalidValue
    return number


def variety_text(variety: float) -> str:
    """A variety as written in a term: its name, else the number."""
    return next((name for name, value in NAMED.items() if value == variety), f"{variety:.4g}")


def folds(variety: float) -> bool:
    """Whether takes are folded."""
    return variety > ALL


def apart(variety: float) -> float:
    """The weight w of the rule above, in log-odds; 0 keeps the order of the search."""
    return MOST_APART * max(0.0, variety - FOLDED) / (DIFFERENT - FOLDED)


def unlike_first(scores: "Scores", vectors: "Vectors", weight: float, *, good_from: float) -> NDArray[np.int64]:
    """int64 [N]: the order of rows by the rule above, each row once.

    Args:
        scores: float64 [N] in 0..1, descending.
        vectors: float32 [N, D], unit; zeros for a row without one, which is unlike all others.
        weight: w; 0 keeps the order.
        good_from: minimum score of a row that answers well.
    """
    order = np.arange(len(scores))
    count = min(POOL, len(scores))
    if weight <= 0.0 or count < 2:
        return order
    kept = np.clip(scores[:count], 1e-12, 1.0 - 1e-12)
    evidence = np.log(kept / (1.0 - kept))
    cosines = np.asarray(vectors[:count] @ vectors[:count].T, np.float64)
    good = int((scores[:count] >= good_from).sum())
    nearest = np.zeros(count)
    found: list[int] = []
    for first, end in ((0, good), (good, count)):
        left = np.arange(first, end)
        while len(left):
            chosen = int(np.argmax(evidence[left] - weight * nearest[left]))
            row = int(left[chosen])
            found.append(row)
            left = np.delete(left, chosen)
            nearest = np.maximum(nearest, cosines[row])
    order[:count] = found
    return order
