"""The tab with the picked moments: play, remove, drag out, copy and send."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from desktop.base import messages
from desktop.base.translation import translate
from desktop.deck.waveform_paint import label
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label
from engine.features.pick_list.pick_list import PickedMoment


class PickedLines(QListWidget):
    """Picked moments in order: Return plays, Delete removes, a drag hands out. GUI thread only."""

    remove_wanted = Signal()
    drag_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("PickTab", "Picked moments"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setSpacing(2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handles Delete and Return; other keys are the list's."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem() is not None:
            self.itemDoubleClicked.emit(self.currentItem())
        else:
            super().keyPressEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drags the selected moments out as files, which are made elsewhere."""
        self.drag_wanted.emit()


class PickTab(QWidget):
    """Shows the list. GUI thread only."""

    play_wanted = Signal(object)
    """A `PickedMoment`."""
    removed = Signal(object)
    """A tuple of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picks: tuple[PickedMoment, ...] = ()
        self.note = text_label("", self, "soft", wraps=True)
        self.lines = PickedLines(self)
        self.send_button = push_button(translate("PickTab", "Send to…"), lambda: None, self)
        self.copy_button = push_button(translate("PickTab", "Copy to folder…"), lambda: None, self)
        self.remove_button = push_button(
            translate("PickTab", "Remove"),
            self._remove,
            self,
            tip=translate("PickTab", "Removes the marked moments from the list (Delete); the sounds stay"),
        )
        upper, lower = hbox(self.remove_button, STRETCH), hbox(self.copy_button, self.send_button, STRETCH)
        vbox(self.note, (self.lines, 1), upper, lower, parent=self)
        self.lines.itemDoubleClicked.connect(lambda item: self.play_wanted.emit(self.picks[self.lines.row(item)]))
        self.lines.itemSelectionChanged.connect(self._settle)
        self.lines.remove_wanted.connect(self._remove)
        self.show_picks((), "")

    @property
    def chosen(self) -> tuple[PickedMoment, ...]:
        """The selected moments, in the order of the list; without any, all."""
        rows = sorted(self.lines.row(item) for item in self.lines.selectedItems())
        return tuple(self.picks[row] for row in rows) or self.picks

    def show_picks(self, picks: Sequence[PickedMoment], note: str) -> None:
        """Shows the list under a sentence."""
        self.picks = tuple(picks)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        row = self.lines.currentRow()
        self.lines.clear()
        for one in picks:
            item = QListWidgetItem(_line(one))
            item.setToolTip(messages.plain(one.path.text))
            self.lines.addItem(item)
        self.lines.setCurrentRow(min(row, len(picks) - 1))
        self.lines.clearSelection()
        for button in (self.send_button, self.copy_button):
            button.setEnabled(bool(picks))
        self._settle()

    def _settle(self) -> None:
        self.remove_button.setEnabled(bool(self.lines.selectedItems()))

    def _remove(self) -> None:
        if self.lines.selectedItems():
            self.removed.emit(self.chosen)


def _line(pick: PickedMoment) -> str:
    """The sound, and below it which part of it was picked for what."""
    part = translate("PickTab", "all of it")
    if pick.start_s is not None and pick.end_s is not None:
        part = f"{label(pick.start_s, 0.1)} – {label(pick.end_s, 0.1)}"
    return f"{messages.plain(pick.path.name)}\n{part}   {messages.plain(pick.name)}".rstrip()
