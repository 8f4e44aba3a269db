"""The search field and its chips: it says, newest first and debounced, what the user wants to find."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop import messages, resources
from desktop.panels.flow import FlowLayout
from desktop.theme import Theme
from desktop.work.requests import Reference, Request
from engine.types import Chip

_DEBOUNCE_MS = 120
_CHIP_LETTERS = 44
_HINTS = {
    "describe": "Described words",
    "require": "Must occur in the name or description",
    "exclude": "Sounds like this are pushed down",
    "filter": "Filter",
    "synonym": "Also searched, because it means the same",
}


class SearchBar(QWidget):
    """Emits `wanted` with a Request whenever words, chips or the reference change. GUI thread only."""

    wanted = Signal(object)
    """Request."""
    left_downwards = Signal()
    """Down in the search field: go to the results."""
    committed = Signal()
    """Return in the search field: hear the best result."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._without: frozenset[str] = frozenset()
        self._chips: tuple[Chip, ...] = ()
        self._reference: Reference | None = None
        self._asked: Request | None = None
        self.setObjectName("topBar")
        self.field = QLineEdit(self)
        self.field.setObjectName("searchField")
        self.field.setPlaceholderText(
            "Describe a sound: heavy wooden door slam, rain on a tin roof, short bright click"
        )
        self.field.setAccessibleName("Search")
        self._clear = self.field.addAction(
            resources.icon("close", theme.text_soft), QLineEdit.ActionPosition.TrailingPosition
        )
        self._clear.setToolTip("Clear")
        self._clear.setVisible(False)
        self._clear.triggered.connect(self.field.clear)
        self.field.addAction(resources.icon("search", theme.text_faint), QLineEdit.ActionPosition.LeadingPosition)
        self.field.installEventFilter(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE_MS)
        self._timer.timeout.connect(self._ask)
        self.field.textEdited.connect(self._edited)
        self.field.textChanged.connect(self._cleared)
        self._row = QWidget(self)
        self._flow = FlowLayout(self._row, gap_px=6)
        line = QHBoxLayout()
        line.addWidget(self.field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 10)
        layout.setSpacing(8)
        layout.addLayout(line)
        layout.addWidget(self._row)
        self._row.hide()

    @property
    def request(self) -> Request:
        """What is wanted now."""
        return Request(self.field.text().strip(), self._reference, self._without)

    def set_text(self, text: str) -> None:
        """Puts words in the field and asks at once."""
        self._reference = None
        self.field.setText(text)
        self._ask()

    def ask_first(self) -> None:
        """The library is open: asks for what the field holds, unless it has been asked for already."""
        if self._asked is None:
            self._ask()

    def set_reference(self, reference: Reference | None) -> None:
        """Looks for what sounds like a reference; None goes back to the words."""
        self._reference = reference
        self._chips = ()
        self._ask()
        self._lay_chips()

    def show_chips(self, chips: tuple[Chip, ...], request: Request) -> None:
        """Shows the parts that were recognised in an answered request; the engine lists those switched off too."""
        if request != self.request:
            return
        self._chips = chips
        self._lay_chips()

    def chip_texts(self) -> list[str]:
        """What the chips on show say, left to right."""
        return [button.text().replace("&&", "&") for button in self._chip_buttons()]

    def chip_button(self, number: int) -> QPushButton:
        """A chip on show; the search field's neighbour for pointers and tests alike."""
        return self._chip_buttons()[number]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down leaves the field for the results, Return hears the best one."""
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Down:
                self.left_downwards.emit()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self._timer.isActive():
                    self._ask()
                self.committed.emit()
                return True
        return super().eventFilter(watched, event)

    def _edited(self, text: str) -> None:
        self._reference = None
        kept = (chip.text for chip in self._chips if chip.source in text)
        self._without = self._without.intersection(kept)
        self._timer.start()

    def _cleared(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        if not text:
            self._without = frozenset()
            self._timer.start()

    def _ask(self) -> None:
        self._timer.stop()
        request = self.request
        if request != self._asked:
            self._asked = request
            if request.is_browsing or request.reference is not None:
                self._chips = ()
                self._lay_chips()
            self.wanted.emit(request)

    def _toggle(self, text: str) -> None:
        self._without = self._without ^ {text}
        self._lay_chips()
        self._ask()

    def _lay_chips(self) -> None:
        self._flow.clear()
        if self._reference is not None:
            self._flow.addWidget(self._reference_chip(self._reference))
        for chip in self._chips:
            self._flow.addWidget(self._chip_button(chip))
        self._row.setVisible(self._flow.count() > 0)
        before: QWidget = self.field
        for button in self._chip_buttons():  # made last, they would be reached last by Tab
            QWidget.setTabOrder(before, button)
            before = button

    def _chip_buttons(self) -> list[QPushButton]:
        widgets = (self._flow.widget_at(place) for place in range(self._flow.count()))
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    def _chip_button(self, chip: Chip) -> QPushButton:
        is_off = chip.text in self._without
        text = ("≈ " if chip.kind == "synonym" else "") + chip.text
        button = QPushButton(_label(text), self._row)
        button.setProperty("chip", True)
        button.setProperty("off", is_off)
        button.setAccessibleName(f"{chip.text}, {'off' if is_off else 'on'}")
        hint = _HINTS.get(chip.kind, chip.kind)
        button.setToolTip(
            messages.plain(
                f"{chip.text}\n{hint}. {'Off: click to use it again.' if is_off else 'Click to switch it off.'}"
            )
        )
        button.clicked.connect(lambda: self._toggle(chip.text))
        return button

    def _reference_chip(self, reference: Reference) -> QPushButton:
        text = f"Sounds like {reference.path.name}"
        button = QPushButton(_label(text), self._row)
        button.setProperty("chip", True)
        button.setProperty("reference", True)
        button.setIcon(resources.icon("close", self._theme.accent))
        button.setIconSize(QSize(14, 14))
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        button.setToolTip(messages.plain(f"{reference.path.text}\nClick to go back to the words."))
        button.setAccessibleName(f"{text}; remove")
        button.clicked.connect(lambda: self.set_reference(None))
        return button


def _label(text: str) -> str:
    """What a chip says: short, and without Qt reading & as a key."""
    short = text if len(text) <= _CHIP_LETTERS else text[: _CHIP_LETTERS - 1] + "…"
    return short.replace("&", "&&")
