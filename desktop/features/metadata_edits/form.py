"""Editable fields of the selected sounds. Edits become pending; this module writes nothing."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QWidget,
)

from desktop.base.translation import translate
from desktop.features.metadata_edits.field_names import FIELD_NAMES, FIELD_TIPS, name_of_field
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.labels import text_label
from desktop.widgets.read_only import set_read_only
from desktop.widgets.restyle import restyle
from desktop.widgets.ucs_field import UcsField
from engine.audio.custom_fields import element_of
from engine.audio.fields import AnyField, CustomField, Field

_HIGH_PX = 64
_NARROW_PX = 270
_LONG = (Field.DESCRIPTION,)


class EditForm(QWidget):
    """Shows values and reports edits. GUI thread only."""

    edited = Signal(object, str)
    """Field and new text, when the user leaves the field."""
    save_wanted = Signal()
    discard_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._shown: dict[AnyField, str | None] = {}
        self._has_fields, self._has_waiting = True, False
        self.inputs: dict[AnyField, QLineEdit | QPlainTextEdit] = {}
        form = self._form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(10)
        form.setVerticalSpacing(6)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        for field in FIELD_NAMES:
            self._add(field)
        self.waiting = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.waiting.setObjectName("soft")
        self.waiting.setFixedHeight(self.waiting.fontMetrics().height() + 2)  # constant: the buttons stay in place
        self.save_button = push_button(
            translate("EditForm", "Save…"),
            self.save_wanted,
            self,
            tip=translate("EditForm", "Shows every change, then writes it (Ctrl+S)"),
        )
        self.discard_button = push_button(
            translate("EditForm", "Discard"),
            self.discard_wanted,
            self,
            tip=translate("EditForm", "Discards all unsaved changes"),
        )
        buttons = hbox(STRETCH, self.discard_button, self.save_button, spacing=6)
        vbox(form, self.waiting, buttons, parent=self, margins=(12, 8, 12, 8), spacing=8)
        self.show_waiting(0)
        self.show_values({}, changed=frozenset(), is_editable=False)

    def set_custom_fields(self, fields: Sequence[CustomField]) -> None:
        """Replaces the inputs for user-defined fields, below the others."""
        for field in [one for one in self.inputs if isinstance(one, CustomField)]:
            self._form.removeRow(self.inputs.pop(field))
            self._shown.pop(field, None)
        above: QWidget = list(self.inputs.values())[-1]
        for field in fields:
            self._add(field)
            QWidget.setTabOrder(above, self.inputs[field])
            above = self.inputs[field]
            self._form.setRowVisible(self.inputs[field], self._has_fields)
            set_read_only(self.inputs[field], self.inputs[Field.TITLE].isReadOnly())

    def show_values(
        self,
        values: Mapping[AnyField, str | None],
        *,
        changed: frozenset[AnyField],
        is_editable: bool,
        is_same: bool = False,
    ) -> None:
        """Shows the fields of the selection.

        Args:
            values: text by field; None if the sounds differ.
            changed: fields with pending edits.
            is_editable: whether the selection can be edited.
            is_same: whether the selection is unchanged; then unsent text stays.
        """
        typed = {field for field in self.inputs if is_same and self._is_being_typed(field)}
        self._shown = {field: values.get(field, "") for field in self.inputs}
        for field, part in self.inputs.items():
            value = self._shown[field]
            set_read_only(part, not is_editable)
            part.setPlaceholderText(translate("EditForm", "multiple values") if value is None else "")
            if bool(part.property("changed")) != (field in changed):
                part.setProperty("changed", field in changed)
                restyle(part)
            if field in typed:
                continue
            if isinstance(part, UcsField):
                part.show_id(value or "")
            elif isinstance(part, QPlainTextEdit):
                if part.toPlainText() != (value or ""):
                    part.setPlainText(value or "")
            elif part.text() != (value or ""):
                part.setText(value or "")
                part.setCursorPosition(0)  # shows the start of a long text

    def empty(self) -> None:
        """Clears the texts; keeps the inputs enabled or not, to avoid flicker."""
        is_editable = not any(part.isReadOnly() for part in self.inputs.values())
        self.show_values({}, changed=frozenset(), is_editable=is_editable)

    def begin(self) -> None:
        """Focuses the title, with the cursor at its end."""
        title = self.inputs[Field.TITLE]
        title.setFocus()
        if isinstance(title, QLineEdit):
            title.end(False)

    def show_fields(self, is_shown: bool) -> None:
        """Shows or hides the fields; pending edits can be saved either way."""
        for part in self.inputs.values():
            self._form.setRowVisible(part, is_shown)
        self._has_fields = is_shown
        self._show_buttons()

    def _show_buttons(self) -> None:
        for part in (self.waiting, self.discard_button, self.save_button):
            part.setVisible(self._has_fields or self._has_waiting)

    def show_waiting(self, sounds: int) -> None:
        """Shows how many sounds have pending edits."""
        self.waiting.setText(translate("EditForm", "%n sound(s) with unsaved edits", n=sounds) if sounds else "")
        self.save_button.setEnabled(sounds > 0)
        self.discard_button.setEnabled(sounds > 0)
        self._has_waiting = sounds > 0
        self._show_buttons()

    def finish(self) -> None:
        """Commits unsent text, as leaving the field does."""
        for field in list(self.inputs):
            self._finish(field)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts the labels above the fields in a narrow column."""
        is_narrow = event.size().width() < _NARROW_PX
        policy = QFormLayout.RowWrapPolicy.WrapAllRows if is_narrow else QFormLayout.RowWrapPolicy.DontWrapRows
        if policy != self._form.rowWrapPolicy():
            self._form.setRowWrapPolicy(policy)
        super().resizeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Commits the multi-line field when it loses focus."""
        if event.type() == QEvent.Type.FocusOut and watched is self.inputs[Field.DESCRIPTION]:
            self._finish(Field.DESCRIPTION)
        return False

    def _add(self, field: AnyField) -> None:
        label = text_label(name_of_field(field), self, "faint")
        part = self.inputs[field] = self._input(field)
        label.setBuddy(part)
        self._form.addRow(label, part)

    def _input(self, field: AnyField) -> QLineEdit | QPlainTextEdit:
        part: QLineEdit | QPlainTextEdit
        if field is Field.UCS_ID:
            part = UcsField(self)
            part.chosen.connect(lambda cat_id: self._tell(Field.UCS_ID, cat_id))
        elif field in _LONG:
            part = QPlainTextEdit(self)
            part.setFixedHeight(_HIGH_PX)
            part.setTabChangesFocus(True)
            part.installEventFilter(self)
        else:
            part = QLineEdit(self)
            part.editingFinished.connect(lambda: self._finish(field))
        part.setObjectName("metadataField")
        part.setAccessibleName(name_of_field(field))
        if isinstance(field, Field):
            part.setToolTip(str(FIELD_TIPS[field]))
        else:
            tip = translate("EditForm", "Your own field; in iXML it is USER/%1", element_of(field.name or field.key))
            part.setToolTip(tip)
        return part

    def _is_being_typed(self, field: AnyField) -> bool:
        """Whether a field has focus and unsent text."""
        part = self.inputs[field]
        text = part.toPlainText() if isinstance(part, QPlainTextEdit) else part.text()
        return part.hasFocus() and text != (self._shown.get(field) or "")

    def _finish(self, field: AnyField) -> None:
        part = self.inputs[field]
        if isinstance(part, UcsField) or not part.isEnabled():
            return
        text = part.toPlainText() if isinstance(part, QPlainTextEdit) else part.text()
        if text != (self._shown.get(field) or ""):
            self._tell(field, text)

    def _tell(self, field: AnyField, text: str) -> None:
        self._shown[field] = text
        self.edited.emit(field, text)
