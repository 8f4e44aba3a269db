"""The chips under the search field: the reference of a find-similar, then one per recognised part.

Related words share one chip; a filter with a button needs none.
"""

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop.base.theme import Theme
from desktop.search.bar.chips import ChipButton
from desktop.search.bar.reference import ReferenceChip
from desktop.search.bar.related import RelatedButton, RelatedPopover
from desktop.widgets.one_line import OneLine
from desktop.work.requests import Reference
from engine.base.chips import Chip, ChipKind
from engine.library.queries import AspectWeights

_HEIGHT_PX = 28
_TEXTLESS = (ChipKind.TRANSLATION, ChipKind.LEARNT, ChipKind.TRANSCRIPTS)
"""They have no text of their own to remove."""


class ChipRow(OneLine):
    """All chips. GUI thread only."""

    switched = Signal(object, bool)
    """Ids of chips, and whether to enable them: tuple[str, ...], bool."""
    removed = Signal(object)
    """Chip to remove."""
    part_weighed = Signal(object, float)
    """Chip and its new weight."""
    explained = Signal(object)
    """Chip of an unread part that was clicked, to correct it in the field."""
    left = Signal()
    """Remove the reference."""
    weighed = Signal()
    """The reference's weights changed."""
    referred = Signal(object)
    """ReferenceChip of a new reference."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _HEIGHT_PX, parent)
        self._theme = theme
        self.reference_chip: ReferenceChip | None = None
        self.chips: list[ChipButton | RelatedButton] = []
        self.related = RelatedPopover(self)
        """Popover of the related words' chip."""
        self.related.switched.connect(self.switched)
        self._is_away = False
        self.hide()

    def set_away(self, is_away: bool) -> None:
        """Hides the chips while a page unrelated to the query is shown."""
        self._is_away = is_away
        self.setVisible(self.count > 0 and not is_away)

    @property
    def reference(self) -> Reference | None:
        return self.reference_chip.reference if self.reference_chip is not None else None

    @property
    def texts(self) -> list[str]:
        first = [self.reference_chip.text] if self.reference_chip is not None else []
        return [*first, *(button.text().replace("&&", "&").strip() for button in self.chips)]

    @property
    def buttons(self) -> list[QPushButton]:
        """The clickable parts, left to right: the chips, and the × of a reference."""
        first = [self.reference_chip.close_button] if self.reference_chip is not None else []
        return [*first, *self.chips]

    def show_reference(self, reference: Reference | None) -> None:
        """Sets or removes the reference; call `show_chips` next."""
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

    def show_chips(
        self, chips: tuple[Chip, ...], without: frozenset[str], shown_elsewhere: frozenset[str] = frozenset()
    ) -> None:
        """Lays the chips out anew, after the reference.

        Args:
            chips: of the request.
            without: ids of disabled chips.
            shown_elsewhere: ids of chips shown by filter buttons.
        """
        focused = next((_told(button) for button in self.chips if button.hasFocus()), None)
        self.clear(keep=self.reference_chip)
        self.chips = []
        if self.reference_chip is not None:
            self.add(self.reference_chip)
            self.reference_chip.show()
        for chip in chips:
            if chip.kind is not ChipKind.SYNONYM and chip.id not in shown_elsewhere:
                self._add(self._chip(chip, chip.id in without))
        related = tuple(chip for chip in chips if chip.kind is ChipKind.SYNONYM)
        self.related.show_chips(related, without)
        if related:
            button = RelatedButton(related, without, self._theme, self)
            button.clicked.connect(lambda: self.related.open_under(button))
            self._add(button)
        for shown in self.chips:
            if _told(shown) == focused:
                shown.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setVisible(self.count > 0 and not self._is_away)

    def _add(self, button: ChipButton | RelatedButton) -> None:
        self.chips.append(button)
        self.add(button)

    def _chip(self, chip: Chip, is_off: bool) -> ChipButton:
        button = ChipButton(chip, is_off, self._theme, self)
        if chip.why is None:
            button.clicked.connect(lambda: self.switched.emit((chip.id,), is_off))
        else:
            button.clicked.connect(lambda: self.explained.emit(chip))
        button.weighed.connect(lambda weight: self.part_weighed.emit(chip, weight))
        if chip.kind in _TEXTLESS:
            button.removed.connect(lambda: self.switched.emit((chip.id,), False))
        else:
            button.removed.connect(lambda: self.removed.emit(chip))
        return button

    def _weigh(self, weights: AspectWeights) -> None:
        chip = self.reference_chip
        if chip is not None:
            chip.take(replace(chip.reference, weights=weights))
            self.weighed.emit()


def has_button(chip: Chip, filters: str, without: frozenset[str], keys: frozenset[str]) -> bool:
    """Whether a filter's button shows it: it was chosen and is on. A disabled one needs its chip.

    Args:
        chip: of a query.
        filters: the chosen ones.
        without: ids of disabled chips.
        keys: of filters that have buttons.
    """
    own = {filters[start:end].partition(":")[0].lower() for start, end in chip.chosen_spans}
    return chip.kind is ChipKind.FILTER and chip.id not in without and bool(own) and own <= keys


def _told(button: ChipButton | RelatedButton) -> tuple[str, str]:
    """Identifies a chip and its state, as two may have the same text. A switched chip loses the focus."""
    if isinstance(button, ChipButton) and button.chip.weight is not None:
        return button.chip.id, str(button.property("off"))
    return button.chip.id if isinstance(button, ChipButton) else "", button.accessibleName()


def _are_one_sound(one: Reference, other: Reference) -> bool:
    return replace(one, weights=other.weights) == other
