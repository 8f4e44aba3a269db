"""The *Same background* dialog: lists the stretches found so far, plays them and writes them at a chosen length."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.base.translation import number, translate
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.folder_field import FolderField
from desktop.widgets.labels import text_label
from desktop.widgets.motion import show_busy
from desktop.widgets.playable_tree import PlayableTree
from engine.features.ambience.background_measure import SteadyStretch
from engine.features.ambience.background_search import Background, BackgroundResults
from engine.features.ambience.room_tone import LONGEST_S, SHORTEST_S, USUAL_S

_NUMBERS = range(1, 6)
"""Right-aligned columns."""
_LENGTH_PX = 120


class BackgroundDialog(QDialog):
    """Dialog of one search for the same background. GUI thread only.

    Args:
        asked: the question in words.
        folder: target of the last files; empty for none.
    """

    heard = Signal(object)
    """A Background to play; None stops playback."""
    toggled = Signal(object)
    """A Background to start or stop."""
    write_wanted = Signal(object)
    """Tuple of Background to write."""
    drag_wanted = Signal(object)
    """Tuple of Background to drag while the mouse button is held."""

    def __init__(self, asked: str, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("BackgroundDialog", "Same background"))
        take_room(self, 820, 520)
        head = text_label(asked, self, wraps=True)
        self.about = text_label(translate("BackgroundDialog", "Analysing the background…"), self, "soft", wraps=True)
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        show_busy(self.progress)
        self.progress.setAccessibleName(translate("BackgroundDialog", "Progress of the analysis"))
        self.list = PlayableTree(translate("BackgroundDialog", "Sections with the same background"), self)
        self._lay_out_list()
        self.length = QDoubleSpinBox(self)
        self.length.setRange(SHORTEST_S, LONGEST_S)
        self.length.setDecimals(1)
        self.length.setValue(USUAL_S)
        self.length.setSuffix(translate("BackgroundDialog", " s"))
        self.length.setAccessibleName(translate("BackgroundDialog", "Target length"))
        self.length.setFixedWidth(_LENGTH_PX)
        self.level = QCheckBox(translate("BackgroundDialog", "As loud as the selected background"), self)
        self.level.setChecked(True)
        self.folder = FolderField(translate("BackgroundDialog", "Folder"), folder, self)
        self.buttons = Buttons(self.reject, self)
        self.write = self.buttons.add_chief(
            translate("BackgroundDialog", "Save as files"), lambda: self.write_wanted.emit(self.chosen)
        )
        self.buttons.settle()
        self._lay(head)
        self._is_writing = False
        self.list.heard.connect(self.heard)
        self.list.toggled.connect(self.toggled)
        self.list.drag_wanted.connect(lambda: self.drag_wanted.emit(self.chosen))
        self.list.itemSelectionChanged.connect(self._update)
        self.folder.textChanged.connect(self._update)
        self._update()
        self.list.setFocus()

    @property
    def chosen(self) -> tuple[Background, ...]:
        """The selected rows, from the top."""
        items = [self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount())]
        return tuple(self._background(item) for item in items if item is not None and item.isSelected())

    @property
    def target(self) -> Path:
        return self.folder.path

    def show_found(self, found: BackgroundResults) -> None:
        """Shows the result so far. Cursor and selection keep their sounds."""
        self.progress.setRange(0, max(1, found.of))
        self.progress.setValue(found.heard)
        self._fill(found.backgrounds)
        if found.heard < found.of:
            told = translate("BackgroundDialog", "Analysing: %1 of %2 sounds…", number(found.heard), number(found.of))
        elif all(one.is_itself for one in found.backgrounds):
            told = translate(
                "BackgroundDialog",
                "No other sound in the library has this background. Extend the selection, or select another part.",
            )
        else:
            count = len(found.backgrounds)
            told = translate(
                "BackgroundDialog",
                "%n section(s) with this background. Arrow keys play, Space stops; drag one into your editor.",
                n=count,
            )
        if found.skipped:
            told += " " + translate("BackgroundDialog", "%n file(s) could not be read.", n=len(found.skipped))
        self.say(told)
        self.progress.setVisible(found.heard < found.of)

    def say(self, text: str) -> None:
        self.about.setText(text)

    def show_writing(self, is_writing: bool) -> None:
        show_busy(self.progress)
        self.progress.setVisible(is_writing)
        self._is_writing = is_writing
        self._update()

    def _fill(self, backgrounds: Sequence[Background]) -> None:
        """Replaces the rows; each sound has one."""
        current, chosen = self.list.currentItem(), {one.path for one in self.chosen}
        at = None if current is None else self._background(current).path
        with self.list.filling():
            self.list.clear()
            for one in backgrounds:
                item = self.list.add(_cells(one), one, _NUMBERS)
                item.setToolTip(0, one.path.text)
                if one.path == at:
                    self.list.setCurrentItem(item)
                item.setSelected(one.path in chosen or (not chosen and self.list.topLevelItemCount() == 1))
        self._update()

    def _background(self, item: QTreeWidgetItem) -> Background:
        found = self.list.heard_of(item)
        assert isinstance(found, Background)
        return found

    def _update(self) -> None:
        self.write.setEnabled(bool(self.chosen) and not self.folder.is_empty and not self._is_writing)

    def _lay_out_list(self) -> None:
        titles = (
            translate("BackgroundDialog", "Sound"),
            translate("BackgroundDialog", "Section"),
            translate("BackgroundDialog", "Length"),
            translate("BackgroundDialog", "Alike"),
            translate("BackgroundDialog", "Level"),
            translate("BackgroundDialog", "Varies by"),
        )
        self.list.set_columns(titles, _NUMBERS, _tips())
        self.list.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.list.setDragEnabled(True)

    def _lay(self, head: QLabel) -> None:
        rows = QFormLayout()
        rows.addRow(translate("BackgroundDialog", "Length"), self.length)
        rows.addRow(translate("BackgroundDialog", "To"), self.folder.row)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        for widget in (head, self.about, self.progress):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addLayout(rows)
        column.addWidget(self.level)
        column.addWidget(self.buttons)


def _tips() -> tuple[str, ...]:
    return (
        translate("BackgroundDialog", "Location"),
        translate("BackgroundDialog", "Where only the background is audible"),
        translate("BackgroundDialog", "Length of the section; a longer file repeats it"),
        translate("BackgroundDialog", "How similar the spectra of the backgrounds are"),
        translate("BackgroundDialog", "How much louder or quieter it is than the selected background"),
        translate("BackgroundDialog", "How much its level varies; steady noise varies by 5 dB"),
    )


def _cells(one: Background) -> list[str]:
    place: SteadyStretch = one.place
    name = translate("BackgroundDialog", "Same file") if one.is_itself else one.path.name
    level = f"{'+' if place.gain_db < 0 else '−'}{number(abs(place.gain_db))} dB"
    return [
        name,
        f"{number(place.start_s, 1)}–{number(place.end_s, 1)} s",
        f"{number(place.length_s, 1)} s",
        f"{number(100 * place.likeness)} %",
        level if abs(place.gain_db) >= 0.5 else "0 dB",
        f"{number(place.spread_db)} dB",
    ]
