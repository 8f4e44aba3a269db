"""The user's place in the rows, as a value: kept when other rows replace them, restored when they return.

Everything refers to sounds, so that it survives changes of the library: what is gone is left out.
"""

from dataclasses import dataclass
from itertools import islice

import numpy as np
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QTableView

from desktop.results.columns import Column
from desktop.results.model import ResultsModel
from desktop.results.selecting import covering, sounds_of, stretches
from engine.search.order import SortKey
from engine.types import SoundId

_MOST_SELECTED = 2_000
"""Most selected sounds that are kept, the first ones."""
_LOOKED_THROUGH = 5_000
"""Rows in which open ones are looked for."""


@dataclass(frozen=True, slots=True)
class RowsPlace:
    """What is selected, open and on screen, and how the rows are sorted."""

    sort: tuple[SortKey, bool] | None = None
    current: SoundId | None = None
    child: int = -1
    """Which row under the current sound the cursor is on, from 0; -1 for its own."""
    selected: tuple[int, ...] = ()
    top: SoundId | None = None
    """The sound in the first row on screen."""
    hidden_px: int = 0
    """How much of that row is above the edge."""
    scrolled_px: int = 0
    """Where the list is where that sound is gone."""
    opened: tuple[SoundId, ...] = ()


Stretch = tuple[float, float]
_TOP = RowsPlace()


@dataclass(frozen=True, slots=True)
class Place:
    """Where one was among the answers to a request."""

    rows: RowsPlace = _TOP
    sound: SoundId | None = None
    """What lay on the deck."""
    stretch: Stretch | None = None
    """What was selected of it."""


def place_in(view: QTableView, model: ResultsModel, sort: tuple[SortKey, bool] | None) -> RowsPlace:
    """Where one is now."""
    current, top = view.currentIndex().row(), view.rowAt(0)
    return RowsPlace(
        sort,
        model.sound_at(current) if current >= 0 else None,
        model.spot(current).child if current >= 0 else -1,
        tuple(sounds_of(model, _first(stretches(view.selectionModel()))).tolist()),
        model.sound_at(top) if top >= 0 else None,
        -view.rowViewportPosition(top) if top >= 0 else 0,
        view.verticalScrollBar().value(),
        opened_in(model),
    )


def put_back(view: QTableView, model: ResultsModel, place: RowsPlace) -> None:
    """Selects and scrolls as it was; rows open where what lies under them is at hand. Nobody is told."""
    reopen(model, place.opened)
    view.executeDelayedItemsLayout()
    view.updateGeometries()
    flags = QItemSelectionModel.SelectionFlag
    rows = model.rows_of(np.array(place.selected, np.int64))
    row = model.row_of(place.current) if place.current is not None else None
    if row is not None:
        if place.child >= 0 and model.is_open(row):
            row, rows = row + 1 + place.child, np.array([row + 1 + place.child], np.int64)
        view.selectionModel().setCurrentIndex(model.index(row, Column.NAME), flags.NoUpdate)
    view.selectionModel().select(covering(model, rows), flags.ClearAndSelect)
    bar, top = view.verticalScrollBar(), model.row_of(place.top) if place.top is not None else None
    bar.setValue(place.scrolled_px if top is None else bar.value() + view.rowViewportPosition(top) + place.hidden_px)


def opened_in(model: ResultsModel) -> tuple[SoundId, ...]:
    """The sounds whose rows are open."""
    if model.rowCount() == len(model.ranking):
        return ()
    rows = range(min(model.rowCount(), _LOOKED_THROUGH))
    return tuple(model.sound_at(row) for row in islice(filter(model.is_open, rows), 50))


def reopen(model: ResultsModel, opened: tuple[SoundId, ...]) -> None:
    """Opens the rows of sounds where what lies under them is at hand: moments are, takes are not."""
    for sound in opened:
        row = model.row_of(sound)
        if row is not None and not len(model.takes_of(row)):
            model.open(row, [])


def _first(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many rows as are kept."""
    kept, room = [], _MOST_SELECTED
    for first, last in found:
        if room <= 0:
            break
        kept.append((first, min(last, first + room - 1)))
        room -= last - first + 1
    return kept
