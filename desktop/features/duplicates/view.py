"""The table of duplicates: alternating bands for groups, arrows play, Delete marks for removal."""

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.features.duplicates.model import DuplicateColumn, DuplicatesModel
from desktop.widgets.table import set_up_table
from engine.base.types import Ids
from engine.library.jobs import Member

_ROW_PX = 32
_WIDTHS_PX: dict[int, int] = {
    DuplicateColumn.KEEP: 50,
    DuplicateColumn.LIKE: 112,
    DuplicateColumn.FORMAT: 236,
    DuplicateColumn.LENGTH: 66,
    DuplicateColumn.SIZE: 74,
    DuplicateColumn.KEPT: 120,
}
_NAMES_PX = 280
"""Width that name and folder get before the other columns have their full width."""
_LEAST_FORMAT_PX = 96
_MOVES = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End}
_TAKE_OUT = {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}
_BOX_PX = 16


class DuplicatesView(QTableView):
    """Shows a DuplicatesModel. GUI thread only."""

    rested = Signal(object)
    """The Member selected when the key presses end."""
    toggled = Signal(object)
    """The Member to play or stop (Space)."""

    def __init__(self, model: DuplicatesModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = model
        name = translate("DuplicatesView", "Duplicates")
        set_up_table(self, model, name, row_px=_ROW_PX, stretched=DuplicateColumn.NAME, widths_px=_WIDTHS_PX)
        self.setItemDelegate(_Delegate(theme, self))
        self.setToolTip(
            translate(
                "DuplicatesView", "Arrows play · Space plays and stops · Delete marks the sound to remove or keep"
            )
        )
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        columns = self.horizontalHeader()
        columns.setSectionResizeMode(DuplicateColumn.FOLDER, QHeaderView.ResizeMode.Stretch)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Without enough room, shortens the format column first, then hides ratings and collections."""
        super().resizeEvent(event)
        keep_px = max(_WIDTHS_PX[DuplicateColumn.KEEP], self.horizontalHeader().sectionSizeHint(DuplicateColumn.KEEP))
        others = (DuplicateColumn.LIKE, DuplicateColumn.LENGTH, DuplicateColumn.SIZE)
        spare_px = self.viewport().width() - keep_px - sum(_WIDTHS_PX[column] for column in others) - _NAMES_PX
        has_kept = spare_px >= _WIDTHS_PX[DuplicateColumn.KEPT] + _LEAST_FORMAT_PX
        for_format_px = spare_px - (_WIDTHS_PX[DuplicateColumn.KEPT] if has_kept else 0)
        self.setColumnWidth(DuplicateColumn.KEEP, keep_px)
        self.setColumnHidden(DuplicateColumn.KEPT, not has_kept)
        self.setColumnWidth(
            DuplicateColumn.FORMAT, max(_LEAST_FORMAT_PX, min(_WIDTHS_PX[DuplicateColumn.FORMAT], for_format_px))
        )

    def selected_rows(self) -> Ids:
        """int64 [N], the selected rows."""
        ranges = [np.arange(part.top(), part.bottom() + 1) for part in self.selectionModel().selection().toList()]
        return np.unique(np.concatenate(ranges)) if ranges else np.empty(0, dtype=np.int64)

    def current_member(self) -> Member | None:
        """The loaded member under the cursor."""
        index = self.currentIndex()
        return self.rows.member(index.row()) if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space plays or stops, Delete marks; arrows move, and play the row they end on."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            if (member := self.current_member()) is not None:
                self.toggled.emit(member)
            return
        if event.key() in _TAKE_OUT:
            rows = self.selected_rows()
            if len(rows):
                self.rows.set_stays(rows, bool(self.rows.goes[rows].all()))
            return
        super().keyPressEvent(event)
        if event.key() in _MOVES and not event.isAutoRepeat():
            self._rest()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Plays the row where a repeated key ends."""
        super().keyReleaseEvent(event)
        if event.key() in _MOVES and not event.isAutoRepeat():
            self._rest()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a checkbox marks; elsewhere it plays."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.button() == Qt.MouseButton.LeftButton and is_plain and index.isValid():
            if index.column() == DuplicateColumn.KEEP:
                self.rows.set_stays([index.row()], bool(self.rows.goes[index.row()]))
            else:
                self._rest()

    def _rest(self) -> None:
        if (member := self.current_member()) is not None:
            self.rested.emit(member)


class _Delegate(QStyledItemDelegate):
    """Paints groups as alternating bands and strikes out removed sounds."""

    def __init__(self, theme: Theme, view: DuplicatesView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rows, row, column = self._view.rows, index.row(), DuplicateColumn(index.column())
        rect: QRect = option.rect
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        band = "accent_soft" if is_selected else "panel" if rows.group(row) % 2 else "window"
        painter.fillRect(rect, self._colour(band))
        if rows.is_first(row):
            painter.setPen(self._colour("line_strong"))
            painter.drawLine(rect.topLeft(), rect.topRight())
        goes = bool(rows.goes[row])
        if column is DuplicateColumn.KEEP:
            self._paint_box(painter, rect, is_on=not goes)
            return
        text = index.data()
        if not text:
            return
        font = option.font
        font.setStrikeOut(goes and column is DuplicateColumn.NAME)
        font.setBold(rows.is_first(row) and column is DuplicateColumn.NAME)
        painter.setFont(font)
        is_main = column is DuplicateColumn.NAME and not goes
        painter.setPen(self._colour("text" if is_main else "text_faint" if goes else "text_soft"))
        side = index.data(Qt.ItemDataRole.TextAlignmentRole) or int(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        inner = rect.adjusted(8, 0, -8, 0)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, inner.width())
        painter.drawText(inner, side, shown)

    def _paint_box(self, painter: QPainter, rect: QRect, *, is_on: bool) -> None:
        box = QRect(0, 0, _BOX_PX, _BOX_PX)
        box.moveCenter(rect.center())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._colour("accent" if is_on else "line_strong"))
        painter.setBrush(self._colour("accent" if is_on else "field"))
        painter.drawRoundedRect(box, 4, 4)
        if is_on:
            pen = painter.pen()
            pen.setColor(self._colour("on_accent"))
            pen.setWidthF(2.0)
            painter.setPen(pen)
            painter.drawPolyline([box.topLeft() + at for at in _tick()])
        painter.restore()

    def _colour(self, name: str) -> QColor:
        return self._theme.colour(name)


def _tick() -> list[QPoint]:
    return [QPoint(4, 8), QPoint(7, 11), QPoint(12, 5)]
