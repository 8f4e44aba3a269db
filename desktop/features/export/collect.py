"""Dialog of *Copy to project*: which sounds, where to, and whether to write credits."""

from pathlib import Path

from msgspec import Struct
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QWidget,
)

from desktop.base.translation import translate
from desktop.features.export.lists import scope_box
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.folder_field import FolderField
from desktop.widgets.labels import text_label
from engine.transfer.credits import CreditsFormat


class CollectChoice(Struct, frozen=True):
    """Settings of a copy."""

    folder: Path
    is_selection: bool
    """The selected rows, not the whole list."""
    is_moments: bool
    """Only the best moment of each selected sound."""
    credits: CreditsFormat | None


class CollectDialog(QDialog):
    """Accepted when copying should start. GUI thread only.

    Args:
        selected: number of selected rows.
        listed: number of rows in the list.
        has_moments: whether the selected rows have moments that match a query.
        folder: target of the last copies; empty for none.
        profile: name of the transfer profile in use; empty for none.
    """

    def __init__(
        self,
        selected: int,
        listed: int,
        *,
        has_moments: bool,
        folder: str,
        profile: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("CollectDialog", "Copy to project"))
        self.scope = scope_box(selected, listed, self)
        if selected:
            self.scope.setCurrentIndex(0)
        self.folder = FolderField(translate("CollectDialog", "Project folder"), folder, self)
        self.folder.textChanged.connect(self._update)
        self.moments = QCheckBox(translate("CollectDialog", "Only the best moment of each sound"), self)
        self._has_moments = has_moments
        self.credits = QComboBox(self)
        self.credits.setAccessibleName(translate("CollectDialog", "Credits file"))
        self.credits.addItem(translate("CollectDialog", "Text (credits.txt)"), CreditsFormat.TEXT)
        self.credits.addItem(translate("CollectDialog", "Table (credits.csv)"), CreditsFormat.CSV)
        self.credits.addItem(translate("CollectDialog", "None"), None)
        about = text_label(
            translate(
                "CollectDialog",
                "Each copy is checked against its original. Nothing is overwritten: a name that exists "
                "gets a number. The credits list the author and licence of each sound, where the file "
                "states them.",
            ),
            self,
            "soft",
            wraps=True,
        )
        self.buttons = Buttons(self.reject, self, chief=translate("CollectDialog", "Copy"))
        self.agree = self.buttons.first
        self.agree.setAccessibleName(self.windowTitle())
        self.buttons.accepted.connect(self.accept)
        self.scope.currentIndexChanged.connect(self._update)
        rows = QFormLayout()
        rows.addRow(translate("CollectDialog", "Sounds"), self.scope)
        rows.addRow(translate("CollectDialog", "To"), self.folder.row)
        rows.addRow(translate("CollectDialog", "Credits"), self.credits)
        if profile:
            named = text_label(profile, self, is_plain=True)
            named.setToolTip(translate("CollectDialog", "Choose another in the deck, or with its key."))
            rows.addRow(translate("CollectDialog", "Transfer profile"), named)
        vbox(rows, self.moments, about, self.buttons, parent=self, margins=(20, 18, 20, 16), spacing=10)
        self.setMinimumWidth(520)
        self._update()

    @property
    def choice(self) -> CollectChoice:
        form = self.credits.currentData()
        is_selection = bool(self.scope.currentData())
        return CollectChoice(
            self.folder.path,
            is_selection,
            self.moments.isChecked() and is_selection and self._has_moments,
            None if form is None else CreditsFormat(form),
        )

    def _update(self) -> None:
        self.agree.setEnabled(not self.folder.is_empty)
        self.moments.setVisible(self._has_moments and bool(self.scope.currentData()))
