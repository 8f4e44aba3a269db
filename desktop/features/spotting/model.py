"""Models of the page's two tables: the cues of a list, and the sounds for one of them."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Qt

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import number, phrase
from desktop.widgets.table import RIGHT, Index, TableModel
from engine.base.types import Confidence, Hit
from engine.features.spotting.spotting_list import SpottingList

_Role = Qt.ItemDataRole


class CuesModel(TableModel):
    """Cues and their picks. GUI thread only."""

    TITLES = (
        phrase("CuesModel", "No."),
        phrase("CuesModel", "Time"),
        phrase("CuesModel", "Cue"),
        phrase("CuesModel", "Match"),
        phrase("CuesModel", "Picked"),
    )
    """Number, time, cue, confidence of the best sound, pick."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.list: SpottingList | None = None
        self._best: Mapping[int, Confidence | None] = {}

    def show(self, shown: SpottingList | None, best: Mapping[int, Confidence | None]) -> None:
        """Shows a list; the view keeps its position if only rows changed.

        Args:
            shown: the list.
            best: confidence of the best sound by cue number; None if unknown. Cues without an answer are missing.
        """
        former, self._best = self.list, best
        if former is not None and shown is not None and len(former.rows) == len(shown.rows):
            self.list = shown
            self.dataChanged.emit(self.index(0, 0), self.index(len(shown.rows) - 1, self.columnCount() - 1))
            return
        self.beginResetModel()
        self.list = shown
        self.endResetModel()

    def count(self) -> int:
        return 0 if self.list is None else len(self.list.rows)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        assert self.list is not None
        row, column = self.list.rows[index.row()], index.column()
        cue, pick = row.cue, row.pick
        if role == _Role.DisplayRole:
            time = "" if cue.start_s is None else self.list.clock.write(cue.start_s)
            words = f"{cue.name}: {cue.text}" if cue.name else cue.text
            best = self._best.get(cue.number)
            match = "" if best is None else messages.confidence(best)
            return (number(cue.number), time, words, match, "" if pick is None else pick.path.name)[column]
        if role == _Role.ToolTipRole:
            return messages.plain("" if column < 2 else cue.text if column < 4 or pick is None else pick.path.text)
        if role == _Role.TextAlignmentRole and column < 2:
            return RIGHT
        if role == _Role.ForegroundRole and column != 2:
            return self._theme.colour("accent_text" if column == 4 else "text_soft")
        return None


class CandidatesModel(TableModel):
    """Sounds for one cue, best first. GUI thread only."""

    TITLES = (
        "",
        phrase("CandidatesModel", "Sound"),
        phrase("CandidatesModel", "Moment"),
        phrase("CandidatesModel", "Length"),
        phrase("CandidatesModel", "Match"),
    )
    """Digit, name, moment, length, confidence."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.hits: tuple[Hit, ...] = ()
        self._picked: int | None = None

    def show(self, hits: tuple[Hit, ...], picked: int | None) -> None:
        """Shows sounds; `picked` is the row of the pick."""
        if hits == self.hits:
            self._picked = picked
            if hits:
                self.dataChanged.emit(self.index(0, 0), self.index(len(hits) - 1, self.columnCount() - 1))
            return
        self.beginResetModel()
        self.hits, self._picked = hits, picked
        self.endResetModel()

    def count(self) -> int:
        return len(self.hits)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        hit, column = self.hits[index.row()], index.column()
        is_picked = index.row() == self._picked
        if role == _Role.DisplayRole:
            return self._text(hit, index.row(), column)
        if role == _Role.ToolTipRole:
            return messages.plain(hit.sound.path.text)
        if role == _Role.DecorationRole and column == 1 and is_picked:
            return resources.icon("star-filled", self._theme.accent)
        if role == _Role.TextAlignmentRole and column in (2, 3):
            return RIGHT
        if role == _Role.ForegroundRole:
            is_weak = hit.confidence is Confidence.WEAK
            return self._theme.colour("text_faint" if is_weak else "text" if column == 1 else "text_soft")
        return None

    @staticmethod
    def _text(hit: Hit, row: int, column: int) -> str:
        info, moment = hit.sound.info, hit.moments[0] if hit.moments else None
        takes = f"  {messages.takes(len(hit.stacked) + 1)}" if hit.stacked else ""
        return (
            number(row + 1),
            f"{hit.sound.path.name}{takes}",
            "" if moment is None else messages.position(moment.start_s),
            "" if info is None else messages.length(info.duration_s),
            "" if hit.confidence is None else messages.confidence(hit.confidence),
        )[column]
