"""Manages pages: which is shown, how to leave it, and what may play then.

Every search shows the results. What cannot be seen is neither played nor changed: on a page the results' selection is
ignored, and leaving a page stops what it played.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop.controllers.playback import PlaybackControl
from desktop.deck.deck import Deck
from desktop.deck.player import Player
from desktop.results.view import ResultsView
from desktop.search.bar.bar import SearchBar
from desktop.window.main_window import RESULTS_PAGES, MainWindow
from engine.base.types import Hit, SoundId

if TYPE_CHECKING:
    from desktop.window.commands import Command, Commands

Stretch = tuple[float, float]
_ON_ROWS = ("keep.rate_", "keep.colour_", "results.", "export.")
"""Id prefixes of commands that work on rows from anywhere in the window."""


class Navigation(QObject):
    """Switches between pages. GUI thread only."""

    def __init__(
        self,
        window: MainWindow,
        hearing: PlaybackControl,
        player: Player,
        deck: Deck,
        results: ResultsView,
        search_bar: SearchBar,
    ) -> None:
        super().__init__()
        self._deck, self._results, self._window, self._hearing, self._player = deck, results, window, hearing, player
        self._page = window.page
        self._left: tuple[Hit | None, Stretch | None] = (None, None)
        """The deck's contents when the results were left."""
        self._holders: dict[str, Callable[[SoundId], bool]] = {}
        window.page_changed.connect(self._changed)
        window.page_header.left.connect(self.show_results)
        bar = search_bar
        for signal in (bar.asked, bar.committed, bar.left_downwards):
            signal.connect(self.show_results)

    @property
    def is_on_page(self) -> bool:
        """Whether a page replaces the results."""
        return self._window.page not in RESULTS_PAGES

    def add_page(
        self, id: str, page: QWidget, title: str, action: QAction, *, holds: Callable[[SoundId], bool] | None = None
    ) -> None:
        """Adds a page with its checkable command.

        Args:
            id: the page's name in code and settings.
            page: the widget.
            title: the page's title in the window.
            action: its command, which calls `open_page`; checked while the page is shown.
            holds: whether the page shows a sound, which may then go on playing when it opens.
        """
        self._window.add_page(id, page, title)
        if holds is not None:
            self._holders[id] = holds
        self._window.page_changed.connect(lambda shown: action.setChecked(shown == id))

    def open_page(self, id: str, is_on: bool = True) -> None:
        """Shows a page, or leaves it."""
        if is_on != (self._window.page == id):
            self._window.show_page(id if is_on else "results")

    def show_results(self) -> None:
        """Shows the results, or their placeholder."""
        self._window.show_page("results")

    def leave(self) -> bool:
        """Returns from a page to the results; False if they are shown already."""
        if not self.is_on_page:
            return False
        self.show_results()
        return True

    def play(self, page: str, hit: Hit, start_s: float | None = None) -> None:
        """Plays a hit for a page, unless it was left meanwhile; `start_s` defaults to the best moment."""
        if self._window.page == page and start_s is not None:
            self._hearing.play_at(hit, start_s)
        elif self._window.page == page:
            self._hearing.play_moment(hit)

    def govern(self, commands: "Commands") -> None:
        """Disables row commands while no rows are shown. Call it after all commands were added."""
        on_rows = [command for command in commands.all if _is_on_rows(command, commands)]

        def follow() -> None:
            for command in on_rows:
                command.action.setEnabled(not self.is_on_page)

        self._window.page_changed.connect(lambda page: follow())
        follow()

    def _changed(self, page: str) -> None:
        former, self._page = self._page, page
        is_page, was_page = page not in RESULTS_PAGES, former not in RESULTS_PAGES
        if is_page == was_page and not is_page:
            return
        deck = self._deck
        if not was_page:
            self._left = deck.hit, deck.waveform.selection
        self._results.set_aside(is_page)
        if is_page:
            self._hush(self._holders.get(page, lambda sound: False))
            self._window.pages.currentWidget().setFocus()  # the page may pass it on to a part
        else:
            self._come_back()

    def _come_back(self) -> None:
        """Restores the deck; stops what the page played unless it is the same sound."""
        hit, stretch = self._left
        hit = self._results.current_hit() or hit
        self._hush(lambda sound: hit is not None and sound == hit.sound.id)
        on_deck = self._deck.hit
        if on_deck is None or hit is None or on_deck.sound.id != hit.sound.id:
            self._hearing.show(hit)
            if stretch is not None and hit is not None and hit == self._left[0]:
                self._deck.waveform.select(*stretch)

    def _hush(self, is_seen: Callable[[SoundId], bool]) -> None:
        """Stops playback of a sound that is not visible."""
        playing = self._player.playing
        if playing is not None and (playing.sound is None or not is_seen(playing.sound)):
            self._player.stop()


def _is_on_rows(command: "Command", commands: "Commands") -> bool:
    return command.context.value == "results" or commands.is_in_row_menu(command.id) or command.id.startswith(_ON_ROWS)
