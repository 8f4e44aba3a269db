"""Tags of the selected sounds as chips that can be taken off, and a field that adds one."""

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop.panels.flow import FlowLayout
from desktop.translation import translate

_MOST_DRAFTS = 100
"""Selections whose unsent text is remembered; the oldest is forgotten first."""


class TagEditor(QWidget):
    """Chips and a field. What is typed belongs to the sounds it was typed for, and waits for them. GUI thread only."""

    added = Signal(object)
    """Names to put on the selected sounds: tuple of str."""
    removed = Signal(str)
    """A name to take off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tags: tuple[tuple[str, bool], ...] = ()
        self._whose: Hashable = ()
        self._drafts: dict[Hashable, str] = {}
        self._chips = QWidget(self)
        self._flow = FlowLayout(self._chips, gap_px=4)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(translate("TagEditor", "Add a tag"))
        self.field.setAccessibleName(translate("TagEditor", "Add a tag"))
        self.field.setToolTip(translate("TagEditor", "Several tags are parted by commas; Return adds them (T)"))
        self._known = QStringListModel(self)
        completer = QCompleter(self._known, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        offers = completer.popup()
        assert offers is not None
        offers.setObjectName("offers")
        self._offers = offers
        self.field.setCompleter(completer)
        self.field.returnPressed.connect(self._add)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._chips)
        layout.addWidget(self.field)
        self._chips.hide()

    def turn_to(self, whose: Hashable) -> None:
        """Other sounds are selected: puts what was typed for the last ones by, and shows what waits for these."""
        if whose == self._whose:
            return
        self._drafts.pop(self._whose, None)
        if self.field.text().strip():
            self._drafts[self._whose] = self.field.text()
        while len(self._drafts) > _MOST_DRAFTS:
            del self._drafts[next(iter(self._drafts))]
        self._whose = whose
        self._offers.hide()
        self.field.setText(self._drafts.get(whose, ""))

    def show_tags(self, tags: Sequence[tuple[str, bool]]) -> None:
        """Shows tags; the second says whether every selected sound has it."""
        if tuple(tags) == self._tags:
            return
        self._tags = tuple(tags)
        self._flow.clear()
        for name, is_on_all in self._tags:
            chip = QPushButton(f"{name.replace('&', '&&')}  ×", self._chips)
            chip.setProperty("chip", True)
            chip.setProperty("some", not is_on_all)
            only_some = translate("TagEditor", "Not on all of them.") + " " if not is_on_all else ""
            chip.setToolTip(only_some + translate("TagEditor", "Click to take the tag off."))
            chip.setAccessibleName(translate("TagEditor", "Tag %1; take it off", name))
            chip.clicked.connect(lambda _=False, name=name: self.removed.emit(name))
            self._flow.addWidget(chip)
        self._chips.setVisible(bool(self._tags))

    def set_known(self, names: Sequence[str]) -> None:
        """Tags of the library, which are offered while one types."""
        self._known.setStringList(list(names))

    @property
    def shown(self) -> tuple[str, ...]:
        """The tags on show."""
        return tuple(name for name, _ in self._tags)

    def _add(self) -> None:
        names = tuple(dict.fromkeys(part.strip() for part in self.field.text().split(",") if part.strip()))
        self.field.clear()
        if names:
            self.added.emit(names)
