"""Finds sounds similar to a reference: by sound and, if requested, by brightness, loudness, length and tempo.

Each aspect is a closeness from 0 to 1, and the score is their weighted mean:

    sound       the cosine of the vectors, not below 0
    brightness  2 ^ -|octaves between the spectral centroids|
    loudness    2 ^ -(|LUFS between them| / 6)
    length      2 ^ -|octaves between the durations|
    tempo       2 ^ -(6 |octaves between the tempos|), the nearest of half, same and double time

So one octave, 6 LUFS, twice the length or two semitones of tempo halve an aspect. An aspect unknown for the reference
is left out; for a sound that lacks one it is 0, because nothing shows that it is close. Candidates are the nearest by
sound, or all passing sounds if sound has no weight.
"""

from collections.abc import Callable

import numpy as np
from msgspec import Struct

from engine.base.types import AudioInfo, Ids, Measures, Vectors
from engine.search.aspects import COLUMNS, Aspect, ReferenceMeasures, closeness
from engine.search.candidates import Candidates, Probe, Sources, collect
from engine.search.neighbours import best_segments
from engine.search.result_order import ScoredSounds
from engine.search.score_rule import CandidateParts, Scores

LEAST_COMPARED = 2_000
"""Minimum number of nearest sounds to compare if other aspects have weights."""


class AspectWeights(Struct, frozen=True):
    """Weights of the aspects; 0 leaves one out."""

    sound: float = 1.0
    brightness: float = 0.0
    loudness: float = 0.0
    length: float = 0.0
    tempo: float = 0.0

    def __post_init__(self) -> None:
        """Checks the weights.

        Raises:
            ValueError: one is below 0 or not finite, or all are 0.
        """
        weights = [getattr(self, name) for name in self.__struct_fields__]
        if not all(0.0 <= weight < float("inf") for weight in weights) or not any(weights):
            raise ValueError(f"weights must be 0 or more, and one above 0: {weights}")

    @property
    def is_sound_alone(self) -> bool:
        return not (self.brightness or self.loudness or self.length or self.tempo)


SOUND_ALONE = AspectWeights()
_UNMEASURED = Measures()


class SimilarityReference(Struct, frozen=True):
    """The reference of a similarity search."""

    vectors: Vectors
    """float32 [N, D], unit: the reference's windows; their mean is compared."""
    info: AudioInfo | None = None
    """Required if length has a weight."""
    measures: Measures = _UNMEASURED
    """Required if brightness, loudness or tempo has a weight."""
    weights: AspectWeights = SOUND_ALONE

    @property
    def key(self) -> object:
        """A key for comparing references: equal for equal ones."""
        return self.vectors.tobytes(), self.info, self.measures, self.weights

    @property
    def compared(self) -> ReferenceMeasures:
        """Its properties besides its vectors."""
        return ReferenceMeasures.of(self.info, self.measures)

    @property
    def joint(self) -> Vectors:
        """float32 [D], unit: the mean of the vectors."""
        return mean_direction(self.vectors)


def mean_direction(vectors: Vectors) -> Vectors:
    """float32 [D], unit: the mean of float32 [N, D], the windows of one sound."""
    mean = vectors.mean(axis=0, dtype=np.float64)
    norm = float(np.linalg.norm(mean))
    # Windows that cancel out have no mean direction; the first one replaces it.
    return np.asarray(mean / norm, np.float32) if norm > 1e-3 else vectors[0]


def similar(
    reference: SimilarityReference,
    sources: Sources,
    passing: Ids,
    allowed: Ids | None,
    *,
    want: int,
    exact: bool,
    check: Callable[[], None],
) -> ScoredSounds:
    """Scores sounds by their similarity to the reference.

    Args:
        passing: ids of the sounds that may answer, ascending.
        allowed: the same, None if every sound may.
        exact: uses the exact tier whatever its cost.
        check: called between steps; raises if the search was cancelled.
    """
    joint, weights = reference.joint, reference.weights
    if weights.sound or weights.is_sound_alone:
        wide = want if weights.is_sound_alone else max(want, LEAST_COMPARED)
        found = collect(Probe(joint, None, None, allowed), sources, want=wide, exact=exact, check=check)
    else:
        near = best_segments(sources.sounds, sources.catalogue, joint, passing)
        found = Candidates(near.ids, CandidateParts(near.cosines, None, None), near.segments, near.tier)
    # A pack's curves compare words with sounds; two sounds are closer, so their cosine itself is the closeness.
    scores = np.clip(found.parts.sound, 0.0, 1.0)
    if not weights.is_sound_alone:
        scores = _weighed(reference, scores, found.ids, sources)
    return ScoredSounds.of(found, scores, joint[None])


def _weighed(reference: SimilarityReference, heard: Scores, ids: Ids, sources: Sources) -> Scores:
    """float64 [N], 0 to 1: the weighted mean of the aspects."""
    weights = reference.weights
    compared = reference.compared
    near = closeness(compared, sources.catalogue.sounds.numbers(ids, COLUMNS))
    aspects = (
        (weights.sound, heard, True),
        (weights.brightness, near[Aspect.BRIGHTNESS], bool(compared.brightness_hz)),
        (weights.loudness, near[Aspect.LOUDNESS], compared.loudness_lufs is not None),
        (weights.length, near[Aspect.LENGTH], bool(compared.duration_s)),
        (weights.tempo, near[Aspect.TEMPO], bool(compared.tempo_bpm)),
    )
    known = [(weight, one) for weight, one, is_known in aspects if weight and is_known]
    total = np.zeros(len(ids))
    for weight, one in known:
        total += weight * np.nan_to_num(one, nan=0.0)
    return total / max(sum(weight for weight, _ in known), 1e-12)
