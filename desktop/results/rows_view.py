"""The table as a list of sounds: display, order, selection, and a stable place.

`desktop.results.view` adds keys and mouse.
"""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop.base.translation import translate
from desktop.results.columns import Column
from desktop.results.delegate import ResultsDelegate
from desktop.results.density import Density
from desktop.results.header import ResultsHeader
from desktop.results.model import Places, ResultsModel
from desktop.results.row_stretches import covering, sounds_of, stretches
from desktop.results.rows_state import RowsPlace, opened_in, place_in, put_back, reopen
from desktop.widgets.accessibility import renamed
from engine.base.types import FilePath, Hit, Ids, SoundId
from engine.library.answers import Ranking, SortKey

_MENU_IN_PX = 24
_TOP = QAbstractItemView.ScrollHint.PositionAtTop
MOST_HELD = 10_000
"""Maximum number of selected rows read ahead, so that drags and commands have their hits at once."""


class RowsView(QTableView):
    """Shows a ResultsModel. GUI thread only; signals request reading and sorting."""

    current_changed = Signal(object)
    """The Hit under the cursor, or None."""
    order_wanted = Signal(object, object, bool)
    """Ranking, SortKey and whether to sort in descending order: answer with `take_order`."""
    takes_wanted = Signal(object, object)
    """Ranking of takes and its rows to show under a row: answer with `take_takes`."""
    held_wanted = Signal(object, object)
    """Ranking and its selected but unread rows: answer with `take_held`."""
    arranged = Signal()
    """The user chose, moved or resized columns."""
    menu_wanted = Signal(object)
    """Context menu of the selected rows; QPoint on the screen."""

    def __init__(self, model: ResultsModel, delegate: ResultsDelegate, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows = model
        self._delegate = delegate
        self._told: tuple[SoundId, FilePath] | None = None
        self._sort: tuple[SortKey, bool] | None = None
        self._coming: tuple[Ranking, bool, RowsPlace | None] | None = None
        self._held: dict[int, Hit] = {}
        self._opening: int | None = None
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self._is_aside = False
        self.setAccessibleName(translate("ResultsView", "Results"))
        self.columns = ResultsHeader(self)
        self.setHorizontalHeader(self.columns)
        # When painted, a header asks whether each row is selected; its own selection keeps that cheap.
        self.columns.setSelectionModel(QItemSelectionModel(model, self.columns))
        self.columns.arranged.connect(self.arranged)
        self.columns.sort_wanted.connect(self.sort_by)
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.set_density(Density.STANDARD)
        self.columns.set_places(())
        self.selectionModel().currentRowChanged.connect(self._tell_current)
        self.selectionModel().selectionChanged.connect(self._hold_selected)
        model.loaded.connect(self._loaded)

    def set_density(self, density: Density) -> None:
        """Sets the row height; keeps the cursor's or else the topmost row visible."""
        rows = self.verticalHeader()
        current, top = self.currentIndex().row(), self.rowAt(0)
        is_current_seen = current >= 0 and self.viewport().rect().intersects(self.visualRect(self.currentIndex()))
        rows.setMinimumSectionSize(16)
        rows.setDefaultSectionSize(density.row_px)
        kept = current if is_current_seen else top
        if kept >= 0:
            hint = QAbstractItemView.ScrollHint.EnsureVisible if is_current_seen else _TOP
            self.scrollTo(self.rows.index(kept, Column.NAME), hint)

    def set_aside(self, is_aside: bool) -> None:
        """Marks the table as covered by a page: no selection, no focus."""
        if is_aside != self._is_aside:
            self._is_aside = is_aside
            self._forget_keys()
            self.selectionModel().selectionChanged.emit(QItemSelection(), QItemSelection())

    def current_hit(self) -> Hit | None:
        """The hit under the cursor; None until it is read."""
        index = self.currentIndex()
        return self._hit(index.row()) if index.isValid() and not self._is_aside else None

    def selected_rows(self) -> list[tuple[int, int]]:
        """First and last row of each selected stretch; the current row without a selection."""
        if self._is_aside:
            return []
        found = stretches(self.selectionModel())
        current = self.currentIndex().row()
        return found or ([(current, current)] if current >= 0 else [])

    def selected_ids(self) -> Ids:
        """int64 [N], selected sounds in display order, of any number; the current one without a selection."""
        return sounds_of(self.rows, self.selected_rows())

    def selected_hits(self) -> list[Hit]:
        """The selected hits in display order; the current one without a selection.

        Selected hits are read ahead. Beyond `MOST_HELD` rows only those already read are included; work on all
        of them uses `selected_ids`.
        """
        found: list[Hit] = []
        for first, last in self.selected_rows():
            for row in range(first, min(last, first + MOST_HELD - len(found)) + 1):
                hit = self._hit(row)
                if hit is not None:
                    found.append(hit)
        return found

    def go_to(self, row: int) -> Hit | None:
        """Moves the cursor to a row and selects only that."""
        if self._is_aside or not 0 <= row < self.rows.rowCount():
            return None
        self.setCurrentIndex(self.rows.index(row, Column.NAME))
        return self._hit(row)

    def selectAll(self) -> None:
        """Selects every row, as one stretch."""
        if self.rows.rowCount():
            everything = QItemSelection(
                self.rows.index(0, 0), self.rows.index(self.rows.rowCount() - 1, len(Column) - 1)
            )
            self.selectionModel().select(everything, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    @property
    def are_all_selected(self) -> bool:
        """Whether there are rows and all are selected."""
        return stretches(self.selectionModel()) == [(0, self.rows.rowCount() - 1)]

    def place(self) -> RowsPlace:
        """The user's place in the rows, for `show_ranking`."""
        return place_in(self, self.rows, self._sort)

    def put_back(self, place: RowsPlace) -> None:
        self.show_ranking(self.rows.ranking, (), is_refresh=False, place=place)

    def show_ranking(
        self, ranking: Ranking, hits: tuple[Hit, ...], *, is_refresh: bool, place: RowsPlace | None = None
    ) -> None:
        """Shows an answer.

        A refresh (`is_refresh`) keeps scroll position, cursor and selection by sound. Another query starts at the top
        without a selection; sorting by a column persists for listings only. A `place` is restored.
        """
        if place is not None:
            self._set_sort(place.sort)
        elif self._sort is not None and not is_refresh and not ranking.is_listing:
            self._set_sort(None)
        if self._sort is not None and len(ranking):
            self._coming = (ranking, is_refresh, place)
            self.order_wanted.emit(ranking, *self._sort)
        else:
            self._coming = None
            self._show(ranking, hits, None, is_refresh=is_refresh, place=place)

    def sort_by(self, key: SortKey | None, descending: bool = False) -> None:
        """Sorts by a column, None for the ranking's order; cursor and selection stay on their sounds."""
        self._set_sort(None if key is None else (key, descending))
        if key is None:
            self._coming = None
            self._reorder(None)
        else:
            self._coming = None
            self.order_wanted.emit(self.rows.ranking, key, descending)

    def take_order(self, ranking: Ranking, key: SortKey, descending: bool, order: Places) -> None:
        """Receives the answer to `order_wanted`; drops an outdated one."""
        if self._sort != (key, descending):
            return
        if self._coming is not None and self._coming[0] is ranking:
            (_, is_refresh, place), self._coming = self._coming, None
            self._show(ranking, (), order, is_refresh=is_refresh, place=place)
        elif ranking is self.rows.ranking and self._coming is None:
            self._reorder(order)

    def toggle_open(self, row: int) -> None:
        """Expands or closes a row: moments and takes."""
        if self.rows.is_open(row):
            self._keeping_place(lambda: self.rows.close(row))
        elif self.rows.has_under(row):
            takes, ranking = self.rows.takes_of(row), self.rows.ranking
            if len(takes) and ranking.takes is not None:
                self._opening = row
                self.takes_wanted.emit(ranking.takes.ranking, takes)
            else:
                self._keeping_place(lambda: self.rows.open(row, []))

    def take_takes(self, ranking: Ranking, hits: list[Hit]) -> None:
        """Receives the answer to `takes_wanted`."""
        takes, row = self.rows.ranking.takes, self._opening
        self._opening = None
        if takes is not None and takes.ranking is ranking and row is not None:
            self._keeping_place(lambda: self.rows.open(row, hits))

    def take_held(self, ranking: Ranking, hits: list[Hit]) -> None:
        """Receives the answer to `held_wanted`."""
        if ranking is self.rows.ranking:
            self._held.update((int(hit.sound.id), hit) for hit in hits)

    def refresh_sound(self, sound: SoundId) -> None:
        """Repaints a visible row whose overview arrived."""
        for row in self._rows_on_screen():
            if self.rows.sound_at(row) == sound:
                self.update(self.rows.index(row, Column.WAVEFORM))

    def _rows_on_screen(self) -> range:
        top, bottom = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return range(max(0, top), (self.rows.rowCount() - 1 if bottom < 0 else bottom) + 1)

    def refresh_sounds(self, sounds: Ids | None = None) -> None:
        """Reads these sounds' rows, or all, again after a change."""
        self._held.clear()
        self.rows.refresh(sounds)
        self._hold_selected()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Opens at the mouse on a row, or by the Menu key at the cursor."""
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            if self.indexAt(event.pos()).isValid():
                self.menu_wanted.emit(event.globalPos())
        else:
            self.ask_menu()
        event.accept()

    def ask_menu(self) -> None:
        """Requests the menu at the cursor, scrolling to it."""
        if self.currentIndex().isValid():
            index = self.currentIndex().siblingAtColumn(Column.NAME)
            self.scrollTo(index)
            place = self.visualRect(index).intersected(self.viewport().rect())
            self.menu_wanted.emit(self.viewport().mapToGlobal(place.bottomLeft() + QPoint(_MENU_IN_PX, 0)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns.fit(event.size().width())

    def _hit(self, row: int) -> Hit | None:
        hit = self.rows.hit(row)
        if hit is None and self.rows.spot(row).child < 0:
            return self._held.get(int(self.rows.sound_at(row)))
        return hit

    def _set_sort(self, sort: tuple[SortKey, bool] | None) -> None:
        self._sort = sort
        self.columns.show_sort(*(sort or (None, False)))

    def _show(
        self,
        ranking: Ranking,
        hits: tuple[Hit, ...],
        order: Places | None,
        *,
        is_refresh: bool,
        place: RowsPlace | None,
    ) -> None:
        self._held.clear()
        self._opening = None
        self.columns.set_has_scores(ranking.has_marks)
        self.columns.note_names([hit.sound.path.name for hit in hits])

        def change() -> None:
            self.rows.show(ranking, hits, order, is_refresh=is_refresh)

        if is_refresh:
            self._keeping_sounds(change, keeps_scroll=True)
            return
        self._forget_keys()
        self._close_editor()
        self.selectionModel().clear()
        change()
        self.scrollToTop()
        self._tell(None)
        if place is not None:
            put_back(self, self.rows, place)

    def _forget_keys(self) -> None:
        """Hook: the rows are replaced, so pending key presses no longer apply."""

    def _close_editor(self) -> None:
        """Commits an open cell editor before its row changes."""
        editor = self.focusWidget() if self.state() == QAbstractItemView.State.EditingState else None
        if editor is not None and editor is not self:
            self.commitData(editor)
            self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def _reorder(self, order: Places | None) -> None:
        self._keeping_sounds(lambda: self.rows.set_order(order), keeps_scroll=False)

    def _keeping_sounds(self, change: Callable[[], None], *, keeps_scroll: bool) -> None:
        """Changes the rows, keeping selection and cursor on their sounds."""
        kept = sounds_of(self.rows, stretches(self.selectionModel()))
        former, column = self.currentIndex().row(), self.currentIndex().column()
        sound = self.rows.sound_at(former) if former >= 0 else None
        child = self.rows.spot(former).child if former >= 0 else -1
        opened = opened_in(self.rows) if keeps_scroll else ()
        scrolled_px = self.verticalScrollBar().value()
        selection = self.selectionModel()
        was_blocked = selection.blockSignals(True)
        selection.clear()
        change()
        reopen(self.rows, opened)
        row = self.rows.row_of(sound) if sound is not None else None
        rows = self.rows.rows_of(kept)
        if row is not None and child >= 0 and self.rows.is_open(row):
            row += 1 + child
            if len(kept) == 1:
                rows = np.array([row], np.int64)
        selection.select(covering(self.rows, rows), QItemSelectionModel.SelectionFlag.Select)
        if row is not None:
            cell = self.rows.index(row, column)
            selection.setCurrentIndex(cell, QItemSelectionModel.SelectionFlag.NoUpdate)
        selection.blockSignals(was_blocked)
        if row != former:
            self._close_editor()  # its text belongs to a sound that has moved
        self._hold_selected()
        if keeps_scroll:
            self.verticalScrollBar().setValue(scrolled_px)
        elif row is not None:
            self.scrollTo(self.rows.index(row, Column.NAME), QAbstractItemView.ScrollHint.PositionAtCenter)
        else:
            self.scrollToTop()
        self.viewport().update()
        if row is None:
            self._tell(None)
        else:
            self._loaded(row, row)  # its path may have changed: a renamed file

    def _keeping_place(self, change: Callable[[], None]) -> None:
        scrolled_px = self.verticalScrollBar().value()
        change()
        self.verticalScrollBar().setValue(scrolled_px)

    def _loaded(self, first: int, last: int) -> None:
        """Continues what waited for the hit under the cursor."""
        row = self.currentIndex().row()
        hit = self.current_hit() if first <= row <= last else None
        if hit is not None and self._told != (hit.sound.id, hit.sound.path):
            self._tell(hit)
        if hit is not None:
            renamed(self)

    def _tell_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        hit = self._hit(current.row()) if current.isValid() else None
        if hit is not None or not current.isValid():
            self._tell(hit)

    def _tell(self, hit: Hit | None) -> None:
        self._told = (hit.sound.id, hit.sound.path) if hit else None
        self.current_changed.emit(hit)

    def _hold_selected(self) -> None:
        """Requests unread hits of selected rows, up to `MOST_HELD`."""
        missing: list[np.ndarray[tuple[int], np.dtype[np.int64]]] = []
        room = MOST_HELD
        for first, last in stretches(self.selectionModel()):
            rows = self.rows.ranked_rows(first, min(last, first + room - 1))
            room -= len(rows)
            missing.append(self.rows.unread(rows))
            if room <= 0:
                break
        if sum(map(len, missing)):
            self.held_wanted.emit(self.rows.ranking, tuple(np.concatenate(missing).tolist()))
