"""Finds what is like a sound: by how it sounds and, where asked, by brightness, loudness, length and tempo.

Each aspect is a closeness from 0 to 1, and the score is their mean by the weights:

    sound       the cosine of the vectors, not below 0
    brightness  2 ^ -|octaves between the spectral centroids|
    loudness    2 ^ -(|LUFS between them| / 6)
    length      2 ^ -|octaves between the durations|
    tempo       2 ^ -(6 |octaves between the tempos|), the nearest of half, same and double time

So one octave, 6 LUFS, twice the length or two semitones of tempo halve an aspect. An aspect that is not known of the
reference takes no part; of a sound that lacks one it is 0, since nothing says that it is close. Sounds are taken from
those nearest by sound, and from all that pass when the sound itself has no weight.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields

import numpy as np

from engine.search.aspects import COLUMNS, Aspect, Compared, closeness
from engine.search.best import Ranked
from engine.search.candidates import Candidates, Probe, Sources, collect
from engine.search.neighbours import best_segments
from engine.search.rank import CandidateParts, Scores
from engine.types import AudioInfo, Ids, Measures, Vectors

LEAST_COMPARED = 2_000
"""Sounds nearest by sound that are looked at, at least, when other aspects have a weight."""


@dataclass(frozen=True, slots=True)
class Aspects:
    """How much each aspect of likeness counts; 0 leaves it out."""

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
        weights = [getattr(self, part.name) for part in fields(self)]
        if not all(0.0 <= weight < float("inf") for weight in weights) or not any(weights):
            raise ValueError(f"weights must be 0 or more, and one above 0: {weights}")

    @property
    def is_sound_alone(self) -> bool:
        """True when nothing but the sound counts."""
        return not (self.brightness or self.loudness or self.length or self.tempo)


SOUND_ALONE = Aspects()
_UNMEASURED = Measures()


@dataclass(frozen=True, slots=True)
class Likeness:
    """What sounds are compared with."""

    vectors: Vectors
    """float32 [N, D], unit: the windows of the reference; their mean asks."""
    info: AudioInfo | None = None
    """Needed where the length has a weight."""
    measures: Measures = _UNMEASURED
    """Needed where brightness, loudness or tempo has one."""
    weights: Aspects = SOUND_ALONE

    @property
    def key(self) -> object:
        """What tells it from others: equal for equal ones."""
        return self.vectors.tobytes(), self.info, self.measures, self.weights

    @property
    def compared(self) -> Compared:
        """What is known of it beside its vectors."""
        return Compared.of(self.info, self.measures)

    @property
    def joint(self) -> Vectors:
        """float32 [D], unit: the mean of the vectors."""
        return mean_direction(self.vectors)


def mean_direction(vectors: Vectors) -> Vectors:
    """Gives float32 [D], unit: the mean of float32 [N, D], which are windows of one sound."""
    mean = vectors.mean(axis=0, dtype=np.float64)
    norm = float(np.linalg.norm(mean))
    # Windows that cancel out have no mean direction; the first stands for them then.
    return np.asarray(mean / norm, np.float32) if norm > 1e-3 else vectors[0]


def similar(
    reference: Likeness,
    sources: Sources,
    passing: Ids,
    allowed: Ids | None,
    *,
    want: int,
    exact: bool,
    check: Callable[[], None],
) -> Ranked:
    """Scores sounds by their likeness to the reference.

    Args:
        reference: what is compared with.
        sources: where to look.
        passing: ids of the sounds that may answer, ascending.
        allowed: the same, None where every sound may.
        want: how many are wanted, where that many are there.
        exact: ask the exact tier whatever its cost.
        check: called between steps; raises when the search was cancelled.
    """
    joint, weights = reference.joint, reference.weights
    if weights.sound or weights.is_sound_alone:
        wide = want if weights.is_sound_alone else max(want, LEAST_COMPARED)
        found = collect(Probe(joint, None, None, allowed), sources, want=wide, exact=exact, check=check)
    else:
        near = best_segments(sources.sounds, sources.catalogue, joint, passing)
        found = Candidates(near.ids, CandidateParts(near.cosines, None, None), near.segments, near.tier)
    # A pack's curves are of words against sounds; two sounds lie nearer, so their cosine itself is the closeness.
    scores = np.clip(found.parts.sound, 0.0, 1.0)
    if not weights.is_sound_alone:
        scores = _weighed(reference, scores, found.ids, sources)
    return Ranked.of(found, scores, joint[None])


def _weighed(reference: Likeness, heard: Scores, ids: Ids, sources: Sources) -> Scores:
    """float64 [N], 0 to 1: the mean of the aspects by the weights."""
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
