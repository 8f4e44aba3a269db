"""The dialog of the user's thesaurus: its entries, and a form for one. Changes nothing itself."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base.translation import translate
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import Buttons, on_return, push_button
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.table import set_up_list
from engine.base.text_forms import small
from engine.library.queries import ThesaurusEntry

_ROW_PX = 28
_ENTRY = int(Qt.ItemDataRole.UserRole) + 1


class ThesaurusDialog(QDialog):
    """Thesaurus of a library. GUI thread only."""

    saved = Signal(object)
    """The ThesaurusEntry to store."""
    removed = Signal(str)
    """Word of the entry to remove."""
    asked = Signal(str)
    """Look up Earshot's own words for this word; answered by `show_ours`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("ThesaurusDialog", "Thesaurus"))
        take_room(self, 720, 520)
        note = text_label(
            translate(
                "ThesaurusDialog",
                "What else is searched when a word is asked for, in this library. An entry counts for every form of "
                "its word: “drum” for drums too.",
            ),
            self,
            "soft",
            wraps=True,
        )
        self.list = QTreeWidget(self)
        titles = (
            translate("ThesaurusDialog", "Word"),
            translate("ThesaurusDialog", "Also searched"),
            translate("ThesaurusDialog", "Not searched"),
        )
        set_up_list(self.list, translate("ThesaurusDialog", "Entries"), titles, stretched=(1, 2))
        self.list.currentItemChanged.connect(lambda item: self._fill(item))
        self.word = self._field(translate("ThesaurusDialog", "Word"), translate("ThesaurusDialog", "drum"))
        self.added = self._field(
            translate("ThesaurusDialog", "Also search"), translate("ThesaurusDialog", "kick, snare drum")
        )
        self.refused = self._field(
            translate("ThesaurusDialog", "Do not search"), translate("ThesaurusDialog", "percussion")
        )
        self.ours = text_label("", self, "faint", wraps=True)
        self.fault = text_label("", self, "danger", wraps=True)
        self.word.textChanged.connect(self._typed)
        for field in (self.added, self.refused):
            field.textChanged.connect(lambda: self._update())
        self.remove_button = self._button(translate("ThesaurusDialog", "Remove entry"), self._remove)
        self.save_button = self._button(translate("ThesaurusDialog", "Save entry"), self._save)
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        for row, field in enumerate((self.word, self.added, self.refused)):
            form.addWidget(QLabel(field.accessibleName(), self), row, 0)
            form.addWidget(field, row, 1)
        below = hbox((self.ours, 1), self.remove_button, self.save_button)
        form.addLayout(below, 3, 1)
        self.buttons = Buttons(self.reject, self)
        vbox(note, (self.list, 1), form, self.fault, self.buttons, parent=self, margins=(16, 16, 16, 14), spacing=12)
        self.fault.hide()
        self._update()

    def show_entries(self, entries: Sequence[ThesaurusEntry]) -> None:
        """Lists entries; keeps the current one and unsent text."""
        word = self.word.text()
        self.list.blockSignals(True)
        self.list.clear()
        for entry in entries:
            item = QTreeWidgetItem(self.list, [entry.word, ", ".join(entry.added), ", ".join(entry.refused)])
            item.setData(0, _ENTRY, entry)
            item.setSizeHint(1, QSize(0, _ROW_PX))  # of the column that stretches
            for column in range(3):
                item.setToolTip(column, item.text(column))
            if entry.word == small(word.strip()):
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self.fault.hide()
        self._update()

    def begin(self, word: str) -> None:
        """Opens the entry of a word, or starts one."""
        found = self.list.findItems(word, Qt.MatchFlag.MatchExactly) if word else []
        if found:
            self.list.setCurrentItem(found[0])
        elif word:
            self.list.clearSelection()
            for field, text in ((self.word, word), (self.added, ""), (self.refused, "")):
                field.setText(text)
        (self.added if word else self.word).setFocus()

    def show_ours(self, word: str, ours: Sequence[str]) -> None:
        """Shows Earshot's own words for the word in the form."""
        if word != self.word.text().strip():
            return
        said = translate("ThesaurusDialog", "Earshot itself searches: %1", ", ".join(ours)) if ours else ""
        self.ours.setText(said)

    def show_fault(self, text: str) -> None:
        self.fault.setText(text)
        self.fault.show()

    def _field(self, name: str, example: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(example)
        on_return(field, self._save)
        return field

    def _button(self, text: str, run: Callable[[], object]) -> QPushButton:
        button = push_button(text, run, self)
        button.setAutoDefault(False)
        return button

    def _fill(self, item: QTreeWidgetItem | None) -> None:
        entry = None if item is None else item.data(0, _ENTRY)
        if isinstance(entry, ThesaurusEntry):
            self.word.setText(entry.word)
            self.added.setText(", ".join(entry.added))
            self.refused.setText(", ".join(entry.refused))

    def _typed(self) -> None:
        self.ours.setText("")
        self._update()
        self.asked.emit(self.word.text().strip())

    def _update(self) -> None:
        others = _words(self.added.text()) or _words(self.refused.text())
        self.save_button.setEnabled(bool(self.word.text().strip() and others))
        self.remove_button.setEnabled(
            bool(self.list.findItems(self.word.text().strip(), Qt.MatchFlag.MatchFixedString))
        )

    def _save(self) -> None:
        if self.save_button.isEnabled():
            added, refused = _words(self.added.text()), _words(self.refused.text())
            self.saved.emit(ThesaurusEntry(self.word.text(), added, refused))

    def _remove(self) -> None:
        word = self.word.text().strip()
        for field in (self.word, self.added, self.refused):
            field.clear()
        self.removed.emit(word)
        self.word.setFocus()


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
