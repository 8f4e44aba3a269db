"""The bootstrap of a mean over queries: clusters of queries that share a sound or a kind are drawn whole.

The bootstrap of Efron 1979, with the clusters of Field & Welsh 2007.
`training.measures.bootstrap` makes intervals of it.
"""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

ROUNDS = 2000
"""Resamplings: the ends of an interval then vary by some 2 % of its width between seeds."""
SEED = 2024
_AT_ONCE = 200

Values = NDArray[np.float64]
"""float64 [Q], one number per query."""


def resampled(values: Values, clusters: Sequence[Hashable] | None, rounds: int = ROUNDS, seed: int = SEED) -> Values:
    """Returns the mean of each resampling, float64 [rounds]: the sum over the drawn clusters by their queries.

    The draw depends only on the clusters and their order, not on the values.
    """
    if not len(values):
        raise ValueError("no query, no mean")
    numbers = np.arange(len(values)) if clusters is None else _numbered(clusters, len(values))
    count = int(numbers.max()) + 1
    sums = np.bincount(numbers, weights=values, minlength=count)
    sizes = np.bincount(numbers, minlength=count).astype(np.float64)
    draw = np.random.default_rng(seed)
    means = np.empty(rounds)
    for start in range(0, rounds, _AT_ONCE):
        stop = min(rounds, start + _AT_ONCE)
        times = draw.multinomial(count, np.full(count, 1.0 / count), size=stop - start)
        means[start:stop] = (times @ sums) / (times @ sizes)
    return means


def _numbered(clusters: Sequence[Hashable], queries: int) -> NDArray[np.int64]:
    if len(clusters) != queries:
        raise ValueError(f"{len(clusters)} clusters for {queries} queries")
    names: dict[Hashable, int] = {}
    return np.array([names.setdefault(name, len(names)) for name in clusters], dtype=np.int64)
