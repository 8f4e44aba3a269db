"""The tab with the markers of a sound: play, rename, remove, and write them into the file."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.base import messages
from desktop.base.translation import translate
from desktop.deck.waveform_paint import label
from desktop.widgets.boxes import STRETCH, hbox
from desktop.widgets.line_delegate import LineDelegate
from engine.audio.markers import Marker, MarkerKind
from engine.base.lazy_import import later

if TYPE_CHECKING:
    from engine.features.markers import marker_store
else:
    marker_store = later("engine.features.markers.marker_store")

_NAME = Qt.ItemDataRole.UserRole


class MarkerList(QListWidget):
    """Markers in order: a click or Return plays, F2 renames, Delete removes. GUI thread only."""

    remove_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("MarkerTab", "Markers"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSpacing(2)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handles Delete and Return; other keys are the list's."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem() is not None:
            self.itemClicked.emit(self.currentItem())
        else:
            super().keyPressEvent(event)


class MarkerTab(QWidget):
    """Shows markers, or a sentence without any. GUI thread only."""

    place_wanted = Signal(float)
    """Play the sound from here, in seconds."""
    add_wanted = Signal()
    removed = Signal(object)
    """A tuple of `Marker`."""
    renamed = Signal(object, str)
    """A `Marker` and its new name."""
    write_wanted = Signal()
    export_wanted = Signal()
    split_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.markers: tuple[Marker, ...] = ()
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.lines = MarkerList(self)
        delegate = LineDelegate(
            _NAME, translate("MarkerTab", "Name of the marker"), lambda: marker_store.MOST_LETTERS, self.lines
        )
        self.lines.setItemDelegate(delegate)
        self.add_button = self._button(translate("MarkerTab", "Add"), translate("MarkerTab", "Adds a marker here"))
        self.rename_button = self._button(
            translate("MarkerTab", "Rename"), translate("MarkerTab", "Renames the marked one (F2)")
        )
        self.remove_button = self._button(
            translate("MarkerTab", "Remove"), translate("MarkerTab", "Removes the marked ones (Delete)")
        )
        self.write_button = self._button(
            translate("MarkerTab", "Write into file…"),
            translate("MarkerTab", "Writes these markers into the file, after a question"),
        )
        self.export_button = self._button(
            translate("MarkerTab", "Export regions…"),
            translate("MarkerTab", "Writes a file for each region, by the chosen transfer profile"),
        )
        self.split_button = self._button(
            translate("MarkerTab", "Split at silences…"),
            translate("MarkerTab", "Proposes a region for each stretch between silences"),
        )
        upper, lower = QHBoxLayout(), QHBoxLayout()
        for button in (self.add_button, self.rename_button, self.remove_button):
            upper.addWidget(button)
        upper.addStretch()
        lower.addWidget(self.write_button)
        lower.addWidget(self.export_button)
        lower.addStretch()
        column = QVBoxLayout(self)
        column.addWidget(self.note)
        column.addWidget(self.lines, 1)
        column.addLayout(upper)
        column.addLayout(lower)
        column.addLayout(hbox(self.split_button, STRETCH))
        self.lines.itemClicked.connect(lambda item: self.place_wanted.emit(self.markers[self.lines.row(item)].start_s))
        self.lines.itemSelectionChanged.connect(self._settle)
        self.lines.remove_wanted.connect(self._remove)
        delegate.entered.connect(lambda row, text: self.renamed.emit(self.markers[row], text))
        self.add_button.clicked.connect(self.add_wanted)
        self.rename_button.clicked.connect(lambda: self.lines.editItem(self.lines.currentItem()))
        self.remove_button.clicked.connect(self._remove)
        self.write_button.clicked.connect(self.write_wanted)
        self.export_button.clicked.connect(self.export_wanted)
        self.split_button.clicked.connect(self.split_wanted)
        self.show_markers((), "", is_written=True)

    def show_markers(self, markers: tuple[Marker, ...], note: str, *, is_written: bool) -> None:
        """Shows markers under a sentence; the button to write is for those that the file lacks."""
        self.note.setText(note)
        self.note.setVisible(bool(note))
        if markers != self.markers:  # a name that is being typed stays open otherwise
            self._fill(markers)
        self.write_button.setEnabled(not is_written)
        self.export_button.setEnabled(any(marker.kind is MarkerKind.REGION for marker in markers))
        self._settle()

    def _fill(self, markers: tuple[Marker, ...]) -> None:
        row = self.lines.currentRow()
        self.markers = markers
        self.lines.clear()
        for marker in markers:
            item = QListWidgetItem(marker_line(marker))
            item.setData(_NAME, marker.label)
            item.setToolTip(messages.plain(marker.label))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            if marker.kind is MarkerKind.LOOP:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
            self.lines.addItem(item)
        self.lines.setCurrentRow(min(row, len(markers) - 1))

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setToolTip(tip)
        button.setAccessibleDescription(tip)
        return button

    def _settle(self) -> None:
        items = self.lines.selectedItems()
        self.remove_button.setEnabled(bool(items))
        self.rename_button.setEnabled(len(items) == 1 and bool(items[0].flags() & Qt.ItemFlag.ItemIsEditable))

    def _remove(self) -> None:
        chosen = tuple(self.markers[self.lines.row(item)] for item in self.lines.selectedItems())
        if chosen:
            self.removed.emit(chosen)


def marker_line(marker: Marker) -> str:
    """The text of a marker in a list: its times and its name."""
    times = label(marker.start_s, 0.001)
    if marker.end_s is not None:
        times = f"{times} – {label(marker.end_s, 0.001)}"
    name = translate("MarkerTab", "Loop") if marker.kind is MarkerKind.LOOP else messages.plain(marker.label)
    return f"{times}   {name}".rstrip()
