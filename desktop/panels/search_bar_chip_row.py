"""The line of chips under the search field: the reference of a find-similar, then one for every recognised part."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop.panels.flow import FlowLayout
from desktop.panels.search_bar_chips import ChipButton
from desktop.panels.search_bar_reference import ReferenceChip
from desktop.theme import Theme
from desktop.work.requests import Reference
from engine.search.similar import Aspects
from engine.types import Chip


class ChipRow(QWidget):
    """All chips. GUI thread only."""

    toggled = Signal(str)
    """The text of a chip that was clicked."""
    removed = Signal(object)
    """The Chip that is to be taken out."""
    left = Signal()
    """The reference is to be taken out."""
    weighed = Signal()
    """The reference has other weights now."""
    referred = Signal(object)
    """The chip of a new reference: ReferenceChip."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._flow = FlowLayout(self, gap_px=6)
        self.reference_chip: ReferenceChip | None = None
        self.chips: list[ChipButton] = []
        self.hide()

    @property
    def reference(self) -> Reference | None:
        """What is searched by, None for words."""
        return self.reference_chip.reference if self.reference_chip is not None else None

    @property
    def texts(self) -> list[str]:
        """What the chips say, left to right."""
        first = [self.reference_chip.text] if self.reference_chip is not None else []
        return [*first, *(button.text().replace("&&", "&") for button in self.chips)]

    @property
    def buttons(self) -> list[QPushButton]:
        """What to click, left to right: the chips, and the × of a reference."""
        first = [self.reference_chip.close_button] if self.reference_chip is not None else []
        return [*first, *self.chips]

    def show_reference(self, reference: Reference | None) -> None:
        """Takes another reference, or none; call `show_chips` next."""
        shown = self.reference_chip
        if reference is not None and shown is not None and _are_one_sound(shown.reference, reference):
            shown.take(reference)
            return
        if shown is not None:
            shown.hide()
            shown.deleteLater()
        self.reference_chip = None
        if reference is not None:
            chip = self.reference_chip = ReferenceChip(reference, self._theme, self)
            chip.removed.connect(self.left)
            chip.weighed.connect(self._weigh)
            self.referred.emit(chip)

    def show_chips(self, chips: tuple[Chip, ...], without: frozenset[str]) -> None:
        """Lays the chips out anew, the reference before them."""
        focused = next((button.chip for button in self.chips if button.hasFocus()), None)
        self._flow.clear(keep=self.reference_chip)
        self.chips = []
        if self.reference_chip is not None:
            self._flow.addWidget(self.reference_chip)
            self.reference_chip.show()
        for chip in chips:
            button = ChipButton(chip, chip.text in without, self._theme, self)
            button.clicked.connect(lambda _=False, chip=chip: self.toggled.emit(chip.text))
            button.removed.connect(lambda chip=chip: self.removed.emit(chip))
            self.chips.append(button)
            self._flow.addWidget(button)
            if chip == focused:
                button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setVisible(self._flow.count() > 0)

    def _weigh(self, weights: Aspects) -> None:
        chip = self.reference_chip
        if chip is not None:
            chip.take(replace(chip.reference, weights=weights))
            self.weighed.emit()


def _are_one_sound(one: Reference, other: Reference) -> bool:
    return replace(one, weights=other.weights) == other
