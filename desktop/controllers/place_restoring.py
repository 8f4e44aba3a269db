"""Restores the user's place: rows, cursor, scrolling, the deck's sound and selection. Plays nothing.

A place is a value, which the caller (Back, Esc, a tab) keeps and passes on return.
"""

from PySide6.QtCore import QObject

from desktop.controllers.playback import PlaybackControl
from desktop.controllers.search_control import SearchControl
from desktop.deck.deck import Deck
from desktop.deck.player import Player
from desktop.results.rows_state import SearchPlace
from desktop.results.view import ResultsView
from desktop.search.bar.bar import SearchBar
from desktop.work.requests import Request, SearchAnswer
from desktop.work.search_thread import SearchThread
from engine.base.types import Hit, SoundId
from engine.library.answers import listed_hit
from engine.library.library import Library


class PlaceRestorer(QObject):
    """Reports and restores the user's place. GUI thread only."""

    def __init__(
        self,
        finding: SearchControl,
        hearing: PlaybackControl,
        player: Player,
        search: SearchThread,
        deck: Deck,
        results: ResultsView,
        search_bar: SearchBar,
    ) -> None:
        super().__init__()
        self._deck, self._results, self._search_bar, self._finding = deck, results, search_bar, finding
        self._hearing, self._player, self._search = hearing, player, search
        self._due: SearchPlace | None = None
        """Place still to restore on the deck."""
        finding.shown.connect(self._shown)
        results.current_changed.connect(self._reached)

    def place(self, request: Request) -> SearchPlace | None:
        """The place in the answer to a request; None if the rows answer another."""
        if self._finding.on_show != request:
            return None
        deck = self._deck
        return SearchPlace(
            self._results.place(), deck.hit.sound.id if deck.hit is not None else None, deck.waveform.selection
        )

    def return_to(self, request: Request, place: SearchPlace | None) -> None:
        """Restores a place with the answer to the next request; stops playback of other sounds."""
        self._due = place
        if place is None:
            return
        playing = self._player.playing
        if playing is not None and playing.sound != place.sound:
            self._player.stop()
        if request == self._finding.on_show == self._search_bar.request:
            self._results.put_back(place.rows)
            self._show_deck()
        else:
            self._finding.return_to(request, place.rows)

    def _shown(self, answered: SearchAnswer) -> None:
        if answered.is_refresh:
            return
        if self._finding.has_returned:
            self._show_deck()
        else:
            self._due = None

    def _show_deck(self) -> None:
        """Requests the place's sound, unless it is under the cursor and will be read anyway."""
        due, hit = self._due, self._results.current_hit()
        if due is None:
            return
        if hit is not None:
            self._reached(hit)
        if due.sound is not None and due.sound != due.rows.current:
            sound = due.sound
            self._search.ask(lambda library: _hit_of(library, sound), self._came, failed=lambda err: None)

    def _came(self, hit: Hit) -> None:
        if self._due is not None and hit.sound.id == self._due.sound:
            self._hearing.show(hit)
            self._select()

    def _reached(self, hit: Hit | None) -> None:
        if self._due is None or hit is None:
            return
        if hit.sound.id == self._due.sound:
            self._select()
        elif hit.sound.id != self._due.rows.current:
            self._due = None  # the user moved on

    def _select(self) -> None:
        due, self._due = self._due, None
        if due is not None and due.stretch is not None:
            self._deck.waveform.select(*due.stretch)


def _hit_of(library: Library, sound: SoundId) -> Hit:
    return listed_hit(library.sound(sound), 1)
