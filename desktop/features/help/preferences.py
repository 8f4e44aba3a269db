"""The preferences, built from the records in `desktop/base/settings.py`, so that every setting appears.

A change applies immediately. Settings that need a restart say so and offer a button.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.base.preference import Preference
from desktop.base.settings import WindowSettings
from desktop.base.settings_file import SettingsFile
from desktop.base.translation import phrase, translate
from desktop.features.help.keys import KeysPage
from desktop.features.help.setting_row import SettingRow, of_settings
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import Buttons, on_return, push_button
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.window.commands import Commands
from engine.base.text_forms import plain

SECTIONS = tuple(
    part.text
    for part in (
        phrase("Settings", "Appearance"),
        phrase("Settings", "Audition"),
        phrase("Settings", "Finding"),
        phrase("Settings", "Library & watching"),
        phrase("Settings", "Drag out"),
        phrase("Settings", "Keys"),
        phrase("Settings", "Models"),
        phrase("Settings", "Advanced"),
    )
)
"""Order of the sections; any other section follows."""
KEYS = "Keys"
_LIST_PX = 190
_LIST_EDGE_PX = 16
"""Width of the list's frame."""


class Preferences(QDialog):
    """Dialog with every setting. GUI thread only."""

    start_again_wanted = Signal()

    def __init__(self, settings: SettingsFile, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Preferences", "Preferences"))
        take_room(self, 860, 640)
        self._settings = settings
        self.rows: dict[str, SettingRow] = {}
        self._boxes: dict[str, QVBoxLayout] = {}
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(translate("Preferences", "Search settings"))
        self.search.setAccessibleName(translate("Preferences", "Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self.sections = QListWidget(self)
        self.sections.setObjectName("sections")
        self.sections.setAccessibleName(translate("Preferences", "Sections"))
        self.pages = QStackedWidget(self)
        self.keys = KeysPage(commands, self)
        self._names: list[str] = []
        shown = {part.name: part.metadata["shown"] for part in fields(WindowSettings) if "shown" in part.metadata}
        others = [how.section for how in shown.values() if how.section not in SECTIONS]
        for section in (*SECTIONS, *dict.fromkeys(others)):
            self._add_section(section, {name: how for name, how in shown.items() if how.section == section})
        self.sections.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.sections.setFixedWidth(max(_LIST_PX, self.sections.sizeHintForColumn(0) + _LIST_EDGE_PX))
        self.sections.setCurrentRow(0)
        self.later = QFrame(self)
        self.later.setObjectName("message")
        note = QLabel(translate("Preferences", "Some changes take effect after a restart."), self.later)
        again = push_button(translate("Preferences", "Restart now"), self.start_again_wanted, self.later)
        hbox((note, 1), again, parent=self.later)
        self.later.hide()
        left = vbox(self.search, (self.sections, 1))
        right = vbox((self.pages, 1), self.later)
        columns = hbox(left, (right, 1), spacing=18)
        vbox((columns, 1), Buttons(self.reject, self), parent=self, margins=(16, 16, 16, 14), spacing=12)
        on_return(self.search, self._go_to_first)
        on_return(self.keys.search, self.keys.table.setFocus)
        settings.changed.connect(self._changed)
        QWidget.setTabOrder(self.search, self.sections)

    def add_to(self, section: str, widget: QWidget) -> None:
        """Appends a widget to a section.

        Raises:
            KeyError: no such section.
        """
        box = self._boxes[section]
        box.insertWidget(box.count() - 1, widget)

    def show_section(self, section: str) -> None:
        """Opens a section by its English name.

        Raises:
            ValueError: no such section.
        """
        self.sections.setCurrentRow(self._names.index(section))

    def reset_all(self) -> None:
        """Restores the defaults of every shown setting and of every key."""
        self._reset(tuple(self.rows))
        self.keys.reset_all()

    def _add_section(self, section: str, shown: dict[str, Preference]) -> None:
        page = QWidget()
        title = text_label(of_settings(section), page, "pageTitle")
        box = self._boxes[section] = vbox(title, parent=page, margins=(4, 0, 16, 8), spacing=18)
        for name, how in shown.items():
            row = self.rows[name] = SettingRow(name, how, getattr(self._settings.values, name), page)
            row.changed.connect(self._take)
            box.addWidget(row)
        if section == KEYS:
            box.addWidget(self.keys, 1)
        if shown:
            reset = push_button(translate("Preferences", "Reset this section"), lambda: self._reset(tuple(shown)), page)
            box.addWidget(reset, 0, Qt.AlignmentFlag.AlignLeft)
        box.addStretch(0 if section == KEYS else 1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        self.pages.addWidget(area)
        self.sections.addItem(of_settings(section))
        self._names.append(section)

    def _go_to_first(self) -> None:
        """Moves the focus from the search field to the first match."""
        left = [row for row in self.rows.values() if row.isVisible()]
        (left[0].control if left else self.sections).setFocus(Qt.FocusReason.TabFocusReason)

    def _take(self, name: str, value: object) -> None:
        self._settings.change(**{name: value})
        if self.rows[name].how.is_late:
            self.later.show()

    def _changed(self, name: str) -> None:
        if name in self.rows:
            self.rows[name].show_value(getattr(self._settings.values, name))

    def _reset(self, names: tuple[str, ...]) -> None:
        for part in fields(WindowSettings):
            if part.name in names and part.default is not MISSING:
                self._take(part.name, part.default)

    def _find(self, typed: str) -> None:
        """Shows only the rows that contain all typed words, and their sections."""
        words = plain(typed).split()
        fits: Callable[[str], bool] = lambda text: all(word in plain(text) for word in words)  # noqa: E731
        has_any: set[str] = set()
        for row in self.rows.values():
            is_fitting = fits(row.words)
            row.setVisible(is_fitting)
            if is_fitting:
                has_any.add(row.how.section)
        for number, section in enumerate(self._names):
            is_left = not words or section in has_any or fits(of_settings(section))
            self.sections.item(number).setHidden(not is_left)
        current = self.sections.currentItem()
        if current is not None and current.isHidden():
            left = [at for at in range(self.sections.count()) if not self.sections.item(at).isHidden()]
            if left:
                self.sections.setCurrentRow(left[0])
