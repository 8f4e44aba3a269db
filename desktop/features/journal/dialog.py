"""Dialog of *Export again*: by which transfer profile, and into which folder."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtWidgets import QDialog, QFormLayout, QWidget

from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.folder_field import FolderField
from desktop.widgets.labels import text_label
from desktop.widgets.profile_box import ProfileBox
from engine.transfer.profile import Profile


class RepeatChoice(Struct, frozen=True):
    """How to export again."""

    profile: Profile
    folder: Path


class RepeatDialog(QDialog):
    """Accepted when exporting should start. GUI thread only.

    Args:
        count: number of selected entries.
        profiles: all known profiles.
        chosen: the profile in use.
        folder: target of the last copies; empty for none.
    """

    def __init__(
        self, count: int, profiles: Sequence[Profile], chosen: Profile, folder: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("RepeatDialog", "Export again"))
        self.profile = ProfileBox(profiles, chosen, self)
        self.folder = FolderField(translate("RepeatDialog", "Project folder"), folder, self)
        self.folder.textChanged.connect(self._update)
        said = translate(
            "RepeatDialog",
            "%n part(s) to export again, each with its effects, from the sounds as they are now.",
            n=count,
        )
        more = translate(
            "RepeatDialog",
            "The earlier files stay as they are. A credits file lists the author and licence of each sound.",
        )
        about = text_label(f"{said} {more}", self, "soft", wraps=True)
        self.buttons = Buttons(self.reject, self, chief=translate("RepeatDialog", "Export"))
        self.agree = self.buttons.first
        self.agree.setAccessibleName(self.windowTitle())
        self.buttons.accepted.connect(self.accept)
        rows = QFormLayout()
        rows.addRow(translate("RepeatDialog", "Transfer profile"), self.profile)
        rows.addRow(translate("RepeatDialog", "To"), self.folder.row)
        vbox(rows, about, self.buttons, parent=self, margins=(20, 18, 20, 16), spacing=12)
        self.setMinimumWidth(520)
        self._update()

    @property
    def choice(self) -> RepeatChoice:
        return RepeatChoice(self.profile.profile, self.folder.path)

    def _update(self) -> None:
        self.agree.setEnabled(not self.folder.is_empty)
