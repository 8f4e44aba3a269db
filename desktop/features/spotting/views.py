"""The page's two tables. Keys act on the sounds: arrows play, digits choose, Enter picks, Tab goes to the next cue."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from desktop.base.translation import translate
from desktop.widgets.table import TableModel, set_up_table

_ROW_PX = 30
_MOVES = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End}
_PICKS = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_DROPS = {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}
_DIGITS = {Qt.Key(Qt.Key.Key_1.value + digit): digit for digit in range(5)}


def _set_up(view: QTableView, model: TableModel, name: str, stretched: int, widths_px: dict[int, int]) -> None:
    set_up_table(view, model, name, row_px=_ROW_PX, stretched=stretched, widths_px=widths_px)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)


class CuesView(QTableView):
    """The cues; a click selects one. GUI thread only."""

    clicked_on = Signal(int)

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        widths_px = {0: 44, 1: 104, 3: 70, 4: 140}
        _set_up(self, model, translate("CuesView", "Cues"), 2, widths_px)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys go to the sounds beside it

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.clicked_on.emit(index.row())


class CandidatesView(QTableView):
    """The sounds for one cue. GUI thread only."""

    rested = Signal(int)
    """A row to play: clicked, or where an arrow key was released."""
    picked = Signal(int, bool)
    """Row picked by Enter or a double click; True to go to the next cue, as for Enter."""
    chosen = Signal(int)
    """The digit of a row, from 0."""
    dropped = Signal()
    """Remove the pick (Backspace)."""
    toggled = Signal(int)
    """Row to play or stop (Space)."""
    gone_on = Signal(int)
    """Tab: 1 for the next cue, -1 for the previous one."""
    reword_wanted = Signal()
    """F2."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _set_up(self, model, translate("CandidatesView", "Sounds for the cue"), 1, {0: 30, 2: 80, 3: 66, 4: 76})
        self.setToolTip(
            translate(
                "CandidatesView", "Arrows play · 1–5 choose · Enter picks, next cue · Tab next cue · F2 edits the cue"
            )
        )
        self.can_go_on = True
        self.can_go_back = True
        """Without another cue, Tab leaves the table as usual."""

    def event(self, event: QEvent) -> bool:
        """Claims the table's keys from shortcuts while it has the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._is_ours(event):
            event.accept()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Tab and self.can_go_on and not event.modifiers():
                self.gone_on.emit(1)
                return True
            if event.key() == Qt.Key.Key_Backtab and self.can_go_back:
                self.gone_on.emit(-1)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._is_ours(event):
            super().keyPressEvent(event)
            return
        key, row = event.key(), self.currentIndex().row()
        if key in _MOVES:
            super().keyPressEvent(event)
            if not event.isAutoRepeat():
                self._rest()
        elif event.isAutoRepeat():
            return
        elif key in _PICKS and row >= 0:
            self.picked.emit(row, True)
        elif key in _DIGITS and _DIGITS[Qt.Key(key)] < self.model().rowCount():
            self.chosen.emit(_DIGITS[Qt.Key(key)])
        elif key in _DROPS:
            self.dropped.emit()
        elif key == Qt.Key.Key_Space and row >= 0:
            self.toggled.emit(row)
        elif key == Qt.Key.Key_F2:
            self.reword_wanted.emit()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Plays the row where a repeated key ends."""
        super().keyReleaseEvent(event)
        if event.key() in _MOVES and event.isAutoRepeat() is False and self._repeats:
            self._repeats = False
            self._rest()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self._rest()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.picked.emit(index.row(), False)

    _repeats = False

    def _is_ours(self, event: QKeyEvent) -> bool:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        keys = (*_MOVES, *_PICKS, *_DROPS, *_DIGITS, Qt.Key.Key_Space, Qt.Key.Key_F2)
        if plain and event.key() in _MOVES and event.isAutoRepeat():
            self._repeats = True
        return plain and event.key() in keys

    def _rest(self) -> None:
        if self.currentIndex().isValid():
            self.rested.emit(self.currentIndex().row())
