"""A field for a target folder, with a button that browses for it."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from desktop.base.translation import translate
from desktop.widgets.boxes import hbox
from desktop.widgets.buttons import push_button


class FolderField(QLineEdit):
    """Put `row` into a layout. GUI thread only.

    Args:
        name: accessible name, and title of the folder dialog.
        folder: the first folder; empty for none.
    """

    def __init__(self, name: str, folder: str, parent: QWidget) -> None:
        super().__init__(folder, parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(translate("FolderField", "Folder of the project"))
        self.browse = push_button(translate("FolderField", "Browse…"), self._browse, parent)
        """The field and its button."""
        self.row = hbox((self, 1), self.browse)

    @property
    def is_empty(self) -> bool:
        return not self.text().strip()

    @property
    def path(self) -> Path:
        return Path(self.text().strip()).expanduser()

    def _browse(self) -> None:
        start = self.text().strip() or str(Path.home())
        if chosen := QFileDialog.getExistingDirectory(self.parentWidget(), self.accessibleName(), start):
            self.setText(chosen)
