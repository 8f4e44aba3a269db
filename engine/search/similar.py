"""Finds what is like a sound: by how it sounds, and where it is asked for by brightness, loudness, length and tempo.

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
from numpy.typing import NDArray

from engine.search.best import Ranked
from engine.search.candidates import Candidates, Probe, Sources, collect
from engine.search.neighbours import best_segments
from engine.search.rank import Parts, Scores
from engine.types import AudioInfo, Ids, Measures, Vectors

LEAST_COMPARED = 2_000
"""Sounds nearest by sound that are looked at, at least, when other aspects have a weight."""
_SURE = 0.5
"""Confidence from which a tempo is believed."""
_COLUMNS = ("brightness_hz", "loudness_lufs", "duration_s", "tempo_bpm", "tempo_confidence")
_HALVING_LUFS = 6.0
_TEMPO_STEEPNESS = 6.0


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
    def joint(self) -> Vectors:
        """float32 [D], unit: the mean of the vectors."""
        mean = self.vectors.mean(axis=0, dtype=np.float64)
        norm = float(np.linalg.norm(mean))
        # Windows that cancel out have no mean direction; the first stands for them then.
        return np.asarray(mean / norm, np.float32) if norm > 1e-3 else self.vectors[0]


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
        found = Candidates(near.ids, Parts(near.cosines, None, None), near.segments, near.tier)
    # A pack's curves are of words against sounds; two sounds lie nearer, so their cosine itself is the closeness.
    closeness = np.clip(found.parts.sound, 0.0, 1.0)
    if not weights.is_sound_alone:
        closeness = _weighed(reference, closeness, found.ids, sources)
    return Ranked.of(found, closeness, joint[None])


def _weighed(reference: Likeness, heard: Scores, ids: Ids, sources: Sources) -> Scores:
    """float64 [N], 0 to 1: the mean of the aspects by the weights."""
    weights, measures = reference.weights, reference.measures
    brightness_hz, loudness_lufs, duration_s, tempo_bpm, surety = sources.catalogue.numbers(ids, _COLUMNS).T
    tempo_bpm = np.where(surety >= _SURE, tempo_bpm, np.nan)
    is_sure = (measures.tempo_confidence or 0.0) >= _SURE
    aspects = (
        (weights.sound, heard),
        (weights.brightness, _halved(_octaves(brightness_hz, measures.brightness_hz))),
        (weights.loudness, _halved(_apart(loudness_lufs, measures.loudness_lufs) / _HALVING_LUFS)),
        (weights.length, _halved(_octaves(duration_s, reference.info.duration_s if reference.info else None))),
        (
            weights.tempo,
            _halved(_TEMPO_STEEPNESS * _folded(_octaves(tempo_bpm, measures.tempo_bpm if is_sure else None))),
        ),
    )
    known = [(weight, closeness) for weight, closeness in aspects if weight and not np.isnan(closeness).all()]
    total = np.zeros(len(ids))
    for weight, closeness in known:
        total += weight * np.nan_to_num(closeness, nan=0.0)
    return total / max(sum(weight for weight, _ in known), 1e-12)


def _apart(values: NDArray[np.float64], reference: float | None) -> NDArray[np.float64]:
    return np.abs(values - (np.nan if reference is None else reference))


def _octaves(values: NDArray[np.float64], reference: float | None) -> NDArray[np.float64]:
    """How many doublings lie between each value and the reference; nan where one is not known or not above 0."""
    above = np.where(values > 0, values, np.nan)
    return _apart(np.log2(above), np.log2(reference) if reference else None)


def _folded(octaves: NDArray[np.float64]) -> NDArray[np.float64]:
    """A tempo heard at half or double time is the same tempo; no further than one octave."""
    return np.minimum(octaves, np.abs(octaves - 1.0))


def _halved(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.exp2(-steps), np.float64)
