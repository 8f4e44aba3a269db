"""The user's place in the rows as a value: saved when other rows replace them, restored when they return.

It refers to sounds, so that it survives changes of the library; missing ones are skipped.
"""

from itertools import islice

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QTableView

from desktop.results.columns import Column
from desktop.results.model import ResultsModel
from desktop.results.row_stretches import covering, sounds_of, stretches
from engine.base.types import SoundId
from engine.library.answers import SortKey

_MOST_SELECTED = 2_000
"""Maximum number of selected sounds to save, from the top."""
_LOOKED_THROUGH = 5_000
"""Rows searched for expanded ones."""


class RowsPlace(Struct, frozen=True):
    """Selection, expanded rows, scroll position and sorting."""

    sort: tuple[SortKey, bool] | None = None
    current: SoundId | None = None
    child: int = -1
    """Cursor row under the current sound, from 0; -1 for its own row."""
    selected: tuple[int, ...] = ()
    top: SoundId | None = None
    """Sound in the first visible row."""
    hidden_px: int = 0
    """Part of that row above the edge."""
    scrolled_px: int = 0
    """Scroll position if that sound is gone."""
    opened: tuple[SoundId, ...] = ()


Stretch = tuple[float, float]
_TOP = RowsPlace()


class SearchPlace(Struct, frozen=True):
    """The user's place in the answer to a request."""

    rows: RowsPlace = _TOP
    sound: SoundId | None = None
    """The sound on the deck."""
    stretch: Stretch | None = None
    """Its selection."""


def place_in(view: QTableView, model: ResultsModel, sort: tuple[SortKey, bool] | None) -> RowsPlace:
    """The present place."""
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
    """Restores selection, scroll position and expanded rows as far as available, without signals."""
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
    """Sounds whose rows are expanded."""
    if model.rowCount() == len(model.ranking):
        return ()
    rows = range(min(model.rowCount(), _LOOKED_THROUGH))
    return tuple(model.sound_at(row) for row in islice(filter(model.is_open, rows), 50))


def reopen(model: ResultsModel, opened: tuple[SoundId, ...]) -> None:
    """Expands rows whose contents are available: moments are, takes are not."""
    for sound in opened:
        row = model.row_of(sound)
        if row is not None and not len(model.takes_of(row)):
            model.open(row, [])


def _first(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Truncates stretches to `_MOST_SELECTED` rows."""
    kept, room = [], _MOST_SELECTED
    for first, last in found:
        if room <= 0:
            break
        kept.append((first, min(last, first + room - 1)))
        room -= last - first + 1
    return kept
