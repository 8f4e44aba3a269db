"""Selected rows as stretches: a million rows in one stretch are never listed singly."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QItemSelection, QItemSelectionModel

from desktop.results.columns import Column
from desktop.results.model import ResultsModel
from engine.base.types import Ids

MOST_STRETCHES = 2_000
"""Maximum stretches kept when rows move: Qt checks all of them for every cell."""


def stretches(selection: QItemSelectionModel) -> list[tuple[int, int]]:
    """First and last row of each stretch of selected rows, ascending and disjoint."""
    found: list[tuple[int, int]] = []
    areas = selection.selection()
    for first, last in sorted((area.top(), area.bottom()) for area in map(areas.at, range(areas.count()))):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def sounds_of(model: ResultsModel, rows: list[tuple[int, int]]) -> Ids:
    """int64 [N], the sounds in these stretches, in display order."""
    parts = [model.sounds_at(first, last) for first, last in rows]
    return np.concatenate(parts) if parts else np.empty(0, np.int64)


def covering(model: ResultsModel, rows: NDArray[np.int64]) -> QItemSelection:
    """A selection of these rows, given in ascending order."""
    chosen = QItemSelection()
    if len(rows):
        edges = np.flatnonzero(np.diff(rows) > 1) + 1
        firsts = rows[np.append(0, edges)][:MOST_STRETCHES]
        lasts = rows[np.append(edges - 1, len(rows) - 1)][:MOST_STRETCHES]
        for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
            chosen.select(model.index(first, 0), model.index(last, len(Column) - 1))
    return chosen
