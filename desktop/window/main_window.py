"""The main window: lays out its parts and accepts drops. Features decide what happens when.

It starts empty, which loads only Qt, so that it can be on screen while its parts load; `fill` creates them. Until then
a cover may lie over it (desktop/window/cover/cover.py).
"""

import os
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6 import QtCore  # its Qt is looked up where it is used: that loads hundreds of enumerations
from PySide6.QtCore import QByteArray, QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from desktop.widgets.boxes import hbox, vbox

if TYPE_CHECKING:
    from desktop.base.settings import WindowSettings
    from desktop.base.theme import Theme
    from desktop.window.cover.cover import Cover
    from engine.base.types import Peaks, SoundId

RESULTS_PAGES = ("results", "empty")
"""The table and its placeholder; any other page replaces them."""
_LINE_PX = 20
"""Controls whose centres differ by at most this much are on one line."""
_BOTH_COLUMNS_PX = 1100
"""A narrower window shows only one side column, the last one requested."""
_LEAST = QSize(860, 560)
"""Minimum size, unless the screen is smaller, such as 1440 by 900 pixels at a scale of two."""
_FRAME = QSize(8, 40)
"""Largest window frame to expect; a screen's available size does not include it."""


class MainWindow(QMainWindow):
    """Every part of the window by name, once filled. GUI thread only."""

    dropped = Signal(object)
    """tuple[FilePath, ...]: files and folders dropped from outside."""
    left = Signal()
    """About to close and still visible."""
    closing = Signal()
    """The window is hidden."""
    sidebar_shown = Signal(bool)
    """Whether the left column is visible."""
    page_changed = Signal(str)
    """Id of the page now shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Earshot")
        self.resize(1280, 800)
        self._fit_minimum()
        self.stays = False
        """Whether closing only hides it."""
        self.is_filled = False
        """Whether its parts exist."""
        self._is_leaving = self._follows_screen = False
        self._wants_sidebar = self._has_sidebar = True
        self.cover: Cover | None = None
        """Picture over the window while it is being built."""

    def fill(
        self, theme: "Theme", overview: "Callable[[SoundId], Peaks | None]", position_s: Callable[[], float | None]
    ) -> None:
        """Creates and lays out every part, once.

        Args:
            theme: the colours.
            overview: returns a sound's waveform overview if available, else requests it.
            position_s: the playback position, None when nothing plays.
        """
        # Imported here: an empty window needs none of it.
        from desktop.base import resources
        from desktop.deck.deck import Deck
        from desktop.results.delegate import ResultsDelegate
        from desktop.results.empty import EmptyPage
        from desktop.results.model import ResultsModel
        from desktop.results.view import ResultsView
        from desktop.search.bar.bar import SearchBar
        from desktop.sidebar.folders import FoldersPanel
        from desktop.sidebar.sidebar import Sidebar
        from desktop.widgets.page_header import PageHeader
        from desktop.window.indexing import IndexingStrip
        from desktop.window.inspector import Inspector
        from desktop.window.notices import DropOverlay, MessageBar, NoteLine, Notices
        from desktop.window.status import StatusBar

        self.setWindowIcon(resources.icon("earshot", theme.accent))
        self.setAcceptDrops(True)
        self.search_bar = SearchBar(theme, self)
        self.sidebar = Sidebar(theme, self)
        self.folders = FoldersPanel(theme, self)
        self.inspector = Inspector(theme, self)
        self.message = MessageBar(theme, self)
        self.note = NoteLine(self)
        self.model = ResultsModel(self)
        self.delegate = ResultsDelegate(theme, overview, self)
        self.results = ResultsView(self.model, self.delegate, self)
        self.empty = EmptyPage(theme, self)
        self.pages = QStackedWidget(self)
        self.page_header = PageHeader(self)
        self._page_ids: list[str] = []
        self._titles: list[str] = []
        self.add_page("empty", self.empty)
        self.add_page("results", self.results)
        self.deck = Deck(theme, position_s, self)
        self.strip = IndexingStrip(theme, self)
        self.status = StatusBar(self)
        self.setStatusBar(self.status)
        self.notices = Notices(self.status, self.message)
        self._home = "empty"
        self._lay_out()
        self.overlay = DropOverlay(self)
        self.is_filled = True
        self.show_results(False, has_deck=False)
        self.order_tabs()
        self.deck.controls.arranged.connect(self.order_tabs)
        self.search_bar.field.setFocus()
        if self.cover is not None:
            self.cover.raise_()

    @property
    def ports(self) -> tuple[object, ...]:
        """Its parts that features may ask for."""
        own = (self.search_bar, self.sidebar, self.folders, self.inspector, self.note, self.notices)
        return *own, self.results, self.empty, self.deck, self.strip, self.status

    def lay_cover(self, cover: "Cover") -> None:
        """Lays a picture, a child of the window, over all of it; `uncover` removes it."""
        self.cover = cover
        cover.setGeometry(self.rect())

    def uncover(self) -> None:
        if self.cover is not None:
            self.cover.hide()
            self.cover.deleteLater()
            self.cover = None
            QTimer.singleShot(0, self, self.order_tabs)  # it was shown before it had parts

    def take_geometry(self, kept: "WindowSettings") -> None:
        """Restores the last geometry, or uses the default size as far as the screen allows."""
        if not self.restoreGeometry(_bytes_of(kept.place)):
            room = self.screen().availableGeometry().size() - _FRAME
            self.resize(self.size().boundedTo(room).expandedTo(self.minimumSize()))

    def take_place(self, kept: "WindowSettings") -> None:
        """Restores the layout of the last session; a window already visible keeps its geometry."""
        if not self.isVisible():
            self.take_geometry(kept)
        self._sides.restoreState(_bytes_of(kept.sides))
        self.sidebar.fold(tuple(kept.folded))
        self.inspector.bring_forward(kept.tab)
        self.inspector.set_shown(kept.inspector)
        self._wants_sidebar = kept.sidebar
        self._fold_sidebar()
        if kept.page in self._page_ids:
            self.show_page(kept.page)
        self._deck_height.take(kept)

    def switch_deck_height(self) -> None:
        """Toggles the deck between its standard height and half the window."""
        self._deck_height.switch()

    def place(self) -> dict[str, object]:
        """Current layout, as fields of WindowSettings."""
        kept = {"place": self.saveGeometry(), "sides": self._sides.saveState()}
        places: dict[str, object] = {
            name: bytes(state.toBase64().data()).decode("ascii") for name, state in kept.items()
        }
        return {
            **places,
            "deck_px": self._deck_height.chosen_px,
            "folded": self.sidebar.folded,
            "inspector": not self.inspector.isHidden(),
            "sidebar": self._wants_sidebar,
            "tab": self.inspector.tab,
            "page": "" if self.page in RESULTS_PAGES else self.page,
        }

    def show_results(self, has_any: bool, *, has_deck: bool = True) -> None:
        """Shows the table or its placeholder; hides the deck if the library has no sounds."""
        self.deck.setVisible(has_deck)
        self._home = "results" if has_any else "empty"
        if self.page in RESULTS_PAGES:
            self.show_page(self._home)

    def show_sidebar(self, is_shown: bool) -> None:
        """Shows or hides the left column; a narrow window hides the right one instead."""
        if is_shown != self._has_sidebar:
            self._wants_sidebar = is_shown
            if is_shown and self.width() < _BOTH_COLUMNS_PX:
                self.inspector.set_shown(False)
            self._fold_sidebar()

    def leave(self) -> None:
        """Closes for good, even if closing would only hide it."""
        self._is_leaving = True
        self.close()
        self.closing.emit()  # a hidden window gets no close event

    def come_forward(self, token: str = "") -> None:
        """Comes to the front, even from the tray or task bar; `token` is Wayland's activation token."""
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        self.setWindowState(self.windowState() & ~QtCore.Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def add_page(self, id: str, widget: QWidget, title: str = "") -> None:
        """Adds a page to the middle. Results and the empty page exist already, without titles."""
        self._page_ids.append(id)
        self._titles.append(title)
        self.pages.addWidget(widget)

    @property
    def page(self) -> str:
        return self._page_ids[self.pages.currentIndex()]

    def show_page(self, id: str) -> None:
        """Brings a page to the front; "results" means the empty page while there are no rows.

        Focus in the middle stays in the middle.

        Raises:
            ValueError: there is no such page.
        """
        chosen = self._home if id == "results" else id
        if chosen != self.page:
            number, focus = self._page_ids.index(chosen), QApplication.focusWidget()
            had_focus = focus is not None and (self.pages.isAncestorOf(focus) or self.page_header.isAncestorOf(focus))
            self.pages.setCurrentIndex(number)
            self.page_header.show_title(self._titles[number])
            if had_focus:
                self.pages.currentWidget().setFocus()
            self.page_changed.emit(chosen)

    def add_above_search(self, widget: QWidget) -> None:
        line = hbox(widget, margins=(12, 0, 12, 0))
        self._column.insertLayout(0, line)

    def add_below_search(self, widget: QWidget) -> None:
        """Adds a strip below the search field, above messages and results."""
        self._below_search.addWidget(widget)

    def add_above_status(self, widget: QWidget) -> None:
        """Adds a job's strip below the deck, beside the indexing strip."""
        self._strips.addWidget(widget)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accepts files from outside, not our own rows."""
        if event.source() is None and event.mimeData().hasUrls():
            event.setDropAction(QtCore.Qt.DropAction.CopyAction)
            event.accept()
            self.overlay.cover()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        from desktop.widgets.drag import paths_of

        self.overlay.hide()
        paths = paths_of(event.mimeData())
        if paths:
            event.setDropAction(QtCore.Qt.DropAction.CopyAction)
            event.accept()
            self.dropped.emit(paths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.cover is not None:
            self.cover.setGeometry(self.rect())
        if self.is_filled:
            self._fold_sidebar()
            if self.overlay.isVisible():
                self.overlay.cover()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Shuts down while hidden; only hides if it stays in the tray."""
        self.left.emit()
        self.hide()
        if self.stays and not self._is_leaving:
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)

    def _fit_minimum(self) -> None:
        """Keeps the window within its screen, or the deck would lie below it."""
        self.setMinimumSize(_LEAST.boundedTo(self.screen().availableSize() - _FRAME))

    def showEvent(self, event: QShowEvent) -> None:
        """Orders Tab once the layout is done, fits the window to its screen and asks for the keyboard."""
        super().showEvent(event)
        if not event.spontaneous():
            self.activateWindow()  # without a window manager nobody else gives it the keyboard
        self._fit_minimum()
        if not self._follows_screen and (handle := self.windowHandle()) is not None:
            self._follows_screen = True
            handle.screenChanged.connect(lambda screen: self._fit_minimum())
        QTimer.singleShot(0, self, self.order_tabs)

    def order_tabs(self) -> None:
        """Makes Tab follow the work: query and its chips, results, deck, job, places, the rest."""
        if not self.is_filled:
            return
        bar, deck = self.search_bar, list(self.deck.tab_order)
        ordered: list[QWidget] = [bar.field, *bar.chip_row.chips, self.results, *deck]
        ordered += [part for part in _by_place(self.deck) if part not in deck]
        ordered += [self.strip.pause_button, self.strip.cancel_button, self.strip.queue_button]
        for section in self.sidebar.sections:
            ordered += [section.header, *(part for part in _by_place(section) if part is not section.header)]
        ordered += self.sidebar.below
        ordered += [bar.back_button, bar.forward_button, bar.filters_button, *_by_place(self.status)]
        for before, after in pairwise(ordered):
            QWidget.setTabOrder(before, after)

    def _lay_out(self) -> None:
        from desktop.base.translation import translate
        from desktop.deck.deck_height import DeckHeight

        upper = QWidget(self)
        column = self._column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        notices = vbox(self.message, margins=(12, 0, 12, 0))
        column.addWidget(self.search_bar)
        self._below_search = vbox(margins=0, spacing=0)
        column.addLayout(self._below_search)
        column.addLayout(notices)
        column.addWidget(self.note)
        column.addWidget(self.page_header)
        column.addWidget(self.pages, 1)
        middle = QSplitter(QtCore.Qt.Orientation.Vertical, self)
        middle.setHandleWidth(1)
        middle.setChildrenCollapsible(False)
        middle.addWidget(upper)
        middle.addWidget(self.deck)
        middle.setStretchFactor(0, 1)
        middle.setStretchFactor(1, 0)
        self._deck_height = DeckHeight(middle, self.deck)
        self._deck_height.opened.connect(lambda: self.results.scrollTo(self.results.currentIndex()))
        right = QWidget(self)
        self._strips = vbox(spacing=0)
        vbox((middle, 1), self.strip, self._strips, parent=right, margins=0, spacing=0)
        self._sides = sides = QSplitter(QtCore.Qt.Orientation.Horizontal, self)
        sides.setHandleWidth(1)
        self.sidebar.add_section("folders", translate("MainWindow", "Folders"), self.folders)
        self.sidebar.add_below(self.folders.add_button)
        sides.addWidget(self.sidebar)
        sides.addWidget(right)
        sides.addWidget(self.inspector)
        sides.setStretchFactor(0, 0)
        sides.setStretchFactor(1, 1)
        sides.setStretchFactor(2, 0)
        sides.setSizes([224, 1056, 300])
        sides.setCollapsible(1, False)
        sides.setCollapsible(2, False)
        self.setCentralWidget(sides)
        self.inspector.shown.connect(self._fold_sidebar)

    def _fold_sidebar(self) -> None:
        """Hides the left column while the right one leaves no room for it."""
        has_room = self.inspector.isHidden() or self.width() >= _BOTH_COLUMNS_PX
        self.sidebar.setVisible(self._wants_sidebar and has_room)
        if self._has_sidebar != (self._wants_sidebar and has_room):
            self._has_sidebar = not self._has_sidebar
            self.sidebar_shown.emit(self._has_sidebar)


def _by_place(region: QWidget) -> list[QWidget]:
    """Widgets reachable by Tab in part of the window, line by line, without the parts of composite controls."""
    parts = [
        part
        for part in region.findChildren(QWidget)
        if part.focusPolicy() & QtCore.Qt.FocusPolicy.TabFocus and part.focusProxy() is None
        if part.window() is region.window()  # a popup has its own order
    ]
    parts = [part for part in parts if not any(other is not part and other.isAncestorOf(part) for other in parts)]
    places = {part: part.mapTo(region, part.rect().center()) for part in parts}
    lines: list[list[QWidget]] = []
    for part in sorted(parts, key=lambda part: places[part].y()):
        if lines and places[part].y() - places[lines[-1][0]].y() < _LINE_PX:
            lines[-1].append(part)
        else:
            lines.append([part])
    return [part for line in lines for part in sorted(line, key=lambda part: places[part].x())]


def _bytes_of(kept: str) -> QByteArray:
    return QByteArray.fromBase64(QByteArray(kept.encode()))
