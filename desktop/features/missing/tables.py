"""The two tables of missing files: folders and drives on the left, files of the selected folder on the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from engine.base.types import SoundId, Whereabouts
from engine.features.missing.relink import AwayRow, Missing, MissingFolder, OfflineRoot

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ROW_PX = 32


@dataclass(frozen=True, slots=True)
class MissingPlace:
    """A row on the left: a folder with missing files, or a root that is gone as a whole."""

    folder: MissingFolder | None = None
    root: OfflineRoot | None = None

    @property
    def text(self) -> str:
        if self.folder is not None:
            return self.folder.folder.text
        assert self.root is not None
        return self.root.root.path.text

    @property
    def count(self) -> int:
        if self.folder is not None:
            return len(self.folder.rows)
        assert self.root is not None
        return self.root.sounds

    @property
    def state(self) -> str:
        if self.root is None:
            return messages.whereabouts(Whereabouts.MISSING)
        return messages.whereabouts(self.root.root.state)


class PlacesModel(QAbstractTableModel):
    """Folders by path, then drives. GUI thread only."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.places: tuple[MissingPlace, ...] = ()

    def show(self, listed: Missing) -> None:
        self.beginResetModel()
        roots = tuple(MissingPlace(root=root) for root in listed.offline)
        self.places = (*(MissingPlace(folder) for folder in listed.folders), *roots)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.places)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        place, column = self.places[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (place.text, number(place.count), place.state)[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return messages.plain(place.text)
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            is_offline = place.root is not None and not place.root.root.is_missing
            name, role_name = ("folder-offline", "text_faint") if is_offline else ("folder", "accent")
            return resources.icon(name, getattr(self._theme, role_name))
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 1:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ForegroundRole and column == 2:
            return self._theme.colour("text_soft")
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == 1:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        titles = (
            translate("PlacesModel", "Folder"), translate("PlacesModel", "Sounds"), translate("PlacesModel", "State"),
        )  # fmt: skip
        return titles[section]


class FilesModel(QAbstractTableModel):
    """Files of a folder, and why a located one was not linked. GUI thread only."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: Sequence[AwayRow] = ()
        self.reasons: dict[SoundId, str] = {}

    def show(self, rows: Sequence[AwayRow]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (row.path.name, messages.size(row.size_bytes), self.reasons.get(row.id, ""))[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return messages.plain(row.path.text)
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 1:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ForegroundRole and column:
            return self._theme.colour("text_soft")
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == 1:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        titles = (
            translate("FilesModel", "File"), translate("FilesModel", "Size"), translate("FilesModel", "Last try"),
        )  # fmt: skip
        return titles[section]


def plain_table(model: QAbstractTableModel, name: str, widths_px: tuple[int, int], parent: QWidget) -> QTableView:
    """Creates a table with whole-row selection for one of these models."""
    table = QTableView(parent)
    table.setModel(model)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    rows = table.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(_ROW_PX)
    columns = table.horizontalHeader()
    columns.setHighlightSections(False)
    columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    columns.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column, width_px in enumerate(widths_px, start=1):
        columns.resizeSection(column, width_px)
    return table
