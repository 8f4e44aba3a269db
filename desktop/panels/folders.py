"""The folders of the library, on the left: which there are, which are offline, and the button that adds one."""

from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop import messages, resources
from desktop.theme import Theme
from desktop.work.requests import Folder
from engine.types import FilePath

_ROOT_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class FoldersPanel(QWidget):
    """Lists the roots. GUI thread only."""

    add_wanted = Signal(object)
    """Folders to index: tuple of FilePath."""
    rescan_wanted = Signal(object)
    """A Folder to look through again."""
    forget_wanted = Signal(object)
    """A Folder to take out of the library."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.list = QListWidget(self)
        self.list.setObjectName("roots")
        self.list.setIconSize(QSize(20, 20))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setAccessibleName("Folders")
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self._hint = QLabel("No folders yet.", self)
        self._hint.setObjectName("faint")
        self._hint.setWordWrap(True)
        self.add_button = QPushButton(resources.icon("folder-add", theme.text), "  Add folder…", self)
        self.add_button.setIconSize(QSize(18, 18))
        self.add_button.setToolTip("Add a folder of sounds (Ctrl+O). You can also drag one onto the window.")
        self.add_button.clicked.connect(self.choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 0, 4, 0)
        layout.setSpacing(8)
        layout.addWidget(self._hint)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.add_button)

    def show_folders(self, folders: tuple[Folder, ...]) -> None:
        """Shows the roots of the library."""
        self.list.clear()
        self._hint.setVisible(not folders)
        for folder in folders:
            name = folder.path.name or folder.path.text
            item = QListWidgetItem(name + ("  ·  offline" if folder.is_offline else ""))
            item.setIcon(self._icon(folder))
            item.setSizeHint(QSize(0, 34))
            item.setData(_ROOT_ROLE, folder)
            state = "Offline: its sounds stay listed; connect the drive to hear them." if folder.is_offline else ""
            item.setToolTip(messages.plain(f"{folder.path.text}\n{state}".strip()))
            if folder.is_offline:
                item.setForeground(self._theme.colour("text_faint"))
            self.list.addItem(item)

    @property
    def folders(self) -> tuple[Folder, ...]:
        """Those on show."""
        return tuple(self.list.item(row).data(_ROOT_ROLE) for row in range(self.list.count()))

    def choose(self) -> None:
        """Asks for a folder and hands it on."""
        chosen = QFileDialog.getExistingDirectory(self, "Add a folder of sounds", str(Path.home()))
        if chosen:
            self.add_wanted.emit((FilePath.of(chosen),))

    def _icon(self, folder: Folder) -> QIcon:
        name = "folder-offline" if folder.is_offline else "folder"
        return resources.icon(name, self._theme.text_faint if folder.is_offline else self._theme.accent)

    def _menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is None:
            return
        folder: Folder = item.data(_ROOT_ROLE)
        menu = QMenu(self)
        menu.addAction("Look for changes", lambda: self.rescan_wanted.emit(folder))
        menu.addAction("Remove from library (files stay)", lambda: self.forget_wanted.emit(folder))
        menu.popup(self.list.viewport().mapToGlobal(at))
