"""Share of an exact scan's results that an index finds."""

import numpy as np

from engine.base.types import Ids, Vectors
from engine.index.tiers import TieredIndex


def recall(index: TieredIndex, queries: Vectors, allowed: Ids | None = None, k: int = 10) -> tuple[float, set[str]]:
    """Returns the share of exact neighbours found, and the tiers that answered."""
    shares, tiers = [], set()
    for query in queries:
        found = index.search(query, k, allowed)
        exact = index.search(query, k, allowed, exact=True)
        shares.append(len(set(found.ids) & set(exact.ids)) / max(1, len(exact.ids)))
        tiers.add(found.tier)
        assert len(found.ids) == len(exact.ids)
        assert np.all(np.diff(found.scores) <= 0)
    return float(np.mean(shares)), tiers
