"""Volumes of the shared library, each with its folder on this machine or a request to choose one."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import tipped_button
from desktop.widgets.labels import text_label
from desktop.widgets.table import set_up_list
from engine.features.studio.records import Volume

_ROW_PX = 32
_BAR_PX = 160


class VolumeList(QTreeWidget):
    """Rows of volumes; Return chooses a folder. GUI thread only."""

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class VolumesTab(QWidget):
    """Shows volumes and asks for folders. GUI thread only."""

    folder_wanted = Signal(object)
    """Choose the folder of this Volume."""
    forget_wanted = Signal(object)
    """Remove the folder of this Volume from this machine's settings."""
    add_wanted = Signal()
    """Make a folder a volume for everybody."""
    share_wanted = Signal()
    """Send this library's analyses to the server."""
    stop_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[Volume, ...] = ()
        self._may_edit = self._may_add = False
        self._is_working = False
        self.list = VolumeList(self)
        titles = (
            translate("VolumesTab", "Volume"),
            translate("VolumesTab", "Sounds"),
            translate("VolumesTab", "Its folder on this machine"),
        )
        set_up_list(self.list, translate("VolumesTab", "Volumes"), titles, stretched=(0, 2), style="changes")
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.headerItem().setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.list.currentItemChanged.connect(lambda item: self._update())
        self.list.itemDoubleClicked.connect(lambda item: self._choose())
        self.list.entered.connect(self._choose)
        self.choose = tipped_button(
            self,
            translate("VolumesTab", "Choose folder…"),
            translate("VolumesTab", "Show where the volume is on this machine. Its sounds join this library."),
            self._choose,
        )
        self.forget = tipped_button(
            self,
            translate("VolumesTab", "Forget folder"),
            translate("VolumesTab", "This machine no longer has the volume. The sounds stay in the library."),
            self._forget,
        )
        self.add = tipped_button(
            self,
            translate("VolumesTab", "Add a volume…"),
            translate("VolumesTab", "Give a folder that all can reach a name, such as the share of a NAS"),
            self.add_wanted.emit,
        )
        self.share = tipped_button(
            self,
            translate("VolumesTab", "Share analyses"),
            translate(
                "VolumesTab",
                "Sends the analyses of this library's sounds, so that nobody has to analyse them again. No "
                "sound is sent.",
            ),
            self.share_wanted.emit,
        )
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(_BAR_PX)
        self.bar.setRange(0, 100)
        self.bar.setAccessibleName(translate("VolumesTab", "How much is carried over"))
        self.stop = tipped_button(
            self,
            translate("VolumesTab", "Stop"),
            translate("VolumesTab", "Everything transferred so far is kept."),
            self.stop_wanted.emit,
        )
        self._has_result = False
        self.said = text_label("", self, "soft", wraps=True, is_plain=True)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(16, 8, 16, 8)
        bottom.setSpacing(6)
        bottom.addWidget(self.said, 1)
        for widget in (self.bar, self.stop, self.share, self.add, self.forget, self.choose):
            bottom.addWidget(widget)
        vbox((self.list, 1), bottom, parent=self, margins=0, spacing=0)
        self.setFocusProxy(self.list)
        self.set_working(False)

    def show_volumes(self, volumes: Sequence[Volume], *, may_edit: bool, may_add: bool) -> None:
        """Lists volumes; keeps the current one.

        Args:
            volumes: sorted by name.
            may_edit: whether this user may send analyses.
            may_add: whether this user may add volumes.
        """
        self._may_edit, self._may_add = may_edit, may_add
        if tuple(volumes) != self._shown:
            self._fill(tuple(volumes))
        if not self._has_result:  # the state is looked at often, also right after a result
            self.say("")
        self._update()

    @property
    def chosen(self) -> Volume | None:
        item = self.list.currentItem()
        return None if item is None else self._shown[self.list.indexOfTopLevelItem(item)]

    def say(self, text: str) -> None:
        """Shows a result, which stays until the next one; if empty, what to do next."""
        self._has_result = bool(text)
        if not text and not self._shown:
            text = translate("VolumesTab", "No folder has a name on the server yet. An administrator adds volumes.")
        elif not text and any(volume.folder is None for volume in self._shown):
            text = translate(
                "VolumesTab", "Choose where a volume is on this machine, and its sounds join this library."
            )
        self.said.setText(text)

    def set_working(self, is_working: bool) -> None:
        """Shows whether a transfer is running."""
        self._is_working = is_working
        self.bar.setVisible(is_working)
        self.stop.setVisible(is_working)
        self.bar.setValue(0)
        self._update()

    def show_progress(self, share: float) -> None:
        self.bar.setValue(round(100 * share))

    def _fill(self, volumes: tuple[Volume, ...]) -> None:
        chosen = self.chosen
        self._shown = volumes
        was_blocked = self.list.blockSignals(True)
        self.list.clear()
        for one in volumes:
            folder = one.folder.text if one.folder is not None else translate("VolumesTab", "Choose a folder…")
            item = QTreeWidgetItem(self.list, [one.name, number(one.sounds), folder])
            item.setSizeHint(0, QSize(0, _ROW_PX))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(2, messages.plain(folder))
            if one.folder is None:
                item.setForeground(2, self._theme.colour("accent_text"))
            if chosen is not None and one.name == chosen.name:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None and volumes:
            first = next((at for at, one in enumerate(volumes) if one.folder is None), 0)
            self.list.setCurrentIndex(self.list.model().index(first, 0))
        self.list.blockSignals(was_blocked)

    def _update(self) -> None:
        chosen = self.chosen
        self.choose.setEnabled(chosen is not None)
        self.forget.setEnabled(chosen is not None and chosen.folder is not None)
        self.add.setVisible(self._may_add)
        self.share.setVisible(self._may_edit)
        self.share.setEnabled(not self._is_working)

    def _choose(self) -> None:
        if self.chosen is not None:
            self.folder_wanted.emit(self.chosen)

    def _forget(self) -> None:
        if self.chosen is not None and self.chosen.folder is not None:
            self.forget_wanted.emit(self.chosen)
