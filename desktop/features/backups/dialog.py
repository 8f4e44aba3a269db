"""Lists backups, and says what restoring the selected one would cost before it allows it."""

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from desktop.base.translation import number, translate
from desktop.features.backups.backup_messages import cost, why
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.table import set_up_list
from engine.base.backup_files import Backup
from engine.features.backups.losses import Losses

_ROW_PX = 28
_BACKUP = int(Qt.ItemDataRole.UserRole) + 1


class BackupsDialog(QDialog):
    """List of backups. GUI thread only."""

    chosen = Signal(object)
    """A Backup to compare with the current library; answered by `show_cost`."""
    restore_wanted = Signal(object)
    """The Backup to restore."""
    make_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("BackupsDialog", "Restore a backup"))
        take_room(self, 720, 460)
        self.note = text_label("", self, "soft", wraps=True)
        self.list = QTreeWidget(self)
        titles = (
            translate("BackupsDialog", "Created"),
            translate("BackupsDialog", "Why"),
            translate("BackupsDialog", "Size"),
        )
        set_up_list(self.list, translate("BackupsDialog", "Backups"), titles, stretched=(1,))
        self.list.headerItem().setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.list.currentItemChanged.connect(lambda item: self._choose())
        self.lost = QLabel("", self)
        self.regained = QLabel("", self)
        self.kept = text_label(
            translate(
                "BackupsDialog",
                "Earshot closes and reopens. The present library is kept as a backup. Your sound files are "
                "not changed.",
            ),
            self,
            "soft",
        )
        for label in (self.lost, self.regained, self.kept):
            label.setWordWrap(True)
        self.buttons = Buttons(self.reject, self, chief=translate("BackupsDialog", "Restore"), is_danger=True)
        self.make_button = self.buttons.add(translate("BackupsDialog", "Back up now"), self._make)
        assert self.buttons.chief is not None
        self.restore_button = self.buttons.chief
        self.restore_button.clicked.connect(self._restore)
        self.restore_button.setEnabled(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(12)
        for widget in (self.note, self.list, self.lost, self.regained, self.kept, self.buttons):
            layout.addWidget(widget, 1 if widget is self.list else 0)

    def show_backups(self, backups: Sequence[Backup], *, can_make: bool) -> None:
        """Lists backups, newest first, and selects the newest intact one."""
        self.make_button.setEnabled(can_make)
        self.list.clear()
        newest = None
        for backup in backups:
            made = QDateTime.fromSecsSinceEpoch(int(backup.made_s))
            when = QLocale().toString(made, QLocale.FormatType.ShortFormat)
            item = QTreeWidgetItem(self.list, [when, why(backup.reason), _size(backup.size_bytes)])
            item.setData(0, _BACKUP, backup)
            item.setToolTip(0, str(backup.path))
            item.setSizeHint(1, QSize(0, _ROW_PX))  # sizes the column that stretches
            item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if not backup.is_whole:
                item.setDisabled(True)
                for column in range(3):
                    item.setForeground(column, self.palette().placeholderText())
                item.setToolTip(1, translate("BackupsDialog", "It failed the check and is kept for inspection."))
            newest = newest or (item if backup.is_whole else None)
        total = _size(sum(backup.size_bytes for backup in backups))
        if backups:
            text = translate("BackupsDialog", "%n backup(s) of the library, %1.", total, n=len(backups))
            self.note.setText(text)
        else:
            self.note.setText(
                translate("BackupsDialog", "No backups yet. Earshot makes one on each day you use the library.")
            )
        if newest is not None:
            self.list.setCurrentItem(newest)
        self._choose()

    def show_cost(self, backup: Backup, found: Losses | None) -> None:
        """Shows the cost of a restore, and enables it."""
        if backup == self.backup:
            lost, regained = cost(found)
            self.lost.setText(lost)
            self.regained.setText(regained)
            self.regained.setVisible(bool(regained))
            self.restore_button.setEnabled(True)

    def show_fault(self, text: str) -> None:
        """Shows why a comparison or a backup failed."""
        self.lost.setText(text)
        self.make_button.setEnabled(True)

    @property
    def backup(self) -> Backup | None:
        item = self.list.currentItem()
        backup = None if item is None else item.data(0, _BACKUP)
        return backup if isinstance(backup, Backup) else None

    def _choose(self) -> None:
        backup = self.backup
        self.restore_button.setEnabled(False)
        self.regained.hide()
        self.kept.setVisible(backup is not None)
        self.lost.setText("" if backup is None else translate("BackupsDialog", "Comparing with the library…"))
        if backup is not None:
            self.chosen.emit(backup)

    def _make(self) -> None:
        self.make_button.setEnabled(False)
        self.make_wanted.emit()

    def _restore(self) -> None:
        if self.backup is not None:
            self.restore_wanted.emit(self.backup)


def _size(size_bytes: int) -> str:
    return f"{number(size_bytes / 1e6, 1)} MB"
