"""The chip of the related words also searched, and its popover to toggle them."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.flow import FlowLayout
from desktop.widgets.labels import text_label
from desktop.widgets.popover import open_beside
from engine.base.chips import Chip

_WIDTH_PX = 380
_MARGIN_PX = 14


class RelatedPopover(QFrame):
    """Related words, grouped by the word they stand for, each a toggle. GUI thread only."""

    switched = Signal(object, bool)
    """Ids of chips, and whether to enable them: tuple[str, ...], bool."""
    edit_wanted = Signal(str)
    """Show the thesaurus at this word."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("popover")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(translate("RelatedWords", "Related words"))
        self.setFixedWidth(_WIDTH_PX)
        self._chips: tuple[Chip, ...] = ()
        self.words: dict[str, QPushButton] = {}
        """Button of each word, by chip id."""
        hint = QLabel(
            translate("RelatedWords", "Also searched in names and descriptions. Click a word to leave it out.")
        )
        hint.setObjectName("faint")
        hint.setWordWrap(True)
        self.all_on = self._button(translate("RelatedWords", "Use all"), True)
        self.all_off = self._button(translate("RelatedWords", "Use none"), False)
        self.edit = push_button(
            translate("RelatedWords", "Thesaurus…"),
            self._edit,
            self,
            tip=translate("RelatedWords", "Change what is searched for a word, for good"),
        )
        foot = hbox(self.edit, STRETCH, self.all_on, self.all_off)
        self._lines = vbox(spacing=10)
        vbox(hint, self._lines, foot, parent=self, margins=(_MARGIN_PX, 12, _MARGIN_PX, 12), spacing=10)

    def show_chips(self, chips: Iterable[Chip], without: frozenset[str]) -> None:
        """Lists these words, or updates the state of those listed already."""
        self._chips = tuple(chips)
        if set(self.words) != {chip.id for chip in self._chips}:
            self._lay()
        for id, button in self.words.items():
            button.setChecked(id not in without)
        off = [chip for chip in self._chips if chip.id in without]
        self.all_on.setEnabled(bool(off))
        self.all_off.setEnabled(len(off) < len(self._chips))
        if not self._chips:
            self.hide()
        elif self.isVisible():
            self._fit()

    def open_under(self, button: QWidget) -> None:
        """Opens under its chip, moved to fit on the screen."""
        self._fit()
        open_beside(self, button)
        self._fit()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def _fit(self) -> None:
        layout = self.layout()
        assert layout is not None
        for flow in self.findChildren(FlowLayout):  # layouts around it cache heights from before the theme's font
            holder = flow.parentWidget()
            assert holder is not None
            group = holder.parentWidget()
            column = None if group is None else group.layout()
            assert group is not None and column is not None
            holder.setFixedHeight(flow.heightForWidth(_WIDTH_PX - 2 * _MARGIN_PX - 2))
            group.setFixedHeight(column.totalMinimumSize().height())
        layout.activate()
        self.resize(_WIDTH_PX, max(layout.heightForWidth(_WIDTH_PX), layout.totalMinimumSize().height()))

    def _lay(self) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            former = item.widget()
            if former is not None:
                former.hide()
                former.deleteLater()
        self.words = {}
        for word in dict.fromkeys(chip.key for chip in self._chips):
            group = QWidget(self)
            title = text_label(word, group, "fieldName")
            flow = FlowLayout(QWidget(group), gap_px=4)
            for chip in self._chips:
                if chip.key == word:
                    flow.addWidget(self._word(chip, group))
            holder = flow.parentWidget()
            assert holder is not None
            vbox(title, holder, parent=group, margins=0, spacing=4)
            self._lines.addWidget(group)

    def _word(self, chip: Chip, parent: QWidget) -> QPushButton:
        button = push_button(
            chip.text.replace("&", "&&"), lambda is_on, id=chip.id: self.switched.emit((id,), is_on), parent
        )
        button.setCheckable(True)
        button.setProperty("preset", True)
        button.setAccessibleName(translate("RelatedWords", "%1, related to %2", chip.text, chip.key))
        self.words[chip.id] = button
        return button

    def _edit(self) -> None:
        self.hide()
        self.edit_wanted.emit(self._chips[0].key if self._chips else "")

    def _button(self, text: str, is_on: bool) -> QPushButton:
        return push_button(
            text, lambda _=False: self.switched.emit(tuple(chip.id for chip in self._chips), is_on), self
        )


class RelatedButton(QPushButton):
    """The chip for all related words, with their number and how many are on. GUI thread only."""

    def __init__(self, chips: tuple[Chip, ...], without: frozenset[str], theme: Theme, parent: QWidget) -> None:
        used = sum(chip.id not in without for chip in chips)
        said = (
            translate("RelatedWords", "%n related word(s)", n=len(chips))
            if used == len(chips)
            else translate("RelatedWords", "%1 of %n related word(s)", used, n=len(chips))
        )
        super().__init__(f"≈ {said} ", parent)
        self.setProperty("chip", True)
        self.setProperty("off", not used)
        self.setProperty("some", 0 < used < len(chips))
        self.setIcon(resources.icon("chevron-down", theme.text_faint))
        self.setIconSize(QSize(10, 10))
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setAccessibleName(said)
        words = ", ".join(dict.fromkeys(chip.text for chip in chips if chip.id not in without))
        self.setToolTip(words or translate("RelatedWords", "No related word is searched."))
