"""Hearing: keys and clicks become plays, and the player's state becomes the deck's."""

from PySide6.QtCore import QObject

from desktop.audition.output import OutputFormat
from desktop.audition.player import Player
from desktop.main_window import MainWindow
from desktop.settings import SettingsFile
from desktop.work.overviews import OverviewThread
from engine.types import FilePath, Hit, SoundId


class Hearing(QObject):
    """Joins the results, the deck and the player. GUI thread only."""

    def __init__(
        self, window: MainWindow, player: Player, overviews: OverviewThread, settings: SettingsFile, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._player = player
        self._overviews = overviews
        self._settings = settings
        self._heard: FilePath | None = None
        results, deck = window.results, window.deck
        results.current_changed.connect(self._show)
        results.rested.connect(self._rested)
        results.clicked_at.connect(self._clicked)
        results.restarted.connect(lambda hit: self._play(hit, 0.0))
        results.chosen.connect(self.play_moment)
        results.toggled.connect(self.toggle)
        deck.toggled.connect(self.toggle)
        deck.waveform.seek_wanted.connect(self._seek)
        deck.autoplay.setChecked(settings.values.autoplay)
        deck.autoplay_changed.connect(lambda is_on: settings.change(autoplay=is_on))
        overviews.ready.connect(self._overview_came)
        player.started.connect(self._started)
        player.stopped.connect(self._stopped)
        player.failed.connect(self._failed)
        player.opened.connect(self._opened)

    def play_moment(self, hit: Hit) -> None:
        """Plays a hit from its best moment on."""
        self._play(hit, hit.moments[0].start_s if hit.moments and self._window.model.has_scores else 0.0)

    def toggle(self) -> None:
        """Space: stops what plays, else plays the sound under the cursor."""
        if self._player.playing is not None:
            self._player.stop()
            return
        hit = self._window.results.current_hit() or self._window.results.go_to(0)
        if hit is not None:
            self.play_moment(hit)

    def play_best(self) -> None:
        """Return in the search field: plays the first row."""
        hit = self._window.results.go_to(0)
        if hit is not None:
            self.play_moment(hit)

    def stop(self) -> bool:
        """Stops; False when nothing was playing."""
        if self._player.playing is None:
            return False
        self._player.stop()
        return True

    def _play(self, hit: Hit, start_s: float) -> None:
        if hit.sound.is_offline:
            name = hit.sound.path.name
            self._failed(f"{name} is on a drive that is not connected.", "Connect it and press play again.")
            return
        if self._window.deck.hit is not hit:
            self._show(hit)
        self._player.play(hit.sound.path, start_s=start_s, sound=hit.sound.id)

    def _rested(self, hit: Hit) -> None:
        if self._settings.values.autoplay:
            self.play_moment(hit)

    def _clicked(self, hit: Hit, place: float | None) -> None:
        if place is not None and hit.sound.info is not None:
            self._play(hit, place * hit.sound.info.duration_s)
        else:
            self.play_moment(hit)

    def _seek(self, at_s: float) -> None:
        hit = self._window.deck.hit
        if hit is not None:
            self._play(hit, at_s)

    def _show(self, hit: Hit | None) -> None:
        deck = self._window.deck
        if hit is None and self._player.playing is not None:
            return  # a new answer came while a sound plays: it stays on the deck until it ends
        deck.show_hit(hit, self._overviews.get(hit.sound.id) if hit else None)
        if hit is not None and hit.sound.path == self._heard:
            deck.set_playing(True)

    def _overview_came(self, sound: SoundId) -> None:
        self._window.results.refresh_sound(sound)
        hit = self._window.deck.hit
        if hit is not None and hit.sound.id == sound:
            peaks = self._overviews.get(sound)
            if peaks is not None:
                self._window.deck.waveform.set_peaks(peaks)

    def _started(self, path: FilePath, start_s: float) -> None:
        self._heard = path
        self._window.message.take_back("sound")
        take = self._player.playing
        self._window.results.mark_playing(take.sound if take else None)
        hit = self._window.deck.hit
        self._window.deck.set_playing(hit is not None and hit.sound.path == path)

    def _stopped(self, path: FilePath, reached_end: bool) -> None:
        if self._player.playing is not None:
            return  # the next one, or another place of this one, is on its way
        self._heard = None
        self._window.results.mark_playing(None)
        self._window.deck.set_playing(False)

    def _failed(self, message: str, advice: str) -> None:
        self._heard = None
        self._window.results.mark_playing(None)
        self._window.deck.set_playing(False)
        self._window.message.say(message, advice, "sound")

    def _opened(self, form: OutputFormat) -> None:
        self._window.status.show_device(form.device)
