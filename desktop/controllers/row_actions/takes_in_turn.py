"""Plays folded takes in turn: after a row's sound has ended, the takes below it follow, each once."""

from PySide6.QtCore import QObject

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.row_actions.row_loader import RowLoader
from engine.base.types import FilePath, Hit, SoundId


class TakesInTurn(QObject):
    """Connects the player to the stacks of the results. GUI thread only.

    It begins when a row's own sound plays to its end, however it was started. Another row or sound, a stop, an opened
    row or a selection ends it.
    """

    def __init__(
        self,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        player: ports.Player,
        playback: ports.PlaybackControl,
        results: ports.ResultsView,
        deck: ports.Deck,
        listing: RowLoader,
    ) -> None:
        super().__init__()
        self._settings, self._playback, self._results, self._deck = settings, playback, results, deck
        self._pages = listing.pages
        self._leader: SoundId | None = None
        """The sound of the row whose takes are played."""
        self._heard: FilePath | None = None
        """The take that plays, or was requested."""
        self._next: list[Hit] | None = None
        """The following takes; None until loaded."""
        self._is_due = False
        """The row's own sound has ended before its takes were loaded."""
        turns = commands.add(
            "results.takes_in_turn",
            translate("TakesInTurn", "Play takes in turn"),
            lambda is_on: settings.change(takes_in_turn=is_on),
            menu="View",
            group=2,
            is_checkable=True,
            is_checked=settings.values.takes_in_turn,
            tip=translate("TakesInTurn", "When a row of folded takes has played to its end, its other takes follow."),
        )
        settings.changed.connect(lambda name: turns.setChecked(settings.values.takes_in_turn))
        player.started.connect(self._started)
        player.stopped.connect(self._stopped)

    def _started(self, path: FilePath, start_s: float) -> None:
        if path != self._heard:
            self._end()
            self._begin(path)

    def _begin(self, path: FilePath) -> None:
        """Loads the takes of the current row if this is its sound and the row is closed."""
        results, model = self._results, self._results.rows
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
        """Plays the next take if the row is still current."""
        self._is_due = False
        results, deck = self._results, self._deck
        current = results.current_hit()
        is_there = current is not None and current.sound.id == self._leader
        is_closed = not self._results.rows.is_open(results.currentIndex().row())
        is_whole = deck.waveform.selection is None
        is_wanted = self._settings.values.takes_in_turn
        if not (is_wanted and is_there and is_closed and is_whole and self._next):
            self._end()
            return
        hit = self._next.pop(0)
        self._heard = hit.sound.path
        self._playback.play_moment(hit)

    def _end(self) -> None:
        self._leader = self._heard = self._next = None
        self._is_due = False
