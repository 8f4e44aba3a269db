"""Lays vectors out in the plane: t-SNE on a sample, everything else near its nearest neighbours in the sample.

t-SNE is openTSNE's (van der Maaten & Hinton 2008, accelerated as in Linderman et al. 2019), a maintained library.
Placing by neighbours costs one product per sound, so that a million sounds take minutes and a new sound no time.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.base.cancellation import Cancel, check
from engine.base.lazy_import import later
from engine.base.types import Vectors

if TYPE_CHECKING:
    import faiss
else:
    faiss = later("faiss")

SAMPLE = 20_000
"""Sounds that t-SNE itself lays out."""
_SEED = 1_234
_PERPLEXITY = 30.0
_NEIGHBOURS = 5
_LEAST = 12
"""Fewer sounds use their two principal directions: t-SNE needs neighbours to choose from."""
_EDGE_PERCENTILE = 99.5
_ITERATIONS_A_CALL = 25

Places = NDArray[np.float32]
"""float32 [N, 2], mostly within [-1, 1]."""
Tell = Callable[[float], None]


def lay_out(vectors: Vectors, *, cancel: Cancel, tell: Tell) -> Places:
    """Lays out a sample.

    Args:
        vectors: float32 [N, D], unit length.
        tell: receives the share done, 0 to 1.

    Returns:
        float32 [N, 2], centred at 0 and nearly all within [-1, 1]; deterministic.

    Raises:
        StopRequested: `cancel` returned True.
    """
    if len(vectors) < _LEAST:
        return _scaled(_main_directions(vectors))
    import openTSNE  # heavy (scipy, scikit-learn), and only the map needs it

    def watch(iteration: int, error: float, embedding: object) -> bool:
        tell(min(1.0, iteration / 750))
        return cancel()

    fit = openTSNE.TSNE(
        perplexity=min(_PERPLEXITY, (len(vectors) - 1) / 3),
        metric="cosine",
        initialization="pca",
        n_jobs=1,
        random_state=_SEED,
        callbacks=watch,
        callbacks_every_iters=_ITERATIONS_A_CALL,
    )
    check(cancel)
    places = np.asarray(fit.fit(vectors), dtype=np.float32)
    check(cancel)
    return _scaled(places)


class Placer:
    """Places further sounds in a laid-out sample. One thread owns the object."""

    def __init__(self, sample: Vectors, places: Places) -> None:
        self._index = faiss.IndexFlatIP(sample.shape[1])
        self._index.add(np.ascontiguousarray(sample, dtype=np.float32))
        self._places = places

    def place(self, vectors: Vectors) -> Places:
        """Returns each vector's weighted mean place of its nearest sounds, nearer ones weighing more: float32 [N, 2].

        A vector of the sample gets its own place.
        """
        if not len(vectors):
            return np.zeros((0, 2), np.float32)
        count = min(_NEIGHBOURS, len(self._places))
        cosines, rows = self._index.search(np.ascontiguousarray(vectors, dtype=np.float32), count)
        nearest = self._places[rows]
        # Weights fall with the distance relative to the best: a copy counts alone, equals count the same.
        distances = np.maximum(1.0 - cosines, 1e-6)
        weights = (distances[:, :1] / distances) ** 2
        weights /= weights.sum(axis=1, keepdims=True)
        return np.asarray((nearest * weights[:, :, None]).sum(axis=1), dtype=np.float32)


def _main_directions(vectors: Vectors) -> NDArray[np.float32]:
    if len(vectors) < 2:
        return np.zeros((len(vectors), 2), np.float32)
    centred = vectors - vectors.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    flat = np.zeros((len(vectors), 2), np.float32)
    kept = directions[:2]
    flat[:, : len(kept)] = centred @ kept.T
    return flat


def _scaled(places: NDArray[np.float32]) -> Places:
    """Centres places and scales both axes alike, so that all but the outermost lie within [-1, 1]."""
    if not len(places):
        return places.astype(np.float32)
    centred = places - np.median(places, axis=0)
    reach = float(np.percentile(np.abs(centred).max(axis=1), _EDGE_PERCENTILE))
    return np.asarray(centred / (reach or 1.0), dtype=np.float32)
