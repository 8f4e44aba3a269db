"""About, *Licences…*: everything inside by name, with version and licence, narrowed as you type; its text beside."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QPlainTextEdit, QSplitter, QTreeWidget, QTreeWidgetItem, QWidget

from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.read_only import set_read_only
from desktop.work.jobs import Jobs
from engine.base.licences import PartLicence, part_licences

_COLUMNS_PX = (150, 96)
_LIST_PX, _TEXT_PX = 430, 620


class LicencesDialog(QDialog):
    """Reads the list in a job. GUI thread only."""

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._parts: tuple[PartLicence, ...] = ()
        self.setWindowTitle(translate("LicencesDialog", "Licences"))
        take_room(self, 1090, 620)
        self.field = QLineEdit(self)
        self.field.setClearButtonEnabled(True)
        self.field.setPlaceholderText(translate("LicencesDialog", "Name or licence"))
        self.field.setAccessibleName(translate("LicencesDialog", "Name or licence to look for"))
        self.field.textChanged.connect(self._narrow)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(translate("LicencesDialog", "Parts of Earshot"))
        self.list.setRootIsDecorated(False)
        self.list.setHeaderLabels(
            [
                translate("LicencesDialog", "Name"),
                translate("LicencesDialog", "Version"),
                translate("LicencesDialog", "Licence"),
            ]
        )
        for column, width_px in enumerate(_COLUMNS_PX):
            self.list.setColumnWidth(column, width_px)
        self.list.currentItemChanged.connect(lambda item, former: self._show_text(item))
        self.text = QPlainTextEdit(self)
        self.text.setAccessibleName(translate("LicencesDialog", "Text of the licence"))
        set_read_only(self.text, True)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self.list)
        split.addWidget(self.text)
        split.setSizes([_LIST_PX, _TEXT_PX])
        buttons = Buttons(self.reject, self)
        vbox(self.field, (split, 1), buttons, parent=self, margins=(16, 16, 16, 14), spacing=12)
        self.text.setPlainText(translate("LicencesDialog", "Reading…"))
        jobs.run(lambda cancel: part_licences(), self._fill)

    def _fill(self, parts: tuple[PartLicence, ...]) -> None:
        self._parts = parts
        for number, part in enumerate(parts):
            row = QTreeWidgetItem(self.list, [part.name, part.version, part.licence])
            row.setData(0, Qt.ItemDataRole.UserRole, number)
            row.setToolTip(2, part.licence)
        self._narrow(self.field.text())
        if (first := self.list.topLevelItem(0)) is not None:
            self.list.setCurrentItem(first)

    def _narrow(self, words: str) -> None:
        """Hides what has not all words in its name or licence."""
        wanted = words.casefold().split()
        for number, part in enumerate(self._parts):
            row = self.list.topLevelItem(number)
            has = f"{part.name} {part.licence}".casefold()
            if row is not None:
                row.setHidden(not all(word in has for word in wanted))

    def _show_text(self, item: QTreeWidgetItem | None) -> None:
        if item is None:
            return
        number: int = item.data(0, Qt.ItemDataRole.UserRole)
        part = self._parts[number]
        self._jobs.run(lambda cancel: part.text(), lambda text: self._put(number, text))

    def _put(self, number: int, text: str) -> None:
        """Shows a text if its row is still the current one."""
        item = self.list.currentItem()
        if item is not None and item.data(0, Qt.ItemDataRole.UserRole) == number:
            self.text.setPlainText(text or translate("LicencesDialog", "Its package brings no text."))
