"""About Earshot: version, build, licence, model pack and components; and the way to the licences of all of them."""

import platform
from importlib import metadata
from pathlib import Path

from PySide6.QtCore import Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from engine.base.build_record import build

_WIDTH_PX = 560
_BUILT_OF = (
    "PySide6-Essentials",
    "onnxruntime",
    "onnxruntime-gpu",
    "onnxruntime-directml",
    "faiss-cpu",
    "apsw",
    "numpy",
)


class About(QDialog):
    """Facts about this installation, to be copied into a report. GUI thread only."""

    licences_wanted = Signal()

    def __init__(self, pack: str, library: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("About", "About Earshot"))
        self.facts = {
            translate("About", "Version"): _version("earshot"),
            translate("About", "Build"): build().id or translate("About", "none recorded"),
            translate("About", "Licence"): translate("About", "GNU General Public License, version 3 or later"),
            translate("About", "Model pack"): pack or translate("About", "none yet"),
            translate("About", "Library"): str(library),
            translate("About", "System"): f"{platform.platform()}, Qt {qVersion()}",
            translate("About", "Components"): ", ".join(
                f"{name} {version}" for name in _BUILT_OF if (version := _version(name))
            ),
        }
        picture = QLabel(self)
        picture.setPixmap(resources.pixmap("earshot", theme.accent, 72, self.devicePixelRatioF()))
        picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        name = text_label("Earshot", self, "emptyTitle")
        name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        claim = text_label(
            translate("About", "Describe a sound and find it: on this computer, in your own files."), self, "soft"
        )
        claim.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setColumnStretch(1, 1)
        for row, (title, fact) in enumerate(self.facts.items()):
            label, value = QLabel(title, self), QLabel(fact, self)
            label.setObjectName("soft")
            value.setWordWrap(True)
            value.setTextFormat(Qt.TextFormat.PlainText)
            value.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            value.setAccessibleName(f"{title}: {fact}")
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, row, 1)
        buttons = Buttons(self.reject, self)
        self.copy_button = buttons.add(translate("About", "Copy"), self._copy)
        self.copy_button.setToolTip(translate("About", "Copies these details for a bug report."))
        self.licences_button = buttons.add(translate("About", "Licences…"), self.licences_wanted.emit)
        self.licences_button.setToolTip(translate("About", "What everything inside is, and under which licence"))
        vbox(picture, name, claim, 8, grid, buttons, parent=self, margins=(28, 26, 28, 18), spacing=12)
        self.setMinimumWidth(_WIDTH_PX)
        take_room(self, _WIDTH_PX, self.heightForWidth(_WIDTH_PX))  # Qt's own size counts a line for each fact
        buttons.leave.setFocus()  # otherwise Copy has the focus and the accent colour

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(f"{title}: {fact}" for title, fact in self.facts.items()))


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
