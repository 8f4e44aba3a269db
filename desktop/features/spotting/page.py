"""The page of a spotting list: cues on the left, query and sounds of the current cue on the right."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.features.spotting.model import CandidatesModel, CuesModel
from desktop.features.spotting.views import CandidatesView, CuesView
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import tipped_button
from desktop.widgets.centred import centred
from desktop.widgets.elided_label import ElidedLabel
from engine.base.clocks import FrameClock, Rate
from engine.base.types import Hit
from engine.features.spotting.spotting_list import SpottingList

_TEXT_PX = 520
_TITLE_LETTERS = 12
_CUES_PX, _SOUNDS_PX = 560, 480
"""Initial widths of the halves; both grow with the window."""


class SpottingPage(QWidget):
    """Page of spotting lists; feature.py handles its signals. GUI thread only."""

    open_wanted = Signal()
    paste_wanted = Signal()
    export_wanted = Signal()
    remove_wanted = Signal()
    """Delete the current list."""
    list_wanted = Signal(str)
    """Open another list, by its key."""
    rate_chosen = Signal(object)
    """FrameClock."""
    filters_chosen = Signal(str)
    pasted = Signal()
    """Ctrl+V on the page, outside its fields."""
    query_changed = Signal(str)
    """New words for the current cue."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cues = CuesModel(theme, self)
        self.candidates = CandidatesModel(theme, self)
        self.left = CuesView(self.cues, self)
        self.right = CandidatesView(self.candidates, self)
        self.lists = QComboBox(self)
        self.lists.setAccessibleName(translate("SpottingPage", "Spotting lists"))
        self.lists.setMinimumContentsLength(_TITLE_LETTERS)
        self.lists.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.lists.activated.connect(lambda row: self.list_wanted.emit(self.lists.itemData(row)))
        self.rate = QComboBox(self)
        self.rate.setAccessibleName(translate("SpottingPage", "Frames a second of the timecode"))
        self.rate.setToolTip(self.rate.accessibleName())
        for rate in Rate:
            self.rate.addItem(translate("SpottingPage", "%1 fps", rate.value), FrameClock(rate))
            if rate.can_drop:
                self.rate.addItem(translate("SpottingPage", "%1 fps drop", rate.value), FrameClock(rate, is_drop=True))
        self.rate.activated.connect(lambda row: self.rate_chosen.emit(self.rate.itemData(row)))
        self.filters = self._field(
            translate("SpottingPage", "Filters for every cue"), translate("SpottingPage", "For every cue: dur:<10 ch:2")
        )
        self.filters.editingFinished.connect(lambda: self.filters_chosen.emit(self.filters.text().strip()))
        self.query = self._field(
            translate("SpottingPage", "What is looked for"), translate("SpottingPage", "What is looked for")
        )
        self.query.editingFinished.connect(lambda: self.query_changed.emit(self.query.text().strip()))
        self.query.returnPressed.connect(self.right.setFocus)
        self.paste = tipped_button(
            self,
            translate("SpottingPage", "Paste"),
            translate("SpottingPage", "A new list of what is on the clipboard (Ctrl+V)"),
            self.paste_wanted.emit,
        )
        self.open = tipped_button(
            self,
            translate("SpottingPage", "Open…"),
            translate("SpottingPage", "A script, table, EDL, SRT or list of markers"),
            self.open_wanted.emit,
        )
        self.export = tipped_button(
            self,
            translate("SpottingPage", "Export…"),
            translate("SpottingPage", "What was picked: copies named by cue, a table or a timeline"),
            self.export_wanted.emit,
        )
        self.more = QPushButton("…", self)
        self.more.setAccessibleName(translate("SpottingPage", "More for this list"))
        self.more.setToolTip(self.more.accessibleName())
        menu = QMenu(self.more)
        menu.addAction(translate("SpottingPage", "Forget this list"), self.remove_wanted.emit)
        self.more.setMenu(menu)
        self.cue = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.note = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.summary = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        for label in (self.note, self.summary):
            label.setObjectName("soft")
        self.title = QLabel(translate("SpottingPage", "Sounds for a whole script"), self)
        self.text = QLabel(
            translate(
                "SpottingPage",
                "Paste a script or a list, one sound a line, or open a cue sheet, CSV, EDL, SRT or markers. "
                "Every line gets its five best sounds.",
            ),
            self,
        )
        self.start_paste = tipped_button(self, self.paste.text(), self.paste.toolTip(), self.paste_wanted.emit)
        self.start_open = tipped_button(self, self.open.text(), self.open.toolTip(), self.open_wanted.emit)
        self.pages = QStackedWidget(self)
        self._lay_out()

    def show_list(self, shown: SpottingList | None, answers: Mapping[int, tuple[Hit, ...]]) -> None:
        """Shows a list, or how to start one.

        Args:
            shown: the list.
            answers: sounds of the answered cues, by cue number.
        """
        self.cues.show(shown, {number: hits[0].confidence for number, hits in answers.items() if hits})
        has_any = shown is not None and bool(shown.rows)
        self.pages.setCurrentIndex(1 if has_any else 0)
        for widget in (self.lists, self.rate, self.filters, self.paste, self.open, self.export, self.more):
            widget.setVisible(has_any)
        if shown is None or not has_any:
            self.setFocusProxy(self.start_paste)
            return
        self.setFocusProxy(self.right)
        self.rate.setCurrentIndex(next(row for row in range(self.rate.count()) if self._clock(row) == _known(shown)))
        if not self.filters.hasFocus():
            self.filters.setText(shown.filters)
        self.left.setColumnHidden(1, all(row.cue.start_s is None for row in shown.rows))
        counted = translate("SpottingPage", "%1 of %2 cues have a sound", number(shown.picked), number(len(shown.rows)))
        waiting = len(shown.rows) - len(answers)
        if waiting > 0:
            counted = f"{counted} · {translate('SpottingPage', '%1 are still looked for', number(waiting))}"
        self.summary.setText(counted)
        self.export.setEnabled(shown.picked > 0)

    def show_cue(self, shown: SpottingList, hits: tuple[Hit, ...] | None, note: str) -> None:
        """Shows the list's current cue with its sounds; None while searching."""
        row = shown.rows[shown.at]
        self.left.selectRow(shown.at)
        self.left.scrollTo(self.cues.index(shown.at, 2))
        self.cue.setText(row.cue.text)
        if not self.query.hasFocus() or not self.query.isModified():
            self.query.setText(row.query)
        self.right.can_go_back, self.right.can_go_on = shown.at > 0, shown.at + 1 < len(shown.rows)
        found = hits or ()
        picked = next((at for at, hit in enumerate(found) if _is_pick(shown, hit)), None)
        is_other = found != self.candidates.hits
        self.candidates.show(found, picked)
        if is_other and found:
            self.right.selectRow(picked or 0)
        waiting = translate("SpottingPage", "Looking…") if hits is None else ""
        self.note.setText(waiting or note)

    def show_lists(self, titles: dict[str, str], key: str) -> None:
        """Lists all lists; `key` is the current one."""
        self.lists.clear()
        for one, title in titles.items():
            self.lists.addItem(title or translate("SpottingPage", "Pasted list"), one)
        self.lists.setCurrentIndex(self.lists.findData(key))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        else:
            super().keyPressEvent(event)

    def _clock(self, row: int) -> FrameClock:
        clock: FrameClock = self.rate.itemData(row)
        return clock

    def _field(self, name: str, hint: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        return field

    def _lay_out(self) -> None:
        self.title.setObjectName("emptyTitle")
        self.text.setObjectName("emptyText")
        empty = QWidget(self)
        starts = hbox(STRETCH, self.start_paste, self.start_open, STRETCH)
        vbox(
            STRETCH,
            centred(self.title, _TEXT_PX),
            centred(self.text, _TEXT_PX),
            starts,
            STRETCH,
            parent=empty,
            spacing=14,
        )
        side = QWidget(self)
        vbox(self.cue, self.query, (self.right, 1), self.note, parent=side, margins=(12, 8, 12, 0), spacing=6)
        halves = QSplitter(Qt.Orientation.Horizontal, self)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.left)
        halves.addWidget(side)
        halves.setStretchFactor(0, 1)
        halves.setStretchFactor(1, 1)
        halves.setSizes([_CUES_PX, _SOUNDS_PX])
        self.pages.addWidget(empty)
        self.pages.addWidget(halves)
        # Ignores the preferred width, so that the columns beside every page can grow.
        bar = QWidget(self)
        bar.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        top = QHBoxLayout(bar)
        top.setContentsMargins(16, 6, 16, 6)
        top.setSpacing(6)
        top.addWidget(self.lists)
        top.addWidget(self.rate)
        top.addWidget(self.filters, 1)
        for button in (self.paste, self.open, self.export, self.more):
            top.addWidget(button)
        below = hbox(self.summary, margins=(16, 4, 16, 4))
        vbox(bar, (self.pages, 1), below, parent=self, margins=0, spacing=0)


def _known(shown: SpottingList) -> FrameClock:
    """The clock as an entry of the rate box."""
    clock = shown.clock
    return FrameClock(clock.rate, clock.is_drop and clock.rate.can_drop)


def _is_pick(shown: SpottingList, hit: Hit) -> bool:
    pick = shown.rows[shown.at].pick
    return pick is not None and pick.path == hit.sound.path
