"""The tab "Suggestions": UCS categories for the selected sounds, to accept or ignore. Writes nothing."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QDoubleSpinBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QRadioButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.widgets.boxes import hbox
from desktop.widgets.buttons import push_button
from desktop.widgets.motion import show_busy
from desktop.widgets.ucs_field import label
from engine.audio.ucs import UcsCategory
from engine.base.types import SoundId
from engine.library.suggestions import Suggestion

_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_LIKELY = 0.5
"""Suggestions from here on were right more often than not; they get the accent colour."""


class SoundSuggestions(Struct, frozen=True):
    """Suggestions for one sound."""

    sound: SoundId
    name: str
    suggestions: tuple[Suggestion, ...]


class SuggestionsTab(QWidget):
    """Shows suggestions and reports accepted ones. GUI thread only."""

    wanted = Signal()
    cancel_wanted = Signal()
    accepted = Signal(object)
    """dict of SoundId to UcsCategory."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[SoundSuggestions, ...] = ()
        self.ask_button = push_button(
            translate("SuggestionsTab", "Suggest categories"),
            self.wanted,
            self,
            tip=translate("SuggestionsTab", "Compares the sounds with every UCS category. Nothing is written."),
        )
        self.note = QLabel("", self)
        self.note.setObjectName("soft")
        self.note.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.note.setWordWrap(True)  # after the policy, to which it adds height-for-width
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.cancel_button = push_button(
            translate("SuggestionsTab", "Cancel"),
            self.cancel_wanted,
            self,
            tip=translate("SuggestionsTab", "Stops. The suggestions so far are kept."),
        )
        self.tree = QTreeWidget(self)
        self.tree.setObjectName("facts")
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(14)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setAccessibleName(translate("SuggestionsTab", "Suggested categories"))
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemDoubleClicked.connect(lambda item, column: self._accept([item]))
        self.as_tag = QRadioButton(translate("SuggestionsTab", "Tag in the library"), self)
        self.as_tag.setToolTip(translate("SuggestionsTab", "The files stay as they are"))
        self.as_edit = QRadioButton(translate("SuggestionsTab", "Category in the file"), self)
        self.as_edit.setToolTip(
            translate("SuggestionsTab", "Kept in the details until you save. You review every change first.")
        )
        self.as_edit.setChecked(True)
        group = QButtonGroup(self)
        group.addButton(self.as_tag)
        group.addButton(self.as_edit)
        self.accept_button = push_button(
            translate("SuggestionsTab", "Accept selected"),
            lambda: self._accept(self.tree.selectedItems()),
            self,
            tip=translate("SuggestionsTab", "Accept the selected suggestions; or double-click one"),
        )
        self.least = QDoubleSpinBox(self)
        self.least.setRange(5, 95)
        self.least.setDecimals(0)
        self.least.setSingleStep(5)
        self.least.setValue(60)
        self.least.setSuffix(" %")
        self.least.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # the button's text is longer
        self.least.setAccessibleName(translate("SuggestionsTab", "Least confidence"))
        self.all_button = push_button(
            translate("SuggestionsTab", "Accept all from"),
            self._accept_all,
            self,
            tip=translate("SuggestionsTab", "Accepts each sound's first suggestion where it is at least this sure"),
        )
        targets, bulk = QVBoxLayout(), QHBoxLayout()
        targets.setSpacing(2)
        targets.addWidget(self.as_edit)
        targets.addWidget(self.as_tag)
        bulk.addWidget(self.all_button, 1)
        bulk.addWidget(self.least)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(8)
        layout.addWidget(self.ask_button)
        layout.addWidget(self.note)
        working = hbox((self.bar, 1), self.cancel_button, spacing=8)
        layout.addLayout(working)
        layout.addWidget(self.tree, 1)
        layout.addLayout(targets)
        layout.addWidget(self.accept_button)
        layout.addLayout(bulk)
        self.tree.itemSelectionChanged.connect(self._enable)
        self.show_suggestions(())

    def show_suggestions(self, suggested: Sequence[SoundSuggestions]) -> None:
        self._is_working(False)
        self._shown = ()
        self.tree.clear()
        self.add_suggestions(suggested)

    def add_suggestions(self, suggested: Sequence[SoundSuggestions]) -> None:
        """Appends suggestions for more sounds."""
        for one in suggested:
            self._add(one)
        self._shown += tuple(suggested)
        if self._shown:
            self.note.setText(translate("SuggestionsTab", "In a test, a suggestion this sure was right this often."))
        self._enable()

    def say(self, text: str) -> None:
        """Shows a sentence instead of suggestions."""
        self.show_suggestions(())
        self.note.setText(text)

    def begin(self, count: int) -> None:
        """Shows that sounds are being compared; drops former suggestions."""
        self.say(translate("SuggestionsTab", "Comparing %n sound(s) with every category…", n=count))
        show_busy(self.bar)
        self._is_working(True)

    def show_preparing(self, done: int, of: int, left: str) -> None:
        """Shows how many categories are prepared, once per pack; `left` is the remaining time in words."""
        read = translate(
            "SuggestionsTab", "Reading the categories, once for this pack: %1 of %2", number(done), number(of)
        )
        self.note.setText(f"{read} · {left}" if left else read)
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        self._is_working(True)

    def show_progress(self, done: int, of: int, left: str) -> None:
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        compared = translate("SuggestionsTab", "%1 of %2 sounds", number(done), number(of))
        self.note.setText(f"{compared} · {left}" if left else compared)

    def end(self, text: str = "") -> None:
        """Hides the progress; suggestions stay."""
        self._is_working(False)
        if text:
            self.note.setText(text)
        elif self._shown:
            self.note.setText(translate("SuggestionsTab", "In a test, a suggestion this sure was right this often."))

    @property
    def shown(self) -> tuple[SoundSuggestions, ...]:
        return self._shown

    def _is_working(self, is_on: bool) -> None:
        self.bar.setVisible(is_on)
        self.cancel_button.setVisible(is_on)

    def _add(self, one: SoundSuggestions) -> None:
        head = QTreeWidgetItem(self.tree, [one.name])
        head.setFirstColumnSpanned(True)
        head.setToolTip(0, messages.plain(one.name))
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        for suggestion in one.suggestions:
            item = QTreeWidgetItem(head, [category_name(suggestion.category), percent(suggestion.confidence)])
            item.setData(0, _ROLE, (one.sound, suggestion))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(0, messages.plain(why(suggestion)))
            is_likely = suggestion.confidence >= _LIKELY
            item.setForeground(1, self._theme.colour("accent_text" if is_likely else "text_soft"))
        if not one.suggestions:
            nothing = QTreeWidgetItem(head, [translate("SuggestionsTab", "Not analysed yet")])
            nothing.setFlags(Qt.ItemFlag.ItemIsEnabled)
        head.setExpanded(True)

    def _enable(self) -> None:
        self.accept_button.setEnabled(bool(self.tree.selectedItems()))
        self.all_button.setEnabled(bool(self._shown))

    def _accept(self, items: Sequence[QTreeWidgetItem]) -> None:
        """Accepts the first selected category of each sound."""
        chosen: dict[SoundId, object] = {}
        for item in items:
            kept = item.data(0, _ROLE)
            if kept is not None:
                chosen.setdefault(kept[0], kept[1].category)
        if chosen:
            self.accepted.emit(chosen)

    def _accept_all(self) -> None:
        least = self.least.value() / 100
        chosen = {
            one.sound: one.suggestions[0].category
            for one in self._shown
            if one.suggestions and one.suggestions[0].confidence >= least
        }
        if chosen:
            self.accepted.emit(chosen)
        else:
            self.note.setText(translate("SuggestionsTab", "No suggestion reaches this confidence."))


def category_name(category: UcsCategory) -> str:
    """Short name of a category: "Doors, Wood"."""
    return f"{category.category.title()}, {category.subcategory.title()}"


def percent(confidence: float) -> str:
    """A confidence as text: "62 %"."""
    return f"{number(round(confidence * 100))} %"


def why(suggestion: Suggestion) -> str:
    """Evidence for a suggestion."""
    parts = []
    if suggestion.by_sound is not None:
        parts.append(translate("SuggestionsTab", "Sound: %1", number(suggestion.by_sound, 2)))
    if suggestion.by_name is not None:
        parts.append(translate("SuggestionsTab", "Name: %1", number(suggestion.by_name, 2)))
    if suggestion.words:
        parts.append(translate("SuggestionsTab", "Words: %1", ", ".join(suggestion.words)))
    return "\n".join([label(suggestion.category), suggestion.category.explanation, " · ".join(parts)]).strip()
