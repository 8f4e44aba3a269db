"""The library's folders on the left: roots and their subfolders, with counts; a click searches there only."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QTreeWidgetItem, QWidget

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.sidebar.folder_tree import PATH_ROLE, FolderTree
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import AskDialog, push_button
from desktop.widgets.labels import text_label
from desktop.widgets.places.delegate import COUNT_ROLE, HERE_ROLE
from desktop.work.requests import Folder
from engine.base.library_facts import RootState, Subfolder
from engine.base.types import FilePath

_ROOT_ROLE = PATH_ROLE + 1


class FoldersPanel(QWidget):
    """Shows roots and their folders. GUI thread only."""

    add_wanted = Signal(object)
    """tuple[FilePath, ...]: folders to index."""
    rescan_wanted = Signal(object)
    reread_wanted = Signal(object)
    sidecar_wanted = Signal(object)
    """FilePath of a folder to look through again."""
    forget_wanted = Signal(object)
    """Folder to remove from the library; the user has confirmed."""
    locate_wanted = Signal(object)
    """Folder that was moved."""
    watch_wanted = Signal(object, bool)
    """Folder, and whether to watch it for changes."""
    reveal_wanted = Signal(object)
    """FilePath to show in the file manager."""
    children_wanted = Signal(object)
    """FilePath of an expanded folder: answer with `show_children`."""
    chosen = Signal(object, bool)
    """FilePath of a folder to search; True to keep the other places."""
    queue_wanted = Signal()
    """Show the indexing queue: a folder not yet in the library was chosen."""
    next_wanted = Signal(object)
    """FilePath of a waiting folder to add next."""
    leave_wanted = Signal(object)
    """FilePath of a waiting folder to drop."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._items: dict[bytes, QTreeWidgetItem] = {}
        self._to_open: set[bytes] = set()
        self._running: tuple[FilePath, ...] = ()
        self._waiting: tuple[FilePath, ...] = ()
        self.tree = FolderTree(theme, self)
        self.tree.setAccessibleName(translate("FoldersPanel", "Folders"))
        self.tree.setToolTip(translate("FoldersPanel", "Click to search one folder, Ctrl+click to add more."))
        self.tree.customContextMenuRequested.connect(self._menu)
        self.tree.itemExpanded.connect(lambda item: self.children_wanted.emit(item.data(0, PATH_ROLE)))
        self.tree.chosen.connect(self._choose_row)
        self._hint = text_label("", self, "faint", wraps=True)
        self._hint.setContentsMargins(6, 0, 4, 0)
        self._hint.hide()  # until the roots are known
        add = translate("FoldersPanel", "Add folder…")
        tip = translate("FoldersPanel", "Add a folder of sounds (Ctrl+O). You can also drag one onto the window.")
        self.add_button = push_button(f"  {add}", self.choose, self, tip=tip)
        self.add_button.setIcon(resources.icon("folder-add", theme.text))
        self.add_button.setIconSize(QSize(18, 18))
        vbox(self._hint, self.tree, parent=self, margins=0, spacing=8)

    def look_only_in(self, path: FilePath) -> None:
        """Searches one folder only, like a click on it."""
        self.chosen.emit(path, False)

    def reopen(self, paths: Iterable[FilePath]) -> None:
        """Expands these folders once they appear."""
        self._to_open = {path.raw for path in paths}

    def show_folders(self, folders: tuple[Folder, ...]) -> None:
        """Shows the library's roots; expanded folders stay expanded."""
        self._hint.setText(translate("FoldersPanel", "No folders yet."))
        self._clear_coming()
        wanted = [folder.path.raw for folder in folders]
        for place in reversed(range(self.tree.topLevelItemCount())):
            item = self.tree.topLevelItem(place)
            if item is not None and _path_of(item).raw not in wanted:
                self._forget(item)
                self.tree.takeTopLevelItem(place)
        for place, folder in enumerate(folders):
            item = self._items.get(folder.path.raw)
            if item is None or item.parent() is not None:
                item = QTreeWidgetItem()
                item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
                self._items[folder.path.raw] = item
                self.tree.insertTopLevelItem(place, item)
            self._show_root(item, folder)
            self._reopen(item)
            if item.isExpanded():
                self.children_wanted.emit(folder.path)
        self._show_coming()

    def show_queue(self, running: tuple[FilePath, ...], waiting: tuple[FilePath, ...]) -> None:
        """Shows folders being added, and waiting ones with their positions; marks those of the library."""
        self._clear_coming()
        self._running, self._waiting = running, waiting
        for folder in self.folders:
            self._show_root(self._items[folder.path.raw], folder)
        self._show_coming()

    def show_count(self, path: FilePath, sounds: int) -> None:
        """Shows how many sounds are in and below a folder."""
        item = self._items.get(path.raw)
        if item is not None:
            item.setData(0, COUNT_ROLE, sounds)

    def show_children(self, parent: FilePath, children: tuple[Subfolder, ...]) -> None:
        """Replaces the subfolders of a folder; expanded ones stay expanded."""
        above = self._items.get(parent.raw)
        if above is None:
            return
        wanted = {child.path.raw for child in children}
        for place in reversed(range(above.childCount())):
            if _path_of(above.child(place)).raw not in wanted:
                self._forget(above.takeChild(place))
        for place, child in enumerate(children):
            item = self._items.get(child.path.raw)
            if item is None:
                item = QTreeWidgetItem()
                self._items[child.path.raw] = item
                above.insertChild(place, item)
            self._show_child(item, child)
            self._reopen(item)
        policy = QTreeWidgetItem.ChildIndicatorPolicy
        above.setChildIndicatorPolicy(policy.ShowIndicator if children else policy.DontShowIndicator)
        self.tree.fit()

    def select(self, paths: frozenset[str]) -> None:
        """Marks the searched folders, given as path texts."""
        for item in self._items.values():
            item.setData(0, HERE_ROLE, _path_of(item).text in paths)

    @property
    def folders(self) -> tuple[Folder, ...]:
        items = (self.tree.topLevelItem(place) for place in range(self.tree.topLevelItemCount()))
        return tuple(item.data(0, _ROOT_ROLE) for item in items if item is not None and item.data(0, _ROOT_ROLE))

    @property
    def open_folders(self) -> tuple[FilePath, ...]:
        return tuple(_path_of(item) for item in self._items.values() if item.isExpanded())

    def item(self, path: FilePath) -> QTreeWidgetItem:
        """The row of a folder.

        Raises:
            KeyError: it is not shown.
        """
        return self._items[path.raw]

    def choose(self) -> None:
        """Asks for a folder and emits `add_wanted`."""
        title = translate("FoldersPanel", "Add a folder of sounds")
        chosen = QFileDialog.getExistingDirectory(self, title, str(Path.home()))
        if chosen:
            self.add_wanted.emit((FilePath.of(chosen),))

    def menu_of(self, path: FilePath) -> QMenu:
        """A folder's context menu; roots have more entries."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def add(text: str, run: Callable[[], object]) -> None:
            menu.addAction(text, lambda: run())

        root: Folder | None = self._items[path.raw].data(0, _ROOT_ROLE)
        if path in self._coming:
            add(translate("FoldersPanel", "Show indexing queue"), self.queue_wanted.emit)
            if path in self._waiting:
                add(translate("FoldersPanel", "Add this one next"), lambda: self.next_wanted.emit(path))
                add(translate("FoldersPanel", "Do not add it"), lambda: self.leave_wanted.emit(path))
            return menu
        add(translate("FoldersPanel", "Show only this folder"), lambda: self.look_only_in(path))
        add(translate("FoldersPanel", "Add this folder"), lambda: self.chosen.emit(path, True))
        add(translate("FoldersPanel", "Show in file manager"), lambda: self.reveal_wanted.emit(path))
        menu.addSeparator()
        add(translate("FoldersPanel", "Look for changes"), lambda: self.rescan_wanted.emit(path))
        add(translate("FoldersPanel", "Read again"), lambda: self.reread_wanted.emit(path))
        add(translate("FoldersPanel", "Write a sidecar"), lambda: self.sidecar_wanted.emit(path))
        if root is not None:
            watch = menu.addAction(translate("FoldersPanel", "Watch for changes"))
            watch.setCheckable(True)
            watch.setChecked(root.is_watched)
            watch.toggled.connect(lambda is_on: self.watch_wanted.emit(root, is_on))
            if root.is_offline:
                add(translate("FoldersPanel", "Locate…"), lambda: self.locate_wanted.emit(root))
            menu.addSeparator()
            add(translate("FoldersPanel", "Remove from library…"), lambda: self._ask_to_forget(root))
        return menu

    def _ask_to_forget(self, root: Folder) -> None:
        """Asks for confirmation: only indexing them again brings the sounds back."""
        count = self._items[root.path.raw].data(0, COUNT_ROLE) or 0
        question = AskDialog(
            self.window(),
            translate("FoldersPanel", "Remove from library"),
            translate("FoldersPanel", "Remove %1 from the library?", root.path.name or root.path.text),
            translate(
                "FoldersPanel",
                "It has %n sound(s). The files stay where they are. To get the sounds back, add the folder "
                "again. Earshot then analyses all of them and restores their ratings, tags and collections.",
                n=count,
            ),
            translate("FoldersPanel", "Remove"),
            is_danger=True,
        )
        question.ask(lambda: self.forget_wanted.emit(root))

    def _show_root(self, item: QTreeWidgetItem, folder: Folder) -> None:
        name = folder.path.name or folder.path.text
        said = (name, messages.whereabouts(folder.state), self._state(folder.path))
        item.setText(0, "  ·  ".join(filter(None, said)))
        icon, colour = (
            ("folder-offline", self._theme.text_faint) if folder.is_offline else ("folder", self._theme.accent)
        )
        item.setIcon(0, resources.icon(icon, colour))
        item.setData(0, PATH_ROLE, folder.path)
        item.setData(0, _ROOT_ROLE, folder)
        why = {
            RootState.PRESENT: "",
            RootState.OFFLINE: translate(
                "FoldersPanel", "Its sounds stay in the list. Connect the drive to play them."
            ),
            RootState.MISSING: translate("FoldersPanel", "This folder is missing. Right-click, Locate…"),
        }
        item.setToolTip(0, messages.plain("\n".join(filter(None, (folder.path.text, why[folder.state])))))

    @property
    def _coming(self) -> tuple[FilePath, ...]:
        """Queued folders outside the roots."""
        known = [folder.path.raw for folder in self.folders]
        return tuple(
            path
            for path in dict.fromkeys((*self._running, *self._waiting))
            if not any(path.raw == root or path.raw.startswith(root + os.sep.encode()) for root in known)
        )

    def _state(self, path: FilePath) -> str:
        """Label for a folder that is being added or waits."""
        if path in self._running:
            return translate("FoldersPanel", "adding…")
        if path in self._waiting:
            return translate("FoldersPanel", "waiting (%1)", self._waiting.index(path) + 1)
        return ""

    def _show_coming(self) -> None:
        """Adds a row for each queued folder, after the roots."""
        for path in self._coming:
            item = QTreeWidgetItem()
            item.setText(0, "  ·  ".join((path.name or path.text, self._state(path))))
            item.setIcon(0, resources.icon("folder", self._theme.text_faint))
            item.setData(0, PATH_ROLE, path)
            item.setToolTip(0, messages.plain(path.text))
            self._items[path.raw] = item
            self.tree.addTopLevelItem(item)
        has_any = self.tree.topLevelItemCount() > 0
        self._hint.setVisible(not has_any)
        self.tree.setVisible(has_any)
        self.tree.fit()

    def _clear_coming(self) -> None:
        for place in reversed(range(self.tree.topLevelItemCount())):
            item = self.tree.topLevelItem(place)
            if item is not None and item.data(0, _ROOT_ROLE) is None:
                self._forget(item)
                self.tree.takeTopLevelItem(place)

    def _choose_row(self, path: FilePath, is_added: bool) -> None:
        if path in self._coming:
            self.queue_wanted.emit()
        else:
            self.chosen.emit(path, is_added)

    def _show_child(self, item: QTreeWidgetItem, child: Subfolder) -> None:
        item.setText(0, child.path.name)
        item.setData(0, COUNT_ROLE, child.sounds)
        item.setIcon(0, resources.icon("folder", self._theme.text_faint))
        item.setData(0, PATH_ROLE, child.path)
        item.setToolTip(0, messages.plain(child.path.text))
        policy = QTreeWidgetItem.ChildIndicatorPolicy
        item.setChildIndicatorPolicy(policy.ShowIndicator if child.has_folders else policy.DontShowIndicator)

    def _reopen(self, item: QTreeWidgetItem) -> None:
        raw = _path_of(item).raw
        if raw in self._to_open:
            self._to_open.discard(raw)
            item.setExpanded(True)

    def _forget(self, item: QTreeWidgetItem) -> None:
        self._items.pop(_path_of(item).raw, None)
        for place in range(item.childCount()):
            self._forget(item.child(place))

    def _menu(self, at: QPoint) -> None:
        item = self.tree.itemAt(at)
        if item is not None:
            self.menu_of(_path_of(item)).popup(self.tree.viewport().mapToGlobal(at))


def _path_of(item: QTreeWidgetItem) -> FilePath:
    path: FilePath = item.data(0, PATH_ROLE)
    return path
