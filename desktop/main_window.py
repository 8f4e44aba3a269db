"""The main window: it lays the parts out and takes drops. What happens when is for the features.

It is made empty, which loads nothing but Qt, so that it can be on the screen while its parts are loaded; `fill` makes
them. Until then a cover may lie over it (desktop/cover/cover.py).
"""

import os
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6 import QtCore  # its Qt is looked up where it is used: that loads hundreds of enumerations
from PySide6.QtCore import QByteArray, QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from desktop.cover.cover import Cover
    from desktop.settings import WindowSettings
    from desktop.theme import Theme
    from engine.types import Peaks, SoundId

RESULTS_PAGES = ("results", "empty")
"""The table, and what stands for it while there are no rows; any other page stands in their place."""
_LINE_PX = 20
"""Controls whose middles are no further apart than this stand in one line."""
_BOTH_COLUMNS_PX = 1100
"""A narrower window shows one of the two columns beside the middle: the one that was asked for last."""
_LEAST = QSize(860, 560)
"""The least size, where the screen has so much; one of 1440 by 900 dots that shows two for one has less."""
_FRAME = QSize(8, 40)
"""What a window manager puts around a window, at most; a screen's free room is told without it."""


class MainWindow(QMainWindow):
    """Every part of the window, by name, once it is filled. GUI thread only."""

    dropped = Signal(object)
    """Files and folders dropped from outside: tuple of FilePath."""
    left = Signal()
    """It is about to be closed and still on show."""
    closing = Signal()
    """It is out of sight."""
    sidebar_shown = Signal(bool)
    """Whether the left column is on show now."""
    page_changed = Signal(str)
    """The id of the page that is on show now."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Earshot")
        self.resize(1280, 800)
        self._fit_minimum()
        self.stays = False
        """Whether closing only hides it."""
        self.is_filled = False
        """Whether its parts are there."""
        self._is_leaving = self._follows_screen = False
        self._wants_sidebar = self._has_sidebar = True
        self.cover: Cover | None = None
        """What lies over it while it is being made."""

    def fill(
        self, theme: "Theme", overview: "Callable[[SoundId], Peaks | None]", position_s: Callable[[], float | None]
    ) -> None:
        """Makes every part and lays them out, once.

        Args:
            theme: the colours.
            overview: gives a sound's waveform overview if it is at hand, and asks for it if not.
            position_s: the place being heard now, None when nothing plays.
        """
        # Loaded here: while the window is empty, nothing of this is needed.
        from desktop import resources
        from desktop.panels.deck import Deck
        from desktop.panels.empty import EmptyPage
        from desktop.panels.folders import FoldersPanel
        from desktop.panels.indexing import IndexingStrip
        from desktop.panels.inspector import Inspector
        from desktop.panels.notices import DropOverlay, MessageBar, NoteLine
        from desktop.panels.search_bar import SearchBar
        from desktop.panels.sidebar import Sidebar
        from desktop.panels.status import StatusBar
        from desktop.results.delegate import ResultsDelegate
        from desktop.results.model import ResultsModel
        from desktop.results.view import ResultsView
        from desktop.widgets.header import PageHeader

        self.setWindowIcon(resources.icon("earshot", theme.accent))
        self.setAcceptDrops(True)
        self.search_bar = SearchBar(theme, self)
        self.sidebar = Sidebar(theme, self)
        self.folders = FoldersPanel(theme, self)
        self.inspector = Inspector(self)
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

    def lay_cover(self, cover: "Cover") -> None:
        """Lays its picture, a child of the window, over all of it; `uncover` takes it away."""
        self.cover = cover
        cover.setGeometry(self.rect())

    def uncover(self) -> None:
        """Shows the window itself."""
        if self.cover is not None:
            self.cover.hide()
            self.cover.deleteLater()
            self.cover = None
            QTimer.singleShot(0, self, self.order_tabs)  # it was shown before it had parts

    def take_geometry(self, kept: "WindowSettings") -> None:
        """Stands where it stood at the last start, or has its own size where the screen has room for it."""
        if not self.restoreGeometry(_bytes_of(kept.place)):
            room = self.screen().availableGeometry().size() - _FRAME
            self.resize(self.size().boundedTo(room).expandedTo(self.minimumSize()))

    def take_place(self, kept: "WindowSettings") -> None:
        """Has its parts as they were at the last start, and stands where it stood; on show already, it stays there."""
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
        """From the standard height of the deck to half the window, and back."""
        self._deck_height.switch()

    def place(self) -> dict[str, object]:
        """Where it is now, as fields of WindowSettings."""
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
        """Shows the table, or the page in its place; without a deck while there is no sound at all."""
        self.deck.setVisible(has_deck)
        self._home = "results" if has_any else "empty"
        if self.page in RESULTS_PAGES:
            self.show_page(self._home)

    def show_sidebar(self, is_shown: bool) -> None:
        """Shows or hides the left column; where there is room for one column only, the right one makes way."""
        if is_shown != self._has_sidebar:
            self._wants_sidebar = is_shown
            if is_shown and self.width() < _BOTH_COLUMNS_PX:
                self.inspector.set_shown(False)
            self._fold_sidebar()

    def leave(self) -> None:
        """Closes it for good, even where closing would only hide it."""
        self._is_leaving = True
        self.close()
        self.closing.emit()  # it may have been hidden already, and then gets no close event

    def come_forward(self, token: str = "") -> None:
        """Comes to the front, from the tray or the task bar too; `token` is what Wayland asks for."""
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        self.setWindowState(self.windowState() & ~QtCore.Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def add_page(self, id: str, widget: QWidget, title: str = "") -> None:
        """Adds what can stand in the middle; results and the empty page, which have no title, are there already."""
        self._page_ids.append(id)
        self._titles.append(title)
        self.pages.addWidget(widget)

    @property
    def page(self) -> str:
        """The id of the page that is on show."""
        return self._page_ids[self.pages.currentIndex()]

    def show_page(self, id: str) -> None:
        """Brings a page to the front; "results" is the empty page while there is nothing to show.

        The keyboard stays in the middle where it was there.

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
        """Puts a strip over the search field."""
        line = QHBoxLayout()
        line.setContentsMargins(12, 0, 12, 0)
        line.addWidget(widget)
        self._column.insertLayout(0, line)

    def add_below_search(self, widget: QWidget) -> None:
        """Puts a strip under the search field, over messages and results."""
        self._below_search.addWidget(widget)

    def add_above_status(self, widget: QWidget) -> None:
        """Puts a strip of a job under the sound, beside that of indexing."""
        self._strips.addWidget(widget)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files from outside are welcome; our own rows are not."""
        if event.source() is None and event.mimeData().hasUrls():
            event.setDropAction(QtCore.Qt.DropAction.CopyAction)
            event.accept()
            self.overlay.cover()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The drag went elsewhere."""
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Hands the dropped files and folders on."""
        from desktop.widgets.drag import paths_of

        self.overlay.hide()
        paths = paths_of(event.mimeData())
        if paths:
            event.setDropAction(QtCore.Qt.DropAction.CopyAction)
            event.accept()
            self.dropped.emit(paths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What covers the window keeps covering it."""
        super().resizeEvent(event)
        if self.cover is not None:
            self.cover.setGeometry(self.rect())
        if self.is_filled:
            self._fold_sidebar()
            if self.overlay.isVisible():
                self.overlay.cover()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Lets the threads and the job end, out of sight; or only hides where it stays in the tray."""
        self.left.emit()
        self.hide()
        if self.stays and not self._is_leaving:
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)

    def _fit_minimum(self) -> None:
        """A window is never larger than its screen: the deck would lie below it."""
        self.setMinimumSize(_LEAST.boundedTo(self.screen().availableSize() - _FRAME))

    def showEvent(self, event: QShowEvent) -> None:
        """Once everything has its place, Tab follows it; on another screen it may be smaller."""
        super().showEvent(event)
        self._fit_minimum()
        if not self._follows_screen and (handle := self.windowHandle()) is not None:
            self._follows_screen = True
            handle.screenChanged.connect(lambda screen: self._fit_minimum())
        QTimer.singleShot(0, self, self.order_tabs)

    def order_tabs(self) -> None:
        """Makes Tab follow the work: words (and their chips), results, the sound, the job, the places, the rest."""
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
        from desktop.panels.deck_height import DeckHeight
        from desktop.translation import translate

        upper = QWidget(self)
        column = self._column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        notices = QVBoxLayout()
        notices.setContentsMargins(12, 0, 12, 0)
        notices.addWidget(self.message)
        column.addWidget(self.search_bar)
        self._below_search = QVBoxLayout()
        self._below_search.setContentsMargins(0, 0, 0, 0)
        self._below_search.setSpacing(0)
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
        stack = QVBoxLayout(right)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        stack.addWidget(middle, 1)
        stack.addWidget(self.strip)
        self._strips = QVBoxLayout()
        self._strips.setSpacing(0)
        stack.addLayout(self._strips)
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
        """Has the left column out of sight while the right one leaves no room for it."""
        has_room = self.inspector.isHidden() or self.width() >= _BOTH_COLUMNS_PX
        self.sidebar.setVisible(self._wants_sidebar and has_room)
        if self._has_sidebar != (self._wants_sidebar and has_room):
            self._has_sidebar = not self._has_sidebar
            self.sidebar_shown.emit(self._has_sidebar)


def _by_place(region: QWidget) -> list[QWidget]:
    """What Tab can reach in a part of the window, line by line; the fields within a control are its own business."""
    parts = [
        part
        for part in region.findChildren(QWidget)
        if part.focusPolicy() & QtCore.Qt.FocusPolicy.TabFocus and part.focusProxy() is None
        if part.window() is region.window()  # a popup has an order of its own
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
