"""Turns the scored windows of a sound into moments: stretches worth hearing, best first, none overlapping another."""

import numpy as np
from numpy.typing import NDArray

from engine.types import Moment

MOST_MOMENTS = 5
JOIN_SHARE = 0.9
"""A window widens a moment when its cosine is at least this share of the way from the median window to the best one."""
FOUND_SHARE = 0.5
"""A window that touches no moment founds one when its cosine is at least this share of that way."""


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
