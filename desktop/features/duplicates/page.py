"""The page of duplicates: kind of comparison, groups, rules of choice, and the buttons that remove."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSlider,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.features.duplicates.model import DuplicatesModel
from desktop.features.duplicates.view import DuplicatesView
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import push_button, tipped_button
from desktop.widgets.centred import centred
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.labels import text_label
from engine.features.duplicates.near import LEAST, USUAL

_STEPS = 1000
"""Steps of the slider, for cosines from 0 to 1."""
_TEXT_PX = 520
_BAR_PX = 120


class DuplicatesPage(QWidget):
    """Page of duplicates; feature.py handles its signals. GUI thread only."""

    compare_wanted = Signal(bool)
    """Find duplicates; True for near ones."""
    stop_wanted = Signal()
    kind_changed = Signal(bool)
    """Another tab; True for near duplicates."""
    similarity_changed = Signal(float)
    best_wanted = Signal()
    oldest_wanted = Signal()
    folder_wanted = Signal()
    nothing_wanted = Signal()
    remove_wanted = Signal()
    trash_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_comparing = False
        self._is_busy = False
        self.rows = DuplicatesModel(self)
        self.view = DuplicatesView(self.rows, theme, self)
        self.tabs = QTabBar(self)
        self.tabs.setObjectName("kinds")
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(translate("DuplicatesPage", "What counts as a duplicate"))
        self.tabs.addTab(translate("DuplicatesPage", "Exact copies"))
        self.tabs.addTab(translate("DuplicatesPage", "Near duplicates"))
        self.tabs.setTabToolTip(0, translate("DuplicatesPage", "Byte-for-byte the same audio"))
        self.tabs.setTabToolTip(1, translate("DuplicatesPage", "Other formats, levels and lengths of one recording"))
        self.tabs.currentChanged.connect(self._tab_changed)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setObjectName("volume")
        self.slider.setRange(round(LEAST * _STEPS), _STEPS)
        self.slider.setPageStep(10)
        self.slider.setValue(round(USUAL * _STEPS))
        self.slider.setFixedWidth(160)
        self.slider.setAccessibleName(translate("DuplicatesPage", "Similarity"))
        self.slider.setToolTip(
            translate("DuplicatesPage", "How similar sounds must be: left finds more, right only the most certain")
        )
        self.slider.valueChanged.connect(self._slid)
        self.likeness = text_label("", self, "soft")
        self.again = tipped_button(
            self,
            translate("DuplicatesPage", "Look again"),
            translate("DuplicatesPage", "Compares the sounds as they are now"),
            self._again,
        )
        self.best = tipped_button(
            self,
            translate("DuplicatesPage", "Keep best quality"),
            translate(
                "DuplicatesPage",
                "Prefers lossless, then higher sample rate, bit depth and channel count, then the longer "
                "file, more metadata, the older file",
            ),
            self.best_wanted.emit,
        )
        self.oldest = tipped_button(
            self,
            translate("DuplicatesPage", "Keep oldest"),
            translate("DuplicatesPage", "Keeps the file that was changed longest ago"),
            self.oldest_wanted.emit,
        )
        self.folder = tipped_button(
            self,
            translate("DuplicatesPage", "Keep those in folder…"),
            translate(
                "DuplicatesPage",
                "Keeps the sounds in a folder you choose; groups without a sound there are not changed",
            ),
            self.folder_wanted.emit,
        )
        self.nothing = tipped_button(
            self,
            translate("DuplicatesPage", "Keep all"),
            translate("DuplicatesPage", "Nothing marked for removal"),
            self.nothing_wanted.emit,
        )
        self.remove = tipped_button(
            self,
            translate("DuplicatesPage", "Remove from library…"),
            translate("DuplicatesPage", "The files stay where they are"),
            self.remove_wanted.emit,
        )
        self.trash = tipped_button(
            self,
            translate("DuplicatesPage", "Move to trash…"),
            translate("DuplicatesPage", "Shows the list first. You can restore files from the trash."),
            self.trash_wanted.emit,
        )
        self.trash.setIcon(resources.icon("trash", theme.text))
        self.summary = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.summary.setObjectName("soft")
        self.summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.choice = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.title, self.text = QLabel("", self), QLabel("", self)
        self.start = push_button(
            translate("DuplicatesPage", "Compare all sounds"), lambda: self.compare_wanted.emit(self.is_near), self
        )
        self.start.setObjectName("primary")
        self.start.setAccessibleName(self.start.text())
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(_BAR_PX)
        self.bar.setRange(0, 100)
        self.bar.setAccessibleName(translate("DuplicatesPage", "Progress of the comparison"))
        self.stop = tipped_button(
            self,
            translate("DuplicatesPage", "Stop"),
            translate("DuplicatesPage", "Stop comparing"),
            self.stop_wanted.emit,
        )
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self._quiet_page())
        self.pages.addWidget(self._table_page())
        self._lay_out()
        self.rows.chosen.connect(self._show_choice)
        self.rows.refused.connect(self._say_refused)
        self._show_kind()
        self.say_start()

    @property
    def is_near(self) -> bool:
        """Whether the tab shows near duplicates rather than exact copies."""
        return self.tabs.currentIndex() == 1

    @property
    def similarity(self) -> float:
        """Least similarity of near duplicates, 0 to 1."""
        return self.slider.value() / _STEPS

    def show_groups(self) -> None:
        """Shows the groups in the model, or that there are none."""
        found = self.rows.found
        if not len(found):
            self._say_none()
            return
        groups = translate("DuplicatesPage", "%n group(s)", n=len(found))
        spare = translate("DuplicatesPage", "%1 can be freed", messages.size(found.spare_bytes))
        self.summary.setText(f"{groups} · {spare}")
        self.pages.setCurrentIndex(1)
        self._show_choice()

    def say_start(self) -> None:
        """Shows the state before any comparison."""
        if self.is_near and self._is_comparing:
            self._quiet(
                translate("DuplicatesPage", "Comparing all sounds…"),
                translate("DuplicatesPage", "You can keep working."),
                has_start=False,
            )
        elif self.is_near:
            self._quiet(
                translate("DuplicatesPage", "Finds other versions of a recording"),
                translate(
                    "DuplicatesPage",
                    "Earshot compares each sound with those of similar length, by sound and by envelope. "
                    "With a million sounds this takes a few minutes; you can keep working.",
                ),
                has_start=True,
            )
        else:
            self._quiet(translate("DuplicatesPage", "Looking for copies…"), "", has_start=False)

    def set_comparing(self, is_comparing: bool) -> None:
        """Shows whether near duplicates are being compared."""
        self._is_comparing = is_comparing
        if self.is_near and (is_comparing or not len(self.rows.found)):
            self.say_start()
        self._show_work()

    def set_busy(self, is_busy: bool) -> None:
        """Shows whether groups are being built, checked or removed."""
        self._is_busy = is_busy
        self._show_work()

    def show_progress(self, share: float) -> None:
        self.bar.setValue(round(100 * share))

    def _quiet(self, title: str, text: str, *, has_start: bool) -> None:
        self.title.setText(title)
        self.text.setText(text)
        # Qt ignores the height of an aligned label; -1 if it is empty.
        self.start.setVisible(has_start)
        self.pages.setCurrentIndex(0)
        self.summary.setText("")
        self.choice.setText("")

    def _show_choice(self) -> None:
        going = self.rows.going
        self.choice.setText(
            translate("DuplicatesPage", "%n sound(s) marked for removal", n=going)
            + f", {messages.size(self.rows.going_bytes)}"
            if going
            else translate("DuplicatesPage", "Nothing marked for removal")
        )
        for button in (self.remove, self.trash):
            button.setEnabled(going > 0 and not self._is_busy and not self._is_comparing)

    def _show_work(self) -> None:
        is_working = self._is_busy or self._is_comparing
        if is_working and self.bar.isHidden():
            self.bar.setValue(0)
        self.bar.setVisible(is_working)
        self.stop.setVisible(is_working)
        self.again.setEnabled(not is_working)
        for button in (self.best, self.oldest, self.folder, self.nothing):
            button.setEnabled(not self._is_busy)
        self._show_choice()

    def _say_none(self) -> None:
        if self.is_near:
            text = translate("DuplicatesPage", "No recording has two versions this similar.")
        else:
            text = translate("DuplicatesPage", "Every sound is in the library only once.")
        self._quiet(translate("DuplicatesPage", "No duplicates"), text, has_start=False)

    def _say_refused(self) -> None:
        self.choice.setText(translate("DuplicatesPage", "One sound of each group is kept."))

    def _tab_changed(self) -> None:
        self._show_kind()
        self.kind_changed.emit(self.is_near)

    def _show_kind(self) -> None:
        for widget in (self.slider, self.likeness):
            widget.setVisible(self.is_near)
        self.likeness.setText(translate("DuplicatesPage", "at least %1", messages.percent(self.similarity, 1)))

    def _slid(self) -> None:
        self._show_kind()
        self.similarity_changed.emit(self.similarity)

    def _again(self) -> None:
        self.compare_wanted.emit(self.is_near)

    def _quiet_page(self) -> QWidget:
        page = QWidget(self)
        self.title.setObjectName("emptyTitle")
        self.text.setObjectName("emptyText")
        column = QVBoxLayout(page)
        column.setSpacing(14)
        column.addStretch(1)
        for label in (self.title, self.text):
            column.addLayout(centred(label, _TEXT_PX))
        column.addWidget(self.start, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return page

    def _table_page(self) -> QWidget:
        page = QWidget(self)
        rules = hbox(
            self.best, self.oldest, self.folder, self.nothing, (self.summary, 1), margins=(16, 6, 16, 6), spacing=6
        )
        out = hbox((self.choice, 1), self.remove, self.trash, margins=(16, 8, 16, 8), spacing=6)
        vbox(rules, (self.view, 1), out, parent=page, margins=0, spacing=0)
        return page

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(16, 8, 16, 4)
        top.setSpacing(8)
        top.addWidget(self.tabs)
        top.addWidget(self.slider)
        top.addWidget(self.likeness)
        top.addStretch(1)
        for widget in (self.bar, self.stop, self.again):
            top.addWidget(widget)
        self.bar.hide()
        self.stop.hide()
        vbox(top, (self.pages, 1), parent=self, margins=0, spacing=0)
