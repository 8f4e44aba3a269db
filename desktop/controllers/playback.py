"""Hearing: keys and clicks become auditions; the player's state updates the deck.

Space stops playback, or plays from the selection's start, else from the last clicked position in this sound, else from
its best moment. Shift+Space pauses and resumes. See docs/decisions/0021.
"""

from collections.abc import Callable
from typing import Unpack

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from desktop.base import messages
from desktop.base.settings_file import SettingsFile
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers.hearing_output import OutputControl
from desktop.deck.deck import Deck
from desktop.deck.playback import Audition, AuditionChanges
from desktop.deck.player import Player
from desktop.results.view import ResultsView
from desktop.window.main_window import MainWindow
from desktop.window.notices import Notices
from desktop.work.overviews import OverviewThread
from engine.audio.effects import NO_EFFECTS, EffectChanges, Effects, matching_gain_db
from engine.base.types import FilePath, Hit, SoundId

StandIn = Callable[[Hit, Audition, Callable[[], None]], None]
"""Called with a hit, its audition, and a fallback for a sound without a sketch."""
_STILL_MS = 120
"""Debounce of a selection being drawn."""


class PlaybackControl(QObject):
    """Connects the results, the deck and the player. GUI thread only."""

    effects_changed = Signal(object)
    """Effects applied to playback and to files dragged out."""

    def __init__(
        self,
        window: MainWindow,
        player: Player,
        overviews: OverviewThread,
        settings: SettingsFile,
        deck: Deck,
        notices: Notices,
        results: ResultsView,
    ) -> None:
        super().__init__()
        self._deck, self._notices, self._results, self._window, self._player = deck, notices, results, window, player
        self._overviews, self._settings = overviews, settings
        self._heard: FilePath | None = None
        self._asked: tuple[Hit, Audition] | None = None
        """The pending audition, until it is heard."""
        self._stand_in: StandIn | None = None
        self._effects = NO_EFFECTS
        self._from_s: float | None = None
        """The last clicked position in the deck's sound."""
        self._paused: tuple[SoundId, float] | None = None
        self._is_scrubbing = False
        self._selecting = single_shot(self, _STILL_MS, self._selection_rests)
        self.output = OutputControl(window, player, settings, self)
        self._connect()

    @property
    def effects(self) -> Effects:
        """Effects applied to playback, without level matching."""
        return self._effects

    def take_stand_in(self, stand_in: StandIn) -> None:
        """Sets the handler that plays sketches of missing sounds."""
        self._stand_in = stand_in

    def play_moment(self, hit: Hit) -> None:
        self._play(hit, self._moment_s(hit))

    def play_at(self, hit: Hit, start_s: float | None) -> None:
        """Plays a hit from a position; None for its beginning."""
        self._play(hit, start_s)

    def show(self, hit: Hit | None) -> None:
        """Shows a sound on the deck without playing it; None keeps a playing one."""
        self._show(hit)

    def toggle(self) -> None:
        """Space: stops playback, or plays the sound under the cursor."""
        if self._player.playing is not None:
            self.stop()
            return
        results, deck = self._results, self._deck
        hit = results.current_hit() or deck.hit or results.go_to(0)
        if hit is None:
            self._notices.say(translate("ReembeddingWriter", "There is no sound to play. Select one first."))
            return
        is_on_deck = deck.hit is not None and deck.hit.sound.id == hit.sound.id
        if is_on_deck and deck.waveform.selection is not None:
            self._play(hit, None)
        elif is_on_deck and self._from_s is not None:
            self._play(hit, self._from_s)
        else:
            self.play_moment(hit)

    def pause(self) -> None:
        """Shift+Space: pauses, or resumes from the same position."""
        playing, at_s = self._player.playing, self._player.position_s()
        if playing is not None:
            self.stop()
            if playing.sound is not None and at_s is not None:
                self._paused = (playing.sound, at_s)
            return
        hit = self._deck.hit
        if hit is not None and self._paused is not None and self._paused[0] == hit.sound.id:
            self._play(hit, self._paused[1])
        else:
            self.toggle()

    def play_best(self) -> None:
        """Return in the search field: plays the first row."""
        hit = self._results.go_to(0)
        if hit is not None:
            self.play_moment(hit)

    def stop(self) -> bool:
        """Stops playback; False if nothing played."""
        if self._player.playing is None:
            return False
        self._player.stop()
        return True

    def adjust(self, **changes: Unpack[EffectChanges]) -> None:
        """Changes fields of `Effects`, also for the playing sound."""
        effects = replace(self._effects, **changes)
        if effects != self._effects:
            self._effects = effects
            playing, hit = self._player.playing, self._deck.hit
            if playing is not None:
                is_shown = hit is not None and hit.sound.id == playing.sound
                channels = effects.channels if is_shown else playing.effects.channels  # they belong to the deck's sound
                self._player.change(effects=replace(effects, channels=channels))
            self._deck.controls.show_effects(effects)
            self.effects_changed.emit(effects)
            self._preload()

    def set_loop(self, is_on: bool) -> None:
        self._settings.change(loop=is_on)

    def _connect(self) -> None:
        results, deck, player = self._results, self._deck, self._player
        results.current_changed.connect(self._show)
        results.rested.connect(self._rested)
        results.clicked_at.connect(self._clicked)
        results.restarted.connect(lambda hit: self._play(hit, None, is_whole=True))
        results.chosen.connect(self.play_moment)
        results.toggled.connect(self.toggle)
        results.scrubbed.connect(self._scrub)
        results.scrub_ended.connect(self._end_scrub)
        deck.toggled.connect(self.toggle)
        deck.refused.connect(self._notices.say)
        deck.waveform.seek_wanted.connect(self._seek)
        deck.waveform.selection_changed.connect(lambda start_s, end_s: self._selecting.start())
        controls = deck.controls
        controls.reverse_wanted.connect(lambda is_on: self.adjust(is_reversed=is_on))
        controls.pitch_wanted.connect(lambda semitones: self.adjust(pitch_semitones=semitones))
        controls.gain_wanted.connect(lambda gain_db: self.adjust(gain_db=gain_db))
        controls.stretch_wanted.connect(lambda percent: self.adjust(stretch_percent=percent))
        controls.tune_wanted.connect(lambda semitones: self.adjust(shift_semitones=semitones))
        controls.channels_wanted.connect(lambda picked: self.adjust(channels=picked))
        controls.loop_wanted.connect(self.set_loop)
        controls.level_wanted.connect(lambda is_on: self._settings.change(level_match=is_on))
        controls.autoplay_wanted.connect(lambda is_on: self._settings.change(autoplay=is_on))
        controls.show_autoplay(self._settings.values.autoplay)
        controls.show_loop(self._settings.values.loop)
        controls.show_level(self._settings.values.level_match)
        self._settings.changed.connect(self._setting_changed)
        self._overviews.ready.connect(self._overview_came)
        player.started.connect(self._started)
        player.stopped.connect(self._stopped)
        player.failed.connect(self._failed)

    # -- auditions -------------------------------------------------------------------------------------------------

    def _audition(self, hit: Hit, start_s: float | None, *, is_whole: bool = False, is_once: bool = False) -> Audition:
        """The audition of a hit; `is_whole` ignores the selection, `is_once` the loop."""
        kept, deck = self._settings.values, self._deck
        info = hit.sound.info
        first_s, end_s = 0.0, None
        if not is_whole and deck.hit is not None and deck.hit.sound.id == hit.sound.id:
            first_s, end_s = deck.waveform.selection or (0.0, None)
        channels = self._effects.channels
        if info is None or any(channel >= info.channels for channel in channels):
            channels = ()
        return Audition(
            hit.sound.path,
            hit.sound.id,
            start_s,
            first_s=first_s,
            end_s=end_s,
            duration_s=info.duration_s if info else None,
            is_looping=kept.loop and not is_once,
            fade_s=kept.loop_fade_ms / 1000,
            effects=replace(self._effects, channels=channels),
            level_db=self._level_db(hit),
        )

    def _level_db(self, hit: Hit) -> float:
        kept = self._settings.values
        return matching_gain_db(hit.sound.measures, kept.target_lufs) if kept.level_match else 0.0

    def _moment_s(self, hit: Hit) -> float | None:
        """Start of the best moment (reversed: its end); None for the start of playback."""
        if not hit.moments or not self._results.rows.has_scores:
            return None
        return hit.moments[0].end_s if self._effects.is_reversed else hit.moments[0].start_s

    def _play(self, hit: Hit, start_s: float | None, *, is_whole: bool = False, is_once: bool = False) -> None:
        if hit.sound.is_away:
            self._play_away(hit, start_s, is_whole=is_whole, is_once=is_once)
            return
        if self._deck.hit is None or self._deck.hit.sound.id != hit.sound.id:
            self._show(hit)
        self._paused = None
        audition = self._audition(hit, start_s, is_whole=is_whole, is_once=is_once)
        self._asked = (hit, audition)
        self._player.perform(audition)

    def _play_away(self, hit: Hit, start_s: float | None, *, is_whole: bool, is_once: bool) -> None:
        """Plays the sketch of a missing sound, or says why there is none."""
        message, advice = messages.away(hit.sound.whereabouts, hit.sound.path.name)
        if self._stand_in is None:
            self._failed(message, advice)
            return
        if self._deck.hit is None or self._deck.hit.sound.id != hit.sound.id:
            self._show(hit)
        self._asked = None
        audition = self._audition(hit, start_s, is_whole=is_whole, is_once=is_once)
        self._stand_in(hit, audition, lambda: self._failed(message, advice))

    def _preload(self) -> None:
        """Preloads the rows around the cursor."""
        if not self._settings.values.preload:
            return
        hits = self._neighbours()
        current = self._results.current_hit()
        likely = hits if current is None or self._player.playing is not None else (*hits, current)
        usable = [hit for hit in likely if hit.sound.info is not None and not hit.sound.is_away]
        self._player.preload([self._audition(hit, self._moment_s(hit)) for hit in usable])

    def _neighbours(self) -> tuple[Hit, ...]:
        """The hits below and above the cursor, if already read."""
        row, model = self._results.currentIndex().row(), self._results.rows
        if row < 0:
            return ()
        rows = [near for near in (row + 1, row - 1) if 0 <= near < model.rowCount()]
        return tuple(hit for hit in map(model.hit, rows) if hit is not None)

    # -- user actions ----------------------------------------------------------------------------------------------

    def _rested(self, hit: Hit) -> None:
        if self._settings.values.autoplay:
            self.play_moment(hit)
        else:
            self._preload()

    def _clicked(self, hit: Hit, place: float | None) -> None:
        if place is not None and hit.sound.info is not None:
            self._play(hit, place * hit.sound.info.duration_s)
        else:
            self.play_moment(hit)

    def _seek(self, at_s: float) -> None:
        hit = self._deck.hit
        if hit is not None:
            self._from_s = at_s
            self._play(hit, at_s)

    def _scrub(self, hit: Hit, place: float) -> None:
        """Plays once from the position under the pointer, which moves over a thumbnail with Alt."""
        if hit.sound.info is not None:
            self._is_scrubbing = True
            self._play(hit, place * hit.sound.info.duration_s, is_whole=True, is_once=True)

    def _end_scrub(self) -> None:
        if self._is_scrubbing:
            self._is_scrubbing = False
            self.stop()

    def _selection_rests(self) -> None:
        """Applies the selection to a loop; without one, playback continues past a cleared selection's end."""
        playing, deck = self._player.playing, self._deck
        if playing is None or deck.hit is None or playing.sound != deck.hit.sound.id:
            return
        first_s, end_s = deck.waveform.selection or (0.0, None)
        if (playing.is_looping or end_s is None) and (first_s, end_s) != (playing.first_s, playing.end_s):
            self._player.change(first_s=first_s, end_s=end_s)

    def _setting_changed(self, name: str) -> None:
        kept, controls = self._settings.values, self._deck.controls
        if name in ("level_match", "target_lufs"):
            controls.show_level(kept.level_match)
            hit, playing = self._deck.hit, self._player.playing
            if hit is not None and playing is not None and playing.sound == hit.sound.id:
                self._player.change(level_db=self._level_db(hit))
        elif name in ("loop", "loop_fade_ms"):
            controls.show_loop(kept.loop)
            changes: AuditionChanges = {"is_looping": kept.loop, "fade_s": kept.loop_fade_ms / 1000}
            if kept.loop:
                changes["first_s"], changes["end_s"] = self._deck.waveform.selection or (0.0, None)
            self._player.change(**changes)
        elif name == "autoplay":
            controls.show_autoplay(kept.autoplay)

    # -- player events ---------------------------------------------------------------------------------------------

    def _show(self, hit: Hit | None) -> None:
        deck = self._deck
        if hit is None and self._player.playing is not None:
            return  # a playing sound stays on the deck during a new answer, until it ends
        is_another = hit is None or deck.hit is None or deck.hit.sound.id != hit.sound.id
        if is_another:
            self._from_s = None
        deck.show_hit(hit, self._overviews.get(hit.sound.id) if hit else None)
        info = hit.sound.info if hit else None
        if info is not None:
            if any(channel >= info.channels for channel in self._effects.channels):
                self.adjust(channels=())
            deck.controls.show_channels(info.channels, self._effects.channels, info.layout)
            deck.fit()
        if hit is not None and hit.sound.path == self._heard:
            deck.set_playing(True)

    def _overview_came(self, sound: SoundId) -> None:
        self._results.refresh_sound(sound)
        hit = self._deck.hit
        if hit is not None and hit.sound.id == sound:
            peaks = self._overviews.get(sound)
            if peaks is not None:
                self._deck.waveform.set_peaks(peaks)

    def _started(self, path: FilePath, start_s: float) -> None:
        take = self._player.playing
        self._asked = None
        path = take.sketch_of if take is not None and take.sketch_of is not None else path
        self._heard = path
        self._notices.take_back("sound")
        self._deck.show_sketch(take is not None and take.sketch_of is not None)
        self._results.mark_playing(take.sound if take else None)
        hit = self._deck.hit
        self._deck.set_playing(hit is not None and hit.sound.path == path)
        self._preload()

    def _stopped(self, path: FilePath, reached_end: bool) -> None:
        if self._player.playing is not None:
            return  # the next playback is pending
        self._heard = None
        self._results.mark_playing(None)
        self._deck.set_playing(False)

    def _failed(self, message: str, advice: str) -> None:
        asked, self._asked = self._asked, None
        if asked is not None and self._stand_in is not None:
            self._stand_in(*asked, lambda: self._say(message, advice))
        else:
            self._say(message, advice)

    def _say(self, message: str, advice: str) -> None:
        self._notices.warn(message, advice, "sound")
        if self._player.playing is None:
            self._stopped(FilePath(b""), False)
