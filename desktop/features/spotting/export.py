"""Dialog that exports the picks of a spotting list: copies named by their cues, a table, or a timeline."""

from enum import StrEnum
from pathlib import Path

from msgspec import Struct
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QWidget,
)

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.folder_field import FolderField
from desktop.widgets.labels import text_label
from engine.audio.region_names import plain_name
from engine.base.clocks import FrameClock
from engine.base.errors import CueError
from engine.features.spotting.picks import NAME_PATTERN, TOKENS, PickedSound, digits_of, file_stem


class PickForm(StrEnum):
    """Form of exported picks."""

    COPIES = "copies"
    TABLE = "csv"
    TIMELINE = "otio"


class PickChoice(Struct, frozen=True):
    """Settings of an export."""

    form: PickForm
    path: Path
    """The folder of copies; else the file."""
    is_whole: bool
    """Exports whole sounds instead of their moments."""
    pattern: str
    as_wav: bool
    """Converts copies to WAV."""


class PickExportDialog(QDialog):
    """Accepted when writing should start. GUI thread only.

    Args:
        picked: the picks; the first one serves for the name preview.
        clock: frame clock of the list.
        title: title of the list, used in file names.
        folder: target of the last copies; empty for none.
        has_timelines: whether this installation can write timelines.
    """

    def __init__(
        self,
        picked: list[PickedSound],
        clock: FrameClock,
        title: str,
        folder: str,
        *,
        has_timelines: bool,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self._first, self._clock, self._title = picked[0], clock, title or "spotting"
        self._digits = digits_of(picked)
        self.setWindowTitle(translate("PickExportDialog", "Export what was picked"))
        self.form = QComboBox(self)
        self.form.setAccessibleName(translate("PickExportDialog", "What to write"))
        self.form.addItem(translate("PickExportDialog", "Copies, named by their cues"), PickForm.COPIES)
        self.form.addItem(translate("PickExportDialog", "Table (CSV)"), PickForm.TABLE)
        if has_timelines:
            self.form.addItem(translate("PickExportDialog", "Timeline (OpenTimelineIO)"), PickForm.TIMELINE)
        self.folder = FolderField(translate("PickExportDialog", "Folder"), folder, self)
        self.pattern = QLineEdit(NAME_PATTERN, self)
        self.pattern.setAccessibleName(translate("PickExportDialog", "Names"))
        self.pattern.setToolTip(" ".join(f"{{{token}}}" for token in TOKENS))
        self.whole = QCheckBox(translate("PickExportDialog", "Whole sounds, and not only their moments"), self)
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(translate("PickExportDialog", "Format"))
        self.kind.addItem(translate("PickExportDialog", "WAV"), True)
        self.kind.addItem(translate("PickExportDialog", "As the sound has it; moments as WAV"), False)
        self.example = text_label("", self, "soft", wraps=True)
        self.buttons = Buttons(self.reject, self, chief=translate("PickExportDialog", "Export"))
        self.agree = self.buttons.first
        self.agree.setAccessibleName(self.windowTitle())
        self.buttons.accepted.connect(self.accept)
        self.rows = QFormLayout()
        self.rows.addRow(translate("PickExportDialog", "Write"), self.form)
        self.rows.addRow(translate("PickExportDialog", "To"), self.folder.row)
        self.rows.addRow(translate("PickExportDialog", "Names"), self.pattern)
        self.rows.addRow(translate("PickExportDialog", "Format"), self.kind)
        vbox(self.rows, self.whole, self.example, self.buttons, parent=self, margins=(20, 18, 20, 16), spacing=10)
        self.setMinimumWidth(540)
        self.form.currentIndexChanged.connect(self._update)
        for field in (self.folder, self.pattern):
            field.textChanged.connect(self._update)
        self._update()

    @property
    def choice(self) -> PickChoice:
        form, folder = PickForm(self.form.currentData()), self.folder.path
        path = folder if form is PickForm.COPIES else folder / f"{plain_name(self._title)}.{form.value}"
        pattern = self.pattern.text().strip() or NAME_PATTERN
        return PickChoice(form, path, self.whole.isChecked(), pattern, bool(self.kind.currentData()))

    def _update(self) -> None:
        choice = self.choice
        is_copies = choice.form is PickForm.COPIES
        for row in (self.pattern, self.kind):
            self.rows.setRowVisible(row, is_copies)
        said, is_right = str(choice.path), True
        if is_copies:
            try:
                name = file_stem(choice.pattern, self._first, self._clock, self._digits)
                said = translate("PickExportDialog", "The first: %1", name)
            except CueError as err:
                said, is_right = engine_words.in_full(err), False
        has_folder = not self.folder.is_empty
        self.example.setText(said if has_folder or is_copies else "")
        self.agree.setEnabled(has_folder and is_right)
