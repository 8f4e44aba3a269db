"""The choices of one filter key in a popover: values to click, a searchable list, fields for a range.

Each value shows how many sounds it would leave; values that would leave none are hidden.
"""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.search.filters.facets import FacetGroup, PresetChoice, value_name
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.labels import text_label
from engine.base.text_forms import folded, plain
from engine.library.filters import Style

_VALUE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_LIST_PX = QSize(260, 240)


class Option(Struct, frozen=True):
    """A value with its label and number of sounds."""

    value: str
    label: str
    count: int


class ChoiceButton(QPushButton):
    """Toggle for one value, with its count at the right end. GUI thread only."""

    def __init__(self, choice: PresetChoice, title: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(str(choice.label).replace("&", "&&"), parent)
        self.choice = choice
        self.count: int | None = None
        self._title = title
        self._theme = theme
        self.setCheckable(True)
        self.setProperty("preset", True)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{title}: {choice.label}")
        if choice.colour is not None:
            self.setIcon(resources.icon("record", getattr(theme, f"mark_{choice.colour}")))

    def show_count(self, count: int) -> None:
        """Shows how many sounds match."""
        self.count = count
        self.setAccessibleDescription(translate("GroupChoices", "%n sound(s)", n=count))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() + 24 + self.fontMetrics().horizontalAdvance(self._counted()), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(self._theme.colour("text_faint"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect().adjusted(0, 0, -10, 0), right, self._counted())
        painter.end()

    def _counted(self) -> str:
        return "" if self.count is None else number(self.count)


class GroupChoices(QWidget):
    """Shows one group and emits the selected values. GUI thread only."""

    changed = Signal(str, object)
    """The key and the selected values: str, tuple[str, ...]."""
    refused = Signal(str)
    """Unreadable input in a range field."""

    def __init__(self, group: FacetGroup, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.group = group
        self._values: tuple[str, ...] = ()
        self._theme = theme
        self._counts: dict[str, int] | None = None
        self._buttons: list[ChoiceButton] = []
        self.list: QListWidget | None = None
        self.search_field: QLineEdit | None = None
        self.low: QLineEdit | None = None
        self.high: QLineEdit | None = None
        title = text_label(str(group.title), self, "fieldName")
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        self.none = text_label("", self, "faint")
        self.none.hide()
        layout = vbox(title, self._grid, self.none, parent=self, margins=0, spacing=6)
        if group.is_long:
            self._add_list(layout)
        self._lay_buttons([*group.choices])
        if group.range is not None:
            layout.addLayout(self._range(group))

    def show_values(self, values: Sequence[str]) -> None:
        """Shows the filters' values for this key."""
        self._values = tuple(values)
        single = values[0] if len(values) == 1 else ""
        self._show_choices()
        if self.low is not None and self.high is not None:
            is_preset = any(button.choice.value == single for button in self._buttons)
            low, high = ("", "") if is_preset else _ends(single)
            self.low.setText(low)
            self.high.setText(high)

    def show_counts(self, options: Sequence[Option]) -> None:
        """Shows how many sounds each value would leave, and adds the values that the library lists."""
        self._counts = {folded(option.value): option.count for option in options}
        if self.list is not None:
            self._fill(self.list, options)
        elif not self.group.choices:
            missing = [value for value in self._split() if folded(value) not in self._counts]
            chosen = [PresetChoice(value, value_name(self.group.key, value)) for value in missing if ".." not in value]
            found = [PresetChoice(option.value, option.label) for option in options]
            self._lay_buttons([*found, *chosen])
        for button in self._buttons:
            button.show_count(self._counts.get(folded(button.choice.value), 0))
        self._show_choices()

    @property
    def buttons(self) -> tuple[ChoiceButton, ...]:
        """A button per value, including hidden ones."""
        return tuple(self._buttons)

    def button(self, value: str) -> ChoiceButton:
        """The button of a preset.

        Raises:
            KeyError: no button has this value.
        """
        for button in self._buttons:
            if button.choice.value == value:
                return button
        raise KeyError(value)

    def _split(self) -> list[str]:
        if self.group.style is Style.ANY:
            return [part.strip() for value in self._values for part in value.split(",")]
        return list(self._values)

    def _lay_buttons(self, choices: Sequence[PresetChoice]) -> None:
        """Creates the buttons unless unchanged, so that a pressed one keeps the focus."""
        if [button.choice for button in self._buttons] == list(choices):
            return
        for button in self._buttons:
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for choice in choices:
            button = ChoiceButton(choice, str(self.group.title), self._theme, self)
            button.clicked.connect(lambda is_on, choice=choice: self._clicked(choice, is_on))
            self._buttons.append(button)

    def _show_choices(self) -> None:
        """Shows which values are on; hides those that are off and would leave no sound."""
        wanted = {folded(part) for part in self._split()}
        shown = []
        for button in self._buttons:
            is_on = folded(button.choice.value) in wanted
            button.setChecked(is_on)
            if is_on or button.count is None or button.count > 0:
                shown.append(button)
        for button in self._buttons:
            button.setVisible(button in shown)
            self._grid.removeWidget(button)
        for place, button in enumerate(shown):
            self._grid.addWidget(button, place // self.group.columns, place % self.group.columns)
        if self.list is not None:
            for row in range(self.list.count()):
                item = self.list.item(row)
                is_on = folded(str(item.data(_VALUE_ROLE))) in wanted
                item.setCheckState(Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
        has_any = bool(shown) or (self.list is not None and self.list.count() > 0)
        waits = self._counts is None
        self.none.setText(
            translate("GroupChoices", "Counting…")
            if waits
            else translate("GroupChoices", "No sound has a value for this.")
        )
        self.none.setVisible(self.group.has_values and not has_any)
        if self.list is not None:
            self.list.setVisible(has_any)
        if self.search_field is not None:
            self._show_search(waits or has_any)

    def _show_search(self, is_shown: bool) -> None:
        """Hides the search field of an empty list and keeps the focus in the popover."""
        assert self.search_field is not None
        if self.search_field.hasFocus() and not is_shown:
            self.window().setFocus(Qt.FocusReason.OtherFocusReason)
        self.search_field.setVisible(is_shown)

    def _fill(self, shown: QListWidget, options: Sequence[Option]) -> None:
        at = shown.verticalScrollBar().value()
        shown.clear()
        for option in options:
            item = QListWidgetItem(f"{option.label}   {number(option.count)}")
            item.setData(_VALUE_ROLE, option.value)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            shown.addItem(item)
        shown.verticalScrollBar().setValue(at)
        if self.search_field is not None:
            self._narrow(self.search_field.text())

    def _clicked(self, choice: PresetChoice, is_on: bool) -> None:
        self._choose(choice.value, is_on)

    def _choose(self, value: str, is_on: bool) -> None:
        """Adds or removes a value, according to the group's style."""
        others = [kept for kept in self._split() if folded(kept) != folded(value)]
        wanted = [*others, value] if is_on else others
        if self.group.style is Style.ANY:
            self._say((",".join(wanted),) if wanted else ())
        elif self.group.style is Style.ALL:
            self._say(tuple(wanted))
        else:
            self._say((value,) if is_on else ())

    def _add_list(self, layout: QVBoxLayout) -> None:
        self.search_field = QLineEdit(self)
        self.search_field.setPlaceholderText(translate("GroupChoices", "Find in this list"))
        self.search_field.setAccessibleName(translate("GroupChoices", "Find in this list"))
        self.search_field.textChanged.connect(self._narrow)
        self.list = QListWidget(self)
        self.list.setObjectName("choices")
        self.list.setFixedSize(_LIST_PX)
        self.list.setAccessibleName(str(self.group.title))
        self.list.itemClicked.connect(self._picked)
        self.list.itemActivated.connect(self._picked)
        layout.addWidget(self.search_field)
        layout.addWidget(self.list)

    def _narrow(self, text: str) -> None:
        assert self.list is not None
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setHidden(plain(text) not in plain(item.text()))

    def _picked(self, item: QListWidgetItem) -> None:
        self._choose(str(item.data(_VALUE_ROLE)), item.checkState() is not Qt.CheckState.Checked)

    def _range(self, group: FacetGroup) -> QHBoxLayout:
        assert group.range is not None
        line = hbox(spacing=6)
        fields = []
        names = (translate("GroupChoices", "from"), translate("GroupChoices", "to"))
        for name, hint in zip(names, (group.range.hint_low, group.range.hint_high), strict=True):
            field = QLineEdit(self)
            field.setPlaceholderText(hint)
            field.setFixedWidth(max(84, field.fontMetrics().horizontalAdvance(group.range.hint_high) + 36))
            field.setAccessibleName(f"{group.title}: {name}")
            field.returnPressed.connect(self._ranged)
            field.editingFinished.connect(self._ranged)
            line.addWidget(QLabel(name, self))
            line.addWidget(field)
            fields.append(field)
        self.low, self.high = fields
        line.addWidget(QLabel(str(group.range.unit), self))
        line.addStretch(1)
        return line

    def _ranged(self) -> None:
        assert self.low is not None and self.high is not None and self.group.range is not None
        suffix = self.group.range.suffix
        low, high = (field.text().strip().replace(",", ".").removesuffix("k") for field in (self.low, self.high))
        if (low, high) == _ends(self._values[0] if len(self._values) == 1 else "") or not (low or high):
            if not (low or high) and _ends(self._values[0] if len(self._values) == 1 else "") != ("", ""):
                self._say(())
            return
        value = f"{low}{suffix if low else ''}..{high}{suffix if high else ''}"
        self._say((value,))

    def _say(self, values: tuple[str, ...]) -> None:
        self.changed.emit(self.group.key, values)


def _ends(value: str) -> tuple[str, str]:
    """Both ends of a range as its fields show them; empty for other values."""
    low, dots, high = value.partition("..")
    return (low.removesuffix("k"), high.removesuffix("k")) if dots else ("", "")
