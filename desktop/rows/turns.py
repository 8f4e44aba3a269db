"""Takes in turn: a row of folded takes that was heard to its end goes on with the takes under it, each once."""

from PySide6.QtCore import QObject

from desktop.rows.listing import Listing
from desktop.translation import translate
from desktop.wiring.parts import WindowParts
from engine.types import FilePath, Hit, SoundId


class TakesInTurn(QObject):
    """Joins the player with the stacks of the results. GUI thread only.

    What begins it is a row's own sound that plays to its end, by whatever key or click it was begun. Another row,
    another sound, a stop, an opened row or a selection ends it.
    """

    def __init__(self, parts: WindowParts, listing: Listing) -> None:
        super().__init__(parts.window)
        self._window = parts.window
        self._hearing = parts.hearing
        self._settings = parts.settings
        self._pages = listing.pages
        self._leader: SoundId | None = None
        """The sound of the row whose takes are heard."""
        self._heard: FilePath | None = None
        """The take that is heard, or was asked for."""
        self._next: list[Hit] | None = None
        """Those that come after it; None until they were read."""
        self._is_due = False
        """The row's own sound has ended, and its takes were not read yet."""
        turns = parts.commands.add(
            "results.takes_in_turn",
            translate("TakesInTurn", "Play takes in turn"),
            lambda is_on: parts.settings.change(takes_in_turn=is_on),
            menu="View",
            group=2,
            is_checkable=True,
            is_checked=parts.settings.values.takes_in_turn,
            tip=translate("TakesInTurn", "When a row of folded takes has played to its end, its other takes follow."),
        )
        parts.settings.changed.connect(lambda name: turns.setChecked(parts.settings.values.takes_in_turn))
        parts.player.started.connect(self._started)
        parts.player.stopped.connect(self._stopped)

    def _started(self, path: FilePath, start_s: float) -> None:
        if path != self._heard:
            self._end()
            self._begin(path)

    def _begin(self, path: FilePath) -> None:
        """Reads the takes of the row under the cursor, if it is this sound that is heard and the row is closed."""
        results, model = self._window.results, self._window.model
        hit, row = results.current_hit(), results.currentIndex().row()
        takes = model.ranking.takes
        if takes is None or hit is None or hit.sound.path != path or not hit.stacked or model.is_open(row):
            return
        leader = self._leader = hit.sound.id
        rows = model.takes_of(row)

        def came(hits: list[Hit]) -> None:
            if self._leader == leader:
                self._next = [one for one in hits if not one.sound.is_away]
                if self._is_due:
                    self._go_on()

        self._heard = path
        self._pages.ask("turns", lambda reader: reader.hits(takes.ranking, rows), came)

    def _stopped(self, path: FilePath, reached_end: bool) -> None:
        if path != self._heard:
            return
        if not reached_end:
            self._end()
        elif self._next is None:
            self._is_due = True
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Plays the next take, if the row is still the one that is heard."""
        self._is_due = False
        results, deck = self._window.results, self._window.deck
        current = results.current_hit()
        is_there = current is not None and current.sound.id == self._leader
        is_closed = not self._window.model.is_open(results.currentIndex().row())
        is_whole = deck.waveform.selection is None
        is_wanted = self._settings.values.takes_in_turn
        if not (is_wanted and is_there and is_closed and is_whole and self._next):
            self._end()
            return
        hit = self._next.pop(0)
        self._heard = hit.sound.path
        self._hearing.play_moment(hit)

    def _end(self) -> None:
        self._leader = self._heard = self._next = None
        self._is_due = False
