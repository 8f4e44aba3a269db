"""Commands every file window has: play, show in folder, copy, and the keys that move the focus."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.results.file_manager import reveal
from desktop.window.commands import Context


class Actions(QObject):
    """The window's basic commands. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search_control: ports.SearchControl,
        playback: ports.PlaybackControl,
        navigation: ports.Navigation,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
        deck: ports.Deck,
        folders: ports.FoldersPanel,
        inspector: ports.Inspector,
    ) -> None:
        super().__init__()
        self._window, self._search_control, self._playback = window, search_control, playback
        self._navigation, self._search_bar, self._results, self._deck = navigation, search_bar, results, deck
        self._inspector = inspector
        commands.add(
            "sound.play",
            translate("Actions", "Play from best moment"),
            self._play,
            needs="sound",
            menu="Sound",
            icon="play",
        )
        commands.add(
            "find.similar",
            translate("Actions", "Find similar"),
            self._similar,
            needs="sound",
            keys=["W"],
            menu="Search",
            icon="similar",
            context=Context.RESULTS,
        )
        commands.add(
            "sound.reveal",
            translate("Actions", "Show in folder"),
            self._reveal,
            needs="sound",
            keys=["Ctrl+R"],
            menu="Sound",
            group=8,
            icon="reveal",
        )
        commands.add(
            "edit.copy_path",
            translate("Actions", "Copy path"),
            self._copy_path,
            needs="sound",
            keys=["Ctrl+Shift+C"],
            menu="Edit",
            icon="copy",
        )
        commands.add(
            "search.focus",
            translate("Actions", "Go to the search field"),
            self.focus_search,
            keys=["/", "Ctrl+F", "Ctrl+L"],
            menu="Search",
        )
        commands.add("window.back_out", translate("Actions", "Stop, clear, go back"), self.escape, keys=["Esc"])
        commands.add(
            "library.add_folder",
            translate("Actions", "Add folder…"),
            folders.choose,
            keys=["Ctrl+O"],
            menu="File",
        )
        commands.add("window.quit", translate("Actions", "Quit"), window.leave, keys=["Ctrl+Q"], menu="File", group=9)
        details = commands.add(
            "view.inspector",
            translate("Actions", "Details"),
            inspector.set_shown,
            keys=["Ctrl+I"],
            menu="View",
            is_checkable=True,
        )
        inspector.shown.connect(details.setChecked)
        sidebar = commands.add(
            "view.sidebar",
            translate("Actions", "Left column"),
            window.show_sidebar,
            keys=["E"],
            menu="View",
            is_checkable=True,
            is_checked=settings.values.sidebar,
        )
        window.sidebar_shown.connect(sidebar.setChecked)
        for group, id in ((0, "sound.play"), (0, "find.similar"), (8, "sound.reveal"), (8, "edit.copy_path")):
            commands.in_row_menu(id, group)
        search_bar.left_downwards.connect(lambda: self._search_control.when_current(self._into_results))
        search_bar.committed.connect(lambda: self._search_control.when_current(self._playback.play_best))
        results.left_upwards.connect(self.focus_search)

    def focus_search(self) -> None:
        """Focuses the search field and selects its text."""
        self._search_bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search_bar.field.selectAll()

    def escape(self) -> None:
        """Undoes one thing: page, playback, its selection, rows, find similar; then goes to the search field.

        The last step also clears the example sounds of the query. Leaving a page stops what it plays. From the details
        Esc returns to the list and keeps its selection.
        """
        focus = QApplication.focusWidget()
        if focus is not None and self._inspector.isAncestorOf(focus):
            self._window.pages.currentWidget().setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        if self._navigation.leave() or self._playback.stop() or self._deck.waveform.clear_selection():
            return
        selection = self._results.selectionModel()
        if selection.hasSelection() or self._results.currentIndex().isValid():
            selection.clear()
            return
        if self._search_bar.request.reference is not None:
            self._search_bar.set_reference(None)
            return
        if self._search_bar.has_parts:
            self._search_bar.clear()
        self.focus_search()

    def _into_results(self) -> None:
        results = self._results
        if self._results.rows.rowCount() == 0:
            return
        results.setFocus(Qt.FocusReason.TabFocusReason)
        row = results.currentIndex().row() + 1 if results.selectionModel().hasSelection() else 0
        results.rest_on(min(row, self._results.rows.rowCount() - 1))

    def _play(self) -> None:
        hit = self._results.current_hit()
        if hit is not None:
            self._playback.play_moment(hit)

    def _similar(self) -> None:
        hit = self._results.current_hit()
        if hit is not None:
            self._search_control.find_similar(hit)

    def _reveal(self) -> None:
        reveal([hit.sound.path for hit in self._results.selected_hits()], self)

    def _copy_path(self) -> None:
        hits = self._results.selected_hits()
        if hits:
            QGuiApplication.clipboard().setText("\n".join(hit.sound.path.text for hit in hits))
