"""The dialog of published models: what each is, and its download or the folder that has its files.

It requests the work by signals; desktop/features/packs/feature.py does it.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from desktop.base.translation import number, translate
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.motion import show_busy
from engine.base.events import DownloadProgress
from engine.features.published_packs.table import PublishedModel

_MODEL_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_STEPS = 1000


class DownloadDialog(QDialog):
    """The published models. GUI thread only."""

    get_wanted = Signal(object, object)
    """A PublishedModel, and the Path of a folder with its files, or None to download them."""
    stop_wanted = Signal()

    def __init__(self, models: Sequence[PublishedModel], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("DownloadDialog", "Download a model"))
        take_room(self, 560, 420)
        self._is_busy = False
        self.list = QListWidget(self)
        self.list.setAccessibleName(translate("DownloadDialog", "Published models"))
        self.facts = text_label("", self, wraps=True, is_plain=True)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(translate("DownloadDialog", "Progress of the download"))
        self.bar.hide()
        self.state = text_label("", self, "soft", wraps=True, is_plain=True)
        self.buttons = Buttons(self.reject, self, chief=translate("DownloadDialog", "Download"))
        assert self.buttons.chief is not None
        self.download_button = self.buttons.chief
        self.download_button.clicked.connect(lambda: self._get(None))
        self.folder_button = self.buttons.add(translate("DownloadDialog", "From a folder…"), self._choose_folder)
        self.folder_button.setToolTip(
            translate("DownloadDialog", "Uses files that you have downloaded yourself. Nothing goes online.")
        )
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        for part in (self.list, self.facts, self.bar, self.state, self.buttons):
            layout.addWidget(part, 1 if part is self.list else 0)
        for model in models:
            item = QListWidgetItem(model.name, self.list)
            item.setData(_MODEL_ROLE, model)
        self.list.currentItemChanged.connect(lambda: self._show_current())
        self.list.setCurrentRow(0)

    @property
    def current(self) -> PublishedModel | None:
        item = self.list.currentItem()
        model: PublishedModel | None = None if item is None else item.data(_MODEL_ROLE)
        return model

    def show_busy(self, is_busy: bool) -> None:
        """Shows the progress, or offers the models again."""
        self._is_busy = is_busy
        self.bar.setVisible(is_busy)
        show_busy(self.bar)
        for part in (self.list, self.folder_button, self.download_button):
            part.setEnabled(not is_busy)
        self.buttons.leave.setText(
            translate("DownloadDialog", "Stop") if is_busy else translate("DownloadDialog", "Close")
        )

    def show_download(self, event: DownloadProgress) -> None:
        total = event.total_bytes or 0
        if total:
            self.bar.setRange(0, _STEPS)
            self.bar.setValue(round(_STEPS * event.done_bytes / total))
        else:
            show_busy(self.bar)
        megabytes = number(event.done_bytes / 1e6, 1)
        self.say(
            translate("DownloadDialog", "%1 of %2 MB of this file", megabytes, number(total / 1e6, 1))
            if total
            else translate("DownloadDialog", "%1 MB of this file", megabytes)
        )

    def show_trial(self, share: float) -> None:
        self.bar.setRange(0, _STEPS)
        self.bar.setValue(round(_STEPS * share))
        self.say(translate("DownloadDialog", "Trying it on the demo sounds and yours…"))

    def say(self, text: str) -> None:
        self.state.setText(text)

    def reject(self) -> None:
        """Stops what is under way, or closes the dialog."""
        if self._is_busy:
            self.stop_wanted.emit()
            return
        super().reject()

    def _show_current(self) -> None:
        model = self.current
        if model is None:
            self.facts.clear()
            return
        megabytes = number(model.size_bytes / 1e6)
        lines = [
            model.purpose[:1].upper() + model.purpose[1:] + ".",
            translate("DownloadDialog", "Download: %1 MB from %2", megabytes, model.page),
            translate("DownloadDialog", "Licence: %1", model.licence),
            translate("DownloadDialog", "Languages: %1", model.languages),
        ]
        if not all(file.sha256 for file in model.files.values()):
            lines.append(
                translate("DownloadDialog", "Each file is compared with the checksum that the server states for it.")
            )
        self.facts.setText("\n".join(lines))

    def _choose_folder(self) -> None:
        title = translate("DownloadDialog", "The folder that holds the model's files")
        if chosen := QFileDialog.getExistingDirectory(self, title, str(Path.home())):
            self._get(Path(chosen))

    def _get(self, source: Path | None) -> None:
        if self.current is not None:
            self.get_wanted.emit(self.current, source)
