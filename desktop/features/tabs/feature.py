"""Runs the tabs: each has a trail of searches with their places; the window shows the current one."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.controllers.search.feature import SearchHistoryControl
from desktop.features.tabs.bar import SearchTabs, title_of
from desktop.features.tabs.stored_tabs import StoredTab, from_text, to_text
from desktop.results.rows_state import SearchPlace
from desktop.search.bar.history import SearchHistory
from desktop.work.requests import Request

_MOST_CLOSED = 20
"""Limit of closed tabs that can be reopened."""


class TabsFeature(QObject):
    """Connects the row of tabs to the search field and to the settings. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        start: ports.WindowStart,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        sidebar: ports.Sidebar,
        searching: SearchHistoryControl,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._commands, self._notices = window, settings, commands, notices
        self._search_bar, self._window, self._searching = search_bar, window, searching
        self._trails = [searching.leave_trail()]
        self._closed: list[SearchHistory] = []
        self.bar = SearchTabs(theme, window)
        self.bar.add(title_of(Request()), 0)
        window.add_above_search(self.bar)
        self._add_commands()
        self.bar.currentChanged.connect(self._came_to_front)
        self.bar.tabMoved.connect(lambda start, end: self._trails.insert(end, self._trails.pop(start)))
        self.bar.close_wanted.connect(self.close_tab)
        search_bar.changed.connect(lambda request: self.bar.set_title(self.bar.currentIndex(), title_of(request)))
        self._front = self._trails[0]
        if self._settings.values.keep_query and not start.query and start.screenshot is None:
            search.opened.connect(self._restore)
        window.left.connect(self._keep)
        for view in sidebar.findChildren(QAbstractItemView):
            view.viewport().installEventFilter(self)

    def open_tab(self) -> None:
        """Opens a tab with all sounds and an empty field."""
        trail = SearchHistory()
        trail.visit(Request())
        self._open(trail)
        self._search_bar.field.setFocus()

    def close_tab(self, at: int) -> None:
        """Closes a tab; the last one stays."""
        if self.bar.count() < 2:
            self._notices.say(translate("TabsFeature", "This is the only search. Ctrl+T opens another."))
            return
        if self._trails[at] is self._front:
            self.bar.setCurrentIndex(at + 1 if at + 1 < self.bar.count() else at - 1)
        self._closed.append(self._trails.pop(at))
        del self._closed[:-_MOST_CLOSED]
        was_blocked = self.bar.blockSignals(True)
        self.bar.removeTab(at)
        self.bar.blockSignals(was_blocked)

    def reopen_tab(self) -> None:
        """Reopens the tab closed last, as it was."""
        if self._closed:
            self._open(self._closed.pop())
        else:
            self._notices.say(translate("TabsFeature", "No tab was closed."))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A middle click on a row of the left column opens it in a new tab."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            view = watched.parent() if isinstance(watched, QWidget) else None
            if event.button() == Qt.MouseButton.MiddleButton and isinstance(view, QAbstractItemView):
                at = event.position().toPoint()
                if view.indexAt(at).isValid():
                    self.open_tab()
                    _click(view, at)
                return True
        return False

    def _open(self, trail: SearchHistory) -> None:
        at = self.bar.currentIndex() + 1
        self._trails.insert(at, trail)
        self.bar.add(title_of(trail.current or Request()), at)
        self.bar.setCurrentIndex(at)

    def _came_to_front(self, at: int) -> None:
        trail = self._trails[at]
        if trail is not self._front:
            self._leave()
            self._front = trail
            self._searching.enter_trail(trail)

    def _leave(self) -> None:
        """Stores the current trail, which clearing the history may have replaced."""
        left = self._searching.leave_trail()
        if left is not self._front and self._front in self._trails:
            self._trails[self._trails.index(self._front)] = left

    def _walk(self, by: int) -> None:
        self.bar.setCurrentIndex((self.bar.currentIndex() + by) % self.bar.count())

    def _add_commands(self) -> None:
        add = self._commands.add
        add(
            "tabs.open",
            translate("TabsFeature", "New tab"),
            self.open_tab,
            keys=["Ctrl+T"],
            menu="Search/Tabs",
            group=8,
            icon="add",
        )
        add(
            "tabs.close",
            translate("TabsFeature", "Close tab"),
            lambda: self.close_tab(self.bar.currentIndex()),
            keys=["Ctrl+W"],
            menu="Search/Tabs",
            group=8,
        )
        add(
            "tabs.reopen",
            translate("TabsFeature", "Reopen closed tab"),
            self.reopen_tab,
            keys=["Ctrl+Shift+T"],
            menu="Search/Tabs",
            group=8,
        )
        add(
            "tabs.next",
            translate("TabsFeature", "Next tab"),
            lambda: self._walk(1),
            keys=["Ctrl+Tab", "Ctrl+PgDown"],
            menu="Search/Tabs",
            group=8,
        )
        add(
            "tabs.previous",
            translate("TabsFeature", "Previous tab"),
            lambda: self._walk(-1),
            keys=["Ctrl+Shift+Tab", "Ctrl+PgUp"],
            menu="Search/Tabs",
            group=8,
        )

    # -- sessions ----------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        self._leave()
        kept = ""
        if self._settings.values.keep_query:
            tabs = [StoredTab(trail.current or Request(), trail.place or SearchPlace()) for trail in self._trails]
            kept = to_text(tabs, self.bar.currentIndex())
        if self._settings.values.tabs != kept:
            self._settings.change(tabs=kept)

    def _restore(self) -> None:
        tabs, front = from_text(self._settings.values.tabs)
        now = self._search_bar.request
        if not tabs:
            if self._settings.values.query and now == Request():
                self._search_bar.set_text(self._settings.values.query)
            return
        trails = [_trail_of(tab) for tab in tabs]
        self._trails[:] = trails
        was_blocked = self.bar.blockSignals(True)
        for at, tab in enumerate(tabs):
            if at:
                self.bar.add(title_of(tab.request), at)
            else:
                self.bar.set_title(0, title_of(tab.request))
        self.bar.setCurrentIndex(front)
        self.bar.blockSignals(was_blocked)
        self._front = trails[front]
        if now in (Request(), tabs[front].request):
            self._searching.enter_trail(self._front, is_by_user=False)
        else:  # the user was quicker than the library: unsent text stays
            self._searching.join_trail(self._front)


def _trail_of(tab: StoredTab) -> SearchHistory:
    trail = SearchHistory()
    trail.visit(tab.request)
    trail.settle()
    trail.keep(tab.place)
    return trail


def _click(view: QAbstractItemView, at: QPoint) -> None:
    """Sends a left click to a view."""
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    port, plain = view.viewport(), Qt.KeyboardModifier.NoModifier
    where = port.mapToGlobal(at).toPointF()
    for kind, held in ((QEvent.Type.MouseButtonPress, left), (QEvent.Type.MouseButtonRelease, none)):
        QApplication.sendEvent(port, QMouseEvent(kind, at.toPointF(), where, left, held, plain))


FEATURE = WindowFeature((FeaturePart(450, TabsFeature),))
