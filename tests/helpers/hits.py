"""Hits for tests of what displays them, without a search."""

from collections.abc import Sequence

import numpy as np

from engine.base.types import (
    NO_MARKS,
    AudioInfo,
    Confidence,
    FilePath,
    Hit,
    Marks,
    Measures,
    Moment,
    RootId,
    ScoreParts,
    Sound,
    SoundId,
    SoundMetadata,
    Whereabouts,
)
from engine.models.calibration import Calibration
from engine.search.ranking import LISTING, Ranking, RowScores, Takes, Windows
from engine.search.score_rule import CandidateParts


def make_hit(
    number: int,
    path: str = "",
    *,
    duration_s: float = 3.0,
    confidence: Confidence = Confidence.STRONG,
    moment_s: tuple[float, float] = (1.0, 2.0),
    more_moments_s: tuple[tuple[float, float], ...] = (),
    description: str = "",
    whereabouts: Whereabouts = Whereabouts.HERE,
    marks: Marks = NO_MARKS,
    measures: Measures | None = None,
    stacked: tuple[int, ...] = (),
    channels: int = 2,
) -> Hit:
    """Returns a hit of rank `number` (from 1) for a sound with that id."""
    sound = Sound(
        id=SoundId(number),
        path=FilePath.of(path or f"/sounds/take {number}.wav"),
        root=RootId(1),
        size_bytes=1000,
        mtime_ns=0,
        info=AudioInfo("WAV", "PCM_24", 48_000, channels, 24, duration_s),
        measures=measures or Measures(),
        metadata=SoundMetadata(description=description),
        whereabouts=whereabouts,
        trouble=None,
        segments=2,
        marks=marks,
    )
    moments = tuple(Moment(*span_s, similarity=0.5) for span_s in (moment_s, *more_moments_s))
    why = ScoreParts(sound=0.5, words=("take",))
    return Hit(sound, number, 1 / number, confidence, moments, why, tuple(map(SoundId, stacked)))


def listing_of(ids: Sequence[int]) -> Ranking:
    """Returns a ranking of sounds without scores."""
    return Ranking(np.array(ids, np.int64), LISTING, len(ids))


def ranking_of(ids: Sequence[int], *, takes: Sequence[Sequence[int]] = ()) -> Ranking:
    """Returns a ranking, best first; `takes` are folded under the first rows."""
    count = len(ids)
    nothing = np.full(count, np.nan)
    zeros = np.zeros(count, np.int64)
    windows = Windows(np.zeros(count + 1, np.int64), np.empty(0), np.empty(0), np.empty(0))
    scores = 1.0 / (1.0 + np.arange(count))
    calibration = Calibration(0.3, 10.0, 0.3, 10.0, 0.4, 0.7)
    parts = CandidateParts(nothing, None, None)
    scored = RowScores(scores, parts, zeros, zeros, np.ones((1, 2), np.float32), (None,), windows, calibration)
    folded = None
    if takes:
        counts = [len(own) for own in takes] + [0] * (count - len(takes))
        bounds = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        folded = Takes(ranking_of([take for own in takes for take in own]), bounds)
    return Ranking(np.array(ids, np.int64), "exact", count, scored=scored, takes=folded)
