"""The results table: audition by keys and mouse, editing, and dragging rows out as files."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from desktop.base.timer import single_shot
from desktop.results.columns import Column
from desktop.results.delegate import ResultsDelegate
from desktop.results.editing import EDITABLE
from desktop.results.model import ResultsModel
from desktop.results.name_cell import ARROW_PX, judging_places
from desktop.results.rows_view import RowsView
from engine.base.types import Hit, Ids, SoundId

_SCRUB_MS = 50
_ARROW_EDGE_PX = 8
_RELEASE_MS = 30
"""A held key counts as released after this long: see `_is_repeat`."""
_MOVES = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End}
_SILENT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier


class ResultsView(RowsView):
    """Shows a ResultsModel. GUI thread only.

    Autoplay listens to `rested` alone: a key reached a row and no longer repeats.
    """

    rested = Signal(object)
    """Hit on which a key press came to rest."""
    clicked_at = Signal(object, object)
    """Hit of a plain click, and the position within its thumbnail (0 to 1), None outside it."""
    restarted = Signal(object)
    """Double click: play from the start."""
    toggled = Signal()
    """Space."""
    chosen = Signal(object)
    """Hit on which Return was pressed."""
    left_upwards = Signal()
    """Up on the first row."""
    scrubbed = Signal(object, float)
    """Pointer over a Hit's thumbnail with Alt held: position from 0 to 1."""
    scrub_ended = Signal()
    """Alt was released, or the pointer left."""
    edited = Signal(object)
    """CellEdit: a cell's text was changed."""
    judged = Signal(int, bool)
    """Row whose + or − was clicked; True for +."""
    drag_wanted = Signal(object)
    """The selected Hits are being dragged; the mouse button is down."""

    def __init__(self, model: ResultsModel, delegate: ResultsDelegate, parent: QWidget) -> None:
        super().__init__(model, delegate, parent)
        self.may_edit: Callable[[Column], bool] = lambda column: True
        """Called before a cell editor opens; if it returns False, it has said why."""
        self._is_waiting_for_rest = False
        self._is_rest_due = False
        self._released: tuple[int, int] | None = None
        self._release_timer = single_shot(self, _RELEASE_MS, self._rest)
        self._pressed: QPoint | None = None
        self._scrub: tuple[Hit, float] | None = None
        self._scrub_timer = single_shot(self, _SCRUB_MS, self._tell_scrub)
        self._is_scrubbing = False
        self._is_on_chosen_cell = False
        """The mouse was pressed on the current cell."""
        delegate.meant = self._meant
        delegate.edited.connect(self.edited)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setMouseTracking(True)
        # Opaque, so that scrolling moves the pixels and paints only new rows.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def keyboardSearch(self, search: str) -> None:
        """Does nothing: letters are shortcuts here."""

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Home and End go to the first and last row in any column; Tab in an editor goes to the next cell."""
        actions, last = QAbstractItemView.CursorAction, self.rows.rowCount() - 1
        current, cells = self.currentIndex(), self._cells()
        if action in (actions.MoveNext, actions.MovePrevious) and current.column() in cells:
            at = cells.index(Column(current.column())) + (1 if action == actions.MoveNext else -1)
            row = current.row() + at // len(cells)
            return self.rows.index(row, cells[at % len(cells)]) if 0 <= row <= last else QModelIndex()
        if action in (actions.MoveHome, actions.MoveEnd) and last >= 0:
            return self.rows.index(0 if action == actions.MoveHome else last, Column.NAME)
        return super().moveCursor(action, modifiers)

    def rest_on(self, row: int) -> None:
        """Moves to a row, like a key released there."""
        hit = self.go_to(row)
        if hit is not None:
            self.rested.emit(hit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows play at rest, Space and Return play, Right and Left expand and close; the rest is Qt's."""
        key, current, is_repeat = event.key(), self.currentIndex(), self._is_repeat(event)
        if is_repeat:
            self._release_timer.stop()
        if key == Qt.Key.Key_Space and not event.modifiers():
            if not is_repeat:
                self.toggled.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            hit = self.current_hit()
            if hit is not None and not is_repeat:
                self.chosen.emit(hit)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left) and current.isValid() and not event.modifiers():
            self._go_sideways(current, is_right=key == Qt.Key.Key_Right)
        elif key == Qt.Key.Key_Up and current.row() <= 0 and not is_repeat:
            self.left_upwards.emit()
        elif key in _MOVES:
            before = current.row()
            super().keyPressEvent(event)
            moved = self.currentIndex().row() != before
            is_ranging = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if is_repeat:
                self._is_waiting_for_rest = self._is_waiting_for_rest or moved
            elif moved and not is_ranging:
                self._rest()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Plays the row where an arrow key came to rest; Alt ends scrubbing."""
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self._released = (event.key(), event.timestamp())
        if event.key() in _MOVES and not event.isAutoRepeat() and self._is_waiting_for_rest:
            self._release_timer.start()
        if event.key() == Qt.Key.Key_Alt:
            self._end_scrub()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Records where a click begins, so that a drag does not play and a playing sound does not restart."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = None
        if event.type() == QEvent.Type.MouseButtonPress:
            self._is_on_chosen_cell = False
        if is_left and index.isValid() and self._is_on_arrow(index, at):
            self.toggle_open(index.row())
            return
        judged = self._judged_at(index, at) if is_left else None
        if judged is not None:
            self.judged.emit(index.row(), judged)
            return
        if is_left and not event.modifiers() & _SILENT and index.isValid():
            is_selected = self.selectionModel().isSelected(index)
            self._is_on_chosen_cell = is_selected and index == self.currentIndex() and index.column() in EDITABLE
            is_heard = self.rows.sound_at(index.row()) == self._delegate.playing
            if not is_heard or is_selected or index.column() == Column.WAVEFORM:
                self._pressed = at
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Plays on a plain click; on the thumbnail, from that position."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        at = event.position().toPoint()
        if pressed is None or (at - pressed).manhattanLength() >= QApplication.startDragDistance():
            return
        index = self.indexAt(at)
        hit = self._hit(index.row()) if index.isValid() else None
        if hit is not None:
            self.clicked_at.emit(hit, self._place_on(index, at))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Plays from the start, or edits a cell that was current before."""
        self._pressed = None
        at = event.position().toPoint()
        index = self.indexAt(at)
        if self._is_on_chosen_cell and index == self.currentIndex() and event.button() == Qt.MouseButton.LeftButton:
            self._is_on_chosen_cell = False
            self.edit_cell()
            return
        hit = self._hit(index.row()) if index.isValid() else None
        if hit is not None and event.button() == Qt.MouseButton.LeftButton and not self._is_on_control(index, at):
            self.restarted.emit(hit)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlights the row under the pointer; with Alt, plays from the pointed position."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        place = self._place_on(index, at) if index.isValid() else None
        hit = self._hit(index.row()) if place is not None else None
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and not event.buttons() and hit and place is not None:
            self._scrub = (hit, place)
            if not self._scrub_timer.isActive():
                self._scrub_timer.start(0 if not self._is_scrubbing else _SCRUB_MS)
        else:
            self._end_scrub()
            super().mouseMoveEvent(event)
        self._hover(index.row())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the background, then the rows."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._delegate.ground)
        painter.end()
        super().paintEvent(event)

    def mark_playing(self, sound: SoundId | None) -> None:
        changed = {self._delegate.playing, sound} - {None}
        self._delegate.playing = sound
        for row in self._rows_on_screen():
            hit = self.rows.hit(row)
            if hit is not None and not changed.isdisjoint((hit.sound.id, *hit.stacked)):
                self._repaint(row)

    def leaveEvent(self, event: object) -> None:
        self._hover(-1)
        self._end_scrub()

    def startDrag(self, supported_actions: Qt.DropAction) -> None:
        """Drags the selected rows out as files, created elsewhere: see `drag_wanted`."""
        self._pressed = None
        hits = self.selected_hits()
        if hits:
            self.drag_wanted.emit(hits)

    def _is_repeat(self, event: QKeyEvent) -> bool:
        """Whether a key is held. X11 reports each repeat as a release and a press with the same timestamp.

        Qt merges the two only if both have arrived, so on a busy machine a held key looks like many presses.
        """
        return event.isAutoRepeat() or (event.timestamp() > 0 and self._released == (event.key(), event.timestamp()))

    def edit_cell(self) -> bool:
        """Opens the editor of the current cell; False if it has none."""
        index = self.currentIndex()
        if index.column() not in EDITABLE or self.current_hit() is None or self.isColumnHidden(index.column()):
            return False
        if not self.may_edit(Column(index.column())):
            return True
        self.scrollTo(index)
        self.edit(index)
        return True

    def _meant(self) -> Ids:
        """The sounds an edit applies to: the selection if it includes the current row, else that row."""
        current = self.currentIndex()
        if self.selectionModel().isRowSelected(current.row(), QModelIndex()):
            return self.selected_ids()
        return self.rows.sounds_at(current.row(), current.row())

    def _cells(self) -> list[Column]:
        """Visible editable columns, left to right."""
        header = self.columns
        shown = (header.logicalIndex(at) for at in range(header.count()))
        return [Column(at) for at in shown if at in EDITABLE and not header.isSectionHidden(at)]

    def _go_sideways(self, current: QModelIndex, *, is_right: bool) -> None:
        """From the name, Right expands a row and Left closes it; otherwise they move between cells.

        Follows the W3C's ARIA practices (treegrid).
        """
        row, cells = current.row(), self._cells()
        at = cells.index(Column(current.column())) if current.column() in cells else -1
        if at < 0 and (not is_right or (self.rows.has_under(row) and not self.rows.is_open(row))):
            self._open_or_close(row, is_opening=is_right)
            return
        to = min(len(cells) - 1, at + 1) if is_right else at - 1
        column = cells[to] if to >= 0 else Column.NAME
        index = self.rows.index(row, column)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.scrollTo(index)

    def _open_or_close(self, row: int, *, is_opening: bool) -> None:
        spot = self.rows.spot(row)
        if spot.child >= 0 and not is_opening:  # from a child to its row, which the next Left closes
            self.go_to(row - spot.child - 1)
        elif self.rows.is_open(row) is not is_opening:
            self.toggle_open(row)

    def _is_on_arrow(self, index: QModelIndex, at: QPoint) -> bool:
        """Whether a point is on a row's arrow or in the margin before it."""
        if not self.rows.has_under(index.row()):
            return False
        left = self.visualRect(index.siblingAtColumn(Column.NAME)).left()
        return left - _ARROW_EDGE_PX <= at.x() < left + ARROW_PX

    def _judged_at(self, index: QModelIndex, at: QPoint) -> bool | None:
        """True on the + of the hovered row, False on its −, None elsewhere."""
        if not self.rows.has_scores or index.row() != self._delegate.hovered_row:
            return None
        plus, minus = judging_places(self.visualRect(index.siblingAtColumn(Column.NAME)))
        return True if plus.contains(at) else False if minus.contains(at) else None

    def _is_on_control(self, index: QModelIndex, at: QPoint) -> bool:
        return self._is_on_arrow(index, at) or self._judged_at(index, at) is not None

    def _place_on(self, index: QModelIndex, at: QPoint) -> float | None:
        """Position on a thumbnail, 0 to 1; None outside one."""
        if index.column() != Column.WAVEFORM:
            return None
        rect = self.visualRect(index)
        return min(1.0, max(0.0, (at.x() - rect.left() - 12) / max(1, rect.width() - 22)))

    def _rest(self) -> None:
        self._release_timer.stop()
        self._is_waiting_for_rest = False
        hit = self.current_hit()
        self._is_rest_due = hit is None  # it plays once read
        if hit is not None:
            self.rested.emit(hit)

    def _tell_scrub(self) -> None:
        if self._scrub is not None:
            self._is_scrubbing = True
            self.scrubbed.emit(*self._scrub)

    def _end_scrub(self) -> None:
        self._scrub = None
        self._scrub_timer.stop()
        if self._is_scrubbing:
            self._is_scrubbing = False
            self.scrub_ended.emit()

    def _hover(self, row: int) -> None:
        before = self._delegate.hovered_row
        if row != before:
            self._delegate.hovered_row = row
            self._repaint(before)
            self._repaint(row)

    def _repaint(self, row: int) -> None:
        """Repaints a row in one go; Qt would do so cell by cell."""
        if 0 <= row < self.rows.rowCount():
            self.viewport().update(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row))

    def _forget_keys(self) -> None:
        self._is_rest_due = self._is_waiting_for_rest = False
        self._release_timer.stop()

    def _tell_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._is_rest_due = False
        super()._tell_current(current, previous)

    def _loaded(self, first: int, last: int) -> None:
        super()._loaded(first, last)
        hit = self.current_hit() if first <= self.currentIndex().row() <= last else None
        if hit is not None and self._is_rest_due:
            self._is_rest_due = False
            self.rested.emit(hit)
