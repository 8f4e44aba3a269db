"""Turns the scored windows of a sound into moments: stretches worth hearing, best first, none overlapping another.

Windows are cut at fixed times; where the sound has events, a moment is fitted to the one that answers.
"""

import numpy as np
from numpy.typing import NDArray

from engine.types import Moment, SoundEvents

MOST_MOMENTS = 5
JOIN_SHARE = 0.9
"""A window widens a moment when its cosine is at least this share of the way from the median window to the best one."""
FOUND_SHARE = 0.5
"""A window that touches no moment founds one when its cosine is at least this share of that way."""
AROUND_S = 1.0
"""How far beyond its windows a moment may reach for an onset or an end; of a longer event it keeps their bound."""
LEAST_S = 0.2
"""Shortest moment that is made of an event."""
_ROUNDING_S = 1e-6


def moments(
    starts_s: NDArray[np.float64],
    ends_s: NDArray[np.float64],
    cosines: NDArray[np.float64],
    *,
    most: int = MOST_MOMENTS,
) -> tuple[Moment, ...]:
    """Gives the best moments of one sound, best first.

    Windows are taken from the best down. The best window always founds a moment. A window that overlaps a moment
    widens it when it is nearly as good, else it is dropped; one that overlaps none founds a new moment when it is good
    enough. So a creak cut by two windows is one moment, and three far creaks are three.

    Args:
        starts_s: float64 [N], where each window starts.
        ends_s: float64 [N], where it ends; later than its start.
        cosines: float64 [N], cosine of the query with each window, -1 to 1.
        most: how many moments at most.
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
) -> tuple[Moment, ...]:
    """Gives the moments of `moments` with the bounds of their events, as far as events are what answers.

    A moment gets the bounds of the strongest event within its windows. It stays as it is where nothing stands out
    there, and where a window in which nothing happens answers as well: who asks for rain means no bird in it. A moment
    goes whose events a better one has.

    Args:
        found: best first.
        events: of the sound.
        starts_s: float64 [N], as for `moments`.
        ends_s: float64 [N], likewise.
        cosines: float64 [N], likewise.
    """
    if not len(events):
        return found
    onsets_s, offsets_s = events[:, 0].astype(np.float64), events[:, 1].astype(np.float64)
    nearest = np.searchsorted(offsets_s, starts_s, side="right")
    is_quiet = np.append(onsets_s, np.inf)[nearest] >= ends_s
    quiet = float(cosines[is_quiet].max(initial=-np.inf))
    kept: list[tuple[Moment, Moment]] = []
    taken: set[int] = set()
    for moment in found:
        inside = _events_in(moment, events) if moment.similarity > quiet else []
        own = next((event for event in inside if event not in taken), None)
        if inside and own is None:
            continue
        bounds = moment.start_s, moment.end_s
        if own is not None:
            onset_s, offset_s = float(onsets_s[own]), float(offsets_s[own])
            bounds = _bounds(moment, onset_s, offset_s, float(ends_s.max()))
            if bounds[0] <= onset_s and offset_s <= bounds[1]:
                taken.add(own)
        start_s, end_s = _clear(bounds, moment, kept)
        if end_s - start_s < LEAST_S - _ROUNDING_S:
            start_s, end_s = _clear((moment.start_s, moment.end_s), moment, kept)
        if end_s > start_s:
            kept.append((moment, Moment(start_s, end_s, moment.similarity)))
    return tuple(moment for _, moment in kept)


def _events_in(moment: Moment, events: SoundEvents) -> list[int]:
    """The events that reach into a moment: first the one of which most lies within it, by its strength."""
    first = int(np.searchsorted(events[:, 1], moment.start_s, side="right"))
    end = int(np.searchsorted(events[:, 0], moment.end_s))
    if end - first < 2:
        return list(range(first, end))
    onsets_s, offsets_s, strengths = events[first:end].T
    within_s = np.minimum(offsets_s, moment.end_s) - np.maximum(onsets_s, moment.start_s)
    order = np.argsort(-strengths * within_s / (offsets_s - onsets_s), kind="stable")
    return [first + place for place in order.tolist()]


def _clear(bounds: tuple[float, float], moment: Moment, kept: list[tuple[Moment, Moment]]) -> tuple[float, float]:
    """Bounds of a moment, cut where they reach into those of better ones."""
    start_s, end_s = bounds
    for better, its in kept:
        if better.end_s <= moment.start_s:
            start_s = max(start_s, its.end_s)
        else:
            end_s = min(end_s, its.start_s)
    return start_s, end_s


def _bounds(moment: Moment, onset_s: float, offset_s: float, last_s: float) -> tuple[float, float]:
    """Onset and end of an event, or the moment's own where they are too far away, at least `LEAST_S` apart."""
    start_s = onset_s if onset_s >= moment.start_s - AROUND_S else moment.start_s
    end_s = offset_s if offset_s <= moment.end_s + AROUND_S else moment.end_s
    if end_s - start_s < LEAST_S:
        end_s = min(last_s, start_s + LEAST_S)
        start_s = max(0.0, min(start_s, end_s - LEAST_S))
    return start_s, end_s
