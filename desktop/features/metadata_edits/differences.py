"""Table model of every difference that a save would make; rows can be unticked."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal

from desktop.base import messages
from desktop.base.translation import phrase, translate
from desktop.features.metadata_edits.field_names import name_of_field
from desktop.widgets.table import Index, TableModel
from engine.audio.fields import AnyField
from engine.base.types import FilePath, SoundId
from engine.features.metadata_edits.edit import Edit, TagDifference

_LONGEST_TIP = 2_000


class PlannedChange(Struct, frozen=True):
    """Differences of one file."""

    sound: SoundId
    path: FilePath
    differences: tuple[TagDifference, ...]
    problem: str = ""
    """Why nothing is written into the file, or not all."""


class DifferencesModel(TableModel):
    """A row for each changed field of a file. GUI thread only."""

    TITLES = (
        phrase("DifferencesModel", "File"),
        phrase("DifferencesModel", "Field"),
        phrase("DifferencesModel", "Now"),
        phrase("DifferencesModel", "New"),
    )
    ticked = Signal()

    def __init__(self, planned: Sequence[PlannedChange], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows = [(plan, one) for plan in planned for one in plan.differences]
        self._is_on = [True] * len(self._rows)

    def show_planned(self, planned: Sequence[PlannedChange]) -> None:
        """Replaces the differences; all are ticked."""
        self.beginResetModel()
        self._rows = [(plan, one) for plan in planned for one in plan.differences]
        self._is_on = [True] * len(self._rows)
        self.endResetModel()
        self.ticked.emit()

    def count(self) -> int:
        return len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        plan, one = self._rows[index.row()]
        texts = (plan.path.name, name_of_field(one.field), one.old, one.new)
        if role == Qt.ItemDataRole.DisplayRole:
            text = texts[index.column()]
            if not text and index.column() >= 2:
                return translate("DifferencesModel", "(empty)")
            return " ".join(text.split())
        if role == Qt.ItemDataRole.ToolTipRole:
            full = plan.path.text if index.column() == 0 else texts[index.column()]
            return messages.plain(full[:_LONGEST_TIP])
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == 0:
            return Qt.CheckState.Checked if self._is_on[index.row()] else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != 0:
            return False
        self.tick([index.row()], Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else flags

    def tick(self, rows: Sequence[int], is_on: bool) -> None:
        for row in rows:
            self._is_on[row] = is_on
        if rows:
            self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), 0))
        self.ticked.emit()

    def tick_all(self, is_on: bool) -> None:
        self.tick(range(len(self._rows)), is_on)

    def counts(self) -> tuple[int, int]:
        """Number of ticked rows, and of files with at least one."""
        on = [plan.path for (plan, _), is_on in zip(self._rows, self._is_on, strict=True) if is_on]
        return len(on), len(set(on))

    def changes(self) -> list[tuple[SoundId, FilePath, Edit]]:
        """Edits of the ticked rows, by file."""
        wanted: dict[FilePath, tuple[SoundId, dict[AnyField, str]]] = {}
        for (plan, one), is_on in zip(self._rows, self._is_on, strict=True):
            if is_on:
                wanted.setdefault(plan.path, (plan.sound, {}))[1][one.field] = one.new
        return [(sound, path, Edit(values)) for path, (sound, values) in wanted.items()]
