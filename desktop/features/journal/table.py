"""The table of exported files: its model, and a view whose keys play."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QDateTime, QEvent, QLocale, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.translation import phrase, translate
from desktop.widgets.profile_box import profile_title
from desktop.widgets.table import Index, TableModel, set_up_table
from engine.features.journal.export_journal import JournalEntry
from engine.transfer.profile import AS_IT_IS

_ROW_PX = 32
_WHEN, _SOUND, _PART, _PROFILE, _CUE, _FILE = range(6)
_PLAYS = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ExportsModel(TableModel):
    """Exported files, newest first. GUI thread only."""

    TITLES = (
        phrase("ExportsModel", "Exported"),
        phrase("ExportsModel", "Sound"),
        phrase("ExportsModel", "Part"),
        phrase("ExportsModel", "Transfer profile"),
        phrase("ExportsModel", "Cue"),
        phrase("ExportsModel", "File"),
    )

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.entries: Sequence[JournalEntry] = ()

    def show(self, entries: Sequence[JournalEntry]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def count(self) -> int:
        return len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry, column = self.entries[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _cell(entry, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return messages.plain(_tip(entry, column))
        if role == Qt.ItemDataRole.ForegroundRole and column not in (_SOUND, _FILE):
            return self._theme.colour("text_soft")
        return None


class ExportsView(QTableView):
    """The table; keys and clicks play. GUI thread only."""

    play_wanted = Signal(object)
    """The JournalEntry to play, or to stop."""

    def __init__(self, model: ExportsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exports = model
        widths_px = {_WHEN: 126, _SOUND: 180, _PART: 104, _PROFILE: 124, _CUE: 90}
        name = translate("ExportsView", "Exported files")
        set_up_table(self, model, name, row_px=_ROW_PX, stretched=_FILE, widths_px=widths_px)
        model.modelReset.connect(self._hide_empty)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleDescription(translate("ExportsView", "Space plays and stops"))

    @property
    def selected(self) -> list[JournalEntry]:
        """Selected entries, newest first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self._exports.entries[row] for row in rows]

    def event(self, event: QEvent) -> bool:
        """Claims the keys that play from shortcuts while it has the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and _plays(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not _plays(event):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self._play()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self._play()

    def _hide_empty(self) -> None:
        """Leaves the room of cues to the files where no entry has one."""
        self.setColumnHidden(_CUE, not any(entry.cue for entry in self._exports.entries))

    def _play(self) -> None:
        row = self.currentIndex().row()
        if 0 <= row < len(self._exports.entries):
            self.play_wanted.emit(self._exports.entries[row])


def part_of(entry: JournalEntry) -> str:
    """The exported part, as times in the sound."""
    record = entry.record
    if record.start_s is None or record.end_s is None:
        return translate("ExportsModel", "Whole sound")
    return f"{messages.position(record.start_s)} – {messages.position(record.end_s)}"


def _cell(entry: JournalEntry, column: int) -> str:
    record = entry.record
    match column:
        case 0:
            return _time(entry, QLocale.FormatType.ShortFormat)
        case 1:
            return record.source.name
        case 2:
            return part_of(entry)
        case 3:
            return _profile(record.profile)
        case 4:
            return entry.cue
        case _:
            return str(record.file)


def _tip(entry: JournalEntry, column: int) -> str:
    if column == _SOUND:
        return entry.record.source.text
    if column == _WHEN:
        return _time(entry, QLocale.FormatType.LongFormat)
    return _cell(entry, column)


def _profile(name: str) -> str:
    return profile_title(AS_IT_IS) if name == AS_IT_IS.name else name


def _time(entry: JournalEntry, form: QLocale.FormatType) -> str:
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(entry.at_s)), form)


def _plays(event: QKeyEvent) -> bool:
    is_plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
    return is_plain and event.key() in _PLAYS
