"""Kinds of sound that a model knows by description, and how they pull a query towards them.

A model trained on few captions hears a kind of sound better than it reads the many ways to say it. A text tower that
knows language recognises two sentences of one meaning even where the model never learned that. So a query's joint
vector moves towards the mean joint vectors of the kinds whose captions mean the same:

    p(k) = softmax over kinds of sharpness * (best cosine of the query's sentence vector with a caption of kind k)
    q'   = unit(q + pull * sum over k of p(k) * joint of kind k)

It is soft attention over stored patterns (Ramsauer et al. 2021, "Hopfield Networks is All You Need", equation 3), here
with keys and values in two spaces. Only the query changes: stored vectors and the index stay as they are.
"""

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.base.types import Vectors


class Kinds(Struct, frozen=True, eq=False):
    """Captions by kind, and the joint vector of each kind."""

    sentence: Vectors
    """float32 [N, E], unit: sentence vectors of captions, grouped by kind."""
    starts: NDArray[np.int64]
    """int64 [K]: the first caption of each kind, ascending from 0."""
    joint: Vectors
    """float32 [K, D], unit: the mean of the joint vectors of each kind's captions."""
    sharpness: float
    """How fast kinds lose weight with their cosine, above 0."""
    pull: float
    """Weight of the kinds relative to the query's own vector, above 0."""

    def __post_init__(self) -> None:
        """Checks that the parts fit together.

        Raises:
            ValueError: sizes that do not fit, kinds without captions, numbers that are not finite or not above 0.
        """
        starts = self.starts
        if self.sentence.ndim != 2 or self.joint.ndim != 2 or starts.ndim != 1 or len(starts) != len(self.joint):
            raise ValueError(f"kinds of {self.sentence.shape}, {starts.shape} and {self.joint.shape} do not fit")
        if not len(starts) or starts[0] != 0 or starts[-1] >= len(self.sentence) or (np.diff(starts) <= 0).any():
            raise ValueError("every kind must have a caption, one kind after the other")
        for name, values in (("sentence", self.sentence), ("joint", self.joint)):
            if not (np.abs(np.linalg.norm(values, axis=1) - 1.0) < 1e-3).all():  # also false for NaN
                raise ValueError(f"{name} vectors of kinds are not of unit length")
        if not (np.isfinite([self.sharpness, self.pull]).all() and self.sharpness > 0 and self.pull > 0):
            raise ValueError(f"sharpness is {self.sharpness} and pull {self.pull}, expected finite and above 0")

    def drawn(self, joint: Vectors, sentence: Vectors) -> Vectors:
        """Returns the joint vectors of texts, pulled towards the kinds of their meaning.

        Args:
            joint: float32 [N, D], unit.
            sentence: float32 [N, E], unit, of the same texts.

        Returns:
            float32 [N, D], unit; a row depends on its text alone.
        """
        found = np.stack([self._drawn(*pair) for pair in zip(joint, sentence, strict=True)])
        return np.asarray(found, dtype=np.float32)

    def pulling(self, pull: float) -> "Kinds":
        return replace(self, pull=pull)

    def _drawn(self, joint: Vectors, sentence: Vectors) -> NDArray[np.float64]:
        nearness = np.maximum.reduceat((self.sentence @ sentence).astype(np.float64), self.starts)
        weights = np.exp(self.sharpness * (nearness - nearness.max()))
        drawn = joint + self.pull * ((weights / weights.sum()) @ self.joint.astype(np.float64))
        norm = float(np.linalg.norm(drawn))
        # A query opposite to its kinds would lose its direction: it keeps its own.
        return np.asarray(drawn / norm if norm > 1e-3 else joint, dtype=np.float64)
