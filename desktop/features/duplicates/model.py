"""Table model of groups of duplicates: arrays of ids and choices; members are loaded for visible rows."""

from collections import OrderedDict
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, Signal

from desktop.base import messages
from desktop.base.translation import phrase, translate
from desktop.widgets.table import RIGHT, Index, TableModel
from engine.base.types import Ids
from engine.features.duplicates.groups import NO_DUPLICATES, Duplicates
from engine.library.jobs import Member

PAGE = 100
"""Rows per request."""
_MOST_KEPT = 4_000
Choice = NDArray[np.bool_]


class DuplicateColumn(IntEnum):
    """Columns of the table."""

    KEEP = 0
    NAME = 1
    FOLDER = 2
    LIKE = 3
    FORMAT = 4
    LENGTH = 5
    SIZE = 6
    KEPT = 7


class MembersRequest(Struct, frozen=True, eq=False):
    """A request for members."""

    show: int
    page: int
    ids: Ids


class DuplicatesModel(TableModel):
    """A row for each sound, group by group; the checkbox keeps it. GUI thread only."""

    TITLES = (
        phrase("DuplicatesModel", "Keep"),
        phrase("DuplicatesModel", "Name"),
        phrase("DuplicatesModel", "Folder"),
        phrase("DuplicatesModel", "Alike"),
        phrase("DuplicatesModel", "Format"),
        phrase("DuplicatesModel", "Length"),
        phrase("DuplicatesModel", "Size"),
        phrase("DuplicatesModel", "Ratings and collections"),
    )
    """By DuplicateColumn."""
    RIGHT_TITLES = (DuplicateColumn.LIKE, DuplicateColumn.LENGTH, DuplicateColumn.SIZE)
    wanted = Signal(object)
    """MembersRequest."""
    chosen = Signal()
    refused = Signal()
    """The last sound of a group was marked for removal; it is kept."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found: Duplicates = NO_DUPLICATES
        self.goes: Choice = np.zeros(0, dtype=np.bool_)
        self._group_of: Ids = np.empty(0, dtype=np.int64)
        self._members: OrderedDict[int, Member] = OrderedDict()
        self._asked: set[int] = set()
        self._show = 0

    def show(self, found: Duplicates) -> None:
        """Replaces the groups; keeps every sound."""
        self.beginResetModel()
        self.found, self.goes = found, np.zeros(len(found.ids), dtype=np.bool_)
        self._group_of = found.group_of
        self._members.clear()
        self._asked.clear()
        self._show += 1
        self.endResetModel()
        self.chosen.emit()

    def choose(self, goes: Choice) -> None:
        """Sets the choice: bool [N], True to remove; every group keeps at least one."""
        self.goes = goes.copy()
        self._tell_changed()
        self.chosen.emit()

    def set_stays(self, rows: Sequence[int] | Ids, stays: bool) -> None:
        """Keeps or removes rows; a group that would lose all its sounds is left unchanged."""
        wanted = self.goes.copy()
        wanted[np.asarray(rows, dtype=np.int64)] = not stays
        whole = np.logical_and.reduceat(wanted, self.found.starts[:-1]) if len(self.found) else np.zeros(0, np.bool_)
        is_whole = whole[self._group_of]
        self.goes = np.where(is_whole, self.goes, wanted)
        self._tell_changed()
        self.chosen.emit()
        if whole.any():
            self.refused.emit()

    def take(self, wanted: MembersRequest, members: dict[int, Member]) -> None:
        """Stores the requested members."""
        if wanted.show != self._show:
            return
        self._asked.discard(wanted.page)
        self._members.update(members)
        while len(self._members) > _MOST_KEPT:
            self._members.popitem(last=False)
        first = wanted.page * PAGE
        last = min(first + PAGE, len(self.found.ids)) - 1
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(DuplicateColumn) - 1))

    def member(self, row: int) -> Member | None:
        """Member of a row; None until loaded, which this call requests."""
        found = self._members.get(int(self.found.ids[row]))
        if found is None:
            self._want(row // PAGE)
        return found

    def group(self, row: int) -> int:
        """Group number of a row, from 0."""
        return int(self._group_of[row])

    def is_first(self, row: int) -> bool:
        return bool(self.found.starts[self.group(row)] == row)

    @property
    def going(self) -> int:
        return int(np.count_nonzero(self.goes))

    @property
    def going_bytes(self) -> int:
        """Size of the sounds to remove."""
        return int(self.found.sizes[self.goes].sum())

    def count(self) -> int:
        return len(self.found.ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), DuplicateColumn(index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole and column in self.RIGHT_TITLES:
            return RIGHT
        if column is DuplicateColumn.KEEP:
            return self._of_box(row, role)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        member = self.member(row)
        if member is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(member, column)
        return self._said(row, member, column)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != DuplicateColumn.KEEP:
            return False
        self.set_stays([index.row()], Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == DuplicateColumn.KEEP else flags

    def _of_box(self, row: int, role: int) -> Any:
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Unchecked if self.goes[row] else Qt.CheckState.Checked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            stays, goes = translate("DuplicatesModel", "keep"), translate("DuplicatesModel", "remove")
            return goes if self.goes[row] else stays
        return None

    def _said(self, row: int, member: Member, column: DuplicateColumn) -> str:
        sound = member.sound
        match column:
            case DuplicateColumn.NAME:
                return sound.path.name
            case DuplicateColumn.FOLDER:
                return sound.path.text[: -len(sound.path.name)].rstrip("/\\")
            case DuplicateColumn.LIKE:
                return self._likeness(row)
            case DuplicateColumn.FORMAT:
                return messages.format_line(sound.info) if sound.info else ""
            case DuplicateColumn.LENGTH:
                return messages.length(sound.info.duration_s) if sound.info else ""
            case DuplicateColumn.SIZE:
                return messages.size(sound.size_bytes)
            case _:
                return _marks(member)

    def _likeness(self, row: int) -> str:
        if self.is_first(row):
            return translate("DuplicatesModel", "best")
        likeness = float(self.found.similarities[row])
        if self.found.is_by_units(row):
            return translate("DuplicatesModel", "pattern, %1", messages.percent(min(likeness, 0.999), 0))
        return translate("DuplicatesModel", "copy") if likeness >= 1.0 else messages.percent(min(likeness, 0.999), 1)

    def _want(self, page: int) -> None:
        if page not in self._asked:
            self._asked.add(page)
            self.wanted.emit(MembersRequest(self._show, page, self.found.ids[page * PAGE : (page + 1) * PAGE]))

    def _tell_changed(self) -> None:
        if len(self.found.ids):
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.found.ids) - 1, len(DuplicateColumn) - 1))


def _marks(member: Member) -> str:
    """Ratings, favourite, uses, tags and collections in short: "★★★ ♥ · used 4 times · rain · Act 1"."""
    marks = member.sound.marks
    parts = ["★" * marks.rating, "♥" if marks.is_favourite else ""]
    head = " ".join(filter(None, parts))
    used = translate("DuplicatesModel", "used %n time(s)", n=marks.uses) if marks.uses else ""
    return " · ".join(filter(None, (head, used, ", ".join((*marks.tags, *member.collections)))))


def _tip(member: Member, column: DuplicateColumn) -> str | None:
    if column in (DuplicateColumn.NAME, DuplicateColumn.FOLDER):
        return messages.plain(member.sound.path.text)
    return messages.plain(_marks(member)) or None if column is DuplicateColumn.KEPT else None
