"""Measures the background of a stretch, and finds where a file has the same one without events.

A file is split into sections of some seconds, each with its own floor: in a long recording rain may begin. The section
most like the wanted background, with its equally similar neighbours, is the place; the longest run of frames in it
without an event is the stretch that can be looped.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.decode import open_audio, read
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import QueryError
from engine.base.messages import Amount, Unit, told
from engine.base.query_messages import QueryAdvice
from engine.base.types import AudioInfo, FilePath
from engine.features.ambience.floor import (
    Floor,
    Levels,
    distance_db,
    floor_of,
    gain_between,
    hop_of,
    levels_of,
    likeness_of,
    quietest,
)
from engine.features.ambience.messages import BackgroundAdvice, BackgroundFault

LEAST_S = 0.5
"""A shorter stretch has too few frames to separate background from events."""
LONGEST_S = 120.0
"""Most that is read of a stretch, or of a file around the place."""
_SECTION_S, _STEP_S = 10.0, 5.0
_AS_LIKE_DB = 1.0
"""A neighbour at most this much farther away belongs to the place."""
_OUTSTANDING_DB = (6.0, 9.0, 12.0, 18.0, 240.0)
"""Mean rise of a frame's bands above the floor in an event; the next value if no run is long enough."""
_RUN_S = 1.0
"""A run of this length can be looped. Requiring 2 s doubled the share under events: docs/experiments/background.md."""
_SMOOTH_S = 0.25
"""Smoothing of frames, so that the grain of rain is no event."""
_QUIET_S = 1.0
_MOST_SAMPLES = 40_000_000
"""Most samples of a file, over all channels, to fit in memory."""


class TargetBackground(Struct, frozen=True, eq=False):
    """The background to find."""

    path: FilePath
    start_s: float
    end_s: float
    floor: Floor
    quiet_start_s: float
    """Start of its quietest second, or of all of it if shorter."""
    quiet_end_s: float


class SteadyStretch(Struct, frozen=True):
    """A stretch of a file with only background."""

    start_s: float
    end_s: float
    likeness: float
    """0 to 1, see `engine.features.ambience.floor.likeness_of`."""
    spread_db: float
    """How restless it is, see `Floor`."""
    gain_db: float
    """Brings it to the wanted level."""

    @property
    def length_s(self) -> float:
        return self.end_s - self.start_s


def listen(path: FilePath, start_s: float | None = None, end_s: float | None = None) -> TargetBackground:
    """Measures the background of a stretch, by default of the whole sound; at most 120 s.

    Raises:
        AudioError: the file cannot be read, or there is nothing in the stretch.
        QueryError: the stretch is too short, or silent.
    """
    start = start_s or 0.0
    samples, info = read(path, start_s=start, end_s=end_s, mono=False, max_s=LONGEST_S)
    rate = info.sample_rate_hz
    length_s = len(samples) / rate
    if length_s < LEAST_S:
        short = Amount(length_s, Unit.SECONDS, places=1)
        raise QueryError(told(BackgroundFault.BACKGROUND_SHORT, short), advice=QueryAdvice.LONGER_STRETCH)
    levels = levels_of(samples, rate)
    floor = floor_of(levels)
    if floor.is_silent:
        raise QueryError(
            told(BackgroundFault.BACKGROUND_SILENT, path.name), advice=BackgroundAdvice.STRETCH_WITH_BACKGROUND
        )
    hop = hop_of(rate)
    first = quietest(levels, round(_QUIET_S * rate / hop)) * hop / rate
    quiet_end = min(first + _QUIET_S, length_s)
    return TargetBackground(path, start, start + length_s, floor, start + first, start + quiet_end)


def place_in(
    path: FilePath, asked: TargetBackground, near_s: float = 0.0, cancel: Cancel = never
) -> SteadyStretch | None:
    """Finds where a file has the wanted background; None if it has none at all.

    Args:
        near_s: where to look in a file longer than 120 s.

    Raises:
        AudioError: the file cannot be read.
        StopRequested: it was cancelled.
    """
    levels, start_s, info = _levels_around(path, near_s, cancel)
    place = place_of(levels, info.sample_rate_hz, asked.floor)
    if place is None:
        return None
    return SteadyStretch(place.start_s + start_s, place.end_s + start_s, place.likeness, place.spread_db, place.gain_db)


def place_of(levels: Levels, sample_rate_hz: int, wanted: Floor) -> SteadyStretch | None:
    """Finds the stretch in frames, see `place_in`; times count from the first frame."""
    hop_s = hop_of(sample_rate_hz) / sample_rate_hz
    sections = list(_sections(len(levels), max(1, round(_SECTION_S / hop_s)), max(1, round(_STEP_S / hop_s))))
    floors = [floor_of(levels[first:end]) for first, end in sections]
    distances = [np.inf if floor.is_silent else distance_db(wanted, floor) for floor in floors]
    best = int(np.argmin(distances))
    if not np.isfinite(distances[best]):
        return None
    low = high = best
    while low > 0 and distances[low - 1] <= distances[best] + _AS_LIKE_DB:
        low -= 1
    while high < len(sections) - 1 and distances[high + 1] <= distances[best] + _AS_LIKE_DB:
        high += 1
    first, end = sections[low][0], sections[high][1]
    begun, length = _steady_run(levels[first:end], hop_s)
    begun += first
    inside = floor_of(levels[begun : begun + length])
    return SteadyStretch(
        begun * hop_s,
        (begun + length + 1) * hop_s,  # a frame is two hops long
        likeness_of(distances[best]),
        inside.spread_db,
        gain_between(wanted, floors[best]),
    )


def _levels_around(path: FilePath, near_s: float, cancel: Cancel) -> tuple[Levels, float, AudioInfo]:
    """Reads a file's frames, at most 120 s around a time; returns them with the start of the first."""
    with open_audio(path) as stream:
        rate = stream.info.sample_rate_hz
        start_s = max(0.0, min(near_s, stream.info.duration_s) - LONGEST_S / 2)
        if stream.info.duration_s <= LONGEST_S:
            start_s = 0.0
        if start_s:
            stream.seek(start_s)
        wanted, parts = min(round(LONGEST_S * rate), _MOST_SAMPLES // stream.info.channels), []
        for block in stream.blocks():
            check(cancel)
            parts.append(block[:wanted])
            wanted -= len(parts[-1])
            if wanted <= 0:
                break
        return levels_of(np.concatenate(parts), rate), start_s, stream.info


def _sections(frames: int, size: int, step: int) -> Iterator[tuple[int, int]]:
    """First and end of each section; the last one reaches the end and is as long as the others if possible."""
    first = 0
    while first + size < frames:
        yield first, first + size
        first += step
    yield max(0, frames - size), frames


def _steady_run(levels: Levels, hop_s: float) -> tuple[int, int]:
    """First frame and length of the longest run without an event."""
    known = ~np.isnan(levels[0])
    floor = np.percentile(levels[:, known], 50.0, axis=0)
    rise = np.maximum(levels[:, known] - floor, 0.0).mean(axis=1)
    width = max(1, round(_SMOOTH_S / hop_s))
    smooth = np.convolve(np.pad(rise, width // 2, mode="edge"), np.ones(width) / width, mode="valid")[: len(rise)]
    least = min(len(levels), round(_RUN_S / hop_s))
    for bound in _OUTSTANDING_DB:
        first, length = _longest(smooth <= bound)
        if length >= least:
            break
    return first, length


def _longest(is_calm: NDArray[np.bool_]) -> tuple[int, int]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], is_calm.astype(np.int8), [0]])))
    if not len(edges):
        return 0, 0
    firsts, lengths = edges[::2], edges[1::2] - edges[::2]
    longest = int(np.argmax(lengths))
    return int(firsts[longest]), int(lengths[longest])
