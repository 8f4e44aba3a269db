"""The table model over one answer: it holds the answer's hits and makes text only for the cells that are on screen."""

import os
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop import messages
from desktop.results.drag import mime_of
from engine.types import Hit, SoundId

HIT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The table's columns, left to right."""

    WAVEFORM = 0
    NAME = 1
    CONFIDENCE = 2
    LENGTH = 3
    FORMAT = 4
    FOLDER = 5


TITLES = {
    Column.WAVEFORM: "Waveform",
    Column.NAME: "Name",
    Column.CONFIDENCE: "Match",
    Column.LENGTH: "Length",
    Column.FORMAT: "Format",
    Column.FOLDER: "Folder",
}
_NOWHERE = QModelIndex()


class ResultsModel(QAbstractTableModel):
    """Rows are hits, best first. GUI thread only."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: tuple[Hit, ...] = ()
        self._has_scores = False
        self._roots: tuple[str, ...] = ()

    def show(self, hits: tuple[Hit, ...], *, has_scores: bool) -> None:
        """Puts another answer in place; `has_scores` is False for a mere listing, whose confidence means nothing."""
        self.beginResetModel()
        self._hits, self._has_scores = hits, has_scores
        self.endResetModel()

    def set_roots(self, roots: tuple[str, ...]) -> None:
        """Tells which folders the library holds, so that a row's folder is shown from there on."""
        ordered = tuple(sorted((root.rstrip("/\\") for root in roots), key=len, reverse=True))
        if ordered != self._roots:
            self._roots = ordered
            if self._hits:
                top, bottom = self.index(0, Column.FOLDER), self.index(len(self._hits) - 1, Column.FOLDER)
                self.dataChanged.emit(top, bottom)

    def hit(self, row: int) -> Hit:
        """The hit of a row."""
        return self._hits[row]

    @property
    def has_scores(self) -> bool:
        """False for a mere listing."""
        return self._has_scores

    def row_of(self, sound: SoundId) -> int | None:
        """The row of a sound, None when the answer does not hold it."""
        return next((row for row, hit in enumerate(self._hits) if hit.sound.id == sound), None)

    def folder(self, hit: Hit) -> str:
        """Where a sound lies, from its root on: "Foley/Doors"."""
        parent = os.path.dirname(hit.sound.path.text)
        for root in self._roots:
            if parent == root or parent.startswith((root + "/", root + "\\")):
                return os.path.basename(root) + parent[len(root) :]
        return parent

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Hits in the answer."""
        return 0 if parent.isValid() else len(self._hits)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """The columns of `Column`."""
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell says; most asked-for roles first."""
        if not index.isValid():
            return None
        if role == HIT_ROLE:
            return self._hits[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text(self._hits[index.row()], index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(self._hits[index.row()], index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == Column.LENGTH:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Column titles."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return TITLES[Column(section)]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section == Column.LENGTH else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be selected and dragged out, never edited."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        """Rows leave as files."""
        return ["text/uri-list"]

    def mimeData(self, indexes: Any) -> QMimeData:
        """The real files of the rows, in the order of the table."""
        rows = sorted({index.row() for index in indexes})
        return mime_of([self._hits[row].sound.path for row in rows])

    def supportedDragActions(self) -> Qt.DropAction:
        """Copies only: nothing that takes a drop may move a sound out of the library."""
        return Qt.DropAction.CopyAction

    def _text(self, hit: Hit, column: int) -> str:
        info = hit.sound.info
        match column:
            case Column.NAME:
                return hit.sound.path.name
            case Column.CONFIDENCE:
                return messages.CONFIDENCE_WORDS[hit.confidence] if self._has_scores else ""
            case Column.LENGTH:
                return messages.length(info.duration_s) if info else ""
            case Column.FORMAT:
                return info.format if info else ""
            case Column.FOLDER:
                return self.folder(hit)
        return ""

    def _tip(self, hit: Hit, column: int) -> str | None:
        if column == Column.CONFIDENCE and self._has_scores:
            return messages.plain(messages.reasons(hit))
        if column in (Column.NAME, Column.FOLDER):
            return messages.plain(hit.sound.path.text)
        if column == Column.FORMAT and hit.sound.info:
            return messages.format_line(hit.sound.info)
        return None
