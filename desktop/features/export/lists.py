"""Dialog of *Export list*: which rows, and whether as a table or a playlist."""

from enum import StrEnum

from msgspec import Struct
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from desktop.base.translation import number, translate
from desktop.widgets.buttons import Buttons
from desktop.widgets.labels import text_label


class ListFormat(StrEnum):
    """File format of an exported list."""

    CSV = "csv"
    M3U8 = "m3u8"


class ExportChoice(Struct, frozen=True):
    """Settings of an export."""

    form: ListFormat
    is_selection: bool
    """The selected rows, not the whole list."""
    with_mark: bool
    """Starts a table with the byte order mark that tells Excel it is UTF-8."""
    with_fields: bool
    """Adds a column to a table for every text of every chunk."""
    with_formulas: bool
    """Leaves texts unescaped in a table even if a spreadsheet would run them as formulas."""
    is_relative: bool
    """Writes paths in a playlist relative to its folder."""


class ExportDialog(QDialog):
    """Accepted when something should be written; the file name is asked next. GUI thread only."""

    def __init__(self, selected: int, listed: int, form: ListFormat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("ExportDialog", "Export list"))
        self.scope = scope_box(selected, listed, self)
        self.form = QComboBox(self)
        self.form.addItem(translate("ExportDialog", "Table (CSV)"), ListFormat.CSV)
        self.form.addItem(translate("ExportDialog", "Playlist (M3U8)"), ListFormat.M3U8)
        self.form.setCurrentIndex(self.form.findData(form))
        self.form.setAccessibleName(translate("ExportDialog", "Format"))
        self.mark = QCheckBox(translate("ExportDialog", "For Excel (marks the file as UTF-8)"), self)
        self.fields = QCheckBox(translate("ExportDialog", "A column for every text in the files"), self)
        self.formulas = QCheckBox(translate("ExportDialog", "Texts that begin with = + - @ unchanged"), self)
        self.formulas.setToolTip(
            translate(
                "ExportDialog",
                "Spreadsheets treat such texts as formulas. When this is off, an apostrophe in front prevents it.",
            )
        )
        self.relative = QCheckBox(translate("ExportDialog", "Paths relative to the playlist"), self)
        self.about = text_label("", self, "soft", wraps=True)
        self.buttons = Buttons(self.reject, self, chief=translate("ExportDialog", "Choose file…"))
        self.agree = self.buttons.first
        self.agree.setAccessibleName(translate("ExportDialog", "Choose file"))
        self.buttons.accepted.connect(self.accept)
        self.form.currentIndexChanged.connect(self._form_changed)
        rows = QFormLayout()
        rows.addRow(translate("ExportDialog", "Sounds"), self.scope)
        rows.addRow(translate("ExportDialog", "Format"), self.form)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addLayout(rows)
        for widget in (self.mark, self.fields, self.formulas, self.relative, self.about, self.buttons):
            column.addWidget(widget)
        self.setMinimumWidth(420)
        self._form_changed()

    @property
    def choice(self) -> ExportChoice:
        return ExportChoice(
            ListFormat(self.form.currentData()),
            bool(self.scope.currentData()),
            self.mark.isChecked(),
            self.fields.isChecked(),
            self.formulas.isChecked(),
            self.relative.isChecked(),
        )

    def _form_changed(self) -> None:
        is_table = self.choice.form is ListFormat.CSV
        self.mark.setVisible(is_table)
        self.fields.setVisible(is_table)
        self.formulas.setVisible(is_table)
        self.relative.setVisible(not is_table)
        self.about.setText(
            translate("ExportDialog", "One row per sound, with everything Earshot knows about it, in list order.")
            if is_table
            else translate("ExportDialog", "Opens in players and file managers, with lengths and titles.")
        )


def scope_box(selected: int, listed: int, parent: QWidget) -> QComboBox:
    """Box with the selected rows and the whole list; its data is True for the selection."""
    box = QComboBox(parent)
    box.setAccessibleName(translate("ExportDialog", "Which sounds"))
    if selected:
        box.addItem(translate("ExportDialog", "Selected (%1)", number(selected)), True)
    box.addItem(translate("ExportDialog", "The whole list (%1)", number(listed)), False)
    box.setCurrentIndex(0 if selected > 1 or not listed else box.count() - 1)
    return box
