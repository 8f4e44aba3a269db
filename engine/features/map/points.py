"""Points of the plane, searched quickly: the nearest to a place, all within an outline. Any thread; immutable."""

import numpy as np
from numpy.typing import NDArray

from engine.features.map.layout import Places

_CELLS = 256
_FEW = 200
_EDGE_PERCENT = 0.4
"""Percentage of many points ignored at each edge of the initial view."""


class Points:
    """Points in a grid of cells, so that a search looks at a few hundred of a million."""

    def __init__(self, places: Places) -> None:
        """Args: `places` is float32 [N, 2], finite."""
        self._places = places
        self._low = places.min(axis=0) if len(places) else np.zeros(2, np.float32)
        reach = float((places.max(axis=0) - self._low).max()) if len(places) else 1.0
        self._cell = max(reach, 1e-6) / _CELLS
        cells = self._cells_of(places)
        keys = cells[:, 1] * (_CELLS + 1) + cells[:, 0]
        self._order = np.argsort(keys, kind="stable")
        self._starts = np.searchsorted(keys[self._order], np.arange((_CELLS + 1) ** 2 + 1))

    def __len__(self) -> int:
        return len(self._places)

    @property
    def places(self) -> Places:
        """float32 [N, 2]."""
        return self._places

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of nearly all points, or of all if they are few."""
        if not len(self._places):
            return -1.0, -1.0, 1.0, 1.0
        edge = 0.0 if len(self._places) < _FEW else _EDGE_PERCENT
        (left, bottom), (right, top) = np.percentile(self._places, (edge, 100.0 - edge), axis=0).tolist()
        return left, bottom, right, top

    def nearest(self, x: float, y: float, within: float, stretch: float = 1.0) -> int | None:
        """Returns the row of the nearest point, or None if none is within `within`.

        Args:
            x: of the place.
            y: of the place.
            within: the longest distance, measured vertically.
            stretch: factor of horizontal distances.
        """
        across = within / stretch
        rows = self._in_box(x - across, y - within, x + across, y + within)
        if not len(rows):
            return None
        distances = np.hypot((self._places[rows, 0] - x) * stretch, self._places[rows, 1] - y)
        best = int(distances.argmin())
        return int(rows[best]) if distances[best] <= within else None

    def inside(self, outline: NDArray[np.float64]) -> NDArray[np.int64]:
        """Returns the rows of the points within a closed outline, ascending: int64 [K].

        Args:
            outline: float64 [M, 2], its corners in order; if it crosses itself, the even-odd rule applies.
        """
        if len(outline) < 3:
            return np.empty(0, np.int64)
        (left, bottom), (right, top) = outline.min(axis=0), outline.max(axis=0)
        rows = self._in_box(left, bottom, right, top)
        x, y = self._places[rows, 0].astype(np.float64), self._places[rows, 1].astype(np.float64)
        is_inside = np.zeros(len(rows), np.bool_)
        for (x1, y1), (x2, y2) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            if y1 != y2:  # a horizontal ray crosses no horizontal edge
                crosses = (y1 > y) != (y2 > y)
                is_inside ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
        return np.sort(rows[is_inside])

    def _in_box(self, left: float, bottom: float, right: float, top: float) -> NDArray[np.int64]:
        corners = self._cells_of(np.array([[left, bottom], [right, top]]))
        (x1, y1), (x2, y2) = corners
        if not len(self._places):
            return np.empty(0, np.int64)
        bands = [
            self._order[self._starts[y * (_CELLS + 1) + x1] : self._starts[y * (_CELLS + 1) + x2 + 1]]
            for y in range(int(y1), int(y2) + 1)
        ]
        return np.concatenate(bands)

    def _cells_of(self, places: NDArray[np.floating]) -> NDArray[np.int64]:
        return np.clip(np.floor((places - self._low) / self._cell), 0, _CELLS).astype(np.int64)
