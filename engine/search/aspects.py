"""Similarity of sounds to a reference by aspect, each from 0 to 1; `engine.search.similar` states the formulas."""

from collections.abc import Mapping
from enum import StrEnum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import SURE, AudioInfo, Measures

COLUMNS = ("brightness_hz", "loudness_lufs", "duration_s", "tempo_bpm", "tempo_confidence")
"""Columns of the sound table, in the order that `closeness` expects."""
_HALVING_LUFS = 6.0
_TEMPO_STEEPNESS = 6.0
Numbers = NDArray[np.float64]


class Aspect(StrEnum):
    """Properties compared besides the sound itself."""

    BRIGHTNESS = "brightness"
    LOUDNESS = "loudness"
    LENGTH = "length"
    TEMPO = "tempo"


class ReferenceMeasures(Struct, frozen=True):
    """Known properties of the reference; None for unknown ones."""

    brightness_hz: float | None = None
    loudness_lufs: float | None = None
    duration_s: float | None = None
    tempo_bpm: float | None = None
    """Only if it is reliable."""

    @classmethod
    def of(cls, info: AudioInfo | None, measures: Measures) -> "ReferenceMeasures":
        length_s = info.duration_s if info else None
        return cls(measures.brightness_hz, measures.loudness_lufs, length_s, measures.sure_tempo_bpm)


def closeness(reference: ReferenceMeasures, values: Numbers) -> Mapping[Aspect, Numbers]:
    """float64 [N] in 0..1 by aspect, nan if the value or the reference is unknown.

    Args:
        values: float64 [N, 5], `COLUMNS` of each sound.
    """
    brightness_hz, loudness_lufs, duration_s, tempo_bpm, surety = values.T
    tempo_bpm = np.where(surety >= SURE, tempo_bpm, np.nan)
    tempo_octaves = _folded(_octaves(tempo_bpm, reference.tempo_bpm))
    return {
        Aspect.BRIGHTNESS: _halved(_octaves(brightness_hz, reference.brightness_hz)),
        Aspect.LOUDNESS: _halved(_apart(loudness_lufs, reference.loudness_lufs) / _HALVING_LUFS),
        Aspect.LENGTH: _halved(_octaves(duration_s, reference.duration_s)),
        Aspect.TEMPO: _halved(_TEMPO_STEEPNESS * tempo_octaves),
    }


def numbers_of(info: AudioInfo | None, measures: Measures) -> Numbers:
    """float64 [1, 5]: `COLUMNS` of one sound."""
    row = (
        measures.brightness_hz,
        measures.loudness_lufs,
        info.duration_s if info else None,
        measures.tempo_bpm,
        measures.tempo_confidence,
    )
    return np.array([[np.nan if value is None else value for value in row]], np.float64)


def _apart(values: Numbers, reference: float | None) -> Numbers:
    return np.abs(values - (np.nan if reference is None else reference))


def _octaves(values: Numbers, reference: float | None) -> Numbers:
    """Octaves between each value and the reference; nan unless both are known and above 0."""
    above = np.where(values > 0, values, np.nan)
    return _apart(np.log2(above), np.log2(reference) if reference else None)


def _folded(octaves: Numbers) -> Numbers:
    """Distance in octaves up to half or double tempo, which count as the same; at most one octave."""
    return np.minimum(octaves, np.abs(octaves - 1.0))


def _halved(steps: Numbers) -> Numbers:
    return np.asarray(np.exp2(-steps), np.float64)
