"""Form for a batch rule: kind of change, field, and the inputs of that kind."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QWidget,
)

from desktop.base.translation import Phrase, phrase, translate
from desktop.features.metadata_edits.field_names import FIELD_NAMES
from desktop.widgets.boxes import hbox
from desktop.widgets.buttons import push_button
from engine.audio.fields import AnyField, CustomField, Field
from engine.features.metadata_edits.batch_rules import TOKENS, BatchKind, BatchRule, LetterCase
from engine.features.metadata_edits.batch_table import NO_TABLE, BatchTable

_KINDS: dict[BatchKind, Phrase] = {
    BatchKind.REPLACE: phrase("BatchForm", "Find and replace"),
    BatchKind.FILL: phrase("BatchForm", "Set the text"),
    BatchKind.APPEND: phrase("BatchForm", "Append"),
    BatchKind.PREPEND: phrase("BatchForm", "Prepend"),
    BatchKind.CASE: phrase("BatchForm", "Change case"),
    BatchKind.FROM_NAME: phrase("BatchForm", "Read from the file name"),
    BatchKind.FROM_TABLE: phrase("BatchForm", "Read from a table (CSV)"),
}
_CASES: dict[LetterCase, Phrase] = {
    LetterCase.TITLE: phrase("BatchForm", "Title Case"),
    LetterCase.SENTENCE: phrase("BatchForm", "Sentence case"),
    LetterCase.LOWER: phrase("BatchForm", "lower case"),
    LetterCase.UPPER: phrase("BatchForm", "UPPER CASE"),
}
_WITH_TEXT = (BatchKind.FILL, BatchKind.APPEND, BatchKind.PREPEND)
_LARGEST = 999_999


_PATTERN = "{scene}_{take}_{}"
"""Example of a pattern; tokens are the same in every language."""


class BatchForm(QWidget):
    """Form of a batch rule. GUI thread only."""

    changed = Signal()
    table_wanted = Signal()

    def __init__(self, custom: Sequence[CustomField] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = NO_TABLE
        self._fields: dict[str, AnyField] = {field.value: field for field in (*Field, *custom)}
        own = {field.value: field.name for field in custom}
        fields = {known.value: str(name) for known, name in FIELD_NAMES.items()} | own
        self.kind, self.field, self.case = QComboBox(self), QComboBox(self), QComboBox(self)
        for box, names in ((self.kind, _KINDS), (self.field, fields), (self.case, _CASES)):
            for value, name in names.items():
                box.addItem(str(name), value)
            box.currentIndexChanged.connect(self._change)
        self.text, self.wanted, self.other, self.pattern = (QLineEdit(self) for _ in range(4))
        for line in (self.text, self.wanted, self.other, self.pattern):
            line.textEdited.connect(self._change)
        self.pattern.setPlaceholderText(_PATTERN)
        self.is_exact = QCheckBox(translate("BatchForm", "Match case"), self)
        self.is_exact.toggled.connect(self._change)
        self.first = QSpinBox(self)
        self.first.setRange(0, _LARGEST)
        self.first.setValue(1)
        self.first.valueChanged.connect(self._change)
        self.table_name = QLabel(translate("BatchForm", "No table chosen"), self)
        self.table_button = push_button(translate("BatchForm", "Choose…"), self.table_wanted, self)
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._rows: dict[str, QWidget] = {}
        self._add("kind", translate("BatchForm", "Change"), self.kind)
        self._add("field", translate("BatchForm", "Field"), self.field)
        self._add("find", translate("BatchForm", "Find"), self.wanted, self.is_exact)
        self._add("other", translate("BatchForm", "Replace with"), self.other)
        self._add("text", translate("BatchForm", "Text"), self.text, self._tokens(self.text, [*TOKENS, *own]))
        self._add("first", translate("BatchForm", "First number"), self.first)
        self._add("case", translate("BatchForm", "Letters"), self.case)
        self._add("pattern", translate("BatchForm", "Pattern"), self.pattern, self._tokens(self.pattern, ["", *fields]))
        self._add("table", translate("BatchForm", "Table"), self.table_name, self.table_button)
        self.setFocusProxy(self.kind)
        self._change()

    @property
    def rule(self) -> BatchRule:
        kind = BatchKind(self.kind.currentData())
        text = self.wanted if kind is BatchKind.REPLACE else self.pattern if kind is BatchKind.FROM_NAME else self.text
        return BatchRule(
            kind,
            self._fields[self.field.currentData()],
            text.text(),
            self.other.text(),
            self.is_exact.isChecked(),
            LetterCase(self.case.currentData()),
            self.first.value(),
            self._table,
        )

    @property
    def is_ready(self) -> bool:
        """Whether the rule is complete enough for a preview: an untouched *Set the text* would empty a field."""
        rule = self.rule
        if rule.kind is BatchKind.FROM_TABLE:
            return rule.table is not NO_TABLE
        return (
            rule.kind is BatchKind.CASE or bool(rule.text) or (rule.kind is BatchKind.FILL and self.text.isModified())
        )

    def show_table(self, table: BatchTable, name: str) -> None:
        """Uses a table that was read."""
        self._table = table
        self.table_name.setText(translate("BatchForm", "%1: %n file(s)", name, n=len(table)))
        self.changed.emit()

    def _add(self, row: str, name: str, part: QWidget, *beside: QWidget) -> None:
        part.setAccessibleName(name)
        if isinstance(part, QLineEdit):
            part.setObjectName("metadataField")
        whole = QWidget(self)
        layout = hbox((part, 1), parent=whole, margins=0)
        if isinstance(part, (QComboBox, QSpinBox)):
            part.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            layout.addStretch(1)
        for other in beside:
            layout.addWidget(other)
        label = QLabel(name, self)
        label.setBuddy(part)
        self._form.addRow(label, whole)
        self._rows[row] = whole

    def _tokens(self, line: QLineEdit, tokens: list[str]) -> QToolButton:
        """Creates a button whose menu inserts a token at the cursor of a line."""
        button = QToolButton(self)
        button.setText(translate("BatchForm", "Insert"))
        button.setToolTip(
            translate("BatchForm", "Inserts a placeholder for part of the file name, a number or a field")
        )
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        for token in tokens:
            menu.addAction(f"{{{token}}}", partial(self._insert, line, f"{{{token}}}"))
        button.setMenu(menu)
        return button

    def _insert(self, line: QLineEdit, token: str) -> None:
        line.insert(token)
        line.setFocus()
        self._change()

    def _change(self, *_: object) -> None:
        kind = BatchKind(self.kind.currentData())
        shown = {
            "field": kind not in (BatchKind.FROM_NAME, BatchKind.FROM_TABLE),
            "find": kind is BatchKind.REPLACE,
            "other": kind is BatchKind.REPLACE,
            "text": kind in _WITH_TEXT,
            "first": kind in _WITH_TEXT and "{number" in self.text.text().lower(),
            "case": kind is BatchKind.CASE,
            "pattern": kind is BatchKind.FROM_NAME,
            "table": kind is BatchKind.FROM_TABLE,
        }
        for row, is_shown in shown.items():
            self._form.setRowVisible(self._rows[row], is_shown)
        self.changed.emit()
