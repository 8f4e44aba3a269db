"""Joins the scored windows of a sound into moments: stretches worth hearing, best first, without overlaps.

Windows are cut at fixed times; if the sound has events, each moment is fitted to the event that answers.
"""

from bisect import bisect_left, bisect_right
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Moment, SoundEvents

MOST_MOMENTS = 5
JOIN_SHARE = 0.9
"""A window extends a moment if its cosine is at least this share of the way from the median window to the best one."""
FOUND_SHARE = 0.5
"""A window that touches no moment starts one if its cosine is at least this share of that way."""
AROUND_S = 1.0
"""How far beyond its windows a moment may extend to an onset or an end; beyond that it keeps the windows' bound."""
ROOM_S, MOST_FULL, LEAST_ROOM_S = 10.0, 0.2, 15.0
"""Events may fill at most the share `MOST_FULL` of a moment and `ROOM_S` to either side, the reach of a background. If
they fill more, as in a reel without pauses, none stands out. A shorter sound counts as `LEAST_ROOM_S` long.
"""
MOST_SHOTS, SERIES_S, ALIKE = 4, 0.5, 0.5
"""More than `MOST_SHOTS` events are one series, as steps are, if they are at most `SERIES_S` apart and each has at
least the share `ALIKE` of its neighbour's strength per second. Fewer are separate, as shots are.
"""
_NOISE = 0.05
"""Cosines of windows with the same content may differ by this much."""
_EDGE_S = 0.05
"""Tolerance for an event that extends beyond a window, as its bounds are inexact."""
_HALF = 0.5
LEAST_S = 0.2
"""Shortest moment made from an event."""
_ROUNDING_S = 1e-6


def moments(
    starts_s: NDArray[np.float64],
    ends_s: NDArray[np.float64],
    cosines: NDArray[np.float64],
    *,
    most: int = MOST_MOMENTS,
) -> tuple[Moment, ...]:
    """The best moments of one sound, best first.

    Windows are taken from best to worst. The best window always starts a moment. A window that overlaps a moment
    extends it
    if it is nearly as good, and is dropped otherwise; one that overlaps none starts a new moment if it is good enough.
    So a
    creak cut by two windows is one moment, and three distant creaks are three.

    Args:
        starts_s: float64 [N], start of each window.
        ends_s: float64 [N], end of each window; after its start.
        cosines: float64 [N], cosine of the query with each window, -1 to 1.
    """
    if len(cosines) == 0:
        return ()
    # Plain lists: most sounds have a handful of windows, for which arrays cost more than they save.
    windows = sorted(zip((-cosines).tolist(), starts_s.tolist(), ends_s.tolist(), strict=True))
    best = -windows[0][0]
    middle = -(windows[len(windows) // 2][0] + windows[(len(windows) - 1) // 2][0]) / 2
    join_from = middle + JOIN_SHARE * (best - middle)
    found_from = middle + FOUND_SHARE * (best - middle)
    found: list[Moment] = []
    for minus_cosine, start_s, end_s in windows:
        cosine = -minus_cosine
        if cosine < found_from:
            break
        touched = [place for place, moment in enumerate(found) if start_s < moment.end_s and moment.start_s < end_s]
        if len(touched) == 1 and cosine >= join_from:
            old = found[touched[0]]
            found[touched[0]] = Moment(min(old.start_s, start_s), max(old.end_s, end_s), old.similarity)
        elif not touched:
            found.append(Moment(start_s, end_s, cosine))
    return tuple(found[:most])


def fitted(
    found: tuple[Moment, ...],
    events: SoundEvents,
    starts_s: NDArray[np.float64],
    ends_s: NDArray[np.float64],
    cosines: NDArray[np.float64],
    *,
    is_single: bool = False,
) -> tuple[Moment, ...]:
    """The moments with the bounds of their events, if events are what answers.

    A moment takes the bounds of its strongest event. If there are other events around, every window with the event must
    answer; if the adjacent one does not, the event is just a neighbour of the answer. A moment stays as it is if
    nothing
    stands out, if events are all there is, or if a window without events answers as well: someone who asks for rain
    does
    not mean the bird in it. A moment is dropped if its only event belongs to a better one.

    Args:
        found: best first.
        starts_s: float64 [N], as for `moments`.
        ends_s: float64 [N], likewise.
        cosines: float64 [N], likewise.
        is_single: the query asks for one of a series, not for all of it.
    """
    if not len(events) or not found:
        return found
    if not is_single and len(events) > MOST_SHOTS:
        events = _with_series(events)
    all_events = _Events(*events.T.tolist())
    ends = events[:, 1].searchsorted(starts_s, side="right")
    is_quiet = (ends == len(events)) | (events[:, 0][np.minimum(ends, len(events) - 1)] >= ends_s)
    quiet = float(cosines[is_quiet].max(initial=-np.inf))
    last_s = float(ends_s.max())
    best = float(cosines.max())
    fall = max(_NOISE, FOUND_SHARE * (best - _middle(cosines)))
    kept: list[tuple[Moment, Moment]] = []
    taken: set[_Event] = set()
    for moment in found:
        held, is_alone = all_events.held_by(moment, last_s) if moment.similarity > quiet else ([], True)
        free = (event for event in held if event not in taken)
        if not is_alone:
            free = (event for event in free if _answers(event, moment, fall, starts_s, ends_s, cosines))
        own = next(free, None)
        if own is None and moment.similarity > quiet and any(_reaches(event, moment) for event in taken):
            continue
        bounds = moment.start_s, moment.end_s
        if own is not None:
            bounds = _bounds(moment, own, last_s)
            if bounds[0] <= own.onset_s and own.end_s <= bounds[1]:
                taken.add(own)
        start_s, end_s = _clear(bounds, moment, kept)
        if end_s - start_s < LEAST_S - _ROUNDING_S:
            start_s, end_s = _clear((moment.start_s, moment.end_s), moment, kept)
        if end_s > start_s:
            kept.append((moment, Moment(start_s, end_s, moment.similarity)))
    return tuple(moment for _, moment in kept)


def _middle(cosines: NDArray[np.float64]) -> float:
    """The median; for a handful of values faster than numpy's."""
    ordered = sorted(cosines.tolist())
    return float(ordered[len(ordered) // 2] + ordered[(len(ordered) - 1) // 2]) / 2


def _with_series(events: SoundEvents) -> SoundEvents:
    """Joins the events of each series."""
    onsets_s, ends_s, strengths = events.T
    heights = strengths / np.maximum(ends_s - onsets_s, _ROUNDING_S)
    before, after = heights[:-1], heights[1:]
    is_next = onsets_s[1:] - ends_s[:-1] <= SERIES_S
    is_next &= np.minimum(before, after) >= ALIKE * np.maximum(before, after)
    firsts = np.flatnonzero(np.concatenate([[True], ~is_next]))
    lasts = np.append(firsts[1:], len(events)) - 1
    is_series = lasts - firsts >= MOST_SHOTS
    if not is_series.any():
        return events
    is_within = np.repeat(is_series, lasts - firsts + 1)
    series = np.stack([onsets_s[firsts], ends_s[lasts], np.add.reduceat(strengths, firsts)], axis=1)[is_series]
    joined = np.concatenate([events[~is_within], series])
    return np.asarray(joined[joined[:, 0].argsort()], dtype=np.float32)


class _Event(NamedTuple):
    onset_s: float
    end_s: float
    strength: float


class _Events:
    """The events of a sound, in lists: for a handful of events arrays cost more than they save."""

    def __init__(self, onsets_s: list[float], ends_s: list[float], strengths: list[float]) -> None:
        self._onsets_s, self._ends_s = onsets_s, ends_s
        self._all = list(map(_Event._make, zip(onsets_s, ends_s, strengths, strict=True)))

    def held_by(self, moment: Moment, last_s: float) -> tuple[list[_Event], bool]:
        """Events at least half within a moment, or filling half of it, strongest first.

        None if events fill too much of the surroundings. Also returns whether exactly one event is nearby.
        """
        room_start_s, room_end_s = max(0.0, moment.start_s - ROOM_S), min(last_s, moment.end_s + ROOM_S)
        first = bisect_right(self._ends_s, room_start_s)
        near = self._all[first : bisect_left(self._onsets_s, room_end_s, first)]
        left_s = MOST_FULL * max(LEAST_ROOM_S, room_end_s - room_start_s)
        most_s = _HALF * (moment.end_s - moment.start_s)
        held = []
        for event in near:
            onset_s, end_s, strength = event
            left_s -= min(end_s, room_end_s) - max(onset_s, room_start_s)
            within_s = min(end_s, moment.end_s) - max(onset_s, moment.start_s)
            if within_s > 0.0 and within_s >= min(_HALF * (end_s - onset_s), most_s):
                held.append((-strength, event))
        return [event for _, event in sorted(held)] if left_s >= 0.0 else [], len(near) == 1


def _answers(
    event: _Event,
    moment: Moment,
    fall: float,
    starts_s: NDArray[np.float64],
    ends_s: NDArray[np.float64],
    cosines: NDArray[np.float64],
) -> bool:
    """Whether the moment's best window has the event, and no window with all of it is worse by more than `fall`."""
    shared_s = np.minimum(ends_s, event.end_s) - np.maximum(starts_s, event.onset_s)
    holds = shared_s >= _HALF * np.minimum(ends_s - starts_s, event.end_s - event.onset_s)
    holds_all = (starts_s <= event.onset_s + _EDGE_S) & (ends_s >= event.end_s - _EDGE_S)
    least = moment.similarity - fall
    return bool(cosines[holds].max(initial=-1.0) >= moment.similarity and cosines[holds_all].min(initial=1.0) >= least)


def _reaches(event: _Event, moment: Moment) -> bool:
    return event.onset_s < moment.end_s and moment.start_s < event.end_s


def _clear(bounds: tuple[float, float], moment: Moment, kept: list[tuple[Moment, Moment]]) -> tuple[float, float]:
    """Bounds of a moment, cut where they overlap those of better ones."""
    start_s, end_s = bounds
    for better, its in kept:
        if better.end_s <= moment.start_s:
            start_s = max(start_s, its.end_s)
        else:
            end_s = min(end_s, its.start_s)
    return start_s, end_s


def _bounds(moment: Moment, event: _Event, last_s: float) -> tuple[float, float]:
    """Onset and end of an event, or the moment's own where they are too far away, at least `LEAST_S` apart."""
    start_s = event.onset_s if event.onset_s >= moment.start_s - AROUND_S else moment.start_s
    end_s = event.end_s if event.end_s <= moment.end_s + AROUND_S else moment.end_s
    if end_s - start_s < LEAST_S:
        end_s = min(last_s, start_s + LEAST_S)
        start_s = max(0.0, min(start_s, end_s - LEAST_S))
    return start_s, end_s
