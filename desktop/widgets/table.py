"""Base of read-only tables: a model with fixed columns, and the usual set-up of tables and lists with columns."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QTreeWidget

from desktop.base.translation import Phrase

Index = QModelIndex | QPersistentModelIndex
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_NOWHERE = QModelIndex()


class TableModel(QAbstractTableModel):
    """Rows of a subclass under fixed titles. GUI thread only."""

    TITLES: ClassVar[Sequence[Phrase | str]] = ()
    RIGHT_TITLES: ClassVar[Collection[int]] = ()
    """Columns with right-aligned titles."""

    def count(self) -> int:
        """Number of rows."""
        raise NotImplementedError

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else self.count()

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return str(self.TITLES[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in self.RIGHT_TITLES else _LEFT
        return None


def set_up_table(
    view: QTableView, model: TableModel, name: str, *, row_px: int, stretched: int, widths_px: Mapping[int, int]
) -> None:
    """Shows a model in whole-row selection without a grid; one column takes the remaining width."""
    view.setModel(model)
    view.setAccessibleName(name)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    rows = view.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(row_px)
    columns = view.horizontalHeader()
    columns.setHighlightSections(False)
    columns.setSectionsClickable(False)  # these rows have one order
    columns.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
    for column, width_px in widths_px.items():
        columns.resizeSection(column, width_px)


def set_up_list(
    tree: QTreeWidget, name: str, titles: Sequence[str], *, stretched: Collection[int], style: str = "failures"
) -> None:
    """Makes a tree a flat list with columns: those in `stretched` share the width that the others leave."""
    tree.setObjectName(style)
    tree.setAccessibleName(name)
    tree.setHeaderLabels(list(titles))
    tree.setRootIsDecorated(False)
    tree.setUniformRowHeights(True)
    header = tree.header()
    header.setStretchLastSection(False)
    for column in range(len(titles)):
        mode = QHeaderView.ResizeMode.Stretch if column in stretched else QHeaderView.ResizeMode.ResizeToContents
        header.setSectionResizeMode(column, mode)
