"""Keys and menus: what each does, in one place.

Single letters never fire while one types: the search field takes them first.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QProcess, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from desktop import resources
from desktop.main_window import MainWindow
from desktop.results.drag import mime_of
from desktop.theme import Theme
from desktop.wiring.finding import Finding
from desktop.wiring.hearing import Hearing
from engine.types import FilePath


class Actions(QObject):
    """The window's actions. GUI thread only."""

    def __init__(self, window: MainWindow, finding: Finding, hearing: Hearing, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._finding = finding
        self._hearing = hearing
        self.play = self._action("Play from best moment", "play", theme, [], self._play)
        self.similar = self._action("Find similar", "similar", theme, ["W"], self._similar)
        self.reveal = self._action("Show in folder", "reveal", theme, ["Ctrl+R"], self._reveal)
        self.copy_path = self._action("Copy path", "copy", theme, ["Ctrl+Shift+C"], self._copy_path)
        self.copy_files = self._action("Copy files", "copy", theme, ["Ctrl+C"], self._copy_files)
        for action in (self.copy_files, self.similar):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        window.results.addActions([self.copy_files, self.similar])
        self._shortcut(["/", "Ctrl+F", "Ctrl+L"], self.focus_search)
        self._shortcut(["Esc"], self.escape)
        self._shortcut(["Ctrl+O"], window.folders.choose)
        window.addActions([self.reveal, self.copy_path])
        window.search_bar.left_downwards.connect(self._into_results)
        window.search_bar.committed.connect(hearing.play_best)
        window.results.left_upwards.connect(self.focus_search)
        window.results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        window.results.customContextMenuRequested.connect(self._menu)

    def focus_search(self) -> None:
        """Puts the cursor in the search field, its words selected."""
        self._window.search_bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._window.search_bar.field.selectAll()

    def escape(self) -> None:
        """Esc takes back one thing, in this order: what plays, the selection, find similar; then one can type."""
        if self._hearing.stop():
            return
        selection = self._window.results.selectionModel()
        if selection.hasSelection() or self._window.results.currentIndex().isValid():
            selection.clear()
            return
        if self._window.search_bar.request.reference is not None:
            self._window.search_bar.set_reference(None)
            return
        self.focus_search()

    def _action(self, text: str, icon: str, theme: Theme, keys: list[str], run: Callable[[], None]) -> QAction:
        action = QAction(resources.icon(icon, theme.text_soft), text, self._window)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda: run())
        return action

    def _shortcut(self, keys: list[str], run: Callable[[], None]) -> None:
        action = QAction(self._window)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda: run())
        self._window.addAction(action)

    def _into_results(self) -> None:
        results = self._window.results
        if self._window.model.rowCount() == 0:
            return
        results.setFocus(Qt.FocusReason.TabFocusReason)
        row = results.currentIndex().row() + 1 if results.selectionModel().hasSelection() else 0
        hit = results.go_to(min(row, self._window.model.rowCount() - 1))
        if hit is not None:
            results.rested.emit(hit)

    def _menu(self, at: QPoint) -> None:
        if not self._window.results.indexAt(at).isValid():
            return
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.play)
        menu.addAction(self.similar)
        menu.addSeparator()
        menu.addActions([self.reveal, self.copy_path, self.copy_files])
        menu.popup(self._window.results.viewport().mapToGlobal(at))

    def _play(self) -> None:
        hit = self._window.results.current_hit()
        if hit is not None:
            self._hearing.play_moment(hit)

    def _similar(self) -> None:
        hit = self._window.results.current_hit()
        if hit is not None:
            self._finding.find_similar(hit)

    def _reveal(self) -> None:
        hit = self._window.results.current_hit()
        if hit is not None:
            reveal(hit.sound.path)

    def _copy_path(self) -> None:
        hits = self._window.results.selected_hits()
        if hits:
            QGuiApplication.clipboard().setText("\n".join(hit.sound.path.text for hit in hits))

    def _copy_files(self) -> None:
        paths = [hit.sound.path for hit in self._window.results.selected_hits()]
        if paths:
            QGuiApplication.clipboard().setMimeData(mime_of(paths, is_clipboard=True))
            self._window.status.say("Copied; paste in your file manager or project.")


def reveal(path: FilePath) -> None:
    """Opens the file manager at a file: with the file selected on Windows and macOS, at its folder elsewhere."""
    import sys

    if sys.platform == "win32":
        QProcess.startDetached("explorer.exe", ["/select,", str(path.native)])
    elif sys.platform == "darwin":
        QProcess.startDetached("open", ["-R", str(path.native)])
    else:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.native.parent)))
