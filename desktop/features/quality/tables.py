"""The two tables of flaws: kinds on the left, the sounds of the selected kind on the right."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from desktop.base import engine_words, messages
from desktop.base.theme import Theme
from desktop.base.translation import number, phrase, translate
from desktop.widgets.table import RIGHT, Index, TableModel
from engine.base.quality import Flaw, SoundQuality
from engine.base.quality_messages import flaw_words
from engine.features.quality.report import FlawedSound


class FlawsModel(TableModel):
    """Flaws that occur, with the number of their sounds. GUI thread only."""

    TITLES = (phrase("FlawsModel", "Flaw"), phrase("FlawsModel", "Sounds"))
    RIGHT_TITLES = (1,)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.counts: tuple[tuple[Flaw, int], ...] = ()

    def show(self, counts: tuple[tuple[Flaw, int], ...]) -> None:
        self.beginResetModel()
        self.counts = counts
        self.endResetModel()

    def count(self) -> int:
        return len(self.counts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        flaw, count = self.counts[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return number(count) if index.column() else engine_words.note(flaw_words(flaw)[0])
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 1:
            return RIGHT
        return None


class FlawedSoundsModel(TableModel):
    """Sounds with one flaw, and how much of it. GUI thread only."""

    TITLES = (phrase("FlawedSoundsModel", "File"), phrase("FlawedSoundsModel", "Measured"))
    RIGHT_TITLES = (1,)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._flaw = Flaw(0)
        self.sounds: Sequence[FlawedSound] = ()

    def show(self, flaw: Flaw, sounds: Sequence[FlawedSound]) -> None:
        self.beginResetModel()
        self._flaw, self.sounds = flaw, sounds
        self.endResetModel()

    def count(self) -> int:
        return len(self.sounds)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        sound = self.sounds[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _figure(self._flaw, sound.quality) if index.column() else sound.path.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return messages.plain(sound.path.text)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 1:
            return RIGHT
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == 1:
            return self._theme.colour("text_soft")
        return None


def _figure(flaw: Flaw, quality: SoundQuality) -> str:
    """What was measured, in the unit of the flaw."""
    match flaw:
        case Flaw.CLIPPED:
            return translate("FlawedSoundsModel", "%n peak(s)", n=quality.clipped or 0)
        case Flaw.CLICKS:
            return translate("FlawedSoundsModel", "%n click(s)", n=quality.clicks or 0)
        case Flaw.DC:
            return f"{number(100 * (quality.dc or 0.0), 1)} %"
        case Flaw.SILENT_HEAD:
            return messages.length(quality.head_s or 0.0)
        case Flaw.SILENT_TAIL:
            return messages.length(quality.tail_s or 0.0)
        case Flaw.CUT:
            return translate("FlawedSoundsModel", "%1 dB at the end", number(quality.end_db or 0.0))
        case Flaw.MONO:
            return translate("FlawedSoundsModel", "differ by %1 dB", number(quality.side_db or 0.0))
        case Flaw.PHASE:
            return translate("FlawedSoundsModel", "correlation %1", number(quality.phase or 0.0, 2))
        case _:
            return translate("FlawedSoundsModel", "a step of %1 dB", number(quality.seam_db or 0.0))
