"""The choices of one filter key in a popover: presets to click, a long list to search, fields for a range."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop import resources
from desktop.panels.filters.facets import Choice, Group, Source, Style
from desktop.theme import Theme
from desktop.translation import number, translate

_VALUE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_LIST_PX = QSize(260, 240)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that only the library knows: a tag, a category."""

    value: str
    label: str
    count: int | None = None


class GroupChoices(QWidget):
    """Shows one group and says which of its values are wanted. GUI thread only."""

    changed = Signal(str, object)
    """The key, and the values wanted now: tuple of str."""
    refused = Signal(str)
    """What was typed into a range field and is no value."""

    def __init__(self, group: Group, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.group = group
        self._values: tuple[str, ...] = ()
        self._buttons: list[QPushButton] = []
        self.list: QListWidget | None = None
        self.search_field: QLineEdit | None = None
        self.low: QLineEdit | None = None
        self.high: QLineEdit | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        title = QLabel(str(group.title), self)
        title.setObjectName("fieldName")
        layout.addWidget(title)
        if group.choices:
            layout.addLayout(self._grid(group, theme))
        if group.source is not Source.NONE:
            self._add_list(layout)
        if group.range is not None:
            layout.addLayout(self._range(group))

    def show_values(self, values: Sequence[str]) -> None:
        """Shows the values that the filters hold for this key."""
        self._values = tuple(values)
        wanted = {part.casefold() for part in self._split()}
        single = values[0] if len(values) == 1 else ""
        for button, choice in zip(self._buttons, self.group.choices, strict=True):
            button.setChecked(choice.value.casefold() in wanted)
        if self.low is not None and self.high is not None:
            is_preset = any(choice.value == single for choice in self.group.choices)
            low, high = ("", "") if is_preset else _ends(single)
            self.low.setText(low)
            self.high.setText(high)
        if self.list is not None:
            for row in range(self.list.count()):
                item = self.list.item(row)
                is_on = str(item.data(_VALUE_ROLE)).casefold() in wanted
                item.setCheckState(Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)

    def set_options(self, options: Sequence[Option]) -> None:
        """Fills the list with what the library has."""
        if self.list is None:
            return
        self.list.clear()
        for option in options:
            counted = "" if option.count is None else f"   {number(option.count)}"
            item = QListWidgetItem(f"{option.label}{counted}")
            item.setData(_VALUE_ROLE, option.value)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self.list.addItem(item)
        self.show_values(self._values)

    def button(self, value: str) -> QPushButton:
        """The button of a preset.

        Raises:
            KeyError: there is none of this value.
        """
        for button, choice in zip(self._buttons, self.group.choices, strict=True):
            if choice.value == value:
                return button
        raise KeyError(value)

    def _split(self) -> list[str]:
        if self.group.style is Style.ANY:
            return [part.strip() for value in self._values for part in value.split(",")]
        return list(self._values)

    def _grid(self, group: Group, theme: Theme) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(4)
        for place, choice in enumerate(group.choices):
            button = QPushButton(str(choice.label), self)
            button.setCheckable(True)
            button.setProperty("preset", True)
            button.setAccessibleName(f"{group.title}: {choice.label}")
            if choice.colour is not None:
                button.setIcon(resources.icon("record", getattr(theme, f"mark_{choice.colour}")))
            button.clicked.connect(lambda is_on, choice=choice: self._clicked(choice, is_on))
            self._buttons.append(button)
            grid.addWidget(button, place // group.columns, place % group.columns)
        return grid

    def _clicked(self, choice: Choice, is_on: bool) -> None:
        self._choose(choice.value, is_on)

    def _choose(self, value: str, is_on: bool) -> None:
        """Takes a value in or out, as the style of the group says."""
        others = [kept for kept in self._split() if kept.casefold() != value.casefold()]
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
            item.setHidden(text.casefold() not in item.text().casefold())

    def _picked(self, item: QListWidgetItem) -> None:
        self._choose(str(item.data(_VALUE_ROLE)), item.checkState() is not Qt.CheckState.Checked)

    def _range(self, group: Group) -> QHBoxLayout:
        assert group.range is not None
        line = QHBoxLayout()
        line.setSpacing(6)
        fields = []
        names = (translate("GroupChoices", "from"), translate("GroupChoices", "to"))
        for name, hint in zip(names, (group.range.hint_low, group.range.hint_high), strict=True):
            field = QLineEdit(self)
            field.setPlaceholderText(hint)
            field.setFixedWidth(84)
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
        suffix = "k" if self.group.key == "sr" else ""
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
    """The two ends of a range as its fields show them; nothing for a value of another form."""
    low, dots, high = value.partition("..")
    return (low.removesuffix("k"), high.removesuffix("k")) if dots else ("", "")
