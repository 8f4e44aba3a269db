"""Shows a report before it is copied."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QPlainTextEdit, QWidget

from desktop.base.translation import translate
from desktop.features.diagnostics.report import DiagnosticsReport
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.read_only import set_read_only


class DiagnosticsDialog(QDialog):
    """Copies a report to the clipboard. GUI thread only."""

    copied = Signal()

    def __init__(self, report: DiagnosticsReport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report = report
        self.setWindowTitle(translate("Diagnostics", "Copy diagnostics"))
        take_room(self, 860, 560)
        note = text_label(
            translate(
                "Diagnostics",
                "For a report of a fault. Nothing is sent: Copy puts this text on the clipboard.",
            ),
            self,
            "soft",
            wraps=True,
        )
        self.preview = QPlainTextEdit(self)
        self.preview.setAccessibleName(translate("Diagnostics", "Text of the report"))
        set_read_only(self.preview, True)
        self.names = QCheckBox(translate("Diagnostics", "With names of files, folders and searches"), self)
        self.names.setToolTip(
            translate("Diagnostics", "Helps to find faults with certain files. Look through it first.")
        )
        self.names.toggled.connect(self._show)
        buttons = Buttons(self.reject, self, chief=translate("Diagnostics", "Copy"))
        assert buttons.chief is not None
        self.copy_button = buttons.chief
        self.copy_button.clicked.connect(self._copy)
        vbox(note, (self.preview, 1), self.names, buttons, parent=self, margins=(16, 16, 16, 14), spacing=12)
        self._show()

    def _show(self) -> None:
        self.preview.setPlainText(self._report.text(with_names=self.names.isChecked()))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.preview.toPlainText())
        self.copied.emit()
        self.accept()
