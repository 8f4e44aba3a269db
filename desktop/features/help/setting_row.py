"""A row of the preferences: a setting's name, a control for its type, and its explanation."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from desktop.base.preference import Preference
from desktop.base.translation import Phrase, translate
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label

_CONTEXT = "Settings"
"""Translation context for texts of `Preference`."""


def of_settings(text: str) -> str:
    """Translates a text of a setting."""
    return str(Phrase(_CONTEXT, text))


class SettingRow(QWidget):
    """Row of one setting. GUI thread only."""

    changed = Signal(str, object)
    """Name of the setting, and the new value from the user."""

    def __init__(self, name: str, how: Preference, value: object, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.how = name, how
        self._is_showing = False
        title, explanation = of_settings(how.title), of_settings(how.explanation)
        self.words = f"{title} {explanation}"
        self.control = self._control(title, value)
        self.control.setAccessibleName(title)
        self.control.setAccessibleDescription(explanation)
        late = " " + translate("SettingRow", "Takes effect at the next start.") if how.is_late else ""
        text = text_label(explanation + late, self, "soft", wraps=True, is_plain=True)
        layout = vbox(parent=self, margins=0, spacing=3)
        if isinstance(self.control, QCheckBox):
            layout.addWidget(self.control)
        else:
            label = text_label(title, self, "settingTitle")
            label.setBuddy(self.control)
            line = hbox((label, 1), self.control)
            if how.is_folder:
                choose = push_button(translate("SettingRow", "Choose…"), self._choose_folder, self)
                choose.setAccessibleName(translate("SettingRow", "Choose: %1", title))
                line.addWidget(choose)
            layout.addLayout(line)
        layout.addWidget(text)
        self.show_value(value)

    def show_value(self, value: object) -> None:
        """Shows a value without emitting `changed`."""
        self._is_showing = True
        try:
            match self.control:
                case QCheckBox() as box:
                    box.setChecked(bool(value))
                case QComboBox() as box:
                    box.setCurrentIndex([choice for choice, _ in self.how.choices].index(value))
                case QSpinBox() as number:
                    number.setValue(int(value))  # type: ignore[call-overload]
                case QDoubleSpinBox() as number:
                    number.setValue(float(value))  # type: ignore[arg-type]
                case QLineEdit() as line if line.text() != value:
                    line.setText(str(value))
        finally:
            self._is_showing = False

    def _tell(self, value: object) -> None:
        if not self._is_showing:
            self.changed.emit(self.name, value)

    def _choose_folder(self) -> None:
        assert isinstance(self.control, QLineEdit)
        chosen = QFileDialog.getExistingDirectory(self, of_settings(self.how.title), self.control.text())
        if chosen:
            self._tell(chosen)

    def _control(self, title: str, value: object) -> QWidget:
        """Creates the control for a value of this type."""
        if isinstance(value, bool):
            box = QCheckBox(title, self)
            box.toggled.connect(self._tell)
            return box
        if self.how.choices:
            choices = QComboBox(self)
            for _, text in self.how.choices:
                choices.addItem(of_settings(text))
            choices.currentIndexChanged.connect(lambda at: self._tell(self.how.choices[at][0]))
            choices.setMinimumWidth(190)
            return choices
        if isinstance(value, int | float):
            return self._number(value)
        line = QLineEdit(str(value), self)
        line.setMinimumWidth(190 if self.how.is_folder else 260)  # leaves room for the button beside it
        line.editingFinished.connect(lambda: self._tell(line.text()))
        return line

    def _number(self, value: float) -> QAbstractSpinBox:
        number: QSpinBox | QDoubleSpinBox
        if isinstance(value, int):
            number = QSpinBox(self)
            number.setRange(int(self.how.low or 0), int(99_999 if self.how.high is None else self.how.high))
            number.setSingleStep(int(self.how.step))
        else:
            number = QDoubleSpinBox(self)
            number.setRange(self.how.low or 0.0, 99_999.0 if self.how.high is None else self.how.high)
            number.setSingleStep(self.how.step)
            number.setDecimals(2 if self.how.step < 0.1 else 1)
        if self.how.unit:
            number.setSuffix(f" {of_settings(self.how.unit)}")
        number.setKeyboardTracking(False)
        number.setMinimumWidth(110)
        number.valueChanged.connect(self._tell)
        return number
