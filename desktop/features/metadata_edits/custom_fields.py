"""User-defined metadata fields: a dialog to add and remove them, and updates of the window."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QWidget,
)

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.results.columns import CUSTOM
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import Buttons, on_return, push_button
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from engine.audio.fields import CustomField
from engine.base.errors import EngineError, QueryError
from engine.library.library import Library


class CustomFieldsDialog(QDialog):
    """Lists the fields and requests changes by signals. GUI thread only."""

    add_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("CustomFieldsDialog", "Custom fields"))
        take_room(self, 460, 400)
        note = text_label(
            translate(
                "CustomFieldsDialog",
                "Fields of your own, such as Show or Perspective: columns of the list, inputs in Details, and "
                "field:show=… in the search. What you write is kept in the file: in iXML under USER, or as a tag.",
            ),
            self,
            "soft",
            wraps=True,
        )
        self.list = QListWidget(self)
        self.list.setObjectName("choices")
        self.list.setAccessibleName(translate("CustomFieldsDialog", "Fields"))
        self.name = QComboBox(self)
        self.name.setEditable(True)
        self.name.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.name.setAccessibleName(translate("CustomFieldsDialog", "Name of a new field"))
        for inner in self.name.findChildren(QLineEdit):  # the inner field has the focus
            inner.setAccessibleName(self.name.accessibleName())
        self.name.setToolTip(translate("CustomFieldsDialog", "The list has fields that your files have already"))
        line = self.name.lineEdit()
        assert line is not None
        line.setPlaceholderText(translate("CustomFieldsDialog", "Name of a new field"))
        self.add_button = push_button(translate("CustomFieldsDialog", "Add field"), self._add, self)
        self.add_button.setEnabled(False)
        line.textChanged.connect(lambda text: self.add_button.setEnabled(bool(text.strip())))
        on_return(line, self.add_button.click)
        self.fault = text_label("", self, "danger", wraps=True)
        self.fault.hide()
        buttons = Buttons(self.reject, self)
        self.remove_button = buttons.add(translate("CustomFieldsDialog", "Remove field"), self._remove)
        self.remove_button.setToolTip(
            translate("CustomFieldsDialog", "Takes the column and the input away; what files say in it stays")
        )
        self.remove_button.setEnabled(False)
        self.list.currentRowChanged.connect(lambda row: self.remove_button.setEnabled(row >= 0))
        row = hbox((self.name, 1), self.add_button)
        vbox(note, (self.list, 1), row, self.fault, buttons, parent=self, margins=(16, 16, 16, 14), spacing=12)
        self.name.setFocus()

    def show_fields(self, fields: Sequence[CustomField], in_files: Sequence[str]) -> None:
        """Lists the fields and offers those found in files; keeps unsent text."""
        self.list.clear()
        self.list.addItems([field.name for field in fields])
        typed, known = self.name.currentText(), {field.key for field in fields}
        self.name.clear()
        offered = [key.replace("_", " ").capitalize() for key in in_files if key not in known]
        self.name.addItems(offered or [translate("CustomFieldsDialog", "No other fields in your files")])
        model = self.name.model()
        if not offered and isinstance(model, QStandardItemModel):  # a message that cannot be chosen
            model.item(0).setEnabled(False)
        self.name.setEditText(typed)
        self.fault.hide()

    def added(self) -> None:
        """Prepares the input for the next name."""
        self.name.setEditText("")
        self.name.setFocus()

    def show_fault(self, text: str) -> None:
        self.fault.setText(text)
        self.fault.show()

    def _add(self) -> None:
        self.add_wanted.emit(self.name.currentText())

    def _remove(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.remove_wanted.emit(item.text())


class CustomFields(QObject):
    """Connects the library's list of fields to columns, Details and the dialog. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        commands: ports.Commands,
        search: ports.SearchThread,
        results: ports.ResultsView,
        describing: MetadataEditor,
    ) -> None:
        super().__init__()
        self._window, self._search, self._results, self._describing = window, search, results, describing
        self._names: tuple[str, ...] = ()
        self._in_files: tuple[str, ...] = ()
        self.dialog: CustomFieldsDialog | None = None
        commands.add(
            "metadata.fields",
            translate("CustomFields", "Custom fields…"),
            self.show,
            menu="Library",
            group=6,
            tip=translate("CustomFields", "Fields of your own: columns, inputs and filters"),
        )
        results.columns.fields_wanted.connect(self.show)
        search.opened.connect(self._read)

    def show(self) -> None:
        if self.dialog is None:
            self.dialog = CustomFieldsDialog(self._window)
            self.dialog.add_wanted.connect(self._add)
            self.dialog.remove_wanted.connect(self._remove)
        self.dialog.show_fields(self._fields, self._in_files)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self._read()

    @property
    def _fields(self) -> tuple[CustomField, ...]:
        return tuple(CustomField.named(name) for name in self._names if name)

    def _add(self, typed: str) -> None:
        try:
            name = CustomField.named(typed).name
        except QueryError as err:
            self._failed(err)
            return

        def add(library: Library) -> None:
            library.keeping.add_field(name)

        self._search.ask(add, lambda done: self._added(), failed=self._failed)

    def _remove(self, name: str) -> None:
        self._search.ask(lambda library: library.keeping.remove_field(name), lambda done: self._read())

    def _added(self) -> None:
        if self.dialog is not None:
            self.dialog.added()
        self._read()

    def _failed(self, err: EngineError) -> None:
        if self.dialog is not None:
            self.dialog.show_fault(engine_words.in_full(err))

    def _read(self) -> None:
        self._search.ask(_fields_of, self._take)

    def _take(self, found: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        is_other = found[0] != self._names
        self._names, self._in_files = found
        if is_other:
            shown = {column: CustomField.named(name) for column, name in zip(CUSTOM, self._names, strict=False) if name}
            self._results.rows.set_custom_fields(shown)
            self._results.columns.set_custom_fields({column: field.name for column, field in shown.items()})
            self._describing.set_custom_fields(self._fields)
        if self.dialog is not None:
            self.dialog.show_fields(self._fields, self._in_files)


def _fields_of(library: Library) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return library.keeping.own_fields(), library.keeping.fields_in_files()
