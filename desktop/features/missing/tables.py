"""The two tables of missing files: folders and drives on the left, files of the selected folder on the right."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QTableView, QWidget

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import number, phrase
from desktop.widgets.table import RIGHT, Index, TableModel, set_up_table
from engine.base.types import SoundId, Whereabouts
from engine.features.missing.relink import MissingFiles, MissingFolder, MissingRow, OfflineRoot

_ROW_PX = 32


class MissingPlace(Struct, frozen=True):
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


class PlacesModel(TableModel):
    """Folders by path, then drives. GUI thread only."""

    TITLES = (phrase("PlacesModel", "Folder"), phrase("PlacesModel", "Sounds"), phrase("PlacesModel", "State"))
    RIGHT_TITLES = (1,)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.places: tuple[MissingPlace, ...] = ()

    def show(self, listed: MissingFiles) -> None:
        self.beginResetModel()
        roots = tuple(MissingPlace(root=root) for root in listed.offline)
        self.places = (*(MissingPlace(folder) for folder in listed.folders), *roots)
        self.endResetModel()

    def count(self) -> int:
        return len(self.places)

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
            return RIGHT
        if role == Qt.ItemDataRole.ForegroundRole and column == 2:
            return self._theme.colour("text_soft")
        return None


class FilesModel(TableModel):
    """Files of a folder, and why a located one was not linked. GUI thread only."""

    TITLES = (phrase("FilesModel", "File"), phrase("FilesModel", "Size"), phrase("FilesModel", "Last try"))
    RIGHT_TITLES = (1,)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: Sequence[MissingRow] = ()
        self.reasons: dict[SoundId, str] = {}

    def show(self, rows: Sequence[MissingRow]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def count(self) -> int:
        return len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (row.path.name, messages.size(row.size_bytes), self.reasons.get(row.id, ""))[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return messages.plain(row.path.text)
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 1:
            return RIGHT
        if role == Qt.ItemDataRole.ForegroundRole and column:
            return self._theme.colour("text_soft")
        return None


def plain_table(model: TableModel, name: str, widths_px: tuple[int, int], parent: QWidget) -> QTableView:
    """Creates a table for one of these models."""
    table = QTableView(parent)
    set_up_table(table, model, name, row_px=_ROW_PX, stretched=0, widths_px=dict(enumerate(widths_px, start=1)))
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    return table
